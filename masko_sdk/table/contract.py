"""What a table and its clients say to each other: the one description behind checks, JSON Schema and TypeScript.

How types and rows are written is told in `masko_sdk.wire.forms`.
"""

from __future__ import annotations

from masko_sdk.table.refusals import Refusal

__all__ = ["CHOICES", "CLIENT", "ERROR", "REFUSALS", "STRUCTS", "TABLE"]

CLIENT = (
    "join name:text seat?:number?",
    "rejoin token:text since?:number? line?:number?",
    "watch",
    "leave",
    "remove seat:number",
    "start fill?:bool?",
    "play action:Action ply?:number? window?:number? reaction?:number? line?:number?",
    "catch_up since?:number? line?:number?",
    "take_back",
    "answer offer:number accept:bool",
    "rematch",
    "ping",
)
"""What clients say; all may carry `v` and `id`. A field that may be left out may also be null."""

_SHOWN = "view:View memory:Memory legal_actions:[Action] window:open_window? clock:[(seat:seat,left:int)]"

TABLE = (
    "joined id:id? seat:seat token:string? host:seat?",
    "lobby phase:table_phase game:game rules:Rules host:seat? seats:[chair] watchers:count",
    "state id:id? seat:seat? line:count ply:count since:number events:[Event] rounds:[Round]"
    f" {_SHOWN} claims:[Action]",
    f"update line:count ply:count events:[Event] {_SHOWN}",
    "answer id:id? ok:=true held?:=true",
    "refused id:id? error:masko_error",
    "claim window:number action:Action outcome:claim_outcome",
    'offer offer:count what:="take_back" seat:seat ply:count left:int',
    "offer_closed offer:count granted:bool",
    "rematch seat:seat agreed:[seat]",
    "over line:count outcome:outcome",
    "moved seat:seat",
    "removed seat:seat",
    "cut_off left:int",
)
"""What a table says; all carry `v`."""

STRUCTS = (
    "chair seat:seat name:text taken:bool present:bool bot:bool",
    "open_window number:count ms:count left:int",
)
CHOICES = {
    "table_phase": ("lobby", "playing", "over"),
    "claim_outcome": ("won", "wrong", "late", "stale"),
}
REFUSALS = tuple(reason.value for reason in Refusal)
ERROR = "table_refusal message:string reason:refusal what?:string"

"""The texts that a table sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from masko_sdk.table.clocks import turn_end
from masko_sdk.table.messages import HEAD, Out, say, say_parts
from masko_sdk.table.texts import compact

if TYPE_CHECKING:
    from masko_sdk.table.desk import Desk, Offer
    from masko_sdk.table.match import Match

__all__ = ["clock", "lobby", "offer", "over", "state", "updates"]


def lobby(desk: Desk) -> str:
    """Who sits where; the same for everybody."""
    match = desk.match
    seats = [
        {
            "seat": chair.seat,
            "name": chair.name,
            "taken": chair.taken,
            "present": chair.is_present,
            "bot": chair.bot is not None,
        }
        for chair in desk.hall.chairs
    ]
    phase = "lobby" if match is None else "over" if match.is_over else "playing"
    return say(
        "lobby",
        phase=phase,
        game=desk.rules.game,
        rules=desk.rules.to_json(),
        host=desk.hall.host,
        seats=seats,
        watchers=len(desk.hall.watchers()),
    )


def clock(desk: Desk) -> str:
    """``"window":...,"clock":...``: what is left of the window's time, and of each due seat's."""
    match = desk.need_match()
    window = match.window
    if window is not None:
        left = window.closes - desk.now
        total = desk.settings.window_ms
        return f'"window":{{"number":{window.number},"ms":{total},"left":{left}}},"clock":[]'
    parts = []
    for seat, since in match.since.items():
        end = turn_end(desk.hall.chairs[seat], since, desk.settings)
        if end is not None:
            parts.append(f"[{seat},{end - desk.now}]")
    return f'"window":null,"clock":[{",".join(parts)}]'


def updates(desk: Desk) -> list[Out]:
    """What the last action looks like to each seat and to each onlooker."""
    match = desk.need_match()
    showing = match.showing
    head = f'{HEAD}"update","line":{match.line},"ply":{match.game.ply},"events":'
    end = clock(desk) + "}"
    outs = [
        Out(address, f"{head}{showing.news(seat)},{showing.part(seat)},{end}")
        for seat, address in desk.hall.addresses()
    ]
    watchers = desk.hall.watchers()
    if watchers:
        text = f"{head}{showing.news(None)},{showing.onlooker_part()},{end}"
        outs += [Out(name, text) for name in watchers]
    return outs


def state(desk: Desk, seat: int | None, since: int, name: Any = None) -> str:
    """All that a client needs to begin or to come back; events are those after `since`."""
    match = desk.need_match()
    showing = match.showing
    head = (
        f'"id":{compact(name)},"seat":{compact(seat)},"line":{match.line},"ply":{match.game.ply}'
        f',"since":{since},"events":{showing.events(seat, since)},"rounds":{showing.rounds()}'
    )
    claims = []
    if match.window is not None:
        claims = [c.action for c in match.window.claims if c.seat == seat]
    held = [desk.rules.parse(text).to_json() for text in claims]
    shown = showing.onlooker_part() if seat is None else showing.part(seat)
    return say_parts("state", head, shown, clock(desk), f'"claims":{compact(held)}')


def over(match: Match) -> str:
    """How the game ended."""
    outcome = match.game.standing
    return say("over", line=match.line, outcome=outcome.to_json())


def offer(asked: Offer, match: Match, left: int) -> str:
    """A take-back that somebody asks for."""
    return say(
        "offer",
        offer=asked.number,
        what="take_back",
        seat=asked.seat,
        ply=match.game.ply,
        left=left,
    )

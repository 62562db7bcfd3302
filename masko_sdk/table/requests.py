"""What each message of a client does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from masko_sdk.errors import RuleViolation, StaleAction, UnknownAction
from masko_sdk.table import speech
from masko_sdk.table.answers import Answers
from masko_sdk.table.desk import Desk
from masko_sdk.table.messages import (
    Message,
    Out,
    answered,
    check_message,
    read_message,
    refused,
    say,
)
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.seats import Chair, Link
from masko_sdk.table.windows import CLAIM

__all__ = ["handle"]

_ASKING = frozenset(("catch_up", "ping", "rejoin", "watch"))
"""These are answered anew each time: doing them twice is doing them once."""

_HEAVY = frozenset(("catch_up", "join", "leave", "rejoin", "remove", "watch"))
_WEIGHT = 4
"""These are answered with a whole state, or told to everybody, and so count as so many more messages."""


def handle(desk: Desk, link: Link, data: Any) -> None:
    """Let in, read, do and answer one message."""
    bucket = link.bucket
    was_shut = bucket.is_shut(desk.now)
    if not bucket.take(desk.now):
        if not was_shut and bucket.shut_until is not None:
            desk.say(link.name, say("cut_off", left=bucket.shut_until - desk.now))
        return
    name: int | str | None = None
    try:
        form, name = read_message(data)
        message = check_message(form)
        if link.is_barred:
            raise TableRefusal(Refusal.NOT_SEATED)
        first = None if message.type in _ASKING else _first_answer(desk, link, message)
    except TableRefusal as error:
        desk.say(link.name, refused(name, error))
        return
    if first is not None:
        desk.say(link.name, first)
        return
    if message.type in _HEAVY:
        bucket.charge(_WEIGHT)
    _do(desk, link, message)


def _first_answer(desk: Desk, link: Link, message: Message) -> str | None:
    """What was answered to it: to the seat, by whatever connection, or to this connection before it had the seat."""
    first = _answers(desk, link).find(message)
    return first if first is not None or link.seat is None else link.answers.find(message)


def _answers(desk: Desk, link: Link) -> Answers:
    return link.answers if link.seat is None else desk.hall.chairs[link.seat].answers


def _do(desk: Desk, link: Link, message: Message) -> None:
    """The answer goes out before what the message brings about."""
    before = len(desk.outs)
    if link.seat is not None:
        desk.hall.chairs[link.seat].away = False
    try:
        text = _HANDLERS[message.type](desk, link, message)
    except (TableRefusal, RuleViolation, UnknownAction) as error:
        text = refused(message.id, error)
    if text is not None:
        desk.outs.insert(before, Out(link.name, text))
        if message.type not in _ASKING:
            _answers(desk, link).keep(message, text)
    desk.settle(time_is_up=False)


def _done(message: Message, *parts: str) -> str | None:
    """The answer to what was done; a message without an id gets none."""
    return None if message.id is None else answered(message.id, *parts)


def _chair(desk: Desk, link: Link) -> Chair:
    if link.seat is None:
        raise TableRefusal(Refusal.NOT_SEATED)
    return desk.hall.chairs[link.seat]


# Coming and going.


def _join(desk: Desk, link: Link, message: Message) -> str:
    if desk.match is not None and link.seat is None:
        raise TableRefusal(Refusal.STARTED)
    chair, token = desk.hall.join(link, message.fields["name"], message.fields.get("seat"))
    desk.tell_lobby()
    return _joined(desk, chair, message, token)


def _joined(desk: Desk, chair: Chair, message: Message, token: str | None) -> str:
    host = desk.hall.host
    return say("joined", id=message.id, seat=chair.seat, token=token, host=host)


def _rejoin(desk: Desk, link: Link, message: Message) -> str:
    chair, before = desk.hall.rejoin(link, message.fields["token"])
    if before is not None:
        desk.say(before, say("moved", seat=chair.seat))
    desk.tell_lobby()
    if desk.match is not None:
        desk.say(link.name, speech.state(desk, chair.seat, _since(desk, message)))
        for text in chair.unheard:
            desk.say(link.name, text)
        chair.unheard = []
    return _joined(desk, chair, message, None)


def _since(desk: Desk, message: Message) -> int:
    """From where a client lacks events: it knows the plies of its own line only."""
    match = desk.need_match()
    since: int = message.fields.get("since", -1)
    line = message.fields.get("line", 0)
    return since if line == match.line and since <= match.game.ply else -1


def _watch(desk: Desk, link: Link, message: Message) -> str | None:
    if not link.watching:
        desk.hall.watch(link)
        desk.tell_lobby()
    if desk.match is not None:
        desk.say(link.name, speech.state(desk, None, -1))
    return _done(message)


def _leave(desk: Desk, link: Link, message: Message) -> str | None:
    if link.seat is None and not link.watching:
        raise TableRefusal(Refusal.NOT_SEATED)
    chair = desk.hall.leave(link)
    desk.tell_lobby()
    if chair is not None:
        desk.gone(chair.seat)
    return _done(message)


def _remove(desk: Desk, link: Link, message: Message) -> str | None:
    own, seat = _chair(desk, link).seat, message.fields["seat"]
    if own != desk.hall.host:
        raise TableRefusal(Refusal.NOT_HOST)
    if not 0 <= seat < len(desk.hall.chairs):
        raise TableRefusal(Refusal.BAD_FIELD, "seat")
    if seat == own:
        raise TableRefusal(Refusal.OWN_SEAT)
    desk.remove(desk.hall.chairs[seat])
    return _done(message)


def _start(desk: Desk, link: Link, message: Message) -> str | None:
    if _chair(desk, link).seat != desk.hall.host:
        raise TableRefusal(Refusal.NOT_HOST)
    desk.start(fill=message.fields.get("fill", False))
    return _done(message)


def _rematch(desk: Desk, link: Link, message: Message) -> str | None:
    chair = _chair(desk, link)
    if not desk.need_match().is_over:
        raise TableRefusal(Refusal.NOT_OVER)
    if chair.seat not in desk.votes:
        desk.votes.add(chair.seat)
        desk.tell_everybody(say("rematch", seat=chair.seat, agreed=sorted(desk.votes)))
        desk.rematch_if_agreed()
    return _done(message)


# Playing.


def _play(desk: Desk, link: Link, message: Message) -> str | None:
    chair = _chair(desk, link)
    match = desk.need_match()
    fields = message.fields
    if fields.get("line", match.line) != match.line:
        raise TableRefusal(Refusal.OTHER_LINE)
    action = desk.action(fields["action"])
    note = {} if message.id is None else {"id": message.id}
    guards = {"ply": fields.get("ply"), "window": fields.get("window")}
    window = match.window
    if window is not None and guards["window"] == window.number:
        held = desk.answer_window(chair.seat, action, fields.get("reaction"), note, **guards)
        return _done(message, '"held":true') if held else _done(message)
    unnamed = window is not None and guards["window"] is None
    if unnamed and action in match.game.players[chair.seat].legal_actions:
        raise TableRefusal(Refusal.WINDOW_NEEDED)
    try:
        desk.act(chair.seat, action, note, **guards)
    except StaleAction as error:
        if error.what == "window" and action.kind == CLAIM:
            text = say("claim", window=error.expected, action=action.to_json(), outcome="stale")
            desk.say(link.name, text)
        raise
    return _done(message)


def _catch_up(desk: Desk, link: Link, message: Message) -> str:
    if link.seat is None and not link.watching:
        raise TableRefusal(Refusal.NOT_SEATED)
    return speech.state(desk, link.seat, _since(desk, message), message.id)


def _take_back(desk: Desk, link: Link, message: Message) -> str | None:
    desk.offer_take_back(_chair(desk, link).seat)
    return _done(message)


def _answer(desk: Desk, link: Link, message: Message) -> str | None:
    seat = _chair(desk, link).seat
    offer = desk.offer
    if offer is None or offer.number != message.fields["offer"] or seat not in offer.waiting:
        raise TableRefusal(Refusal.NO_OFFER)
    if not message.fields["accept"]:
        desk.close_offer(granted=False)
        return _done(message)
    offer.waiting.discard(seat)
    desk.grant_if_agreed()
    return _done(message)


def _ping(desk: Desk, link: Link, message: Message) -> str:
    return answered(message.id)


_HANDLERS: dict[str, Callable[[Desk, Link, Message], str | None]] = {
    "join": _join,
    "rejoin": _rejoin,
    "watch": _watch,
    "leave": _leave,
    "remove": _remove,
    "start": _start,
    "play": _play,
    "catch_up": _catch_up,
    "take_back": _take_back,
    "answer": _answer,
    "rematch": _rematch,
    "ping": _ping,
}

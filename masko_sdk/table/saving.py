"""A table as the record of its game with a `table` object, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from masko_sdk._game_setup import player_names
from masko_sdk.errors import MaskoError, RecordError, _short
from masko_sdk.record import Record
from masko_sdk.table.answers import Answers
from masko_sdk.table.checks import LATEST, flag, items, json_text, maybe, number, table_fields, text
from masko_sdk.table.desk import Desk, Offer
from masko_sdk.table.floods import Bucket
from masko_sdk.table.match import Match
from masko_sdk.table.seats import GUEST_ANSWERS, SEAT_ANSWERS, UNHEARD, Chair, Hall, Link
from masko_sdk.table.settings import Settings, policy_form, policy_given, policy_of

__all__ = ["desk_of", "record_of"]

VERSION = 1
SENDER_LENGTH = 256
_HASH_LENGTH = 64
_CHAIR_FIELDS = (
    "name", "bot", "taken", "token", "address", "lost_at", "away", "answers", "unheard", "barred",
)  # fmt: skip
_LINK_FIELDS = ("name", "seat", "watching", "bucket", "answers")


def record_of(desk: Desk) -> Record:
    """The record of a table; in the lobby, that of a game that nobody has played yet."""
    table = _table_form(desk)
    if desk.match is not None:
        return desk.match.record(table)
    names = tuple(chair.name for chair in desk.hall.chairs)
    return Record(desk.rules, names, desk.first_player, desk.seed, (), table={**table, "races": []})


def _table_form(desk: Desk) -> dict[str, Any]:
    offer = desk.offer
    return {
        "version": VERSION,
        "time": desk.now,
        "started": desk.match is not None,
        "settings": desk.settings.to_json(),
        "fresh_seeds": desk.has_own_seed,
        "arrived": desk.hall.arrived,
        "chairs": [_chair_form(chair) for chair in desk.hall.chairs],
        "links": [_link_form(link) for link in desk.hall.links.values()],
        "votes": sorted(desk.votes),
        "offers": desk.offers,
        "offer": None
        if offer is None
        else [offer.number, offer.seat, offer.until, sorted(offer.waiting)],
    }


def _chair_form(chair: Chair) -> dict[str, Any]:
    return {
        "name": chair.name,
        "bot": "none" if chair.bot is None else policy_form(chair.bot) or "own",
        "taken": chair.taken,
        "token": chair.token,
        "address": chair.address,
        "lost_at": chair.lost_at,
        "away": chair.away,
        "answers": chair.answers.to_json(),
        "unheard": chair.unheard,
        "barred": chair.barred,
    }


def _link_form(link: Link) -> dict[str, Any]:
    return {
        "name": link.name,
        "seat": link.seat,
        "watching": link.watching,
        "bucket": link.bucket.to_json(),
        "answers": link.answers.to_json(),
    }


def desk_of(record: Record, bots: Mapping[int, Any], make_token: Callable[[], str]) -> Desk:
    """The inverse of `record_of`.

    Raises:
        RecordError: it can't be read or replayed, or a bot of one's own is not given.
    """
    table = record.table
    version = None if table is None else table.get("version")
    if table is None or type(version) is not int or version != VERSION:
        raise RecordError("this is no record of a table that this library can restore")
    try:
        return _read_desk(record, table, bots, make_token)
    except RecordError:
        raise
    except (MaskoError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise RecordError(f"the table can't be read: {_short(str(error), 200)}") from None


def _read_desk(
    record: Record,
    table: Mapping[str, Any],
    bots: Mapping[int, Any],
    make_token: Callable[[], str],
) -> Desk:
    settings = Settings.from_json(table["settings"])
    now = number("time", table["time"])
    forms = items("chairs", table["chairs"])
    if len(forms) != len(record.players):
        raise RecordError("the record's table has another number of seats than its game")
    chairs = [_read_chair(seat, form, bots, now) for seat, form in enumerate(forms)]
    last = len(chairs) - 1
    hall = Hall(chairs, settings, make_token)
    hall.arrived = _read_arrived(table["arrived"], chairs)
    for form in items("links", table["links"]):
        link = _read_link(form, settings, last, now)
        hall.links[link.name] = link
    _check_addresses(hall)
    desk = Desk(record.rules, hall, record.seed, record.first_player)
    desk.has_own_seed = flag("fresh_seeds", table["fresh_seeds"])
    desk.now = now
    desk.votes = {number("votes", seat, 0, last) for seat in items("votes", table["votes"])}
    desk.offers = number("offers", table["offers"])
    if flag("started", table["started"]):
        desk.match = Match.of_record(record, settings)
    else:
        record.start()  # which it could not, later
        if record.moves:
            raise RecordError("the record's table has not begun, and its game has")
    desk.offer = _read_offer(table["offer"], desk.match, last)
    return desk


def _read_offer(form: Any, match: Match | None, last: int) -> Offer | None:
    if form is None:
        return None
    count, seat, until, waiting = items("offer", form)
    offer = Offer(
        number("the number of the offer", count),
        number("the seat of the offer", seat, 0, last),
        number("the end of the offer", until, 0, 2 * LATEST),
        {number("who is asked", one, 0, last) for one in items("who is asked", waiting)},
    )
    if match is None or not match.can_take_back(offer.seat):
        raise RecordError("the record's table has an offer to take back what can't be")
    return offer


def _read_chair(seat: int, form: Any, bots: Mapping[int, Any], now: int) -> Chair:
    name, bot, taken, token, address, lost_at, away, answers, unheard, barred = table_fields(
        "a chair", form, *_CHAIR_FIELDS
    )
    chair = Chair(seat, _read_bot(seat, bot, bots))
    chair.name = player_names([name])[0]
    chair.taken = flag("taken", taken)
    chair.token = maybe("token", token, text, _HASH_LENGTH)
    chair.address = address
    chair.lost_at = maybe("lost_at", lost_at, number, 0, now)
    chair.away = flag("away", away)
    chair.answers = Answers.from_json(answers, SEAT_ANSWERS)
    chair.unheard = items("unheard", unheard, UNHEARD)
    for message in chair.unheard:
        json_text("unheard", message)
    chair.barred = flag("barred", barred)
    return chair


def _read_bot(seat: int, form: Any, bots: Mapping[int, Any]) -> Any:
    if form == "none":
        return None
    if form != "own":
        return policy_of(form)
    if seat not in bots:
        raise RecordError(f"seat {seat} has a bot of one's own: give it in bots")
    return policy_given(bots[seat])


def _read_arrived(form: Any, chairs: Sequence[Chair]) -> list[int]:
    """Seats that persons have, each once: all who are there, and perhaps some who are not."""
    seats = [number("arrived", seat, 0, len(chairs) - 1) for seat in items("arrived", form)]
    there = {chair.seat for chair in chairs if chair.is_present}
    if len(set(seats)) != len(seats) or not there <= set(seats):
        raise RecordError(
            "those who have arrived at the record's table are not those who are there"
        )
    if not all(chairs[seat].taken for seat in seats):
        raise RecordError("somebody who has arrived at the record's table has no seat")
    return seats


def _read_link(form: Any, settings: Settings, last: int, now: int) -> Link:
    name, seat, watching, bucket, answers = table_fields("a link", form, *_LINK_FIELDS)
    if type(name) is int:
        number("the name of a link", name, 0, last)
    else:
        text("the name of a link", name, SENDER_LENGTH)
    link = Link(name, Bucket.from_json(bucket, settings.rate, settings.burst, now))
    link.seat = maybe("the seat of a link", seat, number, 0, last)
    link.watching = flag("watching", watching)
    link.answers = Answers.from_json(answers, GUEST_ANSWERS)
    return link


def _check_addresses(hall: Hall) -> None:
    """See that chairs and connections tell the same of each other."""
    speaking = {link.seat: link.name for link in hall.links.values() if link.seat is not None}
    seated = {chair.seat: chair.address for chair in hall.chairs if chair.address is not None}
    if speaking != seated or len(speaking) != sum(
        link.seat is not None for link in hall.links.values()
    ):
        raise RecordError("the chairs of the record's table are not those of its connections")
    for chair in hall.chairs:
        if chair.address is not None and (chair.bot is not None or not chair.taken):
            raise RecordError(f"seat {chair.seat} of the record's table is nobody's")
        if chair.barred and isinstance(chair.address, int):
            raise RecordError(f"seat {chair.seat} of the record's table is spoken for, and barred")

"""A table as the record of its game with a `table` object, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from masko_sdk.errors import MaskoError, RecordError, _short
from masko_sdk.record import Record
from masko_sdk.table.answers import Answers
from masko_sdk.table.desk import Desk, Offer
from masko_sdk.table.floods import Bucket
from masko_sdk.table.match import Match
from masko_sdk.table.seats import GUEST_ANSWERS, SEAT_ANSWERS, Chair, Hall, Link
from masko_sdk.table.settings import Settings, policy_form, policy_of

__all__ = ["desk_of", "record_of"]

VERSION = 1


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
        "host": desk.hall.host,
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
    if table is None or table.get("version") != VERSION:
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
    chairs = [_read_chair(seat, form, bots) for seat, form in enumerate(table["chairs"])]
    if len(chairs) != len(record.players):
        raise RecordError("the record's table has another number of seats than its game")
    hall = Hall(chairs, settings, make_token)
    hall.host = table["host"]
    for form in table["links"]:
        hall.links[form["name"]] = _read_link(form, settings)
    desk = Desk(record.rules, hall, record.seed, record.first_player)
    desk.has_own_seed = table["fresh_seeds"]
    desk.now = table["time"]
    desk.votes = set(table["votes"])
    desk.offers = table["offers"]
    if table["offer"] is not None:
        number, seat, until, waiting = table["offer"]
        desk.offer = Offer(number, seat, until, set(waiting))
    if table["started"]:
        desk.match = Match.of_record(record, settings)
    return desk


def _read_chair(seat: int, form: Mapping[str, Any], bots: Mapping[int, Any]) -> Chair:
    bot = form["bot"]
    policy = None
    if bot == "own":
        if seat not in bots:
            raise RecordError(f"seat {seat} has a bot of one's own: give it in bots")
        policy = bots[seat]
    elif bot != "none":
        policy = policy_of(bot)
    chair = Chair(seat, policy)
    for name in ("name", "taken", "token", "address", "lost_at", "away", "unheard"):
        setattr(chair, name, form[name])
    chair.answers = Answers.from_json(form["answers"], SEAT_ANSWERS)
    return chair


def _read_link(form: Mapping[str, Any], settings: Settings) -> Link:
    bucket = Bucket.from_json(form["bucket"], settings.rate, settings.burst)
    link = Link(form["name"], bucket)
    link.seat = form["seat"]
    link.watching = form["watching"]
    link.answers = Answers.from_json(form["answers"], GUEST_ANSWERS)
    return link

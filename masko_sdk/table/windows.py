"""Races for a discarded card: claims, their order, and how a record proves it (M13 to M20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from masko_sdk._value import Value, field_names, value
from masko_sdk.errors import MaskoError, RecordError
from masko_sdk.game import Game
from masko_sdk.record import Record
from masko_sdk.table.checks import LATEST, items, maybe, number, table_fields
from masko_sdk.table.settings import Settings

__all__ = ["Claim", "Race", "Window", "redecide"]

PASS = "pass"
CLAIM = "intercept"
WON = "intercepted"


@value
class Claim(Value):
    """One seat's claim in a window; times are milliseconds since the table began.

    Attributes:
        seat: who claims.
        action: the text of what it claims with.
        received: when the table received it.
        reaction: how long the client says it took after it had shown the window; None: it does not say.
        number: which claim of this window it was, in the order received.
        due: the place of the seat in the list of those due when the window opened.
        counted: the time it counts for: `received` less its lag credit.
    """

    seat: int
    action: str
    received: int
    reaction: int | None
    number: int
    due: int
    counted: int

    @property
    def credit(self) -> int:
        """By how much earlier than received it counts."""
        return self.received - self.counted


def counted_time(opened: int, received: int, reaction: int | None, credit: int) -> int:
    """When a claim counts: at the reaction that the client measured, at most `credit` before it was received.

    Never after it was received; a claim without a reaction counts when received.
    """
    if reaction is None or reaction < 0:
        return received
    return min(received, max(opened + reaction, received - credit))


def in_order(claims: Iterable[Claim], arbitration: str) -> list[Claim]:
    """Claims as they are played.

    Under ``"arrival"`` in the order received; under ``"reaction"`` by counted time, then by time received, then by
    place in the due list.
    """
    if arbitration == "arrival":
        return sorted(claims, key=lambda claim: claim.number)
    return sorted(claims, key=lambda c: (c.counted, c.received, c.due, c.number))


class Window:
    """An open window at a live table, with the claims that it holds.

    Attributes:
        number: as in the game (M18).
        opened, closes: table time.
        due: the seats that were due when it opened, in order.
        claims: those held, in the order received.
        passing: seats that pass once their held claims are played.
        left: how many claims each seat still has; None: no limit.
    """

    def __init__(self, number: int, opened: int, due: tuple[int, ...], left: Any) -> None:
        self.number = number
        self.opened = opened
        self.closes = opened
        self.due = due
        self.left: list[int | None] = list(left)
        self.claims: list[Claim] = []
        self.passing: set[int] = set()
        self.received = 0

    def holds(self, seat: int) -> bool:
        """Whether a claim of this seat is held."""
        return any(claim.seat == seat for claim in self.claims)

    def has_answered(self, seat: int) -> bool:
        """Whether a seat that is due can't claim any more."""
        return seat in self.passing or (self.left[seat] == 0 and self.holds(seat))

    def may_claim(self, seat: int, action: str) -> bool:
        """Whether one more claim of this seat can be held."""
        if seat in self.passing or self.left[seat] == 0:
            return False
        return not any(c.seat == seat and c.action == action for c in self.claims)

    def hold(self, claim: Claim) -> None:
        """Keep a claim until it is decided."""
        self.claims.append(claim)
        self.received += 1
        left = self.left[claim.seat]
        if left is not None:
            self.left[claim.seat] = left - 1

    def claim(
        self, settings: Settings, seat: int, action: str, received: int, reaction: int | None
    ) -> Claim:
        """The claim that was received now."""
        counted = counted_time(self.opened, received, reaction, settings.credit)
        due = self.due.index(seat)
        return Claim(seat, action, received, reaction, self.received, due, counted)

    def decided_at(self, settings: Settings) -> int:
        """When the next held claim, or the whole window, is decided if nothing else happens."""
        end = self.closes + settings.credit
        if settings.settle == "at_close" or not self.claims:
            return end
        return min(end, min(claim.counted for claim in self.claims) + settings.margin)

    def take_decided(self, settings: Settings, now: int | None) -> list[Claim]:
        """Take out the claims that no other can come before any more, in order; None: all of them."""
        claims = in_order(self.claims, settings.arbitration)
        if now is not None and now < self.closes + settings.credit:
            claims = [c for c in claims if c.counted + settings.margin <= now]
        self.claims = [claim for claim in self.claims if claim not in claims]
        return claims

    def to_json(self) -> dict[str, Any]:
        """What `from_json` takes."""
        return {
            "number": self.number,
            "opened": self.opened,
            "closes": self.closes,
            "due": list(self.due),
            "left": self.left,
            "claims": [claim.to_json() for claim in self.claims],
            "passing": sorted(self.passing),
            "received": self.received,
        }

    @classmethod
    def from_json(cls, form: Any, game: Game[Any, Any, Any], now: int) -> Window:
        """The inverse of `to_json`, for a game and a time.

        Raises:
            RecordError: `form` is no window that could be open in it.
        """
        found, opened, closes, due, left, claims, passing, received = table_fields(
            "the window", form, *_WINDOW_FIELDS
        )
        last = len(game.players) - 1
        seats = [number("a seat of the window", seat, 0, last) for seat in items("due", due)]
        most = [maybe("claims left", one, number) for one in items("claims left", left)]
        number("the number of the window", found, 1)
        window = cls(found, number("the window", opened, 0, now), tuple(seats), most)
        window.closes = number("the window's end", closes, 0, 2 * LATEST)
        window.passing = {number("who passes", one, 0, last) for one in items("passing", passing)}
        window.received = number("claims received", received)
        window.claims = [_read_claim(claim, window, game, now) for claim in items("claims", claims)]
        due_now = {player.seat for player in game.to_act}
        if len(most) != len(game.players) or not window.passing.issubset(seats):
            raise RecordError("the window of the record's table is not of its seats")
        if len(set(seats)) != len(seats) or not due_now.issubset(seats):
            raise RecordError("the window of the record's table is not of those who are due")
        return window


_WINDOW_FIELDS = ("number", "opened", "closes", "due", "left", "claims", "passing", "received")


def _read_claim(form: Any, window: Window, game: Game[Any, Any, Any], now: int) -> Claim:
    """A held claim: it can be played still."""
    seat, action, received, reaction, order, due, counted = table_fields(
        "a claim", form, *field_names(Claim)
    )
    claim = Claim(
        number("the seat of a claim", seat, 0, len(game.players) - 1),
        str(game.rules.parse(action)),
        number("the time of a claim", received, window.opened, now),
        maybe("the reaction of a claim", reaction, number, -1),
        number("the number of a claim", order, 0, window.received - 1),
        number("the place of a claim", due, 0, len(window.due) - 1),
        number("the time of a claim", counted, 0, received),
    )
    if game.rules.parse(action) not in game.players[claim.seat].legal_actions:
        raise RecordError(f"a claim of seat {claim.seat} in the record's table is impossible")
    if window.due[claim.due] != claim.seat:
        raise RecordError(f"a claim of seat {claim.seat} in the record's table has another's place")
    return claim


# Decided again from the record.


@value
class Race(Value):
    """The claims of one window as they were decided.

    Attributes:
        window: its number.
        opened: when it opened.
        claims: all claims, in the order in which they counted.
        outcomes: ``"won"``, ``"wrong"`` or ``"late"`` for each.
    """

    window: int
    opened: int
    claims: tuple[Claim, ...]
    outcomes: tuple[str, ...]


def race_form(window: Window) -> dict[str, Any]:
    """A race as the record keeps it, without claims yet."""
    return {"window": window.number, "opened": window.opened, "claims": []}


def redecide(record: Record) -> tuple[Race, ...]:
    """Decide every race of a table's record again, from the times that it notes, and check that it came out so.

    Raises:
        RecordError: it is no table's record, or a race comes out differently.
        TypeError: it is no record.
    """
    if not isinstance(record, Record):
        raise TypeError(f"a Record is needed, not {type(record).__name__}")
    table = record.table
    if table is None:
        raise RecordError("this is no record of a table")
    settings = Settings.from_json(table.get("settings"))
    replay = _Replay(record)
    try:
        races = tuple(_redecided(form, settings, replay) for form in table["races"])
    except RecordError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise RecordError(f"the races of the record can't be read: {error}") from None
    if replay.played:
        raise RecordError(f"window {min(replay.played)} has claims that no race tells of")
    return races


class _Replay:
    """A record played again: who was due in each window, and which claims were played in it.

    Attributes:
        due: by window, the seats that were due when it opened.
        played: by window, seat, text, outcome and notes of each claim.
    """

    def __init__(self, record: Record) -> None:
        self.due: dict[int, list[int]] = {}
        self.played: dict[int, list[tuple[int, str, str, Mapping[str, Any]]]] = {}
        game = record.start()
        for ply, move in enumerate(record.moves, 1):
            number = game.window
            try:
                events = game.play(move.actor, move.action)
            except MaskoError as error:
                raise RecordError(f"action {ply} of the record is impossible: {error}") from None
            if game.window not in (None, number):
                self.due[game.window or 0] = [player.seat for player in game.to_act]
            if number is not None and isinstance(move.actor, int) and move.action.kind == CLAIM:
                outcome = "won" if any(event.kind == WON for event in events) else "wrong"
                claim = (move.actor, str(move.action), outcome, move.notes)
                self.played.setdefault(number, []).append(claim)


def _redecided(form: Mapping[str, Any], settings: Settings, replay: _Replay) -> Race:
    number, opened = form["window"], form["opened"]
    told = [_noted_claim(claim, opened, settings, replay.due[number]) for claim in form["claims"]]
    outcomes = [claim["outcome"] for claim in form["claims"]]
    by_number = sorted(told, key=lambda claim: claim.number)
    for earlier, later in pairwise(by_number):
        if earlier.number == later.number or earlier.received > later.received:
            raise RecordError(f"the claims of window {number} were not received in this order")
    claims = in_order(told, settings.arbitration)
    expected = replay.played.pop(number, [])
    decided = [outcome for _, _, outcome, _ in expected]
    decided += ["late"] * (len(claims) - len(decided))
    for claim, played in zip(claims, expected, strict=False):
        if played[:2] != (claim.seat, claim.action) or not _is_noted(claim, played[3]):
            raise RecordError(f"the race of window {number} was played in another order")
    if claims != told or decided != outcomes or "won" in decided[: len(expected) - 1]:
        raise RecordError(f"the race of window {number} comes out differently")
    if "late" in decided and "won" not in decided:
        raise RecordError(f"a claim of window {number} was not played")
    return Race(number, opened, tuple(claims), tuple(decided))


def _is_noted(claim: Claim, note: Mapping[str, Any]) -> bool:
    """Whether the note of its move tells the same."""
    told = (note.get("received"), note.get("credit"), note.get("order"), note.get("reaction"))
    return told == (claim.received, claim.credit, claim.number, claim.reaction)


def _noted_claim(form: Mapping[str, Any], opened: int, settings: Settings, due: list[int]) -> Claim:
    claim = Claim(**{name: form[name] for name in form if name != "outcome"})
    counted = counted_time(opened, claim.received, claim.reaction, settings.credit)
    if counted != claim.counted or due.index(claim.seat) != claim.due or claim.number < 0:
        raise RecordError(f"a claim of seat {claim.seat} can't have been so")
    return claim

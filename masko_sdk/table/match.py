"""The game that a table plays: its moves with their notes, its window, its clocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from masko_sdk.action import HOST, Host
from masko_sdk.errors import RecordError
from masko_sdk.game import Game
from masko_sdk.record import Move, Record
from masko_sdk.table.checks import items, number, table_fields
from masko_sdk.table.settings import Settings
from masko_sdk.table.texts import Showing
from masko_sdk.table.windows import Window, race_form

__all__ = ["Match"]

_TAKE_BACKS = 100


class Match:
    """One game at a table. All times are the table's.

    Attributes:
        game: the game.
        line: how often a game was begun anew or an action taken back at this table: plies of two lines don't compare.
        showing: what each seat sees of it.
        window: the open window, or None.
        since: for each seat that is due outside a window, since when.
        notes: for each move, what the table knows of it.
        actors: for each move, who made it.
        races: the decided claims, as the record keeps them.
        taken_back: what was taken back.
    """

    def __init__(self, game: Game[Any, Any, Any], settings: Settings, line: int, now: int) -> None:
        self.settings = settings
        self.line = line
        self.notes: list[dict[str, Any]] = []
        self.actors: list[int | Host] = []
        self.races: list[dict[str, Any]] = []
        self.taken_back: list[dict[str, Any]] = []
        self.window: Window | None = None
        self.since: dict[int, int] = {}
        self._harmless = frozenset(game.rules._tables.about.get("harmless", "").split())
        self._set_game(game)
        self.follow(None, now)

    def _set_game(self, game: Game[Any, Any, Any]) -> None:
        self.game = game
        self.showing = Showing(game)

    def stand_at(self, ply: int) -> None:
        """Stand where the game stood after so many actions; window and clocks are left alone."""
        self._set_game(self.game.at(ply))

    @property
    def is_over(self) -> bool:
        """Whether the last round is scored."""
        return self.game.is_over

    def due(self) -> list[int]:
        """The seats due now."""
        return self.game._core.due()

    # Moves.

    def play(self, seat: int, action: Any, note: dict[str, Any], now: int, **guards: Any) -> Any:
        """Do it for a seat and note it; returns the events as the seat saw them.

        Raises:
            RuleViolation: it is refused; nothing has changed.
        """
        events = self.game.players[seat].play(action, **guards)
        self._note(seat, note, now)
        return events

    def close(self, now: int) -> None:
        """The host closes the window (M17)."""
        self.game.play(HOST, self.game.legal_actions(HOST)[0])
        self._note(HOST, {"by": "clock"}, now)

    def _note(self, actor: int | Host, note: dict[str, Any], now: int) -> None:
        note["at"] = now
        if self.window is not None:
            note["window"] = self.window.number
        self.notes.append(note)
        self.actors.append(actor)
        self.follow(actor, now)

    def follow(self, actor: int | Host | None, now: int) -> None:
        """Bring window and clocks to where the game is."""
        number = self.game.window
        if number is not None:
            self.since.clear()
            if self.window is None or self.window.number != number:
                self._open_window(number, now)
            return
        self.window = None
        before = self.since
        self.since = {
            seat: before[seat] if seat in before and seat != actor else now for seat in self.due()
        }

    def _open_window(self, number: int, now: int) -> None:
        shown = self.game.spectator.view.window
        self.window = Window(number, now, tuple(self.due()), shown.attempts)
        self.window.closes = now + self.settings.window_ms

    def note_claim(self, window: Window, claim: Any, outcome: str) -> None:
        """Keep how a claim came out."""
        if not self.races or self.races[-1]["window"] != window.number:
            self.races.append(race_form(window))
        self.races[-1]["claims"].append({**claim.to_json(), "outcome": outcome})

    # Taking back.

    def can_take_back(self, seat: int) -> bool:
        """Whether the last action was this seat's own decision, outside a window, and told nobody anything.

        Each gives its seat a fresh clock, so that a game has a bounded number of them.
        """
        if not self.actors or self.actors[-1] != seat or self.is_over:
            return False
        if len(self.taken_back) >= _TAKE_BACKS:
            return False
        note = self.notes[-1]
        if "by" in note or "window" in note:
            return False
        told = self.game.referee.events(since=self.game.ply - 1)
        return all(event.kind in self._harmless for event in told)

    def take_back(self, now: int) -> None:
        """Stand where the game stood before the last action."""
        actor = self.actors.pop()
        note = self.notes.pop()
        self.stand_at(self.game.ply - 1)
        self.line += 1
        self.taken_back.append(
            {"seat": actor, "ply": len(self.notes), "at": now, "was": note["at"]}
        )
        self.since = {}
        self.follow(None, now)

    # Record.

    def record(self, table: Mapping[str, Any]) -> Record:
        """The game's record with the notes of its moves and the table's own part."""
        plain = self.game.record
        moves = tuple(
            Move(move.actor, move.action, dict(note))
            for move, note in zip(plain.moves, self.notes, strict=True)
        )
        own = {
            "line": self.line,
            "window": None if self.window is None else self.window.to_json(),
            "since": [[seat, since] for seat, since in self.since.items()],
            "races": self.races,
            "taken_back": self.taken_back,
        }
        return Record(
            plain.rules,
            plain.players,
            plain.first_player,
            plain.seed,
            moves,
            plain.decks,
            table={**table, **own},
        )

    @classmethod
    def of_record(cls, record: Record, settings: Settings) -> Match:
        """The inverse of `record`.

        Raises:
            RecordError: it can't be read or replayed.
        """
        table = record.table or {}
        now = number("time", table["time"])
        match = cls(record.replay(), settings, number("line", table["line"]), 0)
        match.notes = [dict(move.notes) for move in record.moves]
        for note in match.notes:
            number("the time of a move", note["at"], 0, now)
        match.actors = [move.actor for move in record.moves]
        match.window = None
        if table["window"] is not None:
            match.window = Window.from_json(table["window"], match.game, now)
        if (match.window.number if match.window else None) != match.game.window:
            raise RecordError("the window of the record's table is not that of its game")
        match.since = {}
        for seat, since in items("since", table["since"]):
            match.since[seat] = number("since", since, 0, now)
        if list(match.since) != ([] if match.window else match.due()):
            raise RecordError("the clocks of the record's table are not of those who are due")
        match.races = [_read_race(form) for form in items("races", table["races"])]
        match.taken_back = items("taken_back", table["taken_back"], _TAKE_BACKS)
        return match


def _read_race(form: Any) -> dict[str, Any]:
    """A race as it is kept; what it tells is for `redecide` to check."""
    window, opened, claims = table_fields("a race", form, "window", "opened", "claims")
    number("the window of a race", window)
    number("the opening of a race", opened)
    items("the claims of a race", claims)
    return dict(form)

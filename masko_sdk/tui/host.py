"""Who is asked when, whose screen it is, and how long a window stays open: a sitting without a screen.

It plays the `Game` itself, as the line table does, and not a `masko_sdk.table.Table`: a table judges messages of
people whom nobody sees, over lines that lag, and notes all that in its record. At one terminal keys come one after the
other and there is one clock, so the first key is the first claim; and records are those of the line table, so that
either goes on with what the other has saved.

With several persons the screen belongs to one of them at a time, and they are asked in due order, whatever they
hold, so that being asked tells nothing. One person among bots has a race: all may claim for as long as the window is
open, each bot at a time that follows from its place alone, and then the host closes the window (M17).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from masko_sdk import HOST
from masko_sdk.cli.arguments import Chair

__all__ = ["Host", "Pace", "Stage"]


class Stage(Enum):
    """What the screen is for."""

    ACT = "act"
    """The person in front decides."""
    WATCH = "watch"
    """The person in front watches bots."""
    READ = "read"
    """The person in front reads what only they may know, before the screen goes to another."""
    HAND_OVER = "hand_over"
    """The screen is empty, and waits for the next person."""
    OVER = "over"
    """The game is over."""


@dataclass(frozen=True)
class Pace:
    """How quickly things happen, in milliseconds.

    Attributes:
        bot_ms: how long a bot waits before each decision, while one person watches.
        window_ms: how long a window stays open for one person among bots; None: until they answer.
        guard_ms: for how long keys are ignored after a window has opened, so that none hits it by accident.
        hand_over_ms: for how long Enter is ignored after a screen was hidden, so that pressed twice it shows nothing.
    """

    bot_ms: int = 800
    window_ms: int | None = 6000
    guard_ms: int = 300
    hand_over_ms: int = 600


@dataclass
class _Race:
    """An open window with a clock: when it opened, and when each bot decides."""

    number: int
    opened: int
    bots: dict[int, int]


class Host:
    """A game with persons and bots at one screen. All times are milliseconds of one clock that never goes back.

    Args:
        game: the game.
        chairs: who sits at each seat.
        seen: for each seat the ply up to which it has been told; -1: nothing.
        pace: how quickly things happen.
        played: called after each action, to keep the record.
        now: the time.

    Attributes:
        stage: what the screen is for.
        front: the seat whose screen it is, or None.
        asked: the seat that is to decide, or that the screen is to go to; None: no person.
    """

    def __init__(
        self,
        game: Any,
        chairs: Sequence[Chair],
        seen: Sequence[int] = (),
        pace: Pace | None = None,
        played: Callable[[], None] = lambda: None,
        now: int = 0,
    ) -> None:
        self.game = game
        self.chairs = tuple(chairs)
        self.seen = list(seen) or [-1] * len(self.chairs)
        self.pace = pace or Pace()
        self.persons = [seat for seat, chair in enumerate(chairs) if chair.bot is None]
        self.front: int | None = None if self.is_shared else self.persons[0]
        self.asked: int | None = None
        self.stage = Stage.WATCH
        self._played = played
        self._moved = now  # when the last action was played
        self._window: int | None = None
        self._opened = now  # when the window opened
        self._race: _Race | None = None
        self._settle(now)

    @property
    def is_shared(self) -> bool:
        """Whether several persons share the screen."""
        return len(self.persons) > 1

    @property
    def player(self) -> Any:
        """The player in front; None while the screen is nobody's."""
        return None if self.front is None else self.game.players[self.front]

    # What persons do.

    def play(self, action: Any, now: int) -> None:
        """The person in front does it.

        Raises:
            RuleViolation: it is refused; nothing has changed.
        """
        self.player.play(action)
        self._after(now)

    def confirm(self, now: int) -> None:
        """The person in front has read, or the next one has taken the screen."""
        if self.stage is Stage.READ:
            self.front = None
        elif self.stage is Stage.HAND_OVER:
            self.front = self.asked
        self._settle(now)

    def hide(self) -> None:
        """Take the screen from whoever has it."""
        if self.is_shared and self.front is not None:
            self.front = None
            self.stage = Stage.OVER if self.game.is_over else Stage.HAND_OVER

    # What is told.

    def told(self) -> tuple[Any, ...]:
        """All events that the one in front may know; at the end of a shared game, those that all may know."""
        observer = self.game.spectator if self.player is None else self.player
        events: tuple[Any, ...] = observer.events()
        return events

    def news(self) -> tuple[Any, ...]:
        """The events that the one in front has not been told yet, and marks them as told."""
        if self.player is None:
            since = min(self.seen[seat] for seat in self.persons)
            events: tuple[Any, ...] = self.game.spectator.events(since=since)
            return events
        events = self.player.events(since=self.seen[self.player.seat])
        self.seen[self.player.seat] = self.game.ply
        return events

    def _has_secrets(self, player: Any) -> bool:
        """Whether what this seat has not been told yet is partly for it alone."""
        since = self.seen[player.seat]
        return bool(player.events(since=since) != self.game.spectator.events(since=since))

    # What happens by itself.

    @property
    def next_deadline(self) -> int | None:
        """When `advance` has something to do; None: nothing until a person acts."""
        if self.stage not in (Stage.ACT, Stage.WATCH):
            return None
        if self._race is not None and self._is_due(self.persons[0]):
            return min([self._race_end, *self._race.bots.values()])
        return self._moved + self.pace.bot_ms if self.stage is Stage.WATCH else None

    def advance(self, now: int) -> bool:
        """Let bots and the clock do the next thing that is due by now, and return whether there was one."""
        deadline = self.next_deadline
        if deadline is None or deadline > now:
            return False
        if self._race is not None and self._is_due(self.persons[0]):
            self._run_race(deadline)
        else:
            self._bot(self.game.to_act[0])
        self._after(now)
        return True

    def window_left(self, now: int) -> int | None:
        """For how long the person may still claim; None: there is no clock."""
        if self._race is None or not self._is_due(self.persons[0]):
            return None
        return max(0, self._race_end - now)

    def is_guarded(self, now: int) -> bool:
        """Whether a window has only just opened."""
        return self.game.window is not None and now - self._opened < self.pace.guard_ms

    @property
    def _race_end(self) -> int:
        assert self._race is not None
        assert self.pace.window_ms is not None
        return self._race.opened + self.pace.window_ms

    def _run_race(self, deadline: int) -> None:
        assert self._race is not None
        times = self._race.bots
        first = min(times, key=lambda seat: times[seat], default=None)
        if first is None or times[first] > deadline:
            self.game.play(HOST, self.game.legal_actions(HOST)[0])
            return
        del times[first]
        self._bot(self.game.players[first])
        if first in self._due():  # a wrong claim with attempts left: again before the end
            times[first] = (deadline + self._race_end) // 2 + 1

    def _bot(self, player: Any) -> None:
        bot = self.chairs[player.seat].bot
        assert bot is not None
        player.play(bot(player))

    # Where the game stands.

    def _after(self, now: int) -> None:
        self._moved = now
        self._settle(now)
        self._played()

    def _due(self) -> list[int]:
        return [player.seat for player in self.game.to_act]

    def _is_due(self, seat: int) -> bool:
        return seat in self._due()

    def _settle(self, now: int) -> None:
        """Find out who is asked, and what the screen is for."""
        if self.is_shared:
            self._run_bots()
        self._follow_window(now)
        self.asked = self._find_asked()
        self.stage = self._find_stage()
        if self.stage in (Stage.HAND_OVER, Stage.OVER) and self.is_shared:
            self.front = None

    def _run_bots(self) -> None:
        """Between persons who share a screen bots act at once: nobody would be there to watch."""
        while not self.game.is_over and self.game.to_act[0].seat not in self.persons:
            self._bot(self.game.to_act[0])

    def _follow_window(self, now: int) -> None:
        number = self.game.window
        if number != self._window:
            self._window, self._opened = number, now
        if number is None or self.is_shared or self.pace.window_ms is None:
            self._race = None
        elif self._race is None or self._race.number != number:
            bots = [seat for seat in self._due() if seat not in self.persons]
            step = self.pace.window_ms // (len(bots) + 1)
            times = {seat: now + step * place for place, seat in enumerate(bots, 1)}
            self._race = _Race(number, now, times)

    def _find_asked(self) -> int | None:
        if self.game.is_over:
            return None
        if self._race is not None and self._is_due(self.persons[0]):
            return self.persons[0]
        first: int = self.game.to_act[0].seat
        return first if first in self.persons else None

    def _find_stage(self) -> Stage:
        if self.asked is not None and self.asked == self.front:
            return Stage.ACT
        if self.is_shared and self.front is not None and self._has_secrets(self.player):
            return Stage.READ
        if self.game.is_over:
            return Stage.OVER
        return Stage.WATCH if self.asked is None else Stage.HAND_OVER

"""Leaks to plant: wrappers of a core at the backend protocol, each telling one thing too much."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from typing import Any

from masko_sdk import Game
from masko_sdk import _backend as b
from masko_sdk._codec import tables_of

__all__ = ["LEAKS", "Honest"]


class Honest:
    """A core that hands everything through."""

    def __init__(self, core: Any, game: Game[Any, Any, Any]) -> None:
        self._core = core
        self._game = game
        self._tables = tables_of(game.rules.game)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._core, name)

    def clone(self) -> Any:
        return type(self)(self._core.clone(), self._game)

    # What only the host may know.

    def secret(self) -> Any:
        return self._tables.referee_view(self._core.view(b.HOST))

    def top(self) -> int:
        """The next card that will be drawn, or what else is hidden."""
        view = self.secret()
        pile = view.draw_pile or getattr(view, "mood_pile", ()) or (0,)
        return int(pile[0]) if isinstance(pile[0], int) else sum(n or 0 for n in pile[0])

    def field_words(self, words: array[int], name: str) -> slice:
        """Where a field of a view lies."""
        at = 0

        def take() -> int:
            nonlocal at
            at += 1
            return words[at - 1]

        for field, kind in self._tables.view_fields:
            start = at
            self._tables._reader(kind)(take)
            if field == name:
                return slice(start, at)
        raise KeyError(name)

    def shown_by_kind(self, viewer: int, since: int, kind: int, name: str) -> list[bytes]:
        """Events, those of one kind as the referee knows them."""
        told = self._core.events(viewer, since, kind)
        secret = self._core.events(b.HOST, since, kind)
        number = self._tables.event_kind(name)
        return [s if array("i", s)[0] == number else t for t, s in zip(told, secret, strict=True)]


class HiddenCardInView(Honest):
    def view(self, viewer: int) -> bytes:
        told, secret = array("i", self._core.view(viewer)), array("i", self._core.view(b.HOST))
        for i, word in enumerate(told):
            if word == b.NONE != secret[i]:
                told[i] = secret[i]
                break
        return told.tobytes()


class OnlookerSeesDrawnCard(Honest):
    def view(self, viewer: int) -> bytes:
        turn = self._core.turn
        seen: bytes = self._core.view(turn if viewer == b.ONLOOKER and turn >= 0 else viewer)
        return seen


class EventsNotRedacted(Honest):
    def events(self, viewer: int, since: int, kind: int) -> Any:
        return self._core.events(b.HOST, since, kind)


class DrawnCardsToldToAll(Honest):
    def events(self, viewer: int, since: int, kind: int) -> Any:
        return self.shown_by_kind(viewer, since, kind, "drew")


class OwnerSeesWhatItShows(Honest):
    """M28: all but the owner."""

    def events(self, viewer: int, since: int, kind: int) -> Any:
        return self.shown_by_kind(viewer, since, kind, "shown")


class LogGrowsWithHiddenCard(Honest):
    def events(self, viewer: int, since: int, kind: int) -> Any:
        told = self._core.events(viewer, since, kind)
        return told + told[-1:] if kind < 0 and self.top() % 2 else told


class AnswerGrowsWithHiddenCard(Honest):
    def play(self, who: int, code: int, viewer: int) -> Any:
        answer = self._core.play(who, code, viewer)
        return answer if isinstance(answer, int) else answer + answer[-1:] * (self.top() % 2)


class LegalListByHiddenCards(Honest):
    """Of several slots to claim or turn up, those with a good card alone."""

    def legal(self, who: int) -> Any:
        codes = self._core.legal(who)
        actions = [self._tables.actions[code] for code in codes]
        view = self.secret()
        if view.phase not in ("window", "setup", "flip") or who == b.HOST:
            return codes
        wanted = view.window.card if view.phase == "window" else None
        good = [
            code
            for code, action in zip(codes, actions, strict=True)
            if not hasattr(action, "slot") or self.is_good(view.hands[who][action.slot], wanted)
        ]
        return good or codes

    @staticmethod
    def is_good(card: int, wanted: int | None) -> bool:
        return card < 5 if wanted is None else card == wanted


class ReasonByHiddenCard(Honest):
    def reason(self, who: int, code: int) -> int:
        reason: int = self._core.reason(who, code)
        return (reason + self.top()) % len(self._tables.reasons)


class StatusByHiddenCard(Honest):
    def play(self, who: int, code: int, viewer: int) -> Any:
        answer = self._core.play(who, code, viewer)
        return b.NOT_DUE if answer == b.ILLEGAL and self.top() % 2 else answer


class MemoryOfAnotherSeat(Honest):
    def memory(self, seat: int) -> Any:
        return self._core.memory((seat + 1) % len(self._game.players))


class PileTopInItsSize(Honest):
    def view(self, viewer: int) -> bytes:
        words = array("i", self._core.view(viewer))
        words[self.field_words(words, "draw_size").start] += self.top()
        return words.tobytes()


class NextMoodInView(Honest):
    """F4: turned before the next trick, and not known until then."""

    def view(self, viewer: int) -> bytes:
        words = array("i", self._core.view(viewer))
        ahead = self.secret().mood_pile
        if ahead:
            words[self.field_words(words, "mood").start] = sum(n or 0 for n in ahead[0])
        return words.tobytes()


class DueOnlyWithMatchingCard(Honest):
    """M17: every seat that holds a card is due."""

    def due(self) -> Any:
        seats, view = self._core.due(), self.secret()
        if view.window is None:
            return seats
        return [seat for seat in seats if view.window.card in view.hands[seat].values()]


class TrueWorld(Honest):
    def sample_world(self, seat: int, key: bytes) -> Any:
        return self._core.clone()


class WorldFollowsTrueCards(Honest):
    def sample_world(self, seat: int, key: bytes) -> Any:
        return self._core.sample_world(seat, hashlib.sha256(key + self._core.digest()).digest())


class PolicyPeeks(Honest):
    def choose(self, seat: int, policy: int, parameters: Sequence[int]) -> Any:
        legal = self._core.legal(seat)
        return legal[self.top() % len(legal)] if legal else -1


class WindowByHiddenCard(Honest):
    @property
    def window(self) -> int:
        number: int = self._core.window
        return number and number + self.top() % 2


class StandingCountsHiddenCard(Honest):
    def outcome(self) -> bytes:
        words = array("i", self._core.outcome())
        words[1] += self.top()
        return words.tobytes()


class OverByHiddenCard(Honest):
    @property
    def is_over(self) -> bool:
        return bool(self._core.is_over) or self.top() % 2 == 1


class TurnByHiddenCard(Honest):
    @property
    def turn(self) -> int:
        turn: int = self._core.turn
        return turn if turn < 0 else (turn + self.top()) % len(self._game.players)


ALL = ("masko", "skyjo", "mojo", "fifty")
DRAWS = ("masko", "skyjo", "mojo")
GRIDS = ("masko", "skyjo")

# The leak, the games that it is planted in, the channel on which it must be found.
LEAKS: list[tuple[type[Honest], tuple[str, ...], str]] = [
    (HiddenCardInView, ALL, "view"),
    (HiddenCardInView, GRIDS, "catch-up"),
    (HiddenCardInView, ALL, "repr of view"),
    (HiddenCardInView, GRIDS, "picture"),
    (OnlookerSeesDrawnCard, GRIDS, "view"),
    (EventsNotRedacted, DRAWS, "events"),
    (DrawnCardsToldToAll, DRAWS, "events"),
    (OwnerSeesWhatItShows, ("masko",), "events"),
    (LogGrowsWithHiddenCard, ALL, "length of events"),
    (AnswerGrowsWithHiddenCard, ALL, "answer of play"),
    (LegalListByHiddenCards, GRIDS, "legal list"),
    (LegalListByHiddenCards, GRIDS, "length of legal list"),
    (ReasonByHiddenCard, DRAWS, "refusal"),
    (StatusByHiddenCard, ALL, "refusal"),
    (MemoryOfAnotherSeat, ("masko", "mojo", "fifty"), "memory"),
    (PileTopInItsSize, DRAWS, "view"),
    (PileTopInItsSize, DRAWS, "picture"),
    (NextMoodInView, ("fifty",), "view"),
    (DueOnlyWithMatchingCard, ("masko",), "due list"),
    (DueOnlyWithMatchingCard, ("masko",), "is due"),
    (TrueWorld, ALL, "world"),
    (WorldFollowsTrueCards, ALL, "world"),
    (PolicyPeeks, ALL, "choice of"),
    (WindowByHiddenCard, ("masko",), "window"),
    (WindowByHiddenCard, ("masko",), "stale refusal"),
    (StandingCountsHiddenCard, ALL, "standing"),
    (OverByHiddenCard, ALL, "repr of game"),
    (TurnByHiddenCard, ALL, "turn"),
]

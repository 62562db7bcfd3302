"""Fifty Fifty, slow and plain, written from the rule text alone (clauses F1-F11, C1-C11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

Mood = tuple[int | None, int | None]  # (yellow, blue); a cover is (0, None) or (None, 0)

# F1
DECK: list[int] = list(range(1, 51))
DEFAULTS: dict[str, Any] = {
    "mood_deck": [
        [1, 7],
        [7, 1],
        [2, 6],
        [6, 2],
        [3, 5],
        [5, 3],
        [4, 4],
        [3, 3],
        [2, 4],
        [4, 2],
    ],
}
TRICKS = 9  # F2, F7


class Refused(Exception):
    """The action is not legal now (C11)."""


class Chance(Protocol):
    def deck(self, round: int) -> tuple[Sequence[int], Sequence[Sequence[int | None]]]: ...


def as_moods(cards: Sequence[Sequence[int | None]]) -> list[Mood]:
    return [(yellow, blue) for yellow, blue in cards]


def is_cover(mood: Mood) -> bool:
    """F10: a cover is 0 beside None."""
    return None in mood


def cancel(laughing: int, furious: int) -> tuple[int, int]:
    """F5: opposite halves of one player cancel; one colour remains at most."""
    pairs = min(laughing, furious)
    return laughing - pairs, furious - pairs


def score_masks(laughing: int, furious: int) -> int:
    """F7: each half mask that remains counts one."""
    return sum(cancel(laughing, furious))


def covered(scoring: Mood, covers: list[Mood]) -> tuple[int, int]:
    """F10: the colour where a cover shows 0 gives no half masks in that trick."""
    yellow, blue = scoring
    assert yellow is not None
    assert blue is not None
    if (0, None) in covers:
        yellow = 0
    if (None, 0) in covers:
        blue = 0
    return yellow, blue


def round_to_erase(standing: list[int]) -> int | None:
    """F8: the largest earlier round still standing, the earliest of equals; None if none counts."""
    if max(standing, default=0) == 0:
        return None
    return standing.index(max(standing))


def make_outcome(totals: list[int]) -> dict[str, Any]:
    """C9: lowest first; equal totals share the rank and use up its places."""
    ranks = [1 + sum(other < mine for other in totals) for mine in totals]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return {"totals": list(totals), "ranks": ranks, "winners": winners, "truncated": False}


class Fifty:
    def __init__(
        self,
        options: Mapping[str, object] = {},
        *,
        players: int,
        first_player: int = 0,
        chance: Chance,
    ) -> None:
        assert 3 <= players <= 5
        assert set(options) <= set(DEFAULTS)
        self.options: dict[str, Any] = {**DEFAULTS, **options}
        self.players = players
        self.first_player = first_player
        self.chance = chance
        self.ply = 0
        self.window: None = None
        self.standing: list[list[int]] = [[] for _ in range(players)]  # by seat, by round (F8)
        self.records: list[dict[str, Any]] = []
        self.log: list[tuple[int, dict[str, Any]]] = []
        self.final: dict[str, Any] | None = None
        self.phase = "trick"
        self.deal(0)

    # ---- events -------------------------------------------------------------------------------

    def tell(self, kind: str, **fields: Any) -> None:
        self.log.append((self.ply, deepcopy({"type": kind, **fields})))

    def events(self, observer: int | str | None, since: int = -1) -> list[dict[str, Any]]:
        """No event of this game holds a secret."""
        return [deepcopy(event) for ply, event in self.log if ply > since]

    # ---- the deal and the Mood cards ----------------------------------------------------------

    def deal(self, round: int) -> None:
        """F2, C4: nine cards each; F3: the leader moves one seat clockwise each round."""
        fifties, moods = self.chance.deck(round)
        cards = list(fifties)
        self.mood_pile = as_moods(moods)
        assert sorted(cards) == DECK
        assert Counter(self.mood_pile) == Counter(as_moods(self.options["mood_deck"]))
        self.round = round
        self.starter = (self.first_player + round) % self.players
        self.hands: list[list[int]] = [[] for _ in range(self.players)]
        for _ in range(TRICKS):
            for k in range(self.players):
                self.hands[(self.starter + k) % self.players].append(cards.pop(0))
        self.draw_pile = cards
        self.mood_used: list[Mood] = []
        self.played: list[list[int]] = [[] for _ in range(self.players)]
        self.masks: list[tuple[int, int]] = [(0, 0) for _ in range(self.players)]
        self.tell("dealt", starter=self.starter, round=round)
        self.begin_trick(0, self.starter)

    def begin_trick(self, number: int, leader: int) -> None:
        """F4: a Mood card is turned; F10: a cover is laid over the next one."""
        self.trick_number = number
        self.leader = leader
        self.trick: list[tuple[int, int]] = []  # (seat, card) in the order played
        covers: list[Mood] = []
        while True:
            mood = self.mood_pile.pop(0)
            self.mood_used.append(mood)
            self.tell("mood_turned", mood=list(mood), trick=number)
            if not is_cover(mood):
                break
            covers.append(mood)
        self.mood = covered(mood, covers)

    # ---- what may be done ---------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """F4: the leader, then the others clockwise."""
        if self.phase == "over":
            return None
        return (self.leader + len(self.trick)) % self.players

    @property
    def to_act(self) -> list[int]:
        return [] if self.turn is None else [self.turn]

    def legal(self, who: int | str) -> list[str]:
        """F4: any card of the own hand."""
        if not isinstance(who, int) or who not in self.to_act:
            return []
        return [f"play {card}" for card in sorted(self.hands[who])]

    def play(self, who: int | str, action: str) -> None:
        if action not in self.legal(who):
            raise Refused(f"{who}: {action}")
        assert isinstance(who, int)
        self.ply += 1
        card = int(action.split(" ")[1])
        self.hands[who].remove(card)
        self.played[who].append(card)
        self.trick.append((who, card))
        self.tell("played", seat=who, card=card)
        if len(self.trick) == self.players:
            self.end_trick()

    # ---- the end of a trick, a round, the game ------------------------------------------------

    def give(self, seat: int, laughing: int, furious: int) -> None:
        """F5: half masks are added, opposite ones cancel at once."""
        had_laughing, had_furious = self.masks[seat]
        self.masks[seat] = cancel(had_laughing + laughing, had_furious + furious)

    def end_trick(self) -> None:
        """F5: highest takes blue furious halves, lowest yellow laughing ones; F6: and it leads."""
        highest = max(self.trick, key=lambda seat_card: seat_card[1])[0]
        lowest = min(self.trick, key=lambda seat_card: seat_card[1])[0]
        yellow, blue = self.mood
        self.give(highest, 0, blue)
        self.give(lowest, yellow, 0)
        self.trick = []
        self.tell(
            "trick_scored",
            trick=self.trick_number,
            highest=highest,
            furious=blue,
            lowest=lowest,
            laughing=yellow,
        )
        if self.trick_number == TRICKS - 1:
            self.end_round()
        else:
            self.begin_trick(self.trick_number + 1, highest)

    def erase(self, seat: int) -> int | None:
        """F8: a player with none erases the worst of the own earlier rounds."""
        worst = round_to_erase(self.standing[seat])
        if worst is not None:
            self.tell("erased", seat=seat, round=worst, count=self.standing[seat][worst])
            self.standing[seat][worst] = 0
        return worst

    @property
    def totals(self) -> list[int]:
        """F8: the totals count what still stands."""
        return [sum(counts) for counts in self.standing]

    def end_round(self) -> None:
        """F7-F9, C8: count, erase, record; then the end or the next deal."""
        scores = [score_masks(laughing, furious) for laughing, furious in self.masks]
        erased = [self.erase(seat) if scores[seat] == 0 else None for seat in range(self.players)]
        for seat in range(self.players):
            self.standing[seat].append(scores[seat])
        record = {
            "round": self.round,
            "starter": self.starter,
            "masks": self.view_masks(),
            "scores": scores,
            "totals": self.totals,
            "erased": erased,
        }
        self.records.append(record)
        self.tell("round_scored", result=record)
        if self.round == self.players - 1:  # F9: as many rounds as players
            self.end_game()
        else:
            self.deal(self.round + 1)

    def end_game(self) -> None:
        """F9, C9."""
        self.phase = "over"
        self.final = make_outcome(self.totals)
        self.tell("game_ended", outcome=self.final)

    # ---- what is known ------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def outcome(self) -> dict[str, Any] | None:
        return deepcopy(self.final)

    @property
    def rounds(self) -> list[dict[str, Any]]:
        return deepcopy(self.records)

    def view_masks(self) -> list[dict[str, int]]:
        return [{"laughing": laughing, "furious": furious} for laughing, furious in self.masks]

    def view_hand(self, seat: int, observer: int | str | None) -> list[int | None]:
        """F11: a seat knows its own hand alone."""
        if observer == "host" or observer == seat:
            return [*sorted(self.hands[seat])]
        return [None] * len(self.hands[seat])

    def view(self, observer: int | str | None) -> dict[str, Any]:
        view: dict[str, Any] = {
            "ply": self.ply,
            "turn": self.turn,
            "phase": self.phase,
            "round": self.round,
            "starter": self.starter,
            "totals": self.totals,
            "hands": [self.view_hand(seat, observer) for seat in range(self.players)],
            "mood": list(self.mood),
            "mood_used": [list(mood) for mood in self.mood_used],
            "mood_left": len(self.mood_pile),
            "trick_number": self.trick_number,
            "trick": [{"seat": seat, "card": card} for seat, card in self.trick],
            "played": [list(cards) for cards in self.played],
            "masks": self.view_masks(),
        }
        if observer == "host":
            view["draw_pile"] = list(self.draw_pile)
            view["mood_pile"] = [list(mood) for mood in self.mood_pile]
        return view

    def memory(self, seat: int) -> dict[int, int]:
        """F11: own hand and all played cards."""
        cards = self.hands[seat] + [card for cards in self.played for card in cards]
        return dict.fromkeys(cards, 1)

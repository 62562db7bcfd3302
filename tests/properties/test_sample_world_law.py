"""Sampled worlds follow the law of C12: all placements of the hidden cards that satisfy the facts are equally likely.

The expected law is enumerated over single cards, independently of the core; the seeds are fixed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from masko_sdk import HOST, Game, fifty, masko, mojo, skyjo
from tests.properties.posterior import ALPHA, Law, faces_evenly, p_value, placements, uniform
from tests.support.games.masko import DECK as MASKO_DECK
from tests.support.games.mojo import DECK as MOJO_DECK
from tests.support.games.skyjo import DECK as SKYJO_DECK

pytestmark = pytest.mark.slow

SAMPLES = 8_000
MOJO_PILE = 2
Read = Callable[[Any], tuple[Any, ...]]


def sampled(game: Game[Any, Any, Any], seat: int, read: Read, n: int = SAMPLES) -> list[Any]:
    """What is read of the referee's views of so many worlds."""
    player = game.players[seat]
    return [read(player.sample_world(seed).referee.view) for seed in range(n)]


def rest(deck: list[Any], *used: list[Any]) -> list[Any]:
    """The deck without these cards."""
    left = list(deck)
    for cards in used:
        for card in cards:
            left.remove(card)
    return left


# Masko.


def masko_law_game(hands: list[list[str]], pile: list[str], seed: int = 1) -> Any:
    """Two hands of four, seat 0 dealt first, and the pile; each has looked at the slots 0 and 1."""
    dealt = [hands[seat][slot] for slot in range(4) for seat in (0, 1)]
    game = Game(masko.Rules(), 2, seed=seed, decks=[dealt + pile])
    for seat in (0, 1):
        for slot in (0, 1):
            game.play(seat, masko.Look(seat, slot))
    return game


def draw_and_discard(game: Any) -> None:
    """The turn discards what it drew, nobody claims, and a power is used up without much ado."""
    seat = game.turn.seat
    game.play(seat, masko.Draw())
    game.play(seat, masko.Discard())
    settle(game)


def settle(game: Any) -> None:
    while game.spectator.view.phase != masko.Phase.TURN:
        if game.window:
            game.play(HOST, masko.Close())
        else:
            player = game.to_act[0]
            quiet = (masko.Decline(), player.legal_actions[0])
            game.play(player.seat, next(a for a in quiet if a in player.legal_actions))


def hidden_places(game: Any, seat: int) -> list[tuple[int, int]]:
    hands = game.spectator.view.hands
    places = [(owner, slot) for owner, hand in enumerate(hands) for slot in hand]
    return [place for place in places if place not in game.players[seat].memory]


def reading(places: list[tuple[int, int]]) -> Read:
    """The faces on these places, then those of the draw pile."""
    return lambda view: (
        *(view.hands[owner][slot].wire for owner, slot in places),
        *(card.wire for card in view.draw_pile),
    )


def late_round() -> tuple[Any, list[str], Read]:
    """Seat 0 has not seen six cards in the hands and two in the draw pile."""
    mine, yours = ["gather", "1", "7", "7"], ["draw_one", "7", "8", "8"]
    bottom = ["7", "8"]
    middle = rest(MASKO_DECK, mine, yours, bottom)
    game = masko_law_game([mine, yours], random.Random(5).sample(middle, len(middle)) + bottom)
    while game.spectator.view.draw_size > 2:
        draw_and_discard(game)
    places = hidden_places(game, 0)
    view = game.referee.view
    return game, list(reading(places)(view)), reading(places)


def test_late_in_a_round_of_masko_all_placements_are_equally_likely() -> None:
    game, hidden, read = late_round()
    law = placements(hidden, len(hidden))
    assert len(law) > 50
    assert p_value(law, sampled(game, 0, read)) > ALPHA


def test_a_law_that_draws_faces_evenly_is_rejected() -> None:
    _, hidden, _ = late_round()
    law = placements(hidden, len(hidden))
    rng = random.Random(1)
    wrong = [faces_evenly(hidden, (rng.randrange(720720) for _ in count())) for _ in range(SAMPLES)]
    assert p_value(law, wrong) < ALPHA


KNOWN, UNKNOWN, LEFT = ["5", "6"], ["5", "draw_one"], ["5", "draw_one"]
CLAIMED = ["1", "2", "3", "4"]
PLACES = [(0, 0), (0, 1), (1, 0), (1, 1)]


def gathered_game(seed: int) -> Any:
    """Seat 0 knew a 5 and a 6 when four cards were gathered, and has not seen the other two, nor two in the draw pile.

    Two cards of each seat are claimed away first; then seat 1 draws all specials, and seat 0 the Ramassage.
    """
    hands = [[*KNOWN, *CLAIMED[:2]], [*UNKNOWN, *CLAIMED[2:]]]
    drawn = rest(MASKO_DECK, *hands, CLAIMED, LEFT, ["gather"])
    drawn.sort(key=str.isdigit)
    theirs, ours = drawn[: len(drawn) // 2], drawn[len(drawn) // 2 :]
    middle = [card for pair in zip(ours, theirs, strict=True) for card in pair]
    game = masko_law_game(hands, [*CLAIMED, *middle, "gather", *LEFT], seed)
    for claimer, slot in ((0, 2), (0, 3), (1, 2), (1, 3)):
        seat = game.turn.seat
        game.play(seat, masko.Draw())
        game.play(seat, masko.Discard())
        game.play(claimer, masko.Intercept(slot))
    while game.spectator.view.draw_size > len(LEFT):
        draw_and_discard(game)
    assert game.referee.events()[-2].kind == "gathered"
    return game


def meet(game: Any, face: str) -> tuple[int, int] | None:
    """The turn takes the top of the discard for a gathered card of this face, which all see then."""
    seat = game.turn.seat
    hand = game.referee.view.hands[seat]
    slot = next((slot for slot, card in hand.items() if card.wire == face), None)
    if slot is None:
        return None
    game.play(seat, masko.Take())
    game.play(seat, masko.Keep(slot))
    settle(game)
    return seat, slot


def gathered_situation(faces: list[str]) -> tuple[Any, Law, Read]:
    """A game in which these gathered cards were met since, and the law of what seat 0 has not seen."""
    for seed in count():
        game = gathered_game(seed)
        met = {}
        for face in faces:
            place = meet(game, face)
            if place is None:
                break
            met[PLACES.index(place)] = face
        if len(met) == len(faces):
            break
    cards = [*KNOWN, *UNKNOWN, *LEFT]

    def fits(laid: tuple[int, ...]) -> bool:
        known_among_gathered = {0, 1} <= set(laid[: len(PLACES)])
        return known_among_gathered and all(cards[laid[i]] == face for i, face in met.items())

    def read(faces: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(face for i, face in enumerate(faces) if i not in met)

    law = placements(cards, len(cards), fits, read)
    return game, law, reading([place for i, place in enumerate(PLACES) if i not in met])


@pytest.mark.parametrize("met", [[], ["5"], ["6"], ["5", "5"], ["5", "6"]], ids="+".join)
def test_after_a_ramassage_known_cards_lie_among_the_gathered(met: list[str]) -> None:
    game, law, read = gathered_situation(met)
    assert p_value(law, sampled(game, 0, read)) > ALPHA


@pytest.mark.parametrize("met", [[], ["5"]], ids="+".join)
def test_a_law_that_counts_faces_instead_of_cards_is_rejected(met: list[str]) -> None:
    _, law, _ = gathered_situation(met)
    wrong = random.Random(1).choices(list(uniform(law)), k=SAMPLES)
    assert p_value(law, wrong) < ALPHA


# Skyjo.


def skyjo_turn(game: Any) -> None:
    """Draw and replace: a hidden card while there are two, then an open one."""
    player = game.turn
    grid = player.view.hands[player.seat]
    hidden = [slot for slot, card in grid.items() if card is None]
    shown = [slot for slot, card in grid.items() if card is not None]
    player.play(skyjo.Draw())
    slots = hidden[:1] if len(hidden) > 1 else shown
    player.play(skyjo.Replace(random.Random(game.ply).choice(slots)))


def skyjo_late(seed: int, size: int) -> Any:
    """One hidden card in each grid, and so many in the draw pile."""
    game = Game(skyjo.Rules(), 2, seed=seed, decks=[random.Random(seed).sample(SKYJO_DECK, 150)])
    for seat in (0, 1):
        for slot in (0, 1):
            game.play(seat, skyjo.Flip(slot))
    while game.spectator.view.draw_size > size:
        skyjo_turn(game)
    return game


def skyjo_hidden(game: Any) -> list[tuple[int, int]]:
    hands = game.spectator.view.hands
    return [
        (seat, s) for seat, hand in enumerate(hands) for s, card in hand.items() if card is None
    ]


def test_late_in_a_round_of_skyjo_all_placements_are_equally_likely() -> None:
    game = skyjo_late(4, 3)
    places = skyjo_hidden(game)

    def read(view: Any) -> tuple[int, ...]:
        return (*(view.hands[seat][slot] for seat, slot in places), *view.draw_pile)

    hidden = read(game.referee.view)
    assert len(places) == 2
    assert p_value(placements(hidden, len(hidden)), sampled(game, 0, read)) > ALPHA


def test_after_a_reshuffle_grids_hold_undealt_faces_and_the_held_card_a_reshuffled_one() -> None:
    """S12: what went into the draw pile was public, and what is hidden in the grids was not in it."""
    game = skyjo_late(4, 0)
    pile = list(game.spectator.view.discard[:-1])
    places = skyjo_hidden(game)
    drawer = game.turn
    drawer.play(skyjo.Draw())
    grid = placements([game.referee.view.hands[seat][slot] for seat, slot in places], 2)
    assert len(grid) == 2
    held = placements(pile, 1)
    law = {(*g, *h): p * q for g, p in grid.items() for h, q in held.items()}

    def read(view: Any) -> tuple[int, ...]:
        return (*(view.hands[seat][slot] for seat, slot in places), view.held.card)

    assert p_value(law, sampled(game, 1 - drawer.seat, read)) > ALPHA


# Mojo.


def mojo_step(game: Any, rng: random.Random) -> None:
    """The least card that is higher than a top, so that a card is drawn for it; else the lowest one."""
    player = game.turn
    if player.view.phase == mojo.Phase.OWED:
        draw, take = player.legal_actions
        player.play(take if rng.random() < 0.2 else draw)
        return
    tops = player.view.discard_top
    plays = sorted(player.legal_actions, key=lambda a: getattr(a, "value", 0))
    higher = [a for a in plays if a.kind == "play" and a.value > tops[a.pile]]
    player.play(higher[0] if higher else plays[0])


def mojo_late(discards: int) -> Any:
    """Few cards in the draw pile, none reshuffled; with two discards a card of seat 1 is known (J13)."""
    for seed in count():
        rng = random.Random(seed)
        game = Game(
            mojo.Rules(discards=discards, mojo_at=1),
            2,
            decks=[rng.sample(MOJO_DECK, len(MOJO_DECK))],
            seed=seed,
        )
        while not game.rounds and game.spectator.view.draw_size > MOJO_PILE:
            mojo_step(game, rng)
        if not game.rounds and bool(game.spectator.view.known[1]) == (discards == 2):
            return game
    raise AssertionError


@pytest.mark.parametrize("discards", [1, 2])
def test_late_in_a_round_of_mojo_all_placements_are_equally_likely(discards: int) -> None:
    """The other hand is what is left when the draw pile is told."""
    game = mojo_late(discards)
    view = game.referee.view
    theirs = rest([*view.hands[1], *view.face_down[1]], view.known[1])
    law = placements([*theirs, *view.draw_pile], MOJO_PILE)
    assert len(law) > 5
    assert p_value(law, sampled(game, 0, lambda world: world.draw_pile)) > ALPHA


# Fifty Fifty.


def test_in_the_last_trick_of_fifty_all_unseen_cards_are_equally_likely() -> None:
    game = Game(fifty.Rules(), 3, seed=8)
    while game.spectator.view.trick_number < 8:
        game.play(game.turn.seat, game.turn.legal_actions[0])
    seat, view = game.turn.seat, game.referee.view
    others = [other for other in range(3) if other != seat]
    unseen = [*(view.hands[other][0] for other in others), *view.draw_pile]

    def read(world: Any) -> tuple[int, ...]:
        return tuple(world.hands[other][0] for other in others)

    assert p_value(placements(unseen, 2), sampled(game, seat, read)) > ALPHA


def test_the_mood_cards_left_lie_in_any_order() -> None:
    game = Game(fifty.Rules(), 3, seed=8)
    left = game.referee.view.mood_pile
    law = placements(left, 2)
    assert p_value(law, sampled(game, 1, lambda world: tuple(world.mood_pile[:2]))) > ALPHA

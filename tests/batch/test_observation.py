"""What the numbers of an observation hold: what the seat to act may know, as views and memories tell it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from masko_sdk import ArgumentError, Game, batch
from masko_sdk.games import GAMES
from tests.batch.lanes import STEPS, Lanes, a_setup, choose
from tests.support.options import player_range
from tests.support.seeds import run_seed


def worlds_agree(game: Game[Any, Any, Any], rng: random.Random) -> None:
    for player in game.players:
        world = player.sample_world(rng.getrandbits(64))
        here, there = batch.observation(player), batch.observation(world.players[player.seat])
        assert here.tolist() == there.tolist()


@pytest.mark.parametrize("trial", range(3))
def test_seats_that_know_the_same_are_given_the_same(name: str, trial: int) -> None:
    rng = random.Random(f"{run_seed()} worlds {name} {trial}")
    rules, players, first = a_setup(name, rng)
    env = batch.VectorEnv(rules, players, 2, rng.getrandbits(64), first_player=first)
    lanes = Lanes(env, first, None)
    for _ in range(STEPS // 4):
        for game in lanes.games:
            worlds_agree(game, rng)
        lanes.step(choose(env, rng))


def seen_from(seat: int, other: int | None, players: int) -> int:
    return -1 if other is None else (other - seat) % players


def clockwise(seat: int, players: int) -> list[int]:
    return [(seat + i) % players for i in range(players)]


def face(card: Any) -> int:
    return 0 if card is None else int(card)


def masko_fields(player: Any, players: int) -> dict[str, list[int]]:
    view, memory, seat = player.view, player.memory, player.seat
    slots = 56 - 4 * players
    hands = []
    for other in clockwise(seat, players):
        hand = [0] * slots
        for slot in view.hands[other]:
            hand[slot] = face(memory[other, slot]) if (other, slot) in memory else -1
        hands += hand
    window, power, held, call = view.window, view.power, view.held, view.masko
    due = [0] * players
    for place, other in enumerate(window.due if window else (), 1):
        due[(other - seat) % players] = place
    waiting = list(view.waiting)
    fill = 2 - len(waiting)
    return {
        "turn": [seen_from(seat, view.turn, players)],
        "starter": [seen_from(seat, view.starter, players)],
        "draw_size": [view.draw_size],
        "discard_size": [view.discard_size],
        "discard_top": [face(view.discard_top)],
        "held": [0 if held is None else -1 if held.card is None else int(held.card)],
        "held_taken": [int(held is not None and held.taken)],
        "window_card": [face(window.card) if window else 0],
        "window_seat": [seen_from(seat, window.seat if window else None, players)],
        "power": [face(power.card) if power else 0],
        "power_user": [seen_from(seat, power.user if power else None, players)],
        "power_owner": [seen_from(seat, power.owner if power else None, players)],
        "power_slot": [-1 if power is None or power.slot is None else power.slot],
        "waiting_cards": [face(w.card) for w in waiting] + [0] * fill,
        "waiting_seats": [seen_from(seat, w.seat, players) for w in waiting] + [-1] * fill,
        "used_specials": [view.used_specials],
        "maskoman": [seen_from(seat, call.seat if call else None, players)],
        "automatic": [int(call is not None and call.automatic)],
        "due": due,
        "hands": hands,
    }


def skyjo_fields(player: Any, players: int) -> dict[str, list[int]]:
    view, memory, seat = player.view, player.memory, player.seat
    grids = []
    for other in clockwise(seat, players):
        grid = [0] * 12
        for slot, card in view.hands[other].items():
            grid[slot] = -1 if card is None else int(card) + 3
        grids += grid
    held, top = view.held, view.discard_top
    deck = {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}
    return {
        "turn": [seen_from(seat, view.turn, players)],
        "starter": [seen_from(seat, view.starter, players)],
        "closer": [seen_from(seat, view.closer, players)],
        "draw_size": [view.draw_size],
        "discard_size": [view.discard_size],
        "discard_top": [0 if top is None else int(top) + 3],
        "held": [0 if held is None else -1 if held.card is None else int(held.card) + 3],
        "held_taken": [int(held is not None and held.taken)],
        "unseen": [n - memory.get(card, 0) for card, n in deck.items()],
        "grids": grids,
    }


def counts(cards: Any, values: int = 13) -> list[int]:
    counted = Counter(int(card) for card in cards)
    return [counted[value] for value in range(values)]


def mojo_fields(player: Any, players: int) -> dict[str, list[int]]:
    view, memory, seat = player.view, player.memory, player.seat
    order = clockwise(seat, players)
    tops, sizes = [int(t) + 1 for t in view.discard_top], list(view.discard_size)
    pad = [0] * (2 - len(tops))
    deck = [4] * 2 + [5] * 3 + [6] * 3 + [7] * 3 + [8] * 2
    own = view.hands[seat] + view.face_down[seat]
    return {
        "starter": [seen_from(seat, view.starter, players)],
        "side": [int(view.mojo_side)],
        "draw_size": [view.draw_size],
        "discard_tops": tops + pad,
        "discard_sizes": sizes + pad,
        "hand": counts(own),
        "unseen": [n - memory.get(value, 0) for value, n in enumerate(deck)],
        "hand_sizes": [len(view.hands[p]) + len(view.face_down[p]) for p in order],
        "face_down": [int(len(view.face_down[p]) > 0) for p in order],
        "known": [n for p in order for n in counts(view.known[p])],
        "turned_up": [n for p in order for n in counts(view.turned_up[p])],
    }


def fifty_fields(player: Any, players: int) -> dict[str, list[int]]:
    view, seat = player.view, player.seat
    order = clockwise(seat, players)
    own = {int(card) for card in view.hands[seat]}
    gone = {int(card) for cards in view.played for card in cards}
    trick = {t.seat: int(t.card) for t in view.trick}
    used = [-1 if n is None else n for mood in view.mood_used for n in mood]
    played = []
    for p in order:
        cards = [int(card) for card in view.played[p]]
        played += cards + [0] * (9 - len(cards))
    return {
        "trick": [view.trick_number],
        "starter": [seen_from(seat, view.starter, players)],
        "mood": list(view.mood),
        "mood_left": [view.mood_left],
        "mood_used": used + [0] * (32 - len(used)),
        "cards": [2 if c in gone else int(c in own) for c in range(1, 51)],
        "masks": [view.masks[p].laughing - view.masks[p].furious for p in order],
        "trick_cards": [trick.get(p, 0) for p in order],
        "played": played,
    }


FIELDS = {"masko": masko_fields, "skyjo": skyjo_fields, "mojo": mojo_fields, "fifty": fifty_fields}


@pytest.mark.parametrize("trial", range(2))
def test_fields_say_what_the_view_and_the_memory_say(name: str, trial: int) -> None:
    rng = random.Random(f"{run_seed()} fields {name} {trial}")
    rules, players, first = a_setup(name, rng)
    env = batch.VectorEnv(rules, players, 2, rng.getrandbits(64), first_player=first)
    lanes = Lanes(env, first, None)
    for _ in range(STEPS // 4):
        for game in lanes.games:
            for player in game.players:
                numbers = batch.observation(player)
                view = player.view
                expected = FIELDS[name](player, players)
                expected["round"] = [view.round]
                expected["totals"] = [view.totals[p] for p in clockwise(player.seat, players)]
                for field, values in expected.items():
                    assert numbers[env.layout.where(field)].tolist() == values, field
        lanes.step(choose(env, rng))


def test_who_has_seen_a_card_of_masko_is_told_in_turn() -> None:
    game = Game(GAMES["masko"].Rules(), 3, seed=5)
    layout = batch.observation_layout(game.rules, 3)
    game.play(1, GAMES["masko"].Look(1, 2))
    marks = {
        p.seat: batch.observation(p)[layout.where("seen_by")].reshape(3, -1) for p in game.players
    }
    assert marks[1][0, 2] == 0b001  # oneself
    assert marks[0][1, 2] == 0b010  # the seat to the left
    assert marks[2][2, 2] == 0b100
    assert all(m.sum() in (1, 2, 4) for m in marks.values())


@pytest.mark.parametrize("option", ["masko", "skyjo"])
def test_the_unseen_cards_are_those_of_the_deck_but_the_seen(option: str) -> None:
    game = Game(GAMES[option].Rules(), 4, seed=8)
    where = batch.observation_layout(game.rules, 4).where("unseen")
    size = {"masko": 53, "skyjo": 149}[option]  # Skyjo's discard has one card
    assert batch.observation(game.players[0])[where].sum() == size


# Layouts.


def test_sections_follow_each_other_and_fill_the_observation(name: str) -> None:
    low, high = player_range(name)
    for players in range(low, high + 1):
        rules = GAMES[name].Rules()
        layout = batch.observation_layout(rules, players)
        at = 0
        for section in layout.sections:
            assert section.offset == at
            assert section.length > 0
            at += section.length
        game = Game(rules, players, seed=1)
        assert at == layout.size == len(batch.observation(game.players[0]))
        assert batch.VectorEnv(rules, players, 1, 1).observations.shape == (1, at)


# Frozen with the version of the layout: another size needs another version.
SIZES = {
    "masko 1": {2: 237, 4: 371, 8: 447},
    "skyjo 1": {2: 51, 4: 77, 8: 129},
    "mojo 1": {2: 94, 4: 152, 8: 268},
    "fifty 1": {3: 134, 4: 153, 5: 174},
}


def test_sizes_of_each_version_stay(name: str) -> None:
    for players, size in SIZES[f"{name} 1"].items():
        layout = batch.observation_layout(GAMES[name].Rules(), players)
        assert (layout.version, layout.size) == (f"{name} 1", size)


def test_a_field_that_is_none_is_refused(name: str) -> None:
    low, _ = player_range(name)
    with pytest.raises(ArgumentError, match="no field"):
        batch.observation_layout(GAMES[name].Rules(), low).where("joker")

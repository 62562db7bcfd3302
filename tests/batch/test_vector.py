"""`batch.VectorEnv`: each lane is a `Game`, and its numbers are what the seat to act may know."""

from __future__ import annotations

import pickle
import random
import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest

from masko_sdk import ArgumentError, Game, RulesError, batch
from masko_sdk import _backend as b
from masko_sdk.games import GAMES
from tests.support.options import draw_options, player_range
from tests.support.seeds import CAMPAIGN, run_seed

NAMES = sorted(GAMES)
STEPS = 4000 if CAMPAIGN else 400
LANES = 5


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def a_setup(name: str, rng: random.Random) -> tuple[Any, int, int]:
    """Random rules, number of players and first player."""
    low, high = player_range(name)
    players = rng.randint(low, high)
    rules = GAMES[name].Rules.from_options(draw_options(rng, name))
    return rules, players, rng.randrange(players)


def bits_of(env: batch.VectorEnv) -> Any:
    """The masks as (n, codes) of 0 and 1, however they are packed."""
    if env.masks.shape[1] == env.action_count:
        return env.masks
    return np.unpackbits(env.masks, axis=1, bitorder="little", count=env.action_count)


def choose(env: batch.VectorEnv, rng: random.Random) -> list[int]:
    """A legal code for each lane: first a kind of action, and no announcement as a rule."""
    chosen = []
    for mask in bits_of(env):
        kinds: dict[str, list[int]] = {}
        for code in np.flatnonzero(mask).tolist():
            kinds.setdefault(type(env.action(code)).__name__, []).append(code)
        if len(kinds) > 1 and rng.random() < 0.95:
            kinds.pop("Announce", None)
        chosen.append(rng.choice(kinds[rng.choice(sorted(kinds))]))
    return chosen


class Lanes:
    """Games beside an environment, played with the same actions."""

    def __init__(self, env: batch.VectorEnv, first_player: int, max_plies: int | None) -> None:
        self.env = env
        self.first_player = first_player
        self.max_plies = max_plies
        self.seed = env.seed
        self.numbers = list(range(env.n))
        self.games = [self.begin(k) for k in self.numbers]
        self.ended: Counter[str] = Counter()

    def begin(self, k: int) -> Game[Any, Any, Any]:
        seed = batch.game_seed(self.seed, k)
        return Game(self.env.rules, self.env.players, seed=seed, first_player=self.first_player)

    def step(self, codes: list[int]) -> None:
        """Play, and compare what the step tells of the games that it played in."""
        self.env.step(codes)
        for i, code in enumerate(codes):
            game = self.games[i]
            before = game.standing.totals
            game.play(game.to_act[0].seat, self.env.action(code))
            after = game.standing.totals
            rewards = [old - new for old, new in zip(before, after, strict=True)]
            assert self.env.rewards[i].tolist() == rewards
            outcome = game.outcome
            winners = outcome.winners if outcome else ()
            assert np.flatnonzero(self.env.winners[i]).tolist() == sorted(winners)
            truncated = not game.is_over and game.ply == self.max_plies
            assert bool(self.env.done[i]) == game.is_over
            assert bool(self.env.truncated[i]) == truncated
            if game.is_over or truncated:
                self.ended["done" if game.is_over else "truncated"] += 1
                self.numbers[i] += self.env.n
                self.games[i] = self.begin(self.numbers[i])

    def compare(self) -> None:
        """What the arrays show of the games that go on."""
        masks = bits_of(self.env)
        assert self.env.games.tolist() == self.numbers
        for i, game in enumerate(self.games):
            player = game.to_act[0]
            assert self.env.seats[i] == player.seat
            codes = [self.env.code(action) for action in player.legal_actions]
            assert np.flatnonzero(masks[i]).tolist() == codes
            assert self.env.observations[i].tolist() == batch.observation(player).tolist()


@pytest.mark.parametrize("mask", ["bits", "bytes"])
@pytest.mark.parametrize("threads", [1, 2])
def test_each_lane_is_the_game_of_its_number(name: str, mask: str, threads: int) -> None:
    rng = random.Random(f"{run_seed()} {name} {mask} {threads}")
    ended: Counter[str] = Counter()
    for max_plies in (None, 15):
        rules, players, first = a_setup(name, rng)
        seed = rng.getrandbits(64)
        with batch.VectorEnv(
            rules,
            players,
            LANES,
            seed,
            first_player=first,
            max_plies=max_plies,
            mask=mask,
            threads=threads,
        ) as env:
            lanes = Lanes(env, first, max_plies)
            lanes.compare()
            for _ in range(STEPS // 4):
                lanes.step(choose(env, rng))
                lanes.compare()
        ended += lanes.ended
    assert ended["truncated"], f"no game was truncated with the seed {run_seed()}"


def test_whole_games_end_and_give_their_points_as_rewards(name: str) -> None:
    rng = random.Random(f"whole {name}")
    low, _ = player_range(name)
    options = {} if name == "fifty" else {"target": 15}
    rules = GAMES[name].Rules.from_options(options)
    env = batch.VectorEnv(rules, low, LANES, 3)
    lanes = Lanes(env, 0, None)
    totals = np.zeros((LANES, low), np.int64)
    finished = 0
    for _ in range(STEPS):
        games = list(lanes.games)
        lanes.step(choose(env, rng))
        totals -= env.rewards
        for i in np.flatnonzero(env.done):
            outcome = games[i].outcome
            assert outcome is not None
            assert totals[i].tolist() == list(outcome.totals)
            totals[i] = 0
            finished += 1
    assert finished


# What an observation holds.


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


# What it refuses.


def copies(env: batch.VectorEnv) -> list[Any]:
    return [array.copy() for array in env.arrays]


@pytest.mark.parametrize("threads", [1, 3])
def test_an_illegal_action_names_its_lane_and_nothing_moves(name: str, threads: int) -> None:
    rng = random.Random(f"illegal {name}")
    low, _ = player_range(name)
    with batch.VectorEnv(GAMES[name].Rules(), low, 7, 11, threads=threads) as env:
        lanes = Lanes(env, 0, None)
        for lane in range(env.n):
            codes = choose(env, rng)
            wrong = np.flatnonzero(bits_of(env)[lane] == 0).tolist()
            for code in (rng.choice(wrong), -1, env.action_count, 2**62, -(2**63)):
                before = copies(env)
                bad = [*codes]
                bad[lane] = code
                with pytest.raises(ArgumentError, match=rf"^actions\[{lane}\] is {code};"):
                    env.step(bad)
                assert all(np.array_equal(x, y) for x, y in zip(before, env.arrays, strict=True))
            lanes.step(codes)
            lanes.compare()


def test_masks_that_a_caller_spoils_do_not_make_an_action_legal() -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 3, 1)
    env.masks[:] = 255
    env.seats[:] = 1
    draw = env.code(GAMES["skyjo"].Draw())
    with pytest.raises(ArgumentError, match=r"actions\[0\]"):
        env.step([draw] * 3)


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0.0, 0.0], TypeError),
        ([0], ArgumentError),
        ([[0, 0]], ArgumentError),
        (None, TypeError),
        ("00", TypeError),
        ([[0], [0, 0]], ArgumentError),
        ([2**64, 0], (ArgumentError, TypeError)),
        ([True, False], TypeError),
    ],
)
def test_actions_that_are_no_row_of_ints_are_refused(actions: Any, error: Any) -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    with pytest.raises(error):
        env.step(actions)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64, np.int64, ">i8"])
def test_any_ints_are_taken(kind: Any) -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    env.step(np.array([0, 3], kind))
    env.step(np.array([9, 1, 9, 0], kind)[1::2])
    assert (env.games == [0, 1]).all()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"n": 0}, ArgumentError),
        ({"n": 2**24 + 1}, ArgumentError),
        ({"n": 1.0}, TypeError),
        ({"rules": "skyjo"}, TypeError),
        ({"players": 1}, RulesError),
        ({"first_player": 2}, RulesError),
        ({"seed": -1}, ArgumentError),
        ({"max_plies": 0}, ArgumentError),
        ({"max_plies": -1}, ArgumentError),
        ({"mask": "bools"}, ArgumentError),
        ({"threads": 0}, ArgumentError),
        ({"seed": batch.game_seed(1, 2**32 - 1)}, ArgumentError),
        ({"out": {"mask": np.zeros(2)}}, ArgumentError),
        ({"out": {"done": np.zeros(2)}}, ArgumentError),
        ({"out": {"done": np.zeros(4, bool)[::2]}}, ArgumentError),
        ({"out": {"done": [False, False]}}, TypeError),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type) -> None:
    whole = {"rules": GAMES["skyjo"].Rules(), "players": 2, "n": 2, "seed": 1, **arguments}
    with pytest.raises(error):
        batch.VectorEnv(**whole)


def test_arrays_of_out_that_overlap_are_refused() -> None:
    flags = np.zeros(3, bool)
    with pytest.raises(ArgumentError, match="overlap"):
        batch.VectorEnv(
            GAMES["skyjo"].Rules(), 2, 2, 1, out={"done": flags[:2], "truncated": flags[1:]}
        )


def test_a_half_made_vector_of_a_backend_is_refused() -> None:
    env = batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1)
    kind = type(env._vector)
    half = kind.__new__(kind)
    with pytest.raises((ValueError, AttributeError)):
        half.step(0, 2, np.zeros(2, np.int64))
    with pytest.raises((ValueError, AttributeError)):
        half.reset(env._setup(env.seed), 0, 2, False)
    for first, count in ((0, 3), (3, 1), (2**63, 2**63)):
        status, _, _ = env._vector.step(first, count, np.zeros(2, np.int64))
        assert status == b.NO_ROOM


def test_it_can_not_be_pickled() -> None:
    with pytest.raises(TypeError, match="can't be copied or pickled"):
        pickle.dumps(batch.VectorEnv(GAMES["skyjo"].Rules(), 2, 2, 1))


# Arrays, threads and resets.


def test_arrays_are_the_same_objects_and_may_be_the_callers(name: str) -> None:
    rng = random.Random(f"arrays {name}")
    low, _ = player_range(name)
    layout = batch.observation_layout(GAMES[name].Rules(), low)
    mine = {"observations": np.zeros((3, layout.size), np.int16), "done": np.zeros(3, bool)}
    env = batch.VectorEnv(GAMES[name].Rules(), low, 3, 1, out=mine)
    other = batch.VectorEnv(GAMES[name].Rules(), low, 3, 1)
    assert env.observations is mine["observations"]
    assert env.done is mine["done"]
    for _ in range(20):
        codes = choose(env, rng)
        assert env.step(codes) is env.arrays
        other.step(codes)
        assert all(np.array_equal(x, y) for x, y in zip(env.arrays, other.arrays, strict=True))


def test_any_number_of_threads_gives_the_same(name: str) -> None:
    rng = random.Random(f"threads {name}")
    low, _ = player_range(name)
    envs = [
        batch.VectorEnv(GAMES[name].Rules(), low, 13, 4, max_plies=50, threads=threads)
        for threads in (1, 2, 5, 40)
    ]
    for _ in range(STEPS // 4):
        codes = choose(envs[0], rng)
        for env in envs:
            env.step(codes)
        for env in envs[1:]:
            for x, y in zip(envs[0].arrays, env.arrays, strict=True):
                assert np.array_equal(x, y)
    for env in envs:
        env.close()


def test_a_reset_with_a_seed_begins_at_its_first_games(name: str) -> None:
    rng = random.Random(f"reset {name}")
    low, _ = player_range(name)
    env = batch.VectorEnv(GAMES[name].Rules(), low, 4, 1)
    fresh = batch.VectorEnv(GAMES[name].Rules(), low, 4, 2)
    for _ in range(30):
        env.step(choose(env, rng))
    env.reset(seed=2)
    assert env.seed == fresh.seed
    for _ in range(30):
        for x, y in zip(env.arrays, fresh.arrays, strict=True):
            assert np.array_equal(x, y)
        codes = choose(env, rng)
        env.step(codes)
        fresh.step(codes)


def test_a_reset_without_a_seed_begins_the_next_games(name: str) -> None:
    rng = random.Random(f"onward {name}")
    low, _ = player_range(name)
    env = batch.VectorEnv(GAMES[name].Rules(), low, 4, 1)
    lanes = Lanes(env, 0, None)
    lanes.step(choose(env, rng))
    env.reset()
    lanes.numbers = [number + 4 for number in lanes.numbers]
    lanes.games = [lanes.begin(number) for number in lanes.numbers]
    lanes.compare()
    assert not env.rewards.any()
    assert not env.done.any()
    lanes.step(choose(env, rng))
    lanes.compare()


def test_a_refused_seed_changes_nothing() -> None:
    env = batch.VectorEnv(GAMES["mojo"].Rules(), 2, 4, 1)
    before, seed = copies(env), env.seed
    with pytest.raises(ArgumentError):
        env.reset(seed=-1)
    assert env.seed == seed
    assert all(np.array_equal(x, y) for x, y in zip(before, env.arrays, strict=True))


def test_two_environments_may_step_at_once() -> None:
    rules = GAMES["mojo"].Rules()
    envs = [batch.VectorEnv(rules, 3, 64, 7) for _ in range(3)]

    def run(env: batch.VectorEnv) -> None:
        for _ in range(100):
            env.step(bits_of(env).argmax(axis=1))

    threads = [threading.Thread(target=run, args=(env,)) for env in envs[1:]]
    for thread in threads:
        thread.start()
    run(envs[0])
    for thread in threads:
        thread.join()
    for env in envs[1:]:
        for x, y in zip(envs[0].arrays, env.arrays, strict=True):
            assert np.array_equal(x, y)


def test_an_environment_that_is_closed_goes_on_without_its_threads(name: str) -> None:
    with batch.VectorEnv(GAMES[name].Rules(), 3, LANES, seed=3, threads=2) as env:
        other = batch.VectorEnv(GAMES[name].Rules(), 3, LANES, seed=3)
    env.close()
    for _ in range(20):
        codes = choose(env, random.Random(1))
        env.step(codes)
        other.step(codes)
        assert np.array_equal(env.observations, other.observations)
    env.reset()


def test_a_refused_action_that_can_t_be_indexed_is_named() -> None:
    class Codes:
        def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
            return np.full(LANES, 10**6)

    env = batch.VectorEnv(GAMES["masko"].Rules(), 2, LANES, seed=3)
    with pytest.raises(ArgumentError, match=r"actions\[0\] is 1000000"):
        env.step(Codes())

"""Every code path of this processor answers what the portable one does, byte for byte."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from array import array
from collections.abc import Iterator
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from masko_sdk import Seed, batch, fifty, masko, mojo, skyjo  # noqa: E402
from masko_sdk import _backend as b  # noqa: E402
from masko_sdk.errors import ArgumentError  # noqa: E402
from masko_sdk.games import GAMES  # noqa: E402

CAMPAIGN = os.environ.get("MASKO_SDK_CAMPAIGN") == "1"
PATHS = range(b.backend.best_path() + 1)
SHUFFLE = 1
KEY = bytes(range(32))
SIZES = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 97, 257, 700]
CARDS = {"masko": range(1, 18), "skyjo": range(-2, 13), "mojo": range(13), "fifty": range(128)}


@pytest.fixture(params=sorted(GAMES))
def rules(request: pytest.FixtureRequest) -> Any:
    return GAMES[request.param].Rules()


def setup(rules: Any, path: int, players: int = 4, index: int = 0) -> b.Setup:
    return b.backend.Setup(
        rules._tables.number, rules._words, players, players - 1, KEY, index, b"", path
    )


def decks(rules: Any, path: int, n: int, index: int = 0) -> bytes:
    made = setup(rules, path, index=index)
    out = bytearray(n * made.deck_bytes())
    assert made.shuffle(n, out) == b.OK
    return bytes(out)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
def test_deck_i_is_what_the_stream_of_game_i_makes_alone(rules: Any, path: int) -> None:
    """By far more games than refuse a word: one in some hundred does."""
    n = 20_000 * (10 if CAMPAIGN else 1)
    size = int(rules._tables.about["deck"])
    faces = sorted(decks(rules, 0, 1)[:size], key=lambda face: face - 256 * (face > 127))
    items = bytearray(size)
    made = decks(rules, path, n, 5)
    width = len(made) // n
    for game in range(n):
        b.backend.shuffle_items(KEY, SHUFFLE, 0, 0, 5 + game, items)
        deck = made[game * width : game * width + size]
        assert deck == bytes(faces[item] for item in items), game


@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
def test_any_number_of_decks_is_the_start_of_more(rules: Any, path: int) -> None:
    all_of_them = decks(rules, 0, max(SIZES), 2**32 - max(SIZES))
    width = len(all_of_them) // max(SIZES)
    for n in SIZES:
        assert decks(rules, path, n, 2**32 - max(SIZES)) == all_of_them[: n * width]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
def test_deals_are_equal(rules: Any, path: int) -> None:
    for n in SIZES:
        answers = []
        for each in (0, path):
            made = setup(rules, each)
            dealt = made.player_cards() * 4
            hands, rest = bytearray(n * dealt), bytearray(n * (made.deck_bytes() - dealt))
            assert made.deal(n, hands, rest) == b.OK
            answers.append((hands, rest))
        assert answers[0] == answers[1]


def random_options(rng: random.Random, game: str) -> dict[str, Any]:
    options: dict[str, dict[str, list[Any]]] = {
        "masko": {
            "race": ["clockwise", "random"],
            "chain": ["none", "anyone"],
            "attempts": [None, 1, 3],
        },
        "skyjo": {"column_to": ["aside", "discard"], "clear_at_reveal": [False, True]},
        "mojo": {"discards": [1, 2]},
        "fifty": {},
    }
    return {name: rng.choice(values) for name, values in options[game].items()}


def simulated(rules: Any, path: int, players: int, n: int, policy: int, plies: int) -> list[bytes]:
    made = setup(rules, path, players)
    columns = [
        bytearray(size * n) for size in (4 * players, players, players, 4, 4, 1, 8 * players)
    ]
    words = policy_words(rules, policy) * players
    assert made.simulate(n, bytes([policy] * players), words, plies, columns)[0] == b.OK
    return [bytes(column) for column in columns]


def policy_words(rules: Any, policy: int) -> list[int]:
    text = b.backend.row(rules._tables.number, b.POLICIES, policy) or ""
    words = [int(parameter.split(":")[3]) for parameter in text.split()[1:]]
    return words + [0] * (b.MAX_POLICY_PARAMETERS - len(words))


@pytest.mark.parametrize("policy", [0, 1])
@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
def test_whole_games_are_equal(rules: Any, path: int, policy: int) -> None:
    rng = random.Random(f"{rules.game} {policy}")
    module = GAMES[rules.game]
    low, high = map(int, rules._tables.about["players"].split())
    for n in (1, 7, 40, 100):
        players = rng.randint(low, high)
        own = module.Rules(**random_options(rng, rules.game))
        plies = rng.choice([0, 1, 50, 400])
        portable = simulated(own, 0, players, n, policy, plies)
        assert simulated(own, path, players, n, policy, plies) == portable


def test_games_do_not_depend_on_those_beside_them(rules: Any) -> None:
    """Tables share vectors, so game i is played alone, too."""
    whole = batch.simulate(rules, 4, 50, Seed(KEY), "random")
    for i in (0, 1, 31, 32, 49):
        alone = batch.simulate(rules, 4, 1, batch.game_seed(Seed(KEY), i), "random")
        assert alone.totals.tolist() == whole.totals[i : i + 1].tolist()
        assert alone.plies.tolist() == whole.plies[i : i + 1].tolist()


# Scores.


def scored(rules: Any, path: int, hands: Any, layout: int) -> tuple[Any, tuple[int, int, int]]:
    n, cards = hands.shape if layout == b.ROWS else hands.shape[::-1]
    scores = array("h", [99] * n)
    fault = setup(rules, path).score(np.ascontiguousarray(hands), n, cards, scores, layout)
    return scores, fault


def rule_sets() -> Iterator[Any]:
    points = dict.fromkeys(masko.Rules().special_points, 99)
    yield masko.Rules()
    yield masko.Rules(special_points=points)
    yield masko.Rules(special_points=dict(zip(points, range(7), strict=True)))
    yield skyjo.Rules()
    yield skyjo.Rules(clear_at_reveal=False)
    yield mojo.Rules()
    yield fifty.Rules()


def lengths(rules: Any) -> list[int]:
    fixed = {"skyjo": [12, 11, 13], "fifty": [2, 1, 3]}
    return fixed.get(rules.game, [1, 2, 3, 4, 5, 7, 8, 12, 30, 53])


def random_hands(rng: Any, rules: Any, n: int, cards: int) -> Any:
    """Of few faces, so that columns of three are common; with empty places."""
    faces = np.array(CARDS[rules.game], np.int8)
    some = rng.choice(faces, rng.integers(1, 1 + len(faces)), replace=False)
    hands = rng.choice(some, (n, cards)).astype(np.int8)
    if rules.game != "fifty":
        hands[rng.random((n, cards)) < rng.choice([0, 0.2])] = batch.EMPTY
    return hands


@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
@pytest.mark.parametrize("rules", [*rule_sets()], ids=lambda rules: rules.game)
def test_scores_are_equal_in_both_layouts(rules: Any, path: int) -> None:
    rng = np.random.default_rng(1)
    for cards in lengths(rules):
        for n in (0, 1, 31, 32, 33, 64, 200):
            hands = random_hands(rng, rules, n, cards)
            portable = scored(rules, 0, hands, b.ROWS)
            assert scored(rules, path, hands, b.ROWS) == portable
            assert scored(rules, path, hands.T, b.COLUMNS) == portable


@pytest.mark.parametrize("path", PATHS, ids=lambda path: b.PATHS[path])
@pytest.mark.parametrize("rules", [*rule_sets()], ids=lambda rules: rules.game)
def test_the_first_wrong_card_is_found_in_both_layouts(rules: Any, path: int) -> None:
    rng = np.random.default_rng(2)
    cards = lengths(rules)[3] if rules.game in ("masko", "mojo") else lengths(rules)[0]
    valid = {*CARDS[rules.game]} | ({batch.EMPTY} if rules.game != "fifty" else set())
    for wrong in sorted({*range(-128, 128)} - valid):
        hands = random_hands(rng, rules, 100, cards)
        hand, card = int(rng.integers(100)), int(rng.integers(cards))
        hands[hand, card] = wrong
        hands[hand + 1 :, 0] = wrong
        expected = (b.BAD_CARD, hand, card)
        assert scored(rules, path, hands, b.ROWS)[1] == expected
        assert scored(rules, path, hands.T, b.COLUMNS)[1] == expected


def test_score_takes_cards_first() -> None:
    hands = batch.deal(skyjo.Rules(), 4, 30, 7).hands
    by_hand = batch.score(skyjo.Rules(), hands)
    columns = np.moveaxis(hands, -1, 0)
    assert np.array_equal(batch.score(skyjo.Rules(), columns, axis=0), by_hand)
    wide = columns.astype(np.int64)
    assert np.array_equal(batch.score(skyjo.Rules(), wide, axis=0), by_hand)
    wide[5, 3, 2] = 256 + 3  # 3 if it wrapped
    with pytest.raises(ArgumentError, match=r"hands\[5, 3, 2\] is 259"):
        batch.score(skyjo.Rules(), wide, axis=0)
    with pytest.raises(ArgumentError, match="axis is 1"):
        batch.score(skyjo.Rules(), wide, axis=1)


def test_no_sum_wraps_around() -> None:
    most = dict.fromkeys(masko.Rules().special_points, 99)
    rules = masko.Rules(special_points=most)
    assert batch.score(rules, np.full((40, 53), 17, np.int8)).tolist() == [53 * 99] * 40
    with pytest.raises(ArgumentError, match="54 cards"):
        batch.score(rules, np.full((40, 54), 17, np.int8))


# The choice.


def test_a_path_that_is_not_there_is_refused(rules: Any) -> None:
    for path in (-1, b.backend.best_path() + 1, 3, 99):
        absent = setup(rules, path)
        assert absent.check()[0] == b.BAD_PATH
        assert absent.shuffle(0, bytearray()) == b.BAD_PATH
        assert absent.score(bytes(4), 1, 4, bytearray(2))[0] == b.BAD_PATH


def path_named(name: str) -> str:
    program = "from masko_sdk import batch; print(batch.path)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "MASKO_SDK_PATH": name},
        capture_output=True,
        text=True,
    )
    return done.stdout.strip() or done.stderr.splitlines()[-1]


def test_the_path_can_be_forced() -> None:
    assert b.PATHS[b.path()] == batch.path
    for number, name in enumerate(b.PATHS):
        answer = path_named(name)
        if number in PATHS:
            assert answer == name
        else:
            assert "BackendError: MASKO_SDK_PATH is" in answer
    assert path_named("") == b.PATHS[max(PATHS)]
    assert "it may be one of portable, avx2, avx512" in path_named("sse9")

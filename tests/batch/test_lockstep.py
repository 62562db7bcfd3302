"""Policies in Python that decide for many games at once: each game is the `Game` played with the same choices."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from masko_sdk import ArgumentError, Game, batch, bots
from masko_sdk.games import GAMES

NAMES = sorted(GAMES)
COLUMNS = ("totals", "ranks", "winners", "round_count", "plies", "truncated", "round_scores")


def scattered(asked: batch.Decisions) -> Any:
    """A legal code that depends on all that the seat knows, and on its seat."""
    seen = asked.observations.astype(np.int64)
    mixed = (seen * (np.arange(seen.shape[1]) * 7919 + 13)).sum(axis=1) + asked.seats
    counts = asked.masks.sum(axis=1)
    order = np.cumsum(asked.masks, axis=1) - 1
    return ((order == (mixed % counts)[:, None]) & (asked.masks == 1)).argmax(axis=1)


def lowest(asked: batch.Decisions) -> Any:
    return asked.masks.argmax(axis=1)


def added(game: Any) -> list[list[int]]:
    """What each finished round added to the totals."""
    totals = [[0] * len(game.players), *(list(played.totals) for played in game.rounds)]
    return [(np.array(after) - before).tolist() for before, after in pairwise(totals)]


def assert_equal(one: batch.Result, other: batch.Result) -> None:
    for name in COLUMNS:
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@pytest.mark.parametrize("name", NAMES)
def test_games_in_lockstep_are_those_played_one_by_one(name: str) -> None:
    rules = GAMES[name].Rules()
    policies = [scattered, "prudent", scattered, "random"]
    result = batch.simulate(
        rules, 4, 30, seed=5, policies=policies, max_plies=400, round_scores=True
    )
    seats = [batch.bot(p) if callable(p) else p for p in policies]
    at = 0
    for i in range(30):
        game = Game(rules, 4, seed=batch.game_seed(5, i))
        outcome = bots.play(game, seats, 400)
        assert outcome.totals == tuple(result.totals[i].tolist())
        assert outcome.ranks == tuple(result.ranks[i].tolist())
        assert outcome.winners == tuple(np.flatnonzero(result.winners[i]).tolist())
        assert (game.ply, len(game.rounds)) == (result.plies[i], result.round_count[i])
        assert game.is_over != result.truncated[i]
        scores = added(game)
        assert result.round_scores is not None
        assert result.round_scores[at : at + len(scores)].tolist() == scores
        at += len(scores)
    assert at == len(result.round_scores)


@pytest.mark.parametrize("name", NAMES)
def test_more_games_than_lanes_and_other_chunks_are_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = GAMES[name].Rules()
    given = (rules, 3, 50, 8, [scattered, "random", scattered])
    whole = batch.simulate(*given, max_plies=150, round_scores=True)
    monkeypatch.setattr("masko_sdk._lockstep._LANES", 7)
    monkeypatch.setattr("masko_sdk._batch._LOCKSTEP_SIZE", 23)
    assert_equal(whole, batch.simulate(*given, max_plies=150, round_scores=True))
    assert_equal(whole, batch.simulate(*given, max_plies=150, round_scores=True, threads=3))
    with ThreadPoolExecutor(2) as pool:
        assert_equal(whole, batch.simulate(*given, max_plies=150, round_scores=True, executor=pool))


def test_a_policy_goes_to_other_processes() -> None:
    rules = GAMES["skyjo"].Rules()
    here = batch.simulate(rules, 2, 20, seed=1, policies=scattered, max_plies=200)
    assert pickle.loads(pickle.dumps(scattered)) is scattered
    with ProcessPoolExecutor(1) as pool:
        there = batch.simulate(rules, 2, 20, 1, scattered, max_plies=200, executor=pool)
    assert np.array_equal(here.totals, there.totals)


@pytest.mark.parametrize("limit", [0, 1])
def test_a_limit_of_no_or_one_ply_is_kept(limit: int) -> None:
    result = batch.simulate(GAMES["mojo"].Rules(), 2, 9, 1, lowest, max_plies=limit)
    assert result.plies.tolist() == [limit] * 9
    assert result.truncated.all()
    assert not result.winners.any()


def test_a_policy_that_has_many_seats_is_asked_once_a_step() -> None:
    calls = []

    def counted(asked: batch.Decisions) -> Any:
        calls.append(len(asked.seats))
        return lowest(asked)

    result = batch.simulate(GAMES["fifty"].Rules(), 3, 10, 1, counted, max_plies=20)
    assert result.plies.tolist() == [20] * 10
    assert calls == [10] * 20


def test_what_a_game_was_can_be_replayed() -> None:
    result = batch.simulate(GAMES["skyjo"].Rules(), 2, 4, 3, [scattered, "prudent"], max_plies=90)
    record = batch.game(result, 2)
    assert record.replay().standing.totals == tuple(result.totals[2].tolist())


@pytest.mark.parametrize(
    ("answer", "kind", "told"),
    [
        (lambda asked: np.zeros(len(asked.seats)), TypeError, "ints"),
        (lambda asked: [0], ArgumentError, "shape"),
        (lambda asked: None, TypeError, "ints"),
        (lambda asked: np.full(len(asked.seats), 10**9), ArgumentError, "not legal"),
        (lambda asked: np.full(len(asked.seats), -1), ArgumentError, "not legal"),
        (lambda asked: 1 - asked.masks[:, 0].astype(int), ArgumentError, "not legal"),
    ],
)
def test_a_wrong_answer_of_a_policy_is_told(answer: Any, kind: type, told: str) -> None:
    with pytest.raises(kind, match=told):
        batch.simulate(GAMES["masko"].Rules(), 2, 3, 1, answer)


def test_an_error_of_a_policy_comes_through() -> None:
    def broken(asked: batch.Decisions) -> Any:
        raise RuntimeError("no model")

    with pytest.raises(RuntimeError, match="no model"):
        batch.simulate(GAMES["masko"].Rules(), 2, 3, 1, broken)


def test_policies_of_ones_own_can_be_compared_and_resumed(tmp_path: Any) -> None:
    rules = GAMES["skyjo"].Rules()
    path = tmp_path / "study.json"
    whole = batch.compare(rules, ["random", scattered], 6, seed=2, max_plies=300)
    batch.compare(rules, ["random", scattered], 6, seed=2, max_plies=300, file=path)
    again = batch.compare(rules, ["random", scattered], 6, seed=2, max_plies=300, file=path)
    assert again.to_json() == whole.to_json()
    assert whole.to_json()["policies"][1]["name"].endswith("test_lockstep.scattered")


# Streams and scores of rounds.


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_hands_out_what_simulate_gives(name: str) -> None:
    rules = GAMES[name].Rules()
    whole = batch.simulate(rules, 3, 700, seed=1, policies="random", round_scores=True)
    parts = list(batch.stream(rules, 3, 700, seed=1, policies="random", round_scores=True))
    assert len(parts) > 1
    assert [part.first for part in parts] == np.cumsum([0] + [len(p) for p in parts[:-1]]).tolist()
    for column in COLUMNS:
        joined = np.concatenate([getattr(part, column) for part in parts])
        assert np.array_equal(joined, getattr(whole, column))
    last = parts[-1]
    totals = batch.game(last, 0).replay().standing.totals
    assert totals == tuple(whole.totals[last.first].tolist())


@pytest.mark.parametrize("name", NAMES)
def test_scores_of_rounds_add_up_to_the_totals(name: str) -> None:
    rules = GAMES[name].Rules()
    result = batch.simulate(rules, 4, 200, seed=9, policies="prudent", round_scores=True)
    assert result.round_scores is not None
    sums = np.zeros_like(result.totals)
    np.add.at(sums, np.repeat(np.arange(200), result.round_count), result.round_scores)
    assert np.array_equal(sums, result.totals)
    game = Game(rules, 4, seed=batch.game_seed(9, 0))
    bots.play(game, "prudent")
    rows = result.round_scores[: result.round_count[0]].tolist()
    assert rows == added(game)


def test_a_game_of_many_rounds_keeps_the_scores_of_all() -> None:
    rules = GAMES["skyjo"].Rules(target=1000)
    result = batch.simulate(rules, 2, 3, seed=1, policies="prudent", round_scores=True)
    assert result.round_count.min() > 16
    assert result.round_scores is not None
    assert len(result.round_scores) == result.round_count.sum()


def test_no_games_have_no_scores() -> None:
    result = batch.simulate(GAMES["masko"].Rules(), 2, 0, round_scores=True)
    assert result.round_scores is not None
    assert result.round_scores.shape == (0, 2)
    assert batch.simulate(GAMES["masko"].Rules(), 2, 0).round_scores is None

"""Odds: exact where a hand can count them, blind to what the seat can't know, the same however they are computed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise, permutations
from statistics import mean
from typing import Any

import pytest

from masko_sdk import (
    ArgumentError,
    Game,
    GameOver,
    NotYourTurn,
    RecordError,
    bots,
    fifty,
    masko,
    skyjo,
)
from masko_sdk._batch import child_seed
from masko_sdk._chunks import chunks
from masko_sdk.games import GAMES
from masko_sdk.odds import Tally, make_question, odds
from masko_sdk.summary import Estimate

SURE = 5  # standard errors


def form(found: Any) -> str:
    return json.dumps(found.to_json())


def agrees(estimate: Estimate, exact: float) -> bool:
    return abs(estimate.mean - exact) <= SURE * estimate.error + 1e-12


def positions(game: str, players: int, seed: int, every: int) -> list[Game[Any, Any, Any]]:
    """A game of sensible bots, as it stands now and then."""
    table = Game(GAMES[game].Rules(), players, seed=seed)
    found = []
    while not table.is_over and table.ply < 12 * every:
        found.append(table.clone())
        bots.play(table, "prudent", max_plies=table.ply + every)
    return found


# Exact values.


def may_complete(column: list[int | None]) -> bool:
    """Whether a column may leave (S7) when its hidden cards are turned up."""
    open_cards = [card for card in column if card is not None]
    return len(column) == 3 and len(set(open_cards)) < 2


def last_turns_of_skyjo() -> Iterator[Game[Any, Any, Any]]:
    """The last turn of a round, with a drawn card in hand and own cards face down, no column near completion."""
    for seed in range(200):
        table = Game(skyjo.Rules(), 2, seed=seed)
        while not table.rounds:
            player = table.to_act[0]
            view = player.view
            own = view.hands[player.seat]
            last = view.closer not in (None, player.seat) and view.phase.value == "drawn"
            if last and None in own.values():
                columns = [[own[s] for s in own if s % 4 == c] for c in range(4)]
                if not any(map(may_complete, columns)):
                    yield table.clone()
            player.play(bots.prudent()(player))


def unseen_by(view: Any) -> Counter[int]:
    """Skyjo cards (S1) that do not lie open to a seat."""
    deck = Counter({-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)})
    for hand in view.hands:
        deck.subtract(card for card in hand.values() if card is not None)
    deck.subtract([*view.discard, *view.aside, view.held.card])
    return +deck


def test_the_last_turn_of_skyjo_is_as_counted_by_hand() -> None:
    for table in islice(last_turns_of_skyjo(), 4):
        player = table.to_act[0]
        view = player.view
        own = view.hands[player.seat]
        held = view.held.card
        unseen = unseen_by(view)
        average = sum(card * n for card, n in unseen.items()) / unseen.total()
        hidden = sum(card is None for card in own.values())
        open_sum = sum(card for card in own.values() if card is not None)
        for after in odds(player, 1500, seed=3, policy="random").actions:
            exact = open_sum + average * hidden  # discarded, and one turned up
            if isinstance(after.action, skyjo.Replace):
                replaced = own[after.action.slot]
                exact += held - (average if replaced is None else replaced)
                rest = [s for s in own if s % 4 == after.action.slot % 4 and s != after.action.slot]
                if may_complete([held, *(own[s] for s in rest)]):
                    continue
            assert agrees(after.points, exact), (after.action, after.points, exact)
            assert (after.points.error == 0) == (len(after.distribution) == 1)
            assert after.truncated == 0


def last_choice_of_fifty(seed: int) -> Game[Any, Any, Any]:
    """The eighth trick of the first round, the last of three to play, who has two cards left."""
    rules = fifty.Rules()
    table = Game(rules, 3, seed=seed)
    bots.play(table, "random", max_plies=23)
    return table


def net(masks: Any) -> int:
    return int(masks.laughing - masks.furious)


def test_the_last_choice_of_fifty_is_as_counted_over_all_worlds() -> None:
    for seed in (1, 2, 5):
        player = last_choice_of_fifty(seed).to_act[0]
        view = player.view
        own, seat = view.hands[player.seat], player.seat
        seen = {card for cards in view.played for card in cards if card is not None}
        unseen = [card for card in range(1, 51) if card not in seen and card not in own]
        left = Counter(player._game.rules.mood_deck)
        left.subtract(view.mood_used)
        moods = list((+left).elements())
        if any(None in mood for mood in moods) or None in view.mood:
            continue
        found = odds(player, 4000, seed=9)
        for after in found.actions:
            points, lowest = enumerate_fifty(view, seat, after.action.value, unseen, moods)
            assert agrees(after.points, mean(points)), (seed, after)
            assert agrees(after.lowest, mean(lowest)), (seed, after)
            assert set(after.distribution) <= set(points)


def enumerate_fifty(
    view: Any, seat: int, card: int, unseen: list[int], moods: list[Any]
) -> tuple[list[int], list[bool]]:
    """F5, F7 over every pair of last cards of the others and every last mood."""
    masks = [net(view.masks[p]) for p in range(3)]
    trick = {play.seat: play.card for play in view.trick} | {seat: card}
    take(masks, trick, view.mood)
    (kept,) = [other for other in view.hands[seat] if other != card]
    others = [p for p in range(3) if p != seat]
    points, lowest = [], []
    for pair in permutations(unseen, 2):
        for mood in moods:
            end = list(masks)
            take(end, {seat: kept, **dict(zip(others, pair, strict=True))}, mood)
            scores = [abs(left) for left in end]
            points.append(scores[seat])
            lowest.append(scores[seat] == min(scores))
    return points, lowest


def take(masks: list[int], trick: dict[int, int], mood: Any) -> None:
    yellow, blue = mood
    masks[max(trick, key=lambda p: trick[p])] -= blue
    masks[min(trick, key=lambda p: trick[p])] += yellow


def test_world_i_is_the_sampled_world_of_child_seed_i() -> None:
    """An action that ends the round at once adds, in each world, what playing it there by hand adds."""
    table = next(last_turns_of_skyjo())
    player = table.to_act[0]
    action = next(a for a in player.legal_actions if isinstance(a, skyjo.Replace))
    found = next(a for a in odds(player, 50, seed=5).actions if a.action == action)
    by_hand: Counter[int] = Counter()
    for i in range(50):
        world = player.sample_world(child_seed(5, i))
        before = world.standing.totals[player.seat]
        world.play(player.seat, action)
        by_hand[world.standing.totals[player.seat] - before] += 1
    assert found.distribution == dict(by_hand)


# What the seat can't know.


@pytest.mark.parametrize("game", GAMES)
def test_states_that_are_equal_to_a_seat_give_it_equal_odds(game: str) -> None:
    judged = 0
    for table in positions(game, 3, seed=4, every=7):
        for player in table.to_act:
            own = form(odds(player, 30, seed=1))
            for number in range(2):
                world = player.sample_world(number)
                assert form(odds(world.players[player.seat], 30, seed=1)) == own
                judged += 1
    assert judged > 10


# Every decision.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("horizon", ["round", "game"])
def test_each_due_seat_of_each_decision_has_odds(game: str, horizon: Any) -> None:
    phases = set()
    table = Game(GAMES[game].Rules(), 3, seed=11)
    while not table.is_over and table.ply < (250 if horizon == "round" else 60):
        for player in table.to_act:
            phases.add(player.view.phase)
            found = odds(player, 2, seed=table.ply, policy="random", horizon=horizon)
            assert tuple(after.action for after in found.actions) == player.legal_actions
            assert found.best in player.legal_actions
            assert all(after.truncated == 0 for after in found.actions)
            assert all((after.win is None) == (horizon == "round") for after in found.actions)
        bots.play(table, "random", max_plies=table.ply + 1)
    assert len(phases) >= (1 if game == "fifty" else 2)


def test_odds_change_nothing() -> None:
    table = Game(masko.Rules(), 3, seed=1)
    before = table.clone()
    odds(table.to_act[0], 10, seed=1)
    assert (table == before, table.ply) == (True, 0)


# However they are computed.


@pytest.mark.parametrize("game", GAMES)
def test_chunks_and_threads_change_nothing(game: str) -> None:
    table = positions(game, 3, seed=2, every=9)[1]
    player = table.to_act[0]
    whole = form(odds(player, 200, seed=6))
    assert form(odds(player, 200, seed=6, threads=3)) == whole
    question = make_question(player, 200, 6, "prudent")
    tally = Tally(question.trial.actions)
    for chunk in chunks(question.trial, 200, size=7):
        tally.merge(chunk.result)
    assert form(question.answer(tally)) == whole
    assert form(odds(player, 200, seed=7)) != whole or len(player.legal_actions) == 1


def test_differences_are_paired() -> None:
    """All actions meet the same worlds, so that an action less itself has no error, and others less than apart."""
    table = Game(masko.Rules(race="random"), 4, seed=5)
    bots.play(table, "prudent", max_plies=61)
    found = odds(table.to_act[0], 500, seed=1)
    best, *others = found.ranked
    assert best.action is found.best
    assert best.behind == Estimate(0.0, 0.0)
    for after in others:
        apart = (after.points.error**2 + best.points.error**2) ** 0.5
        assert after.behind.error < apart
        assert after.behind.mean == pytest.approx(after.points.mean - best.points.mean)
    assert all(a.behind.mean <= c.behind.mean for a, c in pairwise(found.ranked))


# Settled.


def test_it_stops_when_the_best_action_is_settled() -> None:
    table = Game(masko.Rules(race="random"), 4, seed=5)
    bots.play(table, "prudent", max_plies=60)
    player = table.to_act[0]
    found = odds(player, 100_000, seed=1, confidence=0.99)
    assert found.settled
    assert found.worlds < 100_000
    assert found.worlds & (found.worlds - 1) == 0  # a look: 128, 256, 512, ...
    assert found == odds(player, 100_000, seed=1, confidence=0.99, threads=2)
    plain = odds(player, found.worlds, seed=1)
    assert plain.actions == found.actions
    assert (plain.settled, plain.confidence) == (False, None)


def test_it_goes_on_to_n_when_nothing_is_settled() -> None:
    player = Game(skyjo.Rules(), 2, seed=1).to_act[0]  # all hidden cards are alike
    found = odds(player, 300, seed=1, confidence=0.999)
    assert (found.worlds, found.settled) == (300, False)


def test_it_is_seldom_settled_on_the_wrong_action() -> None:
    """The four cards of the setup are alike, so that whichever is settled on is wrong."""
    player = Game(masko.Rules(), 2, seed=1).to_act[0]
    settled = [odds(player, 512, seed=s, confidence=0.9).settled for s in range(40)]
    assert sum(settled) <= 9  # 4 at most are expected; more than 9 of 40 has a chance of 0.5 %


# Arguments.


def test_what_is_refused() -> None:
    table = Game(masko.Rules(), 3, seed=1)
    player = table.to_act[0]
    for wrong in (
        {"n": 0},
        {"n": 2**33},
        {"n": 5, "horizon": "day"},
        {"n": 5, "by": "luck"},
        {"n": 5, "by": "win"},
        {"n": 5, "confidence": 1},
        {"n": 5, "policy": "clever"},
        {"n": 5, "policy": ["prudent"]},
        {"n": 5, "seed": -1},
        {"n": 5, "max_plies": -1},
        {"n": 5, "threads": 0},
    ):
        with pytest.raises(ArgumentError):
            odds(player, **{"seed": 1, **wrong})  # type: ignore[arg-type]
    for wrong_type in ({"n": 1.5}, {"n": 5, "confidence": "0.9"}, {"n": 5, "executor": 3}):
        with pytest.raises(TypeError):
            odds(player, **{"seed": 1, **wrong_type})  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        odds(player, 5, 1, policy=lambda player: player.legal_actions[0])
    with pytest.raises(TypeError):
        odds(table, 5, 1)  # type: ignore[arg-type]


def test_a_seat_that_is_not_due_has_no_odds() -> None:
    table = Game(fifty.Rules(), 3, seed=1)
    with pytest.raises(NotYourTurn):
        odds(table.players[1], 5, 1)
    bots.play(table, "random")
    with pytest.raises(GameOver):
        odds(table.players[1], 5, 1)


def test_max_plies_truncates() -> None:
    player = Game(masko.Rules(), 3, seed=1).to_act[0]
    found = odds(player, 20, seed=1, max_plies=3)
    assert all(after.truncated == 20 for after in found.actions)
    assert all(after.points == Estimate(0.0, 0.0) for after in found.actions)
    assert found.plies == 20 * 3 * len(found.actions)


def test_a_sampled_world_stays_in_its_process() -> None:
    import pickle

    world = Game(masko.Rules(), 3, seed=1).players[0].sample_world(1)
    question = make_question(world.to_act[0], 5, 1, "prudent")
    with pytest.raises(RecordError):
        pickle.dumps(question.trial)

"""Masko: the worked examples of the rule page, and that every clause is cited by a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from masko_sdk import Game, masko
from tests.rules.masko_decks import (
    Card,
    announced_round,
    deck,
    do,
    empty_pile,
    hand,
    kinds,
    legal,
    look_all,
    shed,
    table,
    throw,
)


def test_example_1_the_announcer_is_tied_for_lowest():
    """M34, worked example 1: announcer 7; others 7, 12."""
    game = table("1 1 1 4", "1 2 2 2", "3 3 3 3")
    announced_round(game, 0)
    assert game.rounds[0].scores == (0, 7, 12)


def test_example_2_the_announcer_is_beaten():
    """M34, worked example 2: announcer 9; others 8, 20."""
    game = table("1 1 3 4", "1 2 2 3", "5 5 5 5")
    announced_round(game, 0)
    assert game.rounds[0].scores == (18, 8, 20)


def test_example_3_an_automatic_maskoman_has_neither_bonus_nor_malus():
    """M33, M34, worked example 3: taker 9; others 8, 20.

    Seat 2 intercepts with its Pioche (the draw pile is empty: both are skipped) and keeps 20.
    """
    game = table("1 1 3 4", "1 2 2 3", "gather 5 5 draw_one", last="draw_one", first_player=2)
    empty_pile(game, 1)
    do(game, "0 draw", "0 discard", "2 intercept 3", "1 skip", "2 skip")
    result = game.rounds[0]
    assert (result.scores, result.maskoman, result.announced) == ((9, 8, 20), 0, False)


def test_example_4_first_and_third_lose_second_wins():
    """M34, M35, worked example 4: totals 88, 70, 95; announcer is the first with 6; others 5, 5."""
    high = ("10 10 10 10", "1 1 1 1", "ninja ninja spy spy")  # 40, 0, 40
    middle = ("1 1 2 4", "10 10 10 5", "3 4 4 4")  # 8, 70, 15
    hands = ("1 1 2 2", "1 1 3 9", "2 3 10 10")
    decks = [deck(*round_, starter=1) for round_ in (high, high, middle)]
    decks.append(deck(*hands, pile="9 10 10", starter=1))
    game = Game(masko.Rules(next_starter="same"), 3, first_player=1, decks=decks)
    for _ in range(3):
        announced_round(game, 1)
    before = game.spectator.view.totals
    look_all(game)
    shed(game, 1, 3)
    shed(game, 2, 2, 3)
    announced_round(game, 0)
    assert (before, game.outcome.totals, game.outcome.winners) == (
        (88, 70, 95),
        (100, 75, 100),
        (1,),
    )


def test_example_5_a_vision_counts_10():
    """M3, worked example 5: cards 1, 2, Vision, 10."""
    game = table("1 2 vision 10", "? ? ? ?")
    announced_round(game, 1)
    assert game.rounds[0].scores[0] == 23


def example_6():
    """A has replaced an Espion, B intercepts with the other one; what the referee saw."""
    game = table("1 2 spy 4", "5 6 7 spy", "? ? ? ?", pile="9 8")
    do(game, "0 draw", "0 keep 2")
    return game, do(game, "1 intercept 3", "0 look 2 0", "1 look 0 2")


def test_example_6_a_spies_then_b_spies():
    """M22, worked example 6."""
    _, events = example_6()
    assert events == (
        masko.Intercepted(1, 3, Card.SPY, 1),
        masko.WindowClosed(1, masko.WindowEnd.WON),
        masko.PowerStarted(0, Card.SPY),
        masko.Looked(0, 2, 0, Card.TEN),
        masko.PowerEnded(Card.SPY),
        masko.PowerStarted(1, Card.SPY),
        masko.Looked(1, 0, 2, Card.NINE),
        masko.PowerEnded(Card.SPY),
    )


def test_example_6_both_espions_are_out():
    """M23, worked example 6."""
    game, _ = example_6()
    view = game.referee.view
    assert (view.discard, view.used_specials) == ((), 2)


def test_example_6_b_has_one_card_fewer():
    """M14, worked example 6."""
    game, _ = example_6()
    assert [len(hand(game, seat)) for seat in range(3)] == [4, 3, 4]


def test_example_7_the_card_beneath_a_used_vision_may_be_taken_and_opens_no_window():
    """M23, worked example 7: 5 on the discard, then a Vision thrown, its window passed, used."""
    game = table("? ? ? ?", "? ? ? ?", "? ? ? ?", pile="5 vision")
    throw(game)
    events = do(game, "1 draw", "1 discard", "2 pass", "0 pass", "1 pass", "1 look 1 0")
    assert kinds(events).count("window_opened") == 1
    assert (game.spectator.view.discard_top, game.window) == (Card.FIVE, None)
    assert legal(game, 2) == ["draw", "take", "announce"]


def test_example_8_a_wrong_claim_takes_the_last_card_and_ends_the_round():
    """M15, M33, worked example 8: 3 players, draw pile of 1; B is next and claims with a 6."""
    hands = ("1 5 gather draw_one", "1 6 draw_one 7", "2 7 8 8")
    game = table(*hands, last="9 9", first_player=2)
    empty_pile(game, 1)
    do(game, "0 take", "0 keep 1")
    assert do(game, "1 intercept 1")[:3] == (
        masko.Missed(1, 1, Card.SIX, game.window),
        masko.Added(1, 4),
        masko.MaskoDeclared(1),
    )
    assert kinds(do(game, "host close")) == ["window_closed", "round_scored", "dealt"]
    result = game.rounds[0]
    assert (result.maskoman, result.announced, result.hands[1][4]) == (1, False, Card.NINE)


def test_example_9_ramassage_by_seat_1_of_3_with_4_3_and_4_cards():
    """M29, worked example 9: 11 cards dealt to seats 2, 0, 1, ..."""
    game = table("? ? ? ?", "1 2 3 4", "? ? ? ?", pile="1 gather")
    shed(game, 1, 0)
    before = [len(hand(game, seat)) for seat in range(3)]
    assert do(game, "1 draw", "1 discard")[3] == masko.Gathered(1, (4, 3, 4))
    assert (before, [list(hand(game, seat)) for seat in range(3)]) == (
        [4, 3, 4],
        [[0, 1, 2, 3], [0, 1, 2], [0, 1, 2, 3]],
    )


# Every clause has a test.


@cache
def cited():
    """The clauses named in the names and docstrings of the tests of Masko."""
    text = []
    for path in sorted(Path(__file__).parent.glob("test_masko*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                text.append(ast.get_docstring(node) or "")
    return set(re.findall(r"\b(?:[MC]\d+|worked example \d)\b", "\n".join(text)))


@pytest.mark.parametrize(
    "clause",
    [
        *(f"M{number}" for number in range(1, 38)),
        *(f"C{number}" for number in range(1, 12)),
        *(f"worked example {number}" for number in range(1, 10)),
    ],
)
def test_every_clause_is_cited_by_a_test(clause):
    assert clause in cited()

"""Mojo: when Mojo time begins (J6), play the other way (J3), known cards (J13), emptied discards (J16)."""

from __future__ import annotations

from collections import Counter

import pytest

from masko_sdk import Game, mojo
from tests.rules.mojo_hands import ANY, DECK, hand, table, two_discards
from tests.rules.scripts import deal_order, do, fill, kinds, legal


def after_one_turn(players: int, left: int, mojo_at: int | None) -> Game:
    """Seat 0 plays a chain of 12s and then something lower, so that its first turn ends with `left` cards."""
    chain = 7 - left
    mine = [12] * chain + [11] + ANY[:left]
    others = Counter(DECK)
    others.subtract([*mine, 12])
    rest = sorted(others.elements())
    hands = [rest[seat * 8 : seat * 8 + 8] for seat in range(players - 1)]
    game = table(mine, *hands, top=(12,), mojo_at=mojo_at)
    do(game, *["0 play 12"] * chain, "0 play 11")
    assert len(hand(game, 0)) + len(game.spectator.view.face_down[0]) == left
    return game


@pytest.mark.parametrize(
    ("players", "mojo_at", "at"),
    [
        (2, None, 2),
        (3, None, 3),
        (8, None, 3),
        (2, 1, 1),
        (2, 3, 3),
        (2, 5, 5),
        (3, 2, 2),
        (2, 7, 7),
        (4, 7, 7),
    ],
)
def test_mojo_time_begins_with_just_so_many_cards(players, mojo_at, at):
    """J6: 3, and 2 with two players, or what the option says, with two players too."""
    assert len(after_one_turn(players, at, mojo_at).spectator.view.face_down[0]) == at
    if at < 7:
        game = after_one_turn(players, at + 1, mojo_at)
        assert game.spectator.view.face_down[0] == ()


def test_the_deal_is_clockwise_also_when_play_is_not():
    """J3, C4: the holder of 13 is beaten by 9, and is dealt first; then play goes to the right."""
    hands = [12] * 5 + [11, 10, 3], [9, 6, 1, 1, 1, 1, 8, 8], [7, 5, 12, 12, 8, 8, 8, 8]
    first = fill(DECK, [*deal_order(hands, 0), 12])
    second = sorted(DECK.elements())
    game = Game(mojo.Rules(), 3, seed=1, decks=[first, second])
    do(game, *["0 play 12"] * 5, "0 play 11", "1 play 9", "2 play 7")
    do(game, "0 turn_up 10", "1 play 6", "2 play 5", "0 turn_up 3")
    view = game.referee.view
    assert (view.direction, view.starter) == (-1, 0)
    assert view.hands == tuple(tuple(second[seat:24:3]) for seat in range(3))
    assert view.draw_pile == tuple(second[25:])
    do(game, f"0 {legal(game, 0)[0]}")
    assert game.turn.seat == 2


def with_two_known_nines(**options) -> Game:
    """Seat 0 has taken a 9 from discard 1 twice; it is seat 1's turn."""
    game = two_discards([0, 1, 2, 3, 4, 5, 7, 8], [9, 9, 1, 2, 3, 4, 5, 6], pile=(0, 0), **options)
    do(game, "0 play 7", "0 take 1", "1 play 9 1", "1 draw", "0 play 8", "0 take 1")
    assert game.spectator.view.known[0] == (9, 9)
    return game


def test_of_two_known_cards_one_stays_known_when_one_is_turned_up():
    """J13: face down too; one card turned up tells of one."""
    game = with_two_known_nines(mojo_at=7)
    do(game, "1 play 1", "0 play 0")
    view = game.spectator.view
    assert view.face_down[0] == (9, 9, None, None, None, None, None)
    assert view.known[0] == (9, 9)
    do(game, f"1 {legal(game, 1)[0]}", "0 turn_up 9")
    view = game.spectator.view
    assert (view.known[0], view.turned_up[0]) == ((9,), (9,))
    assert view.face_down[0] == (9, None, None, None, None, None)


def test_a_known_card_is_known_until_a_card_of_its_value_is_played_and_no_longer():
    """J13: it might have been the other one of the two."""
    game = two_discards([0, 1, 2, 3, 4, 5, 7, 9], ANY)
    do(game, "0 play 7", "0 take 1")
    assert game.spectator.view.known[0] == (9,)
    do(game, "1 play 0", "0 play 9", "0 draw")
    assert hand(game, 0).count(9) == 1
    assert game.spectator.view.known[0] == ()
    assert game.players[1].view.hands[0] == (None,) * 8


def test_a_discard_that_is_not_emptied_gets_nothing():
    """J16: the last card but one is taken."""
    game = two_discards(ANY, [1, 2, 3, 4, 5, 8, 10, 12])
    do(game, "0 play 2 1", "1 play 12")
    assert kinds(do(game, "1 take 1")) == ["took"]
    view = game.spectator.view
    assert (view.discard_top, view.discard_size) == ((12, 9), (2, 1))
    assert view.known[1] == (2,)


def test_the_option_counts_from_the_cards_that_are_left_after_an_owed_take():
    """J6, J15: the turn ends only with the card that was taken."""
    game = two_discards([12, 12, 12, 12, 8, 1, 2, 3], ANY, ANY, top=(12, 0))
    do(game, "0 play 12", "0 play 12", "0 play 12", "0 play 12")
    assert legal(game, 0) == ["play 1", "play 2", "play 3", "play 8"]
    do(game, "0 play 8")
    assert game.spectator.view.face_down[0] == (None, None, None)
    game = two_discards([11, 11, 11, 11, 12, 1, 2, 3], ANY, ANY, top=(11, 0))
    do(game, *["0 play 11"] * 4, "0 play 12")
    assert game.spectator.view.face_down[0] == ()
    do(game, "0 take 1")
    view = game.players[0].view
    assert (view.face_down[0], view.hands[0]) == ((), (0, 1, 2, 3))
    assert view.phase is mojo.Phase.TURN

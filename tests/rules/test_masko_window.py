"""Masko: the window, who is due in it and how it closes. M17."""

import pytest

from masko_sdk import HOST, IllegalAction, NotYourTurn, Record, masko
from tests.rules.masko_decks import Card, Phase, bare, do, legal, nobody_has_cards, observers, table

HANDS = ("5 6 7 8", "5 1 2 3", "6 5 4 vision")


def opened(*hands, pile="5 10 9 vision", **options):
    """Seat 0 has thrown the first card of the pile, by default a 5, and its window is open."""
    game = table(*(hands or HANDS), pile=pile, **options)
    do(game, "0 draw", "0 discard")
    return game


def due(game):
    return [player.seat for player in game.to_act]


def missed(**options):
    """Seat 1 has claimed a 5 with a 1."""
    game = opened(**options)
    do(game, "1 intercept 1")
    return game


# The window.


def test_intercept_or_pass_is_what_a_window_asks():
    """M17."""
    assert legal(opened(), 1) == [
        "intercept 0",
        "intercept 1",
        "intercept 2",
        "intercept 3",
        "pass",
    ]


@pytest.mark.parametrize("opener", range(4))
def test_a_window_is_due_clockwise_from_the_left_of_the_opener(opener):
    """M17, C7: that one last."""
    game = table(*["? ? ? ?"] * 4, first_player=opener)
    do(game, f"{opener} draw", f"{opener} discard")
    assert due(game) == [(opener + step) % 4 for step in (1, 2, 3, 4)]


@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_with_a_card_is_due_in_a_window(players):
    """M17."""
    game = table(*["? ? ? ?"] * players)
    do(game, "0 draw", "0 discard")
    assert sorted(due(game)) == list(range(players))


def test_a_seat_without_a_card_is_not_due():
    """M17, M10."""
    game = bare(1, players=3)
    do(game, "1 draw", "1 discard")
    assert due(game) == [2, 0]


def test_a_pass_is_told_to_all():
    """M17, M37."""
    game = opened()
    since = game.ply
    do(game, "1 pass")
    assert [o.events(since) for o in observers(game)] == [(masko.Passed(1, 1),)] * 4


def test_a_pass_is_final():
    """M17."""
    game = opened()
    do(game, "1 pass")
    with pytest.raises(NotYourTurn):
        do(game, "1 intercept 0")


def test_seats_may_act_in_any_order_in_a_window():
    """M17, C7."""
    game = opened()
    do(game, "0 pass", "1 pass")
    assert due(game) == [2]


def test_a_window_closes_when_all_have_passed():
    """M17."""
    assert do(opened(), "0 pass", "1 pass", "2 pass")[2:] == (
        masko.Passed(2, 1),
        masko.WindowClosed(1, masko.WindowEnd.NOBODY_DUE),
    )


def test_a_window_closes_when_the_last_one_due_has_missed():
    """M17, M16."""
    game = opened()
    assert do(game, "0 pass", "2 pass", "1 intercept 1")[2:] == (
        masko.Missed(1, 1, Card.ONE, 1),
        masko.Added(1, 4),
        masko.WindowClosed(1, masko.WindowEnd.NOBODY_DUE),
    )


def test_a_window_of_which_nobody_holds_a_card_closes_at_once():
    """M17: it is numbered all the same."""
    game = nobody_has_cards("9")
    assert do(game, "0 draw", "0 discard")[2:] == (
        masko.WindowOpened(9, Card.NINE, 0),
        masko.WindowClosed(9, masko.WindowEnd.NOBODY_DUE),
    )


def test_the_turn_goes_on_after_a_window_without_anybody():
    """M17, M10."""
    game = nobody_has_cards("9")
    do(game, "0 draw", "0 discard")
    assert (game.window, game.turn.seat) == (None, 1)


def test_the_host_may_close_a_window():
    """M17."""
    assert do(opened(), "host close") == (masko.WindowClosed(1, masko.WindowEnd.HOST),)


def test_close_is_what_the_host_may_do_in_a_window():
    """M17."""
    assert opened().legal_actions(HOST) == (masko.Close(),)


@pytest.mark.parametrize("looks", [False, True])
def test_the_host_may_do_nothing_without_a_window(looks):
    """M17."""
    assert table(*HANDS, looks=looks).legal_actions(HOST) == ()


def test_close_is_refused_without_a_window():
    """M17."""
    with pytest.raises(NotYourTurn):
        do(table(*HANDS), "host close")


@pytest.mark.parametrize("seat", [0, 1])
def test_close_is_no_action_of_a_seat(seat):
    """M17: an action of no seat."""
    with pytest.raises(IllegalAction):
        do(opened(), f"{seat} close")


def test_the_host_is_never_in_to_act():
    """M17."""
    assert due(opened()) == [1, 2, 0]


@pytest.mark.parametrize("action", ["pass", "intercept 0", "draw"])
def test_the_host_does_nothing_else(action):
    """M17."""
    with pytest.raises((NotYourTurn, IllegalAction)):
        do(opened(), f"host {action}")


def test_close_is_kept_in_the_record():
    """M17, C5."""
    game = opened()
    do(game, "host close")
    move = game.record.moves[-1]
    assert (move.actor, move.action) == (HOST, masko.Close())


def test_a_record_with_a_close_is_replayed():
    """M17, C5."""
    game = opened()
    do(game, "1 pass", "host close")
    assert Record.loads(game.record.dumps()).replay() == game


@pytest.mark.parametrize("claim", ["0 intercept 0", "1 intercept 0", "2 intercept 1"])
def test_play_goes_on_where_it_stood_whoever_wins(claim):
    """M17: the turn passes to the left of the seat in turn."""
    game = opened()
    do(game, claim)
    assert (game.turn.seat, game.spectator.view.phase) == (1, Phase.TURN)


def test_the_turn_is_the_opener_s_while_its_window_is_open():
    """M17, M37."""
    assert opened().turn.seat == 0


def test_a_wrong_claimer_with_attempts_left_goes_to_the_end():
    """M17."""
    assert due(missed(attempts=2)) == [2, 0, 1]


def test_wrong_claimers_queue_at_the_end():
    """M17."""
    game = missed(attempts=None)
    do(game, "2 intercept 0")
    assert due(game) == [0, 1, 2]


def random_race(seed, **options):
    return opened(*["? ? ? ?"] * 5, pile="", race="random", seed=seed, **options)


def test_a_random_race_holds_the_same_seats():
    """M17: race."""
    assert all(sorted(due(random_race(seed))) == [0, 1, 2, 3, 4] for seed in range(30))


def test_a_random_race_has_another_order_with_another_seed():
    """M17, C5."""
    assert len({tuple(due(random_race(seed))) for seed in range(60)}) > 30


def test_any_seat_may_be_first_in_a_random_race():
    """M17: the opener too."""
    assert {due(random_race(seed))[0] for seed in range(100)} == {0, 1, 2, 3, 4}


def test_a_random_race_is_drawn_for_each_window():
    """M17."""
    game = random_race(1)
    orders = set()
    for _ in range(4):
        turn = game.turn.seat
        orders.add(tuple((seat - turn) % 5 for seat in due(game)))
        do(game, "host close", f"{(turn + 1) % 5} draw", f"{(turn + 1) % 5} discard")
    assert len(orders) > 1


def test_a_random_race_is_the_same_with_the_same_seed():
    """M17, C5."""
    assert due(random_race(3)) == due(random_race(3))


def test_a_wrong_claimer_goes_to_the_end_of_a_random_race():
    """M17."""
    game = random_race(3, attempts=2)
    first, *others = due(game)
    do(game, f"{first} intercept 0")
    assert due(game) == [*others, first]


def test_a_chained_window_of_which_nobody_holds_a_card_closes_at_once():
    """M17, M14: the winning card was the last one of all."""
    game = table("1 1 1 2", "3 3 3 2", pile="1 3 2", chain="anyone")
    for seat in (0, 1):
        do(game, f"{seat} draw", f"{seat} discard")
        do(game, *[f"{seat} intercept {slot}" for slot in range(3)], "host close")
    do(game, "0 draw", "0 discard", "0 intercept 3")
    assert do(game, "1 intercept 3") == (
        masko.Intercepted(1, 3, Card.TWO, 10),
        masko.WindowClosed(10, masko.WindowEnd.WON),
        masko.WindowOpened(11, Card.TWO, 1),
        masko.WindowClosed(11, masko.WindowEnd.NOBODY_DUE),
    )

"""Masko: what may be intercepted, who wins, what a wrong claim costs. M13 to M16."""

import pytest

from masko_sdk import IllegalAction, NotYourTurn, masko
from tests.rules.masko_decks import Card, Reason, do, hand, kinds, low_pile, observers, table, throw

HANDS = ("5 6 7 8", "5 1 2 3", "6 5 4 vision")


def opened(*hands, pile="5 10 9 vision", **options):
    """Seat 0 has thrown the first card of the pile, by default a 5, and its window is open."""
    game = table(*(hands or HANDS), pile=pile, **options)
    do(game, "0 draw", "0 discard")
    return game


def due(game):
    return [player.seat for player in game.to_act]


# What opens a window, and who may claim.


@pytest.mark.parametrize(
    ("steps", "card"),
    [
        (["1 draw", "1 discard"], Card.FOUR),
        (["1 draw", "1 keep 3"], Card.THREE),
        (["1 take", "1 keep 2"], Card.TWO),
        (["1 take", "1 discard"], Card.NINE),
    ],
)
def test_each_card_that_a_turn_discards_opens_one_window(steps, card):
    """M13."""
    game = table("? ? ? ?", "? 1 2 3", pile="9 4")
    throw(game)
    events = [event for event in do(game, *steps) if event.kind == "window_opened"]
    assert events == [masko.WindowOpened(2, card, 1)]


def test_a_card_that_was_just_kept_may_be_thrown_into_the_window_of_the_one_it_replaced():
    """M13, M12: it has the slot of the card that it replaced."""
    game = table("1 2 3 3", "5 6 7 8", pile="3 9")
    do(game, "0 draw", "0 keep 2")
    assert kinds(do(game, "0 intercept 2"))[0] == "intercepted"
    assert hand(game, 0) == {0: Card.ONE, 1: Card.TWO, 3: Card.THREE}


def test_a_window_stays_open_when_nobody_holds_its_card():
    """M17: to close it would tell."""
    game = opened("1 2 3 4", "5 6 7 8", pile="10")
    assert (game.window, due(game)) == (1, [1, 0])
    do(game, "1 pass")
    assert (game.window, due(game)) == (1, [0])


@pytest.mark.parametrize("special", ["ninja", "exchange", "vision", "spy", "reveal", "draw_one"])
def test_a_discarded_special_opens_a_window(special):
    """M13, M22."""
    game = opened("? ? ? ?", "? ? ? ?", pile=special)
    assert game.window == 1


def test_ramassage_opens_no_window():
    """M13: it is single."""
    game = table(*HANDS, pile="gather")
    events = do(game, "0 draw", "0 discard")
    assert kinds(events) == ["drew", "discarded", "power_started", "gathered", "power_ended"]


def test_a_replaced_ramassage_opens_no_window():
    """M13, M21."""
    game = table("gather 1 2 3", "? ? ? ?", pile="9")
    do(game, "0 draw", "0 keep 0")
    assert (game.window, game.turn.seat) == (None, 1)


def test_a_window_is_numbered_past_a_ramassage():
    """M13, M18: a Ramassage uses up no number."""
    game = table("? ? ? ?", "? ? ? ?", pile="9 gather 8")
    throw(game, 2)
    do(game, "0 draw", "0 discard")
    assert game.window == 2


@pytest.mark.parametrize("step", ["0 announce", "0 draw"])
def test_an_action_without_a_discard_opens_no_window(step):
    """M13."""
    game = table(*HANDS)
    do(game, step)
    assert game.window is None


def test_a_take_opens_no_window():
    """M13."""
    game = table(*HANDS)
    throw(game)
    do(game, "1 take")
    assert game.window is None


def test_a_seat_may_intercept_out_of_turn():
    """M13."""
    assert do(opened(), "2 intercept 1") == (
        masko.Intercepted(2, 1, Card.FIVE, 1),
        masko.WindowClosed(1, masko.WindowEnd.WON),
    )


def test_the_discarding_player_may_intercept():
    """M13: the discarding player included."""
    assert kinds(do(opened(), "0 intercept 0")) == ["intercepted", "window_closed"]


def test_the_discarding_player_may_intercept_the_replaced_card():
    """M13."""
    game = table("5 5 1 2", "? ? ? ?", pile="9")
    do(game, "0 draw", "0 keep 0", "0 intercept 1")
    assert hand(game, 0) == {0: Card.NINE, 2: Card.ONE, 3: Card.TWO}


def test_a_special_is_intercepted_by_the_same_power():
    """M13."""
    game = opened(pile="vision")
    assert kinds(do(game, "2 intercept 3"))[0] == "intercepted"


def test_a_special_is_not_intercepted_by_another_power():
    """M13, M15."""
    game = opened("? ? ? ?", "spy ? ? ?", pile="vision")
    assert kinds(do(game, "1 intercept 0"))[0] == "missed"


def test_a_number_is_not_intercepted_by_another_number():
    """M13, M15."""
    assert kinds(do(opened(), "1 intercept 1"))[0] == "missed"


def test_a_card_may_be_intercepted_unseen():
    """M13: slot 2 was never looked at."""
    game = opened("? ? ? ?", "1 2 5 3")
    assert kinds(do(game, "1 intercept 2"))[0] == "intercepted"


def test_a_seat_may_claim_at_any_moment_of_the_window():
    """M13: after the others have passed."""
    game = opened()
    do(game, "2 pass", "0 pass")
    assert kinds(do(game, "1 intercept 0"))[0] == "intercepted"


def test_nobody_intercepts_after_the_window():
    """M13: not later."""
    game = opened()
    do(game, "host close")
    with pytest.raises(NotYourTurn):
        do(game, "2 intercept 1")


def test_the_seat_in_turn_does_not_intercept_after_the_window():
    """M13: not later."""
    game = opened()
    do(game, "host close")
    with pytest.raises(IllegalAction) as error:
        do(game, "1 intercept 0")
    assert error.value.reason is Reason.WRONG_PHASE


def test_nobody_plays_on_while_the_window_is_open():
    """M13, M17: what comes first is the window."""
    with pytest.raises(IllegalAction) as error:
        do(opened(), "1 draw")
    assert error.value.reason is Reason.WRONG_PHASE


# The winner.


def test_the_winning_card_joins_the_discard_on_top():
    """M14."""
    game = opened()
    do(game, "2 intercept 1")
    assert game.referee.view.discard == (Card.FIVE, Card.FIVE)


def test_the_winner_has_one_card_fewer():
    """M14."""
    game = opened()
    do(game, "2 intercept 1")
    assert hand(game, 2) == {0: Card.SIX, 2: Card.FOUR, 3: Card.VISION}


def test_the_winning_card_is_public():
    """M14."""
    game = opened()
    since = game.ply
    do(game, "2 intercept 1")
    told = [o.events(since)[0] for o in observers(game)]
    assert told == [masko.Intercepted(2, 1, Card.FIVE, 1)] * 4


def test_there_is_one_winner_a_window():
    """M14: first come, first served."""
    game = opened()
    do(game, "2 intercept 1")
    with pytest.raises(NotYourTurn):
        do(game, "0 intercept 0")


def test_the_winning_card_opens_no_window():
    """M14: chain none."""
    game = opened()
    do(game, "2 intercept 1")
    assert (game.window, game.turn.seat) == (None, 1)


def test_the_winning_card_may_be_taken():
    """M14, M8: it is the top of the discard."""
    game = opened()
    do(game, "2 intercept 1")
    assert do(game, "1 take") == (masko.Took(1, Card.FIVE),)


def chained(**options):
    """Seat 2 has won the window of a 5, and its own card has opened the next."""
    return_ = opened(chain="anyone", **options)
    do(return_, "2 intercept 1")
    return return_


def test_the_winning_card_opens_a_new_window_with_chain_anyone():
    """M14."""
    game = opened(chain="anyone")
    assert do(game, "2 intercept 1")[1:] == (
        masko.WindowClosed(1, masko.WindowEnd.WON),
        masko.WindowOpened(2, Card.FIVE, 2),
    )


def test_a_chained_window_may_be_won_by_another_card():
    """M14."""
    game = chained()
    do(game, "1 intercept 0")
    assert (game.window, game.referee.view.discard) == (3, (Card.FIVE,) * 3)


def test_a_chain_ends_when_its_window_closes():
    """M14, M17: play goes on where it stood."""
    game = chained()
    do(game, "host close")
    assert (game.window, game.turn.seat) == (None, 1)


def test_a_chained_window_gives_its_attempts_afresh():
    """M14, M16."""
    game = opened(chain="anyone")
    do(game, "1 intercept 1", "2 intercept 1")
    assert game.spectator.view.window.attempts == (1, 1, 1)


def test_a_pass_does_not_hold_for_the_chained_window():
    """M14, M17: final for that window alone."""
    game = opened(chain="anyone")
    do(game, "1 pass", "2 intercept 1")
    assert 1 in due(game)


def test_the_winner_may_intercept_its_own_chained_card():
    """M14: anyone."""
    game = opened("? ? ? ?", "5 5 5 ?", "? ? ? ?", chain="anyone")
    do(game, "1 intercept 0", "1 intercept 1", "1 intercept 2")
    assert list(hand(game, 1)) == [3]


def test_a_chained_window_is_due_from_the_left_of_the_winner():
    """M14, M17: the seat whose card opened it comes last."""
    assert due(chained()) == [0, 1, 2]


# A wrong claim.


def missed(**options):
    """Seat 1 has claimed a 5 with a 1."""
    game = opened(**options)
    do(game, "1 intercept 1")
    return game


def test_a_wrong_card_is_shown_to_all():
    """M15."""
    game = opened()
    since = game.ply
    do(game, "1 intercept 1")
    told = [o.events(since)[0] for o in observers(game)]
    assert told == [masko.Missed(1, 1, Card.ONE, 1)] * 4


def test_a_wrong_card_goes_back_to_its_slot():
    """M15."""
    assert hand(missed(), 1)[1] is Card.ONE


def test_a_wrong_claim_costs_the_top_card_of_the_draw_pile():
    """M15."""
    game = missed()
    assert (hand(game, 1)[4], game.spectator.view.draw_size) == (Card.TEN, 39)


def test_the_penalty_card_is_told_without_its_face():
    """M15: unseen."""
    assert do(opened(), "1 intercept 1")[1] == masko.Added(1, 4)


def test_nobody_has_seen_the_penalty_card():
    """M15, M36."""
    game = missed()
    assert [(1, 4) in player.memory for player in game.players] == [False] * 3


def test_a_wrong_claim_changes_no_discard():
    """M15."""
    assert missed().referee.view.discard == (Card.FIVE,)


def test_a_wrong_claim_costs_nothing_when_the_draw_pile_is_empty():
    """M15."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard")
    assert kinds(do(game, "1 intercept 0", "host close")) == ["missed", "window_closed"]


def test_a_wrong_claim_leaves_the_window_to_the_others():
    """M15, M17."""
    game = missed()
    assert (due(game), game.window) == ([2, 0], 1)


# Attempts.


def test_one_attempt_a_window():
    """M16."""
    with pytest.raises(NotYourTurn):
        do(missed(), "1 intercept 0")


def test_the_next_window_gives_a_new_attempt():
    """M16: a window and seat."""
    game = missed()
    do(game, "host close", "1 draw", "1 discard")
    assert 1 in due(game)


def test_two_attempts_allow_a_second_claim():
    """M16."""
    assert kinds(do(missed(attempts=2), "1 intercept 0"))[0] == "intercepted"


def test_two_attempts_allow_no_third_claim():
    """M16."""
    game = missed(attempts=2)
    do(game, "1 intercept 2")
    with pytest.raises(NotYourTurn):
        do(game, "1 intercept 0")


def test_attempts_are_counted_by_seat():
    """M16."""
    game = missed(attempts=2)
    assert game.spectator.view.window.attempts == (2, 1, 2)


def test_attempts_none_has_no_limit():
    """M16."""
    game = missed(attempts=None)
    do(game, *["1 intercept 2"] * 9)
    assert kinds(do(game, "1 intercept 0"))[0] == "intercepted"


def test_attempts_none_is_shown_as_no_limit():
    """M16, M37."""
    assert missed(attempts=None).spectator.view.window.attempts == (None, None, None)


def test_a_penalty_card_may_be_claimed_with():
    """M16: it is one's own."""
    game = opened("? ? ? ?", "1 2 3 4", pile="5 5", attempts=2)
    do(game, "1 intercept 1")
    assert kinds(do(game, "1 intercept 4"))[0] == "intercepted"

"""Masko: what a player does in a turn. M7 to M12."""

import pytest

from masko_sdk import IllegalAction, NotYourTurn, masko
from tests.rules.masko_decks import (
    Card,
    Phase,
    Reason,
    bare,
    cards,
    do,
    hand,
    kinds,
    legal,
    low_pile,
    observers,
    settle,
    shed,
    table,
    throw,
)

HANDS = ("1 2 3 4", "5 6 7 8", "? ? ? ?")


def refused(game, step):
    """The reason why a step is refused."""
    with pytest.raises(IllegalAction) as error:
        do(game, step)
    return error.value.reason


# Draw.


def test_a_drawn_card_is_the_top_of_the_draw_pile():
    """M7."""
    game = table(*HANDS, pile="9 10")
    assert do(game, "0 draw") == (masko.Drew(0, Card.NINE),)


def test_a_draw_takes_the_card_off_the_draw_pile():
    """M7."""
    game = table(*HANDS, pile="9 10")
    do(game, "0 draw")
    assert (game.referee.view.draw_pile[0], game.spectator.view.draw_size) == (Card.TEN, 40)


def test_a_drawn_card_is_told_to_the_drawer_alone():
    """M7."""
    game = table(*HANDS, pile="9")
    since = game.ply
    do(game, "0 draw")
    told = [observer.events(since)[0].card for observer in observers(game)]
    assert told == [Card.NINE, None, None, None]


def test_the_held_card_is_shown_to_its_drawer_alone():
    """M7, M37."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw")
    hidden = masko.Held(0, None, False)
    assert [o.view.held for o in observers(game)] == [
        masko.Held(0, Card.NINE, False),
        hidden,
        hidden,
        hidden,
    ]


def test_after_a_draw_comes_keep_or_discard():
    """M7."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw")
    assert legal(game, 0) == ["keep 0", "keep 1", "keep 2", "keep 3", "discard"]


def test_a_kept_card_takes_the_slot_and_the_old_one_is_discarded():
    """M7, M12."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw", "0 keep 2")
    assert (hand(game, 0), game.referee.view.discard) == (
        dict(enumerate(cards("1 2 9 4"))),
        (Card.THREE,),
    )


def test_keep_is_told_as_kept_discarded_and_a_window():
    """M7, M13."""
    game = table(*HANDS, pile="9")
    assert do(game, "0 draw", "0 keep 2")[1:] == (
        masko.Kept(0, 2, Card.NINE),
        masko.Discarded(0, 2, Card.THREE),
        masko.WindowOpened(1, Card.THREE, 0),
    )


def test_a_kept_drawn_card_lies_face_down():
    """M7: only its drawer knows it."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw")
    since = game.ply
    do(game, "0 keep 2")
    told = [observer.events(since)[0].card for observer in observers(game)]
    assert told == [Card.NINE, None, None, None]


def test_keep_needs_a_slot_that_holds_a_card():
    """M7."""
    game = table("5 2 3 4", "? ? ? ?", pile="5 9 10")
    shed(game, 0, 0)
    throw(game)
    do(game, "0 draw")
    assert refused(game, "0 keep 0") is Reason.NO_SUCH_CARD


def test_a_discarded_drawn_card_lies_face_up():
    """M7."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw", "0 discard")
    assert [o.view.discard_top for o in observers(game)] == [Card.NINE] * 4


def test_discard_is_told_as_discarded_from_no_slot():
    """M7, M13."""
    game = table(*HANDS, pile="9")
    assert do(game, "0 draw", "0 discard")[1:] == (
        masko.Discarded(0, None, Card.NINE),
        masko.WindowOpened(1, Card.NINE, 0),
    )


def test_a_discard_changes_no_hand():
    """M7."""
    game = table(*HANDS, pile="9")
    do(game, "0 draw", "0 discard")
    assert hand(game, 0) == dict(enumerate(cards("1 2 3 4")))


def test_the_turn_goes_to_the_left():
    """C1: the next seat clockwise, the last one's left is seat 0."""
    game = table(*HANDS)
    seats = []
    for _ in range(4):
        seats.append(game.turn.seat)
        throw(game)
    assert seats == [0, 1, 2, 0]


def test_only_the_player_in_turn_plays():
    """M7."""
    game = table(*HANDS)
    with pytest.raises(NotYourTurn):
        do(game, "1 draw")


def test_a_turn_has_one_draw():
    """M7: exactly one of them."""
    game = table(*HANDS)
    do(game, "0 draw")
    assert refused(game, "0 draw") is Reason.WRONG_PHASE


def test_no_take_after_a_draw():
    """M8: exactly one of them."""
    game = table(*HANDS)
    throw(game)
    do(game, "1 draw")
    assert refused(game, "1 take") is Reason.WRONG_PHASE


# Take.


def taken(**options):
    """Seat 1 has taken a 9; below it lies nothing."""
    game = table(*HANDS, pile="9", **options)
    throw(game)
    do(game, "1 take")
    return game


def test_a_turn_on_a_fresh_table_is_draw_or_announce():
    """M8, M9: the discard is empty."""
    assert legal(table(*HANDS), 0) == ["draw", "announce"]


def test_take_is_legal_when_a_number_lies_on_the_discard():
    """M8."""
    game = table(*HANDS, pile="9")
    throw(game)
    assert legal(game, 1) == ["draw", "take", "announce"]


def test_no_take_from_an_empty_discard():
    """M8."""
    assert refused(table(*HANDS), "0 take") is Reason.DISCARD_EMPTY


def test_take_takes_the_top_of_the_discard():
    """M8."""
    game = table(*HANDS, pile="9 10")
    throw(game, 2)
    assert do(game, "2 take") == (masko.Took(2, Card.TEN),)


def test_a_taken_card_has_left_the_discard():
    """M8."""
    view = taken().spectator.view
    assert (view.discard_size, view.discard_top) == (0, None)


def test_a_take_leaves_the_draw_pile_alone():
    """M8."""
    assert taken().spectator.view.draw_size == 40


def test_a_taken_card_is_public():
    """M8, M37."""
    game = taken()
    assert [o.view.held for o in observers(game)] == [masko.Held(1, Card.NINE, True)] * 4


def test_a_kept_taken_card_is_public():
    """M8."""
    game = taken()
    since = game.ply
    do(game, "1 keep 0")
    assert [o.events(since)[0] for o in observers(game)] == [masko.Kept(1, 0, Card.NINE)] * 4


def test_a_taken_card_takes_the_slot_of_the_replaced_one():
    """M8, M12."""
    game = taken()
    do(game, "1 keep 1")
    assert (hand(game, 1), game.spectator.view.discard_top) == (
        dict(enumerate(cards("5 9 7 8"))),
        Card.SIX,
    )


def test_a_taken_card_may_be_discarded_again():
    """M8: may_return_taken."""
    game = taken()
    do(game, "1 discard")
    assert (game.spectator.view.discard_top, hand(game, 1)) == (
        Card.NINE,
        dict(enumerate(cards("5 6 7 8"))),
    )


def test_a_returned_card_opens_a_window():
    """M8, M13: a new discard."""
    game = taken()
    assert kinds(do(game, "1 discard")) == ["discarded", "window_opened"]


def test_a_taken_card_must_be_kept_without_may_return_taken():
    """M8."""
    assert legal(taken(may_return_taken=False), 1) == ["keep 0", "keep 1", "keep 2", "keep 3"]


def test_the_refusal_of_a_return_says_must_keep():
    """M8."""
    assert refused(taken(may_return_taken=False), "1 discard") is Reason.MUST_KEEP


def test_a_drawn_card_may_be_discarded_without_may_return_taken():
    """M7, M8: the option is about taken cards."""
    game = table(*HANDS, may_return_taken=False)
    do(game, "0 draw")
    assert "discard" in legal(game, 0)


def test_a_special_never_lies_there_to_be_taken():
    """M8, M23: the discard is empty again."""
    game = table(*HANDS, pile="vision")
    throw(game)
    assert refused(game, "1 take") is Reason.DISCARD_EMPTY


# Announce.


def test_masko_may_be_announced_on_the_first_turn():
    """M9."""
    game = table(*HANDS)
    assert do(game, "0 announce") == (masko.Announced(0),)


def test_masko_may_be_announced_on_a_later_turn():
    """M9."""
    game = table(*HANDS)
    throw(game, 4)
    do(game, "1 announce")
    assert game.spectator.view.masko == masko.Call(1, False)


def test_an_announcement_is_the_whole_turn():
    """M9: instead of drawing."""
    game = table(*HANDS)
    do(game, "0 announce")
    assert (game.turn.seat, game.spectator.view.phase) == (1, Phase.TURN)


def test_masko_is_not_announced_after_a_draw():
    """M9."""
    game = table(*HANDS)
    do(game, "0 draw")
    assert refused(game, "0 announce") is Reason.WRONG_PHASE


def test_masko_is_not_announced_out_of_turn():
    """M9."""
    with pytest.raises(NotYourTurn):
        do(table(*HANDS), "1 announce")


def test_masko_is_not_announced_twice():
    """M9."""
    game = table(*HANDS)
    do(game, "0 announce")
    assert refused(game, "1 announce") is Reason.MASKO_STANDS


def test_masko_is_not_announced_after_an_automatic_one():
    """M9, M33."""
    assert refused(low_pile(0), "0 announce") is Reason.MASKO_STANDS


# No card.


def test_a_player_without_a_card_may_draw_or_announce():
    """M10: nothing to take for."""
    game = bare(0)
    assert legal(game, 0) == ["draw", "announce"]


def test_a_player_without_a_card_cannot_take():
    """M10."""
    assert refused(bare(0), "0 take") is Reason.NO_OWN_CARD


def test_a_player_without_a_card_must_discard_what_it_draws():
    """M10."""
    game = bare(0)
    do(game, "0 draw")
    assert legal(game, 0) == ["discard"]


def test_a_player_without_a_card_may_announce():
    """M10, M34: nothing is the lowest."""
    game = bare(0)
    do(game, "0 announce")
    throw(game)
    assert game.rounds[0].scores[0] == 0


def test_a_player_without_a_card_has_only_skip_when_the_draw_pile_is_empty():
    """M10, M11: it can't take what lies there."""
    game = low_pile(4, "gather draw_one draw_one ?", "1 1 2 2", "? ? ? ?", last="3 1 1 2 2")
    shed(game, 1, 0, 1, 2, 3)
    assert legal(game, 1) == ["skip"]


def test_a_player_without_a_card_is_not_passed_over():
    """M10: keeps playing."""
    game = bare(0, players=3)
    throw(game, 2)
    assert game.turn.seat == 0


# Skip.


def test_skip_is_refused_while_the_draw_pile_holds_cards():
    """M11."""
    assert refused(table(*HANDS), "0 skip") is Reason.DRAW_PILE_NOT_EMPTY


def test_an_empty_draw_pile_leaves_take_and_skip():
    """M11."""
    assert legal(low_pile(0), 0) == ["take", "skip"]


def test_draw_is_refused_from_an_empty_draw_pile():
    """M11."""
    assert refused(low_pile(0), "0 draw") is Reason.DRAW_PILE_EMPTY


def test_a_skip_passes_the_turn():
    """M11."""
    game = low_pile(0)
    assert (do(game, "0 skip"), game.turn.seat) == ((masko.Skipped(0),), 1)


def test_a_drawn_last_card_still_has_to_be_kept_or_discarded():
    """M11, M33: play goes on."""
    game = low_pile(1)
    do(game, "0 draw")
    assert legal(game, 0) == ["keep 0", "keep 1", "keep 2", "keep 3", "discard"]


# Slots.


def test_an_added_card_takes_the_next_number():
    """M12, M15."""
    game = table(*HANDS, pile="9 10")
    do(game, "0 draw", "0 discard", "1 intercept 0")
    assert list(hand(game, 1)) == [0, 1, 2, 3, 4]


def test_the_number_of_a_card_that_left_is_not_used_again():
    """M12: the 9 leaves slot 0, the next card goes to slot 4."""
    game = table("9 2 3 4", "? ? ? ?", pile="9 10 8")
    shed(game, 0, 0)
    do(game, "1 draw", "1 discard", "0 intercept 1")
    assert list(hand(game, 0)) == [1, 2, 3, 4]


def test_the_number_of_an_added_card_that_left_is_not_used_again():
    """M12: never used by that player since the last deal."""
    game = table("1 2 3 4", "5 6 7 8", pile="9 10 10 9 9")
    do(game, "0 draw", "0 discard", "1 intercept 0", "host close")  # 1 gets a 10 in slot 4
    do(game, "1 draw", "1 discard", "1 intercept 4")
    do(game, "0 draw", "0 discard", "1 intercept 0")
    assert list(hand(game, 1)) == [0, 1, 2, 3, 5]


def test_a_card_keeps_its_slot_when_another_one_leaves():
    """M12."""
    game = table("5 9 5 7", "? ? ? ?", pile="9")
    shed(game, 0, 1)
    assert hand(game, 0) == {0: Card.FIVE, 2: Card.FIVE, 3: Card.SEVEN}


def test_a_player_without_a_card_gets_an_added_one_in_the_next_slot():
    """M12, M30."""
    game = bare(0, "draw_one 9")
    do(game, "0 draw", "0 discard", "host close", "0 choose 0")
    assert hand(game, 0) == {4: Card.NINE}


def test_numbering_starts_anew_with_the_next_deal():
    """M12."""
    game = table(*HANDS, pile="9 10")
    do(game, "0 draw", "0 discard", "1 intercept 0")
    settle(game)
    do(game, "1 announce")
    throw(game, 2)
    assert [list(slots) for slots in game.spectator.view.hands] == [[0, 1, 2, 3]] * 3


def test_a_hand_grows_to_48_cards_and_slot_47_at_most():
    """M12: the bound 55 - 4n for two players, by penalties without limit."""
    game = table("? ? ? ?", "1 2 3 4", pile="9", attempts=None)
    do(game, "0 draw", "0 discard", *["1 intercept 0"] * 44)
    assert (len(hand(game, 1)), max(hand(game, 1)), game.spectator.view.draw_size) == (48, 47, 0)

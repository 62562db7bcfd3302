"""Masko: Vision, Espion, Ninja and Exchange. M24 to M27."""

import pytest

from masko_sdk import IllegalAction, masko
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
    observers,
    table,
    throw,
)

HANDS = ("1 2 3 4", "5 6 7 8", "9 9 10 10")


def running(power, *hands, then="", **options):
    """Seat 0 has thrown this special, and its power runs."""
    game = table(*(hands or HANDS), pile=f"{power} {then}", **options)
    do(game, "0 draw", "0 discard", "host close")
    return game


def refused(game, *steps):
    """The reason why the last of these steps is refused."""
    do(game, *steps[:-1])
    with pytest.raises(IllegalAction) as error:
        do(game, steps[-1])
    return error.value.reason


def told(game, step):
    """What each seat and an onlooker are told first of a step."""
    since = game.ply
    do(game, step)
    return [observer.events(since)[0] for observer in observers(game)]


# Vision.


def test_vision_offers_the_own_cards():
    """M24."""
    assert legal(running("vision"), 0) == ["look 0 0", "look 0 1", "look 0 2", "look 0 3"]


def test_vision_shows_one_own_card():
    """M24."""
    assert do(running("vision"), "0 look 0 2") == (
        masko.Looked(0, 0, 2, Card.THREE),
        masko.PowerEnded(Card.VISION),
    )


def test_vision_shows_it_to_the_looker_alone():
    """M24, M36."""
    faces = [event.card for event in told(running("vision"), "0 look 0 2")]
    assert faces == [Card.THREE, None, None, None]


def test_vision_is_for_own_cards():
    """M24."""
    assert refused(running("vision"), "0 look 1 0") is Reason.NOT_OWN_CARD


def test_vision_may_look_at_a_card_that_was_seen():
    """M24: one own card, whichever."""
    game = running("vision")
    do(game, "0 look 0 0")
    assert (game.turn.seat, game.players[0].memory[0, 0]) == (1, 1)


# Espion.


def test_espion_offers_the_cards_of_all_others():
    """M25."""
    assert legal(running("spy"), 0) == [f"look {seat} {s}" for seat in (1, 2) for s in range(4)]


def test_espion_shows_one_card_of_another():
    """M25."""
    assert do(running("spy"), "0 look 1 3") == (
        masko.Looked(0, 1, 3, Card.EIGHT),
        masko.PowerEnded(Card.SPY),
    )


def test_espion_shows_it_to_the_spy_alone():
    """M25, M36: not to its owner."""
    faces = [event.card for event in told(running("spy"), "0 look 1 3")]
    assert faces == [Card.EIGHT, None, None, None]


def test_espion_is_not_for_own_cards():
    """M25: "sauf vous"."""
    assert refused(running("spy"), "0 look 0 0") is Reason.OWN_CARD


def test_espion_changes_no_hand():
    """M25."""
    game = running("spy")
    do(game, "0 look 1 3")
    assert hand(game, 1) == dict(enumerate(cards(HANDS[1])))


# Ninja.


def ninja(**options):
    """Seat 0's Ninja has looked at the 7 in seat 1's slot 2."""
    game = running("ninja", **options)
    do(game, "0 look 1 2")
    return game


def test_ninja_offers_the_cards_of_all_others():
    """M26."""
    assert legal(running("ninja"), 0) == [f"look {seat} {s}" for seat in (1, 2) for s in range(4)]


def test_ninja_looks_at_the_card_of_another():
    """M26."""
    faces = [event.card for event in told(running("ninja"), "0 look 1 2")]
    assert faces == [Card.SEVEN, None, None, None]


def test_ninja_is_not_for_own_cards():
    """M26: of another player."""
    assert refused(running("ninja"), "0 look 0 0") is Reason.OWN_CARD


def test_ninja_then_swaps_or_declines():
    """M26."""
    assert legal(ninja(), 0) == ["swap 0", "swap 1", "swap 2", "swap 3", "decline"]


def test_ninja_s_choice_is_public():
    """M26, M37."""
    assert ninja().spectator.view.power == masko.Power(Card.NINJA, 0, 1, 2)


def test_ninja_exchanges_the_card_with_an_own_one():
    """M26, M12: they take each other's slots."""
    game = ninja()
    do(game, "0 swap 0")
    assert (hand(game, 0), hand(game, 1)) == (
        dict(enumerate(cards("7 2 3 4"))),
        dict(enumerate(cards("5 6 1 8"))),
    )


def test_ninja_s_exchange_is_told_to_all():
    """M26, M36: everybody sees which cards change places."""
    assert told(ninja(), "0 swap 0") == [masko.Swapped(0, 0, 1, 2)] * 4


def test_ninja_ends_after_the_exchange():
    """M26."""
    assert kinds(do(ninja(), "0 swap 0")) == ["swapped", "power_ended"]


def test_ninja_may_decline():
    """M26."""
    assert do(ninja(), "0 decline") == (masko.Declined(0), masko.PowerEnded(Card.NINJA))


def test_a_declined_ninja_changes_no_hand():
    """M26."""
    game = ninja()
    do(game, "0 decline")
    assert hand(game, 1) == dict(enumerate(cards(HANDS[1])))


def test_ninja_exchanges_a_card_unseen_by_its_user():
    """M26: any of the own; slot 3 was never looked at."""
    game = ninja()
    do(game, "0 swap 3")
    assert hand(game, 1)[2] is Card.FOUR


def test_ninja_exchanges_with_a_slot_that_holds_a_card():
    """M26."""
    assert refused(ninja(), "0 swap 4") is Reason.NO_SUCH_CARD


def test_ninja_without_an_own_card_can_only_decline():
    """M26, M10."""
    game = bare(0, "ninja")
    do(game, "0 draw", "0 discard", "host close", "0 look 1 0")
    assert legal(game, 0) == ["decline"]


# Exchange.


def test_exchange_offers_all_cards_first():
    """M27: oneself included or not."""
    assert legal(running("exchange"), 0) == [
        f"pick {seat} {slot}" for seat in range(3) for slot in range(4)
    ]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_exchange_offers_the_cards_of_other_seats_second(first):
    """M27: of two different players."""
    game = running("exchange")
    do(game, f"0 pick {first} 1")
    assert legal(game, 0) == [
        f"pick {seat} {slot}" for seat in range(3) if seat != first for slot in range(4)
    ]


@pytest.mark.parametrize("first", [0, 1])
def test_exchange_is_not_within_a_hand(first):
    """M27."""
    with pytest.raises(IllegalAction):
        do(running("exchange"), f"0 pick {first} 1", f"0 pick {first} 2")


def test_exchange_s_first_pick_is_public():
    """M27, M37."""
    game = running("exchange")
    do(game, "0 pick 2 1")
    view = game.spectator.view
    assert (view.phase, view.power) == (Phase.EXCHANGE_SECOND, masko.Power(Card.EXCHANGE, 0, 2, 1))


@pytest.mark.parametrize("picks", [("0 pick 0 0", "0 pick 1 3"), ("0 pick 1 3", "0 pick 0 0")])
def test_exchange_exchanges_an_own_card(picks):
    """M27, M12: in any order."""
    game = running("exchange")
    do(game, *picks)
    assert (hand(game, 0), hand(game, 1)) == (
        dict(enumerate(cards("8 2 3 4"))),
        dict(enumerate(cards("5 6 7 1"))),
    )


def test_exchange_exchanges_cards_of_two_others():
    """M27: oneself not included."""
    game = running("exchange")
    do(game, "0 pick 2 2", "0 pick 1 0")
    assert [hand(game, seat) for seat in range(3)] == [
        dict(enumerate(cards("1 2 3 4"))),
        dict(enumerate(cards("10 6 7 8"))),
        dict(enumerate(cards("9 9 5 10"))),
    ]


def test_exchange_is_told_pick_by_pick():
    """M27, C6."""
    assert do(running("exchange"), "0 pick 2 2", "0 pick 1 0") == (
        masko.Picked(0, 2, 2),
        masko.Picked(0, 1, 0),
        masko.Swapped(2, 2, 1, 0),
        masko.PowerEnded(Card.EXCHANGE),
    )


def test_exchange_shows_nothing():
    """M27: unseen."""
    game = running("exchange")
    do(game, "0 pick 2 2", "0 pick 1 3")
    assert [len(player.memory) for player in game.players] == [2, 2, 2]


def test_exchange_leaves_out_a_seat_without_a_card():
    """M27, M10: of different seats that hold a card."""
    game = bare(1, "9 exchange", players=3)
    throw(game)
    do(game, "2 draw", "2 discard", "host close")
    assert {action.seat for action in game.legal_actions(2)} == {0, 2}


def test_exchange_by_a_seat_without_a_card():
    """M27, M31: two others hold cards."""
    game = bare(1, "exchange", players=3)
    do(game, "1 draw", "1 discard", "host close")
    assert {action.seat for action in game.legal_actions(1)} == {0, 2}

"""Masko: when powers act, and in which order. M21 to M23, M31."""

import pytest

from masko_sdk import IllegalAction, masko
from tests.rules.masko_decks import (
    Card,
    Phase,
    Reason,
    bare,
    do,
    hand,
    kinds,
    legal,
    low_pile,
    nobody_has_cards,
    shed,
    table,
    throw,
)

NAMES = ["ninja", "exchange", "vision", "spy", "reveal", "draw_one"]
PLAIN = ("? ? ? ?", "? ? ? ?", "? ? ? ?")


def started(events):
    return [(event.seat, event.card) for event in events if event.kind == "power_started"]


# When.


@pytest.mark.parametrize("name", [*NAMES, "gather"])
def test_a_special_thrown_after_a_draw_acts(name):
    """M21."""
    game = table(*PLAIN, pile=name)
    events = do(game, "0 draw", "0 discard", *([] if name == "gather" else ["host close"]))
    assert started(events) == [(0, masko.Card[name.upper()])]


@pytest.mark.parametrize("name", [*NAMES, "gather"])
def test_a_special_replaced_by_a_kept_card_acts(name):
    """M21."""
    game = table(f"1 2 {name} 3", *PLAIN[1:], pile="4")
    events = do(game, "0 draw", "0 keep 2", *([] if name == "gather" else ["host close"]))
    assert started(events) == [(0, masko.Card[name.upper()])]


def test_a_special_replaced_by_a_taken_card_acts():
    """M21."""
    game = table("? ? ? ?", "1 spy 2 3", "? ? ? ?")
    throw(game)
    assert started(do(game, "1 take", "1 keep 1", "host close")) == [(1, Card.SPY)]


@pytest.mark.parametrize("name", NAMES[:5])
def test_an_intercepting_special_acts(name):
    """M21."""
    game = table("? ? ? ?", f"{name} 1 2 3", "? ? ? ?", pile=name)
    do(game, "0 draw", "0 discard", "1 intercept 0")
    while game.spectator.view.power.user == 0:
        actor = game.to_act[0]
        actor.play(actor.legal_actions[-1])
    assert game.spectator.view.power.card is masko.Card[name.upper()]


@pytest.mark.parametrize("name", [*NAMES, "gather"])
def test_a_special_kept_after_a_draw_does_not_act(name):
    """M21."""
    game = table(*PLAIN, pile=name)
    assert started(do(game, "0 draw", "0 keep 0", "host close")) == []


@pytest.mark.parametrize("name", [*NAMES, "gather"])
def test_a_special_that_is_seen_does_not_act(name):
    """M21: it must reach the discard."""
    game = table(f"{name} ? ? ?", "? ? ? ?", looks=False)
    assert kinds(do(game, "0 look 0 0")) == ["looked"]


def test_a_special_shown_by_a_wrong_claim_does_not_act():
    """M21, M15: it goes back."""
    game = table("? ? ? ?", "spy 1 2 3", pile="9 10")
    events = do(game, "0 draw", "0 discard", "1 intercept 0", "host close")
    assert started(events) == []


def test_a_number_has_no_power():
    """M21."""
    game = table(*PLAIN)
    do(game, "0 draw", "0 discard", "host close")
    assert (game.spectator.view.phase, game.turn.seat) == (Phase.TURN, 1)


# In which order.


def vision_thrown(*hands, pile="vision 9 10", **options):
    game = table(*(hands or ("1 2 3 4", "vision 5 6 7", "? ? ? ?")), pile=pile, **options)
    do(game, "0 draw", "0 discard")
    return game


def test_the_window_comes_before_the_power():
    """M22."""
    game = vision_thrown()
    assert (game.spectator.view.phase, game.spectator.view.power) == (Phase.WINDOW, None)


def test_the_power_waits_during_its_window():
    """M22, M37."""
    assert vision_thrown().spectator.view.waiting == (masko.Waiting(0, Card.VISION),)


def test_the_power_is_used_by_the_one_who_discarded_it():
    """M22."""
    game = vision_thrown()
    do(game, "host close")
    assert [player.seat for player in game.to_act] == [0]


def test_the_power_follows_when_all_have_passed():
    """M22."""
    assert kinds(do(vision_thrown(), "1 pass", "2 pass", "0 pass"))[-2:] == [
        "window_closed",
        "power_started",
    ]


def test_the_power_follows_when_the_claims_were_wrong():
    """M22, M15."""
    game = vision_thrown()
    assert started(do(game, "1 intercept 1", "2 pass", "0 pass")) == [(0, Card.VISION)]


def test_an_interception_does_not_take_the_power_away():
    """M22: the first discarder goes first."""
    game = vision_thrown()
    assert started(do(game, "1 intercept 0")) == [(0, Card.VISION)]


def test_the_interceptor_s_power_waits_for_the_first():
    """M22: each finished before the next begins."""
    game = vision_thrown()
    do(game, "1 intercept 0")
    view = game.spectator.view
    assert (view.power.user, view.waiting) == (0, (masko.Waiting(1, Card.VISION),))


def test_the_interceptor_s_power_follows_the_first():
    """M22."""
    game = vision_thrown()
    assert kinds(do(game, "1 intercept 0", "0 look 0 2", "1 look 1 3")) == [
        "intercepted",
        "window_closed",
        "power_started",
        "looked",
        "power_ended",
        "power_started",
        "looked",
        "power_ended",
    ]


def test_one_who_intercepts_the_own_special_uses_both_powers():
    """M22, M13."""
    game = vision_thrown("vision 2 3 4", "? ? ? ?")
    assert started(do(game, "0 intercept 0", "0 look 0 2", "0 look 0 3")) == [(0, Card.VISION)] * 2


def test_the_turn_passes_after_both_powers():
    """M22, M17."""
    game = vision_thrown()
    do(game, "1 intercept 0", "0 look 0 2", "1 look 1 3")
    assert (game.turn.seat, game.spectator.view.phase) == (1, Phase.TURN)


def test_the_turn_is_the_first_discarder_s_during_both_powers():
    """M22, M37."""
    game = vision_thrown()
    do(game, "1 intercept 0", "0 look 0 2")
    assert (game.turn.seat, game.to_act[0].seat) == (0, 1)


def test_the_chained_window_of_a_special_comes_before_both_powers():
    """M22, M14."""
    game = vision_thrown(chain="anyone")
    events = do(game, "1 intercept 0")
    assert (kinds(events)[-1], game.spectator.view.waiting) == (
        "window_opened",
        (masko.Waiting(0, Card.VISION), masko.Waiting(1, Card.VISION)),
    )


def test_both_powers_follow_a_chained_window_in_the_order_of_discarding():
    """M22, M14."""
    game = vision_thrown(chain="anyone")
    events = do(game, "1 intercept 0", "host close", "0 look 0 2", "1 look 1 3")
    assert started(events) == [(0, Card.VISION), (1, Card.VISION)]


def test_a_power_can_t_be_intercepted_once_applied():
    """M22: its window is past."""
    game = vision_thrown()
    do(game, "host close", "0 look 0 2")
    with pytest.raises(IllegalAction) as error:
        do(game, "1 intercept 0")
    assert error.value.reason is Reason.WRONG_PHASE


def test_no_turn_is_played_before_the_power_is_used():
    """M22, M31."""
    game = vision_thrown()
    do(game, "host close")
    assert (legal(game, 1), legal(game, 0)) == (
        [],
        ["look 0 0", "look 0 1", "look 0 2", "look 0 3"],
    )


# And afterwards.


def used(pile="5 vision", **options):
    """A special thrown by seat 1 on a 5 has been used."""
    game = table(*PLAIN, pile=pile, **options)
    throw(game, 2)
    return game


def test_a_used_special_leaves_the_discard():
    """M23."""
    assert used().referee.view.discard == (Card.FIVE,)


def test_a_special_lies_on_the_discard_until_its_power_ends():
    """M23, M22."""
    game = vision_thrown()
    do(game, "host close")
    assert (game.spectator.view.discard_top, game.spectator.view.used_specials) == (Card.VISION, 0)


def test_a_used_special_is_counted():
    """M23, M37."""
    assert used().spectator.view.used_specials == 1


def test_the_card_beneath_a_used_special_may_be_taken():
    """M23, M8."""
    assert do(used(), "2 take") == (masko.Took(2, Card.FIVE),)


def test_the_card_beneath_a_used_special_opens_no_window():
    """M23."""
    game = used()
    assert (game.window, legal(game, 2)) == (None, ["draw", "take", "announce"])


def test_both_intercepted_specials_leave_the_discard():
    """M23, M22."""
    game = vision_thrown()
    do(game, "1 intercept 0", "0 look 0 2", "1 look 1 3")
    assert (game.referee.view.discard, game.spectator.view.used_specials) == ((), 2)


def test_used_specials_come_back_with_the_next_deal():
    """M23: for the rest of the round."""
    game = used()
    do(game, "2 announce")
    throw(game, 2)
    view = game.referee.view
    assert (view.used_specials, len(view.draw_pile) + sum(map(len, view.hands))) == (0, 53)


# Without a target.


@pytest.mark.parametrize("name", ["spy", "ninja", "reveal"])
def test_a_power_on_another_s_card_is_skipped_when_no_other_has_one(name):
    """M31: M25, M26, M28."""
    game = bare(1, name)
    assert do(game, "0 draw", "0 discard", "host close")[-1] == masko.PowerSkipped(
        0, masko.Card[name.upper()]
    )


def test_vision_is_skipped_without_an_own_card():
    """M31: M24."""
    game = bare(0, "vision")
    events = do(game, "0 draw", "0 discard", "host close")
    assert events[-1] == masko.PowerSkipped(0, Card.VISION)


@pytest.mark.parametrize("seat", [0, 1])
def test_exchange_is_skipped_when_fewer_than_two_have_cards(seat):
    """M31: M27."""
    game = bare(seat, "exchange")
    events = do(game, "0 draw", "0 discard", "host close")
    assert events[-1] == masko.PowerSkipped(0, Card.EXCHANGE)


def test_exchange_takes_place_when_just_two_of_four_have_cards():
    """M31, M27: its user is none of them."""
    game = table("1 1 2 2", "3 3 4 4", *["? ? ? ?"] * 2, pile="1 1 2 2 3 3 4 4 exchange")
    shed(game, 0, 0, 1, 2, 3)
    shed(game, 1, 0, 1, 2, 3)
    assert kinds(do(game, "0 draw", "0 discard", "host close"))[-1] == "power_started"
    assert legal(game, 0) == [f"pick {seat} {slot}" for seat in (2, 3) for slot in range(4)]


def test_whether_there_is_a_target_is_judged_when_the_power_begins():
    """M31, M22, M33: the first Pioche takes the last card, which makes its receiver Maskoman."""
    game = low_pile(2)
    do(game, "0 draw", "0 keep 3", "1 intercept 2")
    assert kinds(do(game, "0 choose 2"))[-5:] == [
        "chose",
        "added",
        "masko_declared",
        "power_ended",
        "power_skipped",
    ]
    view = game.spectator.view
    assert (view.masko, view.turn) == (masko.Call(seat=2, automatic=True), 1)


def test_ramassage_is_skipped_without_any_card():
    """M31: M29."""
    game = nobody_has_cards("gather")
    assert do(game, "0 draw", "0 discard")[1:] == (
        masko.Discarded(0, None, Card.GATHER),
        masko.PowerSkipped(0, Card.GATHER),
    )


def test_pioche_is_skipped_when_the_draw_pile_is_empty():
    """M31: M30."""
    game = low_pile(0, "1 5 gather draw_one", "1 6 draw_one 7", "2 7 8 8")
    events = do(game, "0 take", "0 keep 3", "host close")
    assert events[-1] == masko.PowerSkipped(0, Card.DRAW_ONE)


def test_a_skipped_special_leaves_the_discard():
    """M31, M23: the card still leaves."""
    game = bare(1, "spy")
    do(game, "0 draw", "0 discard", "host close")
    assert (game.spectator.view.used_specials, Card.SPY in game.referee.view.discard) == (1, False)


def test_the_turn_passes_after_a_skipped_power():
    """M31."""
    game = bare(1, "spy")
    do(game, "0 draw", "0 discard", "host close")
    assert (game.turn.seat, game.spectator.view.phase) == (1, Phase.TURN)


def test_a_skipped_power_does_not_skip_the_next_one():
    """M31, M22: seat 0 has no own card to look at, seat 1 has."""
    game = table("1 1 2 2", "vision ? ? ?", pile="1 1 2 2 vision")
    for slot in range(4):
        turn = game.turn.seat
        do(game, f"{turn} draw", f"{turn} discard", f"0 intercept {slot}")
    assert kinds(do(game, "0 draw", "0 discard", "1 intercept 0"))[-2:] == [
        "power_skipped",
        "power_started",
    ]


@pytest.mark.parametrize(
    ("name", "only"),
    [
        ("vision", {"look"}),
        ("spy", {"look"}),
        ("ninja", {"look"}),
        ("exchange", {"pick"}),
        ("reveal", {"choose"}),
        ("draw_one", {"choose"}),
    ],
)
def test_a_power_with_a_target_is_mandatory(name, only):
    """M31."""
    game = table(*PLAIN, pile=name)
    do(game, "0 draw", "0 discard", "host close")
    assert {action.kind for action in game.legal_actions(0)} == only


def test_an_intercepting_power_is_skipped_when_its_owner_has_no_other_card():
    """M31, M22: the Vision was seat 0's last card."""
    game = table("1 1 2 vision", "? ? ? ?", pile="1 1 2 9 vision")
    for slot in range(3):
        turn = game.turn.seat
        do(game, f"{turn} draw", f"{turn} discard", f"0 intercept {slot}")
    throw(game)
    events = do(game, "0 draw", "0 discard", "0 intercept 3")
    assert (kinds(events)[-2:], hand(game, 0)) == (["power_skipped", "power_skipped"], {})

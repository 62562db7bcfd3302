"""Masko: MASKO, the last lap and the scoring. M32 to M34."""

import pytest

from masko_sdk import IllegalAction, masko
from tests.rules.masko_decks import (
    Card,
    Phase,
    announced_round,
    do,
    hand,
    kinds,
    legal,
    low_pile,
    observers,
    table,
    throw,
)

PLAIN = ("? ? ? ?",) * 3


def turns(game):
    """Whose turns there are until the round is scored; all throw, or skip."""
    seats = []
    while not game.rounds:
        seats.append(game.turn.seat)
        if game.spectator.view.draw_size:
            throw(game)
        else:
            do(game, f"{seats[-1]} skip")
    return seats


# The last lap.


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("last", [False, True])
def test_after_announce_each_other_player_has_one_turn(players, last):
    """M32: clockwise."""
    announcer = players - 1 if last else 0
    game = table(*["? ? ? ?"] * players, first_player=announcer)
    do(game, f"{announcer} announce")
    assert turns(game) == [(announcer + step) % players for step in range(1, players)]


def test_a_turn_of_the_last_lap_is_a_full_one():
    """M32, M9: only MASKO stands already."""
    game = table(*PLAIN)
    throw(game)
    do(game, "1 announce")
    assert legal(game, 2) == ["draw", "take"]


def test_the_announcer_is_maskoman():
    """M32."""
    game = table(*PLAIN)
    throw(game)
    do(game, "1 announce")
    assert game.spectator.view.masko == masko.Call(1, False)


@pytest.mark.parametrize(
    ("power", "action"),
    [
        ("spy", "look 0 0"),
        ("ninja", "look 0 0"),
        ("exchange", "pick 0 0"),
        ("reveal", "choose 0"),
        ("draw_one", "choose 0"),
    ],
)
def test_the_announcer_stays_a_target(power, action):
    """M32."""
    game = table(*PLAIN, pile=power)
    do(game, "0 announce", "1 draw", "1 discard", "host close")
    assert action in legal(game, 1)


def test_the_announcer_s_cards_may_still_be_exchanged():
    """M32, M34."""
    game = table("1 1 1 2", "10 10 9 9", pile="exchange")
    do(game, "0 announce", "1 draw", "1 discard", "host close", "1 pick 1 0", "1 pick 0 0")
    assert game.rounds[0].scores == (0, 29)


def test_the_announcer_s_cards_are_gathered_too():
    """M32, M29."""
    game = table(*PLAIN, pile="gather")
    do(game, "0 announce")
    assert kinds(do(game, "1 draw", "1 discard"))[3] == "gathered"


# The automatic MASKO.


def test_the_draw_of_the_last_card_declares_masko():
    """M33: at that moment."""
    assert do(low_pile(1), "0 draw")[1:] == (masko.MaskoDeclared(0),)


def test_a_draw_of_the_last_but_one_does_not():
    """M33."""
    assert kinds(do(low_pile(2), "0 draw")) == ["drew"]


def test_masko_is_declared_to_all():
    """M33, M37."""
    game = low_pile(1)
    since = game.ply
    do(game, "0 draw")
    assert [o.events(since)[-1] for o in observers(game)] == [masko.MaskoDeclared(0)] * 4


def test_an_automatic_masko_is_shown_as_such():
    """M33, M37."""
    game = low_pile(1)
    do(game, "0 draw")
    assert game.spectator.view.masko == masko.Call(0, True)


def test_after_a_drawn_last_card_all_others_have_one_turn():
    """M33: receiver in turn."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close")
    assert turns(game) == [1, 2]


PIOCHE = ("1 5 gather draw_one", "1 6 3 7", "2 7 8 8")


@pytest.mark.parametrize(("target", "seats"), [(0, [1, 2]), (1, []), (2, [1])])
def test_pioche_with_the_last_card_makes_the_receiver_maskoman(target, seats):
    """M33: the round is scored when it would be that player's turn."""
    game = low_pile(2, *PIOCHE, last="9 draw_one 9")
    do(game, "0 draw", "0 discard", "host close", f"0 choose {target}")
    assert (turns(game), game.rounds[0].maskoman) == (seats, target)


@pytest.mark.parametrize(("claimer", "seats"), [(0, [1, 2]), (1, []), (2, [1])])
def test_a_penalty_with_the_last_card_makes_the_receiver_maskoman(claimer, seats):
    """M33: the round is scored when it would be that player's turn."""
    game = low_pile(1)
    do(game, "0 take", "0 discard", f"{claimer} intercept 0", "host close")
    assert (turns(game), game.rounds[0].maskoman) == (seats, claimer)


def test_a_penalty_with_the_last_card_is_told_in_order():
    """M33, M15: missed, added, declared."""
    game = low_pile(1)
    assert do(game, "0 take", "0 discard", "2 intercept 0")[3:] == (
        masko.Missed(2, 0, hand(game, 2)[0], game.window),
        masko.Added(2, 4),
        masko.MaskoDeclared(2),
    )


def test_pioche_with_the_last_card_is_told_in_order():
    """M33, M30: the power ends after the declaration."""
    game = low_pile(2, *PIOCHE, last="9 draw_one 9")
    do(game, "0 draw", "0 discard", "host close")
    assert do(game, "0 choose 2") == (
        masko.Chose(0, 2),
        masko.Added(2, 4),
        masko.MaskoDeclared(2),
        masko.PowerEnded(Card.DRAW_ONE),
    )


def test_the_window_goes_on_after_an_automatic_masko():
    """M33, M17: the round ends after the present turn, not within it."""
    game = low_pile(1)
    do(game, "0 take", "0 discard", "1 intercept 0")
    assert (game.window is not None, len(game.rounds)) == (True, 0)


def test_the_waiting_power_is_played_after_an_automatic_masko():
    """M33, M20: seat 1 is next, and the present turn is finished first."""
    hands = ("1 vision gather draw_one", "1 6 draw_one 7", "2 7 8 8")
    game = low_pile(1, *hands)
    do(game, "0 take", "0 keep 1", "1 intercept 0", "host close")
    assert (game.spectator.view.phase, len(game.rounds)) == (Phase.VISION, 0)


def test_an_announced_masko_is_not_replaced():
    """M33: one that already stands."""
    game = low_pile(1)
    assert kinds(do(game, "0 announce", "1 draw")) == ["announced", "drew"]


def test_the_announcer_stays_maskoman_when_the_last_card_is_drawn():
    """M33, M32."""
    game = low_pile(1)
    do(game, "0 announce", "1 draw", "1 discard", "host close")
    assert (turns(game), game.rounds[0].maskoman, game.rounds[0].announced) == ([2], 0, True)


def test_the_announcer_s_malus_stays_when_the_last_card_is_drawn():
    """M33, M34: the announcer holds 26, the others 24 and 25."""
    game = low_pile(1)
    do(game, "0 announce", "1 draw", "1 discard", "host close", "2 skip")
    assert game.rounds[0].scores == (52, 24, 25)


def test_the_announcer_stays_maskoman_when_a_penalty_takes_the_last_card():
    """M33, M15."""
    game = low_pile(1)
    do(game, "0 announce", "1 take", "1 discard", "2 intercept 0", "host close")
    assert (turns(game), game.rounds[0].maskoman, game.rounds[0].announced) == ([2], 0, True)


def test_the_announcer_stays_maskoman_when_pioche_takes_the_last_card():
    """M33, M30."""
    game = low_pile(2, *PIOCHE, last="9 draw_one 9")
    do(game, "0 announce", "1 draw", "1 discard", "host close", "1 choose 2")
    assert (turns(game), game.rounds[0].maskoman, game.rounds[0].announced) == ([2], 0, True)


@pytest.mark.parametrize("seat", [1, 2])
def test_an_automatic_masko_bars_announce_for_all(seat):
    """M33, M9."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close", *(["1 skip"] if seat == 2 else []))
    with pytest.raises(IllegalAction):
        do(game, f"{seat} announce")


def test_an_automatic_maskoman_intercepts_on():
    """M20, M17: due like all others, in the turns that are left."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close", "1 take", "1 keep 0")
    assert game.spectator.view.masko == masko.Call(seat=0, automatic=True)
    assert [player.seat for player in game.to_act] == [2, 0, 1]
    do(game, "0 intercept 0")
    assert list(hand(game, 0)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("special", "target"),
    [("spy", "look 0 1"), ("ninja", "look 0 1"), ("exchange", "pick 0 1"), ("reveal", "choose 0")],
)
def test_an_automatic_maskoman_stays_a_target(special, target):
    """M25 to M28: another player like the others; seat 0 is it, and seat 1 uses the power."""
    game = low_pile(1, f"{special} 5 gather draw_one", f"{special} 6 draw_one 7", "2 7 8 8")
    do(game, "0 draw", "0 discard", "host close", "1 take", "1 keep 0", "host close")
    assert game.spectator.view.masko == masko.Call(seat=0, automatic=True)
    assert target in legal(game, 1)


def test_an_automatic_maskoman_has_no_malus():
    """M33, M34: 26 is the highest, and stays 26."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close", "1 skip", "2 skip")
    assert game.rounds[0].scores == (26, 24, 25)


def test_an_automatic_maskoman_has_no_bonus():
    """M33, M34: 23 is the lowest, and stays 23."""
    game = low_pile(1, "1 1 1 gather", "draw_one draw_one 2 2", "8 8 8 8")
    do(game, "0 draw", "0 discard", "host close", "1 skip", "2 skip")
    assert game.rounds[0].scores == (13, 24, 32)


def test_the_record_of_the_round_tells_an_automatic_masko():
    """M33, C8."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close", "1 skip", "2 skip")
    assert (game.rounds[0].maskoman, game.rounds[0].announced) == (0, False)


# Scoring.


@pytest.mark.parametrize(
    ("hands", "scores"),
    [
        (("1 1 1 2", "1 2 2 2", "? ? ? ?"), (0, 7, 40)),
        (("1 1 1 4", "2 2 2 1", "? ? ? ?"), (0, 7, 40)),
        (("1 1 2 4", "1 2 2 2", "? ? ? ?"), (16, 7, 40)),
        (("10 10 9 9", "10 10 9 9", "8 8 8 8"), (76, 38, 32)),
        (("8 8 8 8", "10 10 9 9", "10 10 9 9"), (0, 38, 38)),
        (("8 7 8 7", "8 7 8 7", "10 10 10 10"), (0, 30, 40)),
    ],
    ids=["lowest", "tied", "not lowest", "highest", "lowest of high", "tied of high"],
)
def test_the_announcer_scores_0_if_lowest_or_tied_else_double(hands, scores):
    """M34."""
    game = table(*hands)
    announced_round(game, 0)
    assert game.rounds[0].scores == scores


@pytest.mark.parametrize("announcer", [0, 1, 2])
def test_the_announcer_is_judged_whoever_it_is(announcer):
    """M34."""
    game = table("1 1 2 3", "4 4 4 4", "5 5 5 5", first_player=announcer)
    announced_round(game, announcer)
    assert game.rounds[0].scores == [(0, 16, 20), (7, 32, 20), (7, 16, 40)][announcer]


def test_the_score_is_of_the_cards_at_the_end():
    """M34, M32: seat 1 keeps a 1 for its 10 in the last lap."""
    game = table("1 1 2 2", "10 3 3 3", pile="1")
    do(game, "0 announce", "1 draw", "1 keep 0", "host close")
    assert game.rounds[0].scores == (0, 10)

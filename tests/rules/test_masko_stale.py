"""Masko: numbers of windows, stale claims, whose cards, the last lap's windows. M18 to M20, C11."""

import pytest

from masko_sdk import HOST, GameOver, IllegalAction, MaskoError, NotYourTurn, StaleAction, masko
from tests.rules.masko_decks import (
    Phase,
    Reason,
    announced_round,
    do,
    hand,
    kinds,
    look_all,
    play_at_random,
    table,
    throw,
)

HANDS = ("5 6 7 8", "5 1 2 3", "6 5 4 vision")


def opened(**options):
    """Seat 0 has thrown a 5, and window 1 is open."""
    game = table(*HANDS, pile="5 10 9", **options)
    do(game, "0 draw", "0 discard")
    return game


def closed():
    """Window 1 has been closed, none is open."""
    game = opened()
    do(game, "host close")
    return game


def test_windows_are_numbered_from_1():
    """M18."""
    assert opened().window == 1


def test_windows_are_numbered_on():
    """M18."""
    game = closed()
    do(game, "1 draw", "1 discard")
    assert game.window == 2


def test_no_window_has_no_number():
    """M18."""
    assert closed().window is None


def test_windows_are_numbered_on_over_rounds():
    """M18: over the game."""
    game = table(*HANDS)
    announced_round(game, 0)  # windows 1 and 2
    look_all(game)
    do(game, "1 draw", "1 discard")
    assert game.window == 3


@pytest.mark.parametrize(("seat", "action"), [(2, masko.Intercept(1)), (1, masko.Pass())])
def test_a_claim_or_pass_may_name_the_open_window(seat, action):
    """M18."""
    game = opened()
    game.players[seat].play(action, window=1)
    assert game.record.moves[-1].action == action


def test_close_may_name_the_open_window():
    """M18."""
    game = opened()
    game.play(HOST, masko.Close(), window=1)
    assert game.window is None


@pytest.mark.parametrize("named", [0, 2, -1, 10**9])
@pytest.mark.parametrize("action", [masko.Intercept(0), masko.Pass()])
def test_a_claim_or_pass_for_another_window_is_stale(named, action):
    """M18."""
    with pytest.raises(StaleAction) as error:
        opened().players[1].play(action, window=named)
    assert (error.value.expected, error.value.present) == (named, 1)


def test_close_for_another_window_is_stale():
    """M18."""
    with pytest.raises(StaleAction):
        opened().play(HOST, masko.Close(), window=2)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_claim_for_a_window_that_has_closed_is_stale(seat):
    """M18: before any other reason, whosever turn it is."""
    with pytest.raises(StaleAction) as error:
        closed().players[seat].play(masko.Intercept(0), window=1)
    assert (error.value.expected, error.value.present) == (1, None)


def test_a_stale_claim_comes_before_the_reason_that_the_seat_is_not_due():
    """M18."""
    game = opened()
    do(game, "1 pass")
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(0), window=9)


def test_a_claim_with_the_right_window_is_refused_for_its_own_reason():
    """M18."""
    game = opened()
    do(game, "1 pass")
    with pytest.raises(NotYourTurn):
        game.players[1].play(masko.Intercept(0), window=1)


def test_a_stale_claim_comes_before_the_reason_that_the_game_is_over():
    """M18."""
    game = table(*HANDS, target=1)
    announced_round(game, 0)
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(0), window=1)


def test_an_unnamed_claim_is_refused_when_the_game_is_over():
    """M18, M35."""
    game = table(*HANDS, target=1)
    announced_round(game, 0)
    with pytest.raises(GameOver):
        do(game, "1 intercept 0")


@pytest.mark.parametrize("slot", [0, 1])
def test_a_stale_claim_changes_nothing(slot):
    """M18, C11: no penalty, nothing shown, right card or wrong."""
    game = opened()
    before = game.clone()
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(slot), window=2)
    assert game == before


def test_a_stale_claim_is_not_recorded():
    """M18, C11."""
    game = opened()
    moves = game.record.moves
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(0), window=2)
    assert (game.record.moves, game.referee.events(game.ply - 1)[-1].kind) == (
        moves,
        "window_opened",
    )


def test_a_stale_claim_uses_up_no_attempt():
    """M18, M16."""
    game = opened()
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(1), window=2)
    assert kinds(do(game, "1 intercept 0"))[0] == "intercepted"


def test_an_unnamed_claim_is_judged_against_the_open_window():
    """M18: meant for the 5 of window 1, it is wrong for the 10 of window 2."""
    game = closed()
    do(game, "1 draw", "1 discard")
    assert do(game, "2 intercept 1")[0] == masko.Missed(2, 1, masko.Card.FIVE, 2)


def test_a_claim_for_the_window_before_a_chained_one_is_stale():
    """M18, M14."""
    game = opened(chain="anyone")
    do(game, "2 intercept 1")
    with pytest.raises(StaleAction):
        game.players[1].play(masko.Intercept(0), window=1)


def test_a_turn_action_may_name_its_ply():
    game = table(*HANDS)
    game.players[0].play(masko.Draw(), ply=game.ply)
    assert game.spectator.view.phase is Phase.HOLD


def test_a_turn_action_for_another_ply_is_stale():
    """C11."""
    game = table(*HANDS)
    ply = game.ply
    throw(game)
    with pytest.raises(StaleAction) as error:
        game.players[1].play(masko.Draw(), ply=ply)
    assert (error.value.expected, error.value.present) == (ply, ply + 3)


# M19.


def test_a_claim_is_made_with_an_own_slot():
    """M19: seat 2 holds a 5 in slot 1, seat 1 a 1."""
    assert do(opened(), "1 intercept 1")[0] == masko.Missed(1, 1, masko.Card.ONE, 1)


def test_a_claim_with_an_empty_slot_is_refused():
    """M19: no penalty for what one doesn't have."""
    game = table("5 1 2 3", "6 6 7 7", pile="5 5")
    do(game, "0 draw", "0 discard", "0 intercept 0", "1 draw", "1 discard")
    with pytest.raises(IllegalAction) as error:
        do(game, "0 intercept 0")
    assert error.value.reason is Reason.NO_SUCH_CARD


def test_a_claim_with_a_slot_that_only_another_seat_has_is_refused():
    """M19."""
    game = opened(attempts=2)
    do(game, "1 intercept 1")  # seat 1 now has a slot 4
    with pytest.raises(IllegalAction):
        do(game, "2 intercept 4")


# M20.


def test_interceptions_go_on_in_the_last_lap():
    """M20."""
    game = table(*HANDS, pile="5")
    do(game, "0 announce", "1 draw", "1 discard")
    assert kinds(do(game, "2 intercept 1"))[0] == "intercepted"


def test_the_announcer_intercepts_in_the_last_lap():
    """M20."""
    game = table(*HANDS, pile="5")
    do(game, "0 announce", "1 draw", "1 discard", "0 intercept 0")
    assert list(hand(game, 0)) == [1, 2, 3]


def test_the_very_last_discard_has_its_window():
    """M20."""
    game = table(*HANDS, pile="9 5")
    do(game, "0 announce")
    throw(game)
    do(game, "2 draw", "2 discard")
    assert (game.window, len(game.rounds)) == (2, 0)


def test_the_very_last_interception_counts_in_the_scoring():
    """M20, M34: seat 2 has 20 left of 25; the announcer's 26 count double."""
    game = table(*HANDS, pile="9 5")
    do(game, "0 announce")
    throw(game)
    do(game, "2 draw", "2 discard", "2 intercept 1")
    assert game.rounds[0].scores == (52, 11, 20)


def test_a_wrong_claim_at_the_very_last_window_counts_in_the_scoring():
    """M20, M15: seat 1 adds a 10 to its 11."""
    game = table(*HANDS, pile="9 5 10")
    do(game, "0 announce")
    throw(game)
    do(game, "2 draw", "2 discard", "1 intercept 1", "host close")
    assert game.rounds[0].scores == (52, 21, 25)


def test_the_power_of_the_very_last_discard_is_played_before_the_scoring():
    """M20: a Pioche gives the announcer a 10, which makes 36, doubled."""
    game = table(*HANDS, pile="9 draw_one 10")
    do(game, "0 announce")
    throw(game)
    do(game, "2 draw", "2 discard", "host close", "2 choose 0")
    assert game.rounds[0].scores == (72, 11, 25)


def test_both_powers_of_the_very_last_window_are_played_before_the_scoring():
    """M20, M22."""
    game = table("5 6 7 8", "draw_one 1 2 3", "6 5 4 1", pile="9 draw_one 10 4")
    do(game, "0 announce")
    throw(game)
    do(game, "2 draw", "2 discard", "1 intercept 0", "2 choose 0", "1 choose 2")
    assert game.rounds[0].scores == (72, 6, 20)


# C11.


def everything_refused(game):
    """Try all that is not legal, for all seats and the host, and expect it to be refused."""
    for actor in (*range(len(game.players)), HOST):
        allowed = set(game.legal_actions(actor))
        for action in game.rules.actions:
            if action not in allowed:
                with pytest.raises(MaskoError):
                    game.play(actor, action)


PHASES = [phase for phase in Phase if phase is not Phase.OVER]


@pytest.mark.parametrize("phase", PHASES)
def test_a_refused_action_changes_nothing(phase):
    """C11: every action that is not legal, in every phase."""
    for seed in range(200):
        start = table(
            *["? ? ? ?"] * 3, pile="ninja exchange vision spy reveal", seed=seed, looks=False
        )
        for game in play_at_random(start, seed):
            if game.spectator.view.phase is phase:
                before, moves = game.clone(), game.record.moves
                seen = [player.catch_up() for player in game.players], game.referee.view
                everything_refused(game)
                assert game == before
                assert game.record.moves == moves
                assert seen == ([p.catch_up() for p in game.players], game.referee.view)
                return
    raise AssertionError("the phase was never met")


def test_a_refused_action_changes_nothing_when_the_game_is_over():
    """C11, M35: all is refused as the game is over."""
    game = table(*HANDS, target=1)
    announced_round(game, 0)
    before = game.clone()
    everything_refused(game)
    assert game == before

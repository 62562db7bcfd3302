"""Masko: from round to round, to the end of the game. M6, M35, C8 to C10."""

import pytest

from masko_sdk import Game, NotYourTurn, masko
from tests.rules.masko_decks import (
    Card,
    Phase,
    announced_round,
    cards,
    deck,
    do,
    hand,
    kinds,
    look_all,
    low_pile,
    observers,
    play_at_random,
    table,
    throw,
)

PLAIN = ("? ? ? ?",) * 3


# Totals and the end.


def rounds_of(*hands_of_rounds, announcers, **options):
    """A game of stacked rounds: in each one the starter announces."""
    decks = [
        deck(*hands, starter=starter)
        for hands, starter in zip(hands_of_rounds, announcers, strict=True)
    ]
    rules = masko.Rules(next_starter="same", **options)
    game = Game(rules, len(hands_of_rounds[0]), first_player=announcers[0], seed=1, decks=decks)
    for announcer in announcers:
        announced_round(game, announcer)
    return game


def test_totals_add_up():
    """M35."""
    game = rounds_of(("1 1 1 1", "2 2 2 2"), ("3 3 3 3", "1 1 1 1"), announcers=(0, 0))
    assert game.spectator.view.totals == (24, 12)


def test_the_game_goes_on_below_the_target():
    """M35: 24 of 25."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,), target=25)
    assert (game.is_over, game.outcome, game.spectator.view.round) == (False, None, 1)


def test_the_game_is_over_at_the_target():
    """M35: exactly."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,), target=24)
    assert (game.is_over, game.outcome.winners) == (True, (1,))


def test_the_game_is_over_above_the_target():
    """M35."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,), target=10)
    assert game.is_over


def test_the_game_goes_on_to_100_by_default():
    """M35."""
    hands = ("10 10 10 10", "9 9 9 9")
    game = rounds_of(hands, announcers=(0,))
    assert (game.is_over, game.spectator.view.totals) == (False, (80, 36))


def test_all_below_the_target_win():
    """M35: also those who aren't lowest."""
    hands = ("1 1 1 1", "3 3 3 3", "2 2 2 2", "10 10 10 10")
    game = rounds_of(hands, announcers=(0,), target=40)
    assert game.outcome.winners == (0, 1, 2)


def test_the_lowest_total_wins_if_all_have_reached_the_target():
    """M35."""
    game = rounds_of(("4 4 4 4", "3 3 3 3", "2 2 2 2"), announcers=(0,), target=8)
    assert (game.outcome.totals, game.outcome.winners) == ((32, 12, 8), (2,))


def test_all_with_the_lowest_total_win_if_all_have_reached_the_target():
    """M35, C9."""
    game = rounds_of(("4 4 4 4", "1 2 2 3", "2 2 1 3"), announcers=(0,), target=8)
    assert game.outcome.winners == (1, 2)


def test_ranks_go_by_total_and_equal_ones_share():
    """C9: 1, 1, 3."""
    game = rounds_of(("4 4 4 4", "1 2 2 3", "2 2 1 3"), announcers=(0,), target=8)
    assert game.outcome.ranks == (3, 1, 1)


def test_two_first_ranks_are_followed_by_a_third():
    """C9: 1, 1, 3."""
    hands = ("1 2 2 2", "1 1 1 4", "10 9 9 9")
    game = rounds_of(hands, announcers=(2,), target=40)
    assert game.outcome.ranks == (1, 1, 3)


def test_two_second_ranks_are_followed_by_a_fourth():
    """C9."""
    hands = ("1 1 1 1", "2 2 3 3", "3 3 2 2", "10 10 10 10")
    game = rounds_of(hands, announcers=(0,), target=40)
    assert game.outcome.ranks == (1, 2, 2, 4)


def test_winners_are_not_only_the_first_ranked():
    """C9, M35."""
    hands = ("1 1 1 1", "2 2 3 3", "10 10 10 10")
    game = rounds_of(hands, announcers=(0,), target=40)
    assert (game.outcome.ranks, game.outcome.winners) == ((1, 2, 3), (0, 1))


def test_nobody_is_due_when_the_game_is_over():
    """M35."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,), target=24)
    assert (game.to_act, game.turn, game.spectator.view.phase) == ((), None, Phase.OVER)


def test_the_standing_before_the_end_is_truncated():
    """C10: totals and ranks of the finished rounds, no winners."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,))
    look_all(game)
    do(game, "0 draw")
    assert game.standing == masko.Outcome((24, 4), (2, 1), (), True)


def test_the_standing_of_the_first_round_is_even():
    """C10, C9."""
    assert table(*PLAIN).standing == masko.Outcome((0, 0, 0), (1, 1, 1), (), True)


def test_the_standing_at_the_end_is_the_outcome():
    """C10, C9."""
    game = rounds_of(("3 3 3 3", "1 1 1 1"), announcers=(0,), target=24)
    assert game.standing == game.outcome == masko.Outcome((24, 4), (2, 1), (1,), False)


# Who starts the next round.


@pytest.mark.parametrize(
    ("rule", "announcer", "expected"),
    [
        ("rotate", 0, 2),
        ("rotate", 2, 2),
        ("same", 0, 1),
        ("same", 2, 1),
        ("maskoman", 0, 0),
        ("maskoman", 1, 1),
        ("maskoman", 2, 2),
        ("highest", 0, 0),
        ("highest", 1, 2),
        ("highest", 2, 2),
    ],
)
def test_who_starts_the_second_round(rule, announcer, expected):
    """M6: seat 1 started; sums 11, 7 and 12, the announcer's doubled or 0 (M34)."""
    hands = ("2 2 3 4", "1 1 2 3", "1 3 4 4")
    game = table(*hands, first_player=1, next_starter=rule)
    announced_round(game, announcer)
    look_all(game)
    assert (game.spectator.view.starter, game.turn.seat) == (expected, expected)


def test_rotate_goes_round():
    """M6: left of the last round's starter."""
    game = table("? ? ? ?", "? ? ? ?", "? ? ? ?", next_starter="rotate", target=10000)
    starters = [0]
    for _ in range(4):
        announced_round(game, game.spectator.view.starter)
        starters.append(game.spectator.view.starter)
    assert starters == [0, 1, 2, 0, 1]


def test_maskoman_starts_after_an_automatic_masko():
    """M6, M33: announced or automatic."""
    game = low_pile(1, next_starter="maskoman")
    do(game, "0 take", "0 discard", "1 intercept 0", "host close")
    assert game.spectator.view.starter == 1


def test_the_lowest_seat_starts_when_the_highest_are_equal():
    """M6."""
    game = table("1 1 1 1", "5 5 6 6", "6 6 5 5", first_player=2, next_starter="highest")
    announced_round(game, 0)
    assert game.spectator.view.starter == 1


def test_the_next_round_is_dealt_from_its_starter():
    """M6, C4."""
    first = deck(*PLAIN)
    second = cards("1 2 3 4 5 6 7 8 9 10 1 2")
    left = list(first)
    for card in second:
        left.remove(card)
    game = Game(masko.Rules(), 3, decks=[first, [*second, *left]])
    announced_round(game, 0)
    assert list(hand(game, 1).values()) == cards("1 4 7 10")


# Between rounds.


def test_the_action_that_ends_a_round_scores_and_deals():
    """C8: in that order, at one ply."""
    game = table("1 1 1 1", "2 2 2 2", pile="9")
    do(game, "0 announce", "1 draw", "1 discard")
    events = do(game, "host close")
    assert (kinds(events), events[2]) == (
        ["window_closed", "round_scored", "dealt"],
        masko.Dealt(1, 1),
    )


def test_the_action_that_ends_the_game_scores_and_ends():
    """C8, M35."""
    game = table("1 1 1 1", "2 2 2 2", pile="9", target=1)
    do(game, "0 announce", "1 draw", "1 discard")
    events = do(game, "host close")
    assert kinds(events) == ["window_closed", "round_scored", "game_ended"]
    assert events[2].outcome == game.outcome


def test_the_last_power_is_told_before_the_scoring():
    """C8, M20."""
    game = table("1 1 1 1", "2 2 2 2", pile="vision")
    do(game, "0 announce", "1 draw", "1 discard", "host close")
    assert kinds(do(game, "1 look 1 0")) == ["looked", "power_ended", "round_scored", "dealt"]


def test_a_skip_may_end_a_round():
    """C8, M11."""
    game = low_pile(1)
    do(game, "0 draw", "0 discard", "host close", "1 skip")
    assert kinds(do(game, "2 skip")) == ["skipped", "round_scored", "dealt"]


def test_the_first_deal_is_told_at_ply_0():
    """C8: construction."""
    game = table(*PLAIN, first_player=2, looks=False)
    assert game.spectator.events(-1) == (masko.Dealt(2, 0),)


def test_the_record_of_a_round_is_public_and_whole():
    """C8: all cards are turned up, face by slot and seat."""
    game = table("1 1 1 9", "2 2 2 3", pile="9 8")
    do(game, "0 draw", "0 discard", "0 intercept 3")
    do(game, "1 announce", "0 draw", "0 keep 1", "host close")
    record = masko.Round(
        round=0,
        starter=0,
        scores=(10, 0),
        totals=(10, 0),
        hands=({0: Card.ONE, 1: Card.EIGHT, 2: Card.ONE}, dict(enumerate(cards("2 2 2 3")))),
        maskoman=1,
        announced=True,
    )
    assert [o.events(game.ply - 1)[1].result for o in observers(game)] == [record] * 3


def test_the_rounds_are_kept():
    """C8."""
    game = rounds_of(("1 1 1 1", "2 2 2 2"), ("3 3 3 3", "1 1 1 1"), announcers=(0, 0))
    assert [(r.round, r.scores, r.totals) for r in game.rounds] == [
        (0, (0, 8), (0, 8)),
        (1, (24, 4), (24, 12)),
    ]


def test_a_new_round_starts_from_nothing():
    """C8, M4."""
    game = table(*PLAIN, pile="9 vision")
    throw(game, 2)
    do(game, "2 announce")
    throw(game, 2)
    view = game.spectator.view
    state = (view.masko, view.held, view.window, view.discard_size, view.used_specials, view.turn)
    assert state == (None, None, None, 0, 0, None)


# Whole games.


def scored(result, points):
    """M34, from the record of a round alone."""
    sums = [sum(points.get(card, card) for card in hand.values()) for hand in result.hands]
    if result.announced:
        lowest = sums[result.maskoman] == min(sums)
        sums[result.maskoman] = 0 if lowest else 2 * sums[result.maskoman]
    return tuple(sums)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"chain": "anyone", "attempts": None, "race": "random", "next_starter": "highest"},
        {"may_return_taken": False, "reveal_choice": "user", "attempts": 2, "next_starter": "same"},
    ],
    ids=["default", "open", "strict"],
)
def test_whole_games_are_scored_round_by_round_to_the_target(players, options):
    """M34, M35, C9: every score follows from the cards, every total from the scores."""
    game = Game(masko.Rules(**options), players=players, seed=players)
    for _ in play_at_random(game, players):
        pass
    totals = [0] * players
    for number, result in enumerate(game.rounds):
        assert max(totals) < 100, "the game went on past the target"
        assert (result.round, result.scores) == (number, scored(result, game.rules.special_points))
        totals = [total + score for total, score in zip(totals, result.scores, strict=True)]
        assert result.totals == tuple(totals)
    ranks = tuple(1 + sum(other < total for other in totals) for total in totals)
    below = tuple(seat for seat in range(players) if totals[seat] < 100)
    lowest = tuple(seat for seat in range(players) if totals[seat] == min(totals))
    assert max(totals) >= 100
    assert game.outcome == masko.Outcome(tuple(totals), ranks, below or lowest, False)


@pytest.mark.parametrize("players", [2, 5, 8])
def test_no_card_is_ever_lost_or_made(players):
    """M1, M23: hands, piles, the held card and the used specials are the 53 cards."""
    for game in play_at_random(Game(masko.Rules(), players=players, seed=1), 1):
        view = game.referee.view
        held = 0 if view.held is None else 1
        lying = sum(map(len, view.hands)) + len(view.draw_pile) + len(view.discard)
        assert lying + held + view.used_specials == 53


@pytest.mark.parametrize("seed", range(3))
def test_an_empty_draw_pile_means_that_a_masko_stands(seed):
    """M33: a proven bound."""
    for game in play_at_random(Game(masko.Rules(), players=4, seed=seed), seed):
        view = game.spectator.view
        assert view.draw_size or view.masko


@pytest.mark.parametrize("seed", range(3))
def test_at_most_two_powers_wait(seed):
    """M22: a proven bound."""
    start = Game(masko.Rules(chain="anyone"), players=4, seed=seed)
    assert all(len(game.spectator.view.waiting) <= 2 for game in play_at_random(start, seed))


def test_a_seat_not_due_is_refused_after_a_new_deal():
    """C8, M5: the old round's turn is over."""
    game = table(*PLAIN)
    announced_round(game, 0)
    look_all(game)
    with pytest.raises(NotYourTurn):
        do(game, "0 draw")

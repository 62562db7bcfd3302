"""Masko: the material, the players, the deal and the looks. M1 to M5, C1 to C7, the fields of Rules."""

from collections import Counter

import pytest

from masko_sdk import (
    ArgumentError,
    Game,
    IllegalAction,
    NotYourTurn,
    Record,
    RulesError,
    UnknownAction,
    masko,
)
from tests.rules.masko_decks import (
    FACES,
    Card,
    Phase,
    Reason,
    announced_round,
    cards,
    deck,
    do,
    hand,
    look_all,
    observers,
    table,
    throw,
)

PLAYERS = range(2, 9)
SPECIALS = [card for card in Card if card > 10]


def whole_deck(game):
    view = game.referee.view
    return Counter(view.draw_pile) + Counter(c for hand in view.hands for c in hand.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_there_are_53_cards_four_of_each_number_two_of_each_power_one_ramassage(players):
    """M1."""
    assert whole_deck(Game(masko.Rules(), players=players, seed=players)) == FACES


@pytest.mark.parametrize(
    "wrong",
    [
        lambda d: d[:-1],
        lambda d: [*d, Card.ONE],
        lambda d: [*d[:-1], Card.ONE],
        lambda d: [*d[:-1], "reminder"],
        lambda d: [*d[:-1], 18],
        lambda d: [],
    ],
    ids=["52 cards", "54 cards", "a fifth one", "a reminder card", "no face", "none"],
)
def test_a_deck_that_is_no_permutation_of_the_cards_is_refused(wrong):
    """C3, M1."""
    with pytest.raises(RulesError) as error:
        Game(masko.Rules(), decks=[wrong(deck("? ? ? ?", "? ? ? ?"))])
    assert error.value.field + error.value.part == "decks[0]"


def test_a_wrong_deck_is_named_by_its_round():
    """C3: one list a round, checked at construction."""
    good = deck("? ? ? ?", "? ? ? ?")
    with pytest.raises(RulesError) as error:
        Game(masko.Rules(), decks=[good, good[1:]])
    assert error.value.field + error.value.part == "decks[1]"


@pytest.mark.parametrize("players", PLAYERS)
def test_2_to_8_may_play(players):
    """M2, C1: seats are numbered from 0."""
    game = Game(masko.Rules(), players=players)
    assert [player.seat for player in game.players] == list(range(players))


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 10**30])
def test_fewer_than_2_or_more_than_8_may_not_play(players):
    """M2, C2."""
    with pytest.raises(RulesError) as error:
        Game(masko.Rules(), players=players)
    assert (error.value.field, error.value.value) == ("players", players)


@pytest.mark.parametrize("count", [1, 9])
def test_names_count_like_a_number_of_players(count):
    """M2."""
    with pytest.raises(RulesError) as error:
        Game(masko.Rules(), players=["Ana"] * count)
    assert error.value.field == "players"


def test_names_go_to_the_seats_in_order():
    """C1."""
    game = Game(masko.Rules(), players=["Ana", "Bo", "Ana"])
    assert [player.name for player in game.players] == ["Ana", "Bo", "Ana"]


@pytest.mark.parametrize("name", ["", "x" * 65, "a\nb", "\x00", "\u202ebo", "a\u2069", "a\u2028b"])
def test_an_impossible_name_is_refused(name):
    with pytest.raises(ArgumentError):
        Game(masko.Rules(), players=["Ana", name])


@pytest.mark.parametrize("name", ["x", "x" * 64, "Chloé"])
def test_names_have_1_to_64_characters(name):
    assert Game(masko.Rules(), players=["Ana", name]).players[1].name == name


def test_names_make_no_difference_to_the_game():
    one = Game(masko.Rules(), players=["Ana", "Bo"], seed=5)
    two = Game(masko.Rules(), players=2, seed=5)
    assert one.referee.view == two.referee.view


def test_seat_0_plays_first_by_default():
    """C2."""
    game = Game(masko.Rules(), players=3, seed=1)
    look_all(game)
    assert game.turn.seat == 0


@pytest.mark.parametrize("first", range(4))
def test_first_player_plays_first(first):
    """C2, M6: the first round."""
    game = Game(masko.Rules(), players=4, seed=1, first_player=first)
    look_all(game)
    assert (game.turn.seat, game.spectator.view.starter) == (first, first)


@pytest.mark.parametrize("first", [-1, 3])
def test_first_player_is_a_seat(first):
    """C2."""
    with pytest.raises(RulesError) as error:
        Game(masko.Rules(), players=3, first_player=first)
    assert (error.value.field, error.value.value) == ("first_player", first)


# Points.


def test_specials_count_10_each_by_default():
    """M3."""
    assert masko.Rules().special_points == dict.fromkeys(SPECIALS, 10)


@pytest.mark.parametrize("number", range(1, 11))
def test_a_number_counts_its_value(number):
    """M3."""
    game = table(f"{number} 1 1 1" if number > 1 else "1 1 1 1", "? ? ? ?")
    announced_round(game, 1)
    assert game.rounds[0].scores[0] == number + 3


@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_counts_what_special_points_say(special):
    """M3, M21: kept in front of a player."""
    points = {card: 20 + card for card in SPECIALS}
    game = table(f"{special.wire} 1 2 3", "? ? ? ?", special_points=points)
    announced_round(game, 1)
    assert game.rounds[0].scores[0] == 20 + special + 6


# The deal.


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_gets_4_cards_and_the_rest_is_the_draw_pile(players):
    """M4."""
    view = Game(masko.Rules(), players=players).spectator.view
    assert ([list(hand) for hand in view.hands], view.draw_size) == (
        [[0, 1, 2, 3]] * players,
        53 - 4 * players,
    )


def test_the_discard_starts_empty():
    """M4."""
    view = Game(masko.Rules()).spectator.view
    assert (view.discard_size, view.discard_top) == (0, None)


def test_all_cards_are_dealt_face_down():
    """M4."""
    game = Game(masko.Rules(), players=4, seed=3)
    shown = {c for o in observers(game) for hand in o.view.hands for c in hand.values()}
    assert shown == {None}


def in_order():
    return [card for card in Card for _ in range(FACES[card])]


@pytest.mark.parametrize(("players", "first"), [(2, 0), (2, 1), (3, 2), (5, 3), (8, 7)])
def test_cards_are_dealt_one_at_a_time_from_the_first_player(players, first):
    """C4: a player's k-th card goes to slot k."""
    given = in_order()
    game = Game(masko.Rules(), players=players, first_player=first, decks=[given])
    expected = [
        {slot: given[slot * players + (seat - first) % players] for slot in range(4)}
        for seat in range(players)
    ]
    assert [hand(game, seat) for seat in range(players)] == expected


def test_what_is_left_of_the_deck_is_the_draw_pile_in_order():
    """C4, C3."""
    given = in_order()
    game = Game(masko.Rules(), players=3, decks=[given])
    assert game.referee.view.draw_pile == tuple(given[12:])


def test_a_deck_may_be_given_by_wire_names():
    """C3."""
    given = in_order()
    by_card = Game(masko.Rules(), seed=1, decks=[given])
    by_name = Game(masko.Rules(), seed=1, decks=[[card.wire for card in given]])
    assert by_card == by_name


def test_each_round_has_the_deck_given_for_it():
    """C3."""
    second = deck("10 10 10 9", "9 9 9 8", starter=1)
    game = Game(masko.Rules(), decks=[deck("1 1 1 1", "2 2 2 2"), second])
    announced_round(game, 0)
    assert [hand(game, seat) for seat in (0, 1)] == [
        dict(enumerate(cards("10 10 10 9"))),
        dict(enumerate(cards("9 9 9 8"))),
    ]


def test_rounds_past_the_given_decks_are_shuffled():
    """C3, M4."""
    hands = set()
    for seed in range(8):
        game = table("1 1 1 1", "2 2 2 2", seed=seed)
        announced_round(game, 0)
        assert whole_deck(game) == FACES
        hands.add(game.referee.view.draw_pile)
    assert len(hands) == 8


def test_a_given_deck_changes_nothing_else():
    """C3, C5: the second round comes from the seed as if the first had not been given."""
    given = Game(masko.Rules(), seed=9, decks=[deck("1 1 1 1", "2 2 2 2")])
    other = Game(masko.Rules(), seed=9, decks=[deck("3 3 3 3", "4 4 4 4")])
    announced_round(given, 0)
    announced_round(other, 0)
    assert given.referee.view.draw_pile == other.referee.view.draw_pile


def test_the_same_seed_and_actions_give_the_same_game():
    """C5."""
    games = [Game(masko.Rules(), players=4, seed=77) for _ in range(2)]
    for game in games:
        look_all(game)
        throw(game)
    assert games[0] == games[1]


def test_another_seed_gives_another_deal():
    """C5."""
    piles = {Game(masko.Rules(), seed=seed).referee.view.draw_pile for seed in range(20)}
    assert len(piles) == 20


def test_asking_in_between_changes_no_chance():
    """C5: whatever else was asked in between."""
    quiet, asked = (Game(masko.Rules(), seed=4, first_player=1) for _ in range(2))
    for game in (quiet, asked):
        look_all(game)
        if game is asked:
            for player in game.players:
                player.catch_up()
            game.clone().play(1, masko.Draw())
            str(game.referee.view)
            announced_round(game.clone(), 0)
        announced_round(game, 1)
    assert quiet == asked


def test_a_record_gives_the_same_game():
    """C5."""
    game = table("5 5 1 2", "5 6 7 8", pile="5", seed=3)
    do(game, "0 draw", "0 discard", "1 intercept 0", "1 draw", "1 discard", "host close")
    assert Record.loads(game.record.dumps()).replay() == game


# The looks.


def test_everybody_is_due_at_once_for_the_looks():
    """M5, C7: clockwise from the seat dealt first."""
    game = table("? ? ? ?", "? ? ? ?", "? ? ? ?", first_player=1, looks=False)
    assert [player.seat for player in game.to_act] == [1, 2, 0]


def test_it_is_nobodys_turn_in_the_setup():
    """M5, C7."""
    game = Game(masko.Rules())
    assert (game.turn, game.spectator.view.turn) == (None, None)


def test_looks_may_come_in_any_order_of_seats():
    """M5, C7."""
    game = table("1 2 3 4", "5 6 7 8", "? ? ? ?", looks=False)
    do(game, "2 look 2 3", "0 look 0 2", "1 look 1 0", "2 look 2 0", "1 look 1 3", "0 look 0 0")
    assert game.spectator.view.phase is Phase.TURN


def test_a_player_looks_at_two_cards_of_the_own_choice():
    """M5, C6: one action a card."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    do(game, "0 look 0 3", "0 look 0 1")
    assert game.players[0].memory == {(0, 3): 4, (0, 1): 2}


def test_the_face_looked_at_is_told_to_the_looker():
    """M5, M36."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    assert game.players[0].play(masko.Look(0, 2)) == (masko.Looked(0, 0, 2, Card.THREE),)


def test_the_slot_looked_at_is_public_and_its_face_is_not():
    """M5, M37."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    do(game, "0 look 0 2")
    hidden = (masko.Looked(0, 0, 2, None),)
    assert [o.events(0) for o in (game.players[1], game.spectator)] == [hidden, hidden]


def test_one_look_is_not_enough():
    """M5: exactly two."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    do(game, "1 look 1 0", "1 look 1 1", "0 look 0 0")
    assert ([p.seat for p in game.to_act], game.spectator.view.phase) == ([0], Phase.SETUP)


def test_a_third_look_is_refused():
    """M5: exactly two."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    do(game, "0 look 0 0", "0 look 0 1")
    with pytest.raises(NotYourTurn):
        do(game, "0 look 0 2")


def test_the_two_looks_are_at_different_cards():
    """M5."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    do(game, "0 look 0 0")
    with pytest.raises(IllegalAction) as error:
        do(game, "0 look 0 0")
    assert error.value.reason is Reason.ALREADY_LOOKED


def test_the_looks_are_at_own_cards():
    """M5."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    with pytest.raises(IllegalAction) as error:
        do(game, "0 look 1 0")
    assert error.value.reason is Reason.NOT_OWN_CARD


def test_nobody_plays_before_all_have_looked():
    """M5."""
    game = table("1 2 3 4", "? ? ? ?", looks=False)
    with pytest.raises(IllegalAction) as error:
        do(game, "0 draw")
    assert error.value.reason is Reason.WRONG_PHASE


def test_nobody_looks_again_without_a_power():
    """M5: never again."""
    game = table("1 2 3 4", "? ? ? ?")
    with pytest.raises(IllegalAction):
        do(game, "0 look 0 2")


def test_the_looks_come_anew_in_each_round():
    """M5, M36."""
    game = table("1 1 1 1", "? ? ? ?")
    announced_round(game, 0)
    assert [len(player.legal_actions) for player in game.players] == [4, 4]


# Fields of Rules.


def test_the_defaults_are_those_of_the_table_of_fields():
    rules = masko.Rules()
    assert rules.to_json() == {
        "target": 100,
        "special_points": dict.fromkeys((card.wire for card in SPECIALS), 10),
        "next_starter": "rotate",
        "may_return_taken": True,
        "chain": "none",
        "attempts": 1,
        "race": "clockwise",
        "reveal_choice": "owner",
    }


def test_the_published_rules_equal_the_default():
    assert masko.Rules.published() == masko.Rules()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", 0),
        ("target", 10001),
        ("special_points", {**dict.fromkeys(SPECIALS, 10), Card.SPY: 100}),
        ("special_points", {**dict.fromkeys(SPECIALS, 10), Card.SPY: -1}),
        ("special_points", dict.fromkeys(SPECIALS[1:], 10)),
        ("special_points", dict.fromkeys([*SPECIALS, Card.TEN], 10)),
        ("next_starter", "lowest"),
        ("chain", "owner"),
        ("attempts", 0),
        ("attempts", 50),
        ("race", "fair"),
        ("reveal_choice", "both"),
    ],
)
def test_a_field_outside_its_range_is_refused_by_name(field, value):
    """M3, M16: the ranges of the fields."""
    with pytest.raises(RulesError) as error:
        masko.Rules(**{field: value})
    assert error.value.field.split("[")[0] == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", 1),
        ("target", 10000),
        ("special_points", dict.fromkeys(SPECIALS, 0)),
        ("special_points", dict.fromkeys(SPECIALS, 99)),
        *(("next_starter", name) for name in ("rotate", "same", "maskoman", "highest")),
        ("may_return_taken", False),
        ("chain", "anyone"),
        ("attempts", 49),
        ("attempts", None),
        ("race", "random"),
        ("reveal_choice", "user"),
    ],
)
def test_a_field_may_have_each_value_of_its_range(field, value):
    assert getattr(masko.Rules(**{field: value}), field) == value


def test_special_points_may_be_given_by_wire_name():
    """M3."""
    by_name = masko.Rules(special_points={card.wire: 7 for card in SPECIALS})
    assert by_name == masko.Rules(special_points=dict.fromkeys(SPECIALS, 7))


def test_a_slot_that_never_exists_is_no_action():
    """The proven bound of slot numbers, 47."""
    with pytest.raises(UnknownAction):
        masko.Rules().parse("keep 48")

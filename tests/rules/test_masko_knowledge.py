"""Masko: who has seen which card. M36."""

import pytest

from tests.rules.masko_decks import Card, announced_round, do, hand, look_all, settle, table, throw

HANDS = ("1 2 3 4", "5 6 7 8", "9 9 10 10")


def running(power, *, then="", **options):
    """Seat 0 has thrown this special, and its power runs."""
    game = table(*HANDS, pile=f"{power} {then}", **options)
    do(game, "0 draw", "0 discard", "host close")
    return game


def knows(game, seat):
    """What a seat remembers, by ``"seat slot"``, as numbers."""
    memory = game.players[seat].memory
    return {f"{owner} {slot}": int(card) for (owner, slot), card in memory.items()}


# Memory.


def test_nobody_knows_a_dealt_card():
    """M36."""
    game = table(*HANDS, looks=False)
    assert [player.memory for player in game.players] == [{}, {}, {}]


@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (0, {"0 0": 1, "0 1": 2}),
        (1, {"1 0": 5, "1 1": 6}),
        (2, {"2 0": 9, "2 1": 9}),
    ],
)
def test_a_look_is_known_to_the_looker_alone(seat, known):
    """M36, M5."""
    assert knows(table(*HANDS), seat) == known


def test_a_kept_drawn_card_is_known_to_the_drawer():
    """M36."""
    game = table(*HANDS, pile="10")
    do(game, "0 draw", "0 keep 2")
    assert knows(game, 0) == {"0 0": 1, "0 1": 2, "0 2": 10}


@pytest.mark.parametrize("seat", [1, 2])
def test_a_kept_drawn_card_is_not_known_to_the_others(seat):
    """M36."""
    game = table(*HANDS, pile="10")
    do(game, "0 draw", "0 keep 2")
    assert "0 2" not in knows(game, seat)


def test_a_held_card_is_not_yet_in_front_of_a_player():
    """M37: memory is of cards in front of a player."""
    game = table(*HANDS, pile="10")
    do(game, "0 draw")
    assert knows(game, 0) == {"0 0": 1, "0 1": 2}


def test_a_replaced_card_is_no_longer_known_there():
    """M36, M37."""
    game = table(*HANDS, pile="10")
    do(game, "0 draw", "0 keep 0")
    assert knows(game, 0) == {"0 0": 10, "0 1": 2}


@pytest.mark.parametrize("seat", range(3))
def test_a_taken_card_is_known_to_all(seat):
    """M36."""
    game = table(*HANDS, pile="8")
    throw(game)
    do(game, "1 take", "1 keep 3")
    assert knows(game, seat)["1 3"] == 8


@pytest.mark.parametrize("seat", range(3))
def test_a_wrongly_intercepted_card_is_known_to_all(seat):
    """M36, M15."""
    game = table(*HANDS, pile="8")
    do(game, "0 draw", "0 discard", "1 intercept 2")
    assert knows(game, seat)["1 2"] == 7


@pytest.mark.parametrize("seat", range(3))
def test_an_intercepting_card_is_no_longer_known_there(seat):
    """M36, M14."""
    game = table(*HANDS, pile="6")
    do(game, "0 draw", "0 discard", "1 intercept 1")
    assert "1 1" not in knows(game, seat)


@pytest.mark.parametrize("seat", range(3))
def test_a_penalty_card_is_known_to_nobody(seat):
    """M36, M15."""
    game = table(*HANDS, pile="8")
    do(game, "0 draw", "0 discard", "1 intercept 2")
    assert "1 4" not in knows(game, seat)


def test_an_added_card_is_known_when_it_is_looked_at():
    """M36, M24."""
    game = table(*HANDS, pile="8 3 vision")
    do(game, "0 draw", "0 discard", "1 intercept 2", "host close")
    do(game, "1 draw", "1 discard", "host close", "1 look 1 4")
    assert knows(game, 1)["1 4"] == 3


def test_vision_is_remembered():
    """M36, M24."""
    game = running("vision")
    do(game, "0 look 0 3")
    assert knows(game, 0) == {"0 0": 1, "0 1": 2, "0 3": 4}


def test_espion_is_remembered():
    """M36, M25."""
    game = running("spy")
    do(game, "0 look 1 3")
    assert knows(game, 0) == {"0 0": 1, "0 1": 2, "1 3": 8}


@pytest.mark.parametrize("seat", [1, 2])
def test_espion_tells_the_others_nothing(seat):
    """M36, M25."""
    game = running("spy")
    before = knows(game, seat)
    do(game, "0 look 1 3")
    assert knows(game, seat) == before


@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (0, {"1 1": 1, "0 1": 2, "0 0": 6}),
        (1, {"1 0": 5, "0 0": 6}),
        (2, {"2 0": 9, "2 1": 9}),
    ],
)
def test_marks_travel_with_the_cards_of_ninja(seat, known):
    """M36, M26: seat 0 knows both, seat 1 the one it lost."""
    game = running("ninja")
    do(game, "0 look 1 1", "0 swap 0")
    assert knows(game, seat) == known


def test_a_declined_ninja_is_remembered():
    """M36, M26."""
    game = running("ninja")
    do(game, "0 look 1 1", "0 decline")
    assert knows(game, 0)["1 1"] == 6


@pytest.mark.parametrize(
    ("seat", "known"),
    [
        (0, {"1 0": 1, "0 1": 2}),
        (1, {"0 0": 5, "1 1": 6}),
        (2, {"2 0": 9, "2 1": 9}),
    ],
)
def test_marks_travel_with_the_cards_of_exchange(seat, known):
    """M36, M27."""
    game = running("exchange")
    do(game, "0 pick 0 0", "0 pick 1 0")
    assert knows(game, seat) == known


def test_an_exchange_of_unseen_cards_tells_nothing():
    """M36, M27: a known card has gone, an unknown one has come."""
    game = running("exchange")
    do(game, "0 pick 0 0", "0 pick 1 3")
    assert knows(game, 1) == {"1 0": 5, "1 1": 6}


@pytest.mark.parametrize("seat", [0, 2])
def test_a_shown_card_is_remembered_by_all_but_its_owner(seat):
    """M36, M28."""
    game = running("reveal")
    do(game, "0 choose 1", "1 show 2")
    assert knows(game, seat)["1 2"] == 7


def test_the_owner_of_a_shown_card_does_not_learn_it():
    """M36, M28: the owner's own mark stays as it was."""
    game = running("reveal")
    do(game, "0 choose 1", "1 show 2")
    assert knows(game, 1) == {"1 0": 5, "1 1": 6}


def test_the_owner_of_a_shown_card_does_not_forget_it():
    """M36, M28: the owner's own mark stays as it was."""
    game = running("reveal")
    do(game, "0 choose 1", "1 show 1")
    assert knows(game, 1) == {"1 0": 5, "1 1": 6}


@pytest.mark.parametrize("seat", range(3))
def test_all_that_was_known_is_void_after_ramassage(seat):
    """M36, M29: wrongly claimed, public cards too."""
    game = table(*HANDS, pile="8 10 gather")
    do(game, "0 draw", "0 discard", "1 intercept 2", "host close", "1 draw", "1 discard")
    assert knows(game, seat) == {}


@pytest.mark.parametrize("seat", range(3))
def test_all_that_was_known_is_void_after_a_new_deal(seat):
    """M36: nobody has seen a shuffled card."""
    game = table(*HANDS)
    announced_round(game, 0)
    assert knows(game, seat) == {}


def test_what_is_learnt_after_ramassage_is_known():
    """M36, M29."""
    game = table(*HANDS, pile="gather 8")
    do(game, "0 draw", "0 discard", "1 draw", "1 keep 0")
    assert knows(game, 1) == {"1 0": 8}


def test_a_card_is_known_again_after_two_exchanges():
    """M36: the mark travels there and back."""
    game = table(*HANDS, pile="exchange exchange")
    do(game, "0 draw", "0 discard", "host close", "0 pick 0 0", "0 pick 1 2")
    do(game, "1 draw", "1 discard", "host close", "1 pick 1 2", "1 pick 2 3")
    assert knows(game, 0) == {"2 3": 1, "0 1": 2}


def test_a_card_seen_by_both_players_is_not_public():
    """M36, M37: a look and an Espion; an onlooker is told no face."""
    game = table("1 2 3 4", "5 6 7 8", pile="spy")
    do(game, "0 draw", "0 discard", "host close", "0 look 1 0")
    faces = [e.card for e in game.spectator.events(-1) if e.kind == "looked"]
    assert faces == [None] * 5


def test_memory_keeps_a_card_drawn_and_kept_over_turns():
    """M36."""
    game = table(*HANDS, pile="10")
    do(game, "0 draw", "0 keep 2")
    settle(game)
    throw(game, 3)
    assert (knows(game, 0)["0 2"], hand(game, 0)[2]) == (10, Card.TEN)


def test_the_setup_of_the_next_round_is_remembered():
    """M36, M5."""
    game = table(*HANDS)
    announced_round(game, 0)
    look_all(game)
    lying = hand(game, 1)
    assert game.players[1].memory == {(1, 0): lying[0], (1, 1): lying[1]}


def test_the_wrong_claim_is_remembered_after_it_changed_places():
    """M36: the public mark travels too."""
    game = table(*HANDS, pile="8 10 exchange")
    do(game, "0 draw", "0 discard", "1 intercept 2", "host close")
    do(game, "1 draw", "1 discard", "host close", "1 pick 1 2", "1 pick 2 3")
    assert [knows(game, seat)["2 3"] for seat in range(3)] == [7, 7, 7]

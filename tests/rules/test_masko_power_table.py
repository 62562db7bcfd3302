"""Masko: Révélation, Ramassage and Pioche. M28 to M30."""

from collections import Counter

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
    look_all,
    nobody_has_cards,
    observers,
    shed,
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


# Révélation.


def reveal(**options):
    """Seat 0's Révélation has chosen seat 1."""
    game = running("reveal", **options)
    do(game, "0 choose 1")
    return game


def test_revelation_offers_the_other_players():
    """M28."""
    assert legal(running("reveal"), 0) == ["choose 1", "choose 2"]


def test_revelation_is_not_for_oneself():
    """M28: another player."""
    assert refused(running("reveal"), "0 choose 0") is Reason.NOT_A_TARGET


def test_revelation_is_for_a_player_who_holds_a_card():
    """M28."""
    game = bare(1, "9 reveal", players=3)
    throw(game)
    do(game, "2 draw", "2 discard", "host close")
    assert legal(game, 2) == ["choose 0"]


def test_revelation_s_choice_is_told_to_all():
    """M28, M37."""
    assert told(running("reveal"), "0 choose 1") == [masko.Chose(0, 1)] * 4


def test_revelation_s_chosen_player_is_in_the_view():
    """M28, M37."""
    assert reveal().spectator.view.power == masko.Power(Card.REVEAL, 0, 1, None)


def test_the_owner_picks_the_card_to_show():
    """M28: reveal_choice owner."""
    game = reveal()
    assert [player.seat for player in game.to_act] == [1]


@pytest.mark.parametrize(("choice", "picks"), [("owner", 1), ("user", 0)])
def test_the_slots_to_show_are_the_owners(choice, picks):
    """M28, M12: the owner has other slots than the user."""
    game = table("? ? ? ?", "1 ? ? ?", "? ? ? ?", pile="1 9 9 reveal", reveal_choice=choice)
    shed(game, 1, 0)
    throw(game, 2)
    do(game, "0 draw", "0 discard", "host close", "0 choose 1")
    assert legal(game, picks) == ["show 1", "show 2", "show 3"]
    assert legal(game, 1 - picks) == []


def test_the_user_picks_the_card_to_show_with_reveal_choice_user():
    """M28."""
    game = reveal(reveal_choice="user")
    assert [player.seat for player in game.to_act] == [0]


@pytest.mark.parametrize(("choice", "seat"), [("owner", 1), ("user", 0)])
def test_any_card_of_the_chosen_player_may_be_shown(choice, seat):
    """M28."""
    game = reveal(reveal_choice=choice)
    assert legal(game, seat) == ["show 0", "show 1", "show 2", "show 3"]


@pytest.mark.parametrize(("choice", "step"), [("owner", "1 show 2"), ("user", "0 show 2")])
def test_the_shown_card_is_the_chosen_player_s(choice, step):
    """M28."""
    assert do(reveal(reveal_choice=choice), step) == (
        masko.Shown(1, 2, Card.SEVEN),
        masko.PowerEnded(Card.REVEAL),
    )


@pytest.mark.parametrize(("choice", "step"), [("owner", "1 show 2"), ("user", "0 show 2")])
def test_the_shown_card_is_seen_by_all_players_but_its_owner(choice, step):
    """M28, M36: and it is not public."""
    faces = [event.card for event in told(reveal(reveal_choice=choice), step)]
    assert faces == [Card.SEVEN, None, Card.SEVEN, None]


def test_the_other_seat_does_not_pick_the_card_to_show():
    """M28."""
    game = reveal()
    assert legal(game, 0) == []


def test_the_shown_card_stays_where_it_is():
    """M28."""
    game = reveal()
    do(game, "1 show 2")
    assert hand(game, 1) == dict(enumerate(cards(HANDS[1])))


# Ramassage.


def gathered(seed=0, **options):
    """Seat 0 has thrown the Ramassage."""
    return running_gather(*HANDS, seed=seed, **options)


def running_gather(*hands, **options):
    game = table(*hands, pile="gather", **options)
    do(game, "0 draw", "0 discard")
    return game


def test_ramassage_deals_the_same_cards_again():
    """M29."""
    game = gathered()
    before = Counter(card for hand in HANDS for card in cards(hand))
    assert Counter(c for seat in range(3) for c in hand(game, seat).values()) == before


def test_ramassage_shuffles():
    """M29, C5."""
    dealt = {tuple(hand(gathered(seed), 1).values()) for seed in range(40)}
    assert len(dealt) > 20


def test_ramassage_is_the_same_with_the_same_seed():
    """M29, C5."""
    assert gathered(5) == gathered(5)


def test_ramassage_leaves_the_draw_pile_alone():
    """M29: all players' cards."""
    assert gathered().spectator.view.draw_size == 40


def test_ramassage_is_told_with_the_number_of_cards_of_each_seat():
    """M29."""
    game = table(*HANDS, pile="gather")
    assert do(game, "0 draw", "0 discard")[3] == masko.Gathered(0, (4, 4, 4))


@pytest.mark.parametrize(
    ("user", "expected"),
    [(0, (4, 5, 4)), (1, (4, 4, 5)), (2, (5, 4, 4))],
)
def test_ramassage_deals_from_the_left_of_the_user(user, expected):
    """M29: 13 cards, a penalty was paid."""
    game = table(*HANDS, pile="8 10 gather", first_player=(user - 1) % 3)
    before = (user - 1) % 3
    do(game, f"{before} draw", f"{before} discard", "0 intercept 0", "host close")
    assert do(game, f"{user} draw", f"{user} discard")[3] == masko.Gathered(user, expected)


def test_ramassage_numbers_everyone_from_0_again():
    """M29, M12: 14 cards; seat 0 had slots 0 to 5."""
    game = table(*HANDS, pile="8 10 10 gather", attempts=2, first_player=2)
    do(game, "2 draw", "2 discard", "0 intercept 0", "0 intercept 0", "host close")
    do(game, "0 draw", "0 discard")
    assert [list(slots) for slots in game.spectator.view.hands] == [
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4],
        [0, 1, 2, 3, 4],
    ]


def test_a_card_added_after_ramassage_takes_the_next_number():
    """M29, M12: number 4 again, though it had been used."""
    game = table(*HANDS, pile="8 10 gather 8 9", first_player=2)
    do(game, "2 draw", "2 discard", "0 intercept 0", "host close", "0 draw", "0 discard")
    wrong = next(slot for slot, card in hand(game, 0).items() if card is not Card.EIGHT)
    do(game, "1 draw", "1 discard", f"0 intercept {wrong}")
    assert list(hand(game, 0)) == [0, 1, 2, 3, 4]


def test_ramassage_deals_to_seats_without_a_card():
    """M29: cardless ones too; 4 cards of seat 1, dealt from seat 1."""
    game = bare(0, "gather")
    do(game, "0 draw", "0 discard")
    assert [len(hand(game, seat)) for seat in (0, 1)] == [2, 2]


def test_ramassage_may_be_used_without_an_own_card():
    """M29, M31: there are cards."""
    game = bare(0, "gather")
    assert kinds(do(game, "0 draw", "0 discard"))[2:] == [
        "power_started",
        "gathered",
        "power_ended",
    ]


def test_ramassage_may_leave_a_seat_without_a_card():
    """M29: one card for two seats, the left of the user gets it."""
    game = nobody_has_cards("draw_one 9 gather")
    do(game, "0 draw", "0 discard", "0 choose 1")
    do(game, "1 draw", "1 discard")
    assert [hand(game, seat) for seat in (0, 1)] == [{0: Card.NINE}, {}]


def test_the_turn_passes_after_ramassage():
    """M29."""
    assert gathered().turn.seat == 1


def test_nobody_looks_after_ramassage():
    """M29, M5."""
    assert gathered().spectator.view.phase is Phase.TURN


# Pioche.


def test_pioche_offers_every_player():
    """M30: oneself included."""
    assert legal(running("draw_one"), 0) == ["choose 0", "choose 1", "choose 2"]


def test_pioche_offers_players_without_a_card():
    """M30."""
    game = bare(1, "draw_one", players=3)
    do(game, "1 draw", "1 discard", "host close")
    assert legal(game, 1) == ["choose 0", "choose 1", "choose 2"]


@pytest.mark.parametrize("target", [0, 1, 2])
def test_pioche_adds_the_top_card_of_the_draw_pile(target):
    """M30, M12."""
    game = running("draw_one", then="8 9")
    do(game, f"0 choose {target}")
    assert (hand(game, target)[4], game.referee.view.draw_pile[0]) == (Card.EIGHT, Card.NINE)


def test_pioche_is_told_as_chosen_and_added():
    """M30."""
    assert do(running("draw_one"), "0 choose 2") == (
        masko.Chose(0, 2),
        masko.Added(2, 4),
        masko.PowerEnded(Card.DRAW_ONE),
    )


def test_pioche_s_card_is_unseen():
    """M30, M36."""
    game = running("draw_one")
    do(game, "0 choose 0")
    assert (0, 4) not in game.players[0].memory


def test_an_exchange_may_move_a_card_added_by_pioche():
    """M27, M30, M12: it takes the other one's slot."""
    game = running("draw_one", then="8 exchange")
    do(game, "0 choose 2", "1 draw", "1 discard", "host close", "1 pick 2 4", "1 pick 0 0")
    assert (hand(game, 0)[0], hand(game, 2)[4]) == (Card.EIGHT, Card.ONE)


def test_a_new_round_has_new_looks_after_powers():
    """M5, M23: the round that follows starts from nothing."""
    game = running("vision")
    do(game, "0 look 0 2", "1 announce")
    throw(game, 2)
    look_all(game)
    assert [len(player.memory) for player in game.players] == [2, 2, 2]

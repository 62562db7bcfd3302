"""Masko: what lies open to whom. M37, C8."""

import pytest

from masko_sdk import ArgumentError, Game, masko
from tests.rules.masko_decks import (
    Card,
    Phase,
    announced_round,
    cards,
    do,
    low_pile,
    observers,
    play_at_random,
    table,
    throw,
)

HANDS = ("1 2 3 4", "5 6 7 8", "9 9 10 10")


def running(power, *, then="", **options):
    """Seat 0 has thrown this special, and its power runs."""
    game = table(*HANDS, pile=f"{power} {then}", **options)
    do(game, "0 draw", "0 discard", "host close")
    return game


# Views.


def test_a_view_shows_no_face_of_a_hand():
    """M37: not even of a card that was looked at."""
    view = table(*HANDS).players[0].view
    assert [dict(slots) for slots in view.hands] == [dict.fromkeys(range(4))] * 3


def test_a_view_shows_no_card_that_is_known_to_all():
    """M37, M36: told by an event, not by the view."""
    game = table(*HANDS, pile="8")
    do(game, "0 draw", "0 discard", "1 intercept 2")
    assert {o.view.hands[1][2] for o in observers(game)} == {None}


def test_the_view_of_a_window():
    """M37, M17."""
    game = table(*HANDS, pile="8 10", attempts=3)
    do(game, "0 draw", "0 discard", "1 intercept 2", "2 pass")
    assert game.spectator.view.window == masko.Window(1, Card.EIGHT, 0, (0, 1), (3, 2, 3))


def test_there_is_no_window_in_the_view_when_none_is_open():
    """M37."""
    assert table(*HANDS).spectator.view.window is None


@pytest.mark.parametrize(
    ("name", "phase"),
    [
        ("ninja", Phase.NINJA),
        ("exchange", Phase.EXCHANGE),
        ("vision", Phase.VISION),
        ("spy", Phase.SPY),
        ("reveal", Phase.REVEAL),
        ("draw_one", Phase.DRAW_ONE),
    ],
)
def test_the_running_power_is_in_the_view(name, phase):
    """M37: with its user."""
    view = running(name).spectator.view
    assert (view.phase, view.power) == (phase, masko.Power(Card[name.upper()], 0, None, None))


def test_a_power_is_told_to_all_when_it_starts():
    """M37."""
    game = running("vision")
    assert [o.events(game.ply - 1)[-1] for o in observers(game)] == [
        masko.PowerStarted(0, Card.VISION)
    ] * 4


def test_the_view_has_the_sizes_of_the_piles():
    """M37."""
    game = table(*HANDS, pile="8 7 9")
    throw(game, 2)
    view = game.spectator.view
    assert (view.draw_size, view.discard_size, view.discard_top) == (39, 2, Card.SEVEN)


def test_the_view_has_the_starter_the_round_and_the_totals():
    """M37."""
    game = table("1 1 1 1", "2 2 2 2", "3 3 3 3", first_player=2)
    announced_round(game, 0)
    view = game.spectator.view
    assert (view.starter, view.round, view.totals) == (0, 1, (0, 8, 12))


def test_the_totals_of_a_view_are_of_finished_rounds():
    """M37."""
    game = table(*HANDS)
    do(game, "0 announce", "1 draw", "1 discard", "host close", "2 draw", "2 discard")
    assert game.spectator.view.totals == (0, 0, 0)


def test_the_view_counts_the_accepted_actions():
    """M37, C6."""
    game = table(*HANDS)  # six looks
    throw(game)
    assert game.spectator.view.ply == game.ply == 9


def test_the_hands_stay_hidden_in_views_when_the_game_is_over():
    """M37, C8: the record of the round is what is turned up."""
    game = table(*HANDS, target=1)
    announced_round(game, 0)
    assert {card for o in observers(game) for h in o.view.hands for card in h.values()} == {None}


def test_the_referee_sees_every_card():
    game = table(*HANDS, pile="8 7")
    throw(game)
    view = game.referee.view
    assert (view.hands[2], view.draw_pile[0], view.discard) == (
        dict(enumerate(cards(HANDS[2]))),
        Card.SEVEN,
        (Card.EIGHT,),
    )


def test_a_referee_s_view_is_sent_only_on_demand():
    with pytest.raises(ArgumentError):
        table(*HANDS).referee.view.to_json()


def test_catch_up_is_what_the_seat_may_know():
    """M37."""
    game = running("spy")
    do(game, "0 look 1 3")
    player = game.players[1]
    back = player.catch_up(game.ply - 1)
    assert (back.view, back.memory, back.legal_actions, back.events) == (
        player.view,
        player.memory,
        player.legal_actions,
        (masko.Looked(0, 1, 3, None), masko.PowerEnded(Card.SPY)),
    )


def test_play_returns_what_the_seat_saw():
    """M37."""
    game = table(*HANDS, pile="8")
    ply = game.ply
    assert game.players[0].play(masko.Draw()) == game.players[0].events(ply)


def test_a_skip_is_public():
    """M37, M11."""
    game = low_pile(0)
    since = game.ply
    do(game, "0 skip")
    assert [o.events(since) for o in observers(game)] == [(masko.Skipped(0),)] * 4


# Over whole games.


def random_games(**options):
    for seed in range(3):
        game = Game(masko.Rules(**options), players=3 + seed, seed=seed)
        yield from play_at_random(game, seed)


def test_all_see_the_same_table_but_for_the_held_card():
    """M37: an onlooker sees what is public, and a seat more of the held card alone."""
    for game in random_games():
        public = game.spectator.view.to_json()
        for player in game.players:
            own = player.view.to_json()
            if own["held"] and not own["held"]["taken"] and own["held"]["seat"] == player.seat:
                assert own["held"].pop("card") is not None
                own["held"]["card"] = None
            assert own == public


def audience(event, seats, taken):
    """Who may know the card of an event (M36, M37); None stands for an onlooker."""
    everyone = {*range(seats), None}
    if event.kind in ("looked", "drew"):
        return {event.seat}
    if event.kind == "kept":
        return everyone if taken else {event.seat}
    if event.kind == "shown":
        return everyone - {event.owner, None}
    return everyone


@pytest.mark.parametrize("choice", ["owner", "user"])
def test_every_event_is_told_to_all_and_its_card_to_its_audience(choice):
    """M36, M37: nothing else is ever told."""
    for seed in range(4):
        game = Game(masko.Rules(reveal_choice=choice), players=2 + seed, seed=seed)
        for _ in play_at_random(game, seed):
            pass
        told = {player.seat: player.events(-1) for player in game.players}
        told[None] = game.spectator.events(-1)
        taken = False
        for number, event in enumerate(game.referee.events(-1)):
            taken = event.kind == "took" or (taken and event.kind != "drew")
            for who, events in told.items():
                expected = event.to_json()
                if who not in audience(event, len(game.players), taken):
                    expected["card"] = None
                assert events[number].to_json() == expected


def test_a_memory_is_true():
    """M36: a face that is remembered is the face that lies there."""
    for game in random_games(chain="anyone", attempts=None):
        lying = game.referee.view.hands
        for player in game.players:
            assert all(lying[owner][slot] == card for (owner, slot), card in player.memory.items())


def test_a_memory_is_what_the_events_told():
    """M36, M37: followed from a seat's own events alone."""
    for seed in range(4):
        game = Game(masko.Rules(), players=3, seed=seed)
        for _ in play_at_random(game, seed):
            for player in game.players:
                assert player.memory == remembered(player.events(-1), player.seat)
            if game.ply > 400:
                break


def remembered(events, me):
    """The memory that follows from the events as this seat was told them."""
    known = {}
    for event in events:
        match event.kind:
            case "dealt" | "gathered":
                known.clear()
            case "looked" if event.card is not None:
                known[event.owner, event.slot] = event.card
            case "shown" if event.card is not None:
                known[event.owner, event.slot] = event.card
            case "missed":
                known[event.seat, event.slot] = event.card
            case "kept":
                known.pop((event.seat, event.slot), None)
                if event.card is not None:
                    known[event.seat, event.slot] = event.card
            case "intercepted":
                known.pop((event.seat, event.slot), None)
            case "swapped":
                one, two = (event.seat, event.slot), (event.owner, event.owner_slot)
                first, second = known.pop(one, None), known.pop(two, None)
                if first is not None:
                    known[two] = first
                if second is not None:
                    known[one] = second
    return known

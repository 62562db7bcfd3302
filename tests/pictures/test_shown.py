"""A picture shows every card that lies open to its observer, and no other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from masko_sdk import Game, Player, bots, masko, pictures
from masko_sdk.games import GAMES
from masko_sdk.pictures import LIGHT
from masko_sdk.words import LANGUAGES, Words
from tests.pictures.looking import Picture, look, tables, watchers

games = pytest.mark.parametrize("name", GAMES)


def faces(cards: Any) -> Counter[str]:
    """Cards of a JSON form as a picture names them: a Mood card as its two numbers."""
    found: Counter[str] = Counter()
    for card in cards.values() if isinstance(cards, dict) else cards:
        if isinstance(card, list):
            found["/".join("-" if part is None else str(part) for part in card)] += 1
        elif card is not None:
            found[str(card)] += 1
    return found


def open_before(form: dict[str, Any], seat: int) -> Counter[str]:
    """What lies open before a seat, by the fields of the view."""
    cards = faces(form["hands"][seat])
    for field in ("turned_up", "played"):
        if field in form:
            cards += faces(form[field][seat])
    return cards


def open_in_the_middle(name: str, form: dict[str, Any]) -> Counter[str]:
    """What lies open for all."""
    if name == "fifty":
        mood = faces([] if form["mood"] == [None, None] else [form["mood"]])
        trick = faces([played["card"] for played in form["trick"]])
        return mood + trick + faces(form["mood_used"])
    tops = form["discard_top"] if name == "mojo" else [form["discard_top"]]
    found = faces(tops) + faces(form.get("aside", []))
    held = form.get("held")
    return found + faces([held["card"]] if held else [])


def whole_piles(form: dict[str, Any]) -> Counter[str]:
    """What the referee alone sees."""
    found = faces(form["draw_pile"]) + faces(form.get("mood_pile", []))
    piles = form.get("discard", [])
    for pile in piles if piles and isinstance(piles[0], list) else [piles]:
        found += faces(pile)
    return found


def shown(picture: Picture, seat: str | None) -> Counter[str]:
    """The faces in a seat's panel; of all that is no panel of a seat: in the middle."""
    found: Counter[str] = Counter()
    for card in picture.cards():
        place = card.seat if "seat" in card.classes else None
        face = card.get("data-card")
        if place == seat and face is not None and card.pile != "mojo":
            found[face] += 1
    return found


@games
def test_every_open_card_is_shown_where_it_lies_and_no_other_is(name: str) -> None:
    for game in tables(name):
        for watcher in watchers(game):
            referee = watcher.view.__class__.__name__ == "RefereeView"
            form = watcher.view.to_json(**({"secrets": True} if referee else {}))
            picture = look(game, watcher)
            for seat in range(len(game.players)):
                assert shown(picture, str(seat)) == open_before(form, seat)
            middle = open_in_the_middle(name, form)
            if referee:
                middle += whole_piles(form)
            assert shown(picture, None) == middle


@games
def test_hidden_cards_are_backs_as_many_as_there_are(name: str) -> None:
    for game in tables(name):
        for watcher in watchers(game)[:-1]:
            form = watcher.view.to_json()
            picture = look(game, watcher)
            for seat in range(len(game.players)):
                hand = form["hands"][seat]
                hidden = sum(c is None for c in (hand.values() if isinstance(hand, dict) else hand))
                hidden += len(form["face_down"][seat]) if name == "mojo" else 0
                backs = [
                    card
                    for card in picture.of_class("back")
                    if "seat" in card.classes and card.seat == str(seat)
                ]
                assert len(backs) == hidden


def test_what_a_player_remembers_is_marked_on_the_backs_of_its_own_picture_alone() -> None:
    for game in tables("masko", 20):
        for watcher in watchers(game)[:-1]:
            memory = watcher.memory if isinstance(watcher, Player) else {}
            hands = watcher.view.hands
            expected = {
                (str(seat), str(slot)): card.wire
                for (seat, slot), card in memory.items()
                if hands[seat][slot] is None
            }
            marked = {
                (card.seat, card.get("data-slot")): card.get("data-remembered")
                for card in look(game, watcher).cards()
                if card.get("data-remembered")
            }
            assert marked == expected


def test_memory_is_used_by_some_of_these_tables() -> None:
    assert any(player.memory for game in tables("masko", 20) for player in game.players)


@games
def test_slots_are_those_of_the_view(name: str) -> None:
    for game in tables(name):
        for player in game.players:
            places = {
                (card.seat, card.get("data-slot"))
                for card in look(game, player).cards()
                if card.get("data-slot")
            }
            hands = player.view.to_json()["hands"]
            slots = {
                (str(seat), slot)
                for seat, hand in enumerate(hands)
                if isinstance(hand, dict)
                for slot in hand
            }
            assert places == slots


@games
def test_what_may_be_done_is_ringed(name: str) -> None:
    """The slots that legal actions of an own seat name; a face of the hand that may be played."""
    for game in tables(name, 20):
        for player in game.to_act:
            picture = look(game, player)
            legal = {
                (card.seat, card.get("data-slot"), card.get("data-card"))
                for card in picture.of_class("legal")
                if "seat" in card.classes
            }
            actions = [action.to_json() for action in player.legal_actions]
            if name in ("mojo", "fifty"):
                values = {str(action["value"]) for action in actions if action["type"] == "play"}
                assert {face for _, _, face in legal if face is not None} == values
            elif name == "skyjo":
                slots = {str(action["slot"]) for action in actions if "slot" in action}
                assert {slot for _, slot, _ in legal} == slots
            else:
                assert bool(legal) == any("slot" in action for action in actions)
            rings = [ring for ring in picture.of_class("ring") if "legal" in ring.classes]
            assert len(rings) >= len(legal)


# The text alternative.


@games
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_description_is_what_describe_tells(name: str, language: str) -> None:
    for game in tables(name, 4):
        player = game.players[0]
        told = pictures.describe(
            player.view,
            memory=player.memory,
            names=[other.name for other in game.players],
            seat=0,
            language=language,
            due=game.to_act,
        )
        assert look(game, player, language=language).description == told
        for other in game.players:
            assert other.name in told


def test_the_description_tells_the_cards_and_what_is_remembered() -> None:
    game = next(game for game in tables("masko", 20) if game.players[0].memory)
    (_seat, slot), card = next(iter(game.players[0].memory.items()))
    named = "Draw One" if card.wire == "draw_one" else card.wire.capitalize()
    told = look(game, game.players[0]).description
    assert f"hidden (seen: {named}) in slot {slot}" in told
    assert "hidden (seen" not in look(game, game.spectator).description


def test_the_description_tells_what_lies_on_the_piles() -> None:
    for game in tables("skyjo"):
        view = game.spectator.view
        told = look(game, game.spectator).description
        if view.discard_top is not None:
            assert f"Discard: {view.discard_top}, {view.discard_size} card" in told
        assert f", {view.draw_size} card" in told or view.draw_size == 0


def test_title_and_description_are_what_a_screen_reader_is_led_to() -> None:
    picture = look(tables("mojo")[0], tables("mojo")[0].players[0])
    title, description = list(picture.root)[:2]
    assert picture.root.get("role") == "img"
    assert picture.root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text is not None
    assert title.text.startswith("Mojo, round ")


def test_ids_differ_from_picture_to_picture_unless_a_prefix_is_given() -> None:
    one, other = (look(game, game.players[0]) for game in tables("masko")[:2])
    assert next(iter(one.root)).get("id") != next(iter(other.root)).get("id")
    named = look(tables("masko")[0], tables("masko")[0].players[0], prefix="table")
    assert next(iter(named.root)).get("id") == "table-title"


# A theme.


def test_a_theme_of_ones_own_draws_the_faces() -> None:
    class Plain(pictures.Theme):
        def face(self, game: str, card: Any, name: str, width: float) -> str:
            return f'<rect width="{width}" height="{self.height(width)}" class="mine"/>'

    theme = Plain(**vars(LIGHT))
    game = tables("skyjo")[0]
    picture = look(game, game.referee, theme=theme)
    assert len(picture.of_class("mine")) == sum(shown(picture, None).values()) + sum(
        sum(shown(picture, str(seat)).values()) for seat in range(len(game.players))
    )


def test_in_a_power_a_bare_view_names_nobody_as_waited_for() -> None:
    met: set[str] = set()
    for seed in range(40):
        game = Game(masko.Rules(), 3, seed=seed)
        while not game.is_over and game.ply < 120:
            bots.play(game, "random", game.ply + 1)
            view = game.spectator.view
            if view.power is not None:
                met.add(view.phase.value)
                headline = Words(game.rules, ["Ana", "Bo", "Chloé"]).phase(view, ())
                assert not {"Ana", "Bo", "Chloé"} & set(headline.replace(":", "").split())
                assert pictures.describe(view).startswith(headline[0].upper() + headline[1:])
    assert len(met) > 3

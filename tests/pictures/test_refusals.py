"""What can't be drawn is refused by its name; every view that a game gives can be drawn."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from masko_sdk import ArgumentError, Game, MaskoError, bots, fifty, masko, mojo, pictures, skyjo
from masko_sdk.games import GAMES
from masko_sdk.pictures import LIGHT, Paint
from masko_sdk.pictures._fitting import check_view

WRONG = (None, -1, 99, 10**30, "x", 1.5, [], {}, (1,), {0: 99}, {99: None}, True, object(), ((),))


def in_play(name: str) -> Any:
    game = Game(GAMES[name].Rules(), 3, seed=5)
    bots.play(game, "random", 25)
    return game


# Faces.


@pytest.mark.parametrize(
    ("game", "card", "error", "named"),
    [
        ("skyjo", 99, ArgumentError, "card is 99; of skyjo, it must be from -2 to 12"),
        ("skyjo", -3, ArgumentError, "card is -3"),
        ("mojo", 50, ArgumentError, "card is 50; of mojo, it must be from 0 to 12"),
        ("fifty", 0, ArgumentError, "card is 0; of fifty, it must be from 1 to 50"),
        ("masko", 99, ArgumentError, "card is 99; of masko, it must be from 1 to 17"),
        ("masko", 10**400, ArgumentError, "an int of"),
        ("masko", "spy", TypeError, "str"),
        ("skyjo", None, TypeError, "NoneType"),
        ("skyjo", True, TypeError, "bool"),
        ("x", 1, ArgumentError, "game is 'x'; it must be one of masko, skyjo, mojo, fifty"),
        (["masko"], 1, TypeError, "list"),
    ],
)
def test_only_cards_that_there_are_have_a_face(
    game: Any, card: Any, error: type[Exception], named: str
) -> None:
    with pytest.raises(error) as caught:
        LIGHT.face(game, card, "n", 100)
    assert named in str(caught.value)


def test_a_number_of_masko_is_drawn_like_its_card() -> None:
    for card in masko.Card:
        assert LIGHT.face("masko", int(card), "n", 100) == LIGHT.face("masko", card, "n", 100)


@pytest.mark.parametrize("game", ["x", "", "MASKO"])
def test_only_games_have_a_back(game: str) -> None:
    with pytest.raises(ArgumentError, match="game is"):
        LIGHT.back(game, 100)


@pytest.mark.parametrize("card", [(5, 1), (10, 0), (10, 2), ("0", 1), (None, 1)])
def test_the_mojo_card_has_two_sides_and_two_directions(card: Any) -> None:
    with pytest.raises(ArgumentError, match="they must be 0 or 10, and 1 or -1"):
        LIGHT.mojo_card(*card, 100)


@pytest.mark.parametrize("mood", [(21, 1), (1, -1), (1,), (1, 2, 3), ("1", 2)])
def test_a_mood_card_has_two_numbers(mood: Any) -> None:
    with pytest.raises(ArgumentError, match="two numbers from 0 to 20"):
        LIGHT.mood(mood, 100)


# Themes.


@pytest.mark.parametrize("field", [field.name for field in fields(LIGHT)])
@pytest.mark.parametrize("wrong", [None, 1.5, b"#fff"])
def test_fields_of_a_theme_have_their_types(field: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=field):
        replace(LIGHT, **{field: wrong})


@pytest.mark.parametrize("field", ["masko", "skyjo", "mojo"])
def test_a_theme_has_as_many_colours_as_there_are_kinds_of_cards(field: str) -> None:
    colours = getattr(LIGHT, field)
    for wrong in ((), colours[1:], colours + colours[:1]):
        with pytest.raises(ArgumentError, match=f"{field} has {len(wrong)} colours"):
            replace(LIGHT, **{field: wrong})
    with pytest.raises(TypeError, match=f"a colour of {field}"):
        replace(LIGHT, **{field: (5, *colours[1:])})


def test_colours_are_texts() -> None:
    with pytest.raises(TypeError, match="ink"):
        Paint("#fff", 0)  # type: ignore[arg-type]


# Views.


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("draw", [pictures.svg, pictures.text, pictures.describe])
def test_a_view_made_by_hand_is_drawn_or_refused_by_the_field(name: str, draw: Any) -> None:
    game = in_play(name)
    refused = 0
    for view in (game.players[0].view, game.referee.view):
        for field in fields(view):
            for wrong in WRONG:
                try:
                    draw(replace(view, **{field.name: wrong}), secrets=True)
                except (MaskoError, TypeError) as error:
                    refused += field.name in str(error)
    assert refused > len(WRONG) * 10


@pytest.mark.parametrize(
    ("view", "changes", "named"),
    [
        ("skyjo", {"turn": 3}, "turn is 3; it must be from 0 to 2"),
        ("skyjo", {"hands": ({}, {})}, "hands must have a part for each of 3 seats"),
        ("skyjo", {"hands": ({10**9: 5}, {}, {})}, "a slot of hands"),
        ("skyjo", {"discard_top": 13}, "discard_top is 13; it must be from -2 to 12"),
        ("mojo", {"discard_size": (1, 2, 3)}, "of one length"),
        ("mojo", {"mojo_side": 5}, "side and direction are (5, "),
        ("fifty", {"mood": (1, 2, 3)}, "mood is (1, 2, 3)"),
        ("masko", {"totals": (0,) * 9}, "totals is 9; it must be from 2 to 8"),
    ],
)
def test_a_mismatched_view_is_told(view: str, changes: dict[str, Any], named: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        pictures.svg(replace(in_play(view).players[0].view, **changes))
    assert named in str(caught.value)


@pytest.mark.parametrize(
    "rules",
    [
        masko.Rules(),
        masko.Rules(attempts=None, chain="anyone"),
        skyjo.Rules(),
        mojo.Rules(),
        mojo.Rules(discards=2),
        fifty.Rules(),
        fifty.Rules.published(),
    ],
)
def test_every_view_of_a_game_fits(rules: Any) -> None:
    for seed in range(2):
        game = Game(rules, 4, seed=seed)
        while not game.is_over and game.ply < 200:
            for observer in (*game.players, game.spectator, game.referee):
                check_view(observer.view, rules._tables)
            player = game.to_act[0]
            player.play(bots.random()(player))


# What stands beside a view.


@pytest.mark.parametrize(
    ("given", "error", "named"),
    [
        ({"names": 5}, TypeError, "names"),
        ({"names": iter(["a", "b", "c"])}, TypeError, "names"),
        ({"names": ["a"]}, ArgumentError, "1 names; the view has 3 seats"),
        ({"seat": 3}, ArgumentError, "seat is 3"),
        ({"due": [-1]}, ArgumentError, "seat is -1"),
        ({"due": 1}, TypeError, ""),
        ({"legal": [masko.Draw()], "seat": 0}, TypeError, "legal"),
        ({"language": {}}, ArgumentError, '"any"'),
        ({"language": []}, TypeError, "language"),
        ({"language": None}, TypeError, "language"),
    ],
)
def test_arguments_beside_a_view_are_checked(
    given: dict[str, Any], error: type[Exception], named: str
) -> None:
    with pytest.raises(error) as caught:
        pictures.svg(in_play("skyjo").players[0].view, **given)
    assert named in str(caught.value)


@pytest.mark.parametrize("columns", [None, "80", 80.0, True])
def test_columns_are_a_whole_number(columns: Any) -> None:
    with pytest.raises(TypeError, match="columns"):
        pictures.text(in_play("skyjo").players[0].view, columns=columns)

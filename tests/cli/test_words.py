"""Every game can be told: nothing that the core's tables name lacks its words, and no words are left over."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from masko_sdk import Game, bots
from masko_sdk.cli.draw import _HEAD, Drawing
from masko_sdk.cli.screen import Screen
from masko_sdk.games import GAMES
from masko_sdk.words import Sentences, Words, catalogue

NAMES = ("Ana", "Bo", "Chloé")


def tables(game: str) -> Any:
    return GAMES[game].Rules()._tables


def view_fields(game: str) -> set[str]:
    return {name for name, _ in tables(game).view_fields}


def kinds(game: str) -> dict[str, set[str]]:
    """Section of the catalogue: the kinds that it must have words for, exactly."""
    of = tables(game)
    words = Sentences(game, catalogue())
    return {
        "events": {row[0] for row in of.events},
        "actions": set(of.action_classes),
        "reasons": set(of.choices["reason"]),
        "phases": set(of.choices["phase"]),
        "view": view_fields(game) - _HEAD - words.kinds("seat"),
        "seat": words.kinds("seat") & view_fields(game),
        "cards": {name for name in of.card_names if not name.isdecimal()},
    }


def played(game: str, seed: int, *, limit: int | None = None, **options: Any) -> Any:
    table = Game(GAMES[game].Rules(**options), NAMES, seed=seed)
    bots.play(table, "random", limit)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_a_game_has_words_and_no_words_are_left_over(game: str) -> None:
    words = Sentences(game, catalogue())
    for section, wanted in kinds(game).items():
        assert words.kinds(section) == wanted, section


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_sentence_without_marks(game: str) -> None:
    words = Sentences(game, catalogue())
    for section, wanted in kinds(game).items():
        missing = [kind for kind in wanted if words.find(section, kind) is None]
        assert not missing, section


@pytest.mark.parametrize("game", GAMES)
def test_folds_name_events_of_the_game(game: str) -> None:
    events = kinds(game)["events"]
    for parts, _ in Sentences(game, catalogue()).folds:
        assert {kind for kind, _, _ in parts} <= events


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("section", ["events", "actions"])
def test_sentences_use_fields_that_there_are(game: str, section: str) -> None:
    of = tables(game)
    structs = {name: row.split(" ")[1:] for name, row in of.structs.items()}
    for key, sentence in {
        **catalogue()["any"].get(section, {}),
        **catalogue()[game][section],
    }.items():
        kind = key.split(" ")[0]
        if section == "actions":
            names = set(of.action_fields[kind])
        else:
            rows = next(fields for name, *fields in of.events if name == kind)
            names = {row.split(":")[0] for row in rows}
            for row in rows:
                inner = structs.get(row.split(":")[1], [])
                names |= {field.split(":")[0] for field in inner}
        used = {name for _, name, _, _ in Formatter().parse(sentence) if name}
        assert used <= names, key


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told_to_everybody(game: str) -> None:
    for seed in range(12):
        table = played(game, seed)
        words = Words(table.rules, NAMES)
        for observer in (*table.players, table.spectator, table.referee):
            for _, text in words.tell(observer.events()):
                assert "{" not in text
                assert "None" not in text


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_drawn_and_choices_told_at_every_ply(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Game(GAMES[game].Rules(), NAMES, seed=3)
    words = Words(table.rules, NAMES)
    drawing = Drawing(Screen.standard(), words, table.rules)
    while not table.is_over:
        player = table.to_act[0]
        due = [other.seat for other in table.to_act]
        lines = drawing.draw(player.view, {}, player.seat, due)
        lines += [words.action(action, player.seat) for action in player.legal_actions]
        assert not [line for line in lines if "{" in line or "None" in line]
        player.play(bots.random()(player))


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_card_is_not_told(game: str) -> None:
    table = played(game, 4)
    words = Words(table.rules, NAMES)
    secret = [row[0] for row in tables(game).events if any(f.endswith("!") for f in row)]
    for event in table.spectator.events():
        if event.kind in secret and event.card is None:
            assert not re.search(r"\[[^]]*\]", words.event(event))


def test_what_everybody_passes_is_told_in_one_line() -> None:
    table = Game(GAMES["masko"].Rules(), NAMES, seed=1)
    while table.window is None:
        player = table.to_act[0]
        player.play(bots.random()(player))
    since = table.ply
    while table.window is not None:
        table.to_act[0].play(GAMES["masko"].Pass())
    words = Words(table.rules, NAMES)
    told = [text for _, text in words.tell(table.spectator.events(since=since - 1))]
    assert [text for text in told if "Nobody claims another" in text]
    assert not [text for text in told if "passes" in text]


def test_a_game_without_a_catalogue_is_told_by_its_kinds() -> None:
    table = played("fifty", 1)
    words = Words(table.rules, NAMES, language={"any": {"forms": catalogue()["any"]["forms"]}})
    assert words.event(table.spectator.events()[0]).startswith("dealt starter Ana")

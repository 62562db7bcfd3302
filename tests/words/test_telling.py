"""Games are told in every language: whole, without a gap, and with nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any

import pytest

from masko_sdk import Game, MaskoError, RulesError, bots, fifty, masko, mojo, skyjo
from masko_sdk.cli.draw import Drawing
from masko_sdk.cli.screen import Screen
from masko_sdk.games import GAMES
from masko_sdk.table import Refusal, TableRefusal
from masko_sdk.wire import error_form
from masko_sdk.words import LANGUAGES, Words, catalogue

NAMES = ("Ana", "Bo", "Chloé")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def tables(game: str) -> Any:
    return GAMES[game].Rules()._tables


def played(game: str, seed: int, *, limit: int | None = None, **options: Any) -> Any:
    table = Game(GAMES[game].Rules(**options), NAMES, seed=seed)
    bots.play(table, "random", limit)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told_to_everybody(game: str, language: str) -> None:
    for seed in range(12):
        table = played(game, seed)
        words = Words(table.rules, NAMES, language=language)
        for observer in (*table.players, table.spectator, table.referee):
            for _, text in words.tell(observer.events()):
                assert "{" not in text
                assert "None" not in text


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_drawn_and_choices_told_at_every_ply(game: str, language: str) -> None:
    table = Game(GAMES[game].Rules(), NAMES, seed=3)
    words = Words(table.rules, NAMES, language=language)
    drawing = Drawing(Screen.standard(), words, table.rules)
    while not table.is_over:
        player = table.to_act[0]
        due = [other.seat for other in table.to_act]
        lines = drawing.draw(player.view, {}, player.seat, due)
        lines += [words.action(action, player.seat) for action in player.legal_actions]
        assert not [line for line in lines if "{" in line or "None" in line]
        player.play(bots.random()(player))


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_card_is_not_told(game: str, language: str) -> None:
    table = played(game, 4)
    words = Words(table.rules, NAMES, language=language)
    secret = [row[0] for row in tables(game).events if any(f.endswith("!") for f in row)]
    for event in table.spectator.events():
        if event.kind in secret and event.card is None:
            assert not re.search(r"\[[^]]*\]", words.event(event))


def test_what_everybody_passes_is_told_in_one_line(language: str) -> None:
    table = Game(masko.Rules(), NAMES, seed=1)
    while table.window is None:
        player = table.to_act[0]
        player.play(bots.random()(player))
    since = table.ply
    while table.window is not None:
        table.to_act[0].play(masko.Pass())
    words = Words(table.rules, NAMES, language=language)
    events = table.spectator.events(since=since - 1)
    passed = [event for event in events if event.kind == "passed"]
    told = [event for event, _ in words.tell(events)]
    assert len(passed) == len(NAMES)
    assert not [event for event in told if event.kind == "passed"]


def test_a_game_without_a_catalogue_is_told_by_its_kinds(language: str) -> None:
    table = played("fifty", 1)
    forms = {"any": {"forms": catalogue(language)["any"]["forms"]}}
    words = Words(table.rules, NAMES, language=forms)
    assert words.event(table.spectator.events()[0]).startswith("dealt starter Ana")


def test_an_error_is_told_alike_from_itself_and_from_its_json_form(language: str) -> None:
    game = Game(skyjo.Rules(), NAMES, seed=1)
    words = Words(game.rules, NAMES, language=language)
    told = set()
    for seat, action, guards in (
        (0, skyjo.Draw(), {}),
        (0, skyjo.Flip(0), {"ply": 7}),
        (0, masko.Draw(), {}),
        (0, skyjo.Flip(0), {"window": 3}),
    ):
        with pytest.raises((MaskoError, TypeError)) as caught:
            game.play(seat, action, **guards)
        text = words.error(caught.value)
        assert text == words.error(error_form(caught.value))
        told.add(text)
    assert len(told) == 4


@pytest.mark.parametrize("reason", Refusal)
def test_what_a_table_refuses_is_told_from_reason_and_what(reason: Refusal, language: str) -> None:
    words = Words(masko.Rules(), NAMES, language=language)
    form = {"error": "table_refusal", "message": "", "reason": reason.value, "what": "seat"}
    text = words.error(form)
    assert text
    assert "{" not in text
    if language == "en":
        assert text == str(TableRefusal(reason, "seat"))


def test_an_option_out_of_range_is_told_by_its_name(language: str) -> None:
    words = Words(masko.Rules(), NAMES, language=language)
    with pytest.raises(RulesError) as caught:
        masko.Rules(target=0)
    assert words.say("options", "target") in words.error(caught.value)


def test_an_error_of_a_later_version_is_told_by_its_message(language: str) -> None:
    words = Words(masko.Rules(), NAMES, language=language)
    assert words.error({"error": "too_loud", "message": "not so loud"}) == "not so loud"


def test_rules_are_told_as_the_options_have_them(language: str) -> None:
    told = {
        rules: dict(Words(rules, NAMES, language=language).rules())
        for rules in (
            mojo.Rules(target=77),
            mojo.Rules(discards=2),
            mojo.Rules(mojo_at=4),
            mojo.Rules(),
        )
    }
    plain = told[mojo.Rules()]
    assert "77" in told[mojo.Rules(target=77)]["over"]
    assert told[mojo.Rules(discards=2)]["turn"] != plain["turn"]
    assert "4" in told[mojo.Rules(mojo_at=4)]["mojo_time"]
    assert all("{" not in text for texts in told.values() for text in texts.values())


def test_powers_are_told_in_the_words_of_the_option(language: str) -> None:
    texts = [
        dict(Words(masko.Rules(reveal_choice=who), NAMES, language=language).powers())
        for who in ("owner", "user")
    ]
    different = {card for card in texts[0] if texts[0][card] != texts[1][card]}
    assert set(texts[0]) == {card.wire for card in masko.Card if not card.wire.isdecimal()}
    assert different == {"reveal"}


def test_every_value_of_an_option_has_a_name(language: str) -> None:
    words = Words(mojo.Rules(), NAMES, language=language)
    assert words.choice("holder_lowest_scores_zero", True) == words.say("forms", "yes")
    assert words.choice("mojo_at", None) == words.say("choices", "mojo_at=none")
    assert words.choice("mojo_at", 3) == "3"
    assert words.choice("target_reached", ">=") == words.say("choices", "target_reached=>=")


@pytest.mark.parametrize("discards", [1, 2])
def test_which_discard_is_in_use_is_told_where_there_are_two(discards: int, language: str) -> None:
    game = Game(mojo.Rules(discards=discards), 2, seed=3)
    policy = bots.prudent()
    while game.spectator.view.pile is None:
        player = game.to_act[0]
        player.play(policy(player))
    view, words = game.spectator.view, Words(game.rules, NAMES[:2], language=language)
    told = words.field("view", ("pile", "int?"), view, view.pile)
    assert (str(view.pile) in told) == (discards == 2)
    assert bool(told) == (discards == 2)


def test_one_and_many_are_told_apart(language: str) -> None:
    words = Words(fifty.Rules(), NAMES, language=language)
    one, two = (words.say("front", "wins", names=seats) for seats in ((0,), (0, 1)))
    assert two.removeprefix(words.list_names((0, 1))) != one.removeprefix("Ana")
    assert words.say("front", "cards", count=1) != words.say("front", "cards", count=2).replace(
        "2", "1"
    )


def test_numbers_are_written_as_the_language_writes_them(language: str) -> None:
    words = Words(fifty.Rules(), NAMES, language=language)
    expected = {"en": ("1,234.5", "+7"), "fr": ("1\u202f234,5", "+7")}
    assert (words.number(1234.5, 1), words.number(7, sign="+")) == expected[language]

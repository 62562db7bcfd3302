"""What is drawn, and what keys and the mouse do."""

from __future__ import annotations

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import masko
from masko_sdk.games import GAMES
from masko_sdk.tui.app import TableApp
from masko_sdk.tui.flow import CardFlow
from masko_sdk.tui.host import Pace
from masko_sdk.tui.panels import ChoiceList
from masko_sdk.words import LANGUAGES, Words, catalogue
from tests.tui.support import (
    ALONE,
    PACE,
    Sitting,
    at_table,
    contested,
    is_in,
    new_game,
    play_until,
    slot_of,
    words_of,
)

pytestmark = pytest.mark.one_backend

FIVE = "Ana,bot:prudent,bot:prudent,bot:prudent,bot:random"

# A phase of each game with many choices.
PHASES = [("masko", "exchange"), ("skyjo", "drawn"), ("mojo", "turn"), ("fifty", "trick")]


def winners(game: Any) -> list[int]:
    return [event.seat for event in game.spectator.events() if event.kind == "intercepted"]


# Interception.


def test_one_key_wins_a_contested_window_and_the_others_hear_it() -> None:
    game, seated = next(contested())
    before = len(winners(game))

    async def test(at: Sitting) -> None:
        card = at.host.player.view.window.card
        assert f"Who has another {masko.Card(card).wire.capitalize()}?" in words_of(at.text)
        assert "6.0 s" in at.text
        await at.pass_time(1500)
        assert "4.5 s" in at.text
        await at.press(str(slot_of(at.game)))
        assert winners(at.game)[before:] == [0]
        assert "Ana intercepts with" in words_of(at.text)

    at_table(test, game, seated, pace=PACE)


def test_a_key_that_comes_after_a_bots_claim_costs_nothing() -> None:
    game, seated = next(contested())
    before = len(winners(game))

    async def test(at: Sitting) -> None:
        slot, cards = slot_of(at.game), len(at.host.player.view.hands[0])
        bot = at.game.to_act[0].seat
        await at.pass_time(2000)
        assert winners(at.game)[before:] == [bot]
        ply = at.game.ply
        await at.press(str(slot))
        assert at.game.ply == ply
        assert len(at.host.player.view.hands[0]) == cards

    at_table(test, game, seated, pace=PACE)


def test_a_key_pressed_twice_by_accident_claims_nothing() -> None:
    game, seated = new_game("masko")
    play_until(game, is_in("turn"))
    pace = Pace(bot_ms=500, window_ms=6000, guard_ms=300)

    async def test(at: Sitting) -> None:
        await at.press("d", "0", "0")
        assert [str(move.action) for move in at.game.record.moves[-2:]] == ["draw", "keep 0"]

    at_table(test, game, seated, pace=pace)


def test_a_key_right_after_a_bot_has_passed_still_claims() -> None:
    game, seated = new_game("masko")
    play_until(game, lambda game: game.window is not None and len(game.to_act) == 3)

    async def test(at: Sitting) -> None:
        await at.pass_time(2000)
        assert [move.actor for move in at.game.record.moves[-1:]] != [0]
        await at.press("0")
        assert (at.game.record.moves[-1].actor, str(at.game.record.moves[-1].action)) == (
            0,
            "intercept 0",
        )

    at_table(test, game, seated, pace=PACE)


def test_enter_alone_lets_a_window_go_by() -> None:
    game, seated = next(contested())

    async def test(at: Sitting) -> None:
        await at.pass_time(PACE.guard_ms)
        await at.press("enter")
        assert str(at.game.record.moves[-1].action) == "pass"

    at_table(test, game, seated, pace=PACE)


def test_the_clock_stands_still_while_help_is_read() -> None:
    game, seated = next(contested())

    async def test(at: Sitting) -> None:
        ply = at.game.ply
        await at.press("f1")
        assert "Masko is a game of memory" in words_of(at.text)
        await at.pass_time(60_000)
        assert at.game.ply == ply
        await at.press("escape")
        await at.pass_time(100)
        assert "5.9 s" in at.text

    at_table(test, game, seated, pace=PACE)


# The mouse and the cursor.


async def click(at: Sitting, place: Any) -> None:
    for flow in at.app.table.query(CardFlow):
        region = flow.local(place) if flow.display else None
        if region is not None:
            middle = (region.x + region.width // 2, region.y + region.height // 2)
            await at.pilot.click(flow, offset=middle)
            return
    raise AssertionError(f"{place} is not on the table")


def test_a_card_and_a_pile_are_chosen_by_a_click() -> None:
    game, seated = new_game("skyjo")
    play_until(game, is_in("turn"))

    async def test(at: Sitting) -> None:
        await click(at, ("draw",))
        held = at.host.player.view.held.card
        slot = max(at.host.player.view.hands[0])
        await click(at, ("slot", 0, slot))
        moves = [str(move.action) for move in at.game.record.moves if move.actor == 0]
        assert moves[-2:] == ["draw", f"replace {slot}"]
        assert at.game.players[0].view.hands[0].get(slot) in (held, None)

    at_table(test, game, seated)


def test_a_player_is_chosen_by_a_click() -> None:
    game, seated = new_game("masko", FIVE, seed=3)
    play_until(game, lambda game: is_in("draw_one")(game) or is_in("reveal")(game))

    async def test(at: Sitting) -> None:
        await at.pilot.click("#other0", offset=(3, 0))
        assert str(at.game.record.moves[-1].action) == "choose 1" or "choose 1" in [
            str(move.action) for move in at.game.record.moves[-30:]
        ]

    at_table(test, game, seated, pace=Pace(bot_ms=500, window_ms=None, guard_ms=0))


def test_a_line_of_the_list_is_chosen_by_a_click() -> None:
    game, seated = new_game("mojo")
    play_until(game, is_in("turn"))

    async def test(at: Sitting) -> None:
        wanted = at.choices[2]
        await at.pilot.click(ChoiceList, offset=(6, 2))
        assert wanted.action in [move.action for move in at.game.record.moves[-3:]]

    at_table(test, game, seated)


def test_a_click_on_a_card_with_several_choices_asks_which() -> None:
    game, seated = new_game("mojo", discards=2)
    play_until(game, is_in("turn"))

    async def test(at: Sitting) -> None:
        every = len(at.choices)
        card = at.host.player.view.hands[0][0]
        await click(at, ("value", 0, card))
        assert [choice.action.pile for choice in at.choices] == [0, 1]
        assert "Which of these?" in at.text
        await at.press("escape")
        assert len(at.choices) == every
        await click(at, ("value", 0, card))
        await at.press(at.choices[1].key)
        moves = [str(move.action) for move in at.game.record.moves if move.actor == 0]
        assert moves[-1] == f"play {card} 1"

    at_table(test, game, seated)


def test_arrows_move_among_the_cards_and_enter_chooses() -> None:
    game, seated = new_game("skyjo")
    play_until(game, is_in("drawn"))

    async def test(at: Sitting) -> None:
        slots = [choice.action.slot for choice in at.choices if choice.action.kind == "replace"]
        assert slots == list(range(12))
        await at.press("down", "down", "right", "right")
        await at.press("enter")  # from slot 0 down a row and two to the right
        moves = [str(move.action) for move in at.game.record.moves if move.actor == 0]
        assert moves[-1] == "replace 6"

    at_table(test, game, seated)


# Sizes.


@pytest.mark.parametrize("size", [(80, 24), (60, 24), (60, 40), (120, 40)])
@pytest.mark.parametrize(("game", "phase"), PHASES)
def test_every_choice_can_be_brought_into_view(
    game: str, phase: str, size: tuple[int, int]
) -> None:
    table, seated = new_game(game, FIVE, seed=1)
    play_until(table, is_in(phase))

    async def test(at: Sitting) -> None:
        await at.go_on()
        port = at.app.table.query_one("#choices")
        seen = set()
        for _ in at.choices:
            await at.press("tab")
            await at.pilot.pause()
            choice = at.app.table._cursor
            assert choice is not None
            region = at.app.table.query_one(ChoiceList).find(choice)
            assert region is not None
            assert port.region.contains_region(region)
            seen.add(choice.action)
        assert seen == {choice.action for choice in at.choices}

    at_table(test, table, seated, size=size)


@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
def test_the_own_cards_are_in_view_when_one_of_them_is_to_be_chosen(size: tuple[int, int]) -> None:
    table, seated = new_game("skyjo", FIVE, seed=1)
    play_until(table, is_in("drawn"))

    async def test(at: Sitting) -> None:
        await at.go_on()
        await at.pilot.pause()
        felt = at.app.table.query_one("#felt").region
        for choice in at.choices:
            if choice.action.kind == "replace":
                region = at.app.table.query_one("#own", CardFlow).find(choice.place)
                assert region is not None
                assert felt.contains_region(region)

    at_table(test, table, seated, size=size)


def test_a_game_goes_on_through_changes_of_size() -> None:
    table, seated = new_game("masko", seed=7)
    play_until(table, is_in("turn"))

    async def test(at: Sitting) -> None:
        for width, height in ((120, 40), (60, 24), (40, 16), (200, 60), (80, 24)):
            await at.pilot.resize_terminal(width, height)
            await at.pilot.pause()
            lines = at.text.split("\n")
            assert max(map(len, lines)) <= width
            assert "Masko" in lines[0]
            ply = at.game.ply
            await at.go_on()
            await at.press(at.advised().key)
            assert at.game.ply > ply

    at_table(test, table, seated)


# Words and colours.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_speaks_the_language(game: str, language: str) -> None:
    table, seated = new_game(game)
    play_until(table, lambda game: is_in("turn")(game) or is_in("trick")(game))
    words = Words(table.rules, [chair.name for chair in seated], language=language)

    async def test(at: Sitting) -> None:
        shown = words_of(at.text)
        assert words_of(words.phase(table.players[0].view, [0])) in shown
        assert words.say("front", "your_choice") in shown
        assert words_of(words.say("tui", "foot"))[:60] in shown
        await at.press("f1")
        assert words_of(next(text for _, text in words.rules()))[:30] in words_of(at.text)

    at_table(test, table, seated, size=(120, 40), language=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_words_of_the_table(language: str) -> None:
    words, english = catalogue(language)["any"]["tui"], catalogue()["any"]["tui"]
    assert set(words) == set(english)
    for kind in ("keys_lines", "legend_lines"):
        lines = words[kind].split("\n")
        assert len(lines) == len(english[kind].split("\n"))
        assert all(line.count(" | ") == 1 for line in lines)


def test_no_color_leaves_greys_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table, seated = new_game("skyjo", ALONE)
    play_until(table, is_in("turn"))

    async def test(at: Sitting) -> None:
        styles = re.findall(r"-r\d+ \{[^}]*fill: #(\w\w)(\w\w)(\w\w)", at.app.export_screenshot())
        coloured = {"".join(style) for style in styles if len(set(style)) > 1}
        assert len(styles) > 10
        assert coloured <= {"c5c8c6"}  # of text without a style, which terminals show in their own

    at_table(test, table, seated)


def test_what_can_be_chosen_is_told_by_more_than_colour() -> None:
    table, seated = new_game("masko")
    play_until(table, is_in("hold"))

    async def test(at: Sitting) -> None:
        assert at.text.count("┏") == 5  # four cards and the discard
        assert not at.text.count("╔")
        await at.press("right")
        assert (at.text.count("┏"), at.text.count("╔")) == (4, 1)

    at_table(test, table, seated)


def test_the_stylesheet_is_packed_with_the_code() -> None:
    root = Path(__file__).resolve().parents[2]
    project = tomllib.loads((root / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["*"]
    assert (root / "masko_sdk" / "tui" / TableApp.CSS_PATH).exists()
    assert any(fnmatch(TableApp.CSS_PATH, pattern) for pattern in patterns)


@pytest.mark.parametrize("size", [(80, 24), (60, 40), (120, 40)])
def test_the_newest_line_of_the_log_is_in_view(size: tuple[int, int]) -> None:
    table, seated = new_game("skyjo", FIVE, seed=5)
    play_until(table, lambda game: game.ply > 60 and is_in("drawn")(game))

    async def test(at: Sitting) -> None:
        for _ in range(3):
            await at.settle()
            log = at.app.table.query_one("#log")
            assert log.max_scroll_y > 0
            assert log.scroll_y == log.max_scroll_y
            await at.press("pageup")
            assert log.scroll_y < log.max_scroll_y
            await at.press(at.advised().key)

    at_table(test, table, seated, size=size)

"""Persons who share a terminal see nothing that only another may know."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from masko_sdk import masko
from masko_sdk.games import GAMES
from masko_sdk.tui.flow import CardFlow
from masko_sdk.tui.host import Pace, Stage
from masko_sdk.tui.screens import HandOver, Page
from masko_sdk.words import LANGUAGES, Words
from tests.tui.support import TWO, Sitting, at_table, new_game, short_game, words_of

pytestmark = pytest.mark.one_backend

FRAME = str.maketrans(dict.fromkeys("╭─╮│╰╯▏▎", " "))


def only(text: str) -> str:
    """The words on a screen, without frames."""
    return words_of(text.translate(FRAME))


def cards_of(at: Sitting, seat: int) -> str:
    """What is drawn in front of a seat that is not in front."""
    flows = at.app.table.query("#others CardFlow").results(CardFlow)
    return next(flow.render().plain for flow in flows if flow.seat == seat)


def secrets_of(at: Sitting, other: int, words: Words) -> set[str]:
    """The sentences that another seat was told, and the one in front was not."""
    theirs = [text for _, text in words.tell(at.game.players[other].events())]
    mine = {text for _, text in words.tell(at.host.player.events())}
    return {words_of(text) for text in theirs if text and text not in mine}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_screen_that_is_handed_over_is_empty_but_for_a_name(game: str, language: str) -> None:
    players = "Ana,Bo,Chloé" if game == "fifty" else TWO
    table, seated = new_game(game, players)
    words = Words(table.rules, [chair.name for chair in seated], language=language)
    met = set()

    async def test(at: Sitting) -> None:
        for _ in range(30):
            if isinstance(at.app.screen, HandOver):
                name = words.names[at.host.asked or 0]
                met.add(name)
                told = words.say("tui", "hand_over", name=name)
                assert only(at.text) == words_of(f"{name} {told} {words.say('tui', 'press_enter')}")
                assert at.host.front is None
                below = [str(part.render()) for part in at.app.table.query("Static, CardFlow")]
                keys = str(at.app.table.query_one("#keys", Static).render())
                assert [text for text in below if text.strip() and text != keys] == []
                await at.press("1")  # a key that would choose something
                assert isinstance(at.app.screen, HandOver)
                await at.press("enter")
            elif at.host.stage is Stage.READ or isinstance(at.app.screen, Page):
                await at.press("enter")
            else:
                await at.press(at.advised().key)

    at_table(test, table, seated, language=language)
    assert met == set(words.names)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_sees_what_only_another_was_told(game: str) -> None:
    players = "Ana,Bo,Chloé" if game == "fifty" else TWO
    table, seated = new_game(game, players, seed=11)
    words = Words(table.rules, [chair.name for chair in seated])
    met = 0

    async def test(at: Sitting) -> None:
        nonlocal met
        for _ in range(24):
            await at.go_on()
            if at.is_at_the_end:
                break
            shown = words_of(str(at.app.table.query_one("#events", Static).render()))
            picture = words_of(at.text)
            for other in set(range(len(seated))) - {at.host.front}:
                secrets = secrets_of(at, other, words)
                met += len(secrets)
                assert [text for text in secrets if text in shown or text in picture] == []
                hand = at.host.player.view.hands[other]
                faces = hand.items() if isinstance(hand, dict) else []
                known = [
                    place
                    for place, card in faces
                    if card is not None or (other, place) in at.host.player.memory
                ]
                if isinstance(hand, dict) and len(known) < len(hand):
                    assert "?" in cards_of(at, other)
                if not isinstance(hand, dict) and hand:
                    assert cards_of(at, other).split()[0] == "?"
            await at.press(at.advised().key)

    at_table(test, table, seated)
    assert met or game == "fifty"  # whose only secrets are the hands


def test_what_one_has_seen_stays_on_their_screen_until_they_hide_it() -> None:
    table, seated = new_game("masko", TWO)
    faces = table.referee.view.hands[0]

    async def test(at: Sitting) -> None:
        await at.press("enter", "0", "1")
        for slot in (0, 1):
            face = faces[slot].wire.replace("_", " ").title()
            assert f"Ana looks at their own slot {slot}: [{face}]" in words_of(
                at.text.replace("▏", " ")
            )
        assert "Ana, press Enter to hide" in words_of(at.text)
        await at.press("enter")
        assert "looks at" not in at.text
        await at.press("enter")
        assert "Ana looks at their own slot 0." in words_of(at.text.replace("▏", " "))
        assert at.host.player.seat == 1
        assert "(" not in cards_of(at, 0)

    at_table(test, table, seated, size=(120, 40))


def test_enter_pressed_twice_does_not_take_the_screen_for_the_next() -> None:
    table, seated = new_game("masko", TWO)

    async def test(at: Sitting) -> None:
        await at.pass_time(600)
        await at.press("enter", "0", "1", "enter", "enter", "enter")
        assert isinstance(at.app.screen, HandOver)
        assert at.host.front is None
        await at.pass_time(600)
        await at.press("enter")
        assert at.host.front == 1

    at_table(test, table, seated, pace=Pace())


def test_a_screen_is_hidden_and_taken_by_taps() -> None:
    table, seated = new_game("masko", TWO)

    async def test(at: Sitting) -> None:
        await at.pilot.click(offset=(40, 12))
        await at.press("0", "1")
        await at.pilot.click("#prompt")
        assert isinstance(at.app.screen, HandOver)
        await at.pilot.click(offset=(40, 12))
        assert (at.host.front, at.host.stage) == (1, Stage.ACT)

    at_table(test, table, seated)


def test_enter_pressed_once_too_often_lets_no_window_go_by() -> None:
    table, seated = new_game("masko", TWO)

    async def test(at: Sitting) -> None:
        await at.play_on(lambda game: game.window is not None)
        ply, window = at.game.ply, at.game.window
        await at.press("enter", "enter", "enter", "enter")
        assert (at.game.ply, at.game.window) == (ply, window)
        await at.press("p")
        assert at.game.record.moves[-1].action == masko.Pass()

    at_table(test, table, seated)


def test_the_table_is_taken_away_when_somebody_stops() -> None:
    table, seated = new_game("masko", TWO)

    async def test(at: Sitting) -> None:
        await at.press("enter", "0", "q")
        assert at.host.front is None

    assert at_table(test, table, seated).app.return_value == 0


def test_the_end_of_a_shared_game_is_told_as_all_may_know_it() -> None:
    table, seated = short_game("masko", TWO)

    async def test(at: Sitting) -> None:
        await at.play_on(lambda game: False)
        await at.go_on()
        shown = words_of(str(at.app.table.query_one("#events", Static).render()))
        words = Words(table.rules, [chair.name for chair in seated])
        public = {words_of(text) for _, text in words.tell(at.game.spectator.events())}
        for player in at.game.players:
            own = {words_of(text) for _, text in words.tell(player.events())}
            assert own - public
            assert [text for text in own - public if text in shown] == []
        assert "The game is over" in shown

    at_table(test, table, seated)

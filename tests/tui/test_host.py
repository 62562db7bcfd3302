"""Who is asked, whose screen it is, and how a window runs: without a screen."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from masko_sdk import HOST, masko
from masko_sdk.tui.host import Host, Pace, Stage
from tests.tui.support import ALONE, PACE, contested, new_game, play_until, slot_of

pytestmark = pytest.mark.one_backend

NOW = 10_000


def at_a_window(players: str = ALONE, seed: int = 7, **options: Any) -> tuple[Any, Any]:
    """A game in which a window has just opened for seat 0 and others."""
    game, seated = new_game("masko", players, seed, **options)
    play_until(game, lambda game: game.window is not None and game.players[0].is_due)
    return game, seated


def test_textual_is_not_imported_before_the_table_is_drawn() -> None:
    code = (
        "import sys, masko_sdk.tui.host, masko_sdk.tui.choices, masko_sdk.cli.play;"
        "sys.exit('textual' in sys.modules or 'rich' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_bot_waits_its_time_before_each_decision() -> None:
    game, seated = new_game("mojo", seed=7)
    host = Host(game, seated, pace=PACE, now=NOW)
    play_until(game, lambda game: game.to_act[0].seat == 0)
    host.play(game.players[0].legal_actions[0], NOW)
    assert host.stage is Stage.WATCH
    ply = game.ply
    assert not host.advance(NOW + 499)
    assert game.ply == ply
    assert host.advance(NOW + 500)
    assert game.ply == ply + 1
    assert not host.advance(NOW + 501)


def test_the_person_may_claim_before_bots_that_are_due_earlier() -> None:
    game, seated = next(contested())
    host = Host(game, seated, pace=PACE, now=NOW)
    assert (host.stage, host.asked, game.to_act[0].seat != 0) == (Stage.ACT, 0, True)
    host.play(masko.Intercept(slot=slot_of(game)), NOW + 1999)
    won = [event.seat for event in game.spectator.events() if event.kind == "intercepted"]
    assert won[-1] == 0
    assert game.window is None


def test_a_bot_that_is_quicker_wins_the_window() -> None:
    game, seated = next(contested())
    bot = game.to_act[0].seat
    host = Host(game, seated, pace=PACE, now=NOW)
    assert not host.advance(NOW + 1999)
    assert host.advance(NOW + 2000)  # the first of two bots, at a third of the time
    won = [event.seat for event in game.spectator.events() if event.kind == "intercepted"]
    assert won[-1] == bot
    assert game.window is None


def test_the_host_closes_the_window_when_its_time_is_up() -> None:
    game, seated = at_a_window()
    game.players[game.to_act[0].seat]
    host = Host(game, seated, pace=PACE, now=NOW)
    number = game.window
    while host.advance(NOW + 5999):
        pass
    assert game.window == number
    assert host.window_left(NOW + 5999) == 1
    assert host.advance(NOW + 6000)
    assert game.window != number
    assert game.record.moves[-1].actor is HOST


def test_when_a_bot_decides_in_a_window_tells_nothing_of_its_cards() -> None:
    times = set()
    for seed in range(30):
        game, seated = at_a_window(seed=seed)
        host = Host(game, seated, pace=PACE, now=NOW)
        bots = [player.seat for player in game.to_act if player.seat != 0]
        times.add((len(bots), host.next_deadline))
    assert times <= {(2, NOW + 2000), (1, NOW + 3000)}
    assert (2, NOW + 2000) in times


def test_after_the_person_has_passed_the_others_need_not_wait_for_the_clock() -> None:
    game, seated = at_a_window()
    host = Host(game, seated, pace=PACE, now=NOW)
    host.play(masko.Pass(), NOW + 100)
    assert host.window_left(NOW + 100) is None
    assert host.next_deadline == NOW + 100 + PACE.bot_ms


def test_a_window_without_a_clock_waits_in_due_order() -> None:
    game, seated = at_a_window()
    host = Host(game, seated, pace=Pace(0, None, 0), now=NOW)
    while host.advance(NOW):
        pass
    if game.window is not None:
        assert (host.asked, game.to_act[0].seat, host.next_deadline) == (0, 0, None)


def test_keys_are_ignored_for_a_moment_after_a_window_has_opened() -> None:
    game, seated = new_game("masko", seed=7)
    host = Host(game, seated, pace=PACE, now=NOW)
    play_until(game, lambda game: game.to_act[0].seat == 0 and is_turn(game))
    host.play(masko.Draw(), NOW)
    host.play(masko.Discard(), NOW)
    assert game.window is not None
    assert host.is_guarded(NOW + 299)
    assert not host.is_guarded(NOW + 300)


def is_turn(game: Any) -> bool:
    return bool(game.spectator.view.phase is masko.Phase.TURN)


@pytest.mark.parametrize("attempts", [None, 2])
def test_a_bot_with_attempts_left_decides_again_before_the_window_closes(attempts: Any) -> None:
    game, seated = at_a_window("Ana,bot:random,bot:random", attempts=attempts)
    host = Host(game, seated, pace=PACE, now=NOW)
    number = game.window
    for time in range(NOW, NOW + 6001, 10):
        while host.advance(time):
            pass
        if game.window != number:
            return
    raise AssertionError("the window stays open")


def test_the_screen_is_handed_over_whoever_is_due_and_whatever_they_hold() -> None:
    game, seated = at_a_window("Ana,Bo,Chloé")
    host = Host(game, seated, pace=PACE, now=NOW)
    asked = []
    while game.window is not None:
        while host.stage is not Stage.ACT:
            host.confirm(NOW)
        asked.append(host.front)
        host.play(masko.Pass(), NOW)
    starter = next(e.seat for e in reversed(game.spectator.events()) if e.kind == "window_opened")
    assert asked == [(starter + 1) % 3, (starter + 2) % 3, starter]


def test_what_only_one_person_may_know_is_read_before_the_screen_goes_on() -> None:
    game, seated = new_game("masko", "Ana,Bo")
    host = Host(game, seated, now=NOW)
    assert (host.stage, host.front, host.asked) == (Stage.HAND_OVER, None, 0)
    host.confirm(NOW)
    host.news()
    host.play(masko.Look(seat=0, slot=0), NOW)
    assert host.stage is Stage.ACT
    host.news()
    host.play(masko.Look(seat=0, slot=1), NOW)
    assert (host.stage, host.front) == (Stage.READ, 0)
    assert [event.card for event in host.news()] == [game.referee.view.hands[0][1]]
    host.confirm(NOW)
    assert (host.stage, host.front, host.asked) == (Stage.HAND_OVER, None, 1)
    assert all(event.card is None for event in host.told() if event.kind == "looked")

"""Persons at one terminal: whose screen it is, and what may be on it."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest

from masko_sdk import Game, bots, masko
from masko_sdk.cli.arguments import Chair
from masko_sdk.cli.screen import Screen
from masko_sdk.cli.sitting import Left, Sitting
from masko_sdk.games import GAMES
from masko_sdk.words import Words

PASS = "Pass the screen to"
HIDE = "press Enter to hide this screen"
ENOUGH = 20_000  # lines typed before the persons leave


class Pages(Screen):
    """A screen that keeps what each wipe took away."""

    def __init__(self) -> None:
        super().__init__(io.StringIO())
        self.wiped: list[str] = []

    @property
    def now(self) -> str:
        assert isinstance(self.out, io.StringIO)
        return self.out.getvalue()

    def wipe(self) -> None:
        self.wiped.append(self.now)
        self.out = io.StringIO()

    @property
    def all(self) -> list[str]:
        return [*self.wiped, self.now]


class Typist:
    """Types by looking at the screen."""

    are_echoed = True

    def __init__(self, answer: Callable[[str], str]) -> None:
        self._answer = answer
        self.lines = 0

    def line(self) -> str:
        self.lines += 1
        return self._answer("") if self.lines <= ENOUGH else ""

    def forget(self) -> None:
        pass


def sit(game: Any, persons: int, choose: Callable[[Any], str]) -> Pages:
    """Play at one terminal, the last seats by bots: the pages that were seen."""
    names = [player.name for player in game.players]
    chairs = [
        Chair(name, None if seat < persons else bots.random()) for seat, name in enumerate(names)
    ]
    screen = Pages()

    def answer(_: str) -> str:
        last = screen.now.splitlines()[-1]
        return "\n" if PASS in last or HIDE in last else choose(game) + "\n"

    sitting = Sitting(screen, game, chairs, Typist(answer))  # type: ignore[arg-type]
    try:
        sitting.run()
    except Left:
        sitting.leave()
    return screen


def at_random(seed: int) -> Callable[[Any], str]:
    dice = random.Random(seed)
    return lambda game: str(1 + dice.randrange(len(game.to_act[0].legal_actions)))


def owners(pages: list[str]) -> list[tuple[str | None, str]]:
    """Each page with the one it was for: the player to whom the page before passed the screen."""
    owner: str | None = None
    found = []
    for page in pages:
        found.append((owner, page))
        owner = page.partition(PASS)[2].partition(",")[0].strip() or None
    return found


SPECIALS = ("Ninja", "Exchange", "Gather")


@pytest.fixture
def stacked() -> Game[Any, Any, Any]:
    """Ana holds specials, Bo tens; Ana will draw the Gather."""
    ana = ["ninja", "exchange", "vision", "1"]
    deck = [card for pair in zip(ana, ["10"] * 4, strict=True) for card in pair] + ["gather", "9"]
    rest = [card.wire for card in masko.Card for _ in range(4 if card <= 10 else 2)]
    rest.remove("gather")
    for card in deck:
        rest.remove(card)
    return Game(masko.Rules(), ["Ana", "Bo"], seed=1, decks=[deck + rest])


def test_what_one_person_sees_is_never_on_the_page_of_the_other(stacked: Any) -> None:
    script = iter(
        ["look 0 0", "look 0 1", "look 1 0", "look 1 1", "draw", "keep 3", "pass", "pass"]
    )
    pages = owners(sit(stacked, 2, lambda game: next(script, "q")).all)
    of_ana = "".join(page for owner, page in pages if owner == "Ana")
    of_others = "".join(page for owner, page in pages if owner != "Ana")
    for special in SPECIALS:
        assert special in of_ana
        assert special not in of_others
    assert "[10]" in "".join(page for owner, page in pages if owner == "Bo")
    assert "[10]" not in of_ana


def test_between_two_persons_nothing_but_the_prompt_is_shown(stacked: Any) -> None:
    pages = owners(sit(stacked, 2, at_random(1)).all)
    passing = [page for owner, page in pages if owner is None and PASS in page]
    assert len(passing) > 3
    assert {page.strip() for page in passing} == {
        f"{PASS} Ana, then press Enter.",
        f"{PASS} Bo, then press Enter.",
    }


def test_after_the_last_page_nothing_secret_stays(stacked: Any) -> None:
    script = iter(["look 0 0"])
    pages = owners(sit(stacked, 2, lambda game: next(script, "q")).all)
    assert "Ninja" in pages[-2][1]
    assert pages[-1][1].strip() == ""


def short_rules(game: str) -> Any:
    rules = GAMES[game].Rules
    return rules() if game == "fifty" else rules(target=20)


def test_what_an_action_showed_is_told_before_the_screen_is_wiped(stacked: Any) -> None:
    script = iter(["look 0 0", "look 0 1"])
    pages = owners(sit(stacked, 2, lambda game: next(script, "q")).all)
    of_ana = [page for owner, page in pages if owner == "Ana"]
    assert len(of_ana) == 1
    assert of_ana[0].index("slot 1: [Exchange]") < of_ana[0].index(HIDE)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_no_page_holds_a_sentence_that_only_another_seat_may_be_told(game: str, seed: int) -> None:
    names = ("Ana", "Bo", "Chloé")
    table = Game(short_rules(game), names, seed=seed)
    pages = owners(sit(table, 2, at_random(seed)).all)
    assert table.is_over
    words = Words(table.rules, names)
    truth = {words.event(event) for event in table.referee.events()}
    readers = {"Ana": table.players[0], "Bo": table.players[1], None: table.spectator}
    for name, observer in readers.items():
        told = {words.event(event) for event in observer.events()}
        text = "".join(page for owner, page in pages if owner == name)
        assert text
        assert not [secret for secret in truth - told if secret in text]


def test_choices_name_no_card_that_was_not_seen(stacked: Any) -> None:
    text = sit(stacked, 1, lambda game: "q").now
    assert "look at your slot 0" in text
    for face in ("Ninja", "Exchange", "Vision", "[1]", "(1)", "10"):
        assert face not in text


@pytest.mark.parametrize("seed", range(3))
def test_every_person_due_in_a_window_is_asked_whatever_they_hold(seed: int) -> None:
    table = Game(masko.Rules(), ("Ana", "Bo", "Chloé"), seed=seed)
    asked: list[tuple[int, int]] = []

    def choose(game: Any) -> str:
        if game.window is not None:
            asked.append((game.window, game.to_act[0].seat))
            return "pass"
        return at_random(game.ply)(game)

    sit(table, 3, choose)
    windows = {number for number, _ in asked}
    assert len(windows) > 3
    last = max(windows)
    for number in windows - {last}:
        due = {
            event.seat
            for event in table.referee.events()
            if event.kind == "passed" and event.window == number
        }
        assert {seat for window, seat in asked if window == number} == due


def test_a_single_person_is_asked_for_no_passing() -> None:
    table = Game(masko.Rules(), ("Ana", "Bo"), seed=1)
    screen = sit(table, 1, at_random(1))
    assert not screen.wiped
    assert PASS not in screen.now


def test_a_refused_action_says_why_and_asks_again() -> None:
    table = Game(masko.Rules(), ("Ana", "Bo"), seed=1)
    script = iter(["look 0 0", "look 0 0", "draw", "bla", "?", "v", "9", "q"])
    text = sit(table, 1, lambda game: next(script)).now
    assert "Not now: you have looked at that card already." in text
    assert "Not now: this is not the moment for it." in text
    assert "'bla' is none of the choices" in text
    assert "Type the number of a choice" in text
    assert table.ply == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_whole_games_by_number(game: str) -> None:
    table = Game(
        GAMES[game].Rules(target=20) if game != "fifty" else GAMES[game].Rules(), 3, seed=2
    )
    screen = sit(table, 1, at_random(2))
    assert table.is_over
    assert "The game is over" in screen.now
    assert "Result" in screen.now

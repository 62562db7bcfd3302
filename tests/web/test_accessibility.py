"""axe-core finds nothing serious on any page; keyboard and screen reader get what the eye gets."""

import os
from pathlib import Path

import pytest

from tests.web.people import DESK, PHONE, wait_until

pytestmark = [pytest.mark.slow, pytest.mark.one_backend]

GAMES = ["masko", "skyjo", "mojo", "fifty"]
LOOKS = [("en", "light"), ("fr", "dark")]  # words matter in each language, contrast in each scheme


@pytest.fixture(scope="module")
def axe():
    """The text of axe-core: npm install axe-core, with its folder in NODE_PATH."""
    for folder in os.environ.get("NODE_PATH", "").split(os.pathsep):
        script = Path(folder) / "axe-core" / "axe.min.js"
        if folder and script.exists():
            return script.read_text("utf-8")
    pytest.skip("no axe-core: npm install axe-core, and its node_modules in NODE_PATH")


def findings(person, axe):
    """What is serious or critical, and where."""
    # Evaluated by the tool, not added to the page, whose policy would forbid it.
    person.page.evaluate(axe)
    person.page.wait_for_timeout(400)  # cards come to rest
    found = person.page.evaluate("() => axe.run().then((result) => result.violations)")
    return [
        (violation["id"], [node["target"] for node in violation["nodes"]][:3])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]


def seated(person, game, seats, bots):
    person.open_table(game, seats, bots)
    person.sit_down()
    person.start()


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
def test_nothing_serious_before_the_game(person, axe, language, scheme):
    ana = person("Ana", language=language, size=PHONE, color_scheme=scheme)
    ana.go()
    ana.page.locator("#create").wait_for()
    ana.page.locator("details.options summary").click()
    assert findings(ana, axe) == []
    path = ana.open_table("masko", 3, 1)
    ana.page.locator("#name").wait_for()
    assert findings(ana, axe) == []
    ana.sit_down()
    assert findings(ana, axe) == []
    bo = person("Bo")
    bo.go(path)
    bo.sit_down()
    ana.page.locator("button.remove").click()
    assert findings(ana, axe) == []
    ana.page.keyboard.press("Escape")
    assert findings(ana, axe) == []
    ana.start()
    ana.page.locator("button.remove:visible").wait_for()
    assert findings(ana, axe) == []
    ana.go("/t/00000000000000000000")
    ana.page.locator("h1").wait_for()
    assert findings(ana, axe) == []


@pytest.mark.parametrize(("language", "scheme"), LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_serious_at_the_table(person, axe, game, language, scheme):
    ana = person("Ana", language=language, size=DESK, color_scheme=scheme)
    seated(ana, game, 4, 3)
    wait_until([ana], ana.choices)
    assert findings(ana, axe) == []
    for _ in range(3):
        ana.choose(next(key for key in wait_for_choices(ana) if key != "announce"))
    assert findings(ana, axe) == []
    for tool in ("scores", "help", "table"):
        ana.page.locator(f".tools .{tool}").click()
        assert findings(ana, axe) == []
        ana.page.keyboard.press("Escape")


def wait_for_choices(person):
    wait_until([person], person.choices)
    return person.choices()


def focused(person):
    return person.page.evaluate(
        "() => document.activeElement?.dataset.key ?? document.activeElement?.className"
    )


def test_a_game_is_played_with_the_keyboard_alone(person):
    ana = person("Ana")
    seated(ana, "skyjo", 2, 1)
    wait_for_choices(ana)
    keys = ana.page.keyboard
    while focused(ana) != "hand 0 0":
        keys.press("Tab")
    for arrow, card in (("ArrowRight", 1), ("ArrowDown", 5), ("ArrowLeft", 4), ("ArrowUp", 0)):
        keys.press(arrow)
        assert focused(ana) == f"hand 0 {card}"
    outline, colour, ring = ana.page.evaluate(
        """() => {
          const { outlineStyle, outlineColor } = getComputedStyle(document.activeElement);
          const other = document.querySelector('.card.can:not(:focus)');
          return [outlineStyle, outlineColor, getComputedStyle(other).boxShadow];
        }"""
    )
    assert outline == "solid"
    assert colour not in ring  # else it is lost among the rings of all that may be chosen
    keys.press("Enter")
    wait_until([ana], lambda: ana.latest()["view"]["hands"][0]["0"] is not None)
    # That card can't be chosen any more: the focus has gone on to one beside it.
    assert focused(ana) in ("hand 0 1", "hand 0 4")
    slot = focused(ana).split(" ")[2]
    keys.press("Space")
    wait_until([ana], lambda: ana.latest()["view"]["hands"][0][slot] is not None)


def test_a_screen_reader_hears_what_happens_and_what_cards_are(person):
    ana = person("Ana", language="fr")
    seated(ana, "skyjo", 2, 1)
    wait_for_choices(ana)
    first = ana.page.locator('[data-key="hand 0 0"]')
    assert first.get_attribute("aria-label") == "case 0\u202f: carte cachée"
    assert first.get_attribute("role") == "button"
    first.press("Enter")
    wait_until([ana], lambda: ana.latest()["view"]["hands"][0]["0"] is not None)
    face = ana.latest()["view"]["hands"][0]["0"]
    ana.page.locator('[data-key="hand 0 0"][role="img"]').wait_for()
    assert first.get_attribute("aria-label").endswith(f" {face}")
    live = ana.page.locator("#live")
    assert live.get_attribute("aria-live") == "polite"
    assert any(
        text.startswith("Ana retourne la case 0") for text in live.locator("p").all_inner_texts()
    )


def test_cards_do_not_fly_for_those_who_want_no_motion(person):
    ana = person("Ana", reduced_motion="reduce")
    seated(ana, "mojo", 3, 2)
    ana.choose(wait_for_choices(ana)[0])
    assert ana.page.locator(".ghost").count() == 0


def test_a_name_that_holds_markup_is_shown_as_text(person):
    name = "<img src=x onerror=alert(1)>"
    ana = person(name[:24])
    ana.open_table("masko", 2, 1)
    ana.sit_down()
    assert name[:24] in ana.page.locator(".chairs").inner_text()
    assert ana.page.locator('img[src="x"]').count() == 0


@pytest.mark.parametrize("width", [320, PHONE["width"]])
def test_the_page_fits_a_phone(person, width):
    ana = person("Ana", size={"width": width, "height": 640})
    for game in GAMES:
        seated(ana, game, 4, 3)  # three beside each other have least room
        wait_for_choices(ana)
        wide = ana.page.evaluate("() => document.documentElement.scrollWidth")
        assert wide <= width, game
        cut = ana.page.evaluate(
            "() => [...document.querySelectorAll('.seat')].filter((one) => one.scrollWidth > one.clientWidth).length"
        )
        assert cut == 0, game

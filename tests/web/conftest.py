"""A house of tables for the tests, in this process or as a program of its own."""

import pytest

from tests.web.people import CHROMIUM, FLAGS, Person
from tests.web.program import Program


@pytest.fixture
def open_house(tmp_path):
    """Makes houses over one file, with clients; each is left before the next is opened, as by a restart."""
    testing = pytest.importorskip("starlette.testclient", reason="no Starlette: the extra browser")
    from examples.web.house import House, Limits
    from examples.web.server import make_app
    from examples.web.store import Store

    def make(**limits):
        house = House(Store(tmp_path / "tables.sqlite3"), Limits(**limits))
        return testing.TestClient(make_app(house, origins=["https://cards.example.org"]))

    return make


@pytest.fixture
def client(open_house):
    with open_house() as client:
        yield client


@pytest.fixture
def program(tmp_path):
    """The server as a program of its own."""
    pytest.importorskip("uvicorn", reason="no uvicorn: the extra web")
    program = Program(tmp_path / "tables.sqlite3")
    program.start()
    yield program
    program.stop()


@pytest.fixture(scope="module")
def browser():
    """Chromium without a window; not for longer than a module, since Playwright keeps an event loop running."""
    api = pytest.importorskip("playwright.sync_api", reason="no Playwright: the extra browser")
    if CHROMIUM is None:
        pytest.skip("no Chromium: apt-get install chromium")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(browser, program):
    """Makes people; what went wrong in their pages is an error of the test."""
    people = []

    def make(name, **options):
        people.append(Person(browser, program.address, name, **options))
        return people[-1]

    yield make
    for one in people:
        one.leave_browser()
    assert [one.problems for one in people] == [[] for _ in people]

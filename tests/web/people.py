"""People at the web table: each a browser window of its own, driven by Playwright."""

import json
import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


class Person:
    """Somebody with a browser.

    Attributes:
        page: the window.
        heard: all messages that came to it, as JSON values, over all connections.
        said: all that it sent.
        problems: what went wrong in the page.
    """

    def __init__(self, browser, address, name, *, size=DESK, language="en", **options):
        self.context = browser.new_context(viewport=size, locale=language, **options)
        self.address = address
        self.name = name
        self.heard = []
        self.said = []
        self.problems = []
        self.line = None
        self.page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self._note_console)
        self.page.route_web_socket(lambda url: "/socket/" in url, self._carry)

    def _note_console(self, message):
        # A lost connection is told by the browser itself; what the policy forbids would be too.
        if message.type == "error" and "WebSocket" not in message.text:
            self.problems.append(message.text)

    def _carry(self, line):
        """Carry messages between page and server, and keep a copy of each."""
        self.line = line
        server = line.connect_to_server()

        def from_page(message):
            self.said.append(json.loads(message))
            server.send(message)

        def from_server(message):
            self.heard.append(json.loads(message))
            line.send(message)

        line.on_message(from_page)
        server.on_message(from_server)

    def drop(self):
        """Lose the connection."""
        self.line.close(code=4000, reason="lost")

    # What people do.

    def go(self, path="/"):
        self.page.goto(self.address + path)

    def open_table(self, game, seats, bots, *, take_back=False, **options):
        """Open a table by the form, and return its path; options of the game by name."""
        page = self.page
        self.go()
        page.locator(f"label.game.{game}").click()
        for field, value in (("seats", seats), ("bots", bots), ("speed", 300)):
            page.locator(f"#{field}").select_option(str(value))
        if game == "masko":
            page.locator("#window").select_option("10")
        if take_back:
            page.locator("#take_back").check()
        page.locator("details.options summary").click()
        for name, value in options.items():
            page.locator(f"#option-{name}").fill(str(value))
        page.locator("#create").click()
        page.wait_for_url("**/t/*")
        return page.url.removeprefix(self.address)

    def sit_down(self):
        self.page.locator("#name").fill(self.name)
        self.page.locator(".join button").click()
        self.page.locator(".join").wait_for(state="detached")

    def start(self):
        self.page.locator("#start").click()
        self.wait_for_board()

    def wait_for_board(self):
        self.page.locator(".board").wait_for()

    # What people see.

    def latest(self):
        """The last state or update that came."""
        return next(m for m in reversed(self.heard) if m["type"] in ("state", "update"))

    @property
    def seat(self):
        return next(m["seat"] for m in reversed(self.heard) if m["type"] == "joined")

    def outcomes(self):
        """How claims came out."""
        return [m["outcome"] for m in self.heard if m["type"] == "claim"]

    def choices(self):
        """What may be clicked now, by key of the card or type of the button."""
        return self.page.evaluate(
            """() => document.querySelector('[aria-busy]') ? [] :
              [...document.querySelectorAll('.card.can')].map((card) => card.dataset.key)
              .concat([...document.querySelectorAll('.bar button')].map((one) => one.className))"""
        )

    def choose(self, key):
        """Click a card or a button, if it is there still; whether it was."""
        return self.page.evaluate(
            """(key) => {
              const all = [...document.querySelectorAll('.card.can, .bar button')];
              const one = all.find((other) => (other.dataset.key ?? other.className) === key);
              if (one) document.querySelector('dialog')?.close(); // but never that of the result
              one?.click();
              return Boolean(one);
            }""",
            key,
        )

    def is_over(self):
        return bool(self.heard) and self.latest()["view"]["phase"] == "over"

    def leave_browser(self):
        self.context.close()


def wait_until(people, condition, seconds=20):
    """Wait, while all pages go on, until something is so."""
    for _ in range(seconds * 20):
        if condition():
            return
        for person in people:
            person.page.wait_for_timeout(50 / len(people))
    raise AssertionError("it did not come to pass")

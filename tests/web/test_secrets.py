"""No secret of another seat reaches a socket: all that was sent is held against what the seat's own player may know."""

import json
import random
from contextlib import ExitStack

import pytest

from masko_sdk.games import GAMES

pytestmark = pytest.mark.one_backend


@pytest.fixture
def client(open_house):
    """A house in which nobody is too quick."""
    with open_house(rate=10_000, burst=100_000, waiting_messages=100_000) as client:
        yield client


# Messages in which no card can be, by their fields.
CARDLESS = {
    "joined": {"id", "seat", "token", "host"},
    "lobby": {"phase", "game", "rules", "host", "seats", "watchers"},
    "answer": {"id", "ok", "held"},
    "over": {"line", "outcome"},
    "refused": {"id", "error"},
}
STALE = {"what", "expected", "present"}
ABOUT_TIME = {"v", "type", "id", "line", "clock", "window"}


class Seat:
    """A socket with all that came over it."""

    def __init__(self, socket):
        self.socket = socket
        self.heard = []
        self.latest = None
        self.may = []
        self.seat = None
        self.number = 0

    def hear(self):
        message = json.loads(self.socket.receive_text())
        self.heard.append(message)
        if message["type"] in ("state", "update"):
            self.latest = message
            self.may = list(message.get("legal_actions", []))
        return message

    def say(self, **message):
        self.number += 1
        self.socket.send_text(json.dumps({"id": self.number, **message}))

    def hear_until(self, what):
        message = self.hear()
        while not what(message):
            message = self.hear()
        return message

    def hear_until_ply(self, ply):
        while self.latest is None or self.latest["ply"] < ply:
            self.hear()


def play(seats, watcher, dice):
    """Random actions of the people among the bots, to the end; the windows' claims included."""
    ply = 0
    while seats[0].latest["view"]["phase"] != "over":
        able = [one for one in seats if one.may]
        if able:
            one = dice.choice(able)
            action, window = dice.choice(one.may), one.latest["window"]
            if action["type"] == "announce" and dice.random() < 0.9:
                continue  # rounds are to be long
            if window and dice.random() < 0.7:
                action = {"type": "pass"}
            named = {"window": window["number"]} if window else {}
            one.say(type="play", action=action, **named)
            answer = one.hear_until(lambda message: message["type"] in ("answer", "refused"))
            if answer["type"] == "refused":  # a bot was quicker
                one.say(type="catch_up", since=one.latest["ply"])
                one.hear_until(lambda message: message["type"] == "state")
                continue
            if answer.get("held"):  # decided with the window, when all others have passed
                one.may = []
                continue
        ply = seats[0].latest["ply"] + 1
        for other in (*seats, watcher):
            other.hear_until_ply(ply)


def played(client, game_name, seed):
    """A whole game: the seats and the onlooker with what they heard, and the game itself."""
    rules = {"fifty": {}, "masko": {"target": 30}, "mojo": {"target": 20}, "skyjo": {"target": 30}}
    wishes = {
        "game": game_name,
        "seats": 4,
        "bots": 2,
        "rules": rules[game_name],
        "settings": {"bot_ms": 0, "window_ms": 1000, "turn_ms": 5000},
    }
    code = client.post("/tables", json=wishes).json()["code"]
    with ExitStack() as stack:
        enter = lambda: Seat(stack.enter_context(client.websocket_connect(f"/socket/{code}")))  # noqa: E731
        seats, watcher = [enter(), enter()], enter()
        for number, one in enumerate(seats):
            one.say(type="join", name="ABC"[number])
            one.seat = one.hear_until(lambda message: message["type"] == "joined")["seat"]
        watcher.say(type="watch")
        seats[0].say(type="start")
        for one in (*seats, watcher):
            one.hear_until_ply(0)
        play(seats, watcher, random.Random(seed))
    return seats, watcher, client.app.state.house.tables[code].table.game


def truth(game, seat, ply, since):
    """What this seat may know at this ply, and hear since then."""
    then = game.at(ply)
    if seat is None:
        form = then.spectator
        return {
            "view": form.view.to_json(),
            "events": [event.to_json() for event in form.events(since=since)],
            "memory": None,
            "legal_actions": [],
        }
    form = then.players[seat].catch_up(since).to_json()
    return {name: form[name] for name in ("view", "events", "memory", "legal_actions")}


def check(message, game, seat):
    """Nothing in a message but what this seat may know."""
    kind = message["type"]
    if kind == "refused":  # what it names is the asker's own action
        assert set(message["error"]) <= {"error", "message", "reason", "seat", "action"} | STALE
    if kind in CARDLESS:
        assert set(message) - {"v", "type"} <= CARDLESS[kind]
        return
    if kind == "claim":  # one's own
        assert set(message) == {"v", "type", "window", "action", "outcome"}
        return
    since = message["since"] if kind == "state" else message["ply"] - 1
    told = truth(game, seat, message["ply"], since)
    if seat is None:
        told["memory"] = (
            message["memory"] if not message["memory"] else "an onlooker has seen something"
        )
    for name, thing in told.items():
        assert message[name] == thing, name
    rest = set(message) - set(told) - ABOUT_TIME
    assert rest <= {"ply", "seat", "since", "rounds", "claims"}
    if kind == "state":
        assert message["rounds"] == [form.to_json() for form in game.at(message["ply"]).rounds]
        assert message["seat"] == seat


@pytest.mark.slow
@pytest.mark.parametrize("game_name", GAMES)
def test_each_socket_is_sent_what_its_seat_may_know_and_nothing_more(client, game_name):
    seats, watcher, game = played(client, game_name, seed=3)
    assert game.is_over
    for one in (*seats, watcher):
        kinds = {message["type"] for message in one.heard}
        assert {"state", "update"} <= kinds
        for message in one.heard:
            check(message, game, one.seat)


@pytest.mark.slow
@pytest.mark.parametrize("game_name", GAMES)
def test_the_check_finds_what_is_sent_to_a_wrong_seat(client, game_name):
    (ana, bo), _, game = played(client, game_name, seed=4)
    mistaken = 0
    for message in bo.heard:
        try:
            check(message, game, ana.seat)
        except AssertionError:
            mistaken += 1
    assert mistaken > 10

"""The server by itself: tables are opened, limits hold, bad input is refused, and all survives a restart."""

import json
import logging
import stat

import pytest

pytest.importorskip("starlette.testclient", reason="no Starlette: the extra browser")

from starlette.websockets import WebSocketDisconnect

from examples.web.house import House, Limits
from examples.web.store import Store
from masko_sdk.table import Table

pytestmark = pytest.mark.one_backend

MARKUP = "<img src=x onerror=alert(1)>"


def opened(client, **wishes):
    answer = client.post("/tables", json={"game": "masko", "seats": 2, **wishes})
    assert answer.status_code == 201, answer.text
    return answer.json()["code"]


def refusal(client, body, **options):
    answer = client.post("/tables", json=body, **options)
    return answer.status_code, answer.json()["error"]


def heard(socket, kind):
    """The next message of a kind."""
    while True:
        message = json.loads(socket.receive_text())
        if message["type"] == kind:
            return message


def say(socket, **message):
    socket.send_text(json.dumps(message))


def closed(client, code, **options):
    """With which code and reason a socket is closed."""
    with client.websocket_connect(f"/socket/{code}", **options) as socket:
        with pytest.raises(WebSocketDisconnect) as gone:
            socket.receive_text()
        return gone.value.code, gone.value.reason


# Opening and sitting down.


def test_two_people_meet_at_a_table_and_play(client):
    code = opened(client)
    with (
        client.websocket_connect(f"/socket/{code}") as ana,
        client.websocket_connect(f"/socket/{code}") as bo,
    ):
        say(ana, type="join", id=1, name="Ana")
        say(bo, type="join", id=1, name="Bo")
        assert heard(ana, "joined")["seat"] == 0
        assert heard(bo, "joined")["seat"] == 1
        say(ana, type="start", id=2)
        state = heard(bo, "state")
        assert [action["type"] for action in state["legal_actions"]] == ["look"] * 4
        say(bo, type="play", id=2, action=state["legal_actions"][0])
        assert heard(ana, "update")["events"][0]["card"] is None
        assert heard(bo, "update")["events"][0]["card"] is not None


def test_a_bot_plays_without_being_asked(client):
    code = opened(client, bots=1, settings={"bot_ms": 0})
    with client.websocket_connect(f"/socket/{code}") as ana:
        say(ana, type="join", id=1, name="Ana")
        say(ana, type="start", id=2)
        assert heard(ana, "update")["events"][0]["seat"] == 1


def test_onlookers_see_the_table_without_a_seat(client):
    code = opened(client, bots=1)
    with (
        client.websocket_connect(f"/socket/{code}") as ana,
        client.websocket_connect(f"/socket/{code}") as onlooker,
    ):
        say(ana, type="join", id=1, name="Ana")
        say(onlooker, type="watch", id=1)
        assert heard(onlooker, "lobby")["watchers"] == 1
        say(ana, type="start", id=2)
        assert heard(onlooker, "state")["seat"] is None


@pytest.mark.parametrize("game", ["masko", "skyjo", "mojo", "fifty"])
def test_options_of_the_rules_are_those_asked_for(client, game):
    words = client.get("/words/en.json").json()
    preset = words["games"][game]["presets"]["published"]
    code = opened(client, game=game, seats=3, rules=preset)
    with client.websocket_connect(f"/socket/{code}") as socket:
        say(socket, type="watch", id=1)
        assert heard(socket, "lobby")["rules"] == preset


def test_the_page_is_told_how_a_table_is_run(client):
    code = opened(client, settings={"take_back": True, "turn_ms": 20_000})
    assert client.get(f"/tables/{code}").json() == {"take_back": True, "turn_ms": 20_000}
    assert client.get("/tables/0123").status_code == 404


# What is refused.


@pytest.mark.parametrize(
    "wishes",
    [
        {"game": "poker"},
        {"game": ["masko"]},
        {"game": "masko", "seats": 9},
        {"game": "masko", "seats": "4"},
        {"game": "masko", "seats": True},
        {"game": "fifty", "seats": 2},
        {"game": "masko", "bots": 5, "seats": 4},
        {"game": "masko", "rules": {"target": 0}},
        {"game": "masko", "rules": {"target": "100"}},
        {"game": "masko", "rules": {"no_such": 1}},
        {"game": "masko", "rules": [1]},
        {"game": "fifty", "seats": 3, "rules": {"mood_deck": "1/2"}},
        {"game": "masko", "settings": {"window_ms": 0}},
        {"game": "masko", "settings": {"rate": 10_000}},
        {"game": "masko", "settings": {"take_back": 1}},
        {"game": "masko", "seed": 7},
        {},
    ],
)
def test_wishes_outside_of_what_is_allowed_are_refused(client, wishes):
    assert refusal(client, wishes) == (422, "bad_wishes")


def test_bodies_that_are_no_json_object_are_refused(client):
    def post(content, kind="application/json"):
        answer = client.post("/tables", content=content, headers={"content-type": kind})
        return answer.status_code, answer.json()["error"]

    assert post(b"{") == (400, "bad_json")
    assert post(b"[]") == (400, "bad_json")
    assert post(b'{"game":"masko","game":"mojo"}') == (400, "bad_json")
    assert post(b"[" * 10_000) == (400, "bad_json")
    assert post(b'{"game":"masko"}', "text/plain") == (415, "not_json")
    assert post(b'"' + b"a" * 20_000 + b'"') == (413, "too_long")


def test_pages_of_other_sites_are_kept_out(client):
    wishes = {"game": "masko", "seats": 2}
    assert refusal(client, wishes, headers={"origin": "https://evil.example"}) == (
        403,
        "bad_origin",
    )
    for origin in ("http://testserver", "https://cards.example.org"):
        assert client.post("/tables", json=wishes, headers={"origin": origin}).status_code == 201
    code = opened(client)
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/socket/{code}", headers={"origin": "https://evil.example"}),
    ):
        pass


def test_unknown_tables_are_told_by_the_reason_of_the_close(client):
    assert closed(client, "0123456789") == (4400, "no_table")


@pytest.mark.parametrize(
    "path",
    [
        "/words/xx.json",
        "/words/..%2F..%2Fen.json",
        "/cards/en/masko/11.svg",
        "/cards/en/poker/back.svg",
        "/cards/xx/masko/back.svg",
        "/cards/en/fifty/mood_999_1.svg",
        "/static/../house.py",
        "/static/%2e%2e/house.py",
    ],
)
def test_there_is_nothing_else_to_fetch(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("message", ["{", "[1]", '{"type":"steal"}', "1" * 5000, ""])
def test_a_socket_that_sends_nonsense_is_told_and_stays(client, message):
    with client.websocket_connect(f"/socket/{opened(client)}") as socket:
        socket.send_text(message)
        assert heard(socket, "refused")["error"]["error"] == "table_refusal"
        say(socket, type="ping", id=1)
        assert heard(socket, "answer")["id"] == 1


def test_binary_messages_are_read_like_text(client):
    with client.websocket_connect(f"/socket/{opened(client)}") as socket:
        socket.send_bytes(b'{"type":"ping","id":1}')
        assert heard(socket, "answer")["id"] == 1


# Limits.


def test_no_more_tables_than_allowed(open_house):
    with open_house(tables=2) as client:
        opened(client), opened(client)
        assert refusal(client, {"game": "masko"}) == (503, "house_full")


def test_one_address_opens_so_many_tables_an_hour(open_house):
    with open_house(opened_from=2) as client:
        opened(client), opened(client)
        assert refusal(client, {"game": "masko"}) == (429, "too_many_opened")


def test_no_more_sockets_at_a_table_than_allowed(open_house):
    with open_house(lines=1) as client:
        code = opened(client)
        with client.websocket_connect(f"/socket/{code}"):
            assert closed(client, code) == (4400, "table_full")
        with client.websocket_connect(f"/socket/{code}") as socket:
            say(socket, type="ping", id=1)
            assert heard(socket, "answer")["ok"]


def test_no_more_sockets_from_one_address_than_allowed(open_house):
    with open_house(lines_from=1) as client:
        first, second = opened(client), opened(client)
        with client.websocket_connect(f"/socket/{first}"):
            assert closed(client, second) == (4400, "too_many_lines")


def test_a_flood_is_cut_off(client):
    with client.websocket_connect(f"/socket/{opened(client)}") as socket:
        for number in range(100):
            say(socket, type="ping", id=number)
        assert heard(socket, "cut_off")["left"] > 0


def test_a_browser_that_reads_too_slowly_is_let_go(open_house):
    # So small a line is full before anything of it is sent: all that a start says is said at once.
    with open_house(waiting_messages=1) as client:
        code = opened(client, bots=1)
        with client.websocket_connect(f"/socket/{code}") as socket:
            say(socket, type="join", id=1, name="Ana")
            with pytest.raises(WebSocketDisconnect) as gone:
                heard(socket, "never said")
            assert (gone.value.code, gone.value.reason) == (1001, "too slow")


# Safety of pages.


@pytest.mark.parametrize(
    "path", ["/", "/t/0123", "/static/js/page/main.js", "/words/en.json", "/x"]
)
def test_every_answer_forbids_what_the_page_does_not_need(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_holds_no_inline_script_or_style(client):
    page = client.get("/").text
    assert page.count("<script") == page.count('src="/static/js/page/main.js"') == 1
    assert "<style" not in page
    assert "style=" not in page
    assert "javascript:" not in page


def test_a_name_that_holds_markup_stays_text(client):
    code = opened(client)
    with client.websocket_connect(f"/socket/{code}") as socket:
        say(socket, type="join", id=1, name=MARKUP)
        assert heard(socket, "lobby")["seats"][0]["name"] == MARKUP


def test_pictures_of_cards_hold_no_script_and_name_no_other_place(client):
    for face in ("back", "7", "spy", "gather"):
        drawn = client.get(f"/cards/fr/masko/{face}.svg")
        assert drawn.headers["content-type"].startswith("image/svg+xml")
        assert "<script" not in drawn.text
        assert "href" not in drawn.text


def test_the_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "kept.sqlite3"
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_logs_hold_neither_tokens_nor_addresses_of_tables(open_house, caplog):
    caplog.set_level(logging.DEBUG)
    with open_house() as client:
        code = opened(client)
        with client.websocket_connect(f"/socket/{code}") as socket:
            say(socket, type="join", id=1, name="Ana")
            token = heard(socket, "joined")["token"]
    own = [record.getMessage() for record in caplog.records if record.name.startswith("examples")]
    assert not any(secret in line for line in own for secret in (code, token))


# Coming back.


def test_a_restart_in_an_open_window_keeps_window_claims_and_seats(open_house):
    with open_house() as client:
        code = opened(client, bots=0, settings={"window_ms": 60_000})
        with (
            client.websocket_connect(f"/socket/{code}") as ana,
            client.websocket_connect(f"/socket/{code}") as bo,
        ):
            token = joined(ana, "Ana")
            joined(bo, "Bo")
            say(ana, type="start", id=2)
            play_until_window({0: ana, 1: bo})
            say(ana, type="catch_up", id=90)
            before = heard(ana, "state")
    with (
        open_house() as client,
        client.websocket_connect(f"/socket/{code}") as ana,
    ):
        say(ana, type="rejoin", id=1, token=token, since=-1)
        assert heard(ana, "joined")["seat"] == 0
        after = heard(ana, "state")
    assert after["window"]["number"] == before["window"]["number"]
    assert 0 < after["window"]["left"] <= before["window"]["left"]
    same = ("view", "memory", "legal_actions", "claims", "ply", "line")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}


def joined(socket, name):
    say(socket, type="join", id=1, name=name)
    return heard(socket, "joined")["token"]


def play_until_window(sockets):
    """All play their first legal action, until a window is open."""
    latest = {seat: heard(socket, "state") for seat, socket in sockets.items()}
    for number in range(10, 60):
        seat = next(seat for seat, state in latest.items() if state["legal_actions"])
        say(sockets[seat], type="play", id=number, action=latest[seat]["legal_actions"][0])
        latest = {seat: heard(socket, "update") for seat, socket in sockets.items()}
        if latest[0]["window"]:
            return
    pytest.fail("no window in fifty actions")


def test_a_table_that_changes_no_more_is_forgotten(tmp_path):
    store = Store(tmp_path / "tables.sqlite3")
    house = House(store, Limits())
    store.put("old", "{}")
    store._database.execute("update tables set changed = changed - 40 * 86400")
    store.put("new", "{}")
    store.purge(Limits().keep_days)
    assert (store.get("old"), store.get("new")) == (None, "{}")
    house.close()


def test_what_is_saved_is_a_whole_table(open_house):
    with open_house() as client:
        code = opened(client, bots=1)
        saved = client.app.state.house.store.get(code)
        assert Table.restore(saved, 0).names == ("Player 1", "Bot 2")


def test_a_damaged_row_is_no_table_and_stops_nobody(open_house):
    with open_house() as client:
        good, bad = opened(client), opened(client)
        house = client.app.state.house
        house.store.put(bad, "{")
        del house.tables[bad]
        assert closed(client, bad) == (4400, "no_table")
        with client.websocket_connect(f"/socket/{good}") as socket:
            assert joined(socket, "Ana")

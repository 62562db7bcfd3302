"""The teller in TypeScript tells what `masko_sdk.words` tells, to the letter."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Game, MaskoError, RulesError, bots, masko, mojo, skyjo
from masko_sdk.catalogues import LANGUAGES, catalogue, export
from masko_sdk.games import GAMES
from masko_sdk.table import Refusal
from masko_sdk.wire import error_form, typescript
from masko_sdk.words import Words

HERE = Path(__file__).parent
CLIENT = HERE.parents[1] / "examples" / "client"
TSC, NODE = shutil.which("tsc"), shutil.which("node")
NAMES = ("Ana", "Bo {seat}", "Chloé")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "masko": [{}, {"chain": "anyone", "attempts": None, "reveal_choice": "user"}],
    "skyjo": [{}, {"tie_doubles": True, "column_to": "discard"}],
    "mojo": [{}, {"discards": 2, "mojo_at": 4, "target_reached": ">="}],
    "fifty": [{}, {"mood_deck": [(1, 2)] * 9 + [(0, None), (None, 0)]}],
}

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(
        TSC is None or NODE is None, reason="no tsc or no node: npm install --global typescript"
    ),
]

Call = list[Any]


STRICT = [
    *("--strict", "--noUncheckedIndexedAccess", "--noUnusedLocals", "--noImplicitReturns"),
    *("--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"),
]

TYPED = """
import type { Action, Event, TableMessage } from "./messages.js";
import { Words } from "./words.js";
export function show(words: Words, message: TableMessage, actions: Action[], seat: number): string[] {
  if (message.type === "refused") return [words.error(message.error)];
  if (message.type === "lobby") return words.rules(message.rules).map(([, text]) => text);
  if (message.type !== "update") return [];
  const told = [...words.tell(message.events)].map(([event, text]: [Event, string]) => event.type + text);
  return [...told, words.phase(message.view, [seat]), ...actions.map((action) => words.action(action, seat))];
}
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The teller as JavaScript."""
    folder = tmp_path_factory.mktemp("words")
    shutil.copy(CLIENT / "words.ts", folder)
    done = subprocess.run(
        [str(TSC), *STRICT, "words.ts"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stdout == ""
    (folder / "package.json").write_text('{"type": "module"}')
    return folder / "words.js"


@pytest.mark.parametrize("game", GAMES)
def test_the_types_of_messages_can_be_told(tmp_path: Path, game: str) -> None:
    shutil.copy(CLIENT / "words.ts", tmp_path)
    (tmp_path / "messages.ts").write_text(typescript(game), "utf-8")
    (tmp_path / "typed.ts").write_text(TYPED)
    done = subprocess.run(
        [str(TSC), *STRICT, "--noEmit", "typed.ts"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""


def told_by_node(teller: Path, told: dict[str, Any], asked: list[dict[str, Any]]) -> Any:
    done = subprocess.run(
        [str(NODE), str(HERE / "tell.mjs"), str(teller)],
        input=json.dumps({"told": told, "asked": asked}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.stderr == ""
    return json.loads(done.stdout)


def paint(role: str, text: str) -> str:
    return f"<{role}>{text}"


def in_play(words: Words, game: Any) -> Iterator[tuple[Call, Any]]:
    """All that can be told at each ply, and at the end all events: the call in JSON, and what Python tells."""
    while not game.is_over:
        player = game.to_act[0]
        view = player.view
        form = view.to_json()
        due = [other.seat for other in game.to_act]
        yield ["phase", form, due], words.phase(view, due)
        for action in player.legal_actions:
            yield ["action", action.to_json(), player.seat], words.action(action, player.seat)
        yield from _fields(words, view, form)
        player.play(bots.random()(player))
    for observer in (*game.players, game.spectator, game.referee):
        events = observer.events()
        told = [[event.kind, text] for event, text in words.tell(events)]
        yield ["tell", [event.to_json() for event in events]], told
        for event in events:
            yield ["event", event.to_json()], words.event(event)


def _fields(words: Words, view: Any, form: dict[str, Any]) -> Iterator[tuple[Call, Any]]:
    seated = words.sentences.kinds("seat")
    known = words.sentences.kinds("view")
    for name, kind in view_fields(view):
        if name in known:
            text = words.field("view", (name, kind), view, getattr(view, name))
            yield ["field", "view", [name, kind], form, form[name]], text
        if name in seated:
            for seat, part in enumerate(getattr(view, name)):
                text = words.field("seat", (name, kind[1:-1]), view, part)
                yield ["field", "seat", [name, kind[1:-1]], form, form[name][seat]], text


def view_fields(view: Any) -> list[tuple[str, str]]:
    game = type(view).__module__.rpartition(".")[2]
    fields: list[tuple[str, str]] = GAMES[game].Rules()._tables.view_fields
    return fields


def about(words: Words, rules: Any) -> Iterator[tuple[Call, Any]]:
    """What is told of the game itself, and of errors."""
    options = rules.to_json()
    yield ["rules", options], [list(pair) for pair in words.rules()]
    yield ["powers", options], [list(pair) for pair in words.powers()]
    for name, value in options.items():
        if not isinstance(value, (dict, list)):
            yield ["choice", name, value], words.choice(name, value)
    for error in errors():
        form = error_form(error)
        yield ["error", form], words.error(form)
    for reason in Refusal:
        for what in ({}, {"what": "seat"}):
            form = {"error": "table_refusal", "message": "?", "reason": reason.value, **what}
            yield ["error", form], words.error(form)
    for form in ({"error": "too_loud"}, {"error": "too_loud", "message": "not so loud"}):
        yield ["error", form], words.error(form)
    for seats in ((0,), (0, 1), (0, 1, 2)):
        yield (
            ["say", "front", "wins", {"names": seats}],
            words.say("front", "wins", names=seats),
        )
    for count in (0, 1, 2):
        yield ["say", "front", "cards", {"count": count}], words.say("front", "cards", count=count)
    yield ["say", "front", "of_tomorrow", {"n": 1}], words.say("front", "of_tomorrow", n=1)


def errors() -> Iterator[Exception]:
    game = Game(skyjo.Rules(), 2, seed=1)
    for seat, action, guards in (
        (0, skyjo.Draw(), {}),
        (0, skyjo.Flip(0), {"ply": 7}),
        (0, skyjo.Flip(0), {"window": 3}),
        (0, masko.Draw(), {}),
    ):
        with pytest.raises(MaskoError) as caught:
            game.play(seat, action, **guards)
        yield caught.value
    with pytest.raises(RulesError) as wrong:
        mojo.Rules(target=0)
    yield wrong.value


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_teller_in_typescript_tells_the_same(compiled: Path, language: str) -> None:
    asked, expected = [], []
    for name, all_options in OPTIONS.items():
        for seed, options in enumerate(all_options):
            rules = GAMES[name].Rules(**options)
            words = Words(rules, NAMES, paint, language)
            calls = list(about(words, rules))
            calls += in_play(words, Game(rules, NAMES, seed=seed))
            asked.append(
                {
                    "game": name,
                    "names": NAMES,
                    "calls": json.loads(json.dumps([c for c, _ in calls])),
                }
            )
            expected.append([text for _, text in calls])
    told = told_by_node(compiled, export(language), asked)
    assert sum(map(len, expected)) > 5000
    for ask, got, wanted in zip(asked, told, expected, strict=True):
        for call, text, right in zip(ask["calls"], got, wanted, strict=True):
            assert text == right, call


def test_a_fold_takes_one_event_for_each_part_that_is_not_repeated(compiled: Path) -> None:
    own = {
        **catalogue("en"),
        "fifty": {
            "folds": {
                "mood_turned, played": "{trick}: {then[card]}",
                "played+, trick_scored": "{all}, {card} to {then[trick]}",
            }
        },
    }
    game = Game(GAMES["fifty"].Rules(), NAMES, seed=1)
    bots.play(game, "random", 3)
    events = game.spectator.events()
    told = [text for _, text in Words(game.rules, NAMES, language=own).tell(events)]
    cards = [str(event.card) for event in events if event.kind == "played"]
    assert told[1] == f"1: [{cards[0]}]"
    assert told[2] == f"{NAMES[1]} and {NAMES[2]}, [{cards[1]}] to 1"
    asked = {
        "game": "fifty",
        "names": NAMES,
        "calls": [["tell", [event.to_json() for event in events]]],
    }
    found = told_by_node(compiled, {**export("en"), "catalogue": own}, [asked])[0][0]
    assert [re.sub("<.*?>", "", text) for _, text in found[1:3]] == told[1:3]


def test_a_catalogue_of_another_version_is_not_told(compiled: Path) -> None:
    program = (
        f"import {{ Words }} from {json.dumps(compiled.as_uri())};\n"
        "try { new Words({ version: 2 }, 'masko', []); } catch (error) { console.log(error.message); }\n"
    )
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", program],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "words of version 2, not 1\n"

"""Both backends answer alike: random games in lockstep, every answer compared."""

from __future__ import annotations

import importlib
import os
import random
import sys
import threading
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

ABOUT, OPTIONS, CHOICES, POLICIES = 0, 1, 7, 8
TABLES = 9
SEATS, ONLOOKER, HOST = 8, 8, 9
VIEWERS = range(-1, 11)  # and two that there are not
NONE, EMPTY = -(2**31), -128
OK = 0
MOODS = [10, 1, 7, 7, 1, 2, 6, 6, 2, 3, 5, 5, 3, 4, 4, 3, 3, 2, 4, 4, 2]

TRANSITIONS = 2_000 * (20 if os.environ.get("MASKO_SDK_CAMPAIGN") == "1" else 1)
LONGEST_GAME = 400


def load(name: str) -> Any:
    try:
        return importlib.import_module(f"masko_sdk._backend.{name}")
    except ImportError as error:
        return f"the backend {name} isn't there: {error}"


CYTHON, CFFI = load("_cython"), load("_cffi")
MISSING = " and ".join(backend for backend in (CYTHON, CFFI) if isinstance(backend, str))

pytestmark = [
    pytest.mark.one_backend,
    pytest.mark.skipif(bool(MISSING), reason=MISSING or "both backends are there"),
]

GAMES = [] if MISSING else range(CYTHON.game_count())


@pytest.fixture(params=GAMES, ids=[CYTHON.row(game, ABOUT, 0).split()[1] for game in GAMES])
def game(request: pytest.FixtureRequest) -> int:
    return int(request.param)


# What both say.


def attempt(call: Callable[[], Any]) -> Any:
    """What a call answers; an error as its type, and the status in it."""
    try:
        return call()
    except Exception as error:
        return type(error), [value for value in error.args if isinstance(value, int)]


def both(one: Any, other: Any, name: str, *arguments: Any) -> Any:
    """The one answer of two objects' method."""
    answer = getattr(one, name)(*arguments)
    assert getattr(other, name)(*arguments) == answer, (name, arguments)
    return answer


def rows(game: int, table: int) -> list[str]:
    found: list[str] = []
    while (text := both(CYTHON, CFFI, "row", game, table, len(found))) is not None:
        found.append(text)
    return found


# Setups.


@dataclass
class Option:
    """A row "name type low high default"."""

    words: int
    low: int
    high: int
    standard: int
    optional: bool
    moods: bool

    @classmethod
    def parse(cls, text: str) -> Option:
        _, kind, low, high, standard = text.split()
        kind, _, words = kind.partition("*")
        name = kind.rstrip("?")
        count = int(words.rstrip("?") or 1)
        optional = "?" in kind + words
        number = NONE if standard.lower() in ("none", "mk_none") else int(standard)
        return cls(count, int(low), int(high), number, optional, name == "moods")

    def defaults(self) -> list[int]:
        if self.moods:
            return MOODS + [0] * (self.words - len(MOODS))
        return [self.standard] * self.words

    def random_word(self, rng: random.Random) -> int:
        small = min(self.high, self.low + rng.randrange(20))
        choices = [self.standard, self.low, self.high, small, rng.randint(self.low, self.high)]
        return NONE if self.optional and rng.random() < 0.3 else rng.choice(choices)

    def random_words(self, rng: random.Random) -> list[int]:
        if self.moods or rng.random() < 0.5:
            return self.defaults()
        return [self.random_word(rng) for _ in range(self.words)]


@dataclass
class Policy:
    """A row "name parameter:low:high:default ..."."""

    number: int
    parameters: list[list[int]]

    @classmethod
    def parse(cls, number: int, text: str) -> Policy:
        parameters = [[int(word) for word in p.split(":")[1:]] for p in text.split()[1:]]
        return cls(number, parameters)

    def random_parameters(self, rng: random.Random) -> list[int]:
        if rng.random() < 0.5:
            return [standard for _, _, standard in self.parameters]
        return [rng.randint(low, high) for low, high, _ in self.parameters]


class Table:
    """One game's setups, by both backends."""

    def __init__(self, game: int, rng: random.Random) -> None:
        about = dict(text.split(" ", 1) for text in rows(game, ABOUT))
        fewest, most = map(int, about["players"].split())
        self.game = game
        self.rng = rng
        self.options = [Option.parse(text) for text in rows(game, OPTIONS)]
        self.policies = [Policy.parse(i, text) for i, text in enumerate(rows(game, POLICIES))]
        self.players = rng.randint(fewest, most)
        self.first = rng.randrange(self.players)
        self.key = rng.randbytes(32)
        self.index = rng.choice([0, 1, rng.getrandbits(31)])
        self.decks = b""
        self.words = [word for option in self.options for word in option.random_words(rng)]
        if rng.random() < 0.5 or both(*self.setups(), "check")[0] != OK:
            self.words = [word for option in self.options for word in option.defaults()]
        if rng.random() < 0.3:
            self.decks = self.shuffled(rng.randint(1, 4))

    def setups(self, **changed: Any) -> tuple[Any, Any]:
        arguments = {
            "game": self.game,
            "options": self.words,
            "players": self.players,
            "first_player": self.first,
            "key": self.key,
            "index": self.index,
            "decks": self.decks,
        } | changed
        return CYTHON.Setup(**arguments), CFFI.Setup(**arguments)

    def shuffled(self, n: int) -> bytes:
        one, other = self.setups()
        size = n * both(one, other, "deck_bytes")
        decks, same = bytearray(size), bytearray(size)
        assert one.shuffle(n, decks) == other.shuffle(n, same) == OK
        assert decks == same
        return bytes(decks)

    def random_policy(self) -> Policy:
        return self.rng.choice(self.policies)


# Games.


class Pair:
    """One game, played by both backends."""

    def __init__(self, table: Table, one: Any, other: Any) -> None:
        self.table = table
        self.rng = table.rng
        self.one = one
        self.other = other
        self.codes: int = both(CYTHON, CFFI, "first_code", table.game, 1_000)

    @classmethod
    def begin(cls, table: Table) -> Pair:
        return cls(table, *(setup.begin() for setup in table.setups()))

    def ask(self, name: str, *arguments: Any) -> Any:
        return both(self.one, self.other, name, *arguments)

    def scalars(self) -> tuple[int, int, int, bool]:
        one, other = (
            (core.ply, core.window, core.turn, core.is_over) for core in (self.one, self.other)
        )
        assert one == other
        assert [type(value) for value in one] == [type(value) for value in other]
        return one

    def clone(self) -> Pair:
        return Pair(self.table, self.one.clone(), self.other.clone())

    def world(self, seat: int) -> Pair:
        key = self.rng.randbytes(32)
        return Pair(
            self.table, self.one.sample_world(seat, key), self.other.sample_world(seat, key)
        )

    def compare(self) -> None:
        """Every answer about the present state."""
        ply, *_ = self.scalars()
        self.ask("due")
        self.ask("outcome")
        self.ask("digest")
        for viewer in VIEWERS:
            self.ask("legal", viewer)
            self.ask("view", viewer)
            self.ask("memory", viewer)
            self.ask("view_text", viewer)
            self.ask("memory_text", viewer)
            self.ask("reason", viewer, self.rng.randint(-2, self.codes + 2))
            policy = self.table.random_policy()
            self.ask("choose", viewer, policy.number, policy.random_parameters(self.rng))
        viewer = self.rng.choice(VIEWERS)
        since = self.rng.choice([-(2**31), -1, 0, ply // 2, ply - 1, ply, 2**31 - 1])
        kind = self.rng.choice([-1, -1, self.rng.randrange(40)])
        self.ask("events", viewer, since, kind)
        self.ask("events_text", viewer, since)

    def compare_history(self, last_plies: int = 20) -> None:
        since = self.scalars()[0] - last_plies
        for viewer in VIEWERS:
            self.ask("events", viewer, since, -1)
        self.ask("moves")

    def refuse(self) -> None:
        """Any action, mostly one that is refused."""
        who, code = self.rng.randint(-1, HOST + 1), self.rng.randint(-1, self.codes)
        if code in self.one.legal(who):
            return
        before = self.ask("digest")
        assert isinstance(self.ask("play", who, code, ONLOOKER), int)
        assert self.ask("digest") == before

    def play(self) -> None:
        """A random legal action of anybody due."""
        actors = [*self.ask("due"), HOST]
        moves = [(who, self.ask("legal", who)) for who in actors]
        who, codes = self.rng.choice([(who, codes) for who, codes in moves if codes])
        if who != HOST and self.rng.random() < 0.3:
            policy = self.table.random_policy()
            parameters = policy.random_parameters(self.rng)
            code = self.ask("choose", who, policy.number, parameters)
            assert code in codes
        else:
            code = self.rng.choice(codes)
        told = self.ask("play", who, code, self.rng.choice(VIEWERS))
        assert isinstance(told, list)

    def is_over(self) -> bool:
        return self.scalars()[3]

    def play_on(self, plies: int) -> int:
        for played in range(plies):
            if self.is_over():
                return played
            self.play()
        return plies

    def diverge(self) -> int:
        """Two clones go on in their own ways; the game itself stays as it was."""
        digest, moves = self.ask("digest"), self.ask("moves")
        clones = [self.clone(), self.clone()]
        played = 0
        for _ in range(2):
            for pair in clones:
                played += pair.play_on(self.rng.randrange(6))
        for pair in [*clones, self]:
            pair.compare_history()
            pair.compare()
        assert self.ask("digest") == digest
        assert self.ask("moves") == moves
        return played

    def imagine(self) -> int:
        pair = self.world(self.rng.randrange(self.table.players))
        pair.compare()
        clone = pair.clone()
        played = pair.play_on(self.rng.randrange(20)) + clone.play_on(3)
        for each in (pair, clone):
            each.compare_history()
            each.compare()
        return played

    def replay(self) -> None:
        """The same game again; and with a move that is refused in its midst."""
        moves = self.ask("moves")
        again = Pair.begin(self.table)
        assert again.ask("replay", moves) == len(moves)
        assert again.ask("digest") == self.ask("digest")
        again.compare_history()
        wrong = self.rng.randrange(len(moves) + 1)
        again = Pair.begin(self.table)
        given = [*moves[:wrong], HOST << 16 | 0xFFFF, *moves[wrong:]]
        assert again.ask("replay", given) == wrong
        again.compare_history()
        assert again.ask("replay", moves[wrong:]) == len(moves) - wrong
        assert again.ask("digest") == self.ask("digest")
        again.compare_history()


def play_one(table: Table, room: int) -> tuple[int, bool]:
    """Transitions of one game, and whether it ended."""
    rng = table.rng
    pair = Pair.begin(table)
    played = 0
    for _ in range(min(room, LONGEST_GAME)):
        pair.compare()
        if pair.is_over():
            break
        if rng.random() < 0.3:
            pair.refuse()
        if rng.random() < 0.02:
            played += pair.diverge()
        if rng.random() < 0.02:
            played += pair.imagine()
        if rng.random() < 0.05:
            # An older copy goes on, while a newer one has written on in the log.
            older, pair = pair, pair.clone()
            pair.play()
            older.compare_history()
        else:
            pair.play()
        played += 1
    pair.compare()
    pair.compare_history(LONGEST_GAME)
    pair.replay()
    return played, pair.is_over()


def test_tables(game: int) -> None:
    for table in range(-1, TABLES + 1):
        rows(game, table)
    for action in range(-1, 40):
        both(CYTHON, CFFI, "first_code", game, action)


def test_games(game: int) -> None:
    rng = random.Random(f"games {game}")
    played = ended = 0
    while played < TRANSITIONS:
        more, over = play_one(Table(game, rng), TRANSITIONS - played)
        played += more
        ended += over
    assert ended > 0


def test_setups(game: int) -> None:
    """Right and wrong ones: the same faults and sizes."""
    rng = random.Random(f"setups {game}")
    refused = 0
    for _ in range(TRANSITIONS // 10):
        table = Table(game, rng)
        words, decks = [*table.words], bytearray(table.decks)
        words[rng.randrange(len(words))] = rng.choice([-1, 0, 50, NONE, 2**31 - 1])
        if decks:
            decks[rng.randrange(len(decks))] = rng.randrange(256)
            del decks[len(decks) - rng.randrange(3) :]
        wrong = {
            "game": rng.choice([-1, 0, len(GAMES), 2**31 - 1]),
            "options": rng.choice([words, words[:-1], [*words, 0], []]),
            "players": rng.choice([-1, 0, 1, 8, 9]),
            "first_player": rng.choice([-1, table.players, 8]),
            "decks": bytes(decks),
        }
        chosen = rng.sample(sorted(wrong), rng.randrange(3))
        one, other = table.setups(**{name: wrong[name] for name in chosen})
        status, *_ = both(one, other, "check")
        both(one, other, "deck_bytes")
        both(one, other, "player_cards")
        if status != OK:
            refused += 1
            error = attempt(one.begin)
            assert error == attempt(other.begin) == (ValueError, [status])
    assert refused > 0


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="counts references")
@pytest.mark.parametrize("name", ["_cython", "_cffi"])
def test_a_game_keeps_its_given_decks(name: str) -> None:
    table = Table(0, random.Random("kept decks"))
    decks = table.shuffled(2)
    free = sys.getrefcount(decks)
    core = table.setups(decks=decks)[load(name) is CFFI].begin()
    assert sys.getrefcount(decks) > free
    clone = core.clone()
    del core
    assert sys.getrefcount(decks) > free
    del clone
    assert sys.getrefcount(decks) == free


# Batches.


def twice(make: Callable[[int], Any], *sizes: int) -> tuple[list[Any], list[Any]]:
    return [make(size) for size in sizes], [make(size) for size in sizes]


def test_batches_of_decks_and_hands(game: int) -> None:
    rng = random.Random(f"decks {game}")
    for _ in range(TRANSITIONS // 100):
        table = Table(game, rng)
        setups = table.setups(decks=b"")
        n = rng.randrange(20)
        deck, each = both(*setups, "deck_bytes"), both(*setups, "player_cards")
        dealt = each * table.players
        table.shuffled(n)
        ours, theirs = twice(bytearray, n * dealt, n * (deck - dealt))
        assert setups[0].deal(n, *ours) == setups[1].deal(n, *theirs) == OK
        assert ours == theirs
        hands = array("b", ours[0])
        for _ in range(rng.choice([0, 0, 1, 5])):
            if hands:
                hands[rng.randrange(len(hands))] = rng.choice([EMPTY, EMPTY, -128, 127, 0, 5])
        scores = array("h", [7] * n * table.players), array("h", [7] * n * table.players)
        assert setups[0].score(hands, n * table.players, each, scores[0]) == setups[1].score(
            hands, n * table.players, each, scores[1]
        )
        assert scores[0] == scores[1]


def test_batches_of_games(game: int) -> None:
    rng = random.Random(f"simulate {game}")
    for _ in range(TRANSITIONS // 100):
        table = Table(game, rng)
        n = rng.randrange(6)
        seats = n * table.players
        policies, parameters = b"", []
        for _ in range(table.players):
            policy = table.random_policy()
            own = policy.random_parameters(rng)
            policies += bytes([policy.number])
            parameters += own + [0] * (SEATS - len(own))
        if rng.random() < 0.2:
            policies = bytes([rng.choice([*policies, 99]) for _ in policies])
            parameters[rng.randrange(len(parameters))] = rng.choice([-1, 0, 10_000])
        rounds = rng.randrange(4)
        sizes = (4 * seats, seats, seats, 4 * n, 4 * n, n, 4 * seats * rounds)
        ours, theirs = twice(bytearray, *sizes)
        setups = table.setups()
        plies = rng.choice([0, 1, 30, 1_000])
        answers = [
            setup.simulate(n, policies, parameters, plies, columns)
            for setup, columns in zip(setups, (ours, theirs), strict=True)
        ]
        assert answers[0] == answers[1]
        assert ours == theirs


def test_policies(game: int) -> None:
    rng = random.Random(f"policies {game}")
    for _ in range(TRANSITIONS // 10):
        policy = Table(game, rng).random_policy()
        parameters = policy.random_parameters(rng)
        assert both(CYTHON, CFFI, "check_policy", game, policy.number, parameters) == OK
        wrong = [rng.choice([word, -1, 0, 100_000]) for word in parameters]
        both(CYTHON, CFFI, "check_policy", game, policy.number, wrong)
        both(CYTHON, CFFI, "check_policy", rng.randint(-1, 9), rng.randint(-1, 9), parameters)


def test_the_generator() -> None:
    rng = random.Random("generator")
    for _ in range(TRANSITIONS // 10):
        key, words = rng.randbytes(32), [rng.getrandbits(32) for _ in range(4)]
        assert len(both(CYTHON, CFFI, "stream_block", key, *words)) == 64
        size = rng.choice([0, 1, 53, rng.randrange(300)])
        ours, theirs = bytearray(size), bytearray(size)
        words[0] &= 0xFFFF
        words[1] &= 0xFFFF
        one = CYTHON.shuffle_items(key, *words, ours)
        assert one == CFFI.shuffle_items(key, *words, theirs)
        assert ours == theirs


# Errors.

KEY = bytes(32)


class SubBytes(bytes):
    pass


def wrong_calls() -> Iterator[tuple[str, Callable[[Any, Any, Any], Any], type[Exception]]]:
    """Calls on a backend, a setup and a game, with what they raise."""
    big, low = 2**31, -(2**31) - 1
    for bad, error in (("1", TypeError), (None, TypeError), (big, OverflowError)):
        for at in range(3):
            args = [bad if i == at else 0 for i in range(3)]
            yield f"play{args}", lambda b, s, c, args=args: c.play(*args), error
            yield f"events{args}", lambda b, s, c, args=args: c.events(*args), error
            yield f"row{args}", lambda b, s, c, args=args: b.row(*args), error
        for name in ("legal", "view", "memory", "view_text", "memory_text"):
            yield f"{name}({bad})", lambda b, s, c, n=name, x=bad: getattr(c, n)(x), error
        yield f"reason({bad})", lambda b, s, c, x=bad: c.reason(0, x), error
        yield f"choose({bad})", lambda b, s, c, x=bad: c.choose(x, 0, []), error
        yield f"parameter {bad}", lambda b, s, c, x=bad: c.choose(0, 0, [x]), error
        yield f"policy {bad}", lambda b, s, c, x=bad: b.check_policy(0, x, []), error
        yield f"world {bad}", lambda b, s, c, x=bad: c.sample_world(x, KEY), error
    yield "too low", lambda b, s, c: c.legal(low), OverflowError
    yield "one too many", lambda b, s, c: c.play(0, 0, 0, 0), TypeError
    for moves, error in (
        ([-1], OverflowError),
        ([2**32], OverflowError),
        (["1"], TypeError),
        (None, TypeError),
        (3, TypeError),
    ):
        yield f"replay({moves})", lambda b, s, c, m=moves: c.replay(m), error
    for parameters in (None, 3, {1}, iter([1]), "ab"):
        yield (
            f"parameters {parameters}",
            lambda b, s, c, p=parameters: b.check_policy(0, 0, p),
            TypeError,
        )
    for key, error in (
        (bytes(31), ValueError),
        (bytearray(32), TypeError),
        (None, TypeError),
        ("a" * 32, TypeError),
        (SubBytes(32), TypeError),
    ):
        name = f"key {type(key).__name__}"
        yield name, lambda b, s, c, k=key: b.stream_block(k, 0, 0, 0, 0), error
        yield name, lambda b, s, c, k=key: c.sample_world(0, k), error
        yield name, lambda b, s, c, k=key: b.Setup(0, [], 2, 0, k, 0, b""), error
    yield "no seat", lambda b, s, c: c.sample_world(9, KEY), ValueError
    for index, error in ((-1, OverflowError), (2**32, OverflowError), ("1", TypeError)):
        yield (
            f"index {index}",
            lambda b, s, c, i=index: b.Setup(0, [], 2, 0, KEY, i, b""),
            error,
        )
        yield f"block {index}", lambda b, s, c, i=index: b.stream_block(KEY, i, 0, 0, 0), error
    yield "decks", lambda b, s, c: b.Setup(0, [], 2, 0, KEY, 0, bytearray()), TypeError
    yield "items", lambda b, s, c: b.shuffle_items(KEY, 0, 0, 0, 0, bytes(5)), TypeError
    for n, decks, error in (
        (1, bytearray(5), ValueError),
        (1, bytes(500), BufferError),
        (0, bytes(0), BufferError),
        (1, None, TypeError),
        (1, "a" * 500, TypeError),
        (1, [0] * 500, TypeError),
        (1, memoryview(bytearray(1_000))[::2], BufferError),
        (-1, bytearray(500), OverflowError),
        (2**64, bytearray(500), OverflowError),
        ("1", bytearray(500), TypeError),
    ):
        name = f"{n!r} decks in {type(decks).__name__}"
        yield name, lambda b, s, c, n=n, d=decks: s.shuffle(n, d), error
    yield "hands", lambda b, s, c: s.deal(1, bytearray(2), bytearray(500)), ValueError
    yield "rest", lambda b, s, c: s.deal(1, bytearray(500), bytearray(2)), ValueError
    yield "scored hands", lambda b, s, c: s.score(bytes(7), 2, 4, bytearray(4)), ValueError
    yield "scores", lambda b, s, c: s.score(bytes(8), 2, 4, bytearray(3)), ValueError
    yield "fixed scores", lambda b, s, c: s.score(bytes(8), 2, 4, bytes(4)), BufferError
    for at, room in enumerate((15, 3, 3, 7, 7, 1)):
        columns = [bytearray(room if i == at else 100) for i in range(7)]
        yield (
            f"column {at}",
            lambda b, s, c, t=columns: s.simulate(2, bytes(2), [], 1, t),
            ValueError,
        )
    columns = [bytearray(100) for _ in range(7)]
    yield "too few", lambda b, s, c: s.simulate(2, bytes(2), [], 1, columns[1:]), IndexError
    yield "no columns", lambda b, s, c: s.simulate(2, bytes(2), [], 1, None), TypeError
    yield "policies", lambda b, s, c: s.simulate(2, bytes(1), [], 1, columns), ValueError
    yield "policy list", lambda b, s, c: s.simulate(2, [0, 0], [], 1, columns), TypeError
    yield "max plies", lambda b, s, c: s.simulate(2, bytes(2), [], -1, columns), OverflowError
    yield "Core()", lambda b, s, c: type(c)(), TypeError
    yield "pickled", lambda b, s, c: c.__reduce__(), TypeError
    yield "new attribute", lambda b, s, c: setattr(c, "new", 1), AttributeError
    yield "fixed attribute", lambda b, s, c: setattr(c, "ply", 1), AttributeError


def test_errors() -> None:
    rng = random.Random("errors")
    table = Table(0, rng)
    table.players, table.first, table.decks = 2, 0, b""
    table.words = [word for option in table.options for word in option.defaults()]
    setups = table.setups()
    pair = Pair.begin(table)
    digest = pair.ask("digest")
    for name, call, error in wrong_calls():
        for backend, setup, core in zip(
            (CYTHON, CFFI), setups, (pair.one, pair.other), strict=True
        ):
            found = attempt(lambda call=call, a=(backend, setup, core): call(*a))
            assert isinstance(found, tuple), (backend.NAME, name, found)
            assert found[0] is error, (backend.NAME, name, found)
    assert pair.ask("digest") == digest
    pair.compare_history()


@pytest.mark.parametrize(
    "name",
    ["_cython", "_cffi"],
)
def test_floats_are_no_ints(name: str) -> None:
    backend = load(name)
    table = Table(0, random.Random("floats"))
    setup = table.setups()[backend is CFFI]
    core = setup.begin()
    calls: list[Callable[[], Any]] = [
        lambda: backend.Setup(0, table.words, 2, 0, KEY, 0.0, b""),
        lambda: backend.Setup(0, [0.0], 2, 0, KEY, 0, b""),
        lambda: setup.shuffle(0.0, bytearray()),
        lambda: backend.stream_block(KEY, 0.0, 0, 0, 0),
        lambda: core.replay([0.0]),
        lambda: core.choose(0, 0, [0.0]),
        *(
            lambda name=name, x=number: getattr(core, name)(x)
            for name in ("legal", "view", "memory")
            for number in (0.0, 0.5, Decimal(0), Fraction(1, 2))
        ),
    ]
    assert [attempt(call) for call in calls] == [(TypeError, [])] * len(calls)


# Threads: only cffi lets a second one in during a call.


class FromAnotherThread:
    """An action code that, when it is read, makes a second thread use the game."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call
        self.answers: list[Any] = []

    def __index__(self) -> int:
        thread = threading.Thread(target=lambda: self.answers.append(attempt(self.call)))
        thread.start()
        thread.join()
        return -1


def test_a_second_thread_is_refused() -> None:
    from masko_sdk.errors import ConcurrentUse

    core = Pair.begin(Table(0, random.Random("threads"))).other
    for call in (core.due, core.clone, core.digest, core.moves, lambda: core.ply):
        code = FromAnotherThread(call)
        assert isinstance(core.play(0, code, 0), int)
        assert code.answers == [(ConcurrentUse, [])]
        call()  # the game is free again


def test_clones_share_their_log_between_threads() -> None:
    table = Table(0, random.Random("shared log"))
    pair = Pair.begin(table)
    pair.play_on(20)
    clones = [pair.clone() for _ in range(8)]
    start = threading.Barrier(len(clones))
    moves: list[list[int]] = [[] for _ in clones]

    def play(at: int) -> None:
        rng = random.Random(at)
        core = clones[at].other
        start.wait()
        for _ in range(200):
            due = core.due()
            if not due:
                return
            who = rng.choice(due)
            code = rng.choice(core.legal(who))
            core.play(who, code, who)
            moves[at].append(who << 16 | code)

    threads = [threading.Thread(target=play, args=(at,)) for at in range(len(clones))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for clone, played in zip(clones, moves, strict=True):
        assert clone.one.replay(played) == len(played)
        clone.compare()
        clone.compare_history()

"""Values that nobody should pass, by a name for reports."""

from __future__ import annotations

import enum
import io
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from masko_sdk import HOST, Game, Seed, fifty, masko, mojo, skyjo

__all__ = ["COUNTS", "Own", "hostile_values", "int_values"]

DEEP = 5_000


class Own(Exception):
    """Raised by a hostile object itself; it may come through."""


class Text(str):
    """Not quite a str."""


class Number(int):
    """Not quite an int."""


class Letter(enum.Enum):
    A = "pass"


class Index:
    """An int to those who ask."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Spiteful:
    """Raises whatever is asked of it."""

    def refuse(self, *_: object) -> Any:
        raise Own

    __index__ = __int__ = __hash__ = __eq__ = __len__ = __iter__ = __str__ = refuse
    __getitem__ = __call__ = __bool__ = __repr__ = __fspath__ = __float__ = refuse


class Liar:
    """Says that it is an action, and knows a code."""

    __class__ = masko.Keep  # type: ignore[assignment]
    _code = 0
    kind = "keep"
    slot = 0


class WithCode:
    """Knows the code of another object's action."""

    def __init__(self, code: object) -> None:
        self._code = code


class Keep(masko.Keep):
    """An action of a subclass that no game has."""


class Huge:
    """Says that it is large, and holds nothing."""

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, i: int) -> int:
        raise IndexError


def nested(depth: int) -> list[Any]:
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


def loop() -> list[Any]:
    inner: list[Any] = []
    inner.append(inner)
    return inner


COUNTS = {
    "-2**63-1": -(2**63) - 1,
    "-2**63": -(2**63),
    "-2**31": -(2**31),
    "-129": -129,
    "-1": -1,
    "8": 8,
    "9": 9,
    "255": 255,
    "256": 256,
    "65536": 65536,
    "2**31-1": 2**31 - 1,
    "2**31": 2**31,
    "2**32": 2**32,
    "2**32+1": 2**32 + 1,
    "2**53": 2**53,
    "2**63": 2**63,
    "2**64": 2**64,
    "2**64+1": 2**64 + 1,
    "10**5000": 10**5000,
    "-10**5000": -(10**5000),
}


def int_values() -> dict[str, Any]:
    """Ints, and what looks like one."""
    return {
        **COUNTS,
        "True": True,
        "False": False,
        "int subclass": Number(1),
        "float": 1.0,
        "half": 0.5,
        "nan": float("nan"),
        "inf": float("inf"),
        "complex": 1j,
        "Decimal": Decimal(1),
        "Fraction": Fraction(1),
        "numpy int64": np.int64(1),
        "numpy uint8": np.uint8(1),
        "numpy int64 min": np.int64(-(2**63)),
        "numpy float": np.float64(1),
        "numpy bool": np.bool_(True),
        "numpy array": np.array(1),
        "numpy arrays": np.arange(4),
        "Index(1)": Index(1),
        "Index(huge)": Index(2**70),
        "digits": "1",
    }


def plain_values() -> dict[str, Any]:
    return {
        "None": None,
        "Ellipsis": ...,
        "NotImplemented": NotImplemented,
        "empty str": "",
        "str": "pass",
        "str subclass": Text("pass"),
        "NUL": "\0",
        "lone surrogate": "\ud800",
        "long str": "x" * 100_000,
        "format": "{0.__class__} %s %n",
        "bytes": b"pass",
        "32 bytes": bytes(32),
        "31 bytes": bytes(31),
        "bytearray": bytearray(32),
        "memoryview": memoryview(bytes(32)),
        "list": [],
        "list of ints": [1, 2, 3],
        "list of None": [None, None],
        "nested list": nested(DEEP),
        "list of itself": loop(),
        "tuple": (),
        "pair": (0, 0),
        "dict": {},
        "dict of None": {None: None},
        "dict by int": {1: [1]},
        "dict of list": {"type": []},
        "set": {1},
        "range": range(2),
        "generator": (i for i in range(2)),
        "huge": Huge(),
        "object": object(),
        "type": int,
        "function": len,
        "module": masko,
        "enum": Letter.A,
        "file": io.StringIO("{}"),
        "exception": ValueError("x"),
        "numpy str": np.str_("pass"),
        "numpy strs": np.array(["a"]),
        "numpy objects": np.array([None, object()], dtype=object),
        "numpy record": np.zeros(2, dtype=[("a", "i1")]),
    }


def foreign_values() -> dict[str, Any]:
    """Things of this library, in a wrong place."""
    return {
        "HOST": HOST,
        "host": "host",
        "masko keep": masko.Keep(0),
        "masko unknown keep": masko.Keep(48),
        "masko huge keep": masko.Keep(10**30),
        "masko keep of 5000 digits": masko.Keep(10**5000),
        "masko negative look": masko.Look(-1, -(2**63)),
        "skyjo flip": skyjo.Flip(99),
        "mojo play": mojo.Play(13, 0),
        "fifty play": fifty.Play(51),
        "subclass of an action": Keep(0),
        "class of an action": masko.Keep,
        "liar": Liar(),
        "code 0": WithCode(0),
        "code -1": WithCode(-1),
        "code huge": WithCode(2**70),
        "code str": WithCode("0"),
        "spiteful": Spiteful(),
        "card": masko.Card.NINJA,
        "rules of masko": masko.Rules(),
        "rules of fifty": fifty.Rules(),
        "game": Game(masko.Rules(), 2, seed=1),
        "player": Game(masko.Rules(), 2, seed=1).players[0],
        "record": Game(masko.Rules(), 2, seed=1).record,
        "seed": Seed(bytes(32)),
        "half-made seed": Seed.__new__(Seed),
        "half-made game": Game.__new__(Game),
    }


def hostile_values() -> dict[str, Any]:
    """All of them."""
    return {**int_values(), **plain_values(), **foreign_values()}

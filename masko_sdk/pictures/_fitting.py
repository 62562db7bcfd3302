"""Whether a view that was made by hand can be drawn: its fields are of the types that the core's tables tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from masko_sdk.catalogues import struct_fields
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.pictures._faces import FACES, MOOD_NUMBERS
from masko_sdk.view import RefereeView

__all__ = ["check_view"]

# Lists with a part for each seat, as the tables don't tell.
_BY_SEAT = ("totals", "hands", "face_down", "turned_up", "known", "played", "masks")
_BESIDE = (("discard_top", "discard_size"),)  # lists that go together
_LARGEST = 2**31 - 1
_MOST_SLOTS = 128


def check_view(view: Any, tables: Any) -> None:
    """Refuse a view that could not be drawn.

    Raises:
        ArgumentError: a field holds what there is not: a seat, a card, a number.
        TypeError: a field is of a wrong type.
    """
    _View(view, tables).check()


class _View:
    def __init__(self, view: Any, tables: Any) -> None:
        self._view = view
        self._tables = tables
        self._structs = struct_fields(tables)
        self._seats = 0

    def check(self) -> None:
        """Field by field, the seats first, since all others depend on them."""
        view = self._view
        _check_type("totals", view.totals, Sequence)
        self._seats = len(view.totals)
        least, most = map(int, self._tables.about["players"].split(" "))
        _check_range("the number of totals", self._seats, least, most)
        fields = list(self._tables.view_fields)
        if isinstance(view, RefereeView):
            fields += self._tables.referee_fields
        for name, kind in fields:
            self._check(name, kind, getattr(view, name))
        for name in _BY_SEAT:
            if len(getattr(view, name, view.totals)) != self._seats:
                raise ArgumentError(f"{name} must have a part for each of {self._seats} seats")
        for one, other in _BESIDE:
            first, second = getattr(view, one, None), getattr(view, other, None)
            if isinstance(first, Sequence) and len(first) != len(second or ()):
                raise ArgumentError(f"{one} and {other} must be of one length")

    def _check(self, name: str, kind: str, thing: Any) -> None:
        base = kind.rstrip("?!")
        if thing is None and base != kind:
            return
        if base.startswith("["):
            _check_type(name, thing, Sequence)
            for part in thing:
                self._check(name, base[1:-1], part)
        elif base.startswith("{"):
            _check_type(name, thing, Mapping)
            for slot, part in thing.items():
                _check_range(f"a slot of {name}", slot, 0, _MOST_SLOTS - 1)
                self._check(name, base[1:-1], part)
        elif base in self._structs:
            for field, its_kind in self._structs[base]:
                if not hasattr(thing, field):
                    raise TypeError(f"{name} must be a {base}, not {type(thing).__name__}")
                self._check(f"{name}.{field}", its_kind, getattr(thing, field))
        else:
            self._check_one(name, base, thing)

    def _check_one(self, name: str, kind: str, thing: Any) -> None:
        if kind == "bool":
            _check_type(name, thing, bool)
        elif kind == "mood":
            _check_type(name, thing, tuple)
            if len(thing) != 2 or not all(number in MOOD_NUMBERS for number in thing):
                raise ArgumentError(f"{name} is {_short(thing)}, no Mood card")
        elif kind == "card":
            faces = FACES[self._tables.name]
            _check_range(name, thing, int(faces[0]), int(faces[-1]))
        elif kind in self._tables.choices:
            choices = self._tables.choices[kind]
            if getattr(thing, "value", None) not in choices:
                raise ArgumentError(
                    f"{name} is {_short(thing)}; it must be one of {', '.join(choices)}"
                )
        else:
            bounds = {"seat": (0, self._seats - 1), "slot": (0, _MOST_SLOTS - 1)}
            _check_range(name, thing, *bounds.get(kind, (-_LARGEST, _LARGEST)))


def _check_type(name: str, thing: object, wanted: type) -> None:
    if not isinstance(thing, wanted) or isinstance(thing, str):
        raise TypeError(f"{name} must be a {wanted.__name__}, not {type(thing).__name__}")


def _check_range(name: str, number: object, low: int, high: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} must be an int, not {type(number).__name__}")
    if not low <= number <= high:
        raise ArgumentError(f"{name} is {_short(number)}; it must be from {low} to {high}")

"""Tables to look at, and ways to look at a picture: its elements with the boxes that they take."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.etree import ElementTree

from masko_sdk import Game, pictures
from masko_sdk.pictures._measure import text_width
from tests.support.adapters import adapter_of
from tests.support.options import draw_game
from tests.support.play import Mixture

__all__ = ["Box", "Shown", "look", "overlaps", "tables", "watchers"]

SVG = "{http://www.w3.org/2000/svg}"
LONGEST = 120


@cache
def tables(name: str, count: int = 10) -> tuple[Game[Any, Any, Any], ...]:
    """Games of any options and number of players, each somewhere in its midst."""
    return tuple(_table(name, number) for number in range(count))


def _table(name: str, number: int) -> Game[Any, Any, Any]:
    rng = random.Random(f"pictures {name} {number}")
    game = draw_game(rng, name).start()
    mixture = Mixture(rng, adapter_of(name))
    for _ in range(rng.randrange(LONGEST)):
        if not game.is_over:
            game.play(*mixture.choose(game))
    return game


def watchers(game: Game[Any, Any, Any]) -> list[Any]:
    return [*game.players, game.spectator, game.referee]


@dataclass(frozen=True)
class Box:
    """Left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Box, slack: float = 0.6) -> bool:
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box, slack: float = 0.3) -> bool:
        return (
            self.left + slack < other.right
            and other.left + slack < self.right
            and self.top + slack < other.bottom
            and other.top + slack < self.bottom
        )


def overlaps(boxes: list[Box]) -> list[tuple[Box, Box]]:
    """Pairs that cover each other."""
    return [
        (one, other)
        for at, one in enumerate(boxes)
        for other in boxes[at + 1 :]
        if one.meets(other)
    ]


@dataclass(frozen=True)
class Shown:
    """An element, with the classes of all that it is in, its seat, and its box."""

    element: ElementTree.Element
    classes: tuple[str, ...]
    seat: str | None
    pile: str | None
    box: Box | None

    def get(self, name: str) -> str | None:
        return self.element.get(name)


class Picture:
    """A parsed picture."""

    def __init__(self, svg: str) -> None:
        self.svg = svg
        self.root = ElementTree.fromstring(svg)
        _, _, width, height = map(float, (self.root.get("viewBox") or "").split())
        self.frame = Box(0, 0, width, height)
        self.all = list(_walk(self.root, 0, 0, (), None, None))

    @property
    def description(self) -> str:
        found = self.root.find(f"{SVG}desc")
        assert found is not None
        return found.text or ""

    def of_class(self, name: str) -> list[Shown]:
        return [shown for shown in self.all if name in (shown.get("class") or "").split()]

    def cards(self) -> list[Shown]:
        """All but the small marks of what is remembered."""
        return [shown for shown in self.of_class("card") if "memory" not in shown.classes]

    def sheets(self) -> list[Shown]:
        """The grounds of cards that may not cover each other."""
        return [
            shown for shown in self.of_class("sheet") if not {"memory", "fan"} & set(shown.classes)
        ]

    def texts(self) -> list[Shown]:
        """Texts beside cards."""
        return [
            shown
            for shown in self.all
            if shown.element.tag == f"{SVG}text" and "card" not in shown.classes
        ]


def look(game: Game[Any, Any, Any], watcher: Any, **how: Any) -> Picture:
    return Picture(pictures.svg_of(watcher, secrets=watcher.__class__.__name__ == "Referee", **how))


def _walk(
    element: ElementTree.Element,
    x: float,
    y: float,
    classes: tuple[str, ...],
    seat: str | None,
    pile: str | None,
) -> Iterator[Shown]:
    """All elements; positions are summed over the groups that they are in."""
    moved = (element.get("transform") or "").removeprefix("translate(").partition(")")[0].split()
    if len(moved) == 2 and element.tag == f"{SVG}g":
        x, y = x + float(moved[0]), y + float(moved[1])
    seat = element.get("data-seat") or seat
    pile = element.get("data-pile") or pile
    yield Shown(element, classes, seat, pile, _box(element, x, y))
    inside = (*classes, *(element.get("class") or "").split())
    for child in element:
        yield from _walk(child, x, y, inside, seat, pile)


def _box(element: ElementTree.Element, x: float, y: float) -> Box | None:
    def number(name: str) -> float:
        return float(element.get(name) or 0)

    left, top = x + number("x"), y + number("y")
    if element.tag == f"{SVG}rect":
        return Box(left, top, left + number("width"), top + number("height"))
    if element.tag == f"{SVG}text":
        size = number("font-size")
        wide = text_width(element.text or "", size, bold=element.get("font-weight") == "bold")
        anchor = element.get("text-anchor")
        left -= wide / 2 if anchor == "middle" else wide if anchor == "end" else 0
        return Box(left, top - 0.74 * size, left + wide, top + 0.2 * size)
    return None

"""What a picture is asked for, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any
from unicodedata import bidirectional

from masko_sdk.action import Action
from masko_sdk.catalogues import Catalogue
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.games import GAMES
from masko_sdk.pictures._build import Asked
from masko_sdk.pictures._fitting import check_view
from masko_sdk.view import RefereeView
from masko_sdk.words import Words

__all__ = ["asked_of"]

# Unicode's bidirectional algorithm (UAX 9): what writes from right to left, or forces a direction.
_TURNING = {"R", "AL", "AN", "RLE", "LRE", "RLO", "LRO", "RLI", "LRI", "FSI", "PDF", "PDI"}
_ISOLATE, _END = "\u2068", "\u2069"


def asked_of(
    view: Any,
    memory: Any,
    names: Any,
    seat: Any,
    language: str | Catalogue,
    due: Any,
    legal: Any,
    secrets: bool,
) -> Asked:
    """What is asked for.

    Raises:
        ArgumentError, TypeError: see `masko_sdk.pictures.svg`.
    """
    game, module = _game_of(view)
    if isinstance(view, RefereeView) and not secrets:
        raise ArgumentError("a referee's view holds every card; ask with secrets=True")
    _check_memory(memory)
    check_view(view, module.Rules()._tables)
    count = len(view.totals)
    due = tuple(_seat(other, count) for other in _several("due", due))
    own = None if seat is None else _seat(seat, count)
    legal = tuple(_action(action, module) for action in _several("legal", legal))
    if legal and own is None:
        raise ArgumentError("legal actions are those of a seat; say which seat")
    called = _names(names, count, Words(module.Rules(), (), language=language))
    words = Words(module.Rules(), called, _bare, language)
    return Asked(game, view, memory or {}, words, due, legal, own)


def _game_of(view: Any) -> tuple[str, ModuleType]:
    for name, module in GAMES.items():
        if isinstance(view, module.View):
            return name, module
    raise TypeError(f"view must be the view of a game, not {type(view).__name__}")


def _check_memory(memory: Any) -> None:
    if memory is not None and not isinstance(memory, Mapping):
        raise TypeError(f"memory must be a mapping, not {type(memory).__name__}")


def _several(name: str, things: Any) -> Any:
    if not hasattr(things, "__iter__"):
        raise TypeError(f"{name} must be a sequence, not {type(things).__name__}")
    return things


def _seat(seat: Any, count: int) -> int:
    number = getattr(seat, "seat", seat)  # a Player is as good as its seat
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"a seat must be an int or a Player, not {type(seat).__name__}")
    if not 0 <= number < count:
        raise ArgumentError(f"seat is {_short(number)}; it must be from 0 to {count - 1}")
    return number


def _action(action: Any, module: ModuleType) -> Action:
    if not isinstance(action, module.Action):
        raise TypeError(f"legal must hold actions of the game, not {type(action).__name__}")
    found: Action = action
    return found


def _names(names: Any, count: int, words: Words) -> Sequence[str]:
    if names is None:
        return [words.say("picture", "player", number=seat + 1) for seat in range(count)]
    is_list = isinstance(names, Sequence) and not isinstance(names, str)
    if not is_list or not all(isinstance(name, str) for name in names):
        raise TypeError("names must be a sequence of str")
    if len(names) != count:
        raise ArgumentError(f"there are {len(names)} names; the view has {count} seats")
    return tuple(names)


def _bare(role: str, text: str) -> str:
    """Cards without their brackets, since pictures have frames; names that can't turn the sentence around them."""
    if role in ("card", "known", "hidden"):
        return text[1:-1]
    if any(bidirectional(character) in _TURNING for character in text):
        return f"{_ISOLATE}{text}{_END}"
    return text

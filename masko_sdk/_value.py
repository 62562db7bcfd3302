"""Values: frozen, slotted dataclasses that know their wire name and their JSON form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum, IntEnum
from typing import Any, ClassVar, TypeVar, dataclass_transform

__all__ = ["FrozenMap", "Value", "camel_case", "json_form", "snake_case", "value"]

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def snake_case(name: str) -> str:
    """``TurnUp`` as ``turn_up``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def camel_case(name: str) -> str:
    """``turn_up`` as ``TurnUp``."""
    return "".join(part.capitalize() for part in name.split("_"))


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """Make a class of values: a frozen, slotted dataclass."""
    return dataclass(frozen=True, slots=True)(cls)


class Value:
    """What actions, events, views and their parts have in common."""

    __slots__ = ()
    kind: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Name the kind after the class."""
        super().__init_subclass__()
        cls.kind = snake_case(cls.__name__)

    def to_json(self) -> dict[str, Any]:
        """The fields as JSON values."""
        return {name: json_form(getattr(self, name)) for name in field_names(type(self))}


_NAMES: dict[type, tuple[str, ...]] = {}


def field_names(cls: type) -> tuple[str, ...]:
    """The names of a dataclass's fields, in order."""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(field.name for field in fields(cls))
    return names


def json_form(thing: Any) -> Any:
    """What `json.dumps` takes: cards by wire name, tuples as lists, slots as strings."""
    if thing is None or type(thing) in (int, str, bool):
        return thing
    if isinstance(thing, Value):
        return thing.to_json()
    if isinstance(thing, Enum):
        return getattr(thing, "wire", thing.value)
    if isinstance(thing, tuple):
        return [json_form(item) for item in thing]
    if isinstance(thing, Mapping):
        return {_json_key(key): json_form(item) for key, item in thing.items()}
    raise TypeError(f"{type(thing).__name__} has no JSON form")


def _json_key(key: Any) -> str:
    return key.wire if isinstance(key, IntEnum) and hasattr(key, "wire") else str(key)


class FrozenMap(Mapping[K, V]):
    """A mapping that can't change and has a hash."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V]) -> None:
        object.__setattr__(self, "_items", dict(items))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a FrozenMap can't change")

    def __getitem__(self, key: K) -> V:
        return self._items[key]  # type: ignore[attr-defined, no-any-return]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)  # type: ignore[attr-defined]

    def __len__(self) -> int:
        return len(self._items)  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return repr(self._items)  # type: ignore[attr-defined]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (dict(self),))

"""The options of a game: what every `Rules` has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self, TypeVar

from masko_sdk._value import Value
from masko_sdk.errors import RulesError, _short

__all__ = ["Rules"]

V = TypeVar("V")
A = TypeVar("A")
E = TypeVar("E")


class Rules(Value, Generic[V, A, E]):
    """A game and its options: a frozen value with a hash.

    Generic in the game's views, actions and events, so that a type checker knows what a `Game` of it gives.
    """

    __slots__ = ()
    game: ClassVar[str]

    def __init_subclass__(cls) -> None:
        """Name the game after its module."""
        super().__init_subclass__()
        cls.game = cls.__module__.rpartition(".")[2]

    def __post_init__(self) -> None:
        """Bring each field to its normal form and have the core check it.

        Raises:
            TypeError: a field of a wrong type.
            RulesError: a field outside of its range; it names field, value and range.
        """
        from masko_sdk._game_setup import check_options

        for option in self._tables.options:
            object.__setattr__(self, option.name, option.normal(getattr(self, option.name)))
        check_options(self)

    @property
    def _tables(self) -> Any:
        from masko_sdk._codec import tables_of

        return tables_of(self.game)

    @property
    def _words(self) -> list[int]:
        """The core's words of all options."""
        return [
            w for option in self._tables.options for w in option.words(getattr(self, option.name))
        ]

    def parse(self, text: str) -> A:
        """The action of a text form, ``"keep 2"``: the inverse of `str`.

        Raises:
            UnknownAction: no action of this game.
        """
        action: A = self._tables.parse(text)
        return action

    def from_json(self, form: Mapping[str, Any]) -> A:
        """The action of a JSON form, ``{"type": "keep", "slot": 2}``: the inverse of `Action.to_json`.

        Raises:
            UnknownAction: no action of this game, or a field too many, too few or of a wrong type.
        """
        action: A = self._tables.from_json(form)
        return action

    @property
    def actions(self) -> tuple[A, ...]:
        """All actions that this game ever has, in code order: shared objects."""
        return tuple(self._tables.actions)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Rules from `options`, the JSON form of their fields: the inverse of `to_json`.

        Raises:
            RulesError: an unknown field, or one outside of its range.
            TypeError: options are no mapping.
        """
        from masko_sdk._codec import tables_of

        if not isinstance(options, Mapping):
            raise TypeError(f"options must be a mapping, not {type(options).__name__}")
        known = {option.name for option in tables_of(cls.game).options}
        for name in options:
            if name not in known:
                raise RulesError(
                    "options", _short(name), f"fields of {cls.game}: {', '.join(sorted(known))}"
                )
        return cls(**options)


def presets(rules: type) -> list[str]:
    """The names of the presets of a class of rules: the ways to make it without arguments."""
    made = vars(rules).items()
    return [name for name, way in made if isinstance(way, classmethod) and name[0] != "_"]

"""Seeds: where a game's chance comes from (C5)."""

from __future__ import annotations

import secrets
from typing import Any

from masko_sdk._value import Value, value
from masko_sdk.errors import ArgumentError, RecordError, _short

__all__ = ["Seed", "make_seed"]

_INT_LABEL = b"masko_sdk int seed v1"
_KEY_BYTES = 32
_LAST_INT = 2**64 - 1
GAMES_OF_A_KEY = 2**32
_LAST_GAME = GAMES_OF_A_KEY - 1


@value
class Seed(Value):
    """The 32-byte key of a game's streams, and the game's number under that key.

    Attributes:
        key: 32 bytes. Whoever knows it knows every card.
        game: 0..2^32-1; a plain `Game` has 0, game i of a batch has i.
        number: the int that the key was made from, for simulations and tests.
            None for a key from the OS or given as bytes.
    """

    key: bytes
    game: int = 0
    number: int | None = None

    def __post_init__(self) -> None:
        """Check types and ranges."""
        key: object = self.key
        if not isinstance(key, bytes):
            raise TypeError(f"a key must be bytes, not {type(key).__name__}")
        if len(key) != _KEY_BYTES:
            raise ArgumentError(f"a key has {_KEY_BYTES} bytes, not {len(key)}")
        if type(self.game) is not int:
            raise TypeError("the number of a game must be an int")
        if not 0 <= self.game <= _LAST_GAME:
            raise ArgumentError(f"game is {_short(self.game)}; it must be from 0 to {_LAST_GAME}")
        if self.number is not None and _key_of(self.number) != key:
            # A record keeps the number alone: it would read as another game.
            raise ArgumentError(f"number is {self.number}; the key is not made from it")

    def __repr__(self) -> str:
        origin = "key" if self.number is None else f"int {self.number}"
        return f"<Seed from {origin}, game {self.game}>"

    def to_json(self) -> dict[str, Any]:
        """``{"int": 2024, "game": 0}`` or ``{"key": hex, "game": 0}``."""
        if self.number is not None:
            # Past 2^53 a JSON number breaks in JavaScript.
            number = self.number if self.number < 2**53 else hex(self.number)
            return {"int": number, "game": self.game}
        return {"key": self.key.hex(), "game": self.game}

    @classmethod
    def from_json(cls, form: Any) -> Seed:
        """The inverse of `to_json`.

        Raises:
            RecordError: the form is none of a seed.
        """
        try:
            if set(form) == {"int", "game"}:
                number = form["int"]
                seed = make_seed(int(number, 16) if isinstance(number, str) else number)
            elif set(form) == {"key", "game"}:
                seed = make_seed(bytes.fromhex(form["key"]))
            else:
                raise ValueError
            return cls(seed.key, form["game"], seed.number)
        except (TypeError, ValueError, AttributeError):
            raise RecordError("the seed of the record can't be read") from None


def make_seed(seed: int | bytes | Seed | None) -> Seed:
    """The seed that a caller means: None is 32 bytes from the OS, an int is for simulations and tests.

    Raises:
        TypeError: none of the four.
        ArgumentError: an int outside of 0..2^64-1, or not 32 bytes.
    """
    if seed is None:
        return Seed(secrets.token_bytes(_KEY_BYTES))
    if isinstance(seed, Seed):
        return seed
    if isinstance(seed, (bytes, bytearray)):
        if len(seed) != _KEY_BYTES:
            raise ArgumentError(f"a seed of bytes has {_KEY_BYTES} of them, not {len(seed)}")
        return Seed(bytes(seed))
    key = _key_of(seed)
    return Seed(key, 0, int(seed))


def _key_of(number: int) -> bytes:
    """The key that an int makes."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"a seed is None, an int, 32 bytes or a Seed, not {type(number).__name__}")
    if not 0 <= number <= _LAST_INT:
        raise ArgumentError(f"seed is {_short(number)}; an int must be from 0 to 2^64-1")
    return (int(number).to_bytes(8, "little") + _INT_LABEL).ljust(_KEY_BYTES, b"\0")

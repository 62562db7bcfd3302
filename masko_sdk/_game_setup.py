"""From the arguments of a game to the core's setup, checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from masko_sdk import _backend as b
from masko_sdk._status import setup_fault
from masko_sdk._value import json_form
from masko_sdk.errors import ArgumentError, RulesError, Told, _short
from masko_sdk.seed import Seed

__all__ = ["check_options", "deck_forms", "need_rules", "pack_decks", "player_names", "setup_of"]

_NO_KEY = bytes(b.KEY_BYTES)
_NAME_LENGTH = 64
_MOST_NAMES = 64


def setup_of(
    rules: Any, players: int, first_player: Any, seed: Seed, decks: bytes = b""
) -> b.Setup:
    """The core's setup of a game.

    Raises:
        TypeError: a count of a wrong type.
        RulesError: players, first player or a deck outside of what is allowed.
    """
    tables = need_rules(rules)._tables
    if type(players) is not int:
        raise TypeError(f"players must be an int or names, not {type(players).__name__}")
    if type(first_player) is not int:
        raise TypeError(f"first_player must be an int, not {type(first_player).__name__}")
    low, high = map(int, tables.about["players"].split(" "))
    if not low <= players <= high:
        raise RulesError("players", players, f"from {low} to {high}")
    if not 0 <= first_player < players:
        raise RulesError("first_player", first_player, f"a seat from 0 to {players - 1}")
    setup = b.backend.Setup(
        tables.number, rules._words, players, first_player, seed.key, seed.game, decks, b.path()
    )
    fault = setup.check()
    if fault[0] != b.OK:
        raise setup_fault(tables, rules, players, first_player, fault)
    return setup


def need_rules(rules: Any) -> Any:
    """The rules, if they are such.

    Raises:
        TypeError: something else.
    """
    from masko_sdk.rules import Rules

    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
    return rules


def check_options(rules: Any) -> None:
    """Have the core check the options alone.

    Raises:
        RulesError: a field outside of its range.
    """
    fewest = int(rules._tables.about["players"].split(" ")[0])
    setup_of(rules, fewest, 0, Seed(_NO_KEY))


def player_names(players: Any) -> tuple[str, ...]:
    """The names of the seats: those given, or ``"Player 1"`` and so on.

    Raises:
        TypeError: neither an int nor a sequence of str.
        RulesError: far more names than any game has seats.
        ArgumentError: a name that is empty, longer than 64 characters, shows nothing, holds a control character
            or is no valid text.
    """
    if type(players) is int:
        return tuple(f"Player {i + 1}" for i in range(max(0, min(players, b.ONLOOKER))))
    if isinstance(players, (str, bytes)) or not isinstance(players, Sequence):
        raise TypeError(f"players must be an int or names, not {type(players).__name__}")
    if len(players) > _MOST_NAMES:  # before a name is read: a hostile list may be long
        raise RulesError("players", Told(f"{len(players)} names"), f"at most {_MOST_NAMES} names")
    return tuple(_name(name) for name in players)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"a name must be a str, not {type(name).__name__}")
    if not 1 <= len(name) <= _NAME_LENGTH:
        raise ArgumentError(f"a name has {len(name)} characters; it must have 1 to {_NAME_LENGTH}")
    if any(unicodedata.category(character) == "Cs" for character in name):
        # A surrogate, which no UTF-8 file can hold: a command line in another encoding brings such.
        raise ArgumentError(f"the name {_short(name)} is no valid text")
    if any(map(_is_control, name)):
        raise ArgumentError(f"the name {_short(name)} holds a control character")
    if not name_as_seen(name):
        raise ArgumentError(f"the name {_short(name)} shows nothing")
    return str(name)


_BLANKS = "\u115f\u1160\u2800"  # letters and a pattern that show nothing


def name_as_seen(name: str) -> str:
    """What two names have in common that look alike: not capitals, spaces, nor what is invisible."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(
        char for char in folded if unicodedata.category(char)[0] not in "CZ" and char not in _BLANKS
    )


def _is_control(character: str) -> bool:
    """Whether it could break a line or turn the text around a name."""
    if unicodedata.category(character) in ("Cc", "Zl", "Zp"):
        return True
    # Embeddings, overrides and isolates of the bidirectional algorithm (Unicode annex 9).
    return "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069"


def pack_decks(rules: Any, decks: Any) -> bytes:
    """The faces of given decks, one round after the other (C3).

    Raises:
        TypeError: not a sequence of decks.
        RulesError: a deck that is no permutation of the game's deck.
    """
    if decks is None:
        return b""
    if isinstance(decks, (str, bytes)) or not isinstance(decks, Sequence):
        raise TypeError(f"decks must be a list of decks, not {type(decks).__name__}")
    packed = bytearray()
    for round_, deck in enumerate(decks):
        packed += _pack_deck(rules, round_, deck)
    return bytes(packed)


def _moods_option(rules: Any) -> Any:
    """The option that holds a deck of its own beside the main one (F2), or None."""
    return next((o for o in rules._tables.options if o.type.startswith("moods")), None)


def _pack_deck(rules: Any, round_: int, deck: Any) -> bytes:
    tables = rules._tables
    part = f"[{round_}]"
    allowed = f"a permutation of the deck of {tables.name}"
    _need_list(part, deck)
    moods = _moods_option(rules)
    if moods is None:
        return _pack_cards(tables, part, deck, allowed)
    if len(deck) != 2:
        raise RulesError(
            "decks",
            Told(f"{len(deck)} parts"),
            "a pair: the order of the cards, the order of the moods",
            part,
        )
    packed = _pack_cards(tables, part, deck[0], allowed)
    return packed + _pack_moods(list(getattr(rules, moods.name)), part, deck[1])


def _need_list(part: str, cards: Any) -> None:
    if isinstance(cards, (str, bytes)) or not isinstance(cards, Sequence):
        raise TypeError(f"decks{part} must be a list of cards, not {type(cards).__name__}")


def _pack_cards(tables: Any, part: str, cards: Any, allowed: str) -> bytes:
    _need_list(part, cards)
    if len(cards) != int(tables.about["deck"]):
        raise RulesError("decks", Told(f"{len(cards)} cards"), allowed, part)
    try:
        return bytes(tables.face(card) & 0xFF for card in cards)
    except ArgumentError as error:
        raise RulesError("decks", Told(str(error)), allowed, part) from None


def _pack_moods(left: list[Any], part: str, moods: Any) -> bytes:
    """Indices into the mood deck; equal moods are taken in its order."""
    _need_list(part, moods)
    packed = bytearray()
    for mood in moods:
        pair = tuple(mood) if isinstance(mood, Sequence) else mood
        if pair not in left:
            raise RulesError("decks", mood, "a permutation of mood_deck", part)
        packed.append(left.index(pair))
        left[packed[-1]] = None
    if len(packed) != len(left):
        raise RulesError("decks", Told(f"{len(packed)} moods"), "a permutation of mood_deck", part)
    return bytes(packed)


def deck_forms(rules: Any, packed: bytes, deck_bytes: int) -> list[Any]:
    """The JSON forms of packed decks."""
    tables = rules._tables
    size = int(tables.about["deck"])
    moods = _moods_option(rules)
    faces = memoryview(packed).cast("b").tolist()
    decks = []
    for start in range(0, len(faces), deck_bytes):
        cards = [json_form(tables.card(face)) for face in faces[start : start + size]]
        rest = faces[start + size : start + deck_bytes]
        if moods is None:
            decks.append(cards)
        else:
            decks.append([cards, [json_form(getattr(rules, moods.name)[i]) for i in rest]])
    return decks

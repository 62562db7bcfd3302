"""What happens and what can be done, in words: sentences as data, one catalogue a language.

A sentence has a key: a kind, then any number of marks that must hold for it. Of the sentences of a kind,
the one with the most marks that all hold is told, so that "looked own hidden" goes before "looked".

Marks of an event, an action or a view, from its fields as the core's tables type them:

- ``hidden``: a secret field is not for this observer
- ``own``: the second seat is the first one, or the actor
- ``no_slot``: the field `slot` is None
- ``announced``: the field `announced` is True
- ``reason=won``, ``pile=1``, ``winners=2``: a choice, a small number, or how many a list holds

The parameters of a sentence are the fields, by name, and those of a result or outcome in them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from masko_sdk.words_en import ENGLISH

__all__ = ["Catalogue", "Paint", "Words", "plain"]

Catalogue = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Game (or ``"any"``), section, key: sentence."""

Paint = Callable[[str, str], str]
"""Dresses a text by its role: ``"name"``, ``"card"``, ``"hidden"``."""

_COUNTED_FROM_ZERO = {"round", "trick", "trick_number"}
_MOST_MARKED = 10

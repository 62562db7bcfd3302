"""What a sender was answered, so that a message that comes twice is done once."""

from __future__ import annotations

from typing import Any

from masko_sdk.errors import RecordError, _short
from masko_sdk.table.checks import items, json_text, number
from masko_sdk.table.messages import HEAD, Message, is_id
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.texts import compact

__all__ = ["Answers"]

_JOINED = f'{HEAD}"joined"'
"""How an answer begins that may hold a token."""


class Answers:
    """The last answers to one sender, by the id of what was answered.

    A number that is not kept any more and not above those that were is refused: it may have been done already.
    """

    __slots__ = ("_floor", "_kept", "_most", "_secret")

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[int | str, tuple[Any, str]] = {}
        self._secret: set[int | str] = set()
        self._floor = -1

    def find(self, message: Message) -> str | None:
        """The first answer to this message; None: it is new.

        Raises:
            TableRefusal: the id was used for another message, or is too old to tell.
        """
        found = self._kept.get(message.id) if message.id is not None else None
        if found is None:
            if isinstance(message.id, int) and message.id <= self._floor:
                raise TableRefusal(Refusal.ID_TOO_OLD)
            return None
        if found[0] != (message.type, message.fields):
            raise TableRefusal(Refusal.ID_REUSED)
        return found[1]

    def keep(self, message: Message, answer: str) -> None:
        """Remember what was answered; of the oldest number, that it was."""
        kept = self._kept
        if message.id is None:
            return
        kept[message.id] = ((message.type, message.fields), answer)
        if message.type == "join" and answer.startswith(_JOINED):
            self._secret.add(message.id)
        if len(kept) > self._most:
            oldest = next(iter(kept))
            del kept[oldest]
            self._secret.discard(oldest)
            if isinstance(oldest, int):
                self._floor = max(self._floor, oldest)

    def to_json(self) -> list[Any]:
        """What `from_json` takes; without the answers that hold a token."""
        kept = [
            [key, compact(said), answer]
            for key, (said, answer) in self._kept.items()
            if key not in self._secret
        ]
        return [self._floor, kept]

    @classmethod
    def from_json(cls, form: Any, most: int) -> Answers:
        """The inverse of `to_json`.

        Raises:
            RecordError: `form` is none of answers.
        """
        answers = cls(most)
        floor, kept = items("answers", form)
        answers._floor = number("the oldest id", floor, -1)
        for key, said, answer in items("answers", kept, most):
            if not is_id(key):
                raise RecordError(f"the record's table has answers to the id {_short(key)}")
            kind, fields = items("what was said", json_text("what was said", said))
            json_text("an answer", answer)
            answers._kept[key] = ((kind, fields), answer)
        return answers

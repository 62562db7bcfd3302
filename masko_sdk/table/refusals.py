"""Why a table refuses a message."""

from __future__ import annotations

from enum import Enum

from masko_sdk.catalogues import sentences_of
from masko_sdk.errors import MaskoError

__all__ = ["Refusal", "TableRefusal"]


class Refusal(Enum):
    """Why a table refuses a message; what the game refuses has the game's own reasons."""

    BAD_MESSAGE = "bad_message"
    BAD_VERSION = "bad_version"
    UNKNOWN_MESSAGE = "unknown_message"
    UNKNOWN_FIELD = "unknown_field"
    MISSING_FIELD = "missing_field"
    BAD_FIELD = "bad_field"
    ID_REUSED = "id_reused"
    ID_TOO_OLD = "id_too_old"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    BAD_TOKEN = "bad_token"
    SEAT_TAKEN = "seat_taken"
    NO_SEAT_LEFT = "no_seat_left"
    TOO_MANY_WATCHERS = "too_many_watchers"
    NOT_HOST = "not_host"
    OWN_SEAT = "own_seat"
    NO_PLAYER = "no_player"
    EMPTY_SEATS = "empty_seats"
    NOT_STARTED = "not_started"
    STARTED = "started"
    NOT_OVER = "not_over"
    OTHER_LINE = "other_line"
    WINDOW_NEEDED = "window_needed"
    TOO_LATE = "too_late"
    NO_CLAIM_LEFT = "no_claim_left"
    NO_TAKE_BACK = "no_take_back"
    OFFER_OPEN = "offer_open"
    NO_OFFER = "no_offer"


class TableRefusal(MaskoError):
    """A message that the table itself refuses; nothing has changed.

    Attributes:
        reason: why.
        what: the field or type it is about, or an empty text.
    """

    def __init__(self, reason: Refusal, what: str = "") -> None:
        super().__init__(reason, what)
        self.reason = reason
        self.what = what

    def __str__(self) -> str:
        marks = ("what",) if self.what else ()
        sentence = sentences_of("any").find("refusals", self.reason.value, marks)
        return str(sentence).format(what=self.what)

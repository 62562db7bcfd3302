"""Who sits where, who looks on, and by which connection they speak."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator
from typing import Any

from masko_sdk._game_setup import name_as_seen, player_names
from masko_sdk.errors import ArgumentError
from masko_sdk.table.answers import Answers
from masko_sdk.table.floods import Bucket
from masko_sdk.table.messages import is_text
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.settings import Settings

__all__ = ["GUEST_ANSWERS", "SEAT_ANSWERS", "UNHEARD", "Chair", "Hall", "Link"]

_GUESTS = 256
UNHEARD = 16
SEAT_ANSWERS = 64
GUEST_ANSWERS = 8
"""How many answers are kept: guests are many, and do little."""


class Chair:
    """A seat at the table.

    Attributes:
        seat: its number.
        name: what its player is called.
        taken: whether a person has it.
        bot: the policy that plays it, or None.
        fault: what went wrong first with that, since the table was made or restored.
        token: SHA-256 of the token by which its player comes back, or None.
        address: where its messages go, or None: nobody is connected.
        lost_at: when the last connection was lost; table time.
        away: whether its time was up and it has said nothing since.
        answers: what it was answered.
        unheard: how its claims came out while nobody was connected; the last few.
        barred: whether its player was removed: the host program speaks for it no more until it has invited one.
    """

    __slots__ = (
        "address", "answers", "away", "barred", "bot", "fault", "lost_at", "name", "seat", "taken",
        "token", "unheard",
    )  # fmt: skip

    def __init__(self, seat: int, bot: Any = None) -> None:
        self.seat = seat
        self.bot = bot
        self.fault: Exception | None = None
        self.barred = False
        self.clear_name()
        self.clear()

    def clear_name(self) -> None:
        """It is called by its number."""
        self.name = f"{'Player' if self.bot is None else 'Bot'} {self.seat + 1}"

    def clear(self) -> None:
        """Nobody has it any more."""
        self.taken = False
        self.token: str | None = None
        self.address: int | str | None = None
        self.lost_at: int | None = None
        self.away = False
        self.answers = Answers(SEAT_ANSWERS)
        self.unheard: list[str] = []

    @property
    def is_present(self) -> bool:
        """Whether a person is there to be asked."""
        return self.taken and self.address is not None

    def note_unheard(self, text: str) -> None:
        """Keep what its player is told on coming back."""
        self.unheard = [*self.unheard, text][-UNHEARD:]

    @property
    def is_free(self) -> bool:
        """Whether somebody may take it."""
        return not self.taken and self.bot is None


class Link:
    """A connection, or the seat that the host program speaks for.

    Attributes:
        name: what the host program calls it.
        seat: the seat it speaks for; None: a guest.
        watching: whether it looks on.
        bucket: how much it may send.
        answers: what it was answered as a guest.
    """

    __slots__ = ("answers", "bucket", "name", "seat", "watching")

    def __init__(self, name: int | str, bucket: Bucket) -> None:
        self.name = name
        self.seat: int | None = None
        self.watching = False
        self.bucket = bucket
        self.answers = Answers(GUEST_ANSWERS)

    @property
    def is_barred(self) -> bool:
        """Whether it is the host program's for a seat whose player was removed: it is no guest like others."""
        return isinstance(self.name, int) and self.seat is None


class Hall:
    """The chairs and the connections of a table.

    Attributes:
        chairs: by seat.
        links: the connections, by name.
        arrived: the seats that persons have, in the order in which they first spoke.
    """

    def __init__(
        self,
        chairs: list[Chair],
        settings: Settings,
        make_token: Callable[[], str],
    ) -> None:
        self.chairs = chairs
        self.settings = settings
        self.links: dict[int | str, Link] = {}
        self.arrived: list[int] = []
        self._make_token = make_token

    # Connections.

    def link(self, name: int | str, now: int) -> Link:
        """The connection of this name; an unknown one is a guest's."""
        link = self.links.get(name)
        if link is None:
            link = Link(name, Bucket(self.settings.rate, self.settings.burst, now))
            self._forget_a_guest()
            self.links[name] = link
        return link

    def _forget_a_guest(self) -> None:
        """Memory stays bounded, whatever the host program does."""
        if len(self.links) >= _GUESTS + self.settings.watchers + len(self.chairs):
            for link in self.links.values():
                if link.seat is None and not link.watching:
                    del self.links[link.name]
                    return

    def speak(self, link: Link, chair: Chair) -> int | str | None:
        """Let a connection speak for a seat; returns the one that did so far."""
        before = chair.address if chair.address != link.name else None
        if before is not None and before in self.links:
            self.links[before].seat = None
        link.seat = chair.seat
        link.watching = False
        if chair.bot is None:
            chair.taken = True
            chair.address = link.name
            chair.lost_at = None
            chair.away = False
            if chair.seat not in self.arrived:
                self.arrived.append(chair.seat)
        return before

    def lose(self, name: int | str, now: int) -> Link | None:
        """A connection is gone; returns what it was."""
        link = self.links.pop(name, None)
        if link is not None and link.seat is not None:
            chair = self.chairs[link.seat]
            if chair.address == name:
                chair.address = None
                chair.lost_at = now
        return link

    def addresses(self) -> Iterator[tuple[int, int | str]]:
        """Each seat that can be written to, with where to."""
        for chair in self.chairs:
            if chair.address is not None:
                yield chair.seat, chair.address

    def watchers(self) -> list[int | str]:
        """The connections that look on."""
        return [link.name for link in self.links.values() if link.watching]

    # Coming and going.

    def join(self, link: Link, name: Any, seat: int | None) -> tuple[Chair, str | None]:
        """Take a seat: the chair, and the token that brings back to it.

        Raises:
            TableRefusal: the connection has one, the name is none or another's, the seat is taken or none is left.
        """
        if link.seat is not None:
            if not isinstance(link.name, int) or seat not in (None, link.seat):
                raise TableRefusal(Refusal.ALREADY_SEATED)
            chair = self.chairs[link.seat]
            chair.name = self._proper_name(chair, name)
            return chair, None
        chair = self._free_chair(seat)
        proper = self._proper_name(chair, name)
        token = self._proper_token()
        chair.clear()
        chair.name = proper
        chair.token = _hashed(token)
        self.speak(link, chair)
        return chair, token

    def _proper_name(self, chair: Chair, name: Any) -> str:
        """A name that is one, and that nobody else at the table seems to have."""
        try:
            proper = player_names([name])[0]
        except (ArgumentError, TypeError):
            raise TableRefusal(Refusal.BAD_NAME) from None
        others = [other for other in self.chairs if other is not chair and not other.is_free]
        if name_as_seen(proper) in [name_as_seen(other.name) for other in others]:
            raise TableRefusal(Refusal.NAME_TAKEN)
        return proper

    def _free_chair(self, seat: int | None) -> Chair:
        if seat is None:
            for chair in self.chairs:
                if chair.is_free:
                    return chair
            raise TableRefusal(Refusal.NO_SEAT_LEFT)
        if not 0 <= seat < len(self.chairs):
            raise TableRefusal(Refusal.BAD_FIELD, "seat")
        if not self.chairs[seat].is_free:
            raise TableRefusal(Refusal.SEAT_TAKEN)
        return self.chairs[seat]

    def new_token(self, chair: Chair) -> str:
        """A token for a seat, which is held for its player; only its hash is kept."""
        token = self._proper_token()
        chair.taken = True
        chair.barred = False
        chair.token = _hashed(token)
        return token

    def _proper_token(self) -> str:
        """A token that a client can send."""
        token: object = self._make_token()
        if not isinstance(token, str):
            raise TypeError(f"tokens must return a str, not {type(token).__name__}")
        if not is_text(token):
            raise ArgumentError("tokens must return a valid text of at most 256 characters")
        return token

    def rejoin(self, link: Link, token: str) -> tuple[Chair, int | str | None]:
        """Come back by token: the chair, and the older connection that it was taken from.

        Raises:
            TableRefusal: no seat has this token, or the connection speaks for another one.
        """
        found = None
        given = _hashed(token)
        for chair in self.chairs:  # all of them, so that the time taken tells nothing
            if hmac.compare_digest(chair.token or "", given):
                found = chair
        if found is None:
            raise TableRefusal(Refusal.BAD_TOKEN)
        if link.seat is not None and link.seat != found.seat:
            raise TableRefusal(Refusal.ALREADY_SEATED)
        return found, self.speak(link, found)

    def watch(self, link: Link) -> None:
        """Look on.

        Raises:
            TableRefusal: the connection has a seat, or there are too many.
        """
        if link.seat is not None:
            raise TableRefusal(Refusal.ALREADY_SEATED)
        if not link.watching and len(self.watchers()) >= self.settings.watchers:
            raise TableRefusal(Refusal.TOO_MANY_WATCHERS)
        link.watching = True

    def leave(self, link: Link) -> Chair | None:
        """Give up the seat, or stop looking on."""
        link.watching = False
        if link.seat is None:
            return None
        chair = self.chairs[link.seat]
        if isinstance(link.name, int):
            del self.links[link.name]
        self._vacate(chair, link)
        return chair

    def remove(self, chair: Chair) -> int | str | None:
        """Take a seat from its player; returns the connection that spoke for it, which is a guest's now.

        Raises:
            TableRefusal: nobody has it.
        """
        if not chair.taken:
            raise TableRefusal(Refusal.NO_PLAYER)
        before = chair.address
        self._vacate(chair, None if before is None else self.links[before])
        chair.barred = True
        return before

    def _vacate(self, chair: Chair, link: Link | None) -> None:
        """Nobody has the seat any more, and by its connection nobody speaks for it."""
        if link is not None:
            link.seat = None
        self.free(chair)

    def free(self, chair: Chair) -> None:
        """Nobody has the seat any more."""
        chair.clear()
        if chair.seat in self.arrived:
            self.arrived.remove(chair.seat)

    @property
    def host(self) -> int | None:
        """The first to come of those who are there: who opened the table has it back on coming back."""
        present = (seat for seat in self.arrived if self.chairs[seat].is_present)
        return next(present, self.arrived[0] if self.arrived else None)

    def persons_present(self) -> list[int]:
        """The seats whose players can be asked."""
        return [chair.seat for chair in self.chairs if chair.is_present]


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()

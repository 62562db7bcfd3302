"""The live table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Unpack

from masko_sdk._game_setup import player_names, setup_of
from masko_sdk.errors import ArgumentError, _short
from masko_sdk.game import Game
from masko_sdk.record import MAX_ACTIONS, MAX_BYTES, Record
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed, make_seed
from masko_sdk.table import saving
from masko_sdk.table.checks import LATEST
from masko_sdk.table.desk import Desk
from masko_sdk.table.messages import Out, is_text, say
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.requests import handle
from masko_sdk.table.seats import Chair, Hall, Link
from masko_sdk.table.settings import SettingFields, Settings, policy_given

__all__ = ["Table"]


def _make_token() -> str:
    return secrets.token_hex(16)


class Table:
    """One table at which people, bots and onlookers meet: it does no I/O, has no clock and starts no threads.

    The host program brings messages and the time, and sends what it gets back to where it is addressed.
    A connection is a str of at most 256 characters that the host program chose; an int is a seat whose player it has
    authenticated itself.
    `now` is its monotonic clock in milliseconds, and never goes back.

    Args:
        rules: the game and its options.
        seats: how many, or the names of players whom the host program has seated itself.
        seed: where chance comes from; None: from the OS, anew for each game.
            One that is given is for tests: a rematch takes its next game number.
        first_player: who plays first in the first game; a rematch passes it on by one.
        bots: the policy of each seat that a bot plays: a name, a `Builtin`, or one's own; see `faults`.
        tokens: makes the secret by which a player comes back, a text of at most 256 characters; for tests.
        settings: the fields of `Settings`.

    Raises:
        RulesError: seats or first player outside of what is allowed.
        ArgumentError: a setting, a seed, a bot or a name outside of what is allowed.
        TypeError: an argument of a wrong type.
    """

    __slots__ = ("_desk", "_epoch")

    def __init__(
        self,
        rules: Rules[Any, Any, Any],
        seats: int | Sequence[str] = 4,
        *,
        seed: int | bytes | Seed | None = None,
        first_player: int = 0,
        bots: Mapping[int, Any] | None = None,
        tokens: Callable[[], str] = _make_token,
        **settings: Unpack[SettingFields],
    ) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be the Rules of a game, not {type(rules).__name__}")
        _check_seats(seats)
        count = seats if isinstance(seats, int) else len(seats)
        own_seed = None if seed is None else make_seed(seed)
        setup_of(rules, count, first_player, own_seed or Seed(bytes(32)))
        chairs = [Chair(seat) for seat in range(count)]
        if not isinstance(seats, int):
            for chair, name in zip(chairs, player_names(seats), strict=True):
                chair.name = name
                chair.taken = True
        for seat, policy in _need_bots(bots).items():
            _seat_bot(chairs, seat, policy)
        hall = Hall(chairs, Settings(**settings), _need_tokens(tokens))
        self._desk = Desk(rules, hall, own_seed, first_player)
        self._epoch: int | None = None

    def __repr__(self) -> str:
        return f"<Table of {self._desk.rules.game} with {len(self._desk.hall.chairs)} seats, {self.phase}>"

    # What it is.

    @property
    def settings(self) -> Settings:
        """How it is run."""
        return self._desk.settings

    @property
    def game(self) -> Game[Any, Any, Any] | None:
        """The game, for the host program alone; None before the first has begun."""
        match = self._desk.match
        return None if match is None else match.game

    @property
    def phase(self) -> str:
        """``"lobby"``, ``"playing"`` or ``"over"``."""
        match = self._desk.match
        if match is None:
            return "lobby"
        return "over" if match.is_over else "playing"

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(chair.name for chair in self._desk.hall.chairs)

    @property
    def connections(self) -> tuple[int | str, ...]:
        """All connections that it knows, guests included."""
        return tuple(self._desk.hall.links)

    @property
    def faults(self) -> dict[int, Exception]:
        """By seat, what went wrong first with a bot of one's own, since the table was made or restored.

        It raised, answered with no action of this game, with one that it may not do, or played itself.
        The `absent` policy decides whenever it does, and the table goes on.
        """
        chairs = self._desk.hall.chairs
        return {chair.seat: chair.fault for chair in chairs if chair.fault is not None}

    # Messages and time.

    def receive(
        self, now: int, sender: int | str, message: str | bytes | bytearray | dict[str, Any]
    ) -> list[Out]:
        """Take in a message, text or an already parsed object, and return what is to be sent.

        What was to happen before `now` happens first.
        A message that comes at the very millisecond at which a time is up is still in time.

        Args:
            now: your monotonic clock, in milliseconds.
            sender: the connection that it came from, or the seat that your program speaks for.
            message: JSON, or what `wire.parse` made of it.

        Raises:
            ArgumentError: the time goes back, or there is no such seat for the host program to speak for.
            TypeError: an argument of a wrong type.
        """
        link_name = self._sender(sender)
        if not isinstance(message, (str, bytes, bytearray, dict)):
            raise TypeError(f"a message is text or a dict, not {type(message).__name__}")
        desk = self._at(now)
        desk.run(until=desk.now - 1)
        link = self._link(link_name)
        handle(desk, link, message)
        return self._said()

    def advance(self, now: int) -> list[Out]:
        """Let everything happen that was to happen up to now, and return what is to be sent.

        It does a bounded amount at once: while `next_deadline` is not later than now, call it again.

        Raises:
            ArgumentError: the time goes back.
            TypeError: now is no int.
        """
        desk = self._at(now)
        desk.run(until=desk.now)
        return self._said()

    def lost(self, now: int, sender: int | str) -> list[Out]:
        """The connection `sender` is gone; its seat is kept, and after `Settings.grace_ms` played for.

        Raises:
            ArgumentError, TypeError: as for `receive`.
        """
        name = self._sender(sender)
        desk = self._at(now)
        desk.run(until=desk.now - 1)
        link = desk.hall.lose(name, desk.now)
        if link is not None and (link.seat is not None or link.watching):
            desk.tell_lobby()
            if link.seat is not None:
                desk.gone(link.seat)
        return self._said()

    @property
    def next_deadline(self) -> int | None:
        """When `advance` has something to do if nothing is received; None: nothing."""
        deed = self._desk.next_deed()
        return None if deed is None else deed[0] + (self._epoch or 0)

    def start(self, now: int) -> list[Out]:
        """Begin the first game at the time `now`, as a host's message would; empty seats are played for.

        Raises:
            TableRefusal: it has begun.
        """
        desk = self._at(now)
        desk.start(fill=True)
        return self._said()

    def invite(self, seat: int) -> str:
        """A new token for a seat, to be handed to its player, who comes in with ``rejoin``; an older one is void.

        A seat whose player was removed is somebody's again, and your program may speak for it.

        Raises:
            ArgumentError: no such seat, or a bot has it.
            TypeError: seat is no int.
        """
        return self._desk.hall.new_token(self._seat(seat))

    def remove(self, now: int, seat: int) -> list[Out]:
        """Take a seat from its player, as the host's message ``remove`` would, but the host's own too.

        Its token is void from now on; its connection is told ``removed``, and is a guest's.
        Before the game the seat is free again; in it, `Settings.absent` plays for it at once, as for one who left.
        If your program speaks for the seat itself, all that it brings from there is refused until it calls `invite`.

        Args:
            now: your monotonic clock, in milliseconds.
            seat: a seat that a person has, connected or not.

        Raises:
            ArgumentError: no such seat, or a bot has it; or the time goes back.
            TableRefusal: nobody has it.
            TypeError: an argument of a wrong type.
        """
        chair = self._seat(seat)
        if not chair.taken:
            raise TableRefusal(Refusal.NO_PLAYER)
        desk = self._at(now)
        desk.run(until=desk.now - 1)
        if chair.taken:  # else its time was up meanwhile
            desk.remove(chair)
            desk.settle(time_is_up=False)
        return self._said()

    def _seat(self, seat: Any) -> Chair:
        """The chair of a seat that no bot has."""
        if isinstance(seat, bool) or not isinstance(seat, int):
            raise TypeError(f"seat must be an int, not {type(seat).__name__}")
        self._sender(seat)
        return self._desk.hall.chairs[seat]

    def _sender(self, sender: Any) -> int | str:
        if isinstance(sender, str):
            plain = sender[:]  # of a subclass too
            if not is_text(plain):  # it is kept, and saved
                raise ArgumentError(
                    f"a sender is {_short(sender)}; it must be valid text of at most {saving.SENDER_LENGTH} characters"
                )
            return plain
        if isinstance(sender, bool) or not isinstance(sender, int):
            raise TypeError(f"a sender is a str or a seat, not {type(sender).__name__}")
        chairs = self._desk.hall.chairs
        if not 0 <= sender < len(chairs):
            raise ArgumentError(f"seat is {_short(sender)}; it must be from 0 to {len(chairs) - 1}")
        if chairs[sender].bot is not None:
            raise ArgumentError(f"seat {sender} is a bot's")
        return int(sender)

    def _link(self, name: int | str) -> Link:
        desk = self._desk
        link = desk.hall.link(name, desk.now)
        if isinstance(name, int) and link.seat is None and not desk.hall.chairs[name].barred:
            before = desk.hall.speak(link, desk.hall.chairs[name])
            if before is not None:
                desk.say(before, say("moved", seat=name))
            desk.tell_lobby()
        return link

    def _at(self, now: int) -> Desk:
        if isinstance(now, bool) or not isinstance(now, int):
            raise TypeError(f"now must be an int, not {type(now).__name__}")
        desk = self._desk
        if self._epoch is None:
            self._epoch = now - desk.now
        time = now - self._epoch
        if time < desk.now:
            raise ArgumentError(f"now is {_short(desk.now - time)} ms before the last time given")
        if time > LATEST:
            raise ArgumentError(f"now is {_short(time)} ms after the first time given")
        desk.now = time
        return desk

    def _said(self) -> list[Out]:
        desk = self._desk
        outs, desk.outs = desk.outs, []
        return outs

    # Saving.

    @property
    def record(self) -> Record:
        """The record of the game, with the notes of its moves and the table's own part; it holds the seed.

        Times in it are milliseconds since the table began.
        """
        return saving.record_of(self._desk)

    def save(self) -> str:
        """All that `restore` needs, as text: the record. It holds the seed, and of tokens their SHA-256 only."""
        return self.record.dumps()

    @classmethod
    def restore(
        cls,
        text: str | bytes,
        now: int,
        *,
        bots: Mapping[int, Any] | None = None,
        tokens: Callable[[], str] = _make_token,
        keep_connections: bool = False,
        max_bytes: int | None = MAX_BYTES,
        max_actions: int | None = MAX_ACTIONS,
    ) -> Table:
        """The table of a saved text; times that were to come are as far ahead as they were.

        Args:
            text: what `save` returned.
            now: as for `receive`; the clock may be another one.
            bots: the policies of one's own, which no text can hold.
            tokens: as for `Table`.
            keep_connections: whether the connections are still there; else those of players count as lost now,
                and watchers and guests are forgotten.
            max_bytes: as for `Record.loads`: a text of one's own needs no limit, and has none with None.
            max_actions: likewise.

        Raises:
            RecordError: it can't be read or replayed, or a bot of one's own is not given.
            ArgumentError, TypeError: another argument is wrong.
        """
        own = _need_bots(bots)
        _need_tokens(tokens)
        record = Record.loads(text, max_bytes=max_bytes, max_actions=max_actions)
        desk = saving.desk_of(record, own, tokens)
        table = cls.__new__(cls)
        table._desk = desk
        table._epoch = None
        table._at(now)
        if not keep_connections:
            for name in [name for name in desk.hall.links if isinstance(name, str)]:
                desk.hall.lose(name, desk.now)
        return table


def _check_seats(seats: object) -> None:
    if not isinstance(seats, (int, Sequence)) or isinstance(seats, (str, bytes)):
        raise TypeError(f"seats must be an int or names, not {type(seats).__name__}")


def _need_bots(bots: Any) -> Mapping[Any, Any]:
    if bots is None:
        return {}
    if not isinstance(bots, Mapping):
        raise TypeError(f"bots must be policies by seat, not {type(bots).__name__}")
    return bots


def _need_tokens(tokens: Any) -> Callable[[], str]:
    if not callable(tokens):
        raise TypeError(f"tokens must be callable, not {type(tokens).__name__}")
    make: Callable[[], str] = tokens
    return make


def _seat_bot(chairs: list[Chair], seat: Any, policy: Any) -> None:
    if isinstance(seat, bool) or not isinstance(seat, int):
        raise TypeError(f"bots are named by seat, not {type(seat).__name__}")
    if not 0 <= seat < len(chairs):
        raise ArgumentError(f"seat is {_short(seat)}; it must be from 0 to {len(chairs) - 1}")
    policy = policy_given(policy)
    named = chairs[seat].taken
    name = chairs[seat].name
    chairs[seat] = Chair(seat, policy)
    if named:
        chairs[seat].name = name

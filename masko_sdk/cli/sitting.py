"""One sitting at one terminal: who is asked when, and what is on the screen while they are.

With two persons or more, the screen belongs to one of them at a time. Before it goes to another it is wiped
and passed on, and nothing secret comes before the other has pressed Enter. Persons are asked in due order,
whatever they hold, so that being asked tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from masko_sdk import MaskoError, RuleViolation, UnknownAction
from masko_sdk.cli.arguments import Chair
from masko_sdk.cli.draw import Drawing, round_table, standing_table
from masko_sdk.cli.screen import Keys, Screen, width_of
from masko_sdk.words import Words

__all__ = ["Left", "Sitting"]

_ON_ENTER = {"pass"}  # kinds of actions that Enter alone may stand for
_OF_THE_CHOSEN = {"show"}  # kinds whose slot is that of the player a power was used on
_LONG_LIST = 10
_GAP = 2


class Left(Exception):
    """The persons want to stop, or the input has ended."""


class Sitting:
    """A game being played at a terminal.

    Args:
        screen: where to draw.
        game: the game.
        chairs: who sits at each seat.
        keys: gives the lines that are typed.
        seen: for each seat the ply up to which it has been told; -1: nothing.
        played: called after each action of a person, to keep the record.
        language: one of `LANGUAGES`.
    """

    def __init__(
        self,
        screen: Screen,
        game: Any,
        chairs: Sequence[Chair],
        keys: Keys,
        seen: Sequence[int] = (),
        played: Callable[[], None] = lambda: None,
        language: str = "en",
    ) -> None:
        self.screen = screen
        self.game = game
        self.chairs = tuple(chairs)
        self.seen = list(seen) or [-1] * len(self.chairs)
        names = [chair.name for chair in chairs]
        self.words = Words(game.rules, names, screen.paint, language)
        self._keys = keys
        self._played = played
        self._drawing = Drawing(screen, self.words, game.rules)
        self._persons = [seat for seat, chair in enumerate(chairs) if chair.bot is None]
        self._front: int | None = None if self._shared else self._persons[0]
        self._drawn: list[str] = []

    @property
    def _shared(self) -> bool:
        return len(self._persons) > 1

    def run(self) -> None:
        """Play to the end.

        Raises:
            Left: it was stopped before.
        """
        while not self.game.is_over:
            player = self.game.to_act[0]
            bot = self.chairs[player.seat].bot
            if bot is None:
                self._turn(player)
            else:
                player.play(bot(player))
        self._finish()

    def leave(self) -> None:
        """Take away what only one person may see."""
        if self._shared and self._front is not None:
            self.screen.wipe()
            self._front = None

    # One person's decision.

    def _turn(self, player: Any) -> None:
        self._bring(player.seat)
        self._tell(player)
        self._draw(player)
        self._list(player.legal_actions, player)
        self._decide(player)
        self._played()

    def _decide(self, player: Any) -> None:
        actions = player.legal_actions
        default = self._default(actions)
        while True:
            text = self._ask(player, default)
            action = self._understand(text, actions, player) if text else default
            if action is None:
                continue
            try:
                player.play(action)
            except RuleViolation as refused:
                self._refuse(refused)
            else:
                return

    def _default(self, actions: Sequence[Any]) -> Any:
        """What Enter alone stands for. Not while a screen is passed on by Enter: it may be pressed twice."""
        found = [action for action in actions if action.kind in _ON_ENTER]
        return found[0] if found and not self._shared else None

    def _ask(self, player: Any, default: Any) -> str:
        name = self.words.name(player.seat)
        if default is None:
            return self._line(self.words.say("play", "ask", name=name))
        return self._line(self.words.say("play", "ask_default", name=name, action=default))

    def _understand(self, text: str, actions: Sequence[Any], player: Any) -> Any:
        """The action that was typed, or None when it was none, or a command that is done already."""
        if text == "q":
            raise Left
        if text == "?":
            return self._help(actions, player)
        if text == "v":
            self._drawn = []
            self._draw(player)
            return self._list(actions, player)
        if text.isdecimal() and len(text) < 6:
            number = int(text)
            if 1 <= number <= len(actions):
                return actions[number - 1]
        try:
            return self.game.rules.parse(text)
        except UnknownAction:
            shown = repr(text if len(text) <= 40 else text[:37] + "...")
            self.screen.line(self.words.say("play", "unknown", text=shown))
            return None

    def _refuse(self, refused: MaskoError) -> None:
        text = self.words.say("play", "refused", reason=self.words.error(refused))
        self.screen.line(self.screen.paint("warn", text))

    def _help(self, actions: Sequence[Any], player: Any) -> None:
        remembers = "legend_memory" if self._in_front(player.memory) else "legend"
        legend = self.words.say("play", remembers)
        self.screen.line(self.words.say("play", "help", legend=legend, example=actions[0]))
        self._list(actions, player)

    # What is shown.

    def _tell(self, player: Any) -> None:
        """What has happened since this seat was last told."""
        events = player.events(since=self.seen[player.seat])
        self.seen[player.seat] = self.game.ply
        self._tell_events(events)

    def _has_secrets(self, player: Any) -> bool:
        """Whether what this seat has not been told yet is partly for it alone."""
        since = self.seen[player.seat]
        return bool(player.events(since=since) != self.game.spectator.events(since=since))

    def _tell_events(self, events: Sequence[Any]) -> None:
        for event, text in self.words.tell(events):
            if text:
                self.screen.line(text, 2)
            if event.kind == "round_scored":
                round_table(self.screen, self.words, event.result)

    def _draw(self, player: Any) -> None:
        due = [other.seat for other in self.game.to_act]
        memory = self._in_front(player.memory)
        lines = self._drawing.draw(player.view, memory, player.seat, due)
        if lines != self._drawn:
            self.screen.line()
            for line in lines:
                self.screen.line(line)
        self._drawn = lines

    def _in_front(self, memory: dict[Any, Any]) -> dict[Any, Any]:
        """A memory of places; one that counts cards has nothing to show in front of players."""
        return {place: card for place, card in memory.items() if isinstance(place, tuple)}

    def _list(self, actions: Sequence[Any], player: Any) -> None:
        """The numbered choices: a line each with the text form, or in columns when there are many."""
        digits = len(str(len(actions)))
        many = len(actions) > _LONG_LIST
        form = max(len(str(action)) for action in actions)
        lines = []
        for number, action in enumerate(actions, 1):
            told = self.words.action(action, player.seat) + self._known_there(action, player)
            text = "" if many else f"{self.screen.paint('dim', str(action).ljust(form))}  "
            lines.append(f"{number:>{digits + 2}}  {text}{told}")
        for line in self._in_columns(lines) if many else lines:
            self.screen.line(line)

    def _known_there(self, action: Any, player: Any) -> str:
        """The card that lies where an action points at, as far as the player knows it."""
        slot = getattr(action, "slot", None)
        if slot is None:
            return ""
        view = player.view
        seat = getattr(action, "seat", player.seat)
        if action.kind in _OF_THE_CHOSEN:
            seat = view.power.owner
        hand = view.hands[seat]
        if hand.get(slot) is not None:
            return " " + self.words.card(hand[slot])
        seen = player.memory.get((seat, slot))
        return "" if seen is None else " " + self.words.card(seen, known=True)

    def _in_columns(self, lines: Sequence[str]) -> list[str]:
        width = max(map(width_of, lines)) + _GAP
        beside = max(1, self.screen.width // width)
        height = -(-len(lines) // beside)
        rows = [lines[row::height] for row in range(height)]
        return [
            "".join(text + " " * (width - width_of(text)) for text in row).rstrip() for row in rows
        ]

    # The screen, and whose it is.

    def _bring(self, seat: int) -> None:
        """Have this person alone at the screen."""
        if self._front == seat:
            return
        self._hide()
        name = self.words.name(seat)
        self._keys.forget()
        self._line(self.words.say("play", "pass_screen", name=name))
        self._front = seat
        self.screen.wipe()

    def _hide(self) -> None:
        """Wipe the screen of the person in front, who first reads what only they may know.

        What is public they are told when the screen is theirs again.
        """
        if self._front is not None:
            player = self.game.players[self._front]
            if self._has_secrets(player):
                self._tell(player)
                self._line(self.words.say("play", "hide", name=self.words.name(player.seat)))
            self.screen.wipe()
            self._front = None
        self._drawn = []

    def _finish(self) -> None:
        """The end of the game, as everybody at the screen may know it."""
        if self._shared:
            self._hide()
            since = min(self.seen[seat] for seat in self._persons)
            self._tell_events(self.game.spectator.events(since=since))
        else:
            self._tell(self.game.players[self._persons[0]])
        self.screen.line()
        title = self.words.say("table", "result")
        standing_table(self.screen, self.words, self.game.outcome, title=title)

    def _line(self, prompt: str) -> str:
        """What is typed after a prompt.

        Raises:
            Left: the input has ended.
        """
        self.screen.ask(prompt)
        line = self._keys.line()
        if not line:
            raise Left
        if not self._keys.are_echoed:
            self.screen.line(line.strip())
        return line.strip()

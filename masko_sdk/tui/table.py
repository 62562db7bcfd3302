"""The table itself: cards, choices and the log, redrawn after each action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from masko_sdk import RuleViolation
from masko_sdk.tui.choices import Choice, Place, choices_of
from masko_sdk.tui.cursor import nearest
from masko_sdk.tui.felt import Felt, Marks, Sight
from masko_sdk.tui.flow import CardFlow
from masko_sdk.tui.host import Host, Stage
from masko_sdk.tui.paint import painted
from masko_sdk.tui.panels import ChoiceList, Clock, rounds_table
from masko_sdk.tui.room import Room
from masko_sdk.words import Words

if TYPE_CHECKING:
    from masko_sdk.tui.app import TableApp

__all__ = ["TableScreen"]

_LOG_EVENTS = 80  # the last ones, which are kept in the log
_MOST_BESIDE = 4  # players whose points there is room for beside the table
_AZERTY = dict(zip("&é\"'(-è_çà", "1234567890", strict=True))


class TableScreen(Screen[None]):
    """What the person in front sees of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move('up')", show=False, priority=True),
        Binding("down", "move('down')", show=False, priority=True),
        Binding("left", "move('left')", show=False, priority=True),
        Binding("right", "move('right')", show=False, priority=True),
        Binding("tab", "step(1)", show=False, priority=True),
        Binding("shift+tab", "step(-1)", show=False, priority=True),
        Binding("enter", "enter", show=False, priority=True),
        Binding("space", "enter", show=False, priority=True),
        Binding("escape", "forget", show=False, priority=True),
        Binding("pageup", "scroll_log(-5)", show=False),
        Binding("pagedown", "scroll_log(5)", show=False),
    ]

    def __init__(self, host: Host, words: Words) -> None:
        super().__init__()
        self._host = host
        self._words = words
        self._choices: list[Choice] = []
        self._narrowed: list[Choice] | None = None  # those of a card that was clicked
        self._cursor: Choice | None = None
        self._told: list[Any] = []
        self._told_to: list[int | None] = []  # whose log it is
        self._refusal = ""
        self._written: dict[str, Text] = {}
        self._rounds = 0  # that the points are of

    @property
    def table_app(self) -> TableApp:
        """The app, as what it is."""
        app: Any = self.app
        return app  # type: ignore[no-any-return]

    @property
    def choices(self) -> list[Choice]:
        """What can be chosen now."""
        return self._choices if self._narrowed is None else self._narrowed

    # Parts.

    def compose(self) -> ComposeResult:
        """Title, table, side, keys."""
        yield Static(id="title")
        with Container(id="body"):
            yield Felt(self._words, self._host.game.rules, len(self._host.chairs))
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield Clock(id="clock")
                with VerticalScroll(id="choices", can_focus=False):
                    yield ChoiceList(id="list")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="events")
                yield Static(id="points")
        with Horizontal(id="foot"):
            yield Static(Text(self._words.say("tui", "foot"), "dim"), id="keys")

    # Showing.

    def blank(self) -> None:
        """Show nothing of anybody."""
        self._choices, self._narrowed, self._cursor, self._refusal = [], None, None, ""
        self._told, self._told_to = [], []
        self.query_one(Felt).blank()
        self.query_one(ChoiceList).show([], [], None)
        for name in ("title", "prompt", "events"):
            self._put(name, Text())
        self._rounds = 0
        self.query_one("#points", Static).update("")

    def show(self, news: Sequence[Any]) -> None:
        """Draw the table anew, for the one in front."""
        host = self._host
        if self._told_to != [host.front]:  # another's log is none of theirs
            self._told_to, self._told = [host.front], list(host.told())
        else:
            self._told += news
        self._narrowed, self._cursor, self._refusal = None, None, ""
        acts = host.stage is Stage.ACT
        self._choices = choices_of(host.player, self._words) if acts else []
        self.draw_again()

    def draw_again(self) -> None:
        """Draw the same again."""
        self._draw()
        self._draw_side()

    def _draw(self) -> None:
        """The cards and the choices: what a move of the cursor changes."""
        sight, room, side = self._sight(), self._room, self.query_one("#side")
        side.styles.width = "1fr" if room.is_narrow else room.side_width
        side.styles.height = room.low_side if room.is_narrow else "1fr"
        cursor = None if self._cursor is None else self._cursor.place or ("nowhere",)
        self.query_one(Felt).show(sight, Marks(self._keys(), cursor), room)
        known = [self._known(choice, sight.view, sight.memory) for choice in self.choices]
        self.query_one(ChoiceList).show(self.choices, known, self._cursor)
        self._draw_prompt(sight.view)

    def _sight(self) -> Sight:
        host = self._host
        if host.player is None:
            return Sight(host.game.spectator.view, {}, None)
        return Sight(host.player.view, _places(host.player.memory), host.front)

    @property
    def _room(self) -> Room:
        others = len(self._host.chairs) - (self._host.front is not None)
        return Room(self.size.width, self.size.height, others, len(self.choices))

    def on_resize(self, event: events.Resize) -> None:
        """Fit the seats side by side, and the cards to the height."""
        self.table_app.redraw()

    def _keys(self) -> dict[Place, str]:
        """The keys of the places that can be chosen; of several choices at one place, the first."""
        keys: dict[Place, str] = {}
        for choice in self.choices:
            if choice.place is not None:
                keys.setdefault(choice.place, choice.key or "·")
        return keys

    def _known(self, choice: Choice, view: Any, memory: Any) -> str:
        """The card that lies where a choice points at, as far as the player knows it."""
        if choice.place is None or choice.place[0] != "slot":
            return ""
        _, seat, slot = choice.place
        card = view.hands[seat].get(slot)
        if card is not None:
            return " " + self._words.card(card)
        seen = memory.get((seat, slot))
        return "" if seen is None else " " + self._words.card(seen, known=True)

    def _draw_prompt(self, view: Any) -> None:
        due = [player.seat for player in self._host.game.to_act]
        title = self._words.say("table", "round", round=view.round + 1)
        game = self._words.say("about", "name")
        phase = painted(self._words.phase(view, due))
        head = Text.assemble((f" {game} ", "bold reverse"), (f" {title} ", "bold"), " ", phase)
        self._put("title", head)
        self._put("prompt", self._prompt(view))

    def _prompt(self, view: Any) -> Text:
        if self._refusal:
            return Text(self._refusal, "bold #ff9466")
        say, stage = self._words.say, self._host.stage
        if stage is Stage.READ:
            name = self._words.names[self._host.front or 0]
            return Text(say("play", "hide", name=name), "bold #ffd75e")
        if stage is Stage.WATCH:
            return Text(say("tui", "watch"), "dim")
        if stage is not Stage.ACT:
            return Text("")
        return self._asking(view)

    def _asking(self, view: Any) -> Text:
        """What is asked: in a window for another card, with a card in hand what becomes of it."""
        say = self._words.say
        window, held = getattr(view, "window", None), getattr(view, "held", None)
        if self._narrowed is not None:
            return Text(say("tui", "which"), "bold")
        if window is not None:
            return Text(
                say("front", "window", card=self._words.card_name(window.card)), "bold #ffd75e"
            )
        if held is not None and held.seat == self._host.front:
            return Text(say("tui", "holding", card=self._words.card_name(held.card)), "bold")
        return Text(say("front", "your_choice"), "bold")

    def _draw_side(self) -> None:
        """The log and the points: what an action changes."""
        lines = []
        for _, text in self._words.tell(self._told[-_LOG_EVENTS:]):
            if text:
                lines.append(painted(text))
        self._put("events", Text("\n").join(lines))
        self.query_one("#log").anchor()  # what is newest is in view
        rounds = self._host.game.rounds[-3:] if len(self._host.chairs) <= _MOST_BESIDE else ()
        if self._rounds != len(self._host.game.rounds):
            self._rounds = len(self._host.game.rounds)
            points = rounds_table(self._words, rounds) if rounds else ""
            self.query_one("#points", Static).update(points)
        self.draw_clock()

    def _put(self, name: str, text: Text) -> None:
        """Write a text, if it is another than what stands there: each change lays the screen out anew."""
        if self._written.get(name) != text:
            self._written[name] = text
            self.query_one(f"#{name}", Static).update(text)

    def draw_clock(self) -> None:
        """How much time is left to claim."""
        clock = self.query_one(Clock)
        left = self._host.window_left(self.table_app.now())
        if clock.display != (left is not None):
            clock.display = left is not None
        if left is not None:
            seconds = self._words.say("front", "seconds_left", seconds=f"{left / 1000:.1f}")
            clock.show(left, self._host.pace.window_ms or 1, seconds)

    # Choosing.

    def action_move(self, direction: str) -> None:
        """Move the cursor to the next choice in a direction."""
        anchors = [(choice, self._anchor(choice)) for choice in self.choices]
        regions = [(choice, region) for choice, region in anchors if region is not None]
        now = None if self._cursor is None else self._anchor(self._cursor)
        self._go(nearest(regions, now, direction) or self._cursor)

    def action_step(self, by: int) -> None:
        """Move the cursor to the next choice in the list."""
        if self.choices:
            at = -1 if self._cursor is None else self.choices.index(self._cursor)
            if at < 0 and by < 0:
                at = 0
            self._go(self.choices[(at + by) % len(self.choices)])

    def _go(self, choice: Choice | None) -> None:
        self._cursor = choice
        self._draw()
        if choice is not None:
            self.call_after_refresh(self._reveal, choice)

    def _reveal(self, choice: Choice) -> None:
        """Scroll to where the cursor is."""
        chosen = self.query_one(ChoiceList)
        region = chosen.local(choice)
        if region is not None:
            self.query_one("#choices").scroll_to_region(region, animate=False)
        if choice.place is not None:
            self.query_one(Felt).reveal(choice.place)

    def _anchor(self, choice: Choice) -> Region | None:
        """Where on the screen the cursor stands for a choice: at its card if it is the only one there."""
        alone = sum(other.place == choice.place for other in self.choices) == 1
        region = None
        if choice.place is not None and alone:
            region = self.query_one(Felt).find(choice.place)
        return region or self.query_one(ChoiceList).find(choice)

    def action_enter(self) -> None:
        """Choose what is under the cursor; go on where there is nothing to choose."""
        if self._host.stage is Stage.READ:
            self.table_app.confirm()
        elif self._cursor is not None:
            self._choose(self._cursor)
        elif (
            not self._host.is_shared
        ):  # else a screen is passed on by Enter: it may be pressed twice
            for choice in self.choices:
                if choice.is_default:
                    self._choose(choice)
                    return

    def action_forget(self) -> None:
        """Back to all choices."""
        self._narrowed, self._cursor = None, None
        self._draw()

    def action_scroll_log(self, lines: int) -> None:
        """Read what happened before."""
        log = self.query_one("#log")
        log.anchor(False)
        log.scroll_relative(y=lines, animate=False)

    def on_key(self, event: events.Key) -> None:
        """A key that stands for a choice."""
        typed = event.character or ""
        for choice in self.choices:
            if choice.key and choice.key in (typed, _AZERTY.get(typed)):
                event.stop()
                self._choose(choice)
                return

    def on_card_flow_chosen(self, message: CardFlow.Chosen) -> None:
        """A card was clicked: play it, or ask which of its choices."""
        for place in message.places:
            found = [choice for choice in self.choices if choice.place == place]
            if len(found) == 1:
                self._choose(found[0])
                return
            if found:
                self._narrowed, self._cursor = found, None
                self._draw()
                return

    @on(events.Click, "#prompt")
    def click_prompt(self) -> None:
        """A tap on what Enter is asked for is as good as Enter."""
        if self._host.stage is Stage.READ:
            self.table_app.confirm()

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """A choice was clicked."""
        self._choose(message.choice)

    def _choose(self, choice: Choice) -> None:
        try:
            self.table_app.play(choice.action)
        except RuleViolation as refused:  # it was offered before bots or the clock went on
            self._refusal = self._words.error(refused)
            self._draw()


def _places(memory: dict[Any, Any]) -> dict[Any, Any]:
    """A memory of places; one that counts cards has nothing to show in front of players."""
    return {place: card for place, card in memory.items() if isinstance(place, tuple)}

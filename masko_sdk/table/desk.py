"""What happens at a table: the state behind `Table`, in table time, and all that changes it."""

from __future__ import annotations

from typing import Any

from masko_sdk.bots import Builtin, builtin_words
from masko_sdk.errors import RuleViolation, StaleAction
from masko_sdk.game import Game
from masko_sdk.rules import Rules
from masko_sdk.seed import GAMES_OF_A_KEY, Seed, make_seed
from masko_sdk.table import speech
from masko_sdk.table.clocks import turn_end, why, window_end
from masko_sdk.table.deciding import decision_of, note_fault
from masko_sdk.table.match import Match
from masko_sdk.table.messages import Out, say
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.seats import Chair, Hall
from masko_sdk.table.settings import Settings
from masko_sdk.table.windows import PASS, WON, Claim, Window

__all__ = ["Desk", "Offer"]

Deed = tuple[int, int, int]
"""When, what (which is the order of those at the same time), and the seat."""

_OFFER, _SEAT, _WINDOW = range(3)
_BATCH = 32


class Offer:
    """A take-back that waits for the others.

    Attributes:
        number: how clients name it.
        seat: who asks.
        until: when it lapses.
        waiting: who has not agreed yet.
    """

    __slots__ = ("number", "seat", "until", "waiting")

    def __init__(self, number: int, seat: int, until: int, waiting: set[int]) -> None:
        self.number = number
        self.seat = seat
        self.until = until
        self.waiting = waiting


class Desk:
    """The state of a table and what changes it. All times are the table's; what is said is gathered in `outs`."""

    def __init__(
        self, rules: Rules[Any, Any, Any], hall: Hall, seed: Seed | None, first_player: int
    ) -> None:
        self.rules = rules
        self.hall = hall
        self.settings: Settings = hall.settings
        self.has_own_seed = seed is None
        self.seed = make_seed(seed)
        self.first_player = first_player
        self.match: Match | None = None
        self.votes: set[int] = set()
        self.offer: Offer | None = None
        self.offers = 0
        self.now = 0
        self.outs: list[Out] = []
        self._known: dict[Any, Any] = {}
        absent = self.settings.absent
        self.absent = Builtin(absent) if isinstance(absent, str) else absent
        for policy in (self.absent, *(chair.bot for chair in hall.chairs)):
            if isinstance(policy, Builtin):
                builtin_words(rules._tables, policy)

    # Saying.

    def say(self, to: int | str, text: str) -> None:
        """Send a text to a connection or a seat."""
        self.outs.append(Out(to, text))

    def tell_everybody(self, text: str) -> None:
        """Send the same to all seats and watchers."""
        for _, address in self.hall.addresses():
            self.say(address, text)
        for name in self.hall.watchers():
            self.say(name, text)

    def tell_lobby(self) -> None:
        """Tell who is here."""
        self.tell_everybody(speech.lobby(self))

    def tell_states(self) -> None:
        """Give everybody a fresh start from the present ply."""
        match = self.need_match()
        for seat, address in self.hall.addresses():
            self.say(address, speech.state(self, seat, match.game.ply))
        for name in self.hall.watchers():
            self.say(name, speech.state(self, None, match.game.ply))

    def need_match(self) -> Match:
        """The game.

        Raises:
            TableRefusal: none has started.
        """
        if self.match is None:
            raise TableRefusal(Refusal.NOT_STARTED)
        return self.match

    def action(self, form: dict[str, Any]) -> Any:
        """The action of a checked JSON form: its parts are ints and str.

        Raises:
            UnknownAction: no action of this game.
        """
        key = tuple(form.items())
        action = self._known.get(key)
        if action is None:
            action = self._known[key] = self.rules.from_json(form)
        return action

    @property
    def _pass_action(self) -> Any:
        return self.action({"type": PASS})

    # Games.

    def start(self, fill: bool) -> None:
        """Begin the first game; empty seats are played for, if they may.

        Raises:
            TableRefusal: it has begun, or a seat is empty.
        """
        if self.match is not None:
            raise TableRefusal(Refusal.STARTED)
        if not fill and any(chair.is_free for chair in self.hall.chairs):
            raise TableRefusal(Refusal.EMPTY_SEATS)
        self._begin(line=0)

    def _begin(self, line: int) -> None:
        for chair in self.hall.chairs:
            if chair.is_free:
                chair.clear_name()  # nobody plays under the name of one who has gone
        names = [chair.name for chair in self.hall.chairs]
        game = Game(self.rules, names, seed=self.seed, first_player=self.first_player)
        self.match = Match(game, self.settings, line, self.now)
        self.votes.clear()
        self.tell_lobby()
        self.tell_states()

    def rematch_if_agreed(self) -> None:
        """Begin anew once all who are here want it: the next seat plays first, and chance is new."""
        match = self.match
        persons = self.hall.persons_present()
        if match is None or not match.is_over or not persons or not self.votes.issuperset(persons):
            return
        self.first_player = (self.first_player + 1) % len(self.hall.chairs)
        old = self.seed
        game = (old.game + 1) % GAMES_OF_A_KEY
        self.seed = make_seed(None) if self.has_own_seed else Seed(old.key, game, old.number)
        self._begin(line=match.line + 1)

    # Moves.

    def act(self, seat: int, action: Any, note: dict[str, Any], **guards: Any) -> Any:
        """Play it and tell everybody; returns the events as the seat saw them.

        Raises:
            RuleViolation: it is refused; nothing has changed.
        """
        events = self.need_match().play(seat, action, note, self.now, **guards)
        self._after_move()
        return events

    def _after_move(self) -> None:
        match = self.need_match()
        self.outs += speech.updates(self)
        if self.offer is not None:
            self.close_offer(granted=False)
        if match.is_over:
            self.tell_everybody(speech.over(match))

    def act_for(self, chair: Chair) -> None:
        """Decide for a seat, outside a window, whose time is up."""
        match = self.need_match()
        note = {"by": why(chair)}
        chair.away = note["by"] == "clock"
        if chair.bot is not None:
            action = decision_of(chair, match)
            try:
                if action is not None:
                    self.act(chair.seat, action, note)
                    return
            except RuleViolation as error:
                note_fault(chair, error)
            note = {"by": "absent"}
        self.act(chair.seat, self.absent(match.game.players[chair.seat]), note)

    # Windows.

    def answer_window(
        self, seat: int, action: Any, reaction: int | None, note: dict[str, Any], **guards: Any
    ) -> bool:
        """A claim or a pass in the open window; returns whether it is held.

        Raises:
            RuleViolation, TableRefusal: it is refused; nothing has changed.
        """
        match = self.need_match()
        window = match.window
        player = match.game.players[seat]
        ply = guards.get("ply")
        stale = ply is not None and ply != match.game.ply
        if window is None or stale or action not in player.legal_actions:
            self.act(seat, action, note, **guards)  # the game says why not
            return False
        if action.kind == PASS:
            return self._pass(window, seat, action, note)
        claim = window.claim(self.settings, seat, str(action), self.now, reaction)
        if claim.counted > window.closes:
            self.tell_claim(claim, window.number, "late")
            raise TableRefusal(Refusal.TOO_LATE)
        if not window.may_claim(seat, claim.action):
            raise TableRefusal(Refusal.NO_CLAIM_LEFT)
        window.hold(claim)
        return True

    def _pass(self, window: Window, seat: int, action: Any, note: dict[str, Any]) -> bool:
        if window.holds(seat):
            window.passing.add(seat)
            return True
        self.act(seat, action, note)
        return False

    def settle(self, time_is_up: bool) -> None:
        """Play the claims that are decided; at the end of its time, close the window."""
        match = self.match
        window = None if match is None else match.window
        if match is None or window is None:
            return
        all_answered = all(window.has_answered(seat) for seat in match.due())
        if time_is_up or all_answered:
            claims = window.take_decided(self.settings, None)
        elif self.settings.settle == "at_once" and window.claims:
            claims = window.take_decided(self.settings, self.now)
        else:
            return
        for claim in claims:
            self._decide(match, window, claim)
        if match.window is not window:
            for claim in window.take_decided(self.settings, None):
                self._decide(match, window, claim)  # it is late
        if match.window is window and all_answered:
            for seat in sorted(window.passing.intersection(match.due())):
                self.act(seat, self._pass_action, {})
        if match.window is window and time_is_up:
            match.close(self.now)
            self._after_move()

    def _decide(self, match: Match, window: Window, claim: Claim) -> None:
        note: dict[str, Any] = {
            "received": claim.received,
            "credit": claim.credit,
            "order": claim.number,
        }
        if claim.reaction is not None:
            note["reaction"] = claim.reaction
        outs, self.outs = self.outs, []
        try:
            action = self.rules.parse(claim.action)
            events = self.act(claim.seat, action, note, window=window.number)
            outcome = "won" if any(event.kind == WON for event in events) else "wrong"
        except StaleAction:
            outcome = "late"
        updates, self.outs = self.outs, outs
        match.note_claim(window, claim, outcome)
        self.tell_claim(claim, window.number, outcome)
        self.outs += updates

    def tell_claim(self, claim: Claim, number: int, outcome: str) -> None:
        """Tell a claimant, and nobody else, how the claim came out; if nobody is there, on coming back."""
        chair = self.hall.chairs[claim.seat]
        action = self.rules.parse(claim.action).to_json()
        text = say("claim", window=number, action=action, outcome=outcome)
        if chair.address is not None:
            self.say(chair.address, text)
        elif chair.taken:
            chair.note_unheard(text)

    def answer_for(self, chair: Chair) -> None:
        """A bot's claim or pass; for a player who is gone, a pass."""
        match = self.need_match()
        window = match.window
        action = self._pass_action if chair.bot is None else decision_of(chair, match)
        try:
            if action is None:
                raise TableRefusal(Refusal.BAD_MESSAGE)
            self.answer_window(chair.seat, action, None, {"by": why(chair)})
        except (RuleViolation, TableRefusal) as error:
            if isinstance(error, RuleViolation):
                note_fault(chair, error)
            if window is not None:
                self._pass(window, chair.seat, self._pass_action, {"by": "absent"})
        self.settle(time_is_up=False)

    # Take-back.

    def offer_take_back(self, seat: int) -> None:
        """Ask the others; without others it is granted at once.

        Raises:
            TableRefusal: it can't be taken back, or an offer is open.
        """
        match = self.need_match()
        if not self.settings.take_back or not match.can_take_back(seat):
            raise TableRefusal(Refusal.NO_TAKE_BACK)
        if self.offer is not None:
            raise TableRefusal(Refusal.OFFER_OPEN)
        self.offers += 1
        waiting = {other for other in self.hall.persons_present() if other != seat}
        self.offer = Offer(self.offers, seat, self.now + self.settings.offer_ms, waiting)
        for other in sorted(waiting):
            address = self.hall.chairs[other].address
            if address is not None:
                self.say(address, speech.offer(self.offer, match, self.settings.offer_ms))
        self.grant_if_agreed()

    def grant_if_agreed(self) -> None:
        """Take back once nobody's answer is missing."""
        if self.offer is not None and not self.offer.waiting:
            self.need_match().take_back(self.now)
            self.close_offer(granted=True)
            self.tell_states()

    def close_offer(self, granted: bool) -> None:
        """The offer is no more."""
        if self.offer is not None:
            self.tell_everybody(say("offer_closed", offer=self.offer.number, granted=granted))
            self.offer = None

    def remove(self, chair: Chair) -> None:
        """Take a seat from its player, who is told and hears of the seat no more; it is then as if they had left.

        Raises:
            TableRefusal: nobody has it.
        """
        address = self.hall.remove(chair)
        if address is not None:
            self.say(address, say("removed", seat=chair.seat))
        self.tell_lobby()
        self.gone(chair.seat)

    def gone(self, seat: int) -> None:
        """A person is there no more: an offer that needs them lapses, a rematch needs them no longer."""
        if self.offer is not None and (seat == self.offer.seat or seat in self.offer.waiting):
            self.close_offer(granted=False)
        self.votes.discard(seat)
        self.rematch_if_agreed()

    # Time.

    def next_deed(self) -> Deed | None:
        """What happens next if nothing is received."""
        return min(self._deeds(), default=None)

    def _deeds(self) -> list[Deed]:
        match, settings = self.match, self.settings
        if match is None:
            return [
                (chair.lost_at + settings.grace_ms, _SEAT, chair.seat)
                for chair in self.hall.chairs
                if chair.taken and chair.lost_at is not None
            ]
        deeds: list[Deed] = []
        if match.window is not None:
            deeds = self._window_deeds(match, match.window)
        else:
            chairs = self.hall.chairs
            for seat, since in match.since.items():
                end = turn_end(chairs[seat], since, settings)
                if end is not None:
                    deeds.append((end, _SEAT, seat))
        if self.offer is not None:
            deeds.append((self.offer.until, _OFFER, 0))
        return deeds

    def _window_deeds(self, match: Match, window: Window) -> list[Deed]:
        deeds = [(window.decided_at(self.settings), _WINDOW, 0)]
        for seat in match.due():
            end = window_end(self.hall.chairs[seat], window.opened, self.settings)
            if end is not None and not window.has_answered(seat):
                deeds.append((end, _SEAT, seat))
        return deeds

    def run(self, until: int) -> None:
        """Do what was to happen up to then, a bounded number of deeds."""
        for _ in range(_BATCH):
            deed = self.next_deed()
            if deed is None or deed[0] > until:
                return
            self._do(*deed)

    def _do(self, _: int, what: int, seat: int) -> None:
        match = self.match
        chair = self.hall.chairs[seat]
        if what == _OFFER:
            self.close_offer(granted=False)
        elif match is None:
            self.hall.free(chair)  # a player who left before the game began has lost the seat
            self.tell_lobby()
        elif match.window is None:
            self.act_for(chair)
        elif what == _SEAT:
            self.answer_for(chair)
        else:
            end = match.window.closes + self.settings.credit
            self.settle(time_is_up=self.now >= end)

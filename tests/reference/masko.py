"""A slow, plain model of Masko, written from the rule text alone (clauses M5..M35)."""

from __future__ import annotations

from .masko_table import POWERS, Card, Declared, Power, Refused, Table, Window

__all__ = ["Masko", "Refused"]


class Masko(Table):
    """One game: a host asks `to_act` and `legal`, and calls `play`."""

    # ---------------------------------------------------------------- who may do what

    @property
    def to_act(self) -> list[int]:
        """The seats that are due, in due order (C7)."""
        if self.phase == "over":
            return []
        if self.phase == "setup":  # M5
            return [s for s in self.clockwise(self.starter) if len(self.looks[s]) < 2]
        if self.open:  # M17
            return list(self.open.due)
        if self.power:
            return [self.power_seat(self.power)]
        assert self.turn is not None
        return [self.turn]

    def power_seat(self, power: Power) -> int:
        """M22, M28: the user decides, but for the card that a revealing owner picks."""
        if self.phase == "show" and self.options["reveal_choice"] == "owner":
            assert power.owner is not None
            return power.owner
        return power.user

    def legal(self, who: int | str) -> list[str]:
        """The legal actions in code order; none for a seat that is not due."""
        if who == "host":
            return ["close"] if self.open else []  # M17
        if not isinstance(who, int) or who not in self.to_act:
            return []
        if self.phase == "setup":
            return [f"look {who} {s}" for s in self.slots(who) if s not in self.looks[who]]  # M5
        if self.phase == "turn":
            return self.legal_turn(who)
        if self.phase == "hold":
            return self.legal_hold(who)
        if self.phase == "window":
            return [f"intercept {s}" for s in self.slots(who)] + ["pass"]  # M17, M19
        return self.legal_power(who)

    def legal_turn(self, who: int) -> list[str]:
        """M7..M11."""
        actions = []
        if self.draw_pile:
            actions.append("draw")
        if self.discard_pile and self.hands[who]:  # M8, M10
            actions.append("take")
        if self.masko is None:  # M9
            actions.append("announce")
        if not self.draw_pile:  # M11
            actions.append("skip")
        return actions

    def legal_hold(self, who: int) -> list[str]:
        """M7, M8, M10."""
        actions = [f"keep {s}" for s in self.slots(who)]
        if not self.held_taken or self.options["may_return_taken"]:
            actions.append("discard")
        return actions

    def legal_power(self, who: int) -> list[str]:
        """M24..M30: the choices of the running power."""
        assert self.power is not None
        others = [s for s in range(self.n) if s != self.power.user]
        if self.phase == "vision":
            return self.each_card("look", [who])
        if self.phase in ("spy", "ninja"):
            return self.each_card("look", others)
        if self.phase == "swap":
            return [f"swap {s}" for s in self.slots(who)] + ["decline"]
        if self.phase == "exchange":
            return self.each_card("pick", list(range(self.n)))
        if self.phase == "exchange_second":
            return self.each_card("pick", [s for s in range(self.n) if s != self.power.owner])
        if self.phase == "reveal":
            return [f"choose {s}" for s in others if self.hands[s]]
        if self.phase == "show":
            assert self.power.owner is not None
            return [f"show {s}" for s in self.slots(self.power.owner)]
        assert self.phase == "draw_one"
        return [f"choose {s}" for s in range(self.n)]

    def each_card(self, kind: str, seats: list[int]) -> list[str]:
        """`kind seat slot` for every card of these seats."""
        return [f"{kind} {seat} {slot}" for seat in seats for slot in self.slots(seat)]

    def play(self, who: int | str, action: str) -> None:
        """Carry out a legal action; refuse any other and change nothing (C11)."""
        if action not in self.legal(who):
            raise Refused(f"{who}: {action}")
        self.ply += 1
        kind, *fields = action.split()
        numbers = [int(f) for f in fields]
        if kind == "close":
            self.close_window("host")
            self.go_on()
        else:
            getattr(self, f"do_{kind}")(who, *numbers)

    # ---------------------------------------------------------------- setup and turn

    def do_look(self, who: int, owner: int, slot: int) -> None:
        """M5 in the setup; M24 Vision, M25 Espion and M26 Ninja as a power."""
        card = self.hands[owner][slot]
        card.seen.add(who)
        self.tell("looked", {who}, seat=who, owner=owner, slot=slot, card=card.face)
        if self.phase == "setup":
            self.looks[who].append(slot)
            if not self.to_act:
                self.begin_turn(self.starter)
        elif self.phase == "ninja":
            self.first_choice(owner, slot, "swap")
        else:
            self.end_power()

    def begin_turn(self, seat: int) -> None:
        """The seat is in turn."""
        self.turn = seat
        self.phase = "turn"

    def do_draw(self, who: int) -> None:
        """M7: the drawer alone sees the card."""
        self.hold(self.draw_pile.pop(0), taken=False)
        assert self.held is not None
        self.held.seen.add(who)
        self.tell("drew", {who}, seat=who, card=self.held.face)
        self.check_last_card(who)

    def do_take(self, who: int) -> None:
        """M8: the top of the discard, public."""
        card = self.discard_pile.pop()
        assert card.face not in POWERS  # M23
        self.hold(card, taken=True)
        self.tell("took", seat=who, card=card.face)

    def hold(self, card: Card, *, taken: bool) -> None:
        """The seat in turn holds a card that it must keep or discard."""
        self.held = card
        self.held_taken = taken
        self.phase = "hold"

    def let_go(self) -> Card:
        """The held card leaves the hand of the seat in turn."""
        assert self.held is not None
        card = self.held
        self.held = None
        return card

    def do_keep(self, who: int, slot: int) -> None:
        """M7, M12: the held card goes into the slot, the card that was there is discarded."""
        audience: set[int | None] = self.everyone if self.held_taken else {who}
        card = self.let_go()
        old = self.hands[who][slot]
        self.hands[who][slot] = card
        self.tell("kept", audience, seat=who, slot=slot, card=card.face)
        self.discard(who, slot, old)

    def do_discard(self, who: int) -> None:
        """M7, M8: the held card is discarded."""
        self.discard(who, None, self.let_go())

    def do_announce(self, who: int) -> None:
        """M9, M32."""
        self.masko = Declared(who, automatic=False)
        self.tell("announced", seat=who)
        self.end_turn()

    def do_skip(self, who: int) -> None:
        """M11."""
        self.tell("skipped", seat=who)
        self.end_turn()

    def discard(self, who: int, slot: int | None, card: Card) -> None:
        """M13: a card that a turn action discards opens a window, Ramassage apart."""
        self.tell("discarded", seat=who, slot=slot, card=card.face)
        self.lay_on_discard(who, card)
        if card.face == "gather":
            self.go_on()
        else:
            self.open_window(who, card)

    def lay_on_discard(self, who: int, card: Card) -> None:
        """M21, M22, M36: everyone sees it; a special waits to act for the one who discarded it."""
        card.seen = set(self.everyone)
        self.discard_pile.append(card)
        if card.face in POWERS:
            self.waiting.append(Power(card, who))

    def add_card(self, seat: int) -> None:
        """M12, M15, M30: an unseen card from the draw pile, in a slot never used before."""
        slot = self.next_slot[seat]
        self.next_slot[seat] += 1
        self.hands[seat][slot] = self.draw_pile.pop(0)
        self.tell("added", seat=seat, slot=slot)
        self.check_last_card(seat)

    def check_last_card(self, receiver: int) -> None:
        """M33: the last card of the draw pile declares MASKO, unless one stands."""
        if not self.draw_pile and self.masko is None:
            self.masko = Declared(receiver, automatic=True)
            self.tell("masko_declared", seat=receiver)

    # ---------------------------------------------------------------- interception

    def open_window(self, opener: int, card: Card) -> None:
        """M13, M17: due are all who hold a card, clockwise from the opener's left, or by lot."""
        self.window_count += 1
        due = [s for s in self.clockwise(self.left_of(opener)) if self.hands[s]]
        self.tell("window_opened", window=self.window_count, card=card.face, seat=opener)
        if due and self.options["race"] == "random":
            due = list(self.chance.race(self.round, list(due)))
        left = [self.options["attempts"]] * self.n
        self.open = Window(self.window_count, card.face, opener, due, left)
        self.phase = "window"
        self.close_if_nobody_due()

    def close_window(self, reason: str) -> None:
        """M17: the window closes; what follows is up to the caller."""
        self.tell("window_closed", window=self.window, reason=reason)
        self.open = None

    def close_if_nobody_due(self) -> None:
        """M17."""
        assert self.open is not None
        if not self.open.due:
            self.close_window("nobody_due")
            self.go_on()

    def do_pass(self, who: int) -> None:
        """M17: final for this window."""
        assert self.open is not None
        self.open.due.remove(who)
        self.tell("passed", seat=who, window=self.window)
        self.close_if_nobody_due()

    def do_intercept(self, who: int, slot: int) -> None:
        """M13: right if it is the same card."""
        assert self.open is not None
        if self.hands[who][slot].face == self.open.face:
            self.right_card(who, slot)
        else:
            self.wrong_card(self.open, who, slot)

    def right_card(self, who: int, slot: int) -> None:
        """M14: it joins the discard and closes the window; it opens one only under `chain`."""
        card = self.hands[who].pop(slot)
        self.tell("intercepted", seat=who, slot=slot, card=card.face, window=self.window)
        self.lay_on_discard(who, card)
        self.close_window("won")
        if self.options["chain"] == "anyone":
            self.open_window(who, card)
        else:
            self.go_on()

    def wrong_card(self, window: Window, who: int, slot: int) -> None:
        """M15..M17: it is shown and stays; one card is added; one attempt is used."""
        card = self.hands[who][slot]
        card.seen = set(self.everyone)
        self.tell("missed", seat=who, slot=slot, card=card.face, window=window.number)
        window.due.remove(who)
        left = window.left[who]
        if left is not None:
            left -= 1
            window.left[who] = left
        if left is None or left > 0:
            window.due.append(who)
        if self.draw_pile:
            self.add_card(who)
        self.close_if_nobody_due()

    # ---------------------------------------------------------------- powers

    def go_on(self) -> None:
        """M22: run the waiting powers in order, then the turn is over."""
        if not self.waiting:
            self.end_turn()
            return
        power = self.waiting.pop(0)
        face = power.card.face
        self.power = power
        if not self.has_target(face, power.user):  # M31
            self.tell("power_skipped", seat=power.user, card=face)
            self.leave()
            return
        self.tell("power_started", seat=power.user, card=face)
        self.phase = face
        if face == "gather":
            self.gather(power.user)

    def has_target(self, face: str, user: int) -> bool:
        """M31."""
        holders = [s for s in range(self.n) if self.hands[s]]
        if face == "vision":
            return user in holders
        if face in ("spy", "ninja", "reveal"):
            return any(s != user for s in holders)
        if face == "exchange":
            return len(holders) >= 2
        if face == "gather":
            return len(holders) > 0
        return len(self.draw_pile) > 0  # draw_one

    def end_power(self) -> None:
        """The running power has done its work."""
        assert self.power is not None
        self.tell("power_ended", card=self.power.card.face)
        self.leave()

    def leave(self) -> None:
        """M23: the special is out for the rest of the round."""
        assert self.power is not None
        self.discard_pile.remove(self.power.card)
        self.used.append(self.power.card)
        self.power = None
        self.go_on()

    def first_choice(self, owner: int, slot: int | None, phase: str) -> None:
        """The first choice of a power of two steps is made."""
        assert self.power is not None
        self.power.owner = owner
        self.power.slot = slot
        self.phase = phase

    def exchange_cards(self, seat: int, slot: int, owner: int, owner_slot: int) -> None:
        """M12, M36: two cards take each other's slots; the marks travel with them."""
        mine = self.hands[seat][slot]
        self.hands[seat][slot] = self.hands[owner][owner_slot]
        self.hands[owner][owner_slot] = mine

    def do_swap(self, who: int, slot: int) -> None:
        """M26: Ninja's card looked at against one of the own."""
        assert self.power is not None
        owner, owner_slot = self.power.owner, self.power.slot
        assert owner is not None
        assert owner_slot is not None
        self.exchange_cards(who, slot, owner, owner_slot)
        self.tell("swapped", seat=who, slot=slot, owner=owner, owner_slot=owner_slot)
        self.end_power()

    def do_decline(self, who: int) -> None:
        """M26."""
        self.tell("declined", seat=who)
        self.end_power()

    def do_pick(self, who: int, owner: int, slot: int) -> None:
        """M27: two picks, of different seats."""
        assert self.power is not None
        self.tell("picked", seat=who, owner=owner, slot=slot)
        if self.phase == "exchange":
            self.first_choice(owner, slot, "exchange_second")
            return
        seat, seat_slot = self.power.owner, self.power.slot
        assert seat is not None
        assert seat_slot is not None
        self.exchange_cards(seat, seat_slot, owner, slot)
        self.tell("swapped", seat=seat, slot=seat_slot, owner=owner, owner_slot=slot)
        self.end_power()

    def do_choose(self, who: int, target: int) -> None:
        """M28 Révélation, M30 Pioche."""
        self.tell("chose", seat=who, target=target)
        if self.phase == "reveal":
            self.first_choice(target, None, "show")
        else:
            self.add_card(target)
            self.end_power()

    def do_show(self, who: int, slot: int) -> None:
        """M28, M36: all seats but the owner see it; it is not public."""
        assert self.power is not None
        owner = self.power.owner
        assert owner is not None
        card = self.hands[owner][slot]
        others: set[int | None] = {s for s in range(self.n) if s != owner}
        card.seen |= others
        self.tell("shown", others, owner=owner, slot=slot, card=card.face)
        self.end_power()

    def gather(self, user: int) -> None:
        """M29, M12: all cards are shuffled and dealt from the user's left; nobody knows them."""
        before = sorted(card.face for hand in self.hands for card in hand.values())
        faces = list(self.chance.gathered(self.round))
        assert sorted(faces) == before
        self.hands = [{} for _ in range(self.n)]
        seat = self.left_of(user)
        for face in faces:
            self.hands[seat][len(self.hands[seat])] = Card(face, set())
            seat = self.left_of(seat)
        self.next_slot = [len(hand) for hand in self.hands]
        self.tell("gathered", seat=user, slots=list(self.next_slot))
        self.end_power()

    # ---------------------------------------------------------------- end of a round

    def end_turn(self) -> None:
        """M32, M33: the round ends when it would be the Maskoman's turn."""
        assert self.turn is not None
        following = self.left_of(self.turn)
        if self.masko and self.masko.seat == following:
            self.end_round(self.masko)
        else:
            self.begin_turn(following)

    def points(self, face: str) -> int:
        """M3."""
        if face in POWERS:
            return int(self.options["special_points"][face])
        return int(face)

    def scores(self, masko: Declared) -> list[int]:
        """M34."""
        sums = [sum(self.points(c.face) for c in hand.values()) for hand in self.hands]
        if masko.automatic:
            return sums
        lowest = sums[masko.seat] == min(sums)
        return [
            (0 if lowest else 2 * total) if seat == masko.seat else total
            for seat, total in enumerate(sums)
        ]

    def end_round(self, masko: Declared) -> None:
        """C8: score, record, and deal the next round, unless the game is over (M35)."""
        scores = self.scores(masko)
        self.totals = [t + s for t, s in zip(self.totals, scores, strict=True)]
        record = {
            "round": self.round,
            "starter": self.starter,
            "scores": scores,
            "totals": list(self.totals),
            "hands": [self.hand_json(seat, "host") for seat in range(self.n)],
            "maskoman": masko.seat,
            "announced": not masko.automatic,
        }
        self.rounds.append(record)
        self.tell("round_scored", result=record)
        if max(self.totals) >= self.options["target"]:
            self.end_game()
        else:
            self.deal(self.next_starter(scores, masko))

    def next_starter(self, scores: list[int], masko: Declared) -> int:
        """M6."""
        rule = self.options["next_starter"]
        if rule == "same":
            return self.starter
        if rule == "maskoman":
            return masko.seat
        if rule == "highest":
            return scores.index(max(scores))
        return self.left_of(self.starter)

    def end_game(self) -> None:
        """M35, C9: those below the target win; if nobody is, the lowest total does."""
        winners = [s for s in range(self.n) if self.totals[s] < self.options["target"]]
        if not winners:
            winners = [s for s in range(self.n) if self.totals[s] == min(self.totals)]
        self.outcome = {
            "totals": list(self.totals),
            "ranks": [1 + sum(other < total for other in self.totals) for total in self.totals],
            "winners": winners,
            "truncated": False,
        }
        self.turn = None
        self.phase = "over"
        self.tell("game_ended", outcome=self.outcome)

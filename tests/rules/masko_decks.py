"""Stacked decks of Masko, and short scripts that drive a game with them.

A hand is four wire names, ``"1 vision 10 ?"``; ``?`` is whatever number is left.
A step is who acts and the text of the action, ``"0 keep 2"``, ``"host close"``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from masko_sdk import HOST, Game, masko

Card, Phase, Reason = masko.Card, masko.Phase, masko.Reason
NUMBERS = tuple(card for card in Card if card <= 10)
POWERS = (Card.NINJA, Card.EXCHANGE, Card.VISION, Card.SPY, Card.REVEAL, Card.DRAW_ONE)
FACES = Counter({**dict.fromkeys(NUMBERS, 4), **dict.fromkeys(POWERS, 2), Card.GATHER: 1})  # M1
BY_NAME = {card.wire: card for card in Card}


def cards(text: str) -> list[Card]:
    """The cards of wire names."""
    return [BY_NAME[name] for name in text.split()]


def deck(*hands: str, pile: str = "", last: str = "", starter: int = 0) -> list[Card]:
    """The deck that deals these hands (C4); the draw pile begins with `pile` and ends with `last`.

    Between them lie the cards left over: numbers ascending, then specials.
    """
    given = [BY_NAME.get(name) for hand in hands for name in hand.split()]
    left = Counter(FACES)
    left.subtract([card for card in given if card is not None] + cards(pile) + cards(last))
    assert min(left.values()) >= 0, "a card is asked for too often"
    rest = sorted(left.elements())
    numbers = [card for card in rest if card <= 10]
    filled: list[Card] = []
    for card in given:
        filled.append(numbers.pop() if card is None else card)
        if card is None:
            rest.remove(filled[-1])
    assert len(filled) == 4 * len(hands), "a hand has four cards"
    seats = [(starter + turn) % len(hands) for turn in range(len(hands))]
    dealt = [filled[4 * seat + slot] for slot in range(4) for seat in seats]
    return [*dealt, *cards(pile), *rest, *cards(last)]


def table(
    *hands: str,
    pile: str = "",
    last: str = "",
    first_player: int = 0,
    seed: int = 0,
    looks: bool = True,
    **options: Any,
) -> Game:
    """A game of one stacked round, after the setup looks at slots 0 and 1."""
    stacked = deck(*hands, pile=pile, last=last, starter=first_player)
    game = Game(
        masko.Rules(**options),
        players=len(hands),
        seed=seed,
        first_player=first_player,
        decks=[stacked],
    )
    if looks:
        look_all(game)
    return game


def look_all(game: Game) -> None:
    """Every seat looks at slots 0 and 1 (M5)."""
    for seat in range(len(game.players)):
        do(game, f"{seat} look {seat} 0", f"{seat} look {seat} 1")


def do(game: Game, *steps: str) -> tuple[Any, ...]:
    """Take the steps; what the referee saw of them."""
    since = game.ply
    for step in steps:
        who, _, text = step.partition(" ")
        game.play(HOST if who == "host" else int(who), game.rules.parse(text))
    return game.referee.events(since)


def throw(game: Game, turns: int = 1) -> None:
    """Turns that draw, discard the drawn card, let its window be closed and use up its power."""
    for _ in range(turns):
        seat = game.turn.seat
        do(game, f"{seat} draw", f"{seat} discard")
        settle(game)


def settle(game: Game) -> None:
    """Close the window and play the powers that wait, without moving a card for good.

    An Exchange swaps the first cards of two seats: the second one undoes the first.
    """
    while (phase := game.spectator.view.phase) not in (Phase.TURN, Phase.SETUP, Phase.OVER):
        assert phase is not Phase.DRAW_ONE, "a Pioche is to be played by the test itself"
        if phase is Phase.WINDOW:
            do(game, "host close")
        elif phase is Phase.SWAP:
            do(game, f"{game.to_act[0].seat} decline")
        else:
            game.to_act[0].play(game.to_act[0].legal_actions[0])


def empty_pile(game: Game, left: int = 0) -> None:
    """Throw cards until so many are left in the draw pile."""
    while game.spectator.view.draw_size > left:
        throw(game)


LOW_HANDS = ("1 5 gather draw_one", "1 6 draw_one 7", "2 7 8 8")


def low_pile(left: int, *hands: str, last: str = "9 9 9", **options: Any) -> Game:
    """Three seats, seat 0 to play, `left` cards in the draw pile, a number on the discard.

    Both Pioche and the Ramassage must lie in the hands or in `last`.
    """
    first_player = (left - 41) % 3
    game = table(*(hands or LOW_HANDS), last=last, first_player=first_player, **options)
    empty_pile(game, left)
    assert game.turn.seat == 0
    return game


def shed(game: Game, seat: int, *slots: int) -> None:
    """One turn for each slot: the drawn card is thrown, and the seat intercepts with that slot."""
    for slot in slots:
        turn = game.turn.seat
        do(game, f"{turn} draw", f"{turn} discard", f"{seat} intercept {slot}")


def bare(seat: int, pile: str = "", *, players: int = 2, first: int = 0, **options: Any) -> Game:
    """A table at which this seat has no card left; after four turns, `pile` is on top."""
    hands = ["? ? ? ?"] * players
    hands[seat] = "1 1 2 2"
    game = table(*hands, pile=f"1 1 2 2 {pile}", first_player=first, **options)
    shed(game, seat, 0, 1, 2, 3)
    return game


def nobody_has_cards(pile: str = "", **options: Any) -> Game:
    """Two seats without a card, seat 0 to play."""
    game = table("1 1 2 2", "3 3 4 4", pile=f"1 1 2 2 3 3 4 4 {pile}", **options)
    shed(game, 0, 0, 1, 2, 3)
    shed(game, 1, 0, 1, 2, 3)
    return game


def announced_round(game: Game, announcer: int) -> None:
    """Play a round to its end: all throw what they draw, and this seat announces at its first turn."""
    round_ = game.spectator.view.round
    if game.spectator.view.phase is Phase.SETUP:
        look_all(game)
    while game.turn.seat != announcer:
        throw(game)
    do(game, f"{announcer} announce")
    while not game.is_over and game.spectator.view.round == round_:
        throw(game)


def observers(game: Game) -> tuple[Any, ...]:
    """The seats, and an onlooker last."""
    return (*game.players, game.spectator)


def kinds(events: tuple[Any, ...]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def hand(game: Game, seat: int) -> dict[int, Card]:
    """The cards of a seat by slot, as the referee sees them."""
    return dict(game.referee.view.hands[seat])


def legal(game: Game, seat: int) -> list[str]:
    """The texts of what a seat may do."""
    return [str(action) for action in game.legal_actions(seat)]


WEIGHTS = {"announce": 0.03, "pass": 4.0, "intercept": 0.5, "discard": 2.0}


def play_at_random(game: Game, seed: int) -> Iterator[Game]:
    """Play to the end by weighted chance; the same game is given again before each action."""
    random = Random(seed)
    while not game.is_over:
        yield game
        if game.window is not None and random.random() < 0.2:
            do(game, "host close")
            continue
        player = random.choice(game.to_act)
        actions = player.legal_actions
        chances = [WEIGHTS.get(action.kind, 1.0) for action in actions]
        player.play(random.choices(actions, chances)[0])

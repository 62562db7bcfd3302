"""Bots of one's own that fail: the seat is played for, the first fault is kept, and the table goes on."""

import pytest

from masko_sdk import HOST, MaskoError, fifty, masko, skyjo
from masko_sdk.games import GAMES
from masko_sdk.table import Table
from tests.table.helpers import Party


def raising(player):
    raise RuntimeError("out of ideas")


def playing(player):
    """Plays behind the table's back."""
    return player.play(player.legal_actions[0])


FAULTY = {
    "nothing": lambda player: None,
    "text": lambda player: "draw",
    "a list": lambda player: [],
    "another game": lambda player: skyjo.Flip(slot=0),
    "another game's": lambda player: fifty.Play(value=1),
    "no such slot": lambda player: masko.Keep(slot=9999),
    "unhashable": lambda player: masko.Keep(slot=[]),
    "illegal": lambda player: masko.Draw(),
    "the host's": lambda player: masko.Close(),
    "HOST": lambda player: HOST,
    "raising": raising,
    "playing": playing,
    "no argument": lambda: None,
}
KINDS = {"raising": RuntimeError, "playing": RuntimeError}


def until_over(table, now=0):
    for _ in range(20_000):
        if table.phase == "over":
            return
        table.advance(max(now, table.next_deadline))
        now = table.next_deadline or now
    raise AssertionError("it stalls")


@pytest.mark.parametrize("what", FAULTY)
def test_bot_that_fails_is_played_for_by_the_absent_policy(what):
    party = Party(bots={1: FAULTY[what]}, turn_ms=None)
    party.advance(0)
    moves = party.table.record.moves
    assert [(move.actor, move.notes["by"]) for move in moves] == [(1, "absent")] * 2
    assert list(party.table.faults) == [1]
    assert isinstance(party.table.faults[1], KINDS.get(what, (TypeError, MaskoError)))


@pytest.mark.parametrize("what", FAULTY)
def test_bot_that_fails_in_a_window_passes(what):
    seen = []

    def bot(player):
        if player._game.window is None:
            return player.legal_actions[0]
        seen.append(player.seat)
        return FAULTY[what](player)

    party = Party(bots={1: bot}, bot_ms=100)
    party.advance(200)
    for seat in (0, 2, 3):
        party.play(seat, f"look {seat} 0")
        party.play(seat, f"look {seat} 1")
    party.play(0, "draw")
    party.play(0, "discard")
    assert party.game.window == 1
    party.advance(100)
    assert seen == [1]
    last = party.table.record.moves[-1]
    assert (last.actor, str(last.action)) == (1, "pass")
    party.advance(10_000)
    assert party.game.window is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", ["nothing", "raising", "playing"])
def test_table_of_failing_bots_plays_to_the_end(game, what):
    rules = GAMES[game].Rules() if game == "fifty" else GAMES[game].Rules(target=8)
    table = Table(rules, 3, bots=dict.fromkeys(range(3), FAULTY[what]), seed=4)
    table.start(0)
    until_over(table)
    assert len(table.record.moves) == table.game.ply
    assert table.record.replay() == table.game
    assert list(table.faults) == [0, 1, 2]


def test_table_goes_on_for_the_others_and_the_bot_may_recover():
    faults = ["first"]

    def bot(player):
        if faults:
            raise RuntimeError(faults.pop())
        return player.legal_actions[0]

    party = Party(bots={1: bot}, bot_ms=100)
    party.advance(200)
    assert party.play(0, "look 0 0")["ok"]
    assert [move.notes.get("by") for move in party.table.record.moves] == ["absent", "bot", None]
    assert str(party.table.faults[1]) == "first"


def test_first_fault_of_a_bot_is_kept():
    faults = iter(["first", "second"])

    def bot(player):
        raise RuntimeError(next(faults))

    party = Party(bots={1: bot})
    assert not party.table.faults
    party.advance(0)
    assert next(faults, None) is None
    assert str(party.table.faults[1]) == "first"
    assert not Table.restore(party.table.save(), 0, bots={1: bot}).faults


def test_what_is_no_exception_of_a_bot_comes_out_and_changes_nothing():
    def bot(player):
        raise KeyboardInterrupt

    party = Party(bots={1: bot}, bot_ms=100)
    before = party.game.clone()
    with pytest.raises(KeyboardInterrupt):
        party.table.advance(party.now + 100)
    assert party.game == before


def test_claim_that_comes_too_late_is_no_fault():
    """A bot that is slower than the window has done nothing wrong."""
    party = Party(turn_ms=None, bots={3: "prudent"}, bot_ms=5000, window_ms=1000)
    party.advance(10_000)
    for seat in (0, 1, 2):
        party.play(seat, f"look {seat} 0")
        party.play(seat, f"look {seat} 1")
    party.play(0, "draw")
    party.play(0, "discard")
    party.advance(20_000)
    assert not party.table.faults

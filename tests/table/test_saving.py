"""A table saved at any moment goes on as if nothing had been."""

import hashlib
import json
import random

import pytest

from masko_sdk import Record, RecordError, masko
from masko_sdk.games import GAMES
from masko_sdk.table import Table, redecide
from tests.support.seeds import CAMPAIGN, run_seed
from tests.table.helpers import Party, race, right_slots, wrong_slot

GAMES_EACH = 20 if CAMPAIGN else 1


def restored(party, **options):
    return Table.restore(party.table.save(), 5, keep_connections=True, **options)


def test_save_is_a_record_of_the_game():
    party = race()
    record = Record.loads(party.table.save())
    assert record.replay() == party.game
    assert record.players == ("P0", "P1", "P2", "P3")


def test_save_holds_hashes_of_tokens_and_no_token():
    party = Party()
    text = party.table.save()
    for token in party.tokens.values():
        assert token not in text
        assert hashlib.sha256(token.encode()).hexdigest() in text


def test_window_with_held_claims_is_decided_as_it_would_have_been():
    party = race(arbitration="reaction")
    slots = right_slots(party.game)
    first, second = [seat for seat in slots if seat != 0][:2]
    party.now += 500
    party.play(first, f"intercept {slots[first]}", window=1, reaction=490)
    table = restored(party)
    assert table.next_deadline - 5 == party.table.next_deadline - party.now
    message = {
        "type": "play",
        "id": "late",
        "action": {"type": "intercept", "slot": slots[second]},
        "window": 1,
        "reaction": 400,
    }
    ends = []
    for at, one in ((party.now, party.table), (5, table)):
        one.receive(at + 100, f"c{second}", message)
        ends.append([out.text for out in one.advance(one.next_deadline)])
    assert ends[0] == ends[1]
    assert any('"outcome":"won"' in text for text in ends[0])
    assert table.game.record.moves == party.game.record.moves
    assert redecide(table.record) == redecide(party.table.record)


def test_repeated_message_is_known_after_a_restart():
    party = Party()
    message = {"type": "play", "id": 7, "action": {"type": "look", "seat": 0, "slot": 0}}
    first = party.table.receive(party.now, "c0", message)[0]
    table = restored(party)
    assert table.receive(9, "c0", message) == [first]
    assert table.game.ply == 1


def test_token_is_good_after_a_restart_and_connections_are_lost():
    party = Party(grace_ms=1000)
    table = Table.restore(party.table.save(), 77)
    assert table.connections == ()
    assert table.next_deadline == 1077
    (joined, *_) = table.receive(80, "new", {"type": "rejoin", "id": 1, "token": party.tokens[2]})
    assert joined.form["seat"] == 2


def test_lobby_offer_and_votes_are_kept():
    party = Party(start=False)
    party.say("a", "join", name="Ana")
    table = Table.restore(party.table.save(), 0)
    assert (table.phase, table.names[0]) == ("lobby", "Ana")
    party = Party(masko.Rules(target=1), turn_ms=10)
    party.advance(10_000_000)
    party.say(0, "rematch")
    table = restored(party)
    for seat in (1, 2, 3):
        table.receive(5, f"c{seat}", {"type": "rematch"})
    assert table.phase == "playing"


def test_bot_of_ones_own_is_given_again():
    def bot(player):
        return player.legal_actions[0]

    party = Party(bots={1: bot, 2: "random"})
    party.advance(0)
    with pytest.raises(RecordError, match="seat 1"):
        Table.restore(party.table.save(), 0)
    table = Table.restore(party.table.save(), 0, bots={1: bot})
    assert table.game == party.game


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "masko_sdk record"}'])
def test_other_text_is_refused(text):
    with pytest.raises(RecordError):
        Table.restore(text, 0)


def test_record_of_a_game_is_no_table():
    party = Party()
    with pytest.raises(RecordError):
        Table.restore(party.game.record.dumps(), 0)


@pytest.mark.parametrize("field", ["chairs", "settings", "window", "time", "links", "since"])
def test_table_that_lacks_a_part_is_refused(field):
    form = json.loads(Party().table.save())
    del form["table"][field]
    with pytest.raises(RecordError):
        Table.restore(json.dumps(form), 0)


# At every ply.


def messages_of(rng, table, seat):
    """What a player who is due may send now."""
    player = table.game.players[seat]
    action = rng.choice(player.legal_actions)
    if table.game.window is not None:
        action = rng.choice([action, player.legal_actions[-1]])
    return {
        "type": "play",
        "id": f"{table.game.ply} {seat} {rng.random()}",
        "action": action.to_json(),
        "window": table.game.window,
        "reaction": rng.randrange(2000),
    }


def step(rng, tables, nows):
    """The same to all tables; what they send must be the same, and the next deadline as far ahead."""
    lead = tables[0]
    ahead = lead.next_deadline - nows[0]
    if rng.random() < 0.3:
        wait = max(0, ahead)
        said = [table.advance(now + wait) for table, now in zip(tables, nows, strict=True)]
    else:
        wait = rng.randrange(300)
        seat = rng.choice(lead.game.to_act).seat
        if seat == 2:
            wait = max(0, ahead)
            said = [table.advance(now + wait) for table, now in zip(tables, nows, strict=True)]
        else:
            message = messages_of(rng, lead, seat)
            said = [
                table.receive(now + wait, f"c{seat}", message)
                for table, now in zip(tables, nows, strict=True)
            ]
    nows[:] = [now + wait for now in nows]
    assert all(outs == said[0] for outs in said)
    left = {
        None if table.next_deadline is None else table.next_deadline - now
        for table, now in zip(tables, nows, strict=True)
    }
    assert len(left) == 1


SHORT = {"masko": {"target": 15}, "skyjo": {"target": 15}, "mojo": {"target": 8}, "fifty": {}}
MOST_STEPS = 600


@pytest.mark.parametrize("game_name", GAMES)
@pytest.mark.parametrize("arbitration", ["arrival", "reaction"])
def test_restored_at_every_ply_it_plays_on_identically_to_the_end(game_name, arbitration):
    phases = set()
    for number in range(GAMES_EACH):
        rng = random.Random(f"{run_seed()} {game_name} {arbitration} {number}")
        party = Party(
            GAMES[game_name].Rules(**SHORT[game_name]),
            4,
            seed=rng.getrandbits(60),
            bots={2: "prudent"},
            bot_ms=250,
            arbitration=arbitration,
            grace_ms=3000,
        )
        tables, nows = [party.table], [party.now]
        for _ in range(MOST_STEPS):
            if party.table.phase == "over":
                break
            phases.add(party.game.referee.view.phase.value)
            other = Table.restore(party.table.save(), 3, keep_connections=True)
            assert other.save() == party.table.save()
            tables.append(other)  # and plays on to the end, with all that were restored before
            nows.append(3)
            step(rng, tables, nows)
        assert party.table.phase == "over"
    if game_name == "masko":
        assert {"hold", "window"} < phases


def test_claims_and_held_cards_are_among_the_moments_saved():
    party = race(1)
    seat = next(seat for seat in right_slots(party.game) if seat != 0)
    party.play(seat, f"intercept {wrong_slot(party.game, seat)}", window=1)
    assert json.loads(party.table.save())["table"]["window"]["claims"]
    party.advance(4000)
    party.play(1, "draw")
    table = restored(party)
    assert table.game.referee.view.held == party.game.referee.view.held is not None


def test_refused_join_is_known_after_a_restart_and_so_is_no_token():
    party = Party()
    first = party.say("x", "join", name="X", id="j")
    assert first["error"]["reason"] == "started"
    party.table = restored(party)
    party.now = 5
    assert party.say("x", "join", name="X", id="j") == first


def test_seat_that_passed_and_is_due_no_more_is_restored():
    """Its held claim was wrong and its last: it is played at once, and the pass is still noted."""
    party = race(1, rules=masko.Rules(attempts=1), arbitration="reaction", settle="at_once")
    party.play(1, f"intercept {wrong_slot(party.game, 1)}", window=1, reaction=0)
    party.play(1, "pass", window=1)
    party.advance(300)
    window = json.loads(party.table.save())["table"]["window"]
    assert (window["passing"], window["claims"]) == ([1], [])
    assert 1 not in [player.seat for player in party.game.to_act]
    assert restored(party).save() == party.table.save()

"""A table in a chat room: people join, play and claim by short messages; what is secret is whispered.

Shows `masko_sdk.table` under another transport than sockets. `ChatTable` needs two functions of your chat, one to
post in the room and one to whisper, and calls you back never: hand it each message, and call `tick` when it says.

    python examples/chat_bot.py                # a room of fake people, on a fake clock
    python examples/chat_bot.py skyjo --language fr --seed 3
"""

from __future__ import annotations

import argparse
import random

from masko_sdk import fifty, masko, mojo, pictures, skyjo
from masko_sdk.table import Table
from masko_sdk.words import LANGUAGES, Words

GAMES = {"masko": masko, "skyjo": skyjo, "mojo": mojo, "fifty": fifty}


class ChatTable:
    """One room with one table.

    Args:
        rules: the game.
        seats: how many play.
        post: called with a text for the whole room.
        whisper: called with a name and a text for that person alone.
        settings: of the `Table`; the names that people have in the chat are its connections.
    """

    def __init__(self, rules, seats, post, whisper, language="en", **settings):
        self.rules, self.table = rules, Table(rules, seats, **settings)
        self.post, self.whisper, self.language = post, whisper, language
        self.seats = {}  # by name
        self.told = -1  # the ply up to which the room has heard everything
        self.asked = {}  # by name: the ply or window, and the actions to choose from

    @property
    def next_tick(self):
        """When `tick` is to be called, if nobody says anything before; None: not at all."""
        return self.table.next_deadline

    def tick(self, now):
        self.answer(self.table.advance(now))

    def hear(self, now, name, text):
        """Somebody said something in the room, or to the bot."""
        word = text.strip().lower()
        if word == "hand" and name in self.seats and self.table.game:
            self.whisper(name, self.hand(self.seats[name]))
        elif word == "join":
            self.answer(self.table.receive(now, name, {"type": "join", "name": name}))
        elif word == "start":
            self.answer(self.table.receive(now, name, {"type": "start", "fill": True}))
        elif word.isdecimal() and 0 < int(word) <= len(self.asked.get(name, ((), ()))[1]):
            meant, actions = self.asked[name]
            play = {"type": "play", "action": actions[int(word) - 1].to_json(), **meant}
            self.answer(self.table.receive(now, name, play))
        else:
            self.whisper(name, self.words().say("chat", "help"))

    def answer(self, outs):
        """What the table said, as words: refusals to whom they are for, news to the room, choices to the due."""
        for out in outs:
            if out.form["type"] == "joined":
                self.seats[out.to] = out.form["seat"]
                self.post(self.words().say("chat", "sits_down", name=out.to))
            elif out.form["type"] == "refused":
                self.whisper(out.to, self.words().error(out.form["error"]))
        if self.table.game:
            self.tell()
            self.ask()

    def words(self):
        return Words(self.rules, self.table.names, language=self.language)

    def tell(self):
        """The room hears what an onlooker would."""
        game = self.table.game
        for _, sentence in self.words().tell(game.spectator.events(since=self.told)):
            if sentence:
                self.post(sentence)
        self.told = game.ply

    def ask(self):
        """Each person who is due is told, once a ply or window, what there is to choose from."""
        game, words = self.table.game, self.words()
        due = {player.seat: player for player in game.to_act}
        for name, seat in self.seats.items():
            if seat not in due:
                self.asked.pop(name, None)
                continue
            meant = {"window": game.window} if game.window else {"ply": game.ply}
            if self.asked.get(name, (None,))[0] != meant:
                actions = due[seat].legal_actions
                self.asked[name] = (meant, actions)
                lines = [f"{n}. {words.action(a, seat)}" for n, a in enumerate(actions, 1)]
                self.whisper(name, "\n".join([self.hand(seat), *lines]))

    def hand(self, seat):
        return pictures.text_of(self.table.game.players[seat], language=self.language)


def whisper(name, text):
    print(f"  (to {name}) " + text.replace("\n", "\n  "))


def main(arguments=None):
    """Three fake people who say anything that is whispered to them, on a clock that runs as fast as it can."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", choices=GAMES, default="fifty")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=int, default=30, help="of the fake clock, at the most")
    given = parser.parse_args(arguments)
    chance = random.Random(given.seed)
    rules, settings = GAMES[given.game].Rules(), {"bots": {3: "prudent"}, "bot_ms": 900}
    room = ChatTable(rules, 4, print, whisper, given.language, seed=given.seed, **settings)
    now = 0
    for name in ("Ana", "Bo", "Chloé"):
        room.hear(now, name, "join")
    room.hear(now, "Ana", "start")
    while room.table.phase == "playing" and now < given.minutes * 60_000:
        now += 700
        if room.next_tick is not None and room.next_tick <= now:
            room.tick(now)
        if room.asked:
            name = chance.choice(list(room.asked))
            room.hear(now, name, str(chance.randint(1, len(room.asked[name][1]))))
    print(room.hand(0))


if __name__ == "__main__":
    main()

"""Sentences as data: what happens, what can be done and what is seen, in words.

A catalogue is a language: game (or ``"any"``, for all), section, key, sentence. A key is a kind, then any
number of marks. Of the sentences of a kind, the one with the most marks that all hold is told, so that
"looked own hidden" goes before "looked". Marks come from the fields as the core's tables type them:

- ``hidden``: a secret field is not for this observer
- ``own``: the second seat is the first one, or the one who acts
- ``no_slot``: the field `slot` is None
- ``announced``: the field `announced` is True
- ``reason=won``, ``pile=1``, ``winners=2``: a choice, a number, or how many a list holds

Parameters are the fields, by name, and those of a result or outcome in them; rounds and tricks are counted
from 1. An empty sentence is not told. In a fold, events that follow each other (``+``: one or more, ``*``: any
number) are told as one: the parameters are those of the first, `then` has those of the last, and `all` names
the seats of the repeated ones. Folds are tried in their order.

`masko_sdk.cli.tell` reads catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ENGLISH", "Catalogue"]

Catalogue = Mapping[str, Mapping[str, Mapping[str, str]]]

_ANY = {
    "events": {
        "game_ended": "The game is over: {winners} win.",
        "game_ended winners=1": "The game is over: {winners} wins.",
        "game_ended winners=0": "The game is over.",
    },
    "forms": {
        "all": "{some} and {last}",
        "each": "{name} {value}",
        "hidden_card": "?",
        "mood": "laughing {yellow}, furious {blue}",
        "mood_cover": "cover {yellow}/{blue}",
        "pair": "{first} {second}",
    },
    "play": {
        "begin": "{game} with {names}. ? is for help, q stops and saves.",
        "resume": "{game} goes on at ply {ply}, with {names}.",
        "pass_screen": "Pass the screen to {name}, then press Enter.",
        "hide": "{name}, press Enter to hide this screen.",
        "ask": "{name}: ",
        "ask_default": "{name} (Enter: {action}): ",
        "choices": "{name} may:",
        "unknown": "{text} is none of the choices; ? is for help.",
        "refused": "Not now: {reason}.",
        "stopped": "Stopped.",
        "saved": "Saved. Go on with: masko play --resume {path}",
        "saved_over": "Saved. Read it with: masko replay {path}",
        "not_saved": "The game could not be saved in {path}: {error}",
        "help": (
            "Type the number of a choice, or its text form, such as: {example}. v shows the table "
            "again, q stops and saves, ? is this help. {legend}"
        ),
        "legend": "Cards: [7] lies open, [?] is hidden.",
        "legend_memory": "Cards: [7] lies open, [?] is hidden, (7) is hidden and you have seen it.",
    },
    "table": {
        "round": "Round {round}",
        "scores": "scores",
        "totals": "totals",
        "points": "{points} points",
        "you": "{name} (you)",
        "wins": "wins",
        "result": "Result",
        "standing": "Standing",
    },
}

_MASKO = {
    "cards": {
        "ninja": "Ninja",
        "exchange": "Exchange",
        "vision": "Vision",
        "spy": "Spy",
        "reveal": "Reveal",
        "draw_one": "Draw One",
        "gather": "Gather",
    },
    "events": {
        "dealt": "Round {round} is dealt. {starter} will start.",
        "looked": "{seat} looks at {owner}'s slot {slot}: {card}.",
        "looked own": "{seat} looks at own slot {slot}: {card}.",
        "looked hidden": "{seat} looks at {owner}'s slot {slot}.",
        "looked own hidden": "{seat} looks at own slot {slot}.",
        "drew": "{seat} draws {card}.",
        "drew hidden": "{seat} draws a card.",
        "took": "{seat} takes {card} from the discard.",
        "kept": "{seat} keeps {card} in slot {slot}.",
        "kept hidden": "{seat} keeps the card in slot {slot}.",
        "discarded": "{seat} discards {card} from slot {slot}.",
        "discarded no_slot": "{seat} discards {card}.",
        "skipped": "{seat} skips the turn: the draw pile is empty.",
        "announced": "{seat} announces MASKO!",
        "masko_declared": "{seat} got the last card: MASKO is declared.",
        "window_opened": "Who has another {card}?",
        "passed": "{seat} passes.",
        "intercepted": "{seat} intercepts with {card} from slot {slot}.",
        "missed": "{seat} claims slot {slot}, but it is {card} and goes back.",
        "added": "{seat} gets an unseen card in slot {slot}.",
        "window_closed": "Nobody else may claim.",
        "window_closed reason=won": "The others may claim no more.",
        "window_closed reason=host": "Time is up: nobody may claim any more.",
        "power_started": "{seat} uses {card}.",
        "power_skipped": "{seat}'s {card} has no target.",
        "picked": "{seat} picks {owner}'s slot {slot}.",
        "picked own": "{seat} picks own slot {slot}.",
        "chose": "{seat} chooses {target}.",
        "swapped": "{seat}'s slot {slot} and {owner}'s slot {owner_slot} change places.",
        "declined": "{seat} leaves the cards where they are.",
        "shown": "{owner} shows slot {slot} to the others: {card}.",
        "shown hidden": "{owner} shows slot {slot} to the others.",
        "gathered": "All cards are shuffled and dealt anew: {slots}.",
        "power_ended": "{card} is out for this round.",
        "round_scored": "Round {round} is over: the last card made {maskoman} Maskoman.",
        "round_scored announced": "Round {round} is over: {maskoman} had announced MASKO.",
    },
    "folds": {
        "kept hidden, discarded": "{seat} keeps the card in slot {slot} and discards {then[card]}.",
        "kept, discarded": "{seat} keeps {card} in slot {slot} and discards {then[card]}.",
        "window_opened, passed*, window_closed reason=nobody_due": "Nobody claims another {card}.",
        "intercepted, window_closed reason=won": "{seat} intercepts with {card} from slot {slot}.",
        "passed+, window_closed reason=nobody_due": "No claim from {all}.",
        "passed+": "No claim from {all}.",
    },
    "actions": {
        "look": "look at {seat}'s slot {slot}",
        "look own": "look at your slot {slot}",
        "draw": "draw from the draw pile",
        "take": "take the top of the discard",
        "announce": "announce MASKO",
        "skip": "skip the turn",
        "keep": "keep it in slot {slot}",
        "discard": "discard it",
        "intercept": "claim that slot {slot} is the same",
        "pass": "let it go by",
        "close": "close the window",
        "swap": "exchange it with your slot {slot}",
        "decline": "leave the cards where they are",
        "pick": "pick {seat}'s slot {slot}",
        "pick own": "pick your slot {slot}",
        "choose": "choose {seat}",
        "choose own": "choose yourself",
        "show": "have slot {slot} shown to the others",
    },
    "reasons": {
        "wrong_phase": "this is not the moment for it",
        "draw_pile_empty": "the draw pile is empty",
        "discard_empty": "the discard is empty",
        "no_own_card": "you have no card to put it in place of",
        "masko_stands": "a MASKO stands already",
        "draw_pile_not_empty": "the draw pile still has cards",
        "must_keep": "a taken card must be kept",
        "already_looked": "you have looked at that card already",
        "no_such_card": "there is no card in that slot",
        "not_own_card": "that must be a card of yours",
        "own_card": "that must be a card of somebody else",
        "not_a_target": "that is no target for this power",
    },
    "phases": {
        "setup": "{due} may look at two own cards each",
        "turn": "{turn} is to play",
        "hold": "{turn} holds a card",
        "window": "{due} may claim the discarded card",
        "vision": "Vision: {due} looks at an own card",
        "spy": "Spy: {due} looks at a card of another",
        "ninja": "Ninja: {due} looks at a card of another",
        "swap": "Ninja: {due} may exchange that card with an own one",
        "exchange": "Exchange: {due} picks a first card",
        "exchange_second": "Exchange: {due} picks a second card",
        "reveal": "Reveal: {due} chooses a player",
        "show": "Reveal: {due} picks the card to show",
        "draw_one": "Draw One: {due} chooses a player",
        "over": "the game is over",
    },
    "view": {
        "draw_size": "draw pile {draw_size}",
        "discard_top": "discard {discard_size}, {discard_top} on top",
        "discard_top no_discard_top": "discard empty",
        "held": "{seat} holds {card}",
        "held no_card": "{seat} holds a drawn card",
        "held taken": "{seat} holds {card}, taken",
        "window": "window {number} for another {card}",
        "power": "{user} uses {card}: {owner}'s slot {slot}",
        "power no_slot": "{user} uses {card} on {owner}",
        "power no_slot no_owner": "{user} uses {card}",
        "waiting": "still to come: {waiting}",
        "used_specials": "specials out {used_specials}",
        "used_specials used_specials=0": "",
        "masko": "MASKO: {seat} has announced",
        "masko automatic": "MASKO by the last card: {seat}",
        "starter": "",
        "discard_size": "",
    },
    "seat": {},
}

_SKYJO = {
    "events": {
        "dealt": "Round {round} is dealt, from {seat} on. {card} opens the discard.",
        "flipped": "{seat} turns up slot {slot}: {card}.",
        "started": "{seat} starts.",
        "drew": "{seat} draws {card}.",
        "drew hidden": "{seat} draws a card.",
        "took": "{seat} takes {card} from the discard.",
        "replaced": "{seat} puts {card} into slot {slot}.",
        "discarded": "{seat} discards {card} from slot {slot}.",
        "discarded no_slot": "{seat} discards {card}.",
        "column_cleared": "{seat}'s column {column} is complete and leaves: three {card}.",
        "closed": "{seat} closes the round. The others have one more turn.",
        "reshuffled": "The discard is shuffled into a new draw pile of {draw_size}.",
        "revealed": "{seat}'s slot {slot} is turned up: {card}.",
        "round_scored": "Round {round} is over: {closer} had closed it.",
    },
    "folds": {
        "replaced, discarded": "{seat} puts {card} into slot {slot} and discards {then[card]}."
    },
    "actions": {
        "flip": "turn up slot {slot}",
        "draw": "draw from the draw pile",
        "take": "take the top of the discard",
        "replace": "put it into slot {slot}",
        "discard": "discard it and turn one up",
    },
    "reasons": {
        "wrong_phase": "this is not the moment for it",
        "no_such_card": "there is no card in that slot",
        "already_open": "that card lies open already",
    },
    "phases": {
        "setup": "{due} may turn up two own cards each",
        "turn": "{turn} is to play",
        "drawn": "{turn} holds a drawn card",
        "taken": "{turn} holds a taken card",
        "flip": "{turn} turns up a hidden card",
        "over": "the game is over",
    },
    "view": {
        "draw_size": "draw pile {draw_size}",
        "discard_top": "discard {discard_size}, {discard_top} on top",
        "discard_top no_discard_top": "discard empty",
        "held": "{seat} holds {card}",
        "held no_card": "{seat} holds a drawn card",
        "aside": "set aside {aside}",
        "closer": "{closer} has closed",
        "starter": "",
        "discard": "",
        "discard_size": "",
    },
    "seat": {},
}

_MOJO = {
    "events": {
        "dealt": "Round {round} is dealt: {starter} starts on {cards}.",
        "played": "{seat} plays {card}.",
        "played pile=1": "{seat} plays {card} on discard 1.",
        "drew": "{seat} draws {card}.",
        "drew hidden": "{seat} draws a card.",
        "took": "{seat} takes {card} from discard {pile}.",
        "refilled": "{card} moves onto the empty discard {pile}.",
        "laid_down": "Mojo time: {seat} lays {size} cards face down.",
        "laid_down size=1": "Mojo time: {seat} lays the last card face down.",
        "turned_up": "{seat} turns up {card}.",
        "reshuffled": "The discards are shuffled into a new draw pile of {draw_size}.",
        "round_scored": "Round {round} is over: {holder} takes the Mojo card, which shows {mojo_side}.",
        "round_scored ended=no_card": (
            "Round {round} is over: {holder} has no card left and takes the Mojo card, which shows "
            "{mojo_side}."
        ),
    },
    "folds": {},
    "actions": {
        "play": "play {value}",
        "play pile=1": "play {value} on discard 1",
        "draw": "draw from the draw pile",
        "take": "take the top of discard {pile}",
        "turn_up": "turn up {value}",
    },
    "reasons": {
        "wrong_phase": "this is not the moment for it",
        "no_such_card": "you have no such card",
        "one_discard": "there is only one discard",
        "other_discard_in_use": "this turn is played on the other discard",
        "same_discard": "that is the discard you played on",
    },
    "phases": {
        "turn": "{turn} is to play a card",
        "chain": "{turn} played an equal card and must play another",
        "owed": "{turn} is to draw a card, or take the top of the other discard",
        "mojo": "{turn} is to turn up a card",
        "over": "the game is over",
    },
    "view": {
        "draw_size": "draw pile {draw_size}",
        "discard_top": "discard {discard_top}",
        "pile": "on discard {pile}",
        "mojo_side": "Mojo card {mojo_side}",
        "direction": "play goes clockwise",
        "direction direction=-1": "play goes counter-clockwise",
        "starter": "",
        "discard_size": "",
    },
    "seat": {
        "face_down": "face down {face_down}",
        "turned_up": "turned up {turned_up}",
        "known": "",
    },
}

_FIFTY = {
    "events": {
        "dealt": "Round {round} is dealt. {starter} leads the first trick.",
        "mood_turned": "Trick {trick}: the Mood card is {mood}.",
        "played": "{seat} plays {card}.",
        "trick_scored": (
            "{highest} is highest: {furious} furious. {lowest} is lowest: {laughing} laughing."
        ),
        "erased": "{seat} has no half mask and erases {count} of round {round}.",
        "round_scored": "Round {round} is over.",
    },
    "folds": {},
    "actions": {"play": "play {value}"},
    "reasons": {"no_such_card": "you have no such card"},
    "phases": {"trick": "{turn} is to play a card", "over": "the game is over"},
    "view": {
        "trick_number": "trick {trick_number}",
        "mood": "mood {mood}",
        "mood_left": "{mood_left} Mood cards left",
        "mood_left mood_left=1": "1 Mood card left",
        "trick": "played: {trick}",
        "mood_used": "",
        "starter": "",
    },
    "seat": {
        "masks": "{laughing} laughing, {furious} furious",
        "played": "",
    },
}

ENGLISH: Catalogue = {
    "any": _ANY,
    "masko": _MASKO,
    "skyjo": _SKYJO,
    "mojo": _MOJO,
    "fifty": _FIFTY,
}

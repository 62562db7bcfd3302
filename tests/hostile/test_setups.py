"""Decks and names that are wrong in each way."""

from __future__ import annotations

from typing import Any

import pytest

from masko_sdk import ArgumentError, Game, MaskoError, RulesError
from masko_sdk.games import GAMES
from tests.support.adapters import adapter_of
from tests.support.options import player_range

games = pytest.mark.parametrize("game", GAMES)


def good_deck(game: str) -> Any:
    adapter = adapter_of(game)
    return adapter.join_parts(adapter.deck_parts(GAMES[game].Rules().to_json()))


def start(game: str, decks: Any) -> Game[Any, Any, Any]:
    return Game(GAMES[game].Rules(), player_range(game)[0], seed=1, decks=decks)


def parts_of(deck: Any) -> list[tuple[int | None, list[Any]]]:
    """The lists of cards of a deck, with their place in it."""
    return list(enumerate(deck)) if isinstance(deck[0], list) else [(None, deck)]


def with_part(deck: Any, place: int | None, cards: Any) -> Any:
    if place is None:
        return cards
    copy = list(deck)
    copy[place] = cards
    return copy


@games
def test_a_permutation_is_taken_in_any_sequence(game: str) -> None:
    deck = good_deck(game)
    assert start(game, [deck]) == start(game, (tuple(deck),))
    assert start(game, []) == start(game, None)


WRONG_CARDS: list[Any] = [None, True, False, 1.0, 0.5, float("nan"), -128, -129, 127, 128, 255, 256]
WRONG_CARDS += [-1000, 2**31, 2**32 + 1, 2**64, 10**5000, -(10**5000), "", "x", "11", " 1", "NINJA"]
WRONG_CARDS += [
    "\0",
    "1\0",
    b"1",
    [],
    [1],
    (1, 2, 3),
    {},
    object(),
    1j,
    "x" * 100_000,
    (None, None),
]
WRONG_CARDS += [(0, 21), (21, 0), (-1, 0), (1, None), {"yellow": 1}, range(2), float("inf"), int]


@games
def test_a_card_that_is_none_is_refused_at_each_place(game: str) -> None:
    deck = good_deck(game)
    for place, cards in parts_of(deck):
        for at in (0, len(cards) // 2, len(cards) - 1):
            for card in WRONG_CARDS:
                if card == cards[at] and type(card) is type(cards[at]):
                    continue
                wrong = with_part(deck, place, [*cards[:at], card, *cards[at + 1 :]])
                with pytest.raises((MaskoError, TypeError)) as caught:
                    start(game, [wrong])
                assert len(str(caught.value)) < 1_000


@games
def test_a_card_too_many_too_few_or_twice_is_refused(game: str) -> None:
    deck = good_deck(game)
    for place, cards in parts_of(deck):
        other = next(card for card in cards if card != cards[0])
        for wrong in (
            cards[:-1],
            cards[1:],
            [*cards, cards[0]],
            [*cards, *cards],
            [other, *cards[1:]],
            [cards[0]] * len(cards),
            [],
        ):
            with pytest.raises(RulesError, match=r"decks\[0\]"):
                start(game, [with_part(deck, place, wrong)])


@games
def test_a_wrong_deck_is_named_by_its_round(game: str) -> None:
    deck = good_deck(game)
    place, cards = parts_of(deck)[0]
    wrong = with_part(deck, place, cards[:-1])
    with pytest.raises(RulesError, match=r"decks\[2\]"):
        start(game, [deck, deck, wrong, deck])


WRONG_DECKS: list[Any] = [0, 1.5, True, "x", b"x", {}, {1}, object(), [None], [0], ["x"], [b"x"]]
WRONG_DECKS += [[{}], [{1}], [[[]]], [[None]], [range(53)], [[0] * 53], [[[0] * 50, None]]]
WRONG_DECKS += [[[None, None]], (i for i in range(2))]


@games
@pytest.mark.parametrize("decks", WRONG_DECKS, ids=range(len(WRONG_DECKS)))
def test_decks_of_a_wrong_form_are_refused(game: str, decks: Any) -> None:
    with pytest.raises((MaskoError, TypeError)):
        start(game, decks)


@games
def test_thousands_of_decks_are_no_trouble(game: str) -> None:
    deck = good_deck(game)
    assert start(game, [deck] * 2_000).ply == 0


WRONG_NAMES: list[Any] = ["", "x" * 65, "x" * 10**6, "\0", "a\0b", "a\nb", "\r", "\x1b[2J", "\x7f"]
WRONG_NAMES += ["\x80", "\x9f", "\ud800", "a\udfff"]
NOT_NAMES: list[Any] = [None, 0, 1.5, True, b"Ana", ["Ana"], object(), str, ("A",), {"A": 1}]
FINE_NAMES = ["x", "x" * 64, "Chloé", "名前", "🂡" * 64, "a b", "{0}", "%s", "<b>", "'", '"', "\\"]
FINE_NAMES += ["None", "host", "HOST", "Ana"]


@games
def test_names(game: str) -> None:
    few = player_range(game)[0]
    for name in WRONG_NAMES:
        with pytest.raises(ArgumentError) as caught:
            Game(GAMES[game].Rules(), [name] + ["x"] * (few - 1))
        assert len(str(caught.value)) < 300
    for name in NOT_NAMES:
        with pytest.raises(TypeError):
            Game(GAMES[game].Rules(), ["x"] * (few - 1) + [name])
    for name in FINE_NAMES:
        table: Game[Any, Any, Any] = Game(GAMES[game].Rules(), [name] * few, seed=1)
        assert table.players[0].name == name
        assert table.record.loads(table.record.dumps()).players == (name,) * few


@games
@pytest.mark.parametrize(
    "players",
    ["Ana", b"Ana", {"a", "b"}, {"a": 1, "b": 2}, None, 2.0, object(), iter(["a", "b"]), range(3)],
    ids=range(9),
)
def test_players_of_a_wrong_type_are_type_errors(game: str, players: Any) -> None:
    with pytest.raises(TypeError):
        Game(GAMES[game].Rules(), players)


@games
@pytest.mark.parametrize(
    "players", [-(2**63) - 1, -1, 0, 1, 9, 10**9, 2**31, 2**32 + 3, 10**5000], ids=range(9)
)
def test_numbers_of_players_that_there_are_not(game: str, players: int) -> None:
    with pytest.raises(RulesError, match="players"):
        Game(GAMES[game].Rules(), players)
    with pytest.raises(RulesError, match="players"):
        Game(GAMES[game].Rules(), ["x"] * min(max(players, 0), 100_000))

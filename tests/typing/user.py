"""A user's file: what `mypy --strict` must know without a cast. Checked by test_typing.py, and run by it too."""

from typing import assert_type

from masko_sdk import HOST, Game, Outcome, Record, bots, fifty, masko, mojo, skyjo
from masko_sdk.player import Player


def greedy(player: Player[masko.View, masko.Action, masko.Event]) -> masko.Action:
    return player.legal_actions[0]


def main() -> None:
    game = Game(
        masko.Rules(target=50, special_points={card: 10 for card in masko.Card if card.is_special}),
        players=3,
    )
    assert_type(game, Game[masko.View, masko.Action, masko.Event])
    player = game.players[0]
    assert_type(player.view, masko.View)
    assert_type(player.view.hands[0][0], masko.Card | None)
    assert_type(player.legal_actions, tuple[masko.Action, ...])
    for event in player.play(masko.Look(seat=0, slot=0)):
        assert_type(event, masko.Event)
        if isinstance(event, masko.Looked):
            assert_type(event.card, masko.Card | None)
    action = game.rules.parse("look 0 1")
    assert_type(action, masko.Action)
    game.play(0, action, ply=1)
    game.legal_actions(HOST)
    assert_type(game.outcome, Outcome | None)
    assert_type(game.clone().at(1), Game[masko.View, masko.Action, masko.Event])
    assert_type(player.catch_up(since=0).view, masko.View)
    assert_type(player.sample_world(1), Game[masko.View, masko.Action, masko.Event])
    bots.play(game, [greedy, "prudent", bots.random()], max_plies=50)
    Record.loads(game.record.dumps()).replay()

    grid = Game(skyjo.Rules.published(), players=["Ana", "Bo"]).players[1].view.hands[1]
    assert_type(grid[3], int | None)
    hand = Game(mojo.Rules(), players=2).spectator.view.hands[0]
    assert_type(hand, tuple[int | None, ...])
    trick = Game(fifty.Rules.tightrope(), players=3).players[0].view.trick
    assert_type(trick, tuple[fifty.Trick, ...])


if __name__ == "__main__":
    main()

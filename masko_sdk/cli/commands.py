"""The commands, their arguments, and what becomes of errors: one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from masko_sdk import MaskoError, RecordError, RulesError, __version__, backend
from masko_sdk.cli.arguments import (
    Parser,
    UsageError,
    add_language,
    add_rules,
    count,
    seconds,
    seed_number,
    share,
    some_text,
)
from masko_sdk.cli.ending import Ended
from masko_sdk.cli.screen import make_lenient
from masko_sdk.games import GAMES

__all__ = ["run"]

IMPOSSIBLE, WRONG, INTERRUPTED, CLOSED_PIPE = 1, 2, 130, 141
_MOST_SEATS = 8
_MOST_GAMES = 2**32


def run(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _open_missing()
    make_lenient(sys.stderr)
    if sys.stdout is None:  # closed by whoever started it
        return _fail("standard output is closed", WRONG)
    try:
        make_lenient(sys.stdout)
        arguments = _parser().parse_args(argv)
        code = int(arguments.run(arguments))
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse: --help, --version or wrong arguments
        return leaving.code if isinstance(leaving.code, int) else WRONG
    except BrokenPipeError:
        _forget_output()
        return CLOSED_PIPE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except Ended as ended:
        return ended.code
    except RecordError as error:
        return _fail(error, IMPOSSIBLE)
    except OSError as error:
        return _fail(f"{error.filename}: {error.strerror}" if error.filename else error, WRONG)
    except (UsageError, RulesError, MaskoError) as error:
        return _fail(error, WRONG)


def _open_missing() -> None:
    """Have what was closed before the start read nothing, and write to nowhere."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open to the end
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _fail(error: object, code: int) -> int:
    with suppress(OSError):  # the terminal may be gone
        print("masko:", " ".join(str(error).split()), file=sys.stderr)
    return code


def _forget_output() -> None:
    """Nobody reads any more: let the last flush of the interpreter go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


# The parser. Commands are imported when they run, so that --help is quick.


def _parser() -> Parser:
    parser = Parser(
        prog="masko",
        description="Card games of hidden information: watch, play, simulate, replay, look up.",
        epilog="masko COMMAND --help tells more of a command.",
    )
    parser.add_argument(
        "--version", action="version", version=f"masko_sdk {__version__} ({backend} backend)"
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for add in (
        _add_demo,
        _add_play,
        _add_simulate,
        _add_odds,
        _add_compare,
        _add_sweep,
        _add_replay,
        _add_picture,
        _add_rules,
        _add_schema,
        _add_words,
    ):
        add(commands)
    return parser


def _command(commands: Any, name: str, runner: Callable[[Any], int], text: str) -> Parser:
    parser: Parser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    parser.set_defaults(run=runner)
    parser.register("type", None, some_text)
    return parser


def _add_demo(commands: Any) -> None:
    def demo(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.demo import demo

        return demo(arguments)

    parser = _command(
        commands, "demo", demo, "a game of bots told in words, and an evaluation of many"
    )
    add_rules(parser)
    parser.add_argument("--seed", type=seed_number, default=2024, help="default: 2024")
    parser.add_argument("--players", type=count(1, _MOST_SEATS), default=3, help="default: 3")
    parser.add_argument(
        "--games",
        type=count(1, _MOST_GAMES),
        default=5000,
        help="games to evaluate (default: 5000)",
    )
    parser.add_argument("--plain", action="store_true", help="no colours")
    add_language(parser)


def _add_play(commands: Any) -> None:
    def play(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.play import play

        return play(arguments)

    parser = _command(commands, "play", play, "persons and bots at one terminal")
    add_rules(parser, default=None)
    parser.add_argument(
        "--players",
        metavar="LIST",
        help="names, and bots with their policy: Ana,Bo,bot:prudent (default: you and two bots)",
    )
    parser.add_argument(
        "--seed", type=seed_number, help="a number; without it the cards are secret"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    parser.add_argument(
        "--save", metavar="FILE", help="a new file, where the record is kept while playing"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--tui",
        action="store_true",
        help="the drawn table (needs the extra tui: textual, and UTF-8); the default on a terminal that has both",
    )
    form.add_argument("--lines", action="store_true", help="line by line; the default elsewhere")
    parser.add_argument(
        "--bot-time",
        type=seconds(0, 60),
        default=0.8,
        metavar="SECONDS",
        help="in the drawn table: how long a bot waits before each decision (default: 0.8)",
    )
    parser.add_argument(
        "--window-time",
        type=seconds(0, 3600),
        default=6.0,
        metavar="SECONDS",
        help="in the drawn table, for one person among bots: how long a card may be intercepted; "
        "0: until you answer (default: 6)",
    )
    parser.add_argument("--plain", action="store_true", help="no colours")
    add_language(parser, own=True)


def _add_simulate(commands: Any) -> None:
    def simulate(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.simulate import simulate

        return simulate(arguments)

    parser = _command(commands, "simulate", simulate, "many games of bots, and their statistics")
    add_rules(parser)
    parser.add_argument(
        "--games", type=count(1, _MOST_GAMES), default=10_000, help="default: 10000"
    )
    parser.add_argument("--players", type=count(1, _MOST_SEATS), help="default: one a policy, or 4")
    parser.add_argument(
        "--policies",
        default="prudent",
        metavar="LIST",
        help="one for all or one a seat: prudent,random,prudent:announce_at=8",
    )
    _add_run(parser)
    _add_output(parser, csv="a row for each game")
    add_language(parser)


def _add_run(parser: Parser) -> None:
    """The arguments of a long call."""
    parser.add_argument(
        "--seed", type=seed_number, help="a number; without it one is drawn and told"
    )
    parser.add_argument("--threads", type=count(1, 1024), default=1, help="default: 1")
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of a Dask cluster, as tcp://host:8786 (needs the extra cluster)",
    )
    parser.add_argument(
        "--max-plies", type=count(0, 2**32 - 1), help="stop a game after so many actions"
    )


def _add_output(parser: Parser, *, csv: str) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the results as JSON")
    form.add_argument("--csv", action="store_true", help=csv)
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write there; .json and .csv tell the form; - is standard output",
    )
    parser.add_argument(
        "--plot", metavar="FILE.png", help="draw a picture (needs the extra plot: matplotlib)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress")


def _add_odds(commands: Any) -> None:
    def odds(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.odds import odds

        return odds(arguments)

    parser = _command(
        commands, "odds", odds, "what follows each action of a seat, as far as it can know"
    )
    parser.add_argument("file", metavar="RECORD", help="a saved game; - is standard input")
    parser.add_argument(
        "--ply",
        type=count(0, 2**32 - 1),
        metavar="N",
        help="after so many actions (default: the last decision)",
    )
    parser.add_argument(
        "--seat",
        type=count(0, _MOST_SEATS - 1),
        metavar="N",
        help="who decides, from 0 (default: who acted then, or is due first)",
    )
    parser.add_argument(
        "-n", "--worlds", type=count(1, _MOST_GAMES), default=2000, help="default: 2000"
    )
    parser.add_argument(
        "--confidence",
        type=share,
        metavar="SHARE",
        help="stop when the best action is settled, at 0.99 for instance; -n is then the most",
    )
    parser.add_argument(
        "--horizon", choices=("round", "game"), default="round", help="default: round"
    )
    parser.add_argument(
        "--by",
        choices=("points", "lowest", "total", "win"),
        help="what the best is judged by (default: points; to the end of the game: win)",
    )
    parser.add_argument(
        "--policies",
        default="prudent",
        metavar="LIST",
        help="who plays on: one for all or one a seat (default: prudent)",
    )
    _add_run(parser)
    _add_output(parser, csv="a row for each action")
    add_language(parser)


def _add_study(parser: Parser, *, policies: str, deals: int, deals_help: str) -> None:
    add_rules(parser)
    parser.add_argument("--policies", default=policies, metavar="LIST", help=_ENTRANTS)
    parser.add_argument("--players", type=count(1, _MOST_SEATS), help="a multiple of the policies")
    parser.add_argument("--deals", type=count(1, _MOST_GAMES), default=deals, help=deals_help)
    parser.add_argument(
        "--file", metavar="FILE", help="keep what is finished there, and go on from it"
    )
    parser.add_argument(
        "--keep-race",
        action="store_true",
        help="leave Masko's race as it is; else it is random, which favours no seat",
    )
    _add_run(parser)


_ENTRANTS = "those who play: prudent,random,prudent:announce_at=8"


def _add_compare(commands: Any) -> None:
    def compare(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.study import compare

        return compare(arguments)

    parser = _command(
        commands, "compare", compare, "policies on the same deals, each in each of the seats"
    )
    _add_study(
        parser,
        policies="prudent,random",
        deals=5000,
        deals_help="each is played once for each policy (default: 5000)",
    )
    _add_output(parser, csv="a row for each policy")


def _add_sweep(commands: Any) -> None:
    def sweep(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.study import sweep

        return sweep(arguments)

    parser = _command(
        commands, "sweep", sweep, "a grid of rule options, or of parameters of the first policy"
    )
    parser.add_argument(
        "--vary",
        action="append",
        required=True,
        metavar="NAME=VALUES",
        help="values with commas, or FIRST..LAST or FIRST..LAST..STEP; as often as needed",
    )
    _add_study(parser, policies="prudent", deals=2000, deals_help="of each cell (default: 2000)")
    _add_output(parser, csv="a row for each cell and policy")


def _add_replay(commands: Any) -> None:
    def replay(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.replay import replay

        return replay(arguments)

    parser = _command(commands, "replay", replay, "a saved game told again")
    parser.add_argument(
        "file", metavar="FILE", help="a record, as play saves it; - is standard input"
    )
    _add_observer(parser)
    parser.add_argument("--json", action="store_true", help="the events as JSON")
    parser.add_argument("--plain", action="store_true", help="no colours")
    add_language(parser)


def _add_observer(parser: Parser) -> None:
    """The arguments that tell who looks."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--seat",
        type=count(0, _MOST_SEATS - 1),
        metavar="N",
        help="as this seat may know it, from 0",
    )
    who.add_argument("--onlooker", action="store_true", help="as an onlooker may know it")
    who.add_argument("--referee", action="store_true", help="with all cards (the default)")


def _add_picture(commands: Any) -> None:
    def picture(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.picture import picture

        return picture(arguments)

    parser = _command(commands, "picture", picture, "the table of a saved game, drawn as SVG")
    parser.add_argument(
        "file", metavar="FILE", help="a record, as play saves it; - is standard input"
    )
    parser.add_argument(
        "--ply",
        type=count(0, 2**32 - 1),
        metavar="N",
        help="after so many actions (default: all of them)",
    )
    _add_observer(parser)
    parser.add_argument("--layout", choices=("wide", "phone"), default="wide", help="default: wide")
    parser.add_argument("--dark", action="store_true", help="the theme for dark rooms")
    parser.add_argument("--text", action="store_true", help="as lines of text instead")
    parser.add_argument("--out", metavar="FILE", help="write there")
    add_language(parser)


def _add_rules(commands: Any) -> None:
    def rules(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.rules import rules

        return rules(arguments)

    parser = _command(commands, "rules", rules, "games, their options and their actions")
    parser.add_argument("game", nargs="?", metavar="GAME", help="without it: the list of games")
    parser.add_argument("--json", action="store_true", help="the same as JSON")
    add_language(parser)


def _add_words(commands: Any) -> None:
    def words(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.words import words

        return words(arguments)

    parser = _command(
        commands, "words", words, "the sentences of a language as JSON, for front ends"
    )
    parser.add_argument("language", nargs="?", default="en", metavar="LANGUAGE", help="default: en")
    parser.add_argument("--out", metavar="FILE", help="write there")


def _add_schema(commands: Any) -> None:
    def schema(arguments: argparse.Namespace) -> int:
        from masko_sdk.cli.schema import schema

        return schema(arguments)

    parser = _command(
        commands, "schema", schema, "the messages of a game's table, as JSON Schema or TypeScript"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--typescript", action="store_true", help="types of TypeScript, not JSON Schema (2020-12)"
    )
    parser.add_argument("--out", metavar="FILE", help="write there")

"""masko_sdk: an embeddable rules SDK for card games of hidden information.

>>> from masko_sdk import Game, masko
>>> game = Game(masko.Rules(), players=["Ana", "Bo"], seed=2024)
>>> game.to_act
(<Player 0 'Ana' of masko>, <Player 1 'Bo' of masko>)
"""

from masko_sdk._backend import backend as _backend_module
from masko_sdk.action import HOST, Action, Host
from masko_sdk.errors import (
    ArgumentError,
    BackendError,
    ConcurrentUse,
    GameOver,
    IllegalAction,
    MaskoError,
    NotYourTurn,
    RecordError,
    RulesError,
    RuleViolation,
    StaleAction,
    StudyError,
    UnknownAction,
)
from masko_sdk.event import Event
from masko_sdk.game import Game
from masko_sdk.games import fifty, masko, mojo, skyjo
from masko_sdk.player import Player
from masko_sdk.record import Record
from masko_sdk.rules import Rules
from masko_sdk.seed import Seed
from masko_sdk.view import CatchUp, Outcome, View

__version__ = "0.1.0"

backend: str = _backend_module.NAME
"""The compiled backend in use: ``"cython"`` or ``"cffi"``."""

__all__ = [
    "HOST",
    "Action",
    "ArgumentError",
    "BackendError",
    "CatchUp",
    "ConcurrentUse",
    "Event",
    "Game",
    "GameOver",
    "Host",
    "IllegalAction",
    "MaskoError",
    "NotYourTurn",
    "Outcome",
    "Player",
    "Record",
    "RecordError",
    "RuleViolation",
    "Rules",
    "RulesError",
    "Seed",
    "StaleAction",
    "StudyError",
    "UnknownAction",
    "View",
    "backend",
    "fifty",
    "masko",
    "mojo",
    "skyjo",
]

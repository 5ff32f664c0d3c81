"""Grand Harbour: board wargames of the war for Malta and Italy, 1940-44.

>>> import grandharbour as gh
>>> war = gh.game("hawks").new("faith-hope-charity", seed=7)
>>> war.decision.rule
'HM-SETUP.3'
"""

from importlib.metadata import PackageNotFoundError, version

from . import games as _rooms  # noqa: F401  # first: imported later, the package would take the place of the function games()
from .engine.choice import NOTHING, Decision, Illegal, Outcome, Refusal, Verb
from .engine.event import Event
from .engine.game import Game, Option, Scenario, UnknownName, game, games
from .engine.odds import Odds
from .engine.position import PositionError
from .engine.save import SaveError
from .engine.table import CannotUndo, Table
from .engine.tables import Tables, TablesError
from .engine.war import War

try:
    __version__ = version("grandharbour")
except PackageNotFoundError:  # a source tree that is not installed
    __version__ = "0"

__all__ = [
    "NOTHING",
    "CannotUndo",
    "Decision",
    "Event",
    "Game",
    "Illegal",
    "Odds",
    "Option",
    "Outcome",
    "PositionError",
    "Refusal",
    "SaveError",
    "Scenario",
    "Table",
    "Tables",
    "TablesError",
    "UnknownName",
    "Verb",
    "War",
    "game",
    "games",
]

"""Grand Harbour: board wargames of the war for Malta and Italy, 1940-44.

>>> import grandharbour as gh
>>> war = gh.game("hawks").new("faith-hope-charity", seed=7)
>>> war.decision.rule
'HM-SETUP.3'
"""

from typing import TYPE_CHECKING

from .engine.choice import NOTHING, Decision, Illegal, Outcome, Refusal, Verb
from .engine.event import Event
from .engine.game import Game, Option, Scenario, UnknownName, game
from .engine.odds import Odds
from .engine.position import PositionError
from .engine.save import SaveError
from .engine.table import CannotUndo, Table
from .engine.tables import Tables, TablesError
from .engine.war import War
from .version import __version__ as __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .adapters.features import Features
    from .engine.game import OptionValue

if TYPE_CHECKING:  # type checkers know no package that can be called
    from .engine.game import games
else:
    from . import games


def features(
    name: str,
    scenario: str | None = None,
    options: "Mapping[str, OptionValue] | None" = None,
    tables: str = "",
    whole: bool = False,
) -> "Features":
    """What a side may know of a game as one vector: see ``grandharbour.adapters.features``. Needs NumPy."""
    from .adapters.features import features as make

    return make(name, scenario, options, tables, whole)


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
    "features",
    "game",
    "games",
]

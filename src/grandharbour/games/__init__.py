"""The games, one package for each rulebook. Called, it gives all that are installed, by their ids.

>>> import grandharbour as gh
>>> gh.games()["hawks"] is gh.games.hawks.GAME
True
"""

import sys
from types import ModuleType

from ..engine.game import Game
from ..engine.game import games as _installed


class _Games(ModuleType):
    """``grandharbour.games`` is both: the package of the games, and the function that lists them."""

    def __call__(self) -> dict[str, Game]:
        return _installed()


sys.modules[__name__].__class__ = _Games

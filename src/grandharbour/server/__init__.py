"""The table server: tables, seats, storage, live updates. It wraps ``engine.table.Table`` and decides no legality.

>>> from grandharbour.server import serve
>>> serve(port=8640, database="harbour.db")   # doctest: +SKIP
"""

from .app import create_app
from .run import serve
from .settings import Settings

__all__ = ["Settings", "create_app", "serve"]

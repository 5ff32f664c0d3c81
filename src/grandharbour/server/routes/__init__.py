"""The HTTP part of the wire by subject, see docs/wire.md. Each route reads, asks the table, and answers."""

from . import (
    analysis,
    asking,
    editing,
    health,
    lobby,
    packs,
    pages,
    people,
    printing,
    programs,
    replay,
    sharing,
    shelf,
    tables,
    telling,
    tournaments,
)

ROUTERS = (
    shelf.router,
    packs.router,
    editing.router,
    tables.router,
    asking.router,
    replay.router,
    analysis.router,
    printing.router,
    people.router,
    people.house,
    lobby.router,
    programs.router,
    tournaments.router,
    health.router,
    telling.router,
    sharing.router,
    pages.router,
)
"""In the order they are tried; the browser client's pages take every address, so they come last."""

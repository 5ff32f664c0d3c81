"""All a club knows of one person, for himself."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, select
from sqlalchemy.engine import Connection

from ..store import comments, moves, seats, tables
from . import passkeys, sessions, tokens
from .house import Known
from .rows import (
    challenges,
    duels,
    entries,
    holidays,
    hooks,
    letters,
    news,
    pairings,
    pushes,
    ratings,
    results,
    rungs,
    tournaments,
    wishes,
)  # fmt: skip
from .talk_rows import blocks, messages, reports, silences

OWN = {
    "holidays": holidays, "challenges": challenges, "ratings": ratings, "results": results, "tournaments": entries,
    "tournaments_made": tournaments, "rungs": rungs, "messages": messages, "blocks": blocks, "reports": reports, "silences": silences,
    "news": news, "letters": letters,
}  # fmt: skip
"""Rows that are a person's, as they are kept."""
TOLD = {"wishes": wishes, "pushes": pushes, "hooks": hooks}
"""How he is told."""


def export(connection: Connection, who: Known) -> dict[str, Any]:
    """Person, devices, passkeys, and every table with the own moves there; no secret of the server's or of others is in it."""
    person, id = who.person, who.person.id
    joined = seats.join(tables, tables.c.id == seats.c.table_id)
    columns = (tables.c.id, tables.c.game, tables.c.scenario, tables.c.options, tables.c.created, seats.c.side)
    held = connection.execute(select(*columns).select_from(joined).where(seats.c.person == id).order_by(tables.c.created))
    return {
        "person": msgspec.to_builtins(person),
        "sessions": msgspec.to_builtins(sessions.held(connection, id, who.session)),
        "passkeys": msgspec.to_builtins(passkeys.held(connection, id)),
        "tokens": msgspec.to_builtins(tokens.of(connection, id)),
        **{name: _rows(connection, table, table.c.person == id) for name, table in OWN.items()},
        "told": {name: _rows(connection, table, table.c.person == id) for name, table in TOLD.items()},
        "rounds": _rows(connection, pairings, (pairings.c.one == id) | (pairings.c.two == id)),
        "ladder": _rows(connection, duels, (duels.c.challenger == id) | (duels.c.challenged == id)),
        "tables": [
            {
                "table": table, "game": game, "scenario": scenario, "options": msgspec.json.decode(options), "created": created,
                "side": side, "moves": _moves(connection, table, side),
                "comments": _rows(connection, comments, (comments.c.table_id == table) & (comments.c.side == side)),
            }
            for table, game, scenario, options, created, side in held.all()
        ],
    }  # fmt: skip


def _rows(connection: Connection, table: Table, mine: ColumnElement[bool]) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(select(table).where(mine))]


def _moves(connection: Connection, table: str, side: str) -> list[dict[str, Any]]:
    columns = select(moves.c.n, moves.c.kind, moves.c.verb, moves.c.target, moves.c.made)
    rows = connection.execute(columns.where((moves.c.table_id == table) & (moves.c.side == side)).order_by(moves.c.n))
    return [
        {"n": n, "kind": kind, "verb": verb, "target": msgspec.json.decode(target), "made": made}
        for n, kind, verb, target, made in rows
    ]

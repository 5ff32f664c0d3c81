"""All a club knows of one person, for himself."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Table, select
from sqlalchemy.engine import Connection

from ..store import moves, seats, tables
from . import passkeys, sessions, tokens
from .house import Known
from .rows import challenges, duels, entries, holidays, hooks, pushes, ratings, results, wishes
from .talk_rows import blocks, messages, reports


def export(connection: Connection, who: Known) -> dict[str, Any]:
    """Person, devices, passkeys, and every table with the own moves there; no secret of the server's or of others is in it."""
    person = who.person
    joined = seats.join(tables, tables.c.id == seats.c.table_id)
    columns = (tables.c.id, tables.c.game, tables.c.scenario, tables.c.options, tables.c.created, seats.c.side)
    held = connection.execute(select(*columns).select_from(joined).where(seats.c.person == person.id).order_by(tables.c.created))
    return {
        "person": msgspec.to_builtins(person),
        "sessions": msgspec.to_builtins(sessions.held(connection, person.id, who.session)),
        "passkeys": msgspec.to_builtins(passkeys.held(connection, person.id)),
        "tokens": msgspec.to_builtins(tokens.of(connection, person.id)),
        "holidays": _rows(connection, holidays, holidays.c.person == person.id),
        "challenges": _rows(connection, challenges, challenges.c.person == person.id),
        "ratings": _rows(connection, ratings, ratings.c.person == person.id),
        "tournaments": _rows(connection, entries, entries.c.person == person.id),
        "ladder": _rows(connection, duels, (duels.c.challenger == person.id) | (duels.c.challenged == person.id)),
        "results": _rows(connection, results, results.c.person == person.id),
        "told": {
            "wishes": _rows(connection, wishes, wishes.c.person == person.id),
            "pushes": _rows(connection, pushes, pushes.c.person == person.id),
            "hooks": _rows(connection, hooks, hooks.c.person == person.id),
        },
        "messages": _rows(connection, messages, messages.c.person == person.id),
        "blocks": _rows(connection, blocks, blocks.c.person == person.id),
        "reports": _rows(connection, reports, reports.c.person == person.id),
        "tables": [
            {
                "table": id, "game": game, "scenario": scenario, "options": msgspec.json.decode(options), "created": created,
                "side": side, "moves": _moves(connection, id, side),
            }
            for id, game, scenario, options, created, side in held.all()
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

"""The tables of procrastinate's queue on PostgreSQL. They are its own: here we only note which of its steps have been taken, and take
those a newer version of it brings."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from sqlalchemy.engine import Connection


def steps() -> Mapping[str, str]:
    """The steps of the installed procrastinate by name, in order."""
    folder = resources.files("procrastinate.sql.migrations")
    files = {file.name: file for file in folder.iterdir() if file.name.endswith(".sql")}
    return {name: files[name].read_text(encoding="utf-8") for name in sorted(files)}


def begin(connection: Connection) -> None:
    """The queue of the installed version, in a database that has none."""
    from procrastinate.schema import SchemaManager

    _run(connection, SchemaManager.get_schema())
    connection.exec_driver_sql("CREATE TABLE queue_steps (name varchar(200) PRIMARY KEY)")
    _note(connection, list(steps()))


def bring_up(connection: Connection) -> None:
    """Take the steps a newer version of procrastinate has brought; whoever comes second finds nothing to do."""
    known = steps()
    if not set(known) - _taken(connection):
        return
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1942)")
    missing = [name for name in known if name not in _taken(connection)]
    for name in missing:
        _run(connection, known[name])
    _note(connection, missing)


def _taken(connection: Connection) -> set[str]:
    return set(connection.exec_driver_sql("SELECT name FROM queue_steps").scalars())


def _note(connection: Connection, names: list[str]) -> None:
    if names:
        connection.exec_driver_sql("INSERT INTO queue_steps (name) VALUES (%s)", [(name,) for name in names])


def _run(connection: Connection, text: str) -> None:
    # Many statements, with signs that would otherwise be holes for parameters.
    connection.execution_options(no_parameters=True).exec_driver_sql(text)

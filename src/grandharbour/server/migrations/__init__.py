"""How databases of earlier versions become those of this one, step by step (Alembic), and new ones come about.

A step is never changed once it has been released. Two servers may start at once on one database: one of them does the work, the
other waits for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import inspect
from sqlalchemy.engine import Connection

from . import queue

HEAD = "0016_pushes"
"""The step this version works with."""
BEFORE = {1: "0001", 2: "0002"}
"""Formats of versions that had no steps yet, and the step they are at."""
PATIENCE = 60
"""Seconds to wait for another server that is at it."""


class Newer(Exception):
    """The database has been used by a version that knows more."""


def bring_up(connection: Connection) -> None:
    """Bring a database to this version, alone; the caller commits."""
    _bring_up(connection)
    if connection.dialect.name == "postgresql":
        queue.bring_up(connection)


def _bring_up(connection: Connection) -> None:
    if _at(connection) == HEAD:
        return
    connection.rollback()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA busy_timeout={PATIENCE * 1000}")
        connection.exec_driver_sql("BEGIN EXCLUSIVE")
    else:
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(1941)")
    at = _at(connection)
    if at != HEAD:
        _climb(connection, at)


def _at(connection: Connection) -> str | None:
    """The step a database is at; None for an empty one."""
    known = inspect(connection).get_table_names()
    if "alembic_version" in known:
        version: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        if version is not None:
            return version
    if "harbour" in known:
        written = connection.exec_driver_sql("SELECT format FROM harbour").scalar()
        if written is not None and written not in BEFORE:
            raise Newer(f"the database has format {written}, which this version does not know")
        return BEFORE.get(written or 0)
    return None


def _climb(connection: Connection, at: str | None) -> None:
    # Only when there is something to do: loading Alembic takes longer than opening a database.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)

    def steps(_: Any, context: Any) -> Any:
        return scripts._upgrade_revs(HEAD, at)  # type: ignore[arg-type]

    try:
        with EnvironmentContext(config, scripts, fn=steps, destination_rev=HEAD) as environment:
            environment.configure(connection=connection, transactional_ddl=True)
            environment.run_migrations()
    except CommandError as error:
        raise Newer(f"the database has been used by another version ({error})") from None

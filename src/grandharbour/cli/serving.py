"""Commands for those who run a server."""

from __future__ import annotations

import asyncio
import importlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import JSON, WrongQuestion, app, only_over, out, say_json, writable

if TYPE_CHECKING:
    from ..server import Settings

Database = Annotated[
    str | None, typer.Option(help="Where tables are kept: a file, or postgresql://user@host/database. [HARBOUR_DATABASE]")
]


def _settings(**given: Any) -> Settings:
    """Flags before the environment before what is usual."""
    from ..server.settings import from_environment

    for name in ("hosts", "proxies"):
        if given.get(name) is not None:
            given[name] = tuple(part.strip() for part in given[name].split(",") if part.strip())
    try:
        return from_environment(os.environ, **given)
    except ValueError as wrong:
        raise WrongQuestion(str(wrong)) from None


@app.command()
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, envvar="HARBOUR_PORT", help="0 takes any free one.")] = 8640,
    host: Annotated[str, typer.Option(envvar="HARBOUR_HOST", help="The address to listen on.")] = "127.0.0.1",
    database: Database = None,
    base_url: Annotated[
        str | None, typer.Option(help="The public address, if a proxy stands in front. [HARBOUR_BASE_URL]")
    ] = None,
    hosts: Annotated[str | None, typer.Option(help="Host names it answers to, with commas between. [HARBOUR_HOSTS]")] = None,
    proxies: Annotated[
        str | None, typer.Option(help="Addresses or networks whose X-Forwarded-* headers are believed. [HARBOUR_PROXIES]")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes for computer players. [HARBOUR_WORKERS]")] = None,
    thinking: Annotated[
        str | None, typer.Option(help="Where computer players think: here, or workers (harbour think). [HARBOUR_THINKING]")
    ] = None,
    memory: Annotated[int | None, typer.Option(min=16, help="Megabytes for tables in memory. [HARBOUR_MEMORY]")] = None,
    limits: Annotated[
        float | None, typer.Option(min=0, help="How much people may do, 1 is usual, 0 as much as they like. [HARBOUR_LIMITS]")
    ] = None,
    log: Annotated[str | None, typer.Option(help="text or json. [HARBOUR_LOG]")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error. [HARBOUR_LOG_LEVEL]")] = None,
    drain: Annotated[
        float | None, typer.Option(min=0, help="Seconds to go on serving after SIGTERM while not ready. [HARBOUR_DRAIN]")
    ] = None,
    club: Annotated[
        str | None, typer.Option(help="A club: open, invitation or moderators say who may join. [HARBOUR_CLUB]")
    ] = None,
    mail: Annotated[str | None, typer.Option(help="Its mail server, smtp://user:password@host:port. [HARBOUR_MAIL]")] = None,
    sender: Annotated[str | None, typer.Option(help="The address it writes from. [HARBOUR_SENDER]")] = None,
    grace: Annotated[
        float | None, typer.Option(min=0, help="Seconds somebody has to look before he is told. [HARBOUR_GRACE]")
    ] = None,
    watch_moves: Annotated[
        int | None,
        typer.Option(min=0, help="Moments that games with secrets are shown late to who watches. [HARBOUR_WATCH_MOVES]"),
    ] = None,
    watch_minutes: Annotated[
        float | None, typer.Option(min=0, help="Minutes they are shown late at least. [HARBOUR_WATCH_MINUTES]")
    ] = None,
    private_hooks: Annotated[
        bool | None, typer.Option(help="People may have it call addresses in its own network. [HARBOUR_PRIVATE_HOOKS]")
    ] = None,
) -> None:
    """Serve tables to others until SIGTERM or Ctrl-C. Every setting can be given by the environment; docs/operating.md lists them."""
    from ..server import serve as run
    from ..server.store import CannotStore

    settings = _settings(
        database=_place(database), base_url=base_url, hosts=hosts, proxies=proxies, workers=workers, thinking=thinking, memory=memory,
        limits=limits, log=log, log_level=log_level, drain=drain, club=club, mail=mail, sender=sender, grace=grace,
        watch_moves=watch_moves, watch_minutes=watch_minutes, private_hooks=private_hooks,
    )  # fmt: skip
    if settings.club is not None:
        try:
            importlib.import_module("..server.club.told", __package__)
        except ImportError:
            raise WrongQuestion("a club needs the extra 'club': pip install 'grandharbour[club]'") from None
    try:
        run(host=host, port=port, settings=settings)
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None
    except OSError as wrong:
        raise WrongQuestion(f"cannot serve on {host}:{port}: {wrong.strerror or wrong}") from None


@app.command()
def think(
    database: Database = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that think at once. [HARBOUR_WORKERS]")] = None,
    log: Annotated[str | None, typer.Option(help="text or json. [HARBOUR_LOG]")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error. [HARBOUR_LOG_LEVEL]")] = None,
) -> None:
    """Think for the computer players of a harbour whose servers run with --thinking workers, on this machine or another."""
    from ..server import logs, thinking
    from ..server.store import CannotStore

    settings = _settings(database=database, workers=workers, log=log, log_level=log_level)
    logs.set_up(settings.log, settings.log_level)
    try:
        asyncio.run(thinking.work(settings, ready=lambda: out.print("A worker of Grand Harbour is ready to think")))
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None


@app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(help="The file to write; an older one of that name is replaced when the new one is whole.")
    ],
    database: Database = None,
    as_json: JSON = False,
) -> None:
    """Write everything a server keeps to one file, while it runs."""
    from ..server.backup import backup as take
    from ..server.store import CannotStore

    writable(file)
    only_over(file, b"SQLite format 3", "backup")
    try:
        counts = take(_place(database), file)
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None
    _tell_counts(counts, as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `harbour backup` has written, from either kind of database.")],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Throw away what is in the database.")] = False,
    as_json: JSON = False,
) -> None:
    """Put a backup into a database, SQLite or PostgreSQL. No server may run on it meanwhile."""
    from ..server.backup import restore as put_back
    from ..server.store import CannotStore

    try:
        counts = put_back(file, _place(database), replace)
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None
    _tell_counts(counts, as_json)


def _place(database: str | None) -> str:
    """The database the other commands use too."""
    from .table import home_folder

    return database or os.environ.get("HARBOUR_DATABASE", "") or str(home_folder() / "tables.db")


def _tell_counts(counts: dict[str, int], as_json: bool) -> None:
    if as_json:
        say_json(counts)
    else:
        out.print(", ".join(f"{name} {count}" for name, count in counts.items()), markup=False)


@app.command()
def load(
    tables: Annotated[int, typer.Option(min=1, help="Tables played at once, both seats on sockets of their own.")] = 50,
    game: Annotated[str, typer.Option(help="The game that is played.")] = "hawks",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long clicks are counted.")] = 10.0,
    choices: Annotated[int, typer.Option(min=0, help="Stop after so many choices instead.")] = 0,
    think: Annotated[float, typer.Option(min=0.0, help="Seconds a seat thinks before it clicks, on average.")] = 0.0,
    url: Annotated[str, typer.Option(help="A server that runs already; otherwise one is started and stopped.")] = "",
    database: Annotated[str, typer.Option(help="The database of the server that is started; a passing file if not given.")] = "",
    processes: Annotated[
        int, typer.Option(min=1, help="Servers on one PostgreSQL; the seats of each table sit at different ones.")
    ] = 1,
    together: Annotated[
        bool, typer.Option("--together", help="Both seats of a table at one of the servers, as our proxy sends them.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Which random clicks are made.")] = 1,
    as_json: JSON = False,
) -> None:
    """Measure what a server carries: random legal clicks at many tables, openings counted apart."""
    from ..server.load import Wish, measure

    if url and not url.startswith(("http://", "https://")):
        raise WrongQuestion(f"--url: {url!r} is not of the form https://harbour.example")
    wish = Wish(game, tables, seconds, choices, think, seed, together)
    try:
        told = measure(wish, url, database, processes)
    except OSError as wrong:
        raise WrongQuestion(f"the server cannot be measured: {wrong}") from None
    if as_json:
        say_json(told)
    else:
        out.print(f"{told.game}, {told.tables} tables, {told.think:g} s of thought, {told.seconds:g} s")
        out.print(f"  {told.a_second:,.0f} choices a second; p50 {told.p50_ms:g} ms, p99 {told.p99_ms:g} ms")
        cpu = "" if told.cpu_ms is None else f"{told.cpu_ms:g} ms of processor a choice ({told.busy:.0%} of a core), "
        out.print(f"  {cpu}{told.received:,.0f} bytes a choice", markup=False)
        cost = "" if told.opening_ms is None else f", {told.opening_ms:g} ms of processor each"
        out.print(f"  {told.openings} tables opened meanwhile{cost}; {told.ended} games ended")
        refused = "".join(f", {count} x {kind}" for kind, count in told.problems.items())
        out.print(f"  {told.stalls} tables stalled{refused}")
    if told.stalls:
        raise typer.Exit(1)

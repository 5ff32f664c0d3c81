"""Commands for those who run a server."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import JSON, WrongQuestion, app, out, say_json


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
    seed: Annotated[int, typer.Option(help="Which random clicks are made.")] = 1,
    as_json: JSON = False,
) -> None:
    """Measure what a server carries: random legal clicks at many tables, openings counted apart."""
    from ..server.load import Wish, measure

    wish = Wish(game, tables, seconds, choices, think, seed)
    try:
        found = measure(wish, url, database, processes)
    except OSError as wrong:
        raise WrongQuestion(f"the server cannot be measured: {wrong}") from None
    if as_json:
        say_json(found)
    else:
        out.print(f"{found.game}, {found.tables} tables, {found.think:g} s of thought, {found.seconds:g} s")
        out.print(f"  {found.a_second:,.0f} choices a second; p50 {found.p50_ms:g} ms, p99 {found.p99_ms:g} ms")
        cpu = "" if found.cpu_ms is None else f"{found.cpu_ms:g} ms of processor a choice ({found.busy:.0%} of a core), "
        out.print(f"  {cpu}{found.received:,.0f} bytes a choice", markup=False)
        cost = "" if found.opening_ms is None else f", {found.opening_ms:g} ms of processor each"
        out.print(f"  {found.openings} tables opened meanwhile{cost}; {found.ended} games ended")
        refused = "".join(f", {count} x {kind}" for kind, count in found.problems.items())
        out.print(f"  {found.stalls} tables stalled{refused}")
    if found.stalls:
        raise typer.Exit(1)

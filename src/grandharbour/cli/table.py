"""Commands for players: play, begin, look up rules, verify and replay."""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_data_path
from rich.markdown import Markdown

from ..engine import save
from ..engine.dice import Seeded
from ..engine.game import game, games
from ..engine.save import Astray, SaveError
from ..engine.table import Table
from ..players import players
from .common import (
    JSON,
    GameName,
    Options,
    Pack,
    WrongQuestion,
    app,
    err,
    out,
    play_table,
    read_options,
    read_pack,
    read_players,
    reading,
    say_json,
    writable,
)


@app.command()
def play(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to serve on; 0 takes any free one.")] = 8640,
    host: Annotated[str, typer.Option(help="The address to serve on. Other than loopback, others can reach it.")] = "127.0.0.1",
    database: Annotated[str, typer.Option(help="Where tables are kept: a file, or a database URL.")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Start the table and open it in the browser."""
    from ..server import serve
    from ..server.store import CannotStore

    place = database or os.environ.get("HARBOUR_DATABASE", "") or str(home_folder() / "tables.db")
    try:
        serve(host=host, port=port, database=place, browser=browser)
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None
    except OSError as wrong:
        raise WrongQuestion(f"cannot serve on {host}:{port}: {wrong.strerror or wrong}") from None


def home_folder() -> Path:
    """Where a person's tables are kept between games: the platform's folder for such data, or where earlier versions kept them."""
    folder = user_data_path("grandharbour", appauthor=False)
    earlier = Path.home() / ".local" / "share" / "grandharbour"
    if not (folder / "tables.db").exists() and (earlier / "tables.db").exists():
        return earlier
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


@app.command("games")
def list_games(as_json: JSON = False) -> None:
    """List the games, their sides, scenarios and options."""
    cards = [
        {
            "id": rules.id,
            "title": rules.title,
            "years": rules.years,
            "sides": [side.id for side in rules.sides],
            "scenarios": [{"id": s.id, "title": s.title} for s in rules.scenarios.values()],
            "options": [
                {"id": o.id, "title": o.title, "rule": o.rule, "default": o.default, "values": [v for v, _ in o.values]}
                for o in rules.options
            ],
            "players": list(players(rules)),
        }
        for rules in games().values()
    ]
    if as_json:
        say_json({"games": cards})
        return
    for rules in games().values():
        out.print(f"[bold]{rules.id}[/]  {rules.title}, {rules.years}")
        out.print(f"  {rules.blurb}")
        out.print(f"  sides: {', '.join(f'{s.id} ({s.name})' for s in rules.sides)}")
        out.print(f"  players: {', '.join(players(rules))}")
        for scenario in rules.scenarios.values():
            out.print(f"  scenario {scenario.id}: {scenario.title}")
        for option in rules.options:
            values = "|".join(str(v).lower() for v, _ in option.values)
            out.print(f"  option {option.id}={values} (normally {str(option.default).lower()}): {option.help}", markup=False)


@app.command()
def new(
    name: GameName,
    file: Annotated[Path, typer.Argument(help="The save file to write.")],
    scenario: Annotated[str | None, typer.Option(help="Scenario id; the first one if not given.")] = None,
    seed: Annotated[str | None, typer.Option(help="A number or 64 hex digits; drawn by the system if not given.")] = None,
    option: Options = None,
    tables: Pack = None,
    players_: Annotated[
        str, typer.Option("--players", help="Computer players in side order that play it to the end, like greedy,greedy.")
    ] = "",
    as_json: JSON = False,
) -> None:
    """Begin a game and write its save file; with --players it is played to the end."""
    rules = game(name)
    writable(file)
    pack = read_pack(tables)
    table = Table.begin(rules, scenario, options=read_options(rules, option, pack=pack), tables=pack, seed=seed)
    war = table.war
    if players_:
        seats = read_players(rules, players_)
        dice = war.dice
        assert isinstance(dice, Seeded)
        play_table(table, seats, random.Random(dice.seed))
    save.write(file, table)
    outcome = table.outcome
    summary = {
        "file": str(file),
        "game": rules.id,
        "scenario": war.setup.scenario,
        "choices": len(table.choices),
        "outcome": outcome
        and {"winner": rules.sides[outcome.winner].id if outcome.winner >= 0 else "draw", "reason": outcome.reason},
    }
    if as_json:
        say_json(summary)
    else:
        out.print(
            f"{file}: {rules.title}, {war.setup.scenario}, {len(table.choices)} choices"
            + (f"; {outcome.reason}" if outcome else "")
        )


@app.command("rules")
def show_rules(
    name: GameName,
    rule: Annotated[str | None, typer.Argument(help="A rule's id; all of them if not given.")] = None,
    search: Annotated[str, typer.Option(help="Only rules that contain this word.")] = "",
    coverage: Annotated[bool, typer.Option("--coverage", help="Which rules have a test (in a source tree).")] = False,
    tests: Annotated[Path | None, typer.Option(help="Where the tests are, if not in the source tree.")] = None,
    as_json: JSON = False,
) -> None:
    """Read the rulebook, or ask which of its rules are proven by a test."""
    rules = game(name)
    book = rules.rulebook
    if coverage:
        from ..lab.coverage import coverage as join
        from ..lab.coverage import find_tests

        folder = tests or find_tests()
        if folder is None:
            raise WrongQuestion("the tests are not here: coverage needs the source tree, or --tests FOLDER")
        if not folder.is_dir():
            raise WrongQuestion(f"there is no folder {folder}")
        covered = join(rules, folder)
        if as_json:
            say_json({"rules": covered.rules, "tested": covered.tested, "missing": covered.missing, "unknown": covered.unknown})
        else:
            out.print(f"{covered.tested} of {covered.rules} rules have a test")
            for missing in covered.missing:
                out.print(f"  without a test: {missing} {book.rules[missing].title}")
            for unknown in covered.unknown:
                out.print(f"  named by a test, not in the rulebook: {unknown}")
        if covered.missing or covered.unknown:
            raise typer.Exit(1)
        return
    if rule is not None and rule not in book.rules:
        near = [r for r in book.rules if rule.upper() in r.upper()]
        raise WrongQuestion(f"{rules.id} has no rule {rule!r}" + (f"; near it: {', '.join(near[:8])}" if near else ""))
    wanted = (
        [book.rules[rule]] if rule else [r for r in book.rules.values() if search.lower() in f"{r.id} {r.title} {r.text}".lower()]
    )
    if as_json:
        say_json(
            {"game": rules.id, "rules": [{"id": r.id, "title": r.title, "chapter": r.chapter, "text": r.text} for r in wanted]}
        )
        return
    if not wanted:
        raise WrongQuestion(f"no rule of {rules.id} contains {search!r}")
    for entry in wanted:
        out.print(f"[bold]{entry.id}[/] {entry.title}")
        out.print(Markdown(entry.text))
        out.print()


def _links(table: Table, *kinds: str) -> dict[str, int]:
    """How many links each side has put into the dice, with clicks or without."""
    return dict(Counter(one.side for one in table.shaken if one.kind in (kinds or ("click", "shake"))))


def _server_alone(table: Table) -> int:
    """How many draws fell before anybody had shaken."""
    first = next((one.choices for one in table.shaken if one.kind in ("click", "shake")), len(table.choices))
    return sum(one.choice <= first for one in table.fallen)


def _broken_save(file: Path, broken: SaveError, as_json: bool) -> None:
    """Say where a save breaks."""
    if as_json:
        say_json({"file": str(file), "ok": False, "line": broken.line, "choice": broken.choice, "reason": broken.reason})
        return
    out.print(f"{file}: [bold]does not verify[/]")
    out.print(f"  {broken}", markup=False)
    if broken.position:
        out.print("  The save holds a whole position to play on from: harbour replay FILE --last-whole")


def _other_rules(file: Path, astray: Astray, as_json: bool) -> None:
    """Say how far a save goes under today's rules."""
    if as_json:
        facts = {"line": astray.line, "choice": astray.choice, "reason": astray.reason, "version": astray.version}
        say_json({"file": str(file), "ok": False, **facts, "plays_on": astray.heading or None})
        return
    out.print(f"{file}: [bold]does not verify[/] under these rules")
    out.print(f"  {astray.words()}", markup=False)
    if astray.position:
        out.print(f"  harbour replay {file} --continue NEW writes a save that goes on from there.", markup=False)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A save file.")], as_json: JSON = False) -> None:
    """Replay a saved game and prove its dice and its outcome."""
    try:
        table, astray = save.open_save(save.text_of(file))
    except SaveError as broken:
        _broken_save(file, broken, as_json)
        raise typer.Exit(1) from None
    if astray is not None:
        _other_rules(file, astray, as_json)
        raise typer.Exit(1)
    war = table.war
    outcome = table.outcome
    rules = war.setup.game
    header = save.parse(file.read_text(encoding="utf-8")).header
    same = header.rules == rules.fingerprint(war.setup)
    facts = {
        "file": str(file),
        "ok": True,
        "game": rules.id,
        "scenario": war.setup.scenario,
        "choices": len(table.choices),
        "dice": war.rolled + war.drawn,
        "commitment": header.commitment,
        "proven": header.seed is not None and not table.given,
        "links": _links(table),
        "shakes": _links(table, "shake"),
        "server_alone": _server_alone(table),
        "same_rules": same,
        "ended": outcome is not None,
        "winner": None if outcome is None else rules.sides[outcome.winner].id if outcome.winner >= 0 else "draw",
        "reason": outcome.reason if outcome else None,
    }
    if as_json:
        say_json(facts)
        return
    out.print(f"{file}: [bold]verified[/]")
    out.print(f"  {rules.title}, {war.setup.scenario}: {len(table.choices)} choices replayed, all legal")
    out.print(f"  {war.rolled + war.drawn} draws from the seed whose commitment is {header.commitment}")
    for side, links in _links(table).items():
        bare = _links(table, "shake").get(side, 0)
        out.print(f"  {side} has shaken {links} times, {bare} of them without a click; every link follows the one before it")
    if header.table:
        out.print(f"  {_server_alone(table)} draws fell before anybody had shaken: those are the server's alone")
    if header.seed is None:
        out.print("  the seed is still sealed: the dice are as the file says, and nothing proves them")
    elif table.given:
        out.print(f"  the dice of the first {table.given} choices are as an earlier file said, and nothing proves them")
    out.print(f"  {'ended: ' + outcome.reason if outcome else 'not ended yet'}")
    if not same:
        out.print("  played under other rules than these, and still sound")


def _after(text: str, choice: int, most: int | None) -> Table:
    """A saved game after so many of its choices; ``most``: those that still fit the rules, where not all do."""
    parsed = save.parse(text)
    held = len(parsed.choices) if most is None else most
    if not 0 <= choice <= held:
        raise WrongQuestion(f"the game has {held} choices{'' if most is None else ' that still fit'}")
    table = save.begin(parsed)[1]
    while len(table.choices) < choice:  # forced answers come by themselves
        side, verb, target = parsed.choices[len(table.choices)]
        table.play(verb, target, side)
    return table


def _say_position(text: str, as_json: bool) -> None:
    if as_json:
        say_json({"position": text})
    else:
        sys.stdout.write(text)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A save file.")],
    choice: Annotated[int | None, typer.Option(help="Stop after this many choices.")] = None,
    position: Annotated[bool, typer.Option("--position", help="Print the position reached as text.")] = False,
    last_whole: Annotated[
        bool, typer.Option("--last-whole", help="Print the last position of a broken save from which a game can go on.")
    ] = False,
    on: Annotated[
        Path | None, typer.Option("--continue", help="Write a save that goes on from the last sound position of this one.")
    ] = None,
    as_json: JSON = False,
) -> None:
    """Tell a saved game from its beginning: every event with its rule and its dice. One that no longer fits the rules, as far as it goes."""
    writable(on)
    with reading(file):
        text = save.text_of(file)
    if last_whole:
        with reading(file):
            whole = save.last_whole(text)
        if not whole:
            raise WrongQuestion("this save holds no whole position")
        _say_position(whole, as_json)
        return
    with reading(file):
        table, astray = save.open_save(text)
    if on is not None:
        table = save.resume(text)
        save.write(on, table)
        if as_json:
            say_json({"file": str(on), "heading": table.war.view(None).heading})
        else:
            out.print(f"{on}: goes on from here: {table.war.view(None).heading}", markup=False)
        return
    if choice is not None:
        table = _after(text, choice, len(table.choices) if astray else None)
    war = table.war
    if position:
        _say_position(war.position(), as_json)
        return
    rules = war.setup.game
    told = [(t.turn, t.choice, rules.tell(t.event, war.setup), t.event) for t in table.events]
    if as_json:
        say_json(
            {
                "events": [
                    {"turn": n, "choice": c, "text": line, "rule": e.rule, "dice": list(e.dice)} for n, c, line, e in told
                ],
                "astray": None if astray is None else astray.words(),
            }
        )
        raise typer.Exit(0 if astray is None else 1)
    for _, number, line, event in told:
        dice = f"  dice {' '.join(map(str, event.dice))}" if event.dice else ""
        sums = "".join(f" {label} {amount:+d}" for label, amount, _ in rules.modifiers(event.modifiers, war.setup))
        need = f" = {event.total} (needs {event.need})" if event.total is not None and event.need is not None else ""
        out.print(f"{number:5} {line}{dice}{sums}{need}  [{event.rule}]", markup=False)
    if astray is not None and choice is None:
        err.print(f"harbour: {astray.words()}", markup=False)
        raise typer.Exit(1)

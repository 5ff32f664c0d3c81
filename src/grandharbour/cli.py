"""``harbour``: play, simulate, look up rules, verify games, from the command line.

Exit codes: 0 all is well, 1 the answer is no (a save that does not verify, a rule without a test, a game that broke),
2 the question was wrong (an unknown game, a bad option, a file that is not there).
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from . import __version__
from .engine import save
from .engine.dice import Seeded
from .engine.game import Game, OptionValue, UnknownName, game, games
from .engine.position import PositionError
from .engine.save import SaveError
from .engine.table import Table
from .engine.tables import TablesError
from .players import choose, players

app = typer.Typer(
    name="harbour",
    help="Grand Harbour: board wargames of the war for Malta and Italy, 1940-44.\n\nWithout a command it opens the table in your browser.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
GameName = Annotated[str, typer.Argument(help="A game's id, as `harbour games` lists them.", metavar="GAME")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A rule option as NAME=VALUE; may be repeated.")]
Pack = Annotated[Path | None, typer.Option("--tables", help="A table pack (TOML) that replaces printed values.")]


class WrongQuestion(Exception):
    """What was asked for does not exist."""


def say_json(value: Any) -> None:
    """One JSON object on standard output, for scripts."""
    sys.stdout.write(json.dumps(msgspec.to_builtins(value), ensure_ascii=False) + "\n")


@contextmanager
def bar(total: int, text: str) -> Iterator[Any]:
    """A progress bar on standard error, where it cannot disturb the answer."""
    columns = (TextColumn(text), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task(text, total=total)
        yield lambda n: progress.advance(task, n)


def read_options(rules: Game, given: list[str] | None) -> dict[str, OptionValue]:
    """``["lucky=ask", "aa_reaction=true"]`` as checked options."""
    chosen: dict[str, OptionValue] = {}
    for item in given or []:
        name, equals, value = item.partition("=")
        if not equals:
            raise WrongQuestion(f"an option is written NAME=VALUE, not {item!r}")
        chosen[name] = {"true": True, "yes": True, "false": False, "no": False}.get(value.lower(), value)
    return rules.check_options(chosen)


def read_pack(path: Path | None) -> str:
    return "" if path is None else path.read_text(encoding="utf-8")


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False
) -> None:
    if version:
        out.print(f"grandharbour {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        play()


@app.command()
def play(
    port: Annotated[int, typer.Option(help="The port to serve on; 0 takes any free one.")] = 8640,
    host: Annotated[str, typer.Option(help="The address to serve on. Other than loopback, others can reach it.")] = "127.0.0.1",
    database: Annotated[str, typer.Option(help="Where tables are kept: a file, or a database URL.")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Start the table and open it in the browser."""
    from .server import serve
    from .server.store import CannotStore

    place = database or os.environ.get("HARBOUR_DATABASE", "") or str(home_folder() / "tables.db")
    try:
        serve(host=host, port=port, database=place, browser=browser)
    except CannotStore as wrong:
        raise WrongQuestion(str(wrong)) from None
    except OSError as wrong:
        raise WrongQuestion(f"cannot serve on {host}:{port}: {wrong.strerror or wrong}") from None


def home_folder() -> Path:
    """Where a person's tables are kept between games."""
    base = os.environ.get("XDG_DATA_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "grandharbour"
    folder.mkdir(parents=True, exist_ok=True)
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
    table = Table.begin(rules, scenario, options=read_options(rules, option), tables=read_pack(tables), seed=seed)
    war = table.war
    if players_:
        seats = read_players(rules, players_)
        dice = war.dice
        assert isinstance(dice, Seeded)
        rng = random.Random(dice.seed)
        while table.outcome is None:
            decision = war.asked()[0]
            verb, target = choose(seats[decision.side], war, decision.side, rng)
            table.play(verb, target, decision.side)
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


def read_players(rules: Game, given: str) -> list[str]:
    """``"greedy,random"`` in the order of the game's sides."""
    seats = [part.strip() for part in given.split(",")]
    if len(seats) != len(rules.sides):
        raise WrongQuestion(
            f"{rules.id} has {len(rules.sides)} sides ({', '.join(s.id for s in rules.sides)}); {given!r} names {len(seats)}"
        )
    for seat in seats:
        if seat not in players(rules):
            raise WrongQuestion(f"there is no player {seat!r}; there are {', '.join(players(rules))}")
    return seats


@app.command("simulate")
def run_simulation(
    name: GameName,
    scenario: Annotated[str, typer.Option(help="A scenario's id, or all.")] = "all",
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each scenario.")] = 100,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "random,random",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    check: Annotated[bool, typer.Option(help="Check the game's invariants after every choice.")] = False,
    workers: Annotated[int, typer.Option(min=0, help="Worker processes; 0 takes one for each core.")] = 0,
    as_json: JSON = False,
) -> None:
    """Play many games between computer players and count who wins."""
    from .lab.simulate import local_executor, simulate

    rules = game(name)
    options = read_options(rules, option)
    pack = read_pack(tables)
    seats = read_players(rules, players_)
    chosen = list(rules.scenarios) if scenario == "all" else [scenario]
    for wanted in chosen:
        rules.setup(wanted, options, pack)  # say what is wrong before the workers start
    count = workers or os.cpu_count() or 1
    rows = []
    broken = 0
    with bar(number * len(chosen), "games") as advance, local_executor(count) as pool:
        for wanted in chosen:
            results = simulate(
                name, wanted, seats, number, seed, options=options, tables=pack, check=check,
                executor=pool if number * len(chosen) > 40 and count > 1 else None, progress=advance,
            )  # fmt: skip
            errors = [r for r in results if r.error]
            broken += len(errors)
            done = [r for r in results if not r.error]
            wins = {side.id: sum(r.winner == i for r in done) for i, side in enumerate(rules.sides)}
            rows.append(
                {
                    "scenario": wanted,
                    "games": number,
                    "finished": len(done),
                    "errors": len(errors),
                    "decisions": sum(r.decisions for r in done),
                    "seconds": round(sum(r.seconds for r in results), 3),
                    "wins": {**wins, "draw": sum(r.winner < 0 for r in done)},
                    "turns": round(sum(r.turns for r in done) / max(1, len(done)), 2),
                }
            )
            for result in errors[:3]:
                err.print(f"game {result.index} of {wanted} broke (seed {seed}):\n{result.error}", markup=False)
    if as_json:
        say_json({"game": name, "players": seats, "seed": seed, "scenarios": rows})
    else:
        grid = Grid(
            "scenario", "games", "finished", "errors", *(s.id for s in rules.sides), "draw", "turns", "decisions", "CPU s"
        )
        for row in rows:
            counted = row["wins"]
            assert isinstance(counted, dict)
            grid.add_row(
                *(str(row[k]) for k in ("scenario", "games", "finished", "errors")), *(str(v) for v in counted.values()),
                *(str(row[k]) for k in ("turns", "decisions", "seconds")),
            )  # fmt: skip
        out.print(grid)
    if broken:
        raise typer.Exit(1)


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
        from .lab.coverage import coverage as join
        from .lab.coverage import find_tests

        folder = tests or find_tests()
        if folder is None:
            raise WrongQuestion("the tests are not here: coverage needs the source tree, or --tests FOLDER")
        found = join(rules, folder)
        if as_json:
            say_json({"rules": found.rules, "tested": found.tested, "missing": found.missing, "unknown": found.unknown})
        else:
            out.print(f"{found.tested} of {found.rules} rules have a test")
            for missing in found.missing:
                out.print(f"  without a test: {missing} {book.rules[missing].title}")
            for unknown in found.unknown:
                out.print(f"  named by a test, not in the rulebook: {unknown}")
        if found.missing or found.unknown:
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


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A save file.")], as_json: JSON = False) -> None:
    """Replay a saved game and prove its dice and its outcome."""
    try:
        table = save.read(file)
    except SaveError as broken:
        if as_json:
            say_json({"file": str(file), "ok": False, "line": broken.line, "choice": broken.choice, "reason": broken.reason})
        else:
            out.print(f"{file}: [bold]does not verify[/]")
            out.print(f"  {broken}", markup=False)
            if broken.position:
                out.print("  The save holds a whole position to play on from: harbour replay FILE --last-whole")
        raise typer.Exit(1) from None
    war = table.war
    dice = war.dice
    assert isinstance(dice, Seeded)
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
        "commitment": dice.commitment,
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
    out.print(f"  {war.rolled + war.drawn} draws from the seed whose commitment is {dice.commitment}")
    out.print(f"  {'ended: ' + outcome.reason if outcome else 'not ended yet'}")
    if not same:
        out.print("  played under other rules than these, and still sound")


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A save file.")],
    choice: Annotated[int | None, typer.Option(help="Stop after this many choices.")] = None,
    position: Annotated[bool, typer.Option("--position", help="Print the position reached as text.")] = False,
    last_whole: Annotated[bool, typer.Option("--last-whole", help="Print the last whole position a broken save holds.")] = False,
    as_json: JSON = False,
) -> None:
    """Tell a saved game from its beginning: every event with its rule and its dice."""
    text = file.read_text(encoding="utf-8")
    if last_whole:
        marks = [m["position"] for m in save.parse(text).marks.values() if "position" in m]
        if not marks:
            raise WrongQuestion("this save holds no whole position")
        sys.stdout.write(marks[-1])
        return
    table = save.loads(text)
    if choice is not None:
        parsed = save.parse(text)
        if not 0 <= choice <= len(parsed.choices):
            raise WrongQuestion(f"the game has {len(parsed.choices)} choices")
        table = save.begin(parsed)[1]
        while len(table.choices) < choice:  # forced answers come by themselves
            side, verb, target = parsed.choices[len(table.choices)]
            table.play(verb, target, side)
    war = table.war
    if position:
        sys.stdout.write(war.position())
        return
    rules = war.setup.game
    told = [(t.turn, t.choice, rules.tell(t.event, war.setup), t.event) for t in table.events]
    if as_json:
        say_json(
            {"events": [{"turn": n, "choice": c, "text": line, "rule": e.rule, "dice": list(e.dice)} for n, c, line, e in told]}
        )
        return
    for _, number, line, event in told:
        dice = f"  dice {' '.join(map(str, event.dice))}" if event.dice else ""
        sums = "".join(f" {label} {amount:+d}" for label, amount, _ in event.modifiers)
        need = f" = {event.total} (needs {event.need})" if event.total is not None and event.need is not None else ""
        out.print(f"{number:5} {line}{dice}{sums}{need}  [{event.rule}]", markup=False)


@app.command("bench")
def run_bench(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to measure; all if none is named.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="CPU seconds for each measurement.")] = 2.0,
    as_json: JSON = False,
) -> None:
    """Measure the games beside python-chess, in CPU seconds and in one run."""
    try:
        import chess  # noqa: F401
    except ImportError:
        raise WrongQuestion("the yardstick is not installed: pip install 'grandharbour[bench]'") from None
    from .lab.bench import bench

    chosen = [game(name).id for name in names or games()]
    found = bench(chosen, seconds)
    if as_json:
        say_json(found)
        return
    yard = found["yardstick"]
    out.print(f"python-chess: {yard['decisions_per_s']:,} decisions/s, copy {yard['copy_us']} µs")
    for name, entry in found["games"].items():
        out.print(
            f"{name}: {entry['decisions_per_s']:,.0f} decisions/s ({entry['ratio_decisions']:.1f}x), {entry['games_per_s']:,.0f} games/s, "
            f"copy {entry['copy_us']} µs ({entry['ratio_copy']:.2f}x), state {entry['state_bytes']:,.0f} bytes"
        )


def main() -> NoReturn:
    """The entry point: errors a person can cause end in one clear line, never in a traceback."""
    try:
        app()
    except (UnknownName, WrongQuestion, TablesError, PositionError, SaveError) as wrong:
        err.print(f"harbour: {wrong}", markup=False)
        sys.exit(1 if isinstance(wrong, SaveError) else 2)
    except ValueError as wrong:
        err.print(f"harbour: {wrong}", markup=False)
        sys.exit(2)
    except OSError as wrong:
        err.print(f"harbour: {wrong.filename or ''}: {wrong.strerror}", markup=False)
        sys.exit(2)
    sys.exit(0)

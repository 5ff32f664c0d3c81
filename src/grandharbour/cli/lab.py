"""Commands for designers and researchers: many games, their strength and speed."""

from __future__ import annotations

import json
import math
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.table import Table as Grid

from ..engine import save, toml
from ..engine.game import Game, game, games
from ..engine.table import Table
from ..lab.runs import Match, Run, row_of
from .common import (
    JSON,
    GameName,
    Options,
    Pack,
    Position,
    WrongQuestion,
    app,
    bar,
    changed,
    err,
    only_over,
    out,
    play_table,
    quick,
    read_entrants,
    read_options,
    read_pack,
    read_players,
    read_position,
    reading,
    say_json,
    show,
    writable,
)

if TYPE_CHECKING:
    from ..lab.balance import Bench, Variant
    from ..lab.rating import Sprt
    from ..lab.simulate import Result
    from ..lab.sweep import Point

PROPOSED = "# Proposed by `harbour tune`\n"
"""The first line of a pack that may be replaced by a later proposal."""
Workers = Annotated[int, typer.Option(min=0, help="Worker processes; 0 takes one for each core.")]
Cluster = Annotated[str, typer.Option(help="Play on the workers of a Dask scheduler at this address instead.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="Write a row for each game into this SQLite file; run again to resume or extend it.")
]


def scenarios_of(rules: Game, pack: str) -> list[str]:
    """What is played when nobody names a scenario: all of them, or those that a pack adds."""
    known = rules.laid(pack).under("scenarios")
    return [one for one in known if one not in rules.scenarios] or known


@contextmanager
def hands(workers: int, cluster: str, games: int) -> Iterator[Executor | None]:
    """Who plays: a cluster, the cores of this machine, or for a few quick games nobody else."""
    from ..lab.simulate import cluster_executor, local_executor

    count = workers or os.cpu_count() or 1
    if cluster:
        try:
            executor = cluster_executor(cluster)
        except (OSError, ModuleNotFoundError) as wrong:
            raise WrongQuestion(f"no cluster at {cluster}: {wrong}") from None
        with executor:
            yield executor
    elif games > 40 and count > 1:
        with local_executor(count) as executor:
            yield executor
    else:
        yield None


def read_sprt(given: str) -> Sprt | None:
    """``"0,50"``: a test between two Elo differences."""
    if not given:
        return None
    from ..lab.rating import Sprt, share_of

    try:
        low, high = (float(part) for part in given.split(","))
    except ValueError:
        raise WrongQuestion(f"--sprt takes two Elo differences, like 0,50, not {given!r}") from None
    if not low < high:
        raise WrongQuestion("--sprt: the first difference must be less than the second")
    return Sprt(share_of(low), share_of(high))


def accepted(given: str, test: Sprt, share: float | None) -> str:
    """What the test says, in words."""
    low, high = (part.strip() for part in given.split(","))
    if share is None:
        return "not settled"
    return (
        f"a lead of {high} Elo fits better than {low}" if share == test.high else f"a lead of {low} Elo fits better than {high}"
    )


def play_run(run: Run, workers: int, cluster: str, fast: bool, over: Callable[[int], bool] | None = None) -> None:
    """Play a run with a bar; Ctrl-C keeps what has been played."""
    batch = 20 if fast else 1
    try:
        with hands(workers, cluster, run.total * batch) as executor, bar(run.total, "games") as advance:
            run.play(executor, advance, batch, over)
    except KeyboardInterrupt:
        kept = f"; {len(run.rows)} of {run.total} games are kept: run the same command again to go on" if run.file else ""
        err.print(f"stopped{kept}")
        raise typer.Exit(1) from None


def say_errors(run: Run) -> bool:
    """Show the first games that broke; whether there were any."""
    broken = [(run.matches[match], result) for (match, _), result in sorted(run.rows.items()) if result.error]
    for match, result in broken[:3]:
        err.print(f"game {result.index} of {match.scenario} broke (seed {run.seed}):\n{result.error}", markup=False)
    return bool(broken)


def _counted(rules: Game, scenario: str, results: Sequence[Result], number: int) -> dict[str, Any]:
    """What the games of one scenario came to."""
    done = [r for r in results if not r.error]
    wins = {side.id: sum(r.winner == i for r in done) for i, side in enumerate(rules.sides)}
    levels = Counter(f"{rules.sides[r.winner].id if r.winner >= 0 else 'draw'} {r.level}" for r in done if r.level)
    return {
        "scenario": scenario,
        "games": number,
        "finished": len(done),
        "errors": len(results) - len(done),
        "decisions": sum(r.decisions for r in done),
        "seconds": round(sum(r.seconds for r in results), 3),
        "wins": {**wins, "draw": sum(r.winner < 0 for r in done)},
        "levels": dict(sorted(levels.items())),
        "turns": round(sum(r.turns for r in done) / max(1, len(done)), 2),
    }


def _show_counted(rules: Game, rows: Sequence[Mapping[str, Any]]) -> None:
    """The same as a table, and below it how well they won."""
    grid = Grid("scenario", "games", "finished", "errors", *(s.id for s in rules.sides), "draw", "turns", "decisions", "CPU s")
    for row in rows:
        grid.add_row(
            *(str(row[k]) for k in ("scenario", "games", "finished", "errors")), *(str(v) for v in row["wins"].values()),
            *(str(row[k]) for k in ("turns", "decisions", "seconds")),
        )  # fmt: skip
    show(grid)
    for row in rows:
        for level, count in row["levels"].items():
            out.print(f"  {row['scenario']}: {level}: {count}")


@app.command("simulate")
def run_simulation(
    name: GameName,
    scenario: Annotated[str, typer.Option(help="A scenario's id, or all.")] = "all",
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each scenario.")] = 100,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "random,random",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    mixed: Annotated[bool, typer.Option("--random-options", help="Each game throws a die for every option not given.")] = False,
    check: Annotated[bool, typer.Option(help="Check the game's invariants after every choice.")] = False,
    position: Position = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    file: Out = None,
    as_json: JSON = False,
) -> None:
    """Play many games between computer players and count who wins."""
    rules = game(name)
    writable(file)
    pack = read_pack(tables)
    options = read_options(rules, option, mixed, pack)
    seats = read_players(rules, players_)
    chosen = scenarios_of(rules, pack) if scenario == "all" else [scenario]
    start = ""
    if position is not None:
        if option or mixed or scenario != "all":
            raise WrongQuestion("a position brings its scenario and options with it")
        war, start = read_position(rules, position, pack)
        chosen, options, pack = [war.setup.scenario], dict(war.setup.options), war.setup.tables.pack
    for wanted in chosen:
        rules.setup(wanted, options, pack)  # say what is wrong before the workers start
    run = Run([Match(name, wanted, tuple(seats), options, pack, mixed, start) for wanted in chosen], number, seed, file, check)
    play_run(run, workers, cluster, quick(seats))
    rows = [_counted(rules, wanted, run.of(match), number) for match, wanted in enumerate(chosen)]
    broken = say_errors(run)
    if as_json:
        say_json({"game": name, "players": seats, "seed": seed, "changes": changed(rules, pack), "scenarios": rows})
    else:
        for line in changed(rules, pack):
            out.print(line, markup=False)
        _show_counted(rules, rows)
    if broken:
        raise typer.Exit(1)


@app.command("tournament")
def run_tournament(
    name: GameName,
    players_: Annotated[str, typer.Option("--players", help="Two players or more, like greedy,search:captain,mybots:Rusher.")],
    scenario: Annotated[str, typer.Option(help="A scenario's id, or all.")] = "all",
    number: Annotated[int, typer.Option("--games", min=2, help="Games for each pair and scenario, half in each seating.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    sprt: Annotated[
        str,
        typer.Option(help="Stop a pair early, when a sequential test knows which of two Elo differences is nearer, like 0,50."),
    ] = "",
    file: Out = None,
    as_json: JSON = False,
) -> None:
    """Let computer players meet, sides alternating: wins, draws and Elo with 95 % intervals."""
    from ..lab.tournament import settled, standing, start

    rules = game(name)
    writable(file)
    entrants = read_entrants(rules, players_)
    if len(entrants) < 2:
        raise WrongQuestion(f"a tournament needs two players or more; {players_!r} names one")
    pack = read_pack(tables)
    scenarios = scenarios_of(rules, pack) if scenario == "all" else [scenario]
    run = start(name, scenarios, entrants, number, seed, options=read_options(rules, option, pack=pack), tables=pack, file=file)
    test = read_sprt(sprt)
    play_run(run, workers, cluster, quick(entrants), None if test is None else settled(run, test))
    table = standing(run, test)
    broken = say_errors(run)
    if as_json:
        pairings = [
            {
                "scenario": p.scenario, "players": [p.first, p.second], "wins": p.score.wins, "draws": p.score.draws,
                "losses": p.score.losses, "share": round(p.score.share, 4), "interval": [round(v, 4) for v in p.score.interval],
                "by_side": {side.id: [s.wins, s.draws, s.losses] for side, s in zip(rules.sides, p.by_side)},
                "pairs": p.score.pairs, "seconds_a_game": round(p.seconds, 3), "accepted_share": p.settled,
            }
            for p in table.pairings
        ]  # fmt: skip
        ratings = [{"player": r.player, "elo": round(r.elo), "error": round(r.error)} for r in table.ratings]
        say_json({"game": name, "seed": seed, "pairings": pairings, "ratings": ratings})
    else:
        for p in table.pairings:
            low, high = p.score.interval
            sides = ", ".join(f"{s.share:.0%} as {side.id}" for side, s in zip(rules.sides, p.by_side))
            out.print(
                f"{p.scenario}: {p.first} v {p.second}: {p.score.wins} wins, {p.score.draws} draws, {p.score.losses} losses = "
                f"{p.score.share:.1%} ({low:.1%} to {high:.1%}); {sides}; {p.seconds:.2f} CPU s a game"
            )
            if test is not None:
                out.print(f"  sequential test after {p.score.games} of {2 * run.games} games: {accepted(sprt, test, p.settled)}")
        for rating in table.ratings:
            out.print(f"  {rating.player}: Elo {rating.elo:+.0f} ± {rating.error:.0f}")
    if broken:
        raise typer.Exit(1)


@app.command("ladder")
def climb_ladder(
    names: Annotated[list[str] | None, typer.Argument(help="Games by their ids; all if none is named.", metavar="GAME")] = None,
    scenario: Annotated[str, typer.Option(help="A scenario's id, or all.")] = "all",
    only: Annotated[str, typer.Option(help="Only contests between these players, with commas between.")] = "",
    number: Annotated[int, typer.Option("--games", min=0, help="Games of every pair; 0 tells only what is there.")] = 200,
    dear: Annotated[int, typer.Option(min=0, help="Games of every pair whose games cost seconds.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    workers: Workers = 0,
    cluster: Cluster = "",
    file: Annotated[Path, typer.Option("--db", help="The SQLite file of the ladder; run again to go on.")] = Path("ladder.db"),
    write: Annotated[Path | None, typer.Option(help="Write the tables into this page, between its marks.")] = None,
    as_json: JSON = False,
) -> None:
    """Measure every level against the next, the references and itself, in every scenario, and judge it by its goals."""
    from ..lab.ladder import Ladder, contests, rows, tables, write_into

    writable(file)
    if write is not None:
        writable(write)
        write_into(write.read_text(encoding="utf-8"), "")  # a page without marks is told before the games and not after them
    chosen = [game(name) for name in names or list(games())]
    asked = [part.strip() for part in only.split(",") if part.strip()]
    for rules in chosen:
        if asked:
            read_entrants(rules, ",".join(asked))
        if scenario != "all":
            rules.setup(scenario)
    wanted = [
        contest
        for rules in chosen
        for one in (rules.scenarios if scenario == "all" else [scenario])
        for contest in contests(rules.id, one, asked)
    ]
    ladder = Ladder(file, seed)
    try:
        jobs = [job for contest in wanted for job in ladder.missing(contest, min(number, dear) if contest.dear else number)]
        total = sum(len(job.indices) for job in jobs)
        if total:
            try:
                with hands(workers, cluster, 100 * total) as executor, bar(total, "games") as advance:
                    ladder.play(jobs, executor, advance)
            except KeyboardInterrupt:
                err.print(f"stopped; what was played is kept in {file}: run the same command again to go on")
                raise typer.Exit(1) from None
        text, told = tables(ladder, wanted), rows(ladder, wanted)
    finally:
        ladder.close()
    if write is not None:
        write.write_text(write_into(write.read_text(encoding="utf-8"), text), encoding="utf-8")
    if as_json:
        say_json({"file": str(file), "contests": told})
    elif write is None:
        out.print(text, markup=False)


@app.command("leaderboard")
def make_leaderboard(
    names: Annotated[list[str] | None, typer.Argument(help="Games; hawks and convoys if none is named.", metavar="GAME")] = None,
    number: Annotated[int, typer.Option("--games", min=2, help="Games of each player, half in each seating.")] = 100,
    players_: Annotated[str, typer.Option("--players", help="Players with commas between; all that can play if not given.")] = "",
    seed: Annotated[int, typer.Option(help="The same seed gives the same page, but for CPU seconds.")] = 1,
    file: Annotated[Path, typer.Option("--out", help="The page to write (Markdown).")] = Path("leaderboard.md"),
    as_json: JSON = False,
) -> None:
    """One page: every computer player against the adviser, from fixed seeds."""
    from ..lab.leaderboard import YARDSTICK, Entry, entrants, measure, page

    writable(file)
    only_over(file, b"# Leaderboard", "leaderboard")
    number -= number % 2
    chosen = names or ["hawks", "convoys"]
    wanted = {name: read_entrants(game(name), players_) if players_ else entrants(name) for name in chosen}
    boards: dict[str, tuple[str, list[Entry]]] = {}
    total = sum(len(players) for players in wanted.values())
    with bar(total, "players") as advance:
        for name, players in wanted.items():
            scenario = next(iter(game(name).scenarios))
            boards[name] = scenario, []
            for player in players:
                if player != YARDSTICK or len(players) == 1:
                    boards[name][1].append(measure(name, scenario, player, number, seed))
                advance(1)
    said = f"harbour leaderboard {' '.join(chosen)} --games {number} --seed {seed}" + (
        f" --players {players_}" if players_ else ""
    )
    file.write_text(page(boards, number, seed, said), encoding="utf-8")
    if as_json:
        rows = {
            name: [{"player": e.player, "share": round(e.score.share, 4), "seconds_a_game": round(e.seconds, 3)} for e in entries]
            for name, (_, entries) in boards.items()
        }
        say_json({"file": str(file), "boards": rows})
    else:
        out.print(f"{file} has the board.", markup=False)


@app.command("rerun")
def play_row_again(
    runs: Annotated[Path, typer.Argument(help="The file a simulation or tournament has written.", metavar="RUNS")],
    index: Annotated[int, typer.Argument(help="The number of the game.", metavar="GAME")],
    file: Annotated[Path, typer.Argument(help="The save file to write.")],
    match: Annotated[int, typer.Option(help="Which match of the run, counted from 0.")] = 0,
    as_json: JSON = False,
) -> None:
    """Play one game of a run again and save it whole, with every event and die."""
    writable(file)
    row = row_of(runs, match, index)
    rules = game(row["id"])
    if row["position"]:
        table = Table(rules.position(row["position"], row["seed"]), row["position"])
    else:
        table = Table.begin(rules, row["scenario"], options=json.loads(row["options"]), tables=row["tables"], seed=row["seed"])
    play_table(table, row["players"].split(","), random.Random(bytes.fromhex(row["seed"])))
    save.write(file, table)
    outcome = table.outcome
    assert outcome is not None
    won = rules.sides[outcome.winner].id if outcome.winner >= 0 else "draw"
    if (won, list(outcome.scores)) != (row["winner"], json.loads(row["scores"])):
        raise WrongQuestion(
            f"the game came out differently ({won}, not {row['winner']}): the rules or players have changed since"
        )
    if as_json:
        facts = {"game": rules.id, "scenario": row["scenario"], "seed": row["seed"], "players": row["players"].split(",")}
        say_json({"file": str(file), **facts, "choices": len(table.choices), "winner": won, "reason": outcome.reason})
    else:
        out.print(f"{file}: {rules.title}, {row['scenario']}: {outcome.reason}", markup=False)


@app.command("export")
def export_games(
    source: Annotated[str, typer.Argument(help="A file of runs, or a game whose games are to be played.", metavar="RUNS|GAME")],
    file: Annotated[Path, typer.Argument(help="The Parquet file to write.")],
    match: Annotated[int, typer.Option(help="Which match of a run, counted from 0.")] = 0,
    scenario: Annotated[str | None, typer.Option(help="A scenario's id; the first one if not given.")] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="New games to play.")] = 100,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "greedy,greedy",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    workers: Workers = 0,
    as_json: JSON = False,
) -> None:
    """Write games as data, one row a decision: what was known, what was legal, what was chosen, what came of it."""
    try:
        from ..adapters.dataset import Played, about, export, tasks
    except ImportError as missing:
        raise WrongQuestion(str(missing)) from None
    from ..lab.runs import games_of
    from ..lab.simulate import game_seed

    writable(file)
    only_over(file, b"PAR1", "Parquet file")
    if Path(source).exists():
        said = games_of(Path(source), match)
        if said.mixed or said.position:
            raise WrongQuestion("games under random options or from a position have no one layout to export")
        name, wanted, options, pack = said.game, said.scenario, said.options, said.tables
        played = [Played(index, seed_, said.players) for index, seed_ in said.games]
    else:
        rules = game(source)
        pack = read_pack(tables)
        name, options = source, read_options(rules, option, pack=pack)
        wanted = rules.setup(scenario, options, pack).scenario
        seats = tuple(read_players(rules, players_))
        played = [Played(index, game_seed(seed, wanted, index).hex(), seats) for index in range(number)]
    with hands(workers, "", len(played) * 5) as executor, bar(len(played), "games") as advance:
        total = export(file, tasks(name, wanted, options, pack, played), executor, advance)
    if as_json:
        say_json({"file": str(file), "games": len(played), "decisions": total, **about(file)})
    else:
        out.print(f"{file}: {total:,} decisions of {len(played):,} games, layout {about(file)['layout']}", markup=False)


@app.command("bench")
def run_bench(
    names: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games to measure; all if none is named.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU seconds for each measurement.")] = 2.0,
    adapters: Annotated[
        bool, typer.Option("--adapters", help="Measure the environments for researchers beside the bare engine instead.")
    ] = False,
    as_json: JSON = False,
) -> None:
    """Measure the games beside python-chess, in CPU seconds and in one run."""
    chosen = [game(name).id for name in names or games()]
    if adapters:
        bench_adapters(chosen, seconds, as_json)
        return
    try:
        import chess  # noqa: F401
    except ImportError:
        raise WrongQuestion("the yardstick is not installed: pip install 'grandharbour[bench]'") from None
    from ..lab.bench import bench

    speeds = bench(chosen, seconds)
    if as_json:
        say_json(speeds)
        return
    yard = speeds["yardstick"]
    out.print(f"python-chess: {yard['decisions_per_s']:,} decisions/s, copy {yard['copy_us']} µs")
    for name, entry in speeds["games"].items():
        out.print(
            f"{name}: {entry['decisions_per_s']:,.0f} decisions/s ({entry['ratio_decisions']:.1f}x), {entry['games_per_s']:,.0f} games/s, "
            f"copy {entry['copy_us']} µs ({entry['ratio_copy']:.2f}x), state {entry['state_bytes']:,.0f} bytes"
        )


def bench_adapters(chosen: list[str], seconds: float, as_json: bool) -> None:
    """Environments with observations and masks beside the engine alone."""
    try:
        from ..adapters.bench import WAYS, bench
    except ImportError as missing:
        raise WrongQuestion(str(missing)) from None
    speeds = bench(chosen, seconds)
    if as_json:
        say_json({"games": speeds})
        return
    ways = [way for way in (*WAYS, "vector") if all(f"{way}_share" in entry for entry in speeds.values())]
    grid = Grid("game", "engine", *(head for way in ways for head in (way, "share")))
    for name, entry in speeds.items():
        cells = [f"{entry['engine']:,.0f}"]
        for way in ways:
            cells += [f"{entry[way]:,.0f}", f"{entry[f'{way}_share']:.0%}"]
        grid.add_row(name, *cells)
    show(grid)
    out.print("decisions per CPU second, random play; best of three rounds taken in turn")


@app.command("features")
def show_features(
    name: GameName,
    scenario: Annotated[str | None, typer.Option(help="A scenario's id; the first one if not given.")] = None,
    option: Options = None,
    tables: Pack = None,
    as_json: JSON = False,
) -> None:
    """What the numbers mean that a learning program sees of a game, and the version of their layout."""
    rules = game(name)
    try:
        from ..adapters.features import features
    except ImportError as missing:
        raise WrongQuestion(str(missing)) from None
    pack = read_pack(tables)
    eyes = features(name, scenario, read_options(rules, option, pack=pack), pack)
    if as_json:
        say_json({"game": name, "scenario": eyes.setup.scenario, "version": eyes.version, "size": eyes.size, "columns": eyes.columns,
                  "pieces": eyes.pieces, "spaces": eyes.spaces})  # fmt: skip
    else:
        out.print(eyes.describe(), markup=False)


def _read_variants(base: str, pack: Path | None, packs: Sequence[Path]) -> list[Variant]:
    """The tables that are compared: what is printed, or a pack in its place, and others laid over it."""
    from ..lab.balance import Variant
    from ..lab.sweep import merged

    plain = len({path.name for path in packs}) == len(packs)
    variants = [Variant("printed" if pack is None else pack.name, base)]
    for path in packs:
        text = read_pack(path)
        variants.append(Variant(path.name if plain else str(path), merged(base, toml.loads(text)) if base else text))
    return variants


def _say_balance(bench: Bench, rules: Game, target: Path, errors: int, as_json: bool) -> None:
    """What the report says, in short."""
    from ..lab.balance import balance_in_words, compare, stopped_in_words, verdict

    variants, compared = bench.variants, compare(bench)
    if as_json:
        say_json(
            {
                "game": bench.game, "scenario": bench.scenario, "players": bench.players, "seed": bench.seed, "games": bench.games,
                "errors": errors, "played": bench.played, "stopped": stopped_in_words(bench), "report": str(target),
                "changes": {v.name: changed(rules, v.tables) for v in variants if v.tables},
                "variants": [balance_in_words(bench, v) for v in range(len(variants))],
                "comparisons": [
                    {
                        "tables": variants[c.variant].name, "pairs": c.pairs, "alike": c.alike, "matters": c.matters,
                        "decides": c.decides, "verdict": verdict(bench, c), "differences": c.differences,
                    }
                    for c in compared
                ],
            }
        )  # fmt: skip
        return
    lines = [f"{variant.name}: {line}" for variant in variants for line in changed(rules, variant.tables)]
    lines += [balance_in_words(bench, v) for v in range(len(variants))]
    lines += [verdict(bench, comparison) for comparison in compared]
    for line in [*lines, *stopped_in_words(bench), f"{target} has the whole report."]:
        out.print(line, markup=False)


@app.command("balance")
def run_balance(
    name: GameName,
    tables: Annotated[
        list[Path] | None, typer.Option("--tables", help="A table pack to try beside the printed values; may be repeated.")
    ] = None,
    pack: Annotated[
        Path | None,
        typer.Option("--pack", help="A pack to measure by itself, in place of the printed values; --tables are laid over it."),
    ] = None,
    scenario: Annotated[str, typer.Option(help="A scenario's id; the first one if none is named.")] = "",
    number: Annotated[int, typer.Option("--games", min=2, help="Games for each set of tables.")] = 200,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "greedy,greedy",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    position: Position = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="The report to write (HTML); GAME-balance.html if not named.")
    ] = None,
    table: Annotated[Path | None, typer.Option("--csv", help="Also write a row for each game into this CSV file.")] = None,
    harbour: Annotated[
        str,
        typer.Option(
            help="The harbour in whose replay the links of the report open a game; that of `harbour play` if not named."
        ),
    ] = "",
    sprt: Annotated[
        float | None,
        typer.Option(
            min=0.5, max=40, help="Stop early, when a sequential test knows whether a share is off by so many points of 100."
        ),
    ] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: JSON = False,
) -> None:
    """Try table packs: the same games under each, and a report on who wins, how, where, and whether the change matters."""
    from ..lab.balance import Stop, play
    from ..lab.report import HARBOUR, as_csv, report

    rules = game(name)
    if table is not None:
        only_over(writable(table), b"tables,game,", "table of games")
    if harbour and not harbour.startswith(("http://", "https://")):
        raise WrongQuestion(f"--harbour: {harbour!r} is not of the form https://harbour.example")
    base = read_pack(pack)
    options = read_options(rules, option, pack=base)
    seats = read_players(rules, players_)
    variants = _read_variants(base, pack, tables or [])
    starts: list[str] = []
    if position is not None:
        if option or scenario:
            raise WrongQuestion("a position brings its scenario and options with it")
        begun = [read_position(rules, position, variant.tables) for variant in variants]
        starts = [text for _, text in begun]
        scenario, options = begun[0][0].setup.scenario, dict(begun[0][0].setup.options)
    for variant in variants:  # say what is wrong before the workers start
        wanted = rules.setup(scenario or None, options, variant.tables).scenario
    target = file or Path(f"{name}-balance.html")
    writable(target)
    only_over(target, b"<!doctype html", "HTML file")
    total = number * len(variants)
    batch = 20 if quick(seats) else 1
    with hands(workers, cluster, total * 20 // batch) as executor, bar(total, "games") as advance:
        bench = play(
            name, wanted, variants, seats, number, seed, options=options, executor=executor, progress=advance, batch=batch,
            stop=None if sprt is None else Stop(sprt), positions=starts,
        )  # fmt: skip
    target.write_text(report(bench, harbour or HARBOUR), encoding="utf-8")
    if table is not None:
        table.write_text(as_csv(bench), encoding="utf-8")
    errors = sum(bool(sample.error) for samples in bench.samples for sample in samples)
    _say_balance(bench, rules, target, errors, as_json)
    if errors:
        err.print(f"{errors} games broke; the report shows where.")
        raise typer.Exit(1)


@app.command("sweep")
def run_sweep(
    name: GameName,
    over: Annotated[
        list[str], typer.Argument(help="One or two numbers as KEY=1,2,3 or KEY=1..9 or KEY=1..9:2.", metavar="KEY=VALUES")
    ],
    scenario: Annotated[str, typer.Option(help="A scenario's id; the first one if none is named.")] = "",
    number: Annotated[int, typer.Option("--games", min=1, help="Games at each point.")] = 200,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "greedy,greedy",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    file: Annotated[Path | None, typer.Option("--out", help="The page to write (HTML); GAME-sweep.html if not named.")] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: JSON = False,
) -> None:
    """Try values of one or two numbers, the same dice at each: a chart with bands, or a heat map."""
    from ..lab.sweep import axis, sweep
    from ..lab.sweep_report import page

    rules = game(name)
    if not 1 <= len(over) <= 2:
        raise WrongQuestion("a sweep is over one number or two")
    base, seats = read_pack(tables), read_players(rules, players_)
    axes = [axis(rules, text, base) for text in over]
    if len({one.key for one in axes}) < len(axes):
        raise WrongQuestion(f"{axes[0].key} is named twice")
    options = read_options(rules, option, pack=base)
    wanted = rules.setup(scenario or None, options, base).scenario
    target = file or Path(f"{name}-sweep.html")
    writable(target)
    only_over(target, b"<!doctype html", "HTML file")
    total = number * math.prod(len(one.values) for one in axes)
    batch = 20 if quick(seats) else 1
    with hands(workers, cluster, total * 20 // batch) as executor, bar(total, "games") as advance:
        swept = sweep(
            name,
            wanted,
            axes,
            seats,
            number,
            seed,
            options=options,
            tables=base,
            executor=executor,
            progress=advance,
            batch=batch,
        )
    target.write_text(page(swept), encoding="utf-8")
    if as_json:
        rows = [{"values": p.values, "won": p.won, "drawn": p.drawn, "lost": p.lost, "errors": p.errors, "share": round(p.share, 4),
                 "interval": [round(v, 4) for v in p.interval]} for p in swept.points]  # fmt: skip
        say_json({"game": name, "scenario": wanted, "axes": swept.axes, "points": rows, "page": str(target)})
    else:
        for p in swept.points:
            said = ", ".join(f"{one.key} {value}" for one, value in zip(axes, p.values))
            out.print(f"{said}: {share_in_words(rules.sides[0].short, p)}", markup=False)
        out.print(f"{target} has the chart.", markup=False)
    if any(p.errors for p in swept.points):
        raise typer.Exit(1)


def share_in_words(side: str, point: Point) -> str:
    low, high = point.interval
    return f"{side} {point.share:.1%} ({low:.1%} to {high:.1%}), {point.won} won, {point.drawn} drawn, {point.lost} lost"


@app.command("tune")
def run_tune(
    name: GameName,
    over: Annotated[str, typer.Option(help="The numbers that may be changed, with commas between.")],
    toward: Annotated[float, typer.Option(min=0, max=1, help="The first side's share of the points that is aimed at.")] = 0.5,
    scenario: Annotated[str, typer.Option(help="A scenario's id; the first one if none is named.")] = "",
    candidates: Annotated[int, typer.Option(min=2, max=500, help="Sets of values to begin with.")] = 24,
    number: Annotated[
        int, typer.Option("--games", min=2, help="Games of each in the first round; twice as many in each later one.")
    ] = 40,
    rounds: Annotated[int, typer.Option(min=1, max=8, help="Rounds; half of the candidates drop out after each.")] = 3,
    reach: Annotated[float, typer.Option(min=0.01, help="How far from the printed value, as a part of it.")] = 0.5,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "greedy,greedy",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    file: Annotated[Path | None, typer.Option("--out", help="Write the best values as a table pack (TOML).")] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: JSON = False,
) -> None:
    """Search for values, inside what the tables declare as plausible, that bring a scenario to a wished balance."""
    from ..lab.sweep import tune

    rules = game(name)
    if file is not None:
        only_over(writable(file), PROPOSED.encode(), "pack that `harbour tune` has written")
    base, seats = read_pack(tables), read_players(rules, players_)
    options = read_options(rules, option, pack=base)
    wanted = rules.setup(scenario or None, options, base).scenario
    keys = [key.strip() for key in over.split(",")]
    batch = 20 if quick(seats) else 1
    with hands(workers, cluster, candidates * number) as executor, bar(candidates * number * rounds, "games") as advance:
        tuned = tune(name, wanted, keys, toward, seats, seed, candidates=candidates, games=number, rounds=rounds, reach=reach,
                     options=options, tables=base, executor=executor, progress=advance, batch=batch)  # fmt: skip
    if file is not None:
        file.write_text(PROPOSED + tuned.proposals[0].pack, encoding="utf-8")
    if as_json:
        say_json({"game": name, "scenario": wanted, **msgspec.to_builtins(tuned)})
        return
    side = rules.sides[0].short
    out.print(f"{tuned.tried} sets of values, {tuned.played:,} games; the numbers below come from games with new dice.")
    out.print(f"printed: {share_in_words(side, tuned.printed)}")
    for proposal in tuned.proposals:
        said = ", ".join(f"{key} {value}" for key, value in zip(keys, proposal.point.values))
        out.print(f"{said}: {share_in_words(side, proposal.point)}", markup=False)
    if file is not None:
        out.print(f"{file} has the first of them as a table pack.", markup=False)


@app.command("luck")
def show_luck(
    file: Annotated[Path, typer.Argument(help="A save file, of a finished or a running game.")],
    player: Annotated[str, typer.Option(help="Who plays the rollouts, and whom the choices are compared with.")] = "greedy",
    rollouts: Annotated[int, typer.Option(min=2, help="Rollouts for each position looked at.")] = 30,
    horizon: Annotated[
        int, typer.Option(help="Cut rollouts off after so many choices; 0 plays them to the end, -1 does what suits the game.")
    ] = -1,
    side: Annotated[str, typer.Option(help="Use only what this side knows.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the rollouts.")] = 1,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: JSON = False,
) -> None:
    """What the dice of a game were worth and what the choices: the chance to win before and after every roll."""
    from ..lab.luck import How, horizon_of, ledger, moments, story

    with reading(file):
        table, astray = save.open_save(save.text_of(file))
    if astray is not None:
        err.print(f"harbour: only the part that still fits is looked at. {astray.words()}", markup=False)
    rules = table.war.setup.game
    read_entrants(rules, player)
    told = story(table, table.war.setup.side(side) if side else None)
    how = How(player, rollouts, horizon_of(told) if horizon < 0 else horizon, seed)
    total = len(moments(told))
    with hands(workers, cluster, total * rollouts) as executor, bar(total, "positions") as advance:
        account = ledger(told, how, executor=executor, progress=advance)
    if as_json:
        say_json(account)
        return
    one = account.names[0]
    out.print(f"Chance of {one} to win: before the choice, expected after it, after its dice; luck with its 95 % interval")
    for p in account.points:
        who = account.names[account.sides.index(p.side)] if p.side else ""
        chances = " ".join(f"{100 * value:4.0f} %" for value in (p.before, p.expected, p.after))
        luck = "" if p.theirs or p.side is None else f"{100 * p.luck:+6.1f} ± {196 * p.luck_error:4.1f}"
        text = p.text or ("no more dice" if p.side is None else "a hidden draw")
        out.print(f"{p.turn or '':>3}  {chances}  {luck:13}  {who:8} {text}", markup=False)
    for t in account.totals:
        out.print(
            f"{t.name}: luck {100 * t.luck:+.1f} ± {196 * t.luck_error:.1f} points "
            f"({100 * t.own_dice:+.1f} on its own {t.rolls} rolls), skill {100 * t.skill:+.1f} ± {196 * t.skill_error:.1f} against {player}"
        )
    end = "" if account.result is None else f", result {100 * account.result:.0f} %"
    more = f", others' choices and dice {100 * account.theirs:+.1f}" if account.knows else ""
    out.print(
        f"{one}: {100 * account.start:.0f} % at the start, {100 * account.now:.0f} % at the end{end}{more}; "
        f"error of estimation {100 * account.drift:+.1f} ± {196 * account.drift_error:.1f}"
    )


@app.command("odds")
def battle_odds(
    name: GameName,
    attackers: Annotated[str, typer.Option(help="The attacking force, like inf:7,art:2,tac:2.")] = "",
    defenders: Annotated[str, typer.Option(help="The defending force, like inf:4,bunker:1.")] = "",
    arena: Annotated[str, typer.Option(help="Where they fight: land, sea or air.")] = "land",
    rounds: Annotated[int, typer.Option(min=0, max=20, help="Rounds of combat; 0 fights on to the end.")] = 1,
    radar: Annotated[str, typer.Option(help="Who rolls the extra die: attackers or defenders.")] = "",
    as_json: JSON = False,
) -> None:
    """The exact chances of a battle between any two forces. Without forces it lists what can be counted into one."""
    from ..engine.calculator import read_forces

    rules = game(name)
    room = rules.calculator()
    if room is None:
        raise WrongQuestion(f"{rules.id} has no battle calculator")
    known = room.info(rules.setup())
    if bool(attackers) != bool(defenders):
        raise WrongQuestion("a battle needs two forces: --attackers and --defenders")
    if not attackers:
        if as_json:
            say_json(known)
            return
        for kind in known.kinds:
            out.print(f"{kind.id:8} {kind.label} ({', '.join(kind.arenas)}{'' if kind.attacks else '; defends only'})")
        return
    if arena not in [place for place, _ in known.arenas]:
        raise WrongQuestion(f"arena: {arena!r} is none of {', '.join(place for place, _ in known.arenas)}")
    forces = [read_forces(text, known, arena, attacking) for text, attacking in ((attackers, True), (defenders, False))]
    if radar not in ("", "attackers", "defenders"):
        raise WrongQuestion(f"--radar: {radar!r} is neither attackers nor defenders")
    battle = room.odds(*forces, arena, rounds, radar)
    if as_json:
        say_json(battle)
        return
    out.print(f"attackers win {battle.win:.2%}, defenders hold {battle.hold:.2%}, both remain {battle.both:.2%}")
    for title, losses, mean in (
        ("attackers", battle.attacker_losses, battle.attacker_mean),
        ("defenders", battle.defender_losses, battle.defender_mean),
    ):
        out.print(
            f"{title} lose {mean:.2f} units on average: " + ", ".join(f"{loss.units}: {loss.chance:.1%}" for loss in losses)
        )

"""Commands for designers and researchers: many games, their strength and speed."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from ..engine import save
from ..engine.game import game, games
from ..engine.table import Table
from ..lab.runs import Match, Run, row_of
from .common import (
    JSON,
    GameName,
    Options,
    Pack,
    WrongQuestion,
    app,
    bar,
    changed,
    err,
    out,
    play_table,
    read_entrants,
    read_options,
    read_pack,
    read_players,
    say_json,
)

Workers = Annotated[int, typer.Option(min=0, help="Worker processes; 0 takes one for each core.")]
Cluster = Annotated[str, typer.Option(help="Play on the workers of a Dask scheduler at this address instead.")]
Out = Annotated[
    Path | None, typer.Option("--out", help="Write a row for each game into this SQLite file; run again to resume or extend it.")
]


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


def play_run(run: Run, workers: int, cluster: str, quick: bool) -> None:
    """Play a run with a bar; Ctrl-C keeps what has been played."""
    batch = 20 if quick else 1
    try:
        with hands(workers, cluster, run.total * batch) as executor, bar(run.total, "games") as advance:
            run.play(executor, advance, batch)
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
    workers: Workers = 0,
    cluster: Cluster = "",
    file: Out = None,
    as_json: JSON = False,
) -> None:
    """Play many games between computer players and count who wins."""
    rules = game(name)
    options = read_options(rules, option, fixed=mixed)
    pack = read_pack(tables)
    seats = read_players(rules, players_)
    chosen = list(rules.scenarios) if scenario == "all" else [scenario]
    for wanted in chosen:
        rules.setup(wanted, options, pack)  # say what is wrong before the workers start
    run = Run([Match(name, wanted, tuple(seats), options, pack, mixed) for wanted in chosen], number, seed, file, check)
    play_run(run, workers, cluster, not any(seat.startswith("search") for seat in seats))
    rows = []
    for match, wanted in enumerate(chosen):
        results = run.of(match)
        done = [r for r in results if not r.error]
        wins = {side.id: sum(r.winner == i for r in done) for i, side in enumerate(rules.sides)}
        levels = Counter(f"{rules.sides[r.winner].id if r.winner >= 0 else 'draw'} {r.level}" for r in done if r.level)
        rows.append(
            {
                "scenario": wanted,
                "games": number,
                "finished": len(done),
                "errors": len(results) - len(done),
                "decisions": sum(r.decisions for r in done),
                "seconds": round(sum(r.seconds for r in results), 3),
                "wins": {**wins, "draw": sum(r.winner < 0 for r in done)},
                "levels": dict(sorted(levels.items())),
                "turns": round(sum(r.turns for r in done) / max(1, len(done)), 2),
            }
        )
    broken = say_errors(run)
    if as_json:
        say_json({"game": name, "players": seats, "seed": seed, "changes": changed(rules, pack), "scenarios": rows})
    else:
        for line in changed(rules, pack):
            out.print(line, markup=False)
        grid = Grid(
            "scenario", "games", "finished", "errors", *(s.id for s in rules.sides), "draw", "turns", "decisions", "CPU s"
        )
        for row in rows:
            counted, levels_of = row["wins"], row["levels"]
            assert isinstance(counted, dict) and isinstance(levels_of, dict)
            grid.add_row(
                *(str(row[k]) for k in ("scenario", "games", "finished", "errors")), *(str(v) for v in counted.values()),
                *(str(row[k]) for k in ("turns", "decisions", "seconds")),
            )  # fmt: skip
        out.print(grid)
        for row in rows:
            for level, count in row["levels"].items():  # type: ignore[attr-defined]
                out.print(f"  {row['scenario']}: {level}: {count}")
    if broken:
        raise typer.Exit(1)


@app.command("tournament")
def run_tournament(
    name: GameName,
    players_: Annotated[str, typer.Option("--players", help="Two players or more, like greedy,search:captain,random.")],
    scenario: Annotated[str, typer.Option(help="A scenario's id, or all.")] = "all",
    number: Annotated[int, typer.Option("--games", min=2, help="Games for each pair and scenario, half in each seating.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    tables: Pack = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    file: Out = None,
    as_json: JSON = False,
) -> None:
    """Let computer players meet, sides alternating: wins, draws and Elo with 95 % intervals."""
    from ..lab.tournament import standing, start

    rules = game(name)
    entrants = read_entrants(rules, players_)
    scenarios = list(rules.scenarios) if scenario == "all" else [scenario]
    run = start(name, scenarios, entrants, number, seed, options=read_options(rules, option), tables=read_pack(tables), file=file)
    play_run(run, workers, cluster, not any(player.startswith("search") for player in entrants))
    found = standing(run)
    broken = say_errors(run)
    if as_json:
        pairings = [
            {
                "scenario": p.scenario, "players": [p.first, p.second], "wins": p.score.wins, "draws": p.score.draws,
                "losses": p.score.losses, "share": round(p.score.share, 4), "interval": [round(v, 4) for v in p.score.interval],
                "by_side": {side.id: [s.wins, s.draws, s.losses] for side, s in zip(rules.sides, p.by_side)},
                "seconds_a_game": round(p.seconds, 3),
            }
            for p in found.pairings
        ]  # fmt: skip
        ratings = [{"player": r.player, "elo": round(r.elo), "error": round(r.error)} for r in found.ratings]
        say_json({"game": name, "seed": seed, "pairings": pairings, "ratings": ratings})
    else:
        for p in found.pairings:
            low, high = p.score.interval
            sides = ", ".join(f"{s.share:.0%} as {side.id}" for side, s in zip(rules.sides, p.by_side))
            out.print(
                f"{p.scenario}: {p.first} v {p.second}: {p.score.wins} wins, {p.score.draws} draws, {p.score.losses} losses = "
                f"{p.score.share:.1%} ({low:.1%} to {high:.1%}); {sides}; {p.seconds:.2f} CPU s a game"
            )
        for rating in found.ratings:
            out.print(f"  {rating.player}: Elo {rating.elo:+.0f} ± {rating.error:.0f}")
    if broken:
        raise typer.Exit(1)


@app.command("rerun")
def play_row_again(
    runs: Annotated[Path, typer.Argument(help="The file a simulation or tournament has written.", metavar="RUNS")],
    index: Annotated[int, typer.Argument(help="The number of the game.", metavar="GAME")],
    file: Annotated[Path, typer.Argument(help="The save file to write.")],
    match: Annotated[int, typer.Option(help="Which match of the run, counted from 0.")] = 0,
) -> None:
    """Play one game of a run again and save it whole, with every event and die."""
    row = row_of(runs, match, index)
    rules = game(row["id"])
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
    out.print(f"{file}: {rules.title}, {row['scenario']}: {outcome.reason}")


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
    from ..lab.bench import bench

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


@app.command("balance")
def run_balance(
    name: GameName,
    tables: Annotated[
        list[Path] | None, typer.Option("--tables", help="A table pack (TOML) to try beside the printed values; may be repeated.")
    ] = None,
    scenario: Annotated[str, typer.Option(help="A scenario's id; the first one if none is named.")] = "",
    number: Annotated[int, typer.Option("--games", min=2, help="Games for each set of tables.")] = 200,
    players_: Annotated[str, typer.Option("--players", help="Players in the order of the game's sides.")] = "greedy,greedy",
    seed: Annotated[int, typer.Option(help="Seed of the whole run: the same seed plays the same games.")] = 1,
    option: Options = None,
    file: Annotated[
        Path | None, typer.Option("--out", help="The report to write (HTML); GAME-balance.html if not named.")
    ] = None,
    workers: Workers = 0,
    cluster: Cluster = "",
    as_json: JSON = False,
) -> None:
    """Try table packs: the same games under each, and a report on who wins, how, where, and whether the change matters."""
    from ..lab.balance import Variant, balance_in_words, compare, play, verdict
    from ..lab.report import report

    rules = game(name)
    options = read_options(rules, option)
    seats = read_players(rules, players_)
    packs = list(tables or [])
    plain = len({path.name for path in packs}) == len(packs)
    variants = [Variant("printed"), *(Variant(path.name if plain else str(path), read_pack(path)) for path in packs)]
    for variant in variants:  # say what is wrong before the workers start
        wanted = rules.setup(scenario or None, options, variant.tables).scenario
    target = file or Path(f"{name}-balance.html")
    if target.exists() and not target.read_bytes()[:15].lower().startswith(b"<!doctype html"):
        raise WrongQuestion(f"{target} exists and is no HTML file; it is left as it is")
    total = number * len(variants)
    batch = 1 if any(seat.startswith("search") for seat in seats) else 20
    with hands(workers, cluster, total * 20 // batch) as executor, bar(total, "games") as advance:
        bench = play(
            name, wanted, variants, seats, number, seed, options=options, executor=executor, progress=advance, batch=batch
        )
    target.write_text(report(bench), encoding="utf-8")
    compared = compare(bench)
    errors = sum(bool(sample.error) for samples in bench.samples for sample in samples)
    if as_json:
        say_json(
            {
                "game": name, "scenario": wanted, "players": seats, "seed": seed, "games": number, "errors": errors,
                "report": str(target), "changes": {v.name: changed(rules, v.tables) for v in variants if v.tables},
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
    else:
        for variant in variants:
            for line in changed(rules, variant.tables):
                out.print(f"{variant.name}: {line}", markup=False)
        for v in range(len(variants)):
            out.print(balance_in_words(bench, v), markup=False)
        for comparison in compared:
            out.print(verdict(bench, comparison), markup=False)
        out.print(f"{target} has the whole report.", markup=False)
    if errors:
        err.print(f"{errors} games broke; the report shows where.")
        raise typer.Exit(1)


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

    table, astray = save.open_save(save.text_of(file))
    if astray is not None:
        err.print(f"harbour: only the part that still fits is looked at. {astray.words()}", markup=False)
    rules = table.war.setup.game
    read_entrants(rules, player)
    told = story(table, table.war.setup.side(side) if side else None)
    how = How(player, rollouts, horizon_of(told) if horizon < 0 else horizon, seed)
    total = len(moments(told))
    with hands(workers, cluster, total * rollouts) as executor, bar(total, "positions") as advance:
        found = ledger(told, how, executor=executor, progress=advance)
    if as_json:
        say_json(found)
        return
    one = found.names[0]
    out.print(f"Chance of {one} to win: before the choice, expected after it, after its dice; luck with its 95 % interval")
    for p in found.points:
        who = found.names[found.sides.index(p.side)] if p.side else ""
        chances = " ".join(f"{100 * value:4.0f} %" for value in (p.before, p.expected, p.after))
        luck = "" if p.theirs or p.side is None else f"{100 * p.luck:+6.1f} ± {196 * p.luck_error:4.1f}"
        text = p.text or ("no more dice" if p.side is None else "a hidden draw")
        out.print(f"{p.turn or '':>3}  {chances}  {luck:13}  {who:8} {text}", markup=False)
    for t in found.totals:
        out.print(
            f"{t.name}: luck {100 * t.luck:+.1f} ± {196 * t.luck_error:.1f} points "
            f"({100 * t.own_dice:+.1f} on its own {t.rolls} rolls), skill {100 * t.skill:+.1f} ± {196 * t.skill_error:.1f} against {player}"
        )
    end = "" if found.result is None else f", result {100 * found.result:.0f} %"
    more = f", others' choices and dice {100 * found.theirs:+.1f}" if found.knows else ""
    out.print(
        f"{one}: {100 * found.start:.0f} % at the start, {100 * found.now:.0f} % at the end{end}{more}; "
        f"error of estimation {100 * found.drift:+.1f} ± {196 * found.drift_error:.1f}"
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
    if not attackers and not defenders:
        for kind in known.kinds:
            out.print(f"{kind.id:8} {kind.label} ({', '.join(kind.arenas)}{'' if kind.attacks else '; defends only'})")
        return
    if arena not in [place for place, _ in known.arenas]:
        raise WrongQuestion(f"arena: {arena!r} is none of {', '.join(place for place, _ in known.arenas)}")
    forces = [read_forces(text, known, arena, attacking) for text, attacking in ((attackers, True), (defenders, False))]
    found = room.odds(*forces, arena, rounds, radar)
    if as_json:
        say_json(found)
        return
    out.print(f"attackers win {found.win:.2%}, defenders hold {found.hold:.2%}, both remain {found.both:.2%}")
    for title, losses, mean in (
        ("attackers", found.attacker_losses, found.attacker_mean),
        ("defenders", found.defender_losses, found.defender_mean),
    ):
        out.print(
            f"{title} lose {mean:.2f} units on average: " + ", ".join(f"{loss.units}: {loss.chance:.1%}" for loss in losses)
        )

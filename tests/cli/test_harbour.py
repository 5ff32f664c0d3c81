"""The command line as scripts use it: real processes, JSON answers, exit codes."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from grandharbour.cli import main
from grandharbour.cli.table import home_folder
from grandharbour.server.store import CannotStore, Store
from tests.engine.test_save import changed, sealed

Run = subprocess.CompletedProcess[str]
EXAMPLES = Path(__file__).parents[2] / "examples" / "packs"


def harbour(*words: str | Path, timeout: float = 120) -> Run:
    command = [sys.executable, "-c", "from grandharbour.cli import main; main()", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def here(*words: str | Path) -> Run:
    """The same in this process, for what is said before any work: half a second of processor less each time."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "argv", ["harbour", *map(str, words)]):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Run(words, code, out.getvalue(), err.getvalue())


def answer(*words: str | Path) -> Any:
    run = harbour(*words, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_help_names_every_command() -> None:
    run = here("--help")
    assert run.returncode == 0 and here("-h").stdout == run.stdout
    assert here("simulate", "-h").stdout == here("simulate", "--help").stdout
    for command in ("play", "games", "new", "simulate", "rules", "verify", "replay", "bench"):
        assert command in run.stdout
        assert here(command, "--help").returncode == 0
    assert "..." not in run.stdout.partition("Commands:")[2], "no summary is cut"
    assert (
        run.stdout.index("  play ")
        < run.stdout.index("  print ")
        < run.stdout.index("  simulate ")
        < run.stdout.index("  serve ")
    )
    for command in ("bench", "ladder", "leaderboard", "sweep"):
        assert "]...]" not in here(command, "-h").stdout and "......" not in here(command, "-h").stdout
    assert "..." not in harbour("pack", "-h").stdout.partition("Commands:")[2]


def test_games_lists_sides_scenarios_options_and_players() -> None:
    hawks = next(game for game in answer("games")["games"] if game["id"] == "hawks")
    assert hawks["sides"] == ["IT", "BR"] and len(hawks["scenarios"]) == 4 and "greedy" in hawks["players"]
    assert {"id", "default", "values", "rule"} <= set(hawks["options"][0])


def test_simulate_counts_every_game() -> None:
    found = answer(
        "simulate", "hawks", "--scenario", "all", "--games", "12", "--players", "random,random", "--seed", "1", "--workers", "1"
    )
    assert [row["scenario"] for row in found["scenarios"]] == [
        "faith-hope-charity",
        "raid-over-malta",
        "struggle-over-the-sky",
        "grand-tournament",
    ]
    for row in found["scenarios"]:
        assert row["games"] == row["finished"] == 12 and row["errors"] == 0 and row["decisions"] > 100 and row["seconds"] > 0
        assert set(row["wins"]) == {"IT", "BR", "draw"} and sum(row["wins"].values()) == 12


def test_simulate_gives_the_same_games_with_any_number_of_workers() -> None:
    runs = [
        answer("simulate", "hawks", "--scenario", "raid-over-malta", "--games", "60", "--seed", "4", "--workers", workers)[
            "scenarios"
        ]
        for workers in ("1", "2")
    ]
    for rows in runs:
        for row in rows:
            del row["seconds"]
    assert runs[0] == runs[1]


def test_a_table_pack_changes_the_games(tmp_path: Path) -> None:
    pack = tmp_path / "pack.toml"
    pack.write_text("[victory]\nmax_turns = 1\n")
    row = answer("simulate", "hawks", "--scenario", "raid-over-malta", "--games", "5", "--tables", pack, "--workers", "1")[
        "scenarios"
    ][0]
    assert row["turns"] == 1.0
    pack.write_text("[victory]\nmax_turn = 1\n")
    run = harbour("simulate", "hawks", "--tables", pack)
    assert run.returncode == 2 and "victory.max_turn" in run.stderr and "victory.max_turns" in run.stderr


def test_rules_and_their_coverage() -> None:
    found = answer("rules", "hawks", "--coverage")
    assert found["rules"] == found["tested"] == 68 and found["missing"] == []
    assert "HM-AA.5" in harbour("rules", "hawks", "HM-AA.5").stdout
    assert answer("rules", "hawks", "HM-AA.5")["rules"][0]["id"] == "HM-AA.5"
    run = harbour("rules", "hawks", "HM-AA.99")
    assert run.returncode == 2 and "HM-AA.99" in run.stderr


def test_new_verify_and_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.harbour"
    made = answer("new", "hawks", file, "--players", "greedy,random", "--seed", "5")
    assert made["outcome"]["winner"] in ("IT", "BR", "draw")
    found = answer("verify", file)
    assert found["ok"] and found["ended"] and found["choices"] == made["choices"] and found["same_rules"]
    events = answer("replay", file)["events"]
    assert events[-1]["rule"] == "HM-END.2" and any(event["dice"] for event in events)
    text = harbour("replay", file, "--choice", "40", "--position").stdout
    assert text.startswith("format = 1") and "[state]" in text

    lines = file.read_text().split("\n")
    number = next(i for i, line in enumerate(lines) if '"to"' in line)
    lines[number] = '["IT","to","G9/1"]'
    file.write_text("\n".join(lines))
    run = harbour("verify", file, "--json")
    told = json.loads(run.stdout)
    assert run.returncode == 1 and not told["ok"] and told["reason"]


def test_a_save_is_not_written_over_something_else(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt")
    run = harbour("new", "hawks", file)
    assert run.returncode == 1 and "left as it is" in run.stderr
    assert file.read_text() == "Dear aunt"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "chess"), "no game 'chess'"),
        (("simulate", "hawks", "--scenario", "nowhere"), "no scenario 'nowhere'"),
        (("simulate", "hawks", "--players", "greedy"), "has 2 sides"),
        (("simulate", "hawks", "--players", "greedy,napoleon"), "no player 'napoleon'"),
        (("simulate", "hawks", "-o", "weather=rain"), "no option 'weather'"),
        (("simulate", "hawks", "-o", "lucky=often"), "none of"),
        (("verify", "no-such-file.harbour"), "no-such-file.harbour"),
        (("new", "hawks", "x.harbour", "--seed", "seven"), "a seed is"),
        (("tournament", "hawks", "--players", "greedy"), "two players or more"),
        (("bench", "hawks", "--seconds", "0"), "greater than or equal"),
        (("sweep", "hawks", "victory.objective=1", "victory.objective=2"), "named twice"),
        (("odds", "herkules", "--attackers", "inf:1", "--defenders", "inf:1", "--radar", "both"), "neither attackers nor"),
        (("odds", "herkules", "--attackers", "inf:1"), "two forces"),
        (("odds", "herkules", "--attackers", "fox:1", "--defenders", "inf:1"), "nothing called 'fox' fights in the arena 'land'"),
        (("rules", "hawks", "--coverage", "--tests", "nowhere"), "no folder nowhere"),
        (("balance", "hawks", "--games", "2", "--harbour", "foo"), "https://harbour.example"),
        (("rerun", "no-such-runs.db", "1", "x.harbour"), "no-such-runs.db: No such file"),
        (("export", ".", "x.parquet"), ".: Is a directory"),
        (("serve", "--club", "friends"), "club: 'friends' is none of open, invitation, moderators"),
        (("mcp", "--url", "foo"), "https://harbour.example"),
        (("load", "--url", "foo"), "https://harbour.example"),
        (("serve", "--log", "xml"), "log: 'xml' is none of text, json"),
        (("serve", "--database", "/nowhere/at/all/tables.db"), "the database /nowhere/at/all/tables.db cannot be opened"),
        (("pack", "make", "Sommer 40", "c3"), "cannot be the name of a pack"),
        (
            ("leaderboard", "herkules", "--games", "2", "--players", "grandharbour.adapters.baseline:Baseline"),
            "could not play herkules",
        ),
    ],
)
def test_wrong_questions_get_one_clear_line(words: tuple[str, ...], told: str) -> None:
    run = here(*words)
    assert run.returncode == 2 and told in run.stderr and "Traceback" not in run.stderr


def test_a_designer_is_told_what_may_be_changed() -> None:
    (elite,) = answer("pack", "values", "c3", "combat.elite")["values"]
    assert elite["value"] == 1 and elite["may_be"] == "0 to 3" and elite["source"]
    assert "units.FD_1" in harbour("pack", "values", "c3", "units.fd_*").stdout
    run = harbour("pack", "values", "c3", "combatt")
    assert run.returncode == 2 and "did you mean combat" in run.stderr


def test_what_is_wrong_with_a_file_names_the_file(tmp_path: Path) -> None:
    pack, letter = tmp_path / "mine.toml", tmp_path / "letter.bin"
    pack.write_text("[fire]\nhits_on = 3\n", encoding="utf-8")
    letter.write_bytes(b"\xff\xfe no text")
    for words in (
        ("simulate", "hawks", "--pack", pack),
        ("balance", "hawks", "--tables", pack),
        ("print", "hawks", "--pack", pack),
    ):
        assert "mine.toml: fire.hits_on: expected a list" in harbour(*words).stderr
    for command in ("luck", "replay", "rerun"):
        run = here(command, letter, *(("1", tmp_path / "x.harbour") if command == "rerun" else ()))
        assert run.returncode in (1, 2) and str(letter) in run.stderr, run.stderr
    run = harbour("simulate", "hawks", "--position", letter)
    assert run.returncode == 2 and f"{letter} is no position" in run.stderr
    letter.write_text("Dear aunt", encoding="utf-8")
    for words in (
        ("print", "hawks", "--out", letter),
        ("export", "hawks", letter),
        ("sweep", "hawks", "victory.objective=1", "--out", letter),
        ("tune", "hawks", "--over", "victory.objective", "--out", letter),
        ("balance", "hawks", "--games", "2", "--csv", letter),
        ("leaderboard", "hawks", "--games", "2", "--players", "random", "--out", letter),
        ("backup", letter, "--database", letter),
        ("pack", "wrap", EXAMPLES / "hal-far", "--out", letter),
    ):
        run = here(*words)
        assert run.returncode == 2 and "left as it is" in run.stderr and letter.read_text(encoding="utf-8") == "Dear aunt"


def test_files_may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of runs is opened for reading by its address, in which some signs mean something else; a pack may lie where one works."""
    runs = tmp_path / "what? 100% #1.db"
    assert here("simulate", "hawks", "--scenario", "raid-over-malta", "--games", "1", "--out", runs).returncode == 0
    run = here("rerun", runs, "0", tmp_path / "game.harbour")
    assert run.returncode == 0, run.stderr
    (tmp_path / "hal-far").mkdir()
    (tmp_path / "hal-far" / "pack.exe").touch()
    monkeypatch.chdir(tmp_path / "hal-far")
    assert "hal-far/pack.exe: a pack is made of .toml files" in here("pack", "check", ".").stderr


def test_bench_measures_beside_the_yardstick() -> None:
    found = answer("bench", "hawks", "--seconds", "0.1")
    assert found["yardstick"]["decisions_per_s"] > 0 and found["yardstick"]["copy_us"] > 0
    assert set(found["games"]["hawks"]) == {
        "decisions_per_s",
        "games_per_s",
        "copy_us",
        "state_bytes",
        "ratio_decisions",
        "ratio_copy",
    }


def test_bench_measures_the_adapters_beside_the_engine() -> None:
    found = answer("bench", "hawks", "--adapters", "--seconds", "0.1")["games"]["hawks"]
    assert found["engine"] > found["pettingzoo"] > 0 and 0 < found["openspiel_share"] < 1


def test_features_are_told() -> None:
    found = answer("features", "hawks")
    assert found["version"].startswith("1-") and found["size"] > 1000 and len(found["pieces"]) == 8
    assert found["version"] in harbour("features", "hawks").stdout


def test_a_run_under_random_options_can_be_played_again_row_by_row(tmp_path: Path) -> None:
    runs, file = tmp_path / "runs.db", tmp_path / "game.harbour"
    words = ("simulate", "hawks", "--scenario", "raid-over-malta", "--games", "8", "--random-options", "--check", "--out", runs)
    assert answer(*words)["scenarios"][0]["errors"] == 0
    with closing(sqlite3.connect(runs)) as base:
        options = [row[0] for row in base.execute("select options from games order by game")]
    assert len(set(options)) > 4, "each game throws its own dice"
    for number in (0, 3):
        assert harbour("rerun", runs, str(number), file).returncode == 0
        assert json.loads(file.read_text().splitlines()[0])["options"] == json.loads(options[number])


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        ("numpy", ("export", "hawks", "x.parquet"), "[data]"),
        ("numpy", ("features", "hawks"), "[arrays]"),
        ("pettingzoo", ("bench", "hawks", "--adapters"), "[pettingzoo,openspiel]"),
        ("pyspiel", ("leaderboard", "hawks", "--games", "2", "--players", "mcts@1"), "[openspiel]"),
        ("aiohttp", ("serve", "--club", "open", "--port", "0"), "[club]"),
    ],
)
def test_what_an_extra_is_needed_for_names_it(missing: str, words: tuple[str, ...], extra: str, tmp_path: Path) -> None:
    command = f"import sys; sys.modules[{missing!r}] = None; from grandharbour.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", command, *words], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert run.returncode == 2 and extra in run.stderr and "Traceback" not in run.stderr, run.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "hawks", "--games", "1", "--out", "/nowhere/at/all/runs.db"),
        ("simulate", "hawks", "--games", "1", "--out", "."),
        ("tournament", "hawks", "--players", "greedy,random", "--out", "/nowhere/at/all/runs.db"),
        ("balance", "hawks", "--games", "2", "--out", "/nowhere/at/all/report.html"),
        ("new", "hawks", "/nowhere/at/all/game.harbour"),
        ("print", "hawks", "--out", "/nowhere/at/all/game.pdf"),
        ("play", "--no-browser", "--port", "0", "--database", "/nowhere/at/all/tables.db"),
        ("play", "--no-browser", "--port", "0", "--host", "no.such.host.example"),
        ("play", "--no-browser", "--port", "80801"),
        ("play", "--no-browser", "--port", "-1"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: tuple[str, ...]) -> None:
    run = here(*words)
    assert run.returncode == 2 and "Traceback" not in run.stderr and run.stderr.strip()


def test_nothing_is_cut_where_nobody_looks_at_a_screen() -> None:
    run = harbour("simulate", "hawks", "--games", "1", "--workers", "1")
    assert run.returncode == 0 and "…" not in run.stdout
    for word in ("struggle-over-the-sky", "finished", "decisions", "CPU s"):
        assert word in run.stdout


def test_every_answer_can_be_json(tmp_path: Path) -> None:
    runs, file = tmp_path / "runs.db", tmp_path / "game.harbour"
    answer("simulate", "hawks", "--scenario", "raid-over-malta", "--games", "2", "--out", runs)
    again = answer("rerun", runs, "1", file)
    assert (
        again["file"] == str(file)
        and again["choices"] == answer("verify", file)["choices"]
        and again["winner"] in ("IT", "BR", "draw")
    )
    assert answer("replay", file, "--choice", "3", "--position")["position"].startswith("format = 1")
    ladder = (
        "ladder",
        "hawks",
        "--scenario",
        "raid-over-malta",
        "--only",
        "greedy,random",
        "--games",
        "2",
        "--db",
        tmp_path / "l.db",
    )
    row = answer(*ladder)["contests"][0]
    assert row["wins"] + row["draws"] + row["losses"] == 2 and row["todays_code"]
    assert {"kinds", "arenas"} <= set(answer("odds", "herkules"))
    assert answer("odds", "herkules", "--attackers", "inf:3", "--defenders", "inf:1")["win"] > 0.3


def test_where_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The platform's folder; but tables of an earlier version stay where they are."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert home_folder() == tmp_path / "data" / "grandharbour"
    earlier = tmp_path / ".local" / "share" / "grandharbour"
    earlier.mkdir(parents=True)
    (earlier / "tables.db").touch()
    assert home_folder() == earlier
    (tmp_path / "data" / "grandharbour" / "tables.db").touch()
    assert home_folder() == tmp_path / "data" / "grandharbour"


def test_the_database_is_its_owners(tmp_path: Path) -> None:
    """New or old, with the files SQLite lays beside it; but what is no database is left as it is."""
    file = tmp_path / "tables.db"
    for _ in range(2):
        store = Store(str(file))
        assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("tables.db*")} == {0o600}
        store.close()
        file.chmod(0o644)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear aunt, this is not a database")
    letter.chmod(0o644)
    with pytest.raises(CannotStore):
        Store(str(letter))
    assert letter.stat().st_mode & 0o777 == 0o644


def test_a_save_under_other_rules_is_told_and_continued(tmp_path: Path) -> None:
    """Nothing is refused: what still fits is told, and the game goes on from its last sound position."""
    whole, old, new = tmp_path / "whole.harbour", tmp_path / "old.harbour", tmp_path / "new.harbour"
    answer("new", "hawks", whole, "--seed", "4", "--players", "random,random")
    lines = changed(whole.read_text(encoding="utf-8"), rules="0" * 24, version="0.0.1").splitlines()[:-1]
    spoilt = [number for number, line in enumerate(lines) if '"objective"' in line][1]
    lines[spoilt] = '["IT","objective","A1"]'
    old.write_text(sealed(lines), encoding="utf-8")
    told = harbour("verify", old)
    assert told.returncode == 1 and "no longer fits" in told.stdout and "0.0.1" in told.stdout and "--continue" in told.stdout
    run = harbour("verify", old, "--json")
    assert run.returncode == 1 and json.loads(run.stdout)["plays_on"]
    run = harbour("replay", old)
    assert run.returncode == 1 and run.stdout and "no longer fits" in run.stderr and "Traceback" not in run.stderr
    assert harbour("replay", old, "--last-whole").stdout.startswith("format = 1")
    run = harbour("replay", old, "--continue", new)
    assert run.returncode == 0 and "Turn" in run.stdout
    assert answer("verify", new)["ok"]
    run = harbour("luck", old, "--rollouts", "2", "--workers", "1")
    assert "only the part that still fits" in run.stderr and "Traceback" not in run.stderr

"""The designer's bench: the same for any number of workers, honest about what matters, and a page that needs nothing else."""

from __future__ import annotations

import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import grandharbour as gh
from grandharbour.cli import app
from grandharbour.engine import save
from grandharbour.lab.balance import (
    Bench,
    Sample,
    Stop,
    Variant,
    balance_in_words,
    collect,
    compare,
    families,
    five,
    losses,
    margin,
    mean,
    over_time,
    paired_share,
    play,
    points,
    quantile,
    stopped_in_words,
    turns,
    verdict,
    winners,
)
from grandharbour.lab.report import HARBOUR, report, rows_of, type_name
from grandharbour.lab.simulate import jobs, local_executor, simulate

SCENARIO = "raid-over-malta"
PRINTED = Variant("printed")
SAME = Variant("same.toml", "[fire]\nhits_on = [8, 7, 6, 5]\n")
HARMLESS = Variant("harmless.toml", "[fire]\nhits_on = [13, 13, 13, 13]\n")
RICH = Variant("<rich> & famous.toml", "[victory]\nobjective = 9\n")


@pytest.fixture(scope="module")
def bench() -> Bench:
    return play("hawks", SCENARIO, [PRINTED, SAME, HARMLESS, RICH], ("greedy", "greedy"), 16, 1)


def test_any_number_of_workers_gives_the_same_report() -> None:
    alone = play("hawks", SCENARIO, [PRINTED, HARMLESS], ("random", "random"), 24, 3, batch=5)
    with local_executor(2) as pool:
        together = play("hawks", SCENARIO, [PRINTED, HARMLESS], ("random", "random"), 24, 3, executor=pool, batch=7)
    assert alone == together and report(alone) == report(together)


def test_the_games_are_those_of_a_simulation(bench: Bench) -> None:
    again = simulate("hawks", SCENARIO, ("greedy", "greedy"), 16, 1)
    assert [(s.winner, s.scores, s.turns, s.decisions) for s in bench.samples[0]] == [
        (r.winner, r.scores, r.turns, r.decisions) for r in again
    ]


def test_what_is_noted_agrees_with_the_end_of_the_game(bench: Bench) -> None:
    for sample in bench.samples[0]:
        end = sample.notes[-1]
        assert (end.tracks["score-IT"], end.tracks["score-BR"]) == sample.scores
        assert [note.turn for note in sample.notes[:-1]] == list(range(1, sample.turns + 1))
        assert set(sample.held.values()) <= {0, 1} and set(sample.held) <= set(sample.stood)
        assert all(max(counts) <= len(sample.notes) for counts in sample.stood.values())
        assert sum(sample.faces) >= sample.draws / 3
        assert (sample.scores[0] - losses(1, sample)) % 3 == 0, "a British plane is a point, an Objective three"


def test_an_identical_pack_does_not_matter(bench: Bench) -> None:
    found = compare(bench)[0]
    assert found.alike == found.pairs == 16 and not found.matters
    assert "changes nothing" in verdict(bench, found)
    first = found.differences[0].change
    assert first.value == 0 and first.low < 0 < first.high, "sixteen games cannot rule every change out"


def test_a_pack_that_changes_the_course_is_told_from_one_that_decides(bench: Bench) -> None:
    _, harmless, rich = compare(bench)
    (lost,) = (d for d in harmless.differences if d.measure == "Britain's loss of pieces")
    assert harmless.matters and lost.shown and lost.change.high < -1, "who cannot hit shoots nobody down"
    assert rich.decides and rich.matters
    assert "matters" in verdict(bench, rich)
    (score,) = (d for d in rich.differences if "score" in d.measure)
    assert score.change.low > 0


def test_chance_alone_seldom_matters() -> None:
    """Two samples of the same game with other dice: the verdict must not see a change."""
    one = play("hawks", SCENARIO, [PRINTED], ("random", "random"), 60, 1)
    two = play("hawks", SCENARIO, [PRINTED], ("random", "random"), 60, 2)
    both = Bench(
        "hawks", SCENARIO, one.options, one.players, 1, 60, (PRINTED, Variant("other dice")), (one.samples[0], two.samples[0])
    )
    assert not compare(both)[0].matters and compare(both)[0].alike < 60


def test_a_broken_game_is_told_and_counted_nowhere(bench: Bench) -> None:
    whole = bench.samples[0]
    broken = tuple(Sample(s.index, error="<b>it broke</b>") if s.index == 3 else s for s in whole)
    limping = Bench(bench.game, SCENARIO, bench.options, bench.players, 1, 16, (PRINTED, SAME), (whole, broken))
    assert compare(limping)[0].pairs == 15 and len(limping.done(1)) == 15
    page = report(limping)
    assert "&lt;b&gt;it broke" in page and "<b>it broke" not in page
    (job,) = jobs("hawks", SCENARIO, ("greedy", "nobody"), [0], 1)
    assert "nobody" in collect(job)[0].error


# --- the page


class Page(HTMLParser):
    """Checks that tags close in order, and collects what the page asks for from outside."""

    VOID = {"meta", "br", "img", "link", "input"}

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.ids: list[str] = []
        self.titles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        assert tag not in {"script", "link", "iframe", "img", "image", "foreignobject"}
        for name, value in attrs:
            assert not name.startswith("on"), name
            if tag == "a" and (value or "").startswith(f"{HARBOUR}/#open="):
                continue  # followed, not loaded: a game that opens in the replay
            if name in {"src", "href", "xlink:href"} and not (value or "").startswith(("#", "data:text/csv;")):
                self.outside.append(value or "")
            if name == "id":
                self.ids.append(value or "")
        self.titles += tag == "svg" and dict(attrs).get("role") == "img" and bool(dict(attrs).get("aria-label"))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_stands_alone_and_is_well_made(bench: Bench) -> None:
    text = report(bench)
    page = Page()
    page.feed(text)
    assert not page.open and not page.outside
    assert len(page.ids) == len(set(page.ids)), "the map stands in the page once"
    assert page.titles == len(re.findall(r"<svg\b", text)), "every drawing has a name"
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style and "@import" not in style and "light-dark(" in style and "@media print" in style
    assert "<rich>" not in text and "&lt;rich&gt; &amp; famous.toml" in text
    for heading in ("In short", "Does it matter?", "Outcome", "Turn by turn", "Losses", "Territory", "Length and dice"):
        assert f"<h2>{heading}</h2>" in text
    assert 'class="hold0"' in text and 'class="hold1"' in text and 'id="map-art"' in text


def test_the_table_of_turns_says_what_was_noted(bench: Bench) -> None:
    text = report(bench)
    axis = turns(bench)
    values = over_time(bench.done(0), axis, lambda note: note.tracks["score-IT"])[-1]
    assert sorted(values) == sorted(float(s.scores[0]) for s in bench.samples[0])
    start = text.index("Score: median (quartiles)</caption>")
    last = text[start : text.index("</table>", start)].split("<tr>")[-1]
    said = re.findall(r"<td>([^<]*)</td>", last)
    for side in (0, 1):
        ends = [float(s.scores[side]) for s in bench.samples[0]]
        expected = "{:g} ({:g} to {:g})".format(*(quantile(ends, part) for part in (0.5, 0.25, 0.75)))
        assert said[side] == expected


def test_a_game_with_open_maps_needs_no_line_of_its_own() -> None:
    bench = play("kesselring", "avalanche-baytown", [PRINTED], ("random", "random"), 4, 1)
    assert {family.title for family in families(bench)} >= {"AP", "VP"}
    page = Page()
    text = report(bench)
    page.feed(text)
    assert not page.outside and "How decisively" in text and "GeoNames" in text, "the map's sources are named"


@pytest.mark.parametrize("name", sorted(gh.games()))
def test_every_installed_game_can_be_put_on_the_bench(name: str) -> None:
    scenario = next(iter(gh.game(name).scenarios))
    bench = play(name, scenario, [PRINTED], ("random",) * len(gh.game(name).sides), 2, 1)
    assert [s.error for s in bench.samples[0]] == ["", ""]
    page = Page()
    page.feed(report(bench))
    assert not page.open


# --- numbers


def test_quantiles_and_means() -> None:
    assert [quantile([4, 1, 3, 2], part) for part in (0, 0.5, 1)] == [1, 2.5, 4]
    assert five([1, 2, 3, 4, 5]).three_quarters == 4
    found = mean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    # Student's t for nine degrees of freedom is 2.262; the standard deviation of these is 3.0277.
    assert found.high - found.value == pytest.approx(2.262 * 3.0277 / 10**0.5, rel=0.01)


def test_the_interval_of_pairs_holds_what_it_promises() -> None:
    """Pairs drawn with a known difference: about 95 % of the intervals must hold it."""
    import random

    rng = random.Random(5)
    held = 0
    for _ in range(400):
        gains = [rng.choices((1.0, 0.0, -1.0), (0.3, 0.55, 0.15))[0] for _ in range(50)]
        found = paired_share(gains)
        held += found.low <= 0.15 <= found.high
    assert 0.92 <= held / 400 <= 0.985


@given(st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.5, 1.0]), max_size=40))
def test_a_paired_share_stays_between_its_limits(gains: list[float]) -> None:
    found = paired_share(gains)
    assert -1 <= found.low <= found.value <= found.high <= 1 and found.low < found.high


def test_shares_add_up(bench: Bench) -> None:
    for variant in range(len(bench.variants)):
        done = bench.done(variant)
        assert sum(e.value for e in winners(done, 2)) == pytest.approx(1)
        assert all(points(s, 0) + points(s, 1) == 1 for s in done)
        assert all((margin(s) or 0) == s.scores[0] - s.scores[1] for s in done)


# --- the command


def test_the_command_writes_a_report_and_leaves_other_files_alone(tmp_path: Path) -> None:
    pack, target = tmp_path / "same.toml", tmp_path / "report.html"
    pack.write_text(SAME.tables, encoding="utf-8")
    words = ["balance", "hawks", "--scenario", SCENARIO, "--players", "random,random", "--games", "4", "--tables", str(pack)]
    done = CliRunner().invoke(app, [*words, "--out", str(target)])
    assert done.exit_code == 0 and "same.toml changes nothing" in done.output
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert CliRunner().invoke(app, [*words, "--out", str(target)]).exit_code == 0, "a report may be written again"
    done = CliRunner().invoke(app, [*words, "--out", str(pack)])
    assert done.exit_code != 0 and pack.read_text(encoding="utf-8") == SAME.tables


def made(results: list[int], *more: list[int], stop: Stop | None = None) -> Bench:
    """A bench with these winners, for one variant or several."""
    samples = tuple(tuple(Sample(n, winner) for n, winner in enumerate(row)) for row in (results, *more))
    variants = tuple(Variant(f"v{n}") for n in range(len(samples)))
    return Bench("c3", "invasion", {}, ("greedy", "greedy"), 1, 400, variants, samples, stop)


def test_many_draws_do_not_hide_who_is_ahead() -> None:
    ahead = made([0] * 5 + [1] * 17 + [-1] * 18)
    assert "favours Commonwealth: 65 % of the points (54 to 75 %)" in balance_in_words(ahead, 0)
    assert "cannot be told from an even game" in balance_in_words(made([0] * 14 + [1] * 26), 0)


def test_a_bench_stops_when_it_knows_and_says_so() -> None:
    found = play("hawks", SCENARIO, [PRINTED, HARMLESS], ("greedy", "greedy"), 400, 1, stop=Stop(20))
    assert 20 <= found.played < 400 and all(len(samples) == found.played for samples in found.samples)
    said = stopped_in_words(found)
    assert f"after {found.played} of 400 games each" in said[0] and "not settled" not in said[0] and "Stopped early" in said[-1]
    assert "Stopped early" in report(found) and "--sprt 20" in report(found)


def test_what_the_sequential_test_says() -> None:
    even = [0, 1] * 100
    assert "even within 15 points" in stopped_in_words(made(even, stop=Stop(15)))[0]
    assert "favours Commonwealth" in stopped_in_words(made([1] * 60 + [0] * 20, stop=Stop(15)))[0]
    assert "v1 does not change" in stopped_in_words(made(even, even, stop=Stop(15)))[0]
    assert "v1 lowers Axis' share" in stopped_in_words(made(even, [1] * 200, stop=Stop(15)))[0]
    assert "not settled" in stopped_in_words(made([0, 1], stop=Stop(2)))[0]
    assert not stopped_in_words(made(even))


def test_no_label_is_cut_and_no_row_says_nothing(bench: Bench) -> None:
    long = Variant("rich-objectives-for-the-attacker-and-more.toml", RICH.tables)
    told = report(Bench(**{f: getattr(bench, f) for f in bench.__struct_fields__} | {"variants": (*bench.variants[:3], long)}))
    drawn = re.findall(r"<text[^>]*>([^<]*)</text>", told)
    assert not [words for words in drawn if "…" in words]
    assert any(words == f"{long.name}:" for words in drawn), "a long label is broken into two lines"
    for row in re.findall(r"<tr><th scope=.row.>[^<]*</th>(.*?)</tr>", told):
        cells = re.findall(r"<td>([^<]*)</td>", row)
        assert not all(re.fullmatch(r"[+-]?0(\.0+)?\W*%?", cell) for cell in cells), cells


@pytest.mark.parametrize("name", list(gh.games()))
def test_types_of_pieces_are_told_in_words(name: str) -> None:
    """What a program calls FREIGHTER or italian is not what a person reads; aircraft keep their own names."""
    rules = gh.game(name)
    wars = [rules.new(scenario, seed=1) for scenario in rules.scenarios]
    types = {piece.type for war in wars for side in range(2) for piece in war.view(side).pieces}
    for kind in types:
        assert re.fullmatch(r"[A-Z][a-z].*|[A-Z]+\.?\d+|Z\.?1007", type_name(rules, kind)), kind


def test_every_game_is_listed_and_can_be_played_again(bench: Bench, tmp_path: Path) -> None:
    head, *rows = rows_of(bench)
    assert len(rows) == 64 and len(head) == len(rows[0]) and "data:text/csv;base64" in report(bench)
    row = dict(zip(head, rows[5]))
    file = tmp_path / "game.harbour"
    words = ["new", "hawks", str(file), "--scenario", SCENARIO, "--players", "greedy,greedy", "--seed", row["seed"], "--json"]
    made = CliRunner().invoke(app, words)
    assert made.exit_code == 0 and f'"winner": "{row["winner"]}"' in made.stdout
    found = CliRunner().invoke(app, ["balance", "hawks", "--scenario", SCENARIO, "--games", "3", "--workers", "1", "--out",
                                     str(tmp_path / "b.html"), "--csv", str(tmp_path / "b.csv")])  # fmt: skip
    assert found.exit_code == 0 and len((tmp_path / "b.csv").read_text().splitlines()) == 4


@pytest.mark.parametrize("name", list(gh.games()))
def test_a_listed_game_is_packed_whole(name: str) -> None:
    """What a link of the report holds is a save that comes to the same end."""
    bench = play(name, next(iter(gh.game(name).scenarios)), [Variant("printed")], ["greedy", "greedy"], 2, 6)
    page = report(bench, "https://harbour.example/")
    assert page.count('href="https://harbour.example/#open=') == 2
    for sample in bench.samples[0]:
        table, astray = save.open_save(zlib.decompress(sample.save, -15).decode())
        assert astray is None and table.outcome is not None
        assert (table.outcome.winner, tuple(table.outcome.scores)) == (sample.winner, sample.scores)

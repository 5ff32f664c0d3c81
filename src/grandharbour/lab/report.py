"""The bench's report: one HTML file that needs nothing else, for screens by day and night and for paper."""

from __future__ import annotations

import base64
import csv
import io
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from .. import __version__
from ..engine.game import Game, game
from ..engine.view import Board, BoardSpace
from . import charts
from .balance import (
    LISTED,
    Bench,
    Comparison,
    Estimate,
    Family,
    Five,
    Sample,
    balance_in_words,
    compare,
    families,
    five,
    levels,
    margin,
    mean,
    over_time,
    quantile,
    stopped_in_words,
    turns,
    verdict,
    winners,
)
from .simulate import game_seed

ZERO = re.compile(r"[+-]?0(\.0+)? ?%?|-")
"""A cell that says nothing."""
HARBOUR = "http://127.0.0.1:8640"
"""Where `harbour play` opens."""
TYPES = 6
"""So many types of pieces get a shade of their own in a chart; the rest are taken together."""

STYLE = """
:root { color-scheme: light dark;
  --r-page: light-dark(#f6f1e6, #0d1820); --r-panel: light-dark(#fffdf7, #14242f); --r-ink: light-dark(#1b2733, #eee7d8);
  --r-soft: light-dark(#525c66, #b3bec4); --r-line: light-dark(#d9cfba, #2d4352); --r-axis: light-dark(#a5352a, #ef8678);
  --r-allies: light-dark(#235a96, #7db4ee); --r-draw: light-dark(#6b675e, #a5adb1); --r-brass: light-dark(#7a560c, #e3bf69);
  --r-focus: light-dark(#0b3d91, #8fd0ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--r-page); color: var(--r-ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main, header, footer { max-width: 78rem; margin: 0 auto; padding: 0 1.2rem; }
header { padding-top: 2rem; }
h1, h2, h3 { font-family: "Palatino Linotype", Palatino, P052, "DejaVu Serif", Georgia, serif; font-weight: 500; line-height: 1.2; }
h1 { font-size: 2.1rem; margin: 0; } h2 { font-size: 1.5rem; margin: 2.4rem 0 .6rem; } h3 { font-size: 1.12rem; margin: 0 0 .5rem; }
h1 small { display: block; font-size: 1.15rem; color: var(--r-soft); }
p { max-width: 70ch; } .short { font-size: 1.06rem; margin: .5rem 0; } .soft, figcaption { color: var(--r-soft); font-size: .9rem; }
.verdict { border-left: 5px solid var(--r-brass); padding: .2rem 0 .2rem .9rem; }
.facts { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; margin: .8rem 0; padding: 0; list-style: none; color: var(--r-soft); }
.facts b { color: var(--r-ink); font-weight: 600; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(23rem, 100%), 1fr)); align-items: start; }
.grid.two { grid-template-columns: repeat(auto-fit, minmax(min(29rem, 100%), 1fr)); } .grid > .wide { grid-column: 1 / -1; }
section > .panel, .grid > * { background: var(--r-panel); border: 1px solid var(--r-line); border-radius: 10px; padding: 1rem 1.1rem; min-width: 0; }
figure { margin: 0; } figure svg { display: block; width: 100%; height: auto; } .scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .88rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 0 0 .3rem; }
th, td { padding: .22rem .55rem; border-bottom: 1px solid var(--r-line); text-align: right; vertical-align: baseline; }
th:first-child, td:first-child { text-align: left; } thead th { color: var(--r-soft); font-weight: 600; }
code, pre { font: .86em ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
figure svg text { font: 13px system-ui, sans-serif; fill: var(--r-ink); } figure svg .faint { fill: var(--r-soft); font-size: 12px; }
figure svg .strong { font-weight: 600; } .axis-line { stroke: var(--r-line); stroke-width: 1; } .zero { stroke: var(--r-soft); stroke-width: 1.5; }
.whisker { stroke: var(--r-ink); stroke-width: 1.6; } .first { --r-c: var(--r-first); } .second { --r-c: var(--r-second); }
.draw { --r-c: var(--r-draw); } .plain { --r-c: var(--r-brass); } .fill { fill: var(--r-c); } .dot { fill: var(--r-c); stroke: var(--r-panel); stroke-width: 1.5; }
.hollow { fill: var(--r-panel); stroke: var(--r-c); stroke-width: 2.5; }
.band { fill: var(--r-c); opacity: .18; } .way { fill: none; stroke: var(--r-c); stroke-width: 2.6; stroke-linejoin: round; } .way.second { stroke-dasharray: 8 4; }
.box { fill: var(--r-brass); fill-opacity: .3; stroke: var(--r-brass); } .median { stroke: var(--r-ink); stroke-width: 3; }
.shade0 { fill-opacity: 1; } .shade1 { fill-opacity: .82; } .shade2 { fill-opacity: .66; } .shade3 { fill-opacity: .51; } .shade4 { fill-opacity: .37; }
.shade5 { fill-opacity: .25; } .shade6 { fill-opacity: .14; } figure svg rect.fill { stroke: var(--r-panel); stroke-width: .7; }
.map svg { border-radius: 6px; background: #dfe7e4; } .map svg text { fill: revert-layer; font: revert-layer; }
.hold0 { fill: var(--r-hold0); background: var(--r-hold0); } .hold1 { fill: var(--r-hold1); background: var(--r-hold1); } .map .shape { fill: none; stroke: #4d5a4e; stroke-opacity: .35; }
.scale { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.scale i { display: inline-block; width: .95rem; height: .95rem; border: 1px solid var(--r-line); vertical-align: -.12rem; margin-right: .3rem; }
details summary { cursor: pointer; } details td:last-child { font: .8em ui-monospace, monospace; }
a { color: var(--r-focus); } :focus-visible { outline: 3px solid var(--r-focus); outline-offset: 2px; }
footer { padding: 1.5rem 1.2rem 3rem; }
@media (max-width: 46rem) { main, header, footer { padding: 0 .7rem; } header { padding-top: 1rem; } h1 { font-size: 1.7rem; } h2 { margin-top: 1.7rem; }
  section > .panel, .grid > * { padding: .7rem .75rem; } .chart svg { min-width: 32rem; }
  td, thead th { white-space: nowrap; } tbody th { min-width: 7.5rem; } .words td { white-space: normal; } }
@media print { :root { color-scheme: light; } body { background: #fff; font-size: 10.5pt; } main, header, footer { max-width: none; padding: 0; }
  .grid { grid-template-columns: 1fr 1fr; } .grid > *, section > .panel { border-color: #bbb; break-inside: avoid; padding: .5rem; } h2 { break-after: avoid; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } a { color: inherit; text-decoration: none; } }
"""
TONES = ("first", "second")
POINT = 40.0
"""The width of a space that is a mere point."""
HUES = {"axis": ("var(--r-axis)", "#b01810"), "allies": ("var(--r-allies)", "#0d4fa8")}
"""The colours of sides: for charts, and for the map, whose paper stays the same by day and night."""


def report(bench: Bench, harbour: str = HARBOUR) -> str:
    """The whole page; ``harbour``: where its links open a game."""
    rules = game(bench.game)
    compared = compare(bench)
    sections = [
        _in_short(bench, compared),
        _changes(bench, rules),
        _comparison(bench, compared),
        _outcomes(bench, rules),
        _scores(bench, rules),
        _series(bench, rules),
        _losses(bench, rules),
        _maps(bench, rules),
        _length(bench),
        _games(bench, harbour.rstrip("/")),
        _errors(bench),
        _method(bench),
    ]
    scenario = rules.scenarios_of(rules.laid(bench.variants[0].tables))[bench.scenario].title
    title = f"{rules.title}: balance of {scenario}"
    facts = (
        (
            "Games",
            f"{bench.played} for each of {len(bench.variants)} sets of tables, same dice"
            if len(bench.variants) > 1
            else str(bench.played),
        ),
        ("Players", ", ".join(f"{side.short} {player}" for side, player in zip(rules.sides, bench.players, strict=True))),
        ("Seed", str(bench.seed)),
        *((("Beginning", "a position"),) if bench.placed else ()),
        ("Grand Harbour", __version__),
    )
    page = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{hues(rules)}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(rules.title)}<small>Balance of {escape(scenario)}</small></h1>"
        f'<ul class="facts">{"".join(f"<li><b>{escape(k)}</b> {escape(v)}</li>" for k, v in facts)}</ul></header>\n'
        f"<main>\n{chr(10).join(section for section in sections if section)}\n</main>\n"
        f'<footer class="soft">{_again(bench)}</footer>\n</body>\n</html>\n'
    )
    return page.replace(" %", "\u00a0%")  # a number and its sign stay together


def hues(rules: Game) -> str:
    """Sides in their own colours, if these differ."""
    colours = [side.colour for side in rules.sides[:2]]
    if sorted(colours) != sorted(HUES):
        colours = list(HUES)
    (first, here), (second, there) = (HUES[colour] for colour in colours)
    return f":root {{ --r-first: {first}; --r-second: {second}; --r-hold0: {here}; --r-hold1: {there}; }}\n"


# --- pieces of a page


def _section(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def _grid(parts: Iterable[str], kind: str = "") -> str:
    return f'<div class="grid {kind}">{"".join(parts)}</div>'


def _width(bench: Bench) -> float:
    return charts.NARROW if len(bench.variants) > 2 else charts.WIDTH


def _columns(bench: Bench) -> str:
    return "" if len(bench.variants) > 2 else "two"


def _beside(table: str, variants: int) -> str:
    """A table in a grid of charts: beside a single chart, below several."""
    kind = ' class="wide"' if variants > 1 else ""
    return f"<div{kind}>{table}</div>"


def _figure(title: str, drawing: str, caption: str = "", kind: str = "") -> str:
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    style = f' class="{kind}"' if kind else ""
    shown = drawing if kind else charts.in_scroll(drawing)
    return f"<figure{style}><h3>{escape(title)}</h3>{shown}{below}</figure>"


def _table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], links: Mapping[str, str] | None = None) -> str:
    """The first cell of each row names it, and ``links`` says where it leads; a row of nothing but zeros is left out."""
    rows = [row for row in rows if not all(ZERO.fullmatch(cell) for cell in row[1:])]
    named = {
        name: f'<a href="{escape(link)}" target="_blank" rel="noopener">{escape(name)}</a>'
        for name, link in (links or {}).items()
    }
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(
        f'<tr><th scope="row">{named.get(row[0]) or escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table><caption>{escape(caption)}</caption>'
        f"<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _percent(estimate: Estimate) -> tuple[str, str]:
    return f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"


def _five(five: Five, digits: int = 1) -> list[str]:
    values = (five.mean, five.least, five.quarter, five.median, five.three_quarters, five.most)
    return [f"{value:.{digits}f}" for value in values]


ROWS = 14
"""How many turns a table shows of a longer game: those in which something is new, or some of them."""
FIVE = ("mean", "least", "quarter", "median", "three quarters", "most")


def _tone(side: int) -> str:
    return TONES[side % 2] if side >= 0 else "draw"


# --- what the page says


def _in_short(bench: Bench, compared: Sequence[Comparison]) -> str:
    said = [f'<p class="short">{escape(balance_in_words(bench, number))}</p>' for number in range(len(bench.variants))]
    said += [f'<p class="short verdict">{escape(verdict(bench, comparison))}</p>' for comparison in compared]
    said += [f'<p class="short">{escape(line)}</p>' for line in stopped_in_words(bench)]
    return _section("In short", *said)


def _changes(bench: Bench, rules: Game) -> str:
    """What each pack replaces."""
    tables = []
    for variant in bench.variants:
        if not variant.tables.strip():
            continue
        rows = [
            (
                change.key,
                "not there" if change.printed is None else _value(change.printed),
                "removed" if change.value is None else _value(change.value),
            )
            for change in rules.tables.with_pack(variant.tables).summary()
        ]
        tables.append(
            f'<div class="words">{_table(f"{variant.name} replaces", ("value", "printed", "here"), rows)}</div>'
            if rows
            else f'<div><h3>{escape(variant.name)}</h3><p class="soft">Its values are the printed ones.</p></div>'
        )
    return _section("What was changed", _grid(tables, "two")) if tables else ""


def _value(value: object) -> str:
    words = str(value)
    return words if len(words) <= 120 else words[:117] + "…"


def _comparison(bench: Bench, compared: Sequence[Comparison]) -> str:
    if not compared:
        return ""
    first = bench.variants[0].name
    parts = []
    for comparison in compared:
        name = bench.variants[comparison.variant].name
        sharing = [d for d in comparison.differences if d.unit]
        counted = [d for d in comparison.differences if not d.unit]
        drawn = ""
        for group, scale, unit in ((sharing, 100.0, ""), (counted[:-1], 1.0, "")):
            if not group:
                continue
            bars = [
                charts.Bar(
                    _capital(d.measure.rstrip(",")), scale * d.change.value, scale * d.change.low, scale * d.change.high,
                    "plain" if d.shown else "plain hollow",
                )
                for d in group
            ]  # fmt: skip
            drawn += charts.differences(f"{name} against {first}: {', '.join(bar.label for bar in bars)}", bars, unit)
        caption = (
            "Dot: mean change; whisker: its interval; filled where chance alone does not explain it. Above in points of 100."
        )
        parts.append(_figure(f"{name} against {first}", drawn, caption))
        rows = []
        for d in comparison.differences:
            scale, digits = (100, 1) if d.unit else (1, 2)
            change = [_signed(scale * v, digits) for v in (d.change.value, d.change.low, d.change.high)]
            rows.append((_capital(d.measure.rstrip(",")), change[0], f"{change[1]} to {change[2]}", "yes" if d.shown else "no"))
        head = ("measure", "change", "interval", "shown")
        said = f"{comparison.pairs} pairs of games with the same dice, {comparison.alike} of them alike in everything noted."
        parts.append(f'<div>{_table(f"{name} minus {first}", head, rows)}<p class="soft">{escape(said)}</p></div>')
    note = (
        "Each game is compared with the game of the same number, whose dice are the same. The intervals hold together: "
        "with 95 % no line of this table is wrong. Shares are in points of 100, draws count half."
    )
    return _section("Does it matter?", f'<p class="soft">{escape(note)}</p>', _grid(parts, "two"))


def _signed(value: float, digits: int) -> str:
    return f"{value:+.{digits}f}" if round(value, digits) else "0"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _outcomes(bench: Bench, rules: Game) -> str:
    who = [*(side.short for side in rules.sides), "Draw"]
    bars, rows, detail = [], [], []
    for number, variant in enumerate(bench.variants):
        done = bench.done(number)
        for name, side, estimate in zip(who, (*range(len(rules.sides)), -1), winners(done, len(rules.sides)), strict=True):
            label = name if len(bench.variants) == 1 else f"{variant.name}: {name}"
            bars.append(charts.Bar(label, estimate.value, estimate.low, estimate.high, _tone(side), label))
            rows.append((label, str(sum(s.winner == side for s in done)), *_percent(estimate)))
        for winner, level, estimate in levels(done):
            if level:
                count = str(sum((s.winner, s.level) == (winner, level) for s in done))
                label = level if winner < 0 or level == "Draw" or who[winner] in level else f"{who[winner]}: {level}"
                label = label[:1].upper() + label[1:]
                label = label if len(bench.variants) == 1 else f"{variant.name}: {label}"
                detail.append((charts.Bar(label, estimate.value, estimate.low, estimate.high, _tone(winner), label), count))
    parts = [
        _figure(
            "Who wins", charts.shares("Share of games won", bars), "Bars: share of the games; whiskers: 95 % intervals (Wilson)."
        ),
        f"<div>{_table('Winner', ('winner', 'games', 'share', '95 % interval'), rows)}</div>",
    ]
    if detail:
        head = ("outcome", "games", "share", "95 % interval")
        lines = [(bar.note, count, *_percent(Estimate(bar.value, bar.low, bar.high))) for bar, count in detail]
        parts += [
            _figure("How decisively", charts.shares("Share of games by level of victory", [bar for bar, _ in detail])),
            f"<div>{_table('Level of the outcome', head, lines)}</div>",
        ]
    return _section("Outcome", _grid(parts, "two"))


def _scores(bench: Bench, rules: Game) -> str:
    rows = []
    for number, variant in enumerate(bench.variants):
        done = bench.done(number)
        if not done or any(len(s.scores) != len(rules.sides) for s in done):
            return ""
        before = "" if len(bench.variants) == 1 else f"{variant.name}: "
        counting = [(side, info) for side, info in enumerate(rules.sides) if info.scores]
        for side, info in counting:
            values = [float(s.scores[side]) for s in done]
            rows.append((f"{before}{info.short}", *_five(five(values)), _interval(mean(values))))
        if len(counting) == len(rules.sides) == 2:
            leads = [margin(s) or 0.0 for s in done]
            title = f"{before}{rules.sides[0].short} minus {rules.sides[1].short}"
            rows.append((title, *_five(five(leads)), _interval(mean(leads))))
    head = ("", *FIVE, "95 % interval of the mean")
    return _section("Score at the end", f'<div class="panel">{_table("Score at the end of the game", head, rows)}</div>')


def _interval(estimate: Estimate, digits: int = 2) -> str:
    return f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"


def _series(bench: Bench, rules: Game) -> str:
    """Every track that moves: median and quartiles at the start of each turn."""
    axis = turns(bench)
    names = [*map(str, axis), "end"]
    parts = []
    for family in families(bench):
        read = {
            (number, track): over_time(bench.done(number), axis, lambda note, t=track: note.tracks.get(t))  # type: ignore[misc]
            for number in range(len(bench.variants))
            for track, _ in family.tracks
        }
        if all(len({(quantile(v, 0.25), quantile(v, 0.75)) for v in series}) == 1 for series in read.values()):
            continue  # it hardly ever moves
        low = min(quantile(values, 0.25) for series in read.values() for values in series)
        high = max(quantile(values, 0.75) for series in read.values() for values in series)
        for number, variant in enumerate(bench.variants):
            drawn = [
                charts.Band(
                    rules.sides[side].short if side >= 0 else family.title,
                    _tone(side) if side >= 0 else "plain",
                    *([quantile(values, part) for values in read[number, track]] for part in (0.25, 0.5, 0.75)),
                )
                for track, side in family.tracks
            ]
            title = family.title if len(bench.variants) == 1 else f"{family.title}: {variant.name}"
            parts.append(_figure(title, charts.bands(f"{title} by turn", names, drawn, (low, high), _width(bench))))
        parts.append(_beside(_series_table(bench, rules, family, names, read), len(bench.variants)))
    if not parts:
        return ""
    note = "Line: the median game at the start of each turn; band: the middle half of the games. A game that has ended keeps its last value."
    return _section("Turn by turn", f'<p class="soft">{escape(note)}</p>', _grid(parts, _columns(bench)))


def _series_table(
    bench: Bench, rules: Game, family: Family, names: Sequence[str], read: dict[tuple[int, str], list[list[float]]]
) -> str:
    columns = [(number, track, side) for number in range(len(bench.variants)) for track, side in family.tracks]
    head = ["turn"]
    for number, _, side in columns:
        who = rules.sides[side].short if side >= 0 else family.title
        head.append(who if len(bench.variants) == 1 else f"{bench.variants[number].name}: {who}")
    rows = []
    every = [
        [
            "{:g} ({:g} to {:g})".format(*(quantile(read[number, track][n], part) for part in (0.5, 0.25, 0.75)))
            for number, track, _ in columns
        ]
        for n in range(len(names))
    ]
    new = [n for n in range(len(names) - 1) if not n or every[n] != every[n - 1]]  # the chart beside it has every turn
    for n in [*new[:: -(-len(new) // ROWS)], len(names) - 1]:
        rows.append((names[n], *every[n]))
    return _table(f"{family.title}: median (quartiles)", head, rows)


def type_name(rules: Game, kind: str) -> str:
    """A type of pieces as people call it; what is its own name, such as an aircraft's, stands in no catalogue."""
    return rules.catalogue.say(f"type-{kind}") if f"type-{kind}" in rules.catalogue else kind


def _losses(bench: Bench, rules: Game) -> str:
    """Mean losses by type, as they grow."""
    axis = turns(bench)
    names = [*map(str, axis), "end"]
    everything = [s for number in range(len(bench.variants)) for s in bench.done(number)]
    parts: list[str] = []
    for side, info in enumerate(rules.sides):
        ranked: Counter[str] = Counter()
        for sample in everything:
            ranked.update({kind: n for (owner, kind), n in sample.notes[-1].lost.items() if owner == side})
        if not ranked:
            continue
        kinds = [kind for kind, _ in sorted(ranked.items(), key=lambda item: (-item[1], item[0]))]
        means: dict[tuple[int, str], list[float]] = {}
        for number in range(len(bench.variants)):
            for kind in kinds:
                series = over_time(bench.done(number), axis, lambda note, k=kind, s=side: float(note.lost.get((s, k), 0)))  # type: ignore[misc]
                means[number, kind] = [sum(values) / max(1, len(values)) for values in series]
        top = max(sum(means[n, kind][-1] for kind in kinds) for n in range(len(bench.variants)))
        for number, variant in enumerate(bench.variants):
            layers = [
                charts.Layer(type_name(rules, kind), means[number, kind], shade) for shade, kind in enumerate(kinds[:TYPES])
            ]
            if len(kinds) > TYPES:
                rest = [sum(means[number, kind][n] for kind in kinds[TYPES:]) for n in range(len(names))]
                layers.append(charts.Layer("others", rest, TYPES))
            title = f"Losses of {info.short}" if len(bench.variants) == 1 else f"Losses of {info.short}: {variant.name}"
            parts.append(
                _figure(title, charts.stacks(f"{title}, mean pieces by turn", names, layers, top, _tone(side), _width(bench)))
            )
        several = len(bench.variants) > 1
        head = ["type", *(f"{v.name}: {when}" if several else when for v in bench.variants for when in ("half way", "end"))]
        half = len(axis) // 2
        rows = [
            (
                type_name(rules, kind),
                *(f"{means[n, kind][place]:.2f}" for n in range(len(bench.variants)) for place in (half, -1)),
            )
            for kind in kinds
        ]
        parts.append(_beside(_table(f"{info.short}: mean pieces lost so far", head, rows), len(bench.variants)))
    if not parts:
        return ""
    note = "Mean number of pieces lost so far, by type, at the start of each turn and at the end."
    return _section("Losses", f'<p class="soft">{escape(note)}</p>', _grid(parts, _columns(bench)))


# --- the map


class _Sheet:
    """The game's map, drawn once and used by every heat map of the page."""

    def __init__(self, bench: Bench, rules: Game) -> None:
        setup = rules.setup(bench.scenario, bench.options, bench.variants[0].tables)
        self.board: Board = rules.board(setup)
        self.box = self.board.box
        self.art, self.credit = "", ""
        drawing = rules.art(setup) if self.board.art else None
        if drawing:
            self._read(drawing)
        x, y, w, h = self.box
        drawn = [s for s in self.board.spaces if s.within is None and x <= s.x <= x + w and y <= s.y <= y + h]
        self.spaces = {space.id: space for space in drawn}

    def _read(self, source: str) -> None:
        """The inside of the art, unless it does more than draw."""
        svg = re.search(r"<svg\b([^>]*)>(.*)</svg>\s*$", source, re.DOTALL)
        if svg is None or re.search(r"<script|<foreignObject|<image|\son\w+=|(?:href|src)=[\"'](?!#)|url\((?!#)", source):
            return
        place = re.search(r'viewBox="([^"]+)"', svg[1])
        if place:
            x, y, w, h = (float(part) for part in place[1].split())
            self.box = (x, y, w, h)
        font = re.search(r"font-family=\"[^\"]*\"", svg[1])
        joins = "".join(f" {key}" for key in re.findall(r"stroke-line(?:join|cap)=\"\w+\"", svg[1]))
        credit = re.search(r"<!--(.*?)-->", svg[2], re.DOTALL)
        self.credit = re.sub(r"(Written|Drawn) by \S+\.(\s|$)", "", " ".join(credit[1].split())) if credit else ""
        inside = re.sub(r"<title>.*?</title>|<!--.*?-->", "", svg[2], flags=re.DOTALL)
        self.art = f'<g id="map-art" {font[0] if font else ""}{joins}>{inside}</g>'

    def shape(self, space: BoardSpace, attributes: str, inside: str = "") -> str:
        if space.shape:
            points = " ".join(f"{charts.number(a)},{charts.number(b)}" for a, b in space.shape)
            return f'<polygon points="{points}"{attributes}>{inside}</polygon>'
        w, h = space.w or POINT, space.h or space.w or POINT
        if self.board.kind == "squares":
            x, y = space.x, space.y
        elif w == h:
            place = f'cx="{charts.number(space.x)}" cy="{charts.number(space.y)}" r="{charts.number(w / 2)}"'
            return f"<circle {place}{attributes}>{inside}</circle>"
        else:
            x, y = space.x - w / 2, space.y - h / 2
        place = f'x="{charts.number(x)}" y="{charts.number(y)}" width="{charts.number(w)}" height="{charts.number(h)}"'
        return f"<rect {place}{attributes}>{inside}</rect>"


Shares = dict[str, tuple[float, ...]]
"""For each space how often each side was there."""


def _maps(bench: Bench, rules: Game) -> str:
    if len(rules.sides) != 2:
        return ""
    sheet = _Sheet(bench, rules)
    kinds: dict[str, list[Shares]] = {"Where they stood": [], "Held at the end": []}
    for number in range(len(bench.variants)):
        done = bench.done(number)
        looks = max(1, sum(len(s.notes) for s in done))
        kinds["Where they stood"].append(
            {id: tuple(sum(s.stood.get(id, (0, 0))[side] for s in done) / looks for side in (0, 1)) for id in sheet.spaces}
        )
        kinds["Held at the end"].append(
            {id: tuple(sum(s.held.get(id) == side for s in done) / max(1, len(done)) for side in (0, 1)) for id in sheet.spaces}
        )
    parts: list[str] = []
    for kind, maps in kinds.items():
        most = max([0.01, *(part for by_space in maps for shares in by_space.values() for part in shares)])
        unit = "of all turns with a piece there" if kind == "Where they stood" else "of the games"
        for variant, by_space in zip(bench.variants, maps, strict=True):
            title = kind if len(bench.variants) == 1 else f"{kind}: {variant.name}"
            drawn = _heat(sheet, rules, title, by_space, unit, most, not parts)
            parts.append(_figure(title, drawn, f"Deepest colour: {100 * most:.0f} % {unit}.", "map"))
            parts.append(f"<div>{_map_table(sheet, rules, title, by_space)}</div>")
    key = "".join(
        f'<li><i class="hold{number}" style="opacity:{depth}"></i>{escape(side.short)} {words}</li>'
        for number, side in enumerate(rules.sides)
        for depth, words in ((0.2, "seldom"), (0.75, "as often as anybody anywhere"))
    )
    note = (
        "Colour: the side that is there more often; depth: how often. Held: the side was the last to stand there alone, or the game marks its control. "
        + (f"Map: {sheet.credit}" if sheet.credit else "")
    )
    return _section("Territory", _grid(parts, "two"), f'<ul class="scale">{key}</ul>', f'<p class="soft">{escape(note)}</p>')


def _heat(sheet: _Sheet, rules: Game, title: str, shares: Shares, unit: str, most: float, first: bool) -> str:
    """The map with its spaces tinted; the art itself stands in the page once."""
    art = sheet.art if first else '<use href="#map-art"/>' if sheet.art else ""
    parts = [art]
    for id, (one, other) in shares.items():
        space = sheet.spaces[id]
        if not sheet.art:
            parts.append(sheet.shape(space, ' class="shape"'))
        if one + other < 0.005:
            continue
        side = 0 if one >= other else 1
        strong = 0.08 + 0.72 * max(one, other) / most
        hint = f"{space.label or id}: {rules.sides[0].short} {100 * one:.0f} %, {rules.sides[1].short} {100 * other:.0f} % {unit}"
        parts.append(sheet.shape(space, f' class="hold{side}" fill-opacity="{strong:.2f}"', f"<title>{escape(hint)}</title>"))
    box = " ".join(charts.number(v) for v in sheet.box)
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>{"".join(parts)}</svg>'


def _map_table(sheet: _Sheet, rules: Game, title: str, shares: Shares) -> str:
    """The spaces that say most: those most often taken, and those most in dispute."""
    ranked = sorted(shares, key=lambda space: (-sum(shares[space]) - 2 * min(shares[space]), space))
    rows = [
        (sheet.spaces[space].label or space, *(f"{100 * part:.0f} %" for part in shares[space]))
        for space in ranked[:14]
        if sum(shares[space]) >= 0.005
    ]
    return _table(f"{title}: the foremost spaces", ("space", *(side.short for side in rules.sides)), rows)


# --- length and dice


def _length(bench: Bench) -> str:
    parts = []
    names: dict[str, Callable[[Sample], float]] = {
        "Turns": lambda s: float(s.turns),
        "Real decisions": lambda s: float(s.decisions),
        "All choices": lambda s: float(s.choices),
        "Calls on chance": lambda s: float(s.draws),
        "Dice thrown": lambda s: float(sum(s.faces)),
    }
    rows = []
    for title, read in names.items():
        rows += [
            (
                title if len(bench.variants) == 1 else f"{title}: {variant.name}",
                *_five(five([read(s) for s in bench.done(number)])),
            )
            for number, variant in enumerate(bench.variants)
            if bench.done(number)
        ]
    for title in ("Real decisions", "Dice thrown"):
        boxes = []
        for number, variant in enumerate(bench.variants):
            if bench.done(number):
                f = five([names[title](s) for s in bench.done(number)])
                boxes.append((variant.name, (f.least, f.quarter, f.median, f.three_quarters, f.most)))
        if boxes:
            parts.append(_figure(f"{title} in a game", charts.boxes(f"{title} in a game", boxes)))
    parts.append(f"<div>{_table('A game in numbers', ('', *FIVE), rows)}</div>")
    faces = []
    for number, variant in enumerate(bench.variants):
        total = [sum(s.faces[face] for s in bench.done(number)) for face in range(6)]
        thrown = sum(total)
        if thrown:
            average = sum((face + 1) * n for face, n in enumerate(total)) / thrown
            faces.append((variant.name, str(thrown), f"{average:.3f}", *(f"{100 * n / thrown:.1f}" for n in total)))
    if faces:
        head = ("tables", "dice", "mean", *map(str, range(1, 7)))
        parts.append(f"<div>{_table('Faces of all dice thrown, in % (fair: 16.7, mean 3.5)', head, faces)}</div>")
    return _section("Length and dice", _grid(parts, "two"))


def rows_of(bench: Bench) -> list[list[str]]:
    """Every game that came to its end, a row each, its head first: for a spreadsheet."""
    rules = game(bench.game)
    rows = [["tables", "game", "winner", "level", *(f"score {side.id}" for side in rules.sides), "turns", "decisions", "seed"]]
    for number, variant in enumerate(bench.variants):
        for s in bench.done(number):
            scores = [str(score) for score in s.scores] if len(s.scores) == len(rules.sides) else [""] * len(rules.sides)
            winner = rules.sides[s.winner].id if s.winner >= 0 else "draw"
            seed = game_seed(bench.seed, bench.scenario, s.index).hex()
            rows.append([variant.name, str(s.index), winner, s.level, *scores, str(s.turns), str(s.decisions), seed])
    return rows


def as_csv(bench: Bench) -> str:
    """The same as text."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows_of(bench))
    return text.getvalue()


def _games(bench: Bench, harbour: str) -> str:
    """The games one by one, each with a link that opens it in the replay, and the command that plays one again whole."""
    head, *rows = rows_of(bench)
    packed = base64.b64encode(as_csv(bench).encode()).decode()
    save_as = f'<a download="{escape(bench.game)}-games.csv" href="data:text/csv;base64,{packed}">All {len(rows)} as CSV</a>'
    how = f" A number opens its game in the replay, at the harbour that runs at {escape(harbour)} (<code>harbour play</code>)."
    if not bench.placed:
        words = (
            f"harbour new {bench.game} game.harbour --scenario {bench.scenario} --players {','.join(bench.players)} --seed SEED"
        )
        how += f" Or any of them again, whole: <code>{escape(words)}</code> (and <code>--tables</code>, <code>--option</code> as above)."
    several = len(bench.variants) > 1
    shown = [[f"{row[0]}: {row[1]}" if several else row[1], *row[2:]] for row in rows[:LISTED]]
    links = {
        f"{variant.name}: {sample.index}"
        if several
        else str(sample.index): f"{harbour}/#open={base64.urlsafe_b64encode(sample.save).decode().rstrip('=')}"
        for number, variant in enumerate(bench.variants)
        for sample in bench.done(number)
        if sample.save
    }
    table = _table("Games", ["game", *head[2:]], shown, links)
    return _section(
        "Game by game",
        f'<p class="soft">{save_as}.{how}</p><details class="panel"><summary>{len(shown)} games</summary>{table}</details>',
    )


def _errors(bench: Bench) -> str:
    broken = [(v.name, s) for v, samples in zip(bench.variants, bench.samples, strict=True) for s in samples if s.error]
    if not broken:
        return ""
    said = "".join(f"<h3>{escape(name)}, game {s.index}</h3><pre>{escape(s.error)}</pre>" for name, s in broken[:5])
    return _section(f"{len(broken)} games broke", f'<div class="panel"><p>They are counted nowhere above.</p>{said}</div>')


def _method(bench: Bench) -> str:
    said = (
        "Computer players made every choice; other players may find other balances. Shares have Wilson's 95 % intervals, means "
        "Student's; whether a game is even is judged by the points, a draw counting half, with the variance of all three outcomes. Differences are taken between games of the same number under both sets of tables; shares of pairs have "
        "Agresti and Min's interval, and all intervals of the comparison are widened so that they hold together (Bonferroni). "
        "Pieces and tracks are read from what each side may see of its own when a turn begins. A piece is lost when it lies in a box "
        "whose name says so (shot down, eliminated, sunk …); a game without such a box loses pieces when they leave the table."
    )
    return _section("How this was counted", f'<p class="soft">{escape(said)}</p>')


def _again(bench: Bench) -> str:
    packs = [f"--{'tables' if n else 'pack'} {shlex.quote(v.name)}" for n, v in enumerate(bench.variants) if v.tables]
    rules = game(bench.game)
    normal = {o.id: o.default for o in rules.options_of(rules.laid(bench.variants[0].tables))}
    options = [f"--option {shlex.quote(f'{k}={str(v).lower() if isinstance(v, bool) else v}')}" for k, v in bench.options.items()
               if v != normal[k]]  # fmt: skip
    words = [
        "harbour balance", bench.game, *([] if bench.placed else [f"--scenario {bench.scenario}"]), *packs, *([] if bench.placed else options), f"--games {bench.games}",
        f"--players {','.join(bench.players)}", f"--seed {bench.seed}", *([f"--sprt {bench.stop.points:g}"] if bench.stop else []),
        *(["--position FILE"] if bench.placed else []),
    ]  # fmt: skip
    return f"<p>The same report again: <code>{escape(' '.join(words))}</code></p>"

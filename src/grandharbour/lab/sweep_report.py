"""The page of a sweep: a line with its band for one number, a heat map for two, and the table behind them."""

from __future__ import annotations

from html import escape

from .. import __version__
from ..engine.game import game
from . import charts
from .report import STYLE, hues
from .sweep import Point, Sweep


def page(sweep: Sweep) -> str:
    """One HTML page that needs nothing else."""
    rules = game(sweep.game)
    side = rules.sides[0].short
    drawing = _line(sweep, side) if len(sweep.axes) == 1 else _heat(sweep, side)
    facts = (
        ("Games", f"{sweep.games} at each of {len(sweep.points)} points, same dice"),
        ("Players", ", ".join(f"{s.short} {player}" for s, player in zip(rules.sides, sweep.players, strict=True))),
        ("Seed", str(sweep.seed)),
        ("Grand Harbour", __version__),
    )
    title = f"{rules.title}: {' and '.join(axis.key for axis in sweep.axes)}"
    text = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{hues(rules)}{_SHADES}</style>\n</head>\n<body>\n"
        f"<header><h1>{escape(rules.title)}<small>{escape(rules.scenarios_of(rules.laid(sweep.tables))[sweep.scenario].title)}: what "
        f"{escape(' and '.join(axis.key for axis in sweep.axes))} {'does' if len(sweep.axes) == 1 else 'do'} to the balance</small></h1>"
        f'<ul class="facts">{"".join(f"<li><b>{escape(k)}</b> {escape(v)}</li>" for k, v in facts)}</ul></header>\n<main>\n'
        f'<section><div class="panel"><figure>{charts.in_scroll(drawing)}<figcaption>{escape(side)}: share of the points, a draw counting half; 95 % '
        f"intervals over all three outcomes. Printed: {escape(', '.join(f'{a.key} {a.printed}' for a in sweep.axes))}.</figcaption></figure></div>"
        f'</section>\n<section><div class="panel scroll">{_table(sweep, side)}</div></section>\n</main>\n</body>\n</html>\n'
    )
    return text.replace(" %", "\u00a0%")


_SHADES = """
section + section { margin-top: 1rem; } .heat { fill: var(--r-c); stroke: var(--r-panel); stroke-width: 2; } .framed { fill: none; stroke: var(--r-ink); stroke-width: 2.5; }
"""


def _line(sweep: Sweep, side: str) -> str:
    (axis,) = sweep.axes
    bounds = [point.interval for point in sweep.points]
    band = charts.Band(
        side, "first", [100 * low for low, _ in bounds], [100 * p.share for p in sweep.points], [100 * high for _, high in bounds]
    )
    return charts.bands(
        f"{side}'s share of the points by {axis.key}", [str(v) for v in axis.values], [band], (0, 100), foot=axis.key
    )


def _heat(sweep: Sweep, side: str) -> str:
    down, across = sweep.axes
    left, top, row = 90.0, 40.0, 40.0
    wide = (charts.WIDTH - left - 10) / len(across.values)
    height = top + row * len(down.values) + 34
    parts = [charts.text(left, 16, f"{across.key} across, {down.key} down", tone="faint")]
    for n, value in enumerate(across.values):
        parts.append(charts.text(left + (n + 0.5) * wide, 34, str(value), "middle", "faint"))
    frames = []
    for n, point in enumerate(sweep.points):
        y, x = divmod(n, len(across.values))
        at_x, at_y = left + x * wide, top + y * row
        if x == 0:
            parts.append(charts.text(left - 10, at_y + 25, str(down.values[y]), "end", "faint"))
        tone, strength = ("first" if point.share >= 0.5 else "second"), abs(point.share - 0.5) * 1.6
        parts.append(
            f'<rect x="{charts.number(at_x)}" y="{charts.number(at_y)}" width="{charts.number(wide)}" height="{row:g}" class="heat {tone}" '
            f'fill-opacity="{strength:.2f}"><title>{escape(_words(point))}</title></rect>'
        )
        parts.append(charts.text(at_x + wide / 2, at_y + 25, f"{100 * point.share:.0f} %", "middle", "strong"))
        if point.values == (down.printed, across.printed):
            frames.append(charts.rect(at_x + 2, at_y + 2, wide - 4, row - 4, "framed"))
    parts += [*frames, charts.text(left, height - 8, "the frame is the printed game" if frames else "", tone="faint")]
    return charts.picture(f"{side}'s share of the points", charts.WIDTH, height, parts)


def _words(point: Point) -> str:
    low, high = point.interval
    return f"{100 * point.share:.1f} % ({100 * low:.0f} to {100 * high:.0f} %): {point.won} won, {point.drawn} drawn, {point.lost} lost"


def _table(sweep: Sweep, side: str) -> str:
    head = [*(axis.key for axis in sweep.axes), f"{side} won", "drawn", "lost", "points", "95 % interval"]
    rows = []
    for point in sweep.points:
        low, high = point.interval
        cells = [
            *map(str, point.values),
            str(point.won),
            str(point.drawn),
            str(point.lost),
            f"{100 * point.share:.1f} %",
            f"{100 * low:.0f} to {100 * high:.0f} %",
        ]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return (
        f"<table><thead><tr>{''.join(f'<th>{escape(h)}</th>' for h in head)}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )

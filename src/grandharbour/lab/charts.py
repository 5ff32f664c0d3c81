"""Small charts as SVG text. Colours come from the page's style sheet by class; every chart has a title for readers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape

import msgspec

WIDTH = 640.0
NARROW = 420.0
"""Where three charts stand beside each other."""


class Bar(msgspec.Struct, frozen=True):
    """A value with its interval, in the colour of a class."""

    label: str
    value: float
    low: float
    high: float
    tone: str
    note: str = ""


class Band(msgspec.Struct, frozen=True):
    """A line with the quartiles around it."""

    name: str
    tone: str
    low: Sequence[float]
    middle: Sequence[float]
    high: Sequence[float]


class Layer(msgspec.Struct, frozen=True):
    """One part of a stack of bars."""

    name: str
    values: Sequence[float]
    shade: int


def number(value: float) -> str:
    """A coordinate."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, anchor: str = "start", tone: str = "") -> str:
    """Words at a place of a chart."""
    return f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{_class(tone)}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, tone: str) -> str:
    """A line of a chart."""
    return f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"{_class(tone)}/>'


def rect(x: float, y: float, w: float, h: float, tone: str, hint: str = "") -> str:
    """A bar of a chart; ``hint`` is read when the mouse rests on it."""
    inside = f"<title>{escape(hint)}</title>" if hint else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(0.0, w))}" height="{number(max(0.0, h))}"'
        f"{_class(tone)}>{inside}</rect>"
    )


def _class(tone: str) -> str:
    return f' class="{escape(tone)}"' if tone else ""


def picture(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """A whole chart, with its title for readers."""
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def in_scroll(drawing: str) -> str:
    """Charts on the page: where it is narrow they are moved sideways, before their words get too small to read."""
    return f'<div class="scroll chart">{drawing}</div>'


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers that hold a range."""
    if not high > low:
        high = low + 1
    step = 10 ** math.floor(math.log10((high - low) / most))
    for factor in (1, 2, 5, 10):
        if (high - low) / (step * factor) <= most:
            step *= factor
            break
    first = math.floor(low / step + 1e-9)
    last = math.ceil(high / step - 1e-9)
    return [round(step * k, 10) for k in range(first, last + 1)]


LETTER, BROAD = 7.0, 11.7
"""About the width of a letter, and of a broad one."""
LONGEST = 34
"""Letters of a label in one line; a longer one is broken into two."""


def margin(labels: Iterable[str]) -> float:
    """Room for the labels left of a chart, so that none is cut."""
    return 20 + max((wide(line) for label in labels for line in broken(label)), default=8 * LETTER)


def wide(line: str) -> float:
    """How much room a line needs.

    >>> wide("Italy") < wide("Commonwealth") > 12 * LETTER
    True
    """
    return sum(BROAD if letter in "mwMW" else LETTER for letter in line)


def broken(label: str) -> list[str]:
    """A label in one line, or in two broken where it reads best.

    >>> broken("printed: Italy"), broken("rich-objectives-for-the-attacker.toml: Italy")
    (['printed: Italy'], ['rich-objectives-for-the-attacker.toml:', 'Italy'])
    """
    if len(label) <= LONGEST:
        return [label]
    for between in (": ", " ", "-", "_"):
        places = [n + len(between) for n in range(len(label)) if label.startswith(between, n)]
        if places:
            cut = min(places, key=lambda n: abs(n - len(label) / 2)) if between != ": " else places[0]
            return [label[:cut].rstrip(), label[cut:]]
    return [label]


def beside(x: float, y: float, label: str) -> str:
    """A label that ends at x, its middle at y."""
    lines = broken(label)
    if len(lines) == 1:
        return text(x, y, lines[0], "end")
    return text(x, y - 7, lines[0], "end") + text(x, y + 8, lines[1], "end")


def shares(title: str, bars: Sequence[Bar]) -> str:
    """Horizontal bars from 0 to 100 %, each with its interval."""
    left, right, row, top = margin(bar.label for bar in bars), 62.0, 34.0, 8.0
    wide = WIDTH - left - right
    height = top + row * len(bars) + 26
    parts = []
    for tick in (0, 25, 50, 75, 100):
        x = left + wide * tick / 100
        parts += [line(x, top, x, height - 22, "axis-line"), text(x, height - 7, f"{tick} %", "middle", "faint")]
    for n, bar in enumerate(bars):
        y = top + n * row
        parts.append(beside(left - 10, y + 21, bar.label))
        parts.append(rect(left, y + 6, wide * bar.value, row - 12, f"fill {bar.tone}", bar.note))
        parts += _whisker(left + wide * bar.low, left + wide * bar.high, y + row / 2)
        parts.append(text(WIDTH - 4, y + 21, f"{100 * bar.value:.1f} %", "end", "strong"))
    return picture(title, WIDTH, height, parts)


def _whisker(low: float, high: float, y: float) -> list[str]:
    return [
        line(low, y, high, y, "whisker"),
        line(low, y - 5, low, y + 5, "whisker"),
        line(high, y - 5, high, y + 5, "whisker"),
    ]


def differences(title: str, bars: Sequence[Bar], unit: str) -> str:
    """Changes with their intervals around a line of no change."""
    left, right, row, top = margin(bar.label for bar in bars), 40.0, 34.0, 8.0
    wide = WIDTH - left - right
    reach = max([0.0, *(max(abs(b.low), abs(b.high)) for b in bars if math.isfinite(b.low + b.high))])
    marks = ticks(-(reach or 1.0), reach or 1.0, 6)
    low, high = marks[0], marks[-1]
    height = top + row * len(bars) + 26

    def place(value: float) -> float:
        return left + wide * (min(high, max(low, value)) - low) / (high - low)

    parts = []
    for tick in marks:
        x = place(tick)
        parts += [line(x, top, x, height - 22, "zero" if tick == 0 else "axis-line")]
        parts += [text(x, height - 7, f"{tick:+g}{unit}" if tick else "0", "middle", "faint")]
    for n, bar in enumerate(bars):
        y = top + n * row + row / 2
        parts.append(beside(left - 10, y + 5, bar.label))
        parts += _whisker(place(bar.low), place(bar.high), y)
        parts.append(f'<circle cx="{number(place(bar.value))}" cy="{number(y)}" r="6" class="dot {escape(bar.tone)}"/>')
    return picture(title, WIDTH, height, parts)


def bands(
    title: str, axis: Sequence[str], series: Sequence[Band], limits: tuple[float, float], width: float = WIDTH, foot: str = "turn"
) -> str:
    """Lines over time, each with the quartiles around it; the second line is dashed, so colour is not needed."""
    left, right, top, bottom = 44.0, 14.0, 26.0, 40.0
    wide, height = width - left - right, 250.0
    marks = ticks(*limits)
    low, high = marks[0], marks[-1]
    deep = height - top - bottom

    def x(n: int) -> float:
        return left + wide * n / max(1, len(axis) - 1)

    def y(value: float) -> float:
        return top + deep * (high - value) / (high - low)

    parts = []
    for tick in marks:
        parts += [line(left, y(tick), width - right, y(tick), "zero" if tick == 0 else "axis-line")]
        parts += [text(left - 7, y(tick) + 4, f"{tick:g}", "end", "faint")]
    parts += _names(axis, x, width, height, foot)
    for band in series:
        edge = [(x(n), y(v)) for n, v in enumerate(band.high)] + [(x(n), y(v)) for n, v in enumerate(band.low)][::-1]
        parts.append(f'<polygon points="{_points(edge)}" class="band {escape(band.tone)}"/>')
    for band in series:
        way = [(x(n), y(v)) for n, v in enumerate(band.middle)]
        parts.append(f'<polyline points="{_points(way)}" class="way {escape(band.tone)}"/>')
    parts += _key([(band.name, f"way {band.tone}") for band in series], left, True)
    return picture(title, width, height, parts)


def _points(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{number(a)},{number(b)}" for a, b in places)


def _names(axis: Sequence[str], x: Callable[[int], float], width: float, height: float, foot: str = "turn") -> list[str]:
    """The turns, or other values, below a chart, thinned out where they are many."""
    every = max(1, math.ceil(len(axis) * 40 / width))
    shown = [n for n in range(len(axis)) if n % every == 0 or n == len(axis) - 1]
    if len(shown) > 1 and shown[-1] - shown[-2] < every:
        del shown[-2]
    return [text(x(n), height - 20, axis[n], "middle", "faint") for n in shown] + [
        text(x(0), height - 4, foot, "middle" if foot == "turn" else "start", "faint")
    ]


def _key(entries: Sequence[tuple[str, str]], left: float, lines: bool) -> list[str]:
    parts = []
    x = left
    for name, tone in entries:
        parts.append(line(x, 11, x + 24, 11, tone) if lines else rect(x, 4, 14, 14, tone))
        parts.append(text(x + (30 if lines else 19), 16, name))
        x += (52 if lines else 40) + 7.2 * len(name)
    return parts


def stacks(title: str, axis: Sequence[str], layers: Sequence[Layer], most: float, tone: str, width: float = WIDTH) -> str:
    """Bars over time made of parts, in shades of one colour."""
    rows: list[list[tuple[str, str]]] = [[]]
    used = 0.0
    for layer in layers:
        need = 40 + 7.2 * len(layer.name)
        if used + need > width - 60 and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append((layer.name, f"fill {tone} shade{layer.shade}"))
        used += need
    left, right, bottom = 44.0, 14.0, 40.0
    top = 8.0 + 20 * len(rows)
    wide, height = width - left - right, 190.0 + top
    marks = ticks(0, most)
    deep = height - top - bottom
    step = wide / max(1, len(axis))

    def x(n: int) -> float:
        return left + step * (n + 0.5)

    parts = []
    for tick in marks:
        y = top + deep * (1 - tick / marks[-1])
        parts += [line(left, y, width - right, y, "axis-line"), text(left - 7, y + 4, f"{tick:g}", "end", "faint")]
    parts += _names(axis, x, width, height)
    for n, name in enumerate(axis):
        base = top + deep
        for layer in layers:
            tall = deep * layer.values[n] / marks[-1]
            base -= tall
            if tall > 0.05:
                hint = f"{layer.name}, turn {name}: {layer.values[n]:.2f}"
                parts.append(rect(x(n) - 0.38 * step, base, 0.76 * step, tall, f"fill {tone} shade{layer.shade}", hint))
    for n, row in enumerate(rows):
        key = "".join(_key(row, left, False))
        parts.append(f'<g transform="translate(0 {20 * n})">{key}</g>')
    return picture(title, width, height, parts)


def boxes(title: str, rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Box plots: least, quartile, median, quartile, most."""
    left, right, row, top = margin(label for label, _ in rows), 30.0, 34.0, 8.0
    wide = WIDTH - left - right
    marks = ticks(min(values[0] for _, values in rows), max(values[4] for _, values in rows))
    low, high = marks[0], marks[-1]
    height = top + row * len(rows) + 26

    def place(value: float) -> float:
        return left + wide * (value - low) / (high - low)

    parts = []
    for tick in marks:
        parts += [line(place(tick), top, place(tick), height - 22, "axis-line")]
        parts += [text(place(tick), height - 7, f"{tick:g}", "middle", "faint")]
    for n, (label, (least, quarter, median, three, most)) in enumerate(rows):
        y = top + n * row + row / 2
        parts.append(beside(left - 10, y + 5, label))
        parts += _whisker(place(least), place(most), y)
        parts.append(rect(place(quarter), y - 9, max(1.0, place(three) - place(quarter)), 18, "box"))
        parts.append(line(place(median), y - 9, place(median), y + 9, "median"))
    return picture(title, WIDTH, height, parts)

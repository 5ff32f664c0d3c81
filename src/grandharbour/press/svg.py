"""Map art on paper: the part of SVG that tools/mapforge writes, drawn with a pen.

Shapes, groups, ``use``, clip paths, text and ``var(--name, fallback)`` colours. A gradient is painted in its first colour: the
only ones in our art are shadows towards the edge of a screen, which paper does not need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from . import letters
from .pen import Matrix, Pen, circle, polygon, rectangle, scale, shift, times, turn

Element = ElementTree.Element
Style = dict[str, str]

_INHERITED = (
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity", "fill-rule", "font-family", "font-size", "font-weight",
    "font-style", "text-anchor", "letter-spacing", "stroke-dasharray", "stroke-linecap", "paint-order",
)  # fmt: skip
_NAMES = {"black": "#000000", "white": "#ffffff"}
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polygon", "polyline"}


def plain(value: str) -> str:
    """A value without variables: the fallback stands for each.

    >>> plain("var(--lane, var(--allies, #17436f))")
    '#17436f'
    """
    while (variable := re.search(r"var\(\s*--[\w-]+\s*(?:,\s*([^()]*))?\)", value)) is not None:
        value = value[: variable.start()] + (variable[1] or "") + value[variable.end() :]
    return value.strip()


def number(text: str | None, default: float = 0) -> float:
    return float(text.removesuffix("px")) if text else default


def movement(text: str) -> Matrix:
    """A transform attribute as one matrix."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for name, inside in re.findall(r"(\w+)\s*\(([^)]*)\)", text):
        v = [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", inside)]
        step: Matrix
        if name == "translate":
            step = shift(v[0], v[1] if len(v) > 1 else 0)
        elif name == "scale":
            step = scale(v[0], v[1] if len(v) > 1 else None)
        elif name == "rotate":
            step = turn(*v)
        elif name == "matrix":
            step = (v[0], v[1], v[2], v[3], v[4], v[5])
        else:
            raise ValueError(f"a transform this printer does not know: {name}")
        matrix = times(matrix, step)
    return matrix


def tag(element: Element) -> str:
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


class Art:
    """One SVG file, read once."""

    def __init__(self, text: str) -> None:
        self.root = ElementTree.fromstring(text)
        self.ids = {element.get("id", ""): element for element in self.root.iter()}
        x, y, w, h = (float(n) for n in self.root.get("viewBox", "0 0 100 100").replace(",", " ").split())
        self.box = (x, y, w, h)

    def words(self) -> set[str]:
        """Every text that is written on the art."""
        return {"".join(element.itertext()).strip() for element in self.root.iter() if tag(element) == "text"}

    def draw(self, pen: Pen) -> None:
        canvas = pen.canvas
        canvas.saveState()
        canvas.clipPath(pen.trace(rectangle(*self.box)), stroke=0, fill=0)
        self._children(self.root, pen, _style(self.root, {"fill": "#000000"}), 1.0)
        canvas.restoreState()

    def _children(self, parent: Element, pen: Pen, style: Style, opacity: float) -> None:
        for element in parent:
            self._element(element, pen, style, opacity)

    def _element(self, element: Element, pen: Pen, above: Style, opacity: float) -> None:
        kind = tag(element)
        if kind in {"", "defs", "clipPath", "title", "desc", "style", "metadata", "radialGradient", "linearGradient"}:
            return
        style = _style(element, above)
        opacity *= number(_own(element).get("opacity"), 1)
        moved = element.get("transform")
        if moved:
            pen = pen.within(movement(moved))
        clip = _own(element).get("clip-path", "")
        if clip:
            pen.canvas.saveState()
            self._clip(clip, pen)
        if kind == "use":
            target = self.ids[_link(element)]
            pen = pen.within(shift(number(element.get("x")), number(element.get("y"))))
            self._element(target, pen, style, opacity)
        elif kind in {"g", "svg", "symbol", "a"}:
            self._children(element, pen, style, opacity)
        elif kind == "text":
            self._text(element, pen, style, opacity)
        elif kind in _SHAPES:
            self._shape(element, pen, style, opacity)
        else:
            raise ValueError(f"map art with an element this printer does not know: {kind}")
        if clip:
            pen.canvas.restoreState()

    def _clip(self, reference: str, pen: Pen) -> None:
        name = reference.strip().removeprefix("url(#").removesuffix(")")
        traced: list[tuple[Pen, str]] = []
        for element in self.ids[name]:
            inner = pen
            while True:
                if element.get("transform"):
                    inner = inner.within(movement(element.get("transform", "")))
                if tag(element) != "use":
                    break
                inner = inner.within(shift(number(element.get("x")), number(element.get("y"))))
                element = self.ids[_link(element)]
            traced.append((inner, _outline(element)))
        whole = pen.canvas.beginPath()
        for inner, d in traced:
            inner.trace(d, onto=whole)
        pen.canvas.clipPath(whole, stroke=0, fill=0, fillMode=1)

    def _colour(self, value: str) -> tuple[str | None, float]:
        """A paint and its own opacity; None paints nothing."""
        value = plain(value)
        if value in {"none", "transparent", ""}:
            return None, 1
        if value.startswith("url("):
            stop = self.ids[value[5:-1]][0]
            return plain(stop.get("stop-color", "#000000")), number(stop.get("stop-opacity"), 1)
        if re.fullmatch(r"#[0-9a-fA-F]{3}", value):
            value = "#" + "".join(c * 2 for c in value[1:])
        return _NAMES.get(value, value), 1

    def _shape(self, element: Element, pen: Pen, style: Style, opacity: float) -> None:
        fill, thin = self._colour(style.get("fill", "#000000"))
        stroke, _ = self._colour(style.get("stroke", "none"))
        inside = opacity * thin * number(style.get("fill-opacity"), 1)
        dashes = plain(style.get("stroke-dasharray", "none"))
        pen.draw(
            _outline(element),
            fill if inside > 0.001 else None,
            stroke,
            number(plain(style.get("stroke-width", "1")), 1),
            inside,
            opacity * number(style.get("stroke-opacity"), 1),
            style.get("fill-rule") == "evenodd",
            () if dashes == "none" else tuple(float(n) for n in re.findall(r"[\d.]+", dashes)),
            style.get("stroke-linecap") == "round",
        )

    def _text(self, element: Element, pen: Pen, style: Style, opacity: float) -> None:
        runs = list(_runs(element, style))
        x, y = number(element.get("x")), number(element.get("y"))
        wide = sum(letters.width(letters.legible(text), _font(s), _size(s), _spacing(s)) + _spacing(s) for text, s in runs)
        x -= wide * {"start": 0, "middle": 0.5, "end": 1}[style.get("text-anchor", "start")]
        for text, s in runs:
            fill, thin = self._colour(s.get("fill", "#000000"))
            rim, _ = self._colour(s.get("stroke", "none"))
            halo = (rim, number(plain(s.get("stroke-width", "1")), 1)) if rim else None
            pen.text(
                x, y, text, _size(s), _font(s), fill or "#000000", "start", spacing=_spacing(s),
                opacity=opacity * thin * number(s.get("fill-opacity"), 1), halo=halo,
            )  # fmt: skip
            x += letters.width(letters.legible(text), _font(s), _size(s), _spacing(s)) + _spacing(s)


def _own(element: Element) -> Style:
    """Its attributes and what its style attribute says."""
    style = dict(element.attrib)
    for part in style.pop("style", "").split(";"):
        name, colon, value = part.partition(":")
        if colon:
            style[name.strip()] = value.strip()
    return style


def _style(element: Element, above: Style) -> Style:
    own = _own(element)
    return {**above, **{name: own[name] for name in _INHERITED if name in own}}


def _link(element: Element) -> str:
    link = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
    return link.removeprefix("#")


def _outline(element: Element) -> str:
    """Any basic shape as the data of a path."""
    kind = tag(element)

    def of(name: str) -> float:
        return number(element.get(name))

    if kind == "path":
        return element.get("d", "")
    if kind == "rect":
        return rectangle(of("x"), of("y"), of("width"), of("height"), of("rx"))
    if kind == "circle":
        return circle(of("cx"), of("cy"), of("r"))
    if kind == "ellipse":
        x, y, rx, ry = of("cx"), of("cy"), of("rx"), of("ry")
        return f"M{x - rx} {y}A{rx} {ry} 0 1 0 {x + rx} {y}A{rx} {ry} 0 1 0 {x - rx} {y}Z"
    if kind == "line":
        return f"M{of('x1')} {of('y1')}L{of('x2')} {of('y2')}"
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", element.get("points", ""))]
    d = polygon(zip(numbers[::2], numbers[1::2], strict=True))
    return d if kind == "polygon" else d.removesuffix("Z")


def _runs(element: Element, style: Style) -> Iterator[tuple[str, Style]]:
    """The text of an element in pieces of one style."""
    if element.text and element.text.strip():
        yield element.text, style
    for child in element:
        yield from _runs(child, _style(child, style))
        if child.tail and child.tail.strip():
            yield child.tail, style


def _font(style: Style) -> str:
    family = plain(style.get("font-family", "serif")).lower()
    heavy = style.get("font-weight", "400") in {"600", "700", "800", "900", "bold"}
    slanted = style.get("font-style") == "italic"
    if re.search(r"sans|arial|helvetica|condensed", family):
        return letters.BOLD if heavy else letters.ITALIC if slanted else letters.SANS
    if heavy:
        return letters.SERIF_BOLD_ITALIC if slanted else letters.SERIF_BOLD
    return letters.SERIF_ITALIC if slanted else letters.SERIF


def _size(style: Style) -> float:
    return number(plain(style.get("font-size", "16")), 16)


def _spacing(style: Style) -> float:
    return number(plain(style.get("letter-spacing", "0")))

"""The colours of everything printed, once: those of the browser by day (web/src/styles/tokens.css)."""

from __future__ import annotations

INK = "#1b2733"
GREY = "#5f625d"
LINE = "#a8926a"
PANEL = "#f1e8d6"
HARBOUR = "#123a52"
BRASS = "#7a560c"
REBUILT = "#f6e3b4"
"""The ground of a value that is reconstructed."""
WHITE = "#ffffff"

SIDE = {"axis": ("#f3e3cf", "#7c231b", "#4d120c"), "allies": ("#dfeaf3", "#153d6b", "#0d2a4c")}
"""Of each side: the paper of its counters, their edge, their ink."""
NEUTRAL = ("#eee9dd", "#6b675e", "#2b2a26")
NATIONS = {
    "DE": "#a9b0a8", "IT": "#b4cc9c", "US": "#c6c07c", "UK": "#e2cb98", "CA": "#dda589", "PL": "#e9c0cb", "IN": "#edca62",
    "NZ": "#93c1bd", "ZA": "#d0a765", "FR": "#a8bfe8",
}  # fmt: skip
NATION_NAMES = {
    "GERMAN": "DE", "GERMANY": "DE", "ITALIAN": "IT", "ITALY": "IT", "BRITISH": "UK", "BRITAIN": "UK", "COMMONWEALTH": "UK",
    "AMERICAN": "US", "FRENCH": "FR",
}  # fmt: skip
NATION_INK = "#14170f"
BOX = "#fbf9f0"
GOLD = "#e8b21c"
BAND = "#fffdf2"
REDUCED = "#a3170c"
BAD, GOOD, PLAIN = "#c2301f", "#2f7d46", "#4c4a44"
ROUNDEL_BLUE, ROUNDEL_RED, ROUNDEL_BLACK = "#1c3f7c", "#b8281f", "#16161a"
CLOUD_EDGE = "#7f97a4"
OBJECTIVE, RUIN, FIRE, GUN, FORT, FORT_EDGE = "#8a6414", "#37312a", "#e2571e", "#2f4a2f", "#4a3a2a", "#f3e6c4"


def side(colour: str | None) -> tuple[str, str, str]:
    return SIDE.get(colour or "", NEUTRAL)


def nation(type: str) -> str:
    """The code of a nation, empty if the type of a piece is none."""
    code = NATION_NAMES.get(type.upper(), type)
    return code if code in NATIONS else ""

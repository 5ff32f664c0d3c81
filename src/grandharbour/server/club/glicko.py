"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): how strong somebody is, how sure that is, and how steady.

Every game is a rating period of its own, so a result is seen at once; who has not played for long is less sure.
"""

from __future__ import annotations

import math
from typing import NamedTuple

SCALE = 173.7178
TAU = 0.5
"""How fast steadiness may change."""
PERIOD = 7 * 86_400.0
"""Seconds after which not having played counts like one period without a game."""
WIDEST = 350.0
PRECISE = 1e-6


class Strength(NamedTuple):
    rating: float = 1500.0
    deviation: float = WIDEST
    volatility: float = 0.06


def _g(phi: float) -> float:
    return 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))


def after(own: Strength, games: list[tuple[Strength, float]]) -> Strength:
    """The strength after games against some others, each with its score (1, 0.5 or 0)."""
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    inverse = gain = 0.0
    for other, score in games:
        g = _g(other.deviation / SCALE)
        expected = 1 / (1 + math.exp(-g * (mu - (other.rating - 1500) / SCALE)))
        inverse += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    if not games:
        return Strength(own.rating, min(WIDEST, SCALE * math.hypot(phi, own.volatility)), own.volatility)
    v = 1 / inverse
    sigma = _volatility(v * gain, phi, v, own.volatility)
    new = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Strength(SCALE * (mu + new * new * gain) + 1500, min(WIDEST, SCALE * new), sigma)


def _volatility(delta: float, phi: float, v: float, sigma: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta * delta - phi * phi - v - e) / (2 * (phi * phi + v + e) ** 2) - (x - a) / (TAU * TAU)

    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    low, at_low, at_high = a, f(a), f(high)
    while abs(high - low) > PRECISE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def rested(own: Strength, seconds: float) -> Strength:
    """Somebody who has not played for so long."""
    periods = max(0.0, seconds / PERIOD)
    phi = own.deviation / SCALE
    return Strength(own.rating, min(WIDEST, SCALE * math.sqrt(phi * phi + periods * own.volatility**2)), own.volatility)

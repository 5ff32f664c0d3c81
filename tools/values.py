"""What ``advice.value`` knows: measured against the ends of seeded games between advisers, and fitted to them.

    python tools/values.py c3 --games 200                      # correlation, error and calibration by thirds of a game
    python tools/values.py herkules --games 400 --fit          # fit the signs of prospects.signs; --write keeps the weights

Two thirds of the games are a little careless (one choice in fifteen is the second best), so that positions come up which good play avoids.
Every fourth game is left out of the fit and measured.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

import grandharbour as gh
from grandharbour.lab.simulate import game_seed

EVERY = 12
"""One decision in so many is looked at."""


def left_out(number: int) -> bool:
    """Whether a game only serves to measure."""
    return number % 4 == 3


def play(name: str, scenario: str, number: int, seed: int) -> list[tuple[float, float, float, float, dict[str, float], float]]:
    """The moments of one game: how far it had come, the value, the result, how much was left, the signs, and a weight."""
    game = gh.game(name)
    dice = game_seed(seed, f"values {scenario}", number)
    war = game.new(scenario, seed=dice)
    rng = random.Random(dice)
    careless = 0.0 if number % 3 == 0 else 1 / 15
    prospects = game._room("prospects")
    seen = []
    made = 0
    while war.stack is not None:
        decision = war.asked()[0]
        answer = decision.forced
        if answer is None:
            made += 1
            shown = war.imagine(decision.side, rng)
            if made % EVERY == 0:
                signs = dict(prospects.signs(shown)) if hasattr(prospects, "signs") else {}
                left = prospects.left(shown) if hasattr(prospects, "left") else 0.0
                seen.append((made, game.value(shown, 0), left, signs))
            ideas = sorted(game.ideas(shown, shown.decisions[decision.side]), key=lambda idea: -idea.score)
            chosen = ideas[1] if len(ideas) > 1 and rng.random() < careless else ideas[0]
            answer = chosen.verb, chosen.target
        war.play(*answer, decision.side)
    assert war.outcome is not None
    result = 0.5 if war.outcome.winner < 0 else float(war.outcome.winner == 0)
    return [(when / made, value, result, left, signs, 1 / max(1, len(seen))) for when, value, left, signs in seen]


def measure(rows: list[tuple[float, float, float]]) -> str:
    """Correlation and mean squared error by thirds of a game."""
    told = []
    for third in range(3):
        part = np.array([(value, result) for when, value, result in rows if min(2, int(when * 3)) == third])
        if len(part) < 3:
            continue
        flat = part[:, 0].std() < 1e-9 or part[:, 1].std() < 1e-9
        corr = 0.0 if flat else float(np.corrcoef(part[:, 0], part[:, 1])[0, 1])
        error = float(((part[:, 0] - part[:, 1]) ** 2).mean())
        plain = float(part[:, 1].var())
        told.append(f"third {third + 1}: correlation {corr:.2f}, error {error:.3f} (a constant {plain:.3f})")
    return "; ".join(told)


def calibration(rows: list[tuple[float, float, float]]) -> list[tuple[float, float, int]]:
    """What was said, what came, how often, in ten classes."""
    found = []
    for k in range(10):
        part = [(value, result) for _, value, result in rows if min(9, int(value * 10)) == k]
        if part:
            found.append((sum(v for v, _ in part) / len(part), sum(r for _, r in part) / len(part), len(part)))
    return found


def fit(x: Any, y: Any, weight: Any, ridge: float) -> Any:
    """Logistic regression with a ridge, by Newton's method; the results may be halves."""
    w = np.zeros(x.shape[1])
    penalty = np.full(x.shape[1], ridge)
    for _ in range(60):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (weight * (y - p)) - penalty * w
        curve = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        w += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return w


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game")
    ask.add_argument("--games", type=int, default=200, help="of every scenario")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--fit", action="store_true")
    ask.add_argument("--write", action="store_true", help="keep the weights in the game's values.toml")
    ask.add_argument("--ridge", type=float, default=3.0)
    ask.add_argument("--svg", type=Path, help="draw the calibration of all scenarios")
    said = ask.parse_args()
    scenarios = list(gh.game(said.game).scenarios)
    moments: list[tuple[str, int, tuple[float, float, float, float, dict[str, float], float]]] = []
    for scenario in scenarios:
        for number in range(said.games):
            moments += [(scenario, number, row) for row in play(said.game, scenario, number, said.seed)]
    out = [(s, n, r) for s, n, r in moments if left_out(n) or not said.fit]
    for scenario in [*scenarios, ""] if len(scenarios) > 1 else [""]:
        rows = [(r[0], r[1], r[2]) for s, _, r in out if not scenario or s == scenario]
        print(f"{said.game} {scenario or 'all'}, {len(rows)} moments, today's value: {measure(rows)}")
    rows = [(r[0], r[1], r[2]) for _, _, r in out]
    if said.fit:
        rows = _fitted(said, scenarios, moments, out)
    for told, came, n in calibration(rows):
        print(f"  said {told:.2f}  came {came:.2f}  in {n}")
    if said.svg:
        said.svg.write_text(draw(said.game, calibration(rows)), encoding="utf-8")


def _fitted(said: Any, scenarios: list[str], moments: list[Any], out: list[Any]) -> list[tuple[float, float, float]]:
    names = list(moments[0][2][4])

    def row(scenario: str, left: float, signs: dict[str, float]) -> list[float]:
        here = [float(scenario == s) for s in scenarios]
        values = [signs[name] for name in names]
        return [*here, *(h * left for h in here), *values, *(v * left for v in values)]

    train = [(s, r) for s, n, r in moments if not left_out(n)]
    x = np.array([row(s, r[3], r[4]) for s, r in train])
    scale = np.maximum(x.std(axis=0), 1e-6)
    scale[: 2 * len(scenarios)] = 1.0
    y, weight = np.array([r[2] for _, r in train]), np.array([r[5] for _, r in train])
    w = fit(x / scale, y, weight * 10, said.ridge) / scale
    whole = np.round(w * 1000)
    test = [(s, r) for s, _, r in out]
    p = 1 / (1 + np.exp(-np.clip(np.array([row(s, r[3], r[4]) for s, r in test]) @ (whole / 1000), -30, 30)))
    rows = [(r[0], float(v), r[2]) for (_, r), v in zip(test, p, strict=True)]
    for scenario in scenarios:
        print(f"  fitted, {scenario}: {measure([q for q, (s, _) in zip(rows, test, strict=True) if s == scenario])}")
    print(f"fitted, all: {measure(rows)}")
    k, n = len(scenarios), len(names)
    if said.write:
        source = (
            f"logistic regression with a ridge of {said.ridge:g} on {len({(s, i) for s, i, _ in moments if not left_out(i)})} seeded games between "
            f"advisers, two thirds of them a little careless: tools/values.py {said.game} --games {said.games} --seed {said.seed} --fit --write; "
            f"on {len({(s, i) for s, i, _ in out})} games left out: {measure(rows)}"
        )
        lines = [
            f"source = {source!r}",
            "",
            "# At the end, and how much more with all of the game to come; thousandths of a logit.",
            "[begins]",
        ]
        lines += [f"{s} = [{int(whole[i])}, {int(whole[k + i])}]" for i, s in enumerate(scenarios)]
        lines += ["", "[weights]"]
        lines += [f"{name!r} = [{int(whole[2 * k + i])}, {int(whole[2 * k + n + i])}]" for i, name in enumerate(names)]
        (gh.game(said.game).folder / "values.toml").write_text("\n".join(lines).replace("'", '"') + "\n", encoding="utf-8")
    return rows


def draw(name: str, points: list[tuple[float, float, int]]) -> str:
    """Said against came, as a small picture."""
    most = max(n for _, _, n in points)
    dots = "".join(
        f'<circle cx="{40 + 200 * said:.1f}" cy="{220 - 200 * came:.1f}" r="{2 + 6 * (n / most) ** 0.5:.1f}"/>'
        for said, came, n in points
    )
    way = " ".join(f"{40 + 200 * said:.1f},{220 - 200 * came:.1f}" for said, came, _ in points)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 260 260" font-family="sans-serif" font-size="11">'
        f'<rect width="260" height="260" fill="#fff"/><text x="40" y="14">{name}: chance said, result that came</text>'
        '<path d="M40 20V220H240" fill="none" stroke="#444"/><path d="M40 220L240 20" stroke="#bbb" stroke-dasharray="4 3"/>'
        f'<polyline points="{way}" fill="none" stroke="#2a5a8a"/><g fill="#2a5a8a">{dots}</g>'
        '<text x="36" y="234">0</text><text x="132" y="234">0.5</text><text x="234" y="234">1</text>'
        '<text x="26" y="224">0</text><text x="14" y="124">0.5</text><text x="26" y="24">1</text></svg>\n'
    )


if __name__ == "__main__":
    sys.exit(main())

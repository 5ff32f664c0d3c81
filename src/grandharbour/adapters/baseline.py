"""A small policy-value network that plays with NumPy alone; ``examples/baseline/train.py`` makes its weights with PyTorch.

    harbour tournament hawks --scenario faith-hope-charity --players greedy,grandharbour.adapters.baseline:Baseline

What a side sees goes through two layers of ReLU into a number for every action and the result to be expected. The player looks one choice ahead: of the
few its policy likes best it takes the one after which the value is highest, so it costs about as much as a few looks at a board.

Weights are kept by the names of what they weigh (``at x`` of ``CR42 1``, the action ``to D5/3``), not by place: a layout that grows by a field, or
another scenario with the same pieces, is played with what is known.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine.choice import Decision
from ..engine.game import Setup, UnknownName
from ..engine.war import War
from .features import Features
from .flat import Actions

WEIGHTS = Path(__file__).parent / "weights"
CANDIDATES = 6
"""Choices that are tried out."""
TRUST = 0.03
"""What a unit of the policy's logarithm counts beside the value."""
LONGEST_CHAIN = 8
"""Answers without a choice that are played before looking."""

Array = npt.NDArray[np.float32]


def names_of(eyes: Features) -> list[str]:
    """A name for every number of an observation."""
    columns: dict[str, list[str]] = {"scalar": [], "piece": [], "plane": []}
    for column in eyes.columns:
        columns[column.block].append(column.name)
    return [
        *columns["scalar"],
        *(f"{name} of {piece}" for piece in eyes.pieces for name in columns["piece"]),
        *(f"{name} at {space}" for name in columns["plane"] for space in eyes.spaces),
    ]


class Network:
    """The weights of a game, fitted to the layout of one setup."""

    def __init__(self, setup: Setup, file: Path) -> None:
        self.eyes, self.actions = Features(setup), Actions(setup)
        with np.load(file, allow_pickle=False) as kept:
            known = {name: n for n, name in enumerate(str(kept["inputs"]).split("\n"))}
            acts = {name: n for n, name in enumerate(str(kept["outputs"]).split("\n"))}
            first, policy, bias = (kept[part].astype(np.float32) for part in ("first", "policy", "policy_bias"))
            self.b1, self.w2, self.b2, self.wv = (kept[part].astype(np.float32) for part in ("b1", "w2", "b2", "value"))
            self.bv = float(kept["value_bias"])
        self.w1 = np.zeros((self.eyes.size, first.shape[1]), np.float32)
        for row, name in enumerate(names_of(self.eyes)):
            if name in known:
                self.w1[row] = first[known[name]]
        self.wp = np.zeros((len(self.actions), policy.shape[1]), np.float32)
        self.bp = np.full(len(self.actions), -4.0, np.float32)
        for action, name in enumerate(self.actions.names):
            if name in acts:
                self.wp[action], self.bp[action] = policy[acts[name]], bias[acts[name]]

    def think(self, war: War, side: int) -> Array:
        """What the layers make of a side's view."""
        seen = self.eyes.look(war, side)
        there = np.flatnonzero(seen)
        hidden = np.maximum(seen[there] @ self.w1[there] + self.b1, 0.0)
        return np.maximum(hidden @ self.w2 + self.b2, 0.0)  # type: ignore[no-any-return]

    def value(self, war: War, side: int) -> float:
        """The result to be expected for a side that is asked, from -1 to 1."""
        return float(np.tanh(self.think(war, side) @ self.wv + self.bv))

    def policy(self, war: War, decision: Decision) -> tuple[list[int], Array]:
        """The legal actions, and the logarithm of how likely each is."""
        legal = self.actions.legal(decision)
        logits = self.wp[legal] @ self.think(war, decision.side) + self.bp[legal]
        return legal, logits - np.log(np.exp(logits - logits.max()).sum()) - logits.max()


@cache
def network(setup: Setup) -> Network:
    """The network of a setup's game."""
    file = WEIGHTS / f"{setup.game.id}.npz"
    if not file.is_file():
        raise UnknownName(f"nobody has trained a network for {setup.game.id}; see examples/baseline")
    return Network(setup, file)


class Baseline:
    """A small network that looks one choice ahead."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The best of what the policy likes, by the value of where it leads."""
        net = network(war.setup)
        legal, likely = net.policy(war, decision)
        if len(legal) == 1:
            return net.actions.choice(legal[0])
        tried = np.argsort(-likely, kind="stable")[:CANDIDATES]
        scores = [(ahead(net, war, decision.side, net.actions.choice(legal[n])) + TRUST * float(likely[n]), n) for n in tried]
        return net.actions.choice(legal[max(scores, key=lambda one: one[0])[1]])


def ahead(net: Network, war: War, side: int, choice: tuple[str, int]) -> float:
    """What a side may expect after a choice, by the value of whoever is asked next."""
    trial = war.copy()
    trial.play(*choice, side)
    for _ in range(LONGEST_CHAIN):
        if trial.outcome is not None or (forced := trial.asked()[0]).forced is None:
            break
        trial.play(*forced.forced, forced.side)
    if trial.outcome is not None:
        winner = trial.outcome.winner
        return 0.0 if winner < 0 else 1.0 if winner == side else -1.0
    decision = trial.asked()[0]
    value = net.value(trial, decision.side)
    return value if decision.side == side else -value


class Policy:
    """The same network without looking ahead: what it likes best."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        """The likeliest choice."""
        net = network(war.setup)
        legal, likely = net.policy(war, decision)
        return net.actions.choice(legal[int(np.argmax(likely))])


def save(file: Path, inputs: list[str], outputs: list[str], layers: dict[str, Any]) -> None:
    """Write weights by name; inputs and actions that never came are left out."""
    first, policy = layers["first"], layers["policy"]
    used, acted = np.flatnonzero(np.abs(first).sum(1)), np.flatnonzero(np.abs(policy).sum(1))
    np.savez_compressed(
        file,
        inputs=np.array("\n".join(inputs[n] for n in used)),
        outputs=np.array("\n".join(outputs[n] for n in acted)),
        first=first[used].astype(np.float16),
        policy=policy[acted].astype(np.float16),
        policy_bias=layers["policy_bias"][acted].astype(np.float16),
        **{part: layers[part].astype(np.float16) for part in ("b1", "w2", "b2", "value")},
        value_bias=np.float32(layers["value_bias"]),
    )

"""Train the baseline: a small policy-value network, on one core in minutes.

    pip install "grandharbour[data]" torch==2.13.0 --index-url https://download.pytorch.org/whl/cpu
    python examples/baseline/train.py hawks
    python examples/baseline/train.py convoys

Round 0 learns from games of the adviser, who errs now and then on purpose, so that the value has seen what follows from mistakes. In every later
round the network itself plays, looking one choice ahead, and learns from what it did: its policy from the choices it preferred after looking, its value
from the results. The same seed gives the same weights, bit for bit, on the same version of PyTorch.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

import grandharbour as gh
from grandharbour.adapters import baseline
from grandharbour.adapters.dataset import Played, batches, export, tasks
from grandharbour.adapters.features import Features
from grandharbour.adapters.flat import Actions
from grandharbour.engine.choice import Decision
from grandharbour.engine.war import War
from grandharbour.lab.rating import Score
from grandharbour.lab.simulate import Job, run_job

SCENARIOS = {"hawks": "faith-hope-charity", "convoys": "pedestal"}
CARELESS = 0.1


class Careless:
    """The adviser, who takes any choice now and then."""

    def choose(self, war: War, decision: Decision, rng: random.Random) -> tuple[str, int]:
        if rng.random() < CARELESS:
            verb = rng.choice(sorted(decision.choices))
            mask = decision.choices[verb]
            return verb, [n for n in range(mask.bit_length()) if mask >> n & 1][rng.randrange(mask.bit_count())]
        ideas = war.setup.game.ideas(war, decision)
        best = max(idea.score for idea in ideas)
        return next((idea.verb, idea.target) for idea in ideas if idea.score >= best - 1e-9)


class Net(nn.Module):
    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(inputs, width), nn.Linear(width, width)
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.first.weight)  # what never comes weighs nothing, and is not kept
        nn.init.zeros_(self.policy.weight)

    def forward(self, seen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        return self.policy(hidden), torch.tanh(self.value(hidden)).squeeze(-1)


def learn(net: Net, file: Path, epochs: int, seed: int, rate: float) -> tuple[float, float]:
    """Some passes over a file of games; the last losses of policy and value."""
    chosen = torch.optim.Adam(net.parameters(), rate)
    lost = [0.0, 0.0]
    for epoch in range(epochs):
        sums, count = [0.0, 0.0], 0
        for batch in batches(file, 256, shuffle=seed * 100 + epoch, torch=True):
            policy, value = net(batch["observation"])
            policy = policy.masked_fill(batch["action_mask"] == 0, -1e9)
            apart = nn.functional.cross_entropy(policy, batch["choice"].long())
            off = nn.functional.mse_loss(value, batch["value"])
            chosen.zero_grad()
            (apart + off).backward()
            chosen.step()
            sums = [sums[0] + float(apart.detach()), sums[1] + float(off.detach())]
            count += 1
        lost = [total / count for total in sums]
    return lost[0], lost[1]


def keep(net: Net, name: str, scenario: str, file: Path) -> str:
    """Write the weights where the player finds them; their digest."""
    setup = gh.game(name).setup(scenario)
    arrays = {part: value.detach().numpy() for part, value in net.state_dict().items()}
    baseline.save(
        file,
        baseline.names_of(Features(setup)),
        Actions(setup).names,
        {
            "first": arrays["first.weight"].T, "b1": arrays["first.bias"], "w2": arrays["second.weight"].T, "b2": arrays["second.bias"],
            "policy": arrays["policy.weight"], "policy_bias": arrays["policy.bias"], "value": arrays["value.weight"][0],
            "value_bias": float(arrays["value.bias"][0]),
        },
    )  # fmt: skip
    baseline.network.cache_clear()
    with np.load(file) as kept:
        return hashlib.sha256(b"".join(kept[part].tobytes() for part in sorted(kept.files))).hexdigest()[:16]


def against(name: str, scenario: str, player: str, other: str, games: int, seed: int) -> Score:
    """A player's results against another, sides alternating, the same dice for both."""
    wins = draws = losses = 0
    for seats in ((player, other), (other, player)):
        for result in run_job(Job(name, scenario, gh.game(name).check_options({}), "", seats, seed, tuple(range(games // 2)))):
            assert not result.error, result.error
            mine = seats.index(player)
            wins, draws, losses = (
                wins + (result.winner == mine),
                draws + (result.winner < 0),
                losses + (result.winner == 1 - mine),
            )
    return Score(wins, draws, losses)


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("game", choices=SCENARIOS)
    ask.add_argument("--first", type=int, default=1500, help="games of the adviser")
    ask.add_argument("--later", type=int, default=400, help="games of the network in each later round")
    ask.add_argument("--rounds", type=int, default=3, help="later rounds")
    ask.add_argument("--width", type=int, default=96)
    ask.add_argument("--test", type=int, default=200, help="games against greedy after each round")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--work", type=Path, default=Path("baseline-work"), help="where the games are kept")
    ask.add_argument("--out", type=Path, default=baseline.WEIGHTS, help="where the weights go")
    said = ask.parse_args()
    torch.manual_seed(said.seed)
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    said.work.mkdir(exist_ok=True)
    said.out.mkdir(exist_ok=True)
    baseline.WEIGHTS = said.out
    scenario = SCENARIOS[said.game]
    setup = gh.game(said.game).setup(scenario)
    net = Net(Features(setup).size, len(Actions(setup)), said.width)
    began = time.process_time()
    for number in range(said.rounds + 1):
        mine, careful = "grandharbour.adapters.baseline:Baseline", f"{__name__}:Careless"
        pairs = [(careful, careful)] if not number else [(mine, mine), (mine, "greedy"), ("greedy", mine)]
        count = said.later if number else said.first
        played = [
            Played(n, hashlib.sha256(f"{said.seed} {number} {n}".encode()).hexdigest(), pairs[n % len(pairs)])
            for n in range(count)
        ]
        file = said.work / f"{said.game}-{number}.parquet"
        total = export(file, tasks(said.game, scenario, setup.options, "", played))
        lost = learn(net, file, 4 if not number else 3, said.seed + number, 1e-3 if not number else 3e-4)
        digest = keep(net, said.game, scenario, said.out / f"{said.game}.npz")
        score = against(said.game, scenario, mine, "greedy", said.test, 77)
        low, high = score.interval
        print(
            f"round {number}: {total} decisions, policy {lost[0]:.3f}, value {lost[1]:.3f}, against greedy {score.share:.1%} "
            f"({low:.1%} to {high:.1%}), weights {digest}, {time.process_time() - began:.0f} CPU s",
            flush=True,
        )


if __name__ == "__main__":
    main()

"""PettingZoo: ``env("hawks", scenario="raid-over-malta")`` is an AEC environment with action masks and honest observations.

    from grandharbour.adapters.pettingzoo import env
    zoo = env("hawks")
    zoo.reset(seed=1)
    for agent in zoo.agent_iter():
        observation, reward, termination, truncation, info = zoo.last()
        action = None if termination or truncation else policy(observation["observation"], observation["action_mask"])
        zoo.step(action)

``info["legal"]`` has the legal actions as their numbers, for those who do not want to look through a mask. What the numbers of an
observation mean is said by ``zoo.unwrapped.eyes.describe()``. Choices without an alternative are made by the environment. The reward is 1
for the winner, -1 for the loser, at the end. Without a seed every environment in every process plays other games.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any

from ..engine.event import EVERYONE, Event
from ..engine.game import OptionValue, game
from ..engine.war import War

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError("this needs the extra 'pettingzoo': pip install grandharbour[pettingzoo]") from missing

from .features import Features
from .flat import Actions


def env(
    name: str = "hawks",
    scenario: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    render_mode: str | None = None,
) -> AECEnv:
    """The environment in PettingZoo's usual wrapper, which says when something is called before ``reset``."""
    return wrappers.OrderEnforcingWrapper(Harbour(name, scenario, options, tables, render_mode))


class Harbour(AECEnv):  # type: ignore[misc]  # PettingZoo's base has no types
    """One game of a rulebook: an agent for each side, named as the side."""

    def __init__(
        self,
        name: str,
        scenario: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        tables: str = "",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = game(name)
        self.setup = self.game.setup(scenario, options, tables)
        self.metadata = {"name": f"grandharbour_{name}", "render_modes": ["human", "ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = [side.id for side in self.game.sides]
        self.actions, self.eyes = Actions(self.setup), Features(self.setup)
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (self.eyes.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._whole: Features | None = None
        self._games = 0
        self._base = b""
        self._chosen: list[int] | None = None
        """What the agents have chosen in this game; None before the first."""

    def __getstate__(self) -> dict[str, Any]:
        """A game is its dice and its choices; everything else is made anew."""
        made = (self.game.id, self.setup.scenario, self.setup.options, self.setup.tables.pack, self.render_mode)
        over = None if self._chosen is None else self.agents
        return {"made": made, "base": self._base, "games": self._games, "chosen": self._chosen, "agents": over}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["made"])  # type: ignore[misc]
        self._base, self._games = state["base"], state["games"]
        if state["chosen"] is None:
            return
        self._games -= 1
        self.reset()
        for action in state["chosen"]:
            self.step(action)
        for agent in [agent for agent in self.agents if agent not in state["agents"]]:
            self.agent_selection = agent
            self.step(None)

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed the same games follow in the same order."""
        if seed is not None:
            self._base, self._games = hashlib.sha256(f"pettingzoo {seed}".encode()).digest(), 0
        elif not self._base:
            self._base = secrets.token_bytes(32)
        dice = hashlib.sha256(self._base + self._games.to_bytes(8, "little")).digest()
        self._games += 1
        self._chosen = []
        self.log: list[Event] = []
        self.war: War = self.setup.new(dice, self.log)
        self.war.log = self.log if self.render_mode else None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        side = self.setup.side(agent)
        decision = self.war.decisions.get(side)
        mask = np.zeros(len(self.actions), np.int8)
        if decision is not None:
            known = self.infos[agent].get("legal")
            mask[self.actions.legal(decision) if known is None else known] = 1
        return {"observation": self.eyes.look(self.war, side), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """Everything, hidden or not, for a critic that sees more than the players."""
        if self._whole is None:
            self._whole = Features(self.setup, whole=True)
        return self._whole.look(self.war, 0)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "a living agent must choose"
        assert self._chosen is not None
        self.log.clear()
        verb, target = self.actions.choice(int(action))
        self.war.play(verb, target, self.setup.side(agent))  # raises Illegal with the rule
        self._chosen.append(int(action))
        self.infos[agent] = {}
        self._settle()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Make the choices that are none, see who is next, and whether it is over. Nobody is rewarded before the end."""
        war = self.war
        while war.stack is not None:
            decision = war.asked()[0]
            if decision.forced is None:
                agent = self.agent_selection = self.possible_agents[decision.side]
                self.infos[agent] = {"legal": self.actions.legal(decision)}
                return
            war.play(*decision.forced, decision.side)
        outcome = war.outcome
        assert outcome is not None
        for side, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if outcome.winner < 0 else 1.0 if outcome.winner == side else -1.0
            self.terminations[agent] = True
            self.infos[agent] = {"reason": outcome.reason, "scores": outcome.scores}
        self.agent_selection = self.possible_agents[0]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What everybody may know of the last step, in words."""
        view = self.war.view(None)
        told = [self.game.tell(event, self.setup) for event in self.log if event.audience == EVERYONE]
        text = "\n".join([f"{view.heading}, {view.phase}", *(f"  {line}" for line in told)])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is open."""

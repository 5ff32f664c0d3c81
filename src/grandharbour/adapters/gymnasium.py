"""Gymnasium: one seat of a game for a learner, any player in the others; and many such games at once in worker processes.

    from grandharbour.adapters.gymnasium import seat, many
    env = seat("hawks", side="IT", opponent="greedy")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(info["legal"][0])

    envs = many("hawks", 64, workers=8, side="IT", opponent="greedy")       # arrays with a row for each game, in shared memory

Observations are dictionaries with ``observation`` and ``action_mask``; ``info["legal"]`` has the legal actions as their numbers. The reward is
1, -1 or, for a draw, 0 at the end of a game. With ``side=None`` the learner's seat changes from game to game.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from multiprocessing import shared_memory
from typing import Any

from ..engine.choice import Decision
from ..engine.game import OptionValue, UnknownName, game
from ..engine.war import War
from ..players import Seat, exists, uniform

try:
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError("this needs the extra 'pettingzoo': pip install grandharbour[pettingzoo]") from missing

from .features import Features
from .flat import Actions


def seat(
    name: str,
    scenario: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    *,
    side: str | None = None,
    opponent: str = "greedy",
) -> OneSeat:
    """A single-agent environment: the learner has one side, ``opponent`` the others.

    >>> env = seat("hawks", side="IT", opponent="random")
    >>> observation, info = env.reset(seed=1)
    >>> int(observation["action_mask"].sum()) == len(info["legal"]) > 0
    True
    """
    return OneSeat(name, scenario, options, tables, side, opponent)


class OneSeat(gymnasium.Env):  # type: ignore[misc]  # Gymnasium's base is generic in what is not typed here
    """A game seen from one side of it."""

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(
        self,
        name: str,
        scenario: str | None,
        options: Mapping[str, OptionValue] | None,
        tables: str,
        side: str | None,
        opponent: str,
    ) -> None:
        self.game = game(name)
        self.setup = self.game.setup(scenario, options, tables)
        self.side = None if side is None else self.setup.side(side)
        if not exists(opponent):
            raise UnknownName(f"there is no player {opponent!r}")
        self.opponent = opponent
        self.actions, self.eyes = Actions(self.setup), Features(self.setup)
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.eyes.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )
        self._base = b""
        self._games = 0
        self._chosen: list[int] | None = None
        self.made = 0
        """Real choices, of the learner and of the others."""

    def __getstate__(self) -> dict[str, Any]:
        made = (
            self.game.id, self.setup.scenario, self.setup.options, self.setup.tables.pack,
            None if self.side is None else self.game.sides[self.side].id, self.opponent,
        )  # fmt: skip
        return {"made": made, "base": self._base, "games": self._games, "chosen": self._chosen}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(*state["made"])  # type: ignore[misc]
        self._base, self._games = state["base"], state["games"]
        if state["chosen"] is not None:
            self._games -= 1
            self.begin()
            for action in state["chosen"]:
                self.play(action)

    # --- without copies, for those who keep their own memory

    def begin(self, seed: int | None = None) -> None:
        """A new game, up to the learner's first choice."""
        if seed is not None:
            self._base, self._games = hashlib.sha256(f"gymnasium {seed}".encode()).digest(), 0
        elif not self._base:
            self._base = secrets.token_bytes(32)
        dice = hashlib.sha256(self._base + self._games.to_bytes(8, "little")).digest()
        self.learner = self._games % len(self.game.sides) if self.side is None else self.side
        self._games += 1
        self._chosen = []
        self.war: War = self.setup.new(dice)
        rng = random.Random(dice)
        others = [s for s in range(len(self.game.sides)) if s != self.learner]
        self._others: dict[int, Answer] = {s: _seat(self.opponent, s, rng) for s in others}
        self._go_on()

    def play(self, action: int) -> float:
        """The learner's choice and everything up to its next one; its reward."""
        assert self._chosen is not None, "reset first"
        verb, target = self.actions.choice(action)
        self.war.play(verb, target, self.learner)
        self._chosen.append(action)
        self.made += 1
        self._go_on()
        if self.war.stack is not None:
            return 0.0
        outcome = self.war.outcome
        return 0.0 if outcome is None or outcome.winner < 0 else 1.0 if outcome.winner == self.learner else -1.0

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.war.stack is None

    def legal(self) -> list[int]:
        """The numbers of the learner's legal actions; none after the end."""
        return [] if self.over else self.actions.legal(self.asked)

    def _go_on(self) -> None:
        war, learner, others = self.war, self.learner, self._others
        while war.stack is not None:
            decision = war.asked()[0]
            side = decision.side
            answer = decision.forced
            if answer is None:
                if side == learner:
                    self.asked = decision
                    return
                answer = others[side](war, decision)
                self.made += 1
            war.play(answer[0], answer[1], side)

    # --- as Gymnasium wants it

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.begin(seed)
        return self._seen()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        reward = self.play(int(action))
        seen, info = self._seen()
        return seen, reward, self.over, False, info

    def _seen(self) -> tuple[dict[str, Any], dict[str, Any]]:
        legal = self.legal()
        mask = np.zeros(len(self.actions), np.int8)
        mask[legal] = 1
        info: dict[str, Any] = {"legal": legal, "side": self.game.sides[self.learner].id}
        outcome = self.war.outcome
        if outcome is not None:
            info |= {"winner": outcome.winner, "scores": outcome.scores}
        return {"observation": self.eyes.look(self.war, self.learner), "action_mask": mask}, info

    def render(self) -> str:
        view = self.war.view(self.learner)
        return f"{view.heading}, {view.phase}"


Answer = Callable[[War, Decision], tuple[str, int]]


def _seat(player: str, side: int, rng: random.Random) -> Answer:
    """Who answers for a side; chance needs neither an imagined war nor a plan."""
    if player == "random":
        return lambda war, decision: uniform(war, decision, rng)
    seat = Seat(player, side, rng)
    return lambda war, decision: seat.choose(war)


# --- many at once


def many(
    name: str,
    games: int,
    *,
    workers: int = 1,
    scenario: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
    tables: str = "",
    side: str | None = None,
    opponent: str = "greedy",
    masks: bool = True,
) -> ManySeats:
    """``games`` single-agent environments in ``workers`` processes; without ``masks`` legal actions are only listed."""
    return ManySeats((name, scenario, options, tables, side, opponent), games, workers, masks)


class ManySeats:
    """Many games side by side. ``observations``, ``masks``, ``rewards`` and ``over`` are arrays in memory the workers write into: what is to
    be kept beyond the next step must be copied. A game that has ended begins anew in the same step (Gymnasium calls that SAME_STEP): its
    row shows the first choice of the new game, ``over`` and the reward are those of the old one. Nothing is ever truncated, so nobody needs the
    last observation. The workers are spawned: a program that makes them needs ``if __name__ == "__main__":``.
    ``legal[i, :counts[i]]`` are the legal actions of game *i* as numbers, ``made[i]`` how many choices were made in it by anybody.
    """

    def __init__(self, made: tuple[Any, ...], games: int, workers: int, masks: bool) -> None:
        if games < 1:
            raise ValueError("at least one game")
        probe = OneSeat(*made)
        self.eyes, self.actions = probe.eyes, probe.actions
        self.num_envs = games
        self._memory = _Memory(games, probe.eyes.size, len(probe.actions))
        self.observations, self.masks = self._memory.observations, self._memory.masks
        self.rewards, self.over = self._memory.rewards, self._memory.over
        self.legal, self.counts, self.made = self._memory.legal, self._memory.counts, self._memory.made
        context = multiprocessing.get_context("spawn")
        self._lines: list[Any] = []
        self._processes = []
        bounds = np.linspace(0, games, max(1, min(workers, games)) + 1).astype(int).tolist()
        for first, last in pairwise(bounds):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(made, self._memory.name, games, first, last, masks, there), daemon=True)
            process.start()
            there.close()
            self._lines.append(here)
            self._processes.append(process)
        self.pids: list[int] = [process.pid or 0 for process in self._processes]
        try:
            self._all(None)
        except BaseException:
            self.close()
            raise

    def reset(self, seed: int | None = None) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """New games; game *i* has a seed of its own made from this one."""
        if seed is not None and seed < 0:
            raise ValueError(f"a seed is 0 or more, not {seed}")
        self._all(b"-1" if seed is None else str(seed).encode())
        return self.observations, self.masks

    def step(
        self, actions: Sequence[int] | npt.NDArray[np.int64] | npt.NDArray[np.int32]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """One action for each game: observations, masks, rewards, and which games have ended with it."""
        if self._lines:
            self._memory.actions[:] = actions
        self._all(b"")
        return self.observations, self.masks, self.rewards, self.over

    def _all(self, wish: bytes | None) -> None:
        if not self._lines:
            raise RuntimeError("these games are closed")
        try:
            if wish is not None:
                for line in self._lines:
                    line.send_bytes(wish)
            wrong = b"".join([line.recv_bytes() for line in self._lines])
        except (EOFError, OSError):
            raise RuntimeError(
                "a worker process has ended; where they are spawned, a program needs `if __name__ == '__main__':`"
            ) from None
        if wrong:
            raise RuntimeError(f"a worker has failed:\n{wrong.decode()}")

    def close(self) -> None:
        """End the workers and give the memory back."""
        if not self._memory.open:
            return
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join(timeout=10)
        self._lines = []
        self._processes = []
        del self.observations, self.masks, self.rewards, self.over, self.legal, self.counts, self.made
        self._memory.close(True)

    def __enter__(self) -> ManySeats:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Memory:
    """One piece of shared memory with all arrays in it."""

    def __init__(self, games: int, size: int, actions: int, name: str | None = None) -> None:
        parts: list[tuple[str, Any, tuple[int, ...]]] = [
            ("observations", np.float32, (games, size)), ("actions", np.int64, (games,)), ("rewards", np.float32, (games,)),
            ("over", np.bool_, (games,)), ("made", np.int64, (games,)), ("counts", np.int32, (games,)),
            ("legal", np.int32, (games, actions)), ("masks", np.int8, (games, actions)),
        ]  # fmt: skip
        total = sum(8 + int(np.prod(shape)) * np.dtype(kind).itemsize for _, kind, shape in parts)
        self.shared = shared_memory.SharedMemory(name, create=name is None, size=total)
        self.name = self.shared.name
        self.open = True
        at = 0
        for part, kind, shape in parts:
            at += -at % 8
            setattr(self, part, np.ndarray(shape, kind, self.shared.buf, at))
            at += int(np.prod(shape)) * np.dtype(kind).itemsize

    observations: npt.NDArray[np.float32]
    actions: npt.NDArray[np.int64]
    rewards: npt.NDArray[np.float32]
    over: npt.NDArray[np.bool_]
    made: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int32]
    masks: npt.NDArray[np.int8]

    def close(self, last: bool) -> None:
        del self.observations, self.actions, self.rewards, self.over, self.made, self.counts, self.legal, self.masks
        self.open = False
        self.shared.close()
        if last:
            self.shared.unlink()


class _Row:
    """One game of a worker and its row of the shared memory, written in place."""

    def __init__(self, env: OneSeat, memory: _Memory, row: int, masked: bool) -> None:
        self.env, self.row, self.masked, self.secrets = env, row, masked, env.game.secrets
        self.seen = memory.observations[row]
        self.legal, self.counts, self.over = memoryview(memory.legal[row]), memory.counts.data, memory.over.data
        self.mask = memoryview(memory.masks[row])
        self.marked: Sequence[int] = ()
        self.eyes = -1
        self.write: Callable[[War, int, Decision | None], None] | None = None
        self.other: dict[int, tuple[Any, npt.NDArray[np.float32]]] = {}
        """Where there are secrets another side knows other things: what writes for it, and its page as it was."""

    def play(self, action: int) -> float:
        """The learner's choice, and what it sees then; its reward if the game has ended with it, or 0."""
        env = self.env
        reward = env.play(action)
        if env.war.stack is None:
            self.over[self.row] = True
            self.begin()
        else:
            self.show()
        return reward

    def begin(self, seed: int | None = None) -> None:
        """A new game in which the learner has something to choose, and what it sees."""
        env = self.env
        env.begin(seed)
        while env.over:
            env.begin()
        self.show()

    def show(self) -> None:
        """What the learner sees now, and what it may choose."""
        env = self.env
        eyes = env.learner if self.secrets else 0
        if eyes != self.eyes:
            self.turn_to(eyes)
        assert self.write is not None
        self.write(env.war, env.learner, env.asked)
        legal = env.actions.listed(env.asked)
        count = len(legal)
        self.legal[:count] = legal
        self.counts[self.row] = count
        if self.masked:
            mask = self.mask
            for action in self.marked:
                mask[action] = 0
            for action in legal:
                mask[action] = 1
            self.marked = legal

    def turn_to(self, eyes: int) -> None:
        """Another side's page is laid out."""
        if self.write is not None:
            self.other[self.eyes] = self.write, self.seen.copy()
        if eyes in self.other:
            self.write, self.seen[:] = self.other[eyes]
        else:
            self.write = self.env.eyes.writer(self.seen, eyes)
        self.eyes = eyes

    def release(self) -> None:
        """Let go of the shared memory."""
        self.write = None
        self.other.clear()
        for view in (self.legal, self.counts, self.over, self.mask):
            view.release()
        del self.seen


def _work(made: tuple[Any, ...], name: str, games: int, first: int, last: int, masked: bool, line: Any) -> None:
    """A worker: games ``first`` to ``last``, until the other end hangs up."""
    import traceback

    envs = [OneSeat(*made) for _ in range(first, last)]
    for env in envs:  # what they remember serves all of them, and stays near the processor
        env.eyes, env.actions = envs[0].eyes, envs[0].actions
    memory = _Memory(games, envs[0].eyes.size, len(envs[0].actions), name)
    rows = [_Row(env, memory, first + n, masked) for n, env in enumerate(envs)]
    mine = slice(first, last)
    try:
        line.send_bytes(b"")
        while True:
            try:
                wish = line.recv_bytes()
            except EOFError:
                break
            try:
                memory.rewards[mine] = 0.0
                memory.over[mine] = False
                if wish:
                    seed = int(wish)
                    for row in rows:
                        row.begin(None if seed < 0 else seed * 1_000_003 + row.row)
                else:
                    actions = memory.actions[mine].tolist()
                    memory.rewards[mine] = [row.play(action) for row, action in zip(rows, actions)]
                memory.made[mine] = [env.made for env in envs]
                line.send_bytes(b"")
            except Exception:
                line.send_bytes(traceback.format_exc(limit=-3).encode())
    finally:
        for row in rows:
            row.release()
        memory.close(False)

"""OpenSpiel: ``register()``, then ``pyspiel.load_game("grandharbour_hawks")``, or with parameters:

    pyspiel.load_game("grandharbour_hawks", {"scenario": "raid-over-malta", "options": "lucky=ask", "tables": open("my.toml").read()})

Observation tensors show what a player knows, and so do information state tensors: what has been learned stands in the state. An observer
that asks for the private things of all players is shown everything. ``state.resample_from_infostate(player)`` deals what a player does
not know anew.

Chance is explicit: every die, pair of dice and draw is a chance node with its exact probabilities, found by running the rules
until they ask for one. So OpenSpiel's algorithms may enumerate or sample it, and none of them can foresee it.
"""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Any

from ..engine.choice import Decision
from ..engine.dice import SEALED, Branches
from ..engine.game import Game as Rules
from ..engine.game import OptionValue, Setup, game, games
from ..engine.war import War

try:
    import numpy as np
    import pyspiel
except ImportError as missing:
    raise ImportError("this needs the extra 'openspiel': pip install grandharbour[openspiel]") from missing

from .features import Features, Vector
from .flat import Actions

MOST_OUTCOMES = 256
LONGEST = 20_000


class _Asked(Exception):
    """The rules want a draw that has not been made."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__("a draw is wanted")
        self.weights = weights


class _Given(Branches):
    """Dice that give the draws made so far, then ask for the next."""

    __slots__ = ("draws",)

    def __init__(self, draws: tuple[int, ...]) -> None:
        super().__init__()
        self.draws = draws

    def _branch(self, weights: tuple[int, ...]) -> int:
        if self.depth == len(self.draws):
            raise _Asked(weights)
        self.depth += 1
        return self.draws[self.depth - 1]


class _Position:
    """Where a game stands: a war at a decision, or a choice whose draws are being made. Never changed, so never copied."""

    __slots__ = ("choice", "draws", "setup", "war", "weights")

    def __init__(self, setup: Setup, war: War | None, choice: tuple[int, str, int] | None, draws: tuple[int, ...]) -> None:
        self.setup, self.war, self.choice, self.draws = setup, war, choice, draws
        self.weights: tuple[int, ...] = ()
        if war is not None and choice is None:
            return
        try:
            self.war, self.choice, self.draws = self._play(_Given(draws)), None, ()
        except _Asked as asked:
            self.weights = asked.weights

    def _play(self, dice: _Given) -> War:
        """Begin the game or make the choice, and then what has no alternative, as far as the draws reach."""
        if self.war is None:
            war = self.setup.game.war(self.setup, dice)
            self.setup.game.begin(war)
            war.run()
        else:
            war = self.war.copy()
            war.dice = dice
            assert self.choice is not None
            side, verb, target = self.choice
            war.play(verb, target, side)
        while war.stack is not None and (forced := war.asked()[0].forced) is not None:
            war.play(*forced, war.asked()[0].side)
        war.dice = SEALED
        return war

    def __deepcopy__(self, memo: Any) -> _Position:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        text = None if self.war is None else self.war.position()
        setup = self.setup
        return _position, (setup.game.id, setup.scenario, setup.options, setup.tables.pack, text, self.choice, self.draws)

    def drawn(self, index: int) -> _Position:
        return _Position(self.setup, self.war, self.choice, (*self.draws, index))

    def chosen(self, side: int, verb: str, target: int) -> _Position:
        return _Position(self.setup, self.war, (side, verb, target), ())

    @property
    def decision(self) -> Decision | None:
        return None if self.weights or self.war is None else self.war.decision


def _position(
    name: str, scenario: str, options: dict[str, OptionValue], pack: str, text: str | None,
    choice: tuple[int, str, int] | None, draws: tuple[int, ...],
) -> _Position:  # fmt: skip
    """A pickled position."""
    war = None
    if text is not None:
        war = game(name).position(text)
        war.dice = SEALED
    return _Position(game(name).setup(scenario, options, pack), war, choice, draws)


class _State(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position in OpenSpiel's words."""

    def __init__(self, spiel: Any) -> None:
        super().__init__(spiel)
        self.spiel = spiel
        self.at = spiel.start

    def current_player(self) -> int:
        if self.at.weights:
            return int(pyspiel.PlayerId.CHANCE)
        decision = self.at.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else decision.side

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.at.decision
        assert decision is not None and decision.side == player
        return list(self.spiel.actions.legal(decision))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        total = sum(self.at.weights)
        return [(index, weight / total) for index, weight in enumerate(self.at.weights) if weight]

    def _apply_action(self, action: int) -> None:
        if self.at.weights:
            self.at = self.at.drawn(action)
            return
        decision = self.at.decision
        assert decision is not None
        self.at = self.at.chosen(decision.side, *self.spiel.actions.choice(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == pyspiel.PlayerId.CHANCE else self.spiel.actions.names[action]

    def is_terminal(self) -> bool:
        return not self.at.weights and self.at.war is not None and self.at.war.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.at.war.outcome if self.at.war is not None else None
        if self.at.weights or outcome is None or outcome.winner < 0:
            return [0.0, 0.0]
        return [1.0 if outcome.winner == side else -1.0 for side in range(2)]

    def resample_from_infostate(self, player: int, sampler: Any = random.random) -> _State:
        """A state this player cannot tell from this one: everything it does not know dealt anew. ``sampler`` gives numbers from 0 to 1."""
        assert self.at.war is not None and not self.at.weights, "only where somebody decides"
        war = self.at.war.imagine(player, random.Random(sampler()))
        war.dice = SEALED
        twin = _State(self.spiel)
        twin.at = _Position(self.at.setup, war, None, ())
        return twin

    def __str__(self) -> str:
        """Who is asked what, and a digest: equal words for equal positions only."""
        war = self.at.war
        here = "before the game" if war is None else sha256(repr(war.key()).encode()).hexdigest()
        decision = self.at.decision
        asked = "" if decision is None else f"{self.spiel.setup.game.sides[decision.side].id}: {decision.prompt}"
        return f"{asked} {here} {self.at.choice} {self.at.draws}"


class _Observer:
    """What a player sees, from the declared fields of the state; or everything, if all players' private things are asked for."""

    def __init__(self, spiel: Any, blind: bool, whole: bool = False) -> None:
        self.spiel = spiel
        self.blind = blind
        """Only what is private is asked for, in a game where nothing is."""
        self.whole = whole
        self.eyes = None if blind else spiel.whole() if whole else spiel.eyes
        self.tensor = None if self.eyes is None else np.zeros(self.eyes.size, np.float32)
        self.dict = {} if blind else {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        war = state.at.war
        if self.eyes is None or self.tensor is None or war is None:
            return
        if state.at is not self.spiel.start:
            self.eyes.look_into(war, player, self.tensor)
            return
        # OpenSpiel looks at the start whenever it wants to know the shape of a tensor: an observer that went there and back each time
        # would write everything anew.
        known = self.spiel.at_start
        if (self.whole, player) not in known:
            known[self.whole, player] = self.eyes.look(war, player)
        self.tensor[:] = known[self.whole, player]

    def string_from(self, state: _State, player: int) -> str:
        if self.blind:
            return ""
        war = state.at.war
        if war is None:
            return "before the game"
        return str(state) if self.whole else repr((war.view(player), war.decisions.get(player)))


def _game_class(rules: Rules) -> tuple[Any, type]:
    known: dict[int, tuple[Setup, Actions, Features]] = {}
    """What belongs to a setup: OpenSpiel copies games as freely as states."""
    kind = pyspiel.GameType(
        short_name=f"grandharbour_{rules.id}",
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if rules.secrets
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": "", "tables": ""},
    )

    class Spiel(pyspiel.Game):  # type: ignore[misc]
        """The rulebook: first scenario unless another is named, ``options`` as "name=value;name=value", ``tables`` the text of a pack."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            chosen = dict(params or {})
            self.setup = rules.setup(
                chosen.get("scenario") or None,
                _options(rules, chosen.get("options", ""), chosen.get("tables", "")),
                chosen.get("tables", ""),
            )
            if id(self.setup) not in known:
                known[id(self.setup)] = self.setup, Actions(self.setup), Features(self.setup)
            _, self.actions, self.eyes = known[id(self.setup)]
            info = pyspiel.GameInfo(
                num_distinct_actions=len(self.actions), max_chance_outcomes=MOST_OUTCOMES, num_players=2,
                min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=LONGEST,
            )  # fmt: skip
            super().__init__(kind, info, chosen)
            self.start = _Position(self.setup, None, None, ())
            self.at_start: dict[tuple[bool, int], Vector] = {}

        def new_initial_state(self) -> _State:
            return _State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            whole = iig_obs_type is not None and iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS
            return _Observer(self, not rules.secrets and iig_obs_type is not None and not iig_obs_type.public_info, whole)

        def whole(self) -> Features:
            return Features(self.setup, whole=True)

        def __reduce__(self) -> tuple[Any, ...]:
            return _load, (kind.short_name, self.get_parameters())

        def max_chance_nodes_in_history(self) -> int:
            return LONGEST

    return kind, Spiel


def at(spiel: Any, war: War) -> _State:
    """A war of ours as a state of a loaded game, at a decision; its dice are OpenSpiel's from there on."""
    state = _State(spiel)
    war = war.copy()
    war.dice = SEALED
    state.at = _Position(war.setup, war, None, ())
    return state


def _options(rules: Rules, said: str, pack: str) -> dict[str, OptionValue]:
    """``"lucky=ask;aa_reaction=true"`` as checked options."""
    given: dict[str, OptionValue] = {}
    for item in filter(None, said.split(";")):
        name, _, value = item.partition("=")
        given[name.strip()] = {"true": True, "false": False}.get(value.strip(), value.strip())
    return rules.check_options(given, rules.laid(pack))


def _load(name: str, parameters: dict[str, Any]) -> Any:
    """A pickled game, in a process that may not know it yet."""
    register()
    return pyspiel.load_game(name, parameters)


def register() -> list[str]:
    """Make the installed games for two known to OpenSpiel; their names there."""
    known = set(pyspiel.registered_names())
    names = []
    for rules in games().values():
        if len(rules.sides) == 2:
            name = f"grandharbour_{rules.id}"
            if name not in known:
                pyspiel.register_game(*_game_class(game(rules.id)))
            names.append(name)
    return names

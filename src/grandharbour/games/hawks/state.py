"""The sky over Malta: what is where, and what each side knows of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING, Annotated, TypeAlias

from ...engine.game import OptionValue, Setup
from ...engine.geometry.bits import bits
from ...engine.geometry.squares import SquareGrid
from ...engine.kinds import NOWHERE, Names, PerPiece, PerSide, Piece, Pieces, Side, Space, Spaces, Words
from ...engine.tables import Tables, TablesError
from ...engine.war import War, per

if TYPE_CHECKING:
    from . import Hawks

IT, BR = 0, 1
FACE, GREEN, LUCKY, NONE = range(4)
CHITS = ("FACE", "GREEN", "LUCKY", "NONE")
LABELS = {"CR42": "CR.42", "G50": "G.50", "MC200": "C.200", "BR20": "BR.20", "SM79": "SM.79", "Z1007": "Z.1007"}
"""What is printed on the counters, where the rulebook abbreviates it otherwise."""
Chit: TypeAlias = Annotated[int, Words(*CHITS)]


def weighted(number: int, weights: list[int]) -> int:
    """The place a number from 0 to the sum of the weights falls into."""
    for place, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return place
    raise ValueError("the number is larger than the weights")


def _deals(left: list[int], ordinary: int, unlucky: int) -> list[int]:
    """In how many ways the bag can serve planes that are LUCKY or NONE and planes that are anything but LUCKY, by the number
    of NONE the first take."""
    others = left[FACE] + left[GREEN] + left[NONE]
    return [
        comb(ordinary, n) * perm(left[NONE], n) * perm(left[LUCKY], ordinary - n) * perm(others - n, unlucky)
        if n <= others
        else 0
        for n in range(ordinary + 1)
    ]


class HawksSetup(Setup):
    """A scenario with its options and tables, worked out once: planes, board, hit numbers, modifiers."""

    def __init__(self, game: Hawks, scenario: str, options: Mapping[str, OptionValue], tables: Tables) -> None:
        pieces = self._read_planes(scenario, tables)
        spaces = self._read_board(tables)
        spoken = tuple(f"{LABELS.get(kind, kind)} {number}" for kind, number in (piece.rsplit(" ", 1) for piece in pieces))
        super().__init__(
            game, scenario, options, tables, Names(("IT", "BR"), tuple(pieces), tuple(spaces), spoken={"piece": spoken})
        )
        self._look_around()
        self._read_places(options, tables)
        self._read_numbers(scenario, tables)
        self._read_options(options)
        self._check_tables()

    def _read_planes(self, scenario: str, tables: Tables) -> list[str]:
        """Exactly the planes the scenario lists [HM-SETUP.1; HM-SCN.1, HM-SCN.2, HM-SCN.3, HM-SCN.4]; returns their names."""
        self.kinds: list[str] = []
        self.side_of: list[int] = []
        pieces: list[str] = []
        for side, name in enumerate(("IT", "BR")):
            roster = tables[f"scenarios.{scenario}.roster.{name}"]
            for kind, count in roster.items():
                for number in range(1, count + 1):
                    pieces.append(f"{kind} {number}")
                    self.kinds.append(kind)
                    self.side_of.append(side)
        self.planes = len(pieces)
        self.class_of = [int(tables[f"planes.{kind}.class"]) for kind in self.kinds]
        self.loads = [int(tables[f"planes.{kind}.bombs"]) for kind in self.kinds]
        self.bombing: list[tuple[int, ...]] = [tuple(tables[f"planes.{kind}.bombing"]) for kind in self.kinds]
        self.own = [sum(1 << p for p in range(self.planes) if self.side_of[p] == side) for side in (IT, BR)]
        self.bombers = sum(1 << p for p in range(self.planes) if tables[f"planes.{self.kinds[p]}.bomber"])
        self.fighters = (1 << self.planes) - 1 & ~self.bombers
        return pieces

    def _read_board(self, tables: Tables) -> list[str]:
        """Cells, and behind them the squares below them; returns their names."""
        grid = self.grid = SquareGrid(tables["board.columns"], tables["board.ranks"], tables["board.levels"])
        self.cells = list(bits(grid.all))
        self.height = max(self.cells) + 1
        """Spaces below this are cells; from it on they are squares."""
        spaces = [""] * (self.height + max(bits(grid.squares)) + 1)
        for cell in self.cells:
            spaces[cell] = grid.name(cell)
        for square in bits(grid.squares):
            spaces[self.height + square] = grid.square_name(square)
        return spaces

    def _look_around(self) -> None:
        """Dense copies of what the hot code asks about a cell."""
        grid, size = self.grid, self.height
        self.next_to = [grid.neighbours(c) if grid.all >> c & 1 else 0 for c in range(size)]
        self.level = [grid.place(c)[2] for c in range(size)]
        self.stack = [grid.column_of(c) if grid.all >> c & 1 else 0 for c in range(size)]
        self.square_bit = [1 << self.height + grid.square(c) for c in range(size)]
        """The square of a cell as a set of spaces."""
        self.below = [next(iter(bits(grid.below(c))), NOWHERE) if grid.all >> c & 1 else NOWHERE for c in range(size)]
        self.above = [next(iter(bits(grid.above(c))), NOWHERE) if grid.all >> c & 1 else NOWHERE for c in range(size)]

    def _read_places(self, options: Mapping[str, OptionValue], tables: Tables) -> None:
        """Where planes enter and where Objectives, guns and clouds may lie."""
        grid = self.grid
        edge = [tables["board.entry.IT"], tables["board.entry.BR"]]
        column = ord(tables["board.entry_column"]) - ord("A") + 1
        single = options["entry"] == "single"
        self.entry = [
            sum(1 << c for c in self.cells if grid.place(c)[1] == rank and (not single or grid.place(c)[0] == column))
            for rank in edge
        ]
        """The cells each side enters from [HM-SETUP.6]."""
        squares = list(bits(grid.squares))
        self.squares = grid.squares << self.height
        if options["objectives"] == "manhattan4":
            far = tables["board.objective_distance"]
            doors = [grid.square(c) for c in bits(self.entry[IT])]
            allowed = [s for s in squares if min((grid.manhattan(s, d) for d in doors), default=0) == far]
        else:
            allowed = [s for s in squares if grid.place(s)[1] == tables["board.objective_rank"]]
        self.objective_squares = sum(1 << s for s in allowed) << self.height
        self.gun_squares = sum(1 << s for s in squares if grid.place(s)[1] != edge[IT]) << self.height
        self.cloud_cells = grid.all & ~(self.entry[IT] | self.entry[BR])

    def _read_numbers(self, scenario: str, tables: Tables) -> None:
        self.hits_on: list[int] = tables["fire.hits_on"]
        self.hits_to_kill: int = tables["fire.hits_to_kill"]
        self.aa_needs: list[int] = [0, *tables["aa.needs"]]
        self.aa_shoots_down: int = tables["aa.shoots_down"]
        self.chit_amount = [int(tables[f"chits.drm.{chit}"]) for chit in CHITS]
        self.bag = [int(tables[f"chits.bag.{chit}"]) for chit in CHITS]
        drm = {key: int(tables[f"fire.drm.{key}"]) for key in tables.under("fire.drm")}
        self.mod_damaged = ("modifier-damaged", drm["firer_hit"], "HM-DRM.1")
        self.mod_bomber = ("modifier-bomber", drm["target_bomber"], "HM-DRM.2")
        self.mod_lower = ("modifier-lower", drm["target_lower"], "HM-DRM.3")
        self.mod_higher = ("modifier-higher", drm["target_higher"], "HM-DRM.4")
        self.mod_cloud = ("modifier-cloud", drm["cloud"], "HM-DRM.5")
        self.mod_bomber_damaged = ("modifier-bomber-damaged", int(tables["bombing.drm.bomber_hit"]), "HM-BOMB.5")
        self.mod_bomber_cloud = ("modifier-bomber-cloud", int(tables["bombing.drm.cloud"]), "HM-BOMB.6")
        self.drift: list[str] = tables["clouds.direction"]
        self.climb: list[int] = tables["clouds.climb"]

        self.max_turns: int = tables["victory.max_turns"]
        self.par: int = tables[f"scenarios.{scenario}.par"]
        self.par_single: int = tables[f"scenarios.{scenario}.par_single"]
        self.points = {key: int(tables[f"victory.{key}"]) for key in ("objective", "fighter", "bomber", "bomber_before_bombing")}

    def _read_options(self, options: Mapping[str, OptionValue]) -> None:
        self.lucky_asks = options["lucky"] == "ask"
        self.random_priority = options["priority"] == "random"
        self.stop_on_contact = bool(options["stop_on_contact"])
        self.same_cell_both = options["same_cell_reaction"] == "both"
        self.aa_reaction = bool(options["aa_reaction"])
        self.aa_drm = options["aa_drm"] == "fire"
        self.aa_natural = options["aa_twelve"] == "natural"
        self.aa_on_ruin = options["aa_on_ruin"] == "stays"
        self.single_objective = options["single_objective"]

    def _check_tables(self) -> None:
        """Refuse a table pack whose values fit one by one but make no game together."""
        tables, roster = self.tables, f"scenarios.{self.scenario}.roster"
        aims = "board.objective_distance" if self.options["objectives"] == "manhattan4" else "board.objective_rank"
        column = tables["board.entry_column"]
        for key, fits, reason in (
            (f"{roster}.IT", self.own[IT] & self.bombers, "Italy needs a bomber"),
            (f"{roster}.BR", self.own[BR], "Britain needs a plane"),
            ("chits.bag", sum(self.bag) >= self.planes, f"{sum(self.bag)} chits for {self.planes} planes"),
            ("board.entry_column", ord(column) - ord("A") < self.grid.columns, f"the board has no column {column}"),
            ("board.entry.IT", self.entry[IT], f"the board has {self.grid.ranks} ranks"),
            ("board.entry.BR", self.entry[BR], f"the board has {self.grid.ranks} ranks"),
            (aims, self.objective_squares, "no square is left for Objectives"),
            *((f"planes.{kind}.bombing", row or not self.bombers >> p & 1, "a bomber without bombing numbers")
              for p, (kind, row) in enumerate(zip(self.kinds, self.bombing))),
        ):  # fmt: skip
            if not fits:
                raise TablesError(f"{key}: {reason}")


class Sky(War):
    """A game of Hawks over Malta in play."""

    setup: HawksSetup
    scopes = ("turn",)

    turn: int
    at: PerPiece[Space]
    """The cell of each plane, NOWHERE before it is placed and after it has left."""
    hit_markers: PerPiece[int]
    fired: Pieces = per("turn")
    bombed: Pieces
    down: Pieces
    home: Pieces
    chit: PerPiece[Chit]
    """Secret until turned up: a side knows its own."""
    up: Pieces
    """Chits lying face up."""
    ordinary: Pieces
    """Planes everybody knows to be neither FACE nor GREEN: they have rolled and no chit was turned [HM-CHIT.5]."""
    unlucky: Pieces
    """Planes everybody knows not to be LUCKY: the chit would have turned a roll and did not."""
    objectives: Spaces
    ruins: Spaces
    objectives_rolled: int
    guns: Spaces
    guns_fired: Spaces = per("turn")
    clouds: tuple[Space, ...]
    """Sorted; several may share a cell [HM-CLOUD.5]."""
    order: PerSide[tuple[Piece, ...]] = per("turn")
    """Priority chits, secret until shown."""
    order_shown: bool = per("turn")
    last_order: PerSide[tuple[Piece, ...]]
    initiative: Side

    # --- reading the board

    def on_board(self, side: int) -> int:
        """The planes of a side that are flying over the board."""
        return self.setup.own[side] & ~(self.down | self.home)

    def fog(self) -> int:
        """The cells with a cloud."""
        mask = 0
        for cell in self.clouds:
            mask |= 1 << cell
        return mask

    def planes_in(self, candidates: int, cell: int) -> int:
        """Those of a set of planes that are in a cell."""
        at = self.at
        planes = 0
        while candidates:
            low = candidates & -candidates
            if at[low.bit_length() - 1] == cell:
                planes |= low
            candidates ^= low
        return planes

    def planes_over(self, candidates: int, cells: int) -> int:
        """Those of a set of planes that are in one of these cells."""
        at = self.at
        planes = 0
        while candidates:
            low = candidates & -candidates
            if cells >> at[low.bit_length() - 1] & 1:
                planes |= low
            candidates ^= low
        return planes

    # --- what a side cannot know

    def known_chits(self, side: int | None) -> int:
        """The planes whose chit a side knows: its own, and those turned up."""
        return self.up if side is None else self.up | self.setup.own[side]

    def unseen_bag(self, side: int | None) -> list[int]:
        """How many chits of each kind a side has not seen."""
        left = self.setup.bag[:]
        for plane in bits(self.known_chits(side)):
            left[self.chit[plane]] -= 1
        return left

    def imagine(self, side: int | None, rng: random.Random) -> Sky:
        """Deal the chits the side cannot see anew, and hide the other's priorities behind an arbitrary choice."""
        new = super().imagine(side, rng)
        left = self.unseen_bag(side)
        groups = self._unknown(side)
        chit = new.chit

        def deal(plane: int, *allowed: int) -> None:
            kind = allowed[weighted(rng.randrange(sum(left[kind] for kind in allowed)), [left[kind] for kind in allowed])]
            chit[plane] = kind
            left[kind] -= 1

        for plane in groups[0]:
            deal(plane, NONE)
        # How many of the planes that are LUCKY or NONE are NONE, by the number of deals each answer leaves.
        weights = _deals(left, len(groups[1]), len(groups[2]))
        chosen = set(rng.sample(groups[1], weighted(rng.randrange(sum(weights)), weights)))
        for plane in groups[1]:
            deal(plane, NONE if plane in chosen else LUCKY)
        for plane in groups[2]:
            deal(plane, FACE, GREEN, NONE)
        for plane in groups[3]:
            deal(plane, FACE, GREEN, LUCKY, NONE)
        if not self.order_shown:
            # How far the other side has got with its priorities is a secret too: it is imagined not to have begun.
            new.order = [new.order[s] if s == side else () for s in (IT, BR)]
        return new

    def _unknown(self, side: int | None) -> list[list[int]]:
        """The planes whose chit a side cannot see, by what it may be: NONE; LUCKY or NONE; anything but LUCKY; anything."""
        groups: list[list[int]] = [[], [], [], []]
        for plane in bits((1 << self.setup.planes) - 1 & ~self.known_chits(side)):
            ordinary, unlucky = self.ordinary >> plane & 1, self.unlucky >> plane & 1
            groups[0 if ordinary and unlucky else 1 if ordinary else 2 if unlucky else 3].append(plane)
        return groups

    def worlds(self, side: int | None, verb: str, target: int) -> Iterable[tuple[Fraction, Sky]]:
        """Before a shot: one world for each chit the other plane may have, weighted by what has been seen."""
        if verb not in ("attack", "fire"):
            # Whom a move will meet is not settled yet: pilots that cannot be known count as ordinary.
            world = self.copy()
            for plane in bits((1 << self.setup.planes) - 1 & ~self.known_chits(side)):
                world.chit[plane] = NONE
            return ((Fraction(1), world),)
        if self.known_chits(side) >> target & 1:
            return ((Fraction(1), self.copy()),)
        groups = self._unknown(side)
        mine = next(number for number, group in enumerate(groups) if target in group)
        groups[mine].remove(target)
        weighed = []
        for kind in ((NONE,), (LUCKY, NONE), (FACE, GREEN, NONE), (FACE, GREEN, LUCKY, NONE))[mine]:
            left = self.unseen_bag(side)
            weight = left[kind]
            left[kind] -= 1
            weight *= perm(left[NONE], len(groups[0])) if weight else 0
            left[NONE] -= len(groups[0])
            weight *= sum(_deals(left, len(groups[1]), len(groups[2]))) if weight else 0
            if weight:
                world = self.copy()
                world.chit[target] = kind
                weighed.append((weight, world))
        total = sum(weight for weight, _ in weighed)
        return [(Fraction(weight, total), world) for weight, world in sorted(weighed, key=lambda pair: -pair[0])]

    # --- points

    def scores(self) -> tuple[int, int]:
        """Points of both sides [HM-END.2]."""
        setup, points = self.setup, self.setup.points
        lost = self.down & setup.own[IT]
        bombers = lost & setup.bombers
        laden = bombers & ~self.bombed
        italy = points["objective"] * self.ruins.bit_count() + points["fighter"] * (self.down & setup.own[BR]).bit_count()
        britain = (
            points["fighter"] * (lost & setup.fighters).bit_count()
            + points["bomber_before_bombing"] * laden.bit_count()
            + points["bomber"] * (bombers & ~laden).bit_count()
        )
        return italy, britain

    def par(self) -> int:
        """The margin Italy must beat [HM-END.2]."""
        setup = self.setup
        return setup.par_single if self.objectives_rolled == 1 and setup.single_objective == "par" else setup.par

    # --- truth

    def check(self) -> None:
        """What is always true, whatever the players do."""
        setup = self.setup
        cells = setup.grid.all
        all_planes = (1 << setup.planes) - 1
        gone = self.down | self.home
        self.insist(not self.down & self.home, "check-down-and-home")
        self.insist(not gone & ~all_planes, "check-no-roster")
        self.insist(not self.home & setup.own[BR], "check-british-plane-left", rule="HM-MOVE.8")
        for plane in range(setup.planes):
            if gone >> plane & 1:
                self.insist(self.at[plane] == NOWHERE, "check-gone-on-board")
            else:
                self.insist(
                    (self.at[plane] == NOWHERE and self.turn == 0) or (self.at[plane] != NOWHERE and cells >> self.at[plane] & 1),
                    "check-beside-the-board",
                )
                self.insist(0 <= self.hit_markers[plane] < setup.hits_to_kill, "check-too-many-hits", rule="HM-HIT.1")
        self.insist(not self.bombed & ~setup.bombers, "check-fighter-bombed")
        self.insist(not self.objectives & self.ruins, "check-objective-and-ruin")
        self.insist(
            not (self.objectives | self.ruins) & ~setup.objective_squares, "check-objective-on-wrong-square", rule="HM-SETUP.3"
        )
        self.insist(not self.guns & ~setup.gun_squares, "check-gun-on-wrong-square", rule="HM-SETUP.4")
        self.insist(not self.guns_fired & ~self.guns, "check-gun-fired-not-there")
        self.insist(all(cells >> c & 1 for c in self.clouds) and len(self.clouds) <= 6, "check-clouds-wrong", rule="HM-SETUP.5")
        assert list(self.clouds) == sorted(self.clouds), "clouds are kept in order"
        for chit in range(4):
            held = sum(1 for plane in range(setup.planes) if self.chit[plane] == chit)
            self.insist(held <= setup.bag[chit], "check-too-many-chits", rule="HM-SETUP.2")
        for plane in range(setup.planes):
            wrong = [FACE, GREEN] if self.ordinary >> plane & 1 else []
            wrong += [LUCKY] if self.unlucky >> plane & 1 else []
            self.insist(self.chit[plane] not in wrong, "check-chit-known-otherwise", rule="HM-CHIT.5")
        for side in (IT, BR):
            order = self.order[side]
            self.insist(len(set(order)) == len(order), "check-priority-stands-twice", rule="HM-PRI.1")
            self.insist(all(setup.side_of[plane] == side for plane in order), "check-priority-of-other-side")
        self.insist(0 <= self.turn <= setup.max_turns, "check-turn-out-range", rule="HM-END.1")

    # --- what is forbidden in any step

    def domain(self, side: int, kind: str) -> int:
        """A person may click any space of the sky; squares only where guns and Objectives are placed."""
        return self.setup.grid.all if kind == "space" else super().domain(side, kind)

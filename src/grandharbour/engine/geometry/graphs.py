"""Area and point-to-point maps: named spaces joined by edges of several kinds, such as sea, land and air.

A space is its place in the list of names, a set of spaces an ``int`` with that bit set.

>>> graph = Graph(["Gibraltar", "Algiers", "Tunis", "Malta"],
...     {"sea": [("Gibraltar", "Algiers"), ("Algiers", "Malta"), ("Tunis", "Malta")], "land": [("Algiers", "Tunis")]})
>>> malta = graph.named("Malta")
>>> [graph.name(s) for s in bits(graph.neighbours(malta))]
['Algiers', 'Tunis']
>>> graph.distance(graph.named("Gibraltar"), malta), graph.only("land").distance(graph.named("Gibraltar"), malta)
(2, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .bits import bits, first

__all__ = ["Graph"]


class Graph:
    """A map of named spaces; *edges* lists the joined pairs of names of each kind. Every edge leads both ways."""

    def __init__(self, names: Iterable[str], edges: Mapping[str, Iterable[tuple[str, str]]]) -> None:
        #: The names in order.
        self.names = tuple(names)
        self._index = {name: index for index, name in enumerate(self.names)}
        if len(self._index) != len(self.names):
            raise ValueError("two spaces have the same name")
        #: Every space.
        self.all = (1 << len(self.names)) - 1
        self._by_kind = {kind: [0] * len(self.names) for kind in edges}
        for kind, pairs in edges.items():
            near = self._by_kind[kind]
            for here, there in pairs:
                a, b = self.named(here), self.named(there)
                if a == b:
                    raise ValueError(f"{here} is joined to itself")
                near[a] |= 1 << b
                near[b] |= 1 << a
        self._near = [0] * len(self.names)
        for near in self._by_kind.values():
            self._near = [some | more for some, more in zip(self._near, near)]
        self._parts: dict[tuple[str, ...], Graph] = {}
        self._shells: dict[int, list[int]] = {}

    def __repr__(self) -> str:
        return f"<Graph of {len(self.names)} spaces: {', '.join(self.kinds)}>"

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of edges."""
        return tuple(self._by_kind)

    def only(self, *kinds: str) -> Graph:
        """The same map with only these kinds of edges; made once and remembered."""
        if kinds not in self._parts:
            pairs = {
                kind: [(self.names[a], self.names[b]) for a, near in enumerate(self._by_kind[kind]) for b in bits(near)]
                for kind in kinds
            }
            self._parts[kinds] = Graph(self.names, pairs)
        return self._parts[kinds]

    def named(self, name: str) -> int:
        """The space with this name."""
        try:
            return self._index[name]
        except KeyError:
            raise ValueError(f"no space called {name!r}") from None

    def name(self, space: int) -> str:
        """The name of a space."""
        return self.names[space]

    def neighbours(self, space: int, kind: str | None = None) -> int:
        """The spaces joined to one, by edges of one kind or of any."""
        return self._near[space] if kind is None else self._by_kind[kind][space]

    def edges(self, a: int, b: int) -> tuple[str, ...]:
        """The kinds of edges that join two spaces, empty if none does."""
        return tuple(kind for kind, near in self._by_kind.items() if near[a] >> b & 1)

    def spread(self, mask: int) -> int:
        """The neighbours of all spaces of a set."""
        near = self._near
        around = 0
        while mask:
            low = mask & -mask
            around |= near[low.bit_length() - 1]
            mask ^= low
        return around

    def within(self, mask: int, steps: int) -> int:
        """All spaces at most *steps* edges away from a set, the set included."""
        return self.flood(mask, self.all, steps)

    def flood(self, sources: int, passable: int, limit: int | None = None, goal: int = 0) -> int:
        """All spaces that can be reached from the sources through passable ones, sources included.

        Stops after *limit* steps, or as soon as every space of *goal* is reached (test the goal in the answer).
        The sources need not be passable themselves.
        """
        if goal and not goal & ~sources:
            return sources
        todo = passable & self.all & ~sources
        fresh = reached = sources
        steps = -1 if limit is None else limit
        while fresh and steps:
            steps -= 1
            fresh = self.spread(fresh) & todo
            todo ^= fresh
            reached |= fresh
            if goal and not goal & ~reached:
                break
        return reached

    def distance(self, a: int, b: int) -> int | None:
        """The number of edges on the shortest way, or None if there is no way."""
        if a not in self._shells:
            self._shells[a] = self._shells_around(a, self.all)
        for steps, shell in enumerate(self._shells[a]):
            if shell >> b & 1:
                return steps
        return None

    def path(self, a: int, b: int, passable: int | None = None) -> list[int] | None:
        """A shortest way, both ends included, or None if there is none; the start need not be passable.

        Of equally short ways it is always the same one: seen from the end, through the space named first.
        """
        shells = self._shells_around(a, self.all if passable is None else passable, b)
        if not shells[-1] >> b & 1:
            return None
        path = [b]
        for shell in reversed(shells[:-1]):
            b = first(self._near[b] & shell)
            path.append(b)
        path.reverse()
        return path

    def _shells_around(self, a: int, passable: int, goal: int | None = None) -> list[int]:
        """The spaces 0, 1, 2 ... steps away, up to the goal if one is given."""
        shells = [1 << a]
        todo = passable & self.all & ~shells[0]
        while goal is None or not shells[-1] >> goal & 1:
            fresh = self.spread(shells[-1]) & todo
            if not fresh:
                break
            todo ^= fresh
            shells.append(fresh)
        return shells

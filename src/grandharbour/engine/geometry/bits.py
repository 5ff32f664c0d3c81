"""Sets of spaces or pieces as plain integers: bit *i* is set when number *i* belongs to the set.

Union, intersection and difference are then ``|``, ``&`` and ``& ~``, and counting is ``mask.bit_count()``.
The few things an ``int`` does not offer are here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

__all__ = ["bits", "distances", "first", "mask_of", "nth"]

# The positions of the set bits of every byte.
_IN_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
# Halvings used by nth(): a width and the mask of that many low bits.
_HALVES = tuple((width, (1 << width) - 1) for width in (1024, 512, 256, 128, 64, 32, 16, 8))
_CHUNK = 2048
_CHUNK_MASK = (1 << _CHUNK) - 1


def _members(mask: int) -> tuple[int, ...]:
    """The members of a set, lowest first.

    >>> bits(0b101001)
    (0, 3, 5)
    """
    if mask.bit_count() < 100:
        # Taking bits off the top makes the number shorter each time, which taking the lowest one does not.
        members = []
        while mask:
            top = mask.bit_length() - 1
            members.append(top)
            mask ^= 1 << top
        return tuple(reversed(members))
    data = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
    return tuple([base + bit for base, byte in zip(range(0, len(data) * 8, 8), data) if byte for bit in _IN_BYTE[byte]])


bits: Callable[[int], tuple[int, ...]] = lru_cache(maxsize=1 << 14)(_members)
"""The members of a set, lowest first. The same few sets are asked for again and again, above all where plans are tried out."""


def first(mask: int) -> int:
    """The lowest member of a set, or -1 if it is empty.

    >>> first(0b1000), first(0)
    (3, -1)
    """
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The member with *n* lower ones, so ``nth(mask, 0)`` is the lowest; for picking one at random without a list.

    >>> nth(0b101001, 2)
    5
    """
    if not 0 <= n < mask.bit_count():
        raise IndexError(f"no member {n} in a set of {mask.bit_count()}")
    base = 0
    while mask > _CHUNK_MASK:
        low = mask & _CHUNK_MASK
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            n -= count
            mask >>= _CHUNK
            base += _CHUNK
    for width, low_bits in _HALVES:
        if mask > low_bits:
            low = mask & low_bits
            count = low.bit_count()
            if n < count:
                mask = low
            else:
                n -= count
                mask >>= width
                base += width
    return base + _IN_BYTE[mask][n]


def mask_of(members: Iterable[int]) -> int:
    """The set with these members.

    >>> bin(mask_of([0, 3, 5]))
    '0b101001'
    """
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def distances(start: int, spread: Callable[[int], int]) -> dict[int, int]:
    """Steps from a place to every place that can be reached, where ``spread`` gives what is one step from a set.

    >>> distances(2, lambda places: places << 1 & 0b11111)
    {2: 0, 3: 1, 4: 2}
    """
    away = {start: 0}
    edge = seen = 1 << start
    steps = 0
    while edge:
        steps += 1
        edge = spread(edge) & ~seen
        seen |= edge
        away |= dict.fromkeys(bits(edge), steps)
    return away

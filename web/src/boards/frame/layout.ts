/** What stands where: piles, heaps, counters and markers of a view, laid out by a board's geometry. */
import type { Marker, Piece, Space } from "../../lib/wire";
import type { Berth, Box, Geometry, Heap } from "../geometry";
import { strength } from "../hexes";
import { apart } from "../stacks";

/** The pieces of each space, lowest first. */
export type Stacks = Map<string, Piece[]>;

export interface Placed {
  piece: Piece;
  berth: Berth;
}

/** A heap on its space, and how many of it may be chosen. */
export interface LaidHeap extends Heap {
  space: string;
  may: number;
}

/** The height of a pile is written at the corner of its uppermost counter. */
export interface Height {
  space: string;
  x: number;
  y: number;
  top: string;
  count: number;
  /** What the strengths of the pile make together. */
  sum: number;
}

export function stacksOf(pieces: Piece[], sorted?: Geometry["sorted"]): Stacks {
  const stacks: Stacks = new Map();
  for (const piece of pieces) {
    const pile = piece.at ? stacks.get(piece.at) : undefined;
    if (pile) pile.push(piece);
    else if (piece.at) stacks.set(piece.at, [piece]);
  }
  if (sorted) for (const [space, pile] of stacks) stacks.set(space, sorted(pile));
  return stacks;
}

/** Heaps of pieces by kind, with those uppermost that may be chosen. */
export function heapsOf(stacks: Stacks, geometry: Geometry, unit: number, may: (id: string) => boolean, about?: string): LaidHeap[] {
  if (!geometry.heaps) return [];
  const rank = (piece: Piece) => (piece.id === about ? 2 : may(piece.id) ? 1 : 0);
  const laid = [...stacks].flatMap(([space, pieces]) =>
    geometry.heaps!(space, pieces, unit).map((heap) => ({
      ...heap,
      space,
      may: heap.pieces.filter((piece) => may(piece.id)).length,
      pieces: [...heap.pieces].sort((a, b) => rank(a) - rank(b)),
    })),
  );
  return apart(laid);
}

/** Of a heap only the uppermost are drawn, a little apart. */
export function topsOf(heaps: LaidHeap[]): Placed[] {
  return heaps.flatMap(({ pieces, berth }) => {
    const top = pieces.slice(-3);
    const step = berth.w * 0.055;
    return top.map((piece, i) => ({ piece, berth: { ...berth, x: berth.x + (i - top.length + 1) * step, y: berth.y - (i - top.length + 1) * step } }));
  });
}

/** The counters of every pile, in the order they are drawn: that of the piles where the geometry sorts them, else the view's. */
export function placedOf(stacks: Stacks, geometry: Geometry, pieces: Piece[], unit: number): Placed[] {
  const berths = new Map<string, Berth>();
  for (const [space, pile] of stacks) geometry.berths(space, pile, unit).forEach((berth, i) => berths.set(pile[i]!.id, berth));
  const order = geometry.sorted ? [...stacks.values()].flat() : pieces;
  return order.flatMap((piece) => {
    const berth = berths.get(piece.id);
    return berth ? [{ piece, berth }] : [];
  });
}

export function heightsOf(stacks: Stacks, geometry: Geometry, unit: number): Height[] {
  if (!geometry.piled) return [];
  return [...stacks].flatMap(([space, pieces]) => {
    if (pieces.length < 2 || !geometry.piled!(space)) return [];
    const berth = geometry.berths(space, pieces, unit).at(-1)!;
    return [{ space, x: berth.x + berth.w, y: berth.y, top: pieces.at(-1)!.id, count: pieces.length, sum: strength(pieces) }];
  });
}

/** Markers beside those of their kind on a space; where there are heaps, beside all that lie there. */
export function markersOf(markers: Marker[], geometry: Geometry): { marker: Marker; box: Box }[] {
  const beside = new Map<string, Marker[]>();
  for (const marker of markers) {
    const key = geometry.heaps ? marker.at : `${marker.at}|${marker.kind}`;
    beside.set(key, [...(beside.get(key) ?? []), marker]);
  }
  return [...beside.values()].flatMap((same) => same.map((marker, i) => ({ marker, box: geometry.marker(marker, i, same.length) })));
}

/** Where most pieces of a side are on the map itself, not in a box of the sheet. */
export function thickest(stacks: Stacks, spaces: Map<string, Space>, side: string | null): string | undefined {
  const map = [...stacks].filter(([space]) => spaces.get(space)?.shape?.length !== 4);
  const own = map.map(([space, pieces]) => ({ space, n: pieces.filter((piece) => piece.side === side).length }));
  return own.sort((a, b) => b.n - a.n)[0]?.space;
}

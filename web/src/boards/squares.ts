/** Squares with altitudes: each square is a little cupboard of shelves, the highest on top, over a strip of ground. */
import type { Board, Space } from "../lib/wire";
import { rectangle, type Berth, type Box, type Geometry } from "./geometry";

/** Share of a square's height that is ground, where targets and guns stand. */
export const GROUND = 0.14;
/** Share of a square's width for the level numbers on its left edge. */
export const GUTTER = 0.09;

/** The shelf of one level inside its square. */
export function shelf(square: Box, level: number, levels: number): Box {
  const h = (square.h * (1 - GROUND)) / levels;
  return { x: square.x, y: square.y + (levels - level) * h, w: square.w, h };
}

export function ground(square: Box): Box {
  const h = square.h * GROUND;
  return { x: square.x, y: square.y + square.h - h, w: square.w, h };
}

/** Counters side by side while they fit, then smaller, then overlapping. */
export function berthsOn(place: Box, n: number): Berth[] {
  const room = place.w * (1 - GUTTER) - 2;
  const h = place.h * 0.92;
  const left = place.x + place.w * GUTTER;
  const y = place.y + (place.h - h) / 2 - place.h * 0.02;
  const shape = n <= 2 ? "slim" : "mini";
  const w = shape === "slim" ? Math.min(h * (n === 1 ? 3.4 : 2.4), room / n - 3) : h * 1.06;
  const step = n > 1 ? Math.min(w + (shape === "slim" ? 3 : 2), (room - w) / (n - 1)) : 0;
  const start = left + Math.max(0, (room - w - step * (n - 1)) / 2);
  return Array.from({ length: n }, (_, i) => ({ x: start + i * step, y, w, h, shape }));
}

export function squareGeometry(board: Board): Geometry {
  const levels = board.levels ?? 1;
  const byId = new Map<string, Space>(board.spaces.map((space) => [space.id, space]));
  const box = (space: Space): Box => ({ x: space.x, y: space.y, w: space.w ?? 0, h: space.h ?? 0 });
  const cells = new Map<string, string[]>();
  const inside = (space: Space) => space.within ?? (space.level ? (space.square ?? null) : null);
  for (const space of board.spaces) {
    const square = inside(space);
    if (square) cells.set(square, [...(cells.get(square) ?? []), space.id]);
  }
  const level = (id: string) => byId.get(id)?.level ?? 0;
  for (const [square, ids] of cells) cells.set(square, ids.sort((a, b) => level(b) - level(a)));

  const squares = board.spaces.filter((space) => !inside(space)).sort((a, b) => a.y - b.y || a.x - b.x);
  const group = (id: string) => {
    const space = byId.get(id);
    return (space && inside(space)) ?? id;
  };
  const bounds = (id: string): Box => {
    const space = byId.get(id);
    const square = byId.get(group(id));
    if (!space || !square) return { x: 0, y: 0, w: 0, h: 0 };
    return space.level ? shelf(box(square), space.level, levels) : box(square);
  };

  return {
    order: squares.flatMap((square) => [square.id, ...(cells.get(square.id) ?? [])]),
    group,
    members: (id) => [id, ...(cells.get(id) ?? [])],
    path: (id) => rectangle(bounds(id), byId.get(id)?.level ? 0.8 : 1.5),
    edge: (id) => rectangle(bounds(id)),
    bounds,
    berths: (id, pieces) => berthsOn(byId.get(id)?.level ? bounds(id) : ground(bounds(id)), pieces.length),
    marker(marker, nth, of) {
      const place = bounds(marker.at);
      if (level(marker.at)) return place;
      const floor = ground(place);
      const size = floor.h * 1.6;
      const gap = marker.kind === "objective" ? floor.w * 0.1 : floor.w * 0.74;
      return { x: place.x + gap + (nth - (of - 1) / 2) * size * 0.6, y: floor.y + floor.h - size - 0.5, w: size, h: size };
    },
    smallest: squares[0] ? shelf(box(squares[0]), 1, levels).h : 1,
  };
}

/**
 * All a board kind has to tell the frame: where its spaces lie and how counters and markers sit on them.
 * Coordinates are those of `Board.box`. The frame does the rest (zoom, stacks, glow, focus, keyboard).
 */
import type { Marker, Piece } from "../lib/wire";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where one counter lies, and in which shape it has room to be drawn. */
export interface Berth extends Box {
  shape: "card" | "slim" | "mini";
}

/** Pieces that share one berth: equal ones (`same`), or of one kind where there is no room for more. */
export interface Heap {
  pieces: Piece[];
  same: boolean;
  berth: Berth;
}

export interface Geometry {
  /** Spaces in reading order; the keyboard walks them in this order. */
  order: string[];
  /** What one tap covers: the square of a cell, a hex itself. */
  group(space: string): string;
  /** The spaces of a group, uppermost first. */
  members(group: string): string[];
  /** The outline of a space as an SVG path, for glow and for hits. */
  path(space: string): string;
  /** Its outline without any gap to its neighbours, where that differs: several legal ones get one line around them. */
  edge?(space: string): string;
  bounds(space: string): Box;
  /** Where ways run through a space, if not through the middle of its bounds. */
  centre?(space: string): [number, number];
  /** Berths for the pieces on a space, in their order; `unit` is how large a counter is to be, if it may differ. */
  berths(space: string, pieces: Piece[], unit?: number): Berth[];
  /** The heaps on a space, where pieces lie on heaps by kind; none is smaller than `unit`. */
  heaps?(space: string, pieces: Piece[], unit: number): Heap[];
  /** The middle of the words that stand on a space, if not at the lower edge of its bounds. */
  words?(space: string): [number, number];
  /** Where a marker lies; `nth` of `of` markers of its kind on that space. */
  marker(marker: Marker, nth: number, of: number): Box;
  /** Height in board units of the smallest space, to know when it is too small for a pointer. */
  smallest: number;
  /** Pieces of one space lie over each other or in small rows: the frame fans them out in a tray. */
  fans?: boolean;
  /** Pieces of this space lie in one pile, so that none but the uppermost can be clicked. */
  piled?(space: string): boolean;
  /** The order of a pile, lowest first. */
  sorted?(pieces: Piece[]): Piece[];
}

export const middle = (box: Box): [number, number] => [box.x + box.w / 2, box.y + box.h / 2];

export const rectangle = ({ x, y, w, h }: Box, inset = 0): string =>
  `M${x + inset} ${y + inset}h${w - 2 * inset}v${h - 2 * inset}h${2 * inset - w}Z`;

export function around(boxes: Box[]): Box | null {
  if (!boxes.length) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    w: Math.max(...boxes.map((box) => box.x + box.w)) - x,
    h: Math.max(...boxes.map((box) => box.y + box.h)) - y,
  };
}

/** The nearest of `boxes` in a direction, for arrow keys: distance along it, plus twice the distance across it. */
export function nearest(from: Box, boxes: Map<string, Box>, dx: number, dy: number): string | null {
  const [fx, fy] = middle(from);
  let best: string | null = null;
  let least = Infinity;
  for (const [id, box] of boxes) {
    const [x, y] = middle(box);
    const along = (x - fx) * dx + (y - fy) * dy;
    const across = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx);
    if (along > 0.5 && along + 2 * across < least) {
      least = along + 2 * across;
      best = id;
    }
  }
  return best;
}

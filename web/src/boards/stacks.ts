/**
 * Areas and points with many pieces: equal pieces lie on one heap with its count; where even that is too much for the place,
 * pieces of one kind, then of one side, share a heap. A click on a mixed heap opens the tray.
 */
import type { Board, Piece, Space } from "../lib/wire";
import type { Berth, Box, Geometry, Heap } from "./geometry";
import { shapeGeometry } from "./shapes";

/** Counters are this wide where there is room, and never smaller than the other if they can share a heap. */
const LARGE = 46;
const SMALL = 30;
const GAP = 4;

/** Pieces of one kind in this sense are as good as each other to whoever looks at them. */
export const kindOf = (piece: Piece): string =>
  [piece.side, piece.symbol, piece.type, piece.label, piece.values.join(), piece.marks.map((mark) => mark.id).join(), piece.facts.join()].join("|");

const keys: ((piece: Piece) => string)[] = [
  (piece) => [piece.side, piece.symbol, piece.type, piece.label, piece.values.join(), piece.marks.map((mark) => mark.id).join()].join("|"),
  (piece) => [piece.side, piece.symbol, piece.type].join("|"),
  (piece) => [piece.side, piece.symbol].join("|"),
  (piece) => String(piece.side),
];

function together(pieces: Piece[], key: (piece: Piece) => string): Piece[][] {
  const heaps = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const heap = heaps.get(key(piece));
    if (heap) heap.push(piece);
    else heaps.set(key(piece), [piece]);
  }
  return [...heaps.values()];
}

/** The largest squares of which n fit into a room, and how many stand side by side. */
export function fit(room: Box, n: number, largest = LARGE): { size: number; columns: number } {
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, n); columns++) {
    const size = Math.min(largest, (room.w - GAP * (columns - 1)) / columns, (room.h - GAP * (Math.ceil(n / columns) - 1)) / Math.ceil(n / columns));
    if (size > best.size + 0.01) best = { size, columns };
  }
  return best;
}

/**
 * Heaps in rows around the middle of their room: one side left to right, then the other. None is smaller than `least`: equal
 * pieces share a heap, then one kind, then one side; where even those have no room, they stick out of it, and
 * below it where they `hang` under a title.
 */
export function heaps(room: Box, pieces: Piece[], least = SMALL, hang = false): Heap[] {
  const largest = Math.max(LARGE, least * 1.15);
  let groups = together(pieces, keys[0]!);
  for (const key of keys.slice(1)) {
    if (fit(room, groups.length, largest).size >= least) break;
    groups = together(pieces, key);
  }
  groups.sort((a, b) => String(a[0]!.side).localeCompare(String(b[0]!.side)));
  const fitting = fit(room, groups.length, largest);
  const size = Math.max(least, fitting.size);
  const columns = size > fitting.size ? groups.length : fitting.columns;
  const down = Math.ceil(groups.length / columns);
  const slack = (room.h - down * (size + GAP) + GAP) / 2;
  const top = room.y + (hang ? Math.max(0, slack) : slack);
  return groups.map((group, i) => {
    const row = Math.floor(i / columns);
    const across = Math.min(columns, groups.length - row * columns);
    const left = room.x + (room.w - across * (size + GAP) + GAP) / 2;
    const berth: Berth = { x: left + (i % columns) * (size + GAP), y: top + row * (size + GAP), w: size, h: size, shape: "card" };
    return { pieces: group, same: group.every((piece) => kindOf(piece) === kindOf(group[0]!)), berth };
  });
}

/** Heaps of neighbours push each other aside, and each is pulled back to its place a little. */
export function apart<T extends { berth: Berth }>(laid: T[]): T[] {
  const at = laid.map(({ berth }) => ({ x: berth.x, y: berth.y }));
  for (let round = 0; round < 40; round++) {
    let moved = false;
    for (let i = 0; i < laid.length; i++)
      for (let j = i + 1; j < laid.length; j++) {
        const [a, b] = [at[i]!, at[j]!];
        const [p, q] = [laid[i]!.berth, laid[j]!.berth];
        const dx = b.x + q.w / 2 - a.x - p.w / 2;
        const dy = b.y + q.h / 2 - a.y - p.h / 2;
        const ox = (p.w + q.w) / 2 + GAP / 2 - Math.abs(dx);
        const oy = (p.h + q.h) / 2 + GAP / 2 - Math.abs(dy);
        if (ox <= 0 || oy <= 0) continue;
        moved = true;
        // Along the shorter way out, each half of it.
        if (ox < oy) {
          const by = (ox / 2) * (dx < 0 ? -1 : 1);
          a.x -= by;
          b.x += by;
        } else {
          const by = (oy / 2) * (dy < 0 ? -1 : 1);
          a.y -= by;
          b.y += by;
        }
      }
    if (!moved) break;
    laid.forEach(({ berth }, i) => {
      at[i]!.x += (berth.x - at[i]!.x) * 0.08;
      at[i]!.y += (berth.y - at[i]!.y) * 0.08;
    });
  }
  return laid.map((it, i) => ({ ...it, berth: { ...it.berth, ...at[i]! } }));
}

/** Where counters lie in a space: an area says it by its width and height around its middle, else it is taken from its bounds. */
export function room(space: Space, bounds: Box): Box {
  const boxed = space.shape?.length === 4;
  if (boxed || (!space.shape?.length && space.w !== space.h)) {
    // A box beside the map has its title at the top.
    const title = Math.min(34, bounds.h * 0.24);
    return { x: bounds.x + 5, y: bounds.y + title, w: bounds.w - 10, h: bounds.h - title - 5 };
  }
  if (space.shape?.length && space.w && space.h) return { x: space.x - space.w / 2, y: space.y - space.h / 2, w: space.w, h: space.h };
  if (!space.shape?.length) {
    // A round point has little room of its own: counters may stick out.
    const w = Math.max(bounds.w, LARGE * 2 + GAP);
    const h = Math.max(bounds.h, LARGE * 2 + GAP);
    return { x: space.x - w / 2, y: space.y - h / 2, w, h };
  }
  return { x: space.x - bounds.w * 0.3, y: space.y - bounds.h * 0.25, w: bounds.w * 0.6, h: bounds.h * 0.5 };
}

export function stackGeometry(board: Board): Geometry {
  const shapes = shapeGeometry(board);
  const byId = new Map(board.spaces.map((space) => [space.id, space]));
  const none: Box = { x: 0, y: 0, w: 0, h: 0 };
  const roomOf = (id: string) => {
    const space = byId.get(id);
    return space ? room(space, shapes.bounds(id)) : none;
  };
  const sizes = board.spaces.map((space) => Math.min(shapes.bounds(space.id).w, shapes.bounds(space.id).h)).sort((a, b) => a - b);
  return {
    ...shapes,
    fans: true,
    // Not the very smallest: a rock in the sea must not make the whole map one for thumbs.
    smallest: sizes[Math.floor(sizes.length / 4)] ?? 40,
    piled: () => false,
    heaps(id, pieces, unit) {
      const place = roomOf(id);
      const boxed = byId.get(id)?.shape?.length === 4;
      // From afar a box has a higher title.
      const title = boxed ? Math.max(0, Math.min(unit * 0.68 - (place.y - shapes.bounds(id).y), place.h * 0.4)) : 0;
      return heaps({ ...place, y: place.y + title, h: place.h - title }, pieces, Math.max(SMALL, unit), boxed);
    },
    words(id) {
      const place = roomOf(id);
      return [place.x + place.w / 2, byId.get(id)?.shape?.length ? place.y + place.h : shapes.bounds(id).y + shapes.bounds(id).h];
    },
    berths(id, pieces) {
      const found = new Map(heaps(roomOf(id), pieces).flatMap((heap) => heap.pieces.map((piece) => [piece.id, heap.berth] as const)));
      return pieces.map((piece) => found.get(piece.id)!);
    },
    marker(marker, nth, of) {
      const place = roomOf(marker.at);
      const bounds = shapes.bounds(marker.at);
      if (marker.kind === "time") return bounds;
      if (byId.get(marker.at)?.shape?.length === 4) {
        // A cell of a track or a box: inside it, beside each other.
        const side = Math.min(bounds.h * 0.62, bounds.w * 0.62, (bounds.w - 4) / of);
        return { x: bounds.x + 3 + nth * side, y: bounds.y + bounds.h - side - 3, w: side, h: side };
      }
      const size = Math.max(22, board.box[2] / 84);
      return { x: place.x + place.w / 2 + (nth - of / 2) * (size + 2), y: place.y + place.h + 2, w: size, h: size };
    },
  };
}

/** Hexes with piles of counters, and boxes on the sheet (Staging Areas, turn track) whose counters lie in rows. */
import { nato } from "../counters/nato";
import type { Board, Piece } from "../lib/wire";
import type { Berth, Box, Geometry } from "./geometry";
import { shapeGeometry } from "./shapes";

/** Height of the title line of a low box: it grows with the counters where these are small on the screen. */
export const title = (unit: number): number => Math.max(17, unit * 0.46);
const SIZE = 46;

/** Everything that is no hex is a box. */
export const isBox = (space: { shape?: [number, number][] | null } | undefined): boolean => !!space?.shape && space.shape.length !== 6;

const rank: Record<string, number> = { ship: 0, air: 1, leader: 2, box: 3 };
/** Fighting units lie on top, the strongest uppermost. */
export function pile(pieces: Piece[]): Piece[] {
  const height = (piece: Piece) => {
    const symbol = nato(piece.symbol);
    return (symbol?.type === "garrison" ? 0 : (rank[symbol?.family ?? "box"] ?? 3)) * 100 + (Number(piece.values[0]) || 0);
  };
  return [...pieces].sort((a, b) => height(a) - height(b));
}

/** Rows of equal counters, as large as they fit. */
export function rows(box: Box, n: number, largest = SIZE): Berth[] {
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= Math.max(1, n); columns++) {
    const down = Math.ceil(n / columns);
    const size = Math.min(largest, box.w / columns - 4, box.h / down - 4);
    if (size > best.size + 0.01) best = { size, columns };
  }
  const { size } = best;
  const columns = Math.min(n, Math.max(best.columns, Math.floor(box.w / (size + 4))));
  return Array.from({ length: n }, (_, i) => ({
    x: box.x + 2 + (i % columns) * (size + 4),
    y: box.y + 2 + Math.floor(i / columns) * (size + 4),
    w: size,
    h: size,
    shape: "card" as const,
  }));
}

/** The strengths of the ground units of a pile, added: what one reads off a stack. */
export const strength = (pieces: Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (nato(piece.symbol)?.family === "box" ? Number(piece.values[0]) || 0 : 0), 0);

/** Where the counters of a tray lie: round its space, above it if there is room, inside what is in sight. */
export function tray(at: Box, n: number, k: number, sight: Box, over: boolean, least = 0): { box: Box; berths: Berth[]; unit: number } {
  const unit = Math.max(54 / k, Math.min(SIZE, 90 / k));
  const gap = unit * 0.14;
  const fits = Math.max(1, Math.floor((sight.w - gap * 4) / (unit + gap)));
  const columns = Math.min(n, fits, n <= 5 ? n : n <= 10 ? Math.ceil(n / 2) : 8);
  const down = Math.ceil(n / columns);
  const head = unit * 0.36;
  const w = Math.min(sight.w - 2 * gap, Math.max(columns * (unit + gap) + gap, least));
  const h = head + down * (unit + gap) + gap;
  const inside = (wish: number, low: number, high: number) => Math.max(low, Math.min(wish, high));
  const x = inside(at.x + at.w / 2 - w / 2, sight.x + gap, sight.x + sight.w - w - gap);
  const above = at.y + at.h * 0.14 - h;
  const wish = over ? at.y + at.h / 2 - h / 2 : above > sight.y ? above : at.y + at.h * 0.86;
  const y = inside(wish, sight.y + gap, sight.y + sight.h - h - gap);
  const berths = Array.from({ length: n }, (_, i) => ({
    x: x + gap + (i % columns) * (unit + gap),
    y: y + head + gap / 2 + Math.floor(i / columns) * (unit + gap),
    w: unit,
    h: unit,
    shape: "card" as const,
  }));
  return { box: { x, y, w, h }, berths, unit };
}

export function hexGeometry(board: Board): Geometry {
  const shapes = shapeGeometry(board);
  const byId = new Map(board.spaces.map((space) => [space.id, space]));
  const hex = board.spaces.find((space) => !isBox(space));
  return {
    ...shapes,
    fans: true,
    piled: (id) => !isBox(byId.get(id)),
    sorted: pile,
    smallest: hex ? shapes.bounds(hex.id).w : shapes.smallest,
    berths(id, pieces, unit = SIZE) {
      const space = byId.get(id);
      const box = shapes.bounds(id);
      if (isBox(space)) {
        const tall = box.h > 150;
        const head = tall ? 62 : title(unit);
        const room = { x: box.x + (tall ? 14 : 3), y: box.y + head, w: box.w - (tall ? 28 : 6), h: box.h - head - (tall ? 12 : 3) };
        return rows(room, pieces.length, tall ? Math.max(54, unit) : SIZE);
      }
      const size = unit;
      const n = pieces.length;
      const step = n > 1 ? Math.min(size * 0.11, (size * 0.35) / (n - 1)) : 0;
      const shift = (step * (n - 1)) / 2;
      const x = (space?.x ?? 0) - size / 2 - shift;
      const y = (space?.y ?? 0) - size / 2 + shift;
      return pieces.map((_, i) => ({ x: x + i * step, y: y - i * step, w: size, h: size, shape: "card" as const }));
    },
    marker(marker, nth) {
      const box = shapes.bounds(marker.at);
      if (marker.kind === "fort") return { x: box.x + box.w * 0.06, y: box.y + box.h * 0.66, w: box.w * 0.88, h: box.h * 0.3 };
      if (marker.kind === "plan" || marker.kind === "attack") return { x: box.x - 2 + nth * 30, y: box.y - 2, w: 30, h: 30 };
      const size = 26;
      return { x: box.x + box.w * 0.66 - nth * size, y: box.y + 2, w: size, h: size };
    },
  };
}

/** Hexes, areas and points drawn from what the board gives: a polygon, or a centre with a radius. */
import type { Board, Space } from "../lib/wire";
import { rectangle, type Box, type Geometry } from "./geometry";

/** A point has a width and a height as well; where both are alike it is round. */
const round = (space: Space) => !space.w || space.w === space.h;

function boundsOf(space: Space): Box {
  if (space.shape?.length) {
    const xs = space.shape.map(([x]) => x);
    const ys = space.shape.map(([, y]) => y);
    const x = Math.min(...xs);
    const y = Math.min(...ys);
    return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  }
  const w = space.w || 40;
  const h = space.h || w;
  return { x: space.x - w / 2, y: space.y - h / 2, w, h };
}

function pathOf(space: Space): string {
  if (space.shape?.length) return `M${space.shape.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
  if (!round(space)) return rectangle(boundsOf(space));
  const r = boundsOf(space).w / 2;
  return `M${space.x - r} ${space.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export function shapeGeometry(board: Board): Geometry {
  const byId = new Map(board.spaces.map((space) => [space.id, space]));
  const none: Box = { x: 0, y: 0, w: 0, h: 0 };
  const bounds = (id: string) => (byId.has(id) ? boundsOf(byId.get(id)!) : none);
  const sorted = [...board.spaces].sort((a, b) => boundsOf(a).y - boundsOf(b).y || boundsOf(a).x - boundsOf(b).x);
  return {
    order: sorted.map((space) => space.id),
    group: (id) => id,
    members: (id) => [id],
    path: (id) => (byId.has(id) ? pathOf(byId.get(id)!) : ""),
    bounds,
    centre(id) {
      const space = byId.get(id);
      return space ? [space.x, space.y] : [0, 0];
    },
    berths(id, pieces) {
      const space = byId.get(id);
      const box = bounds(id);
      const size = Math.min(box.w, box.h) * 0.56;
      const x = (space?.shape ? (space.x ?? box.x + box.w / 2) : box.x + box.w / 2) - size / 2;
      const y = (space?.shape ? (space.y ?? box.y + box.h / 2) : box.y + box.h / 2) - size / 2;
      const step = Math.min(size * 0.12, (size * 0.5) / Math.max(1, pieces.length - 1));
      return pieces.map((_, i) => ({ x: x + i * step, y: y - i * step, w: size, h: size, shape: "card" as const }));
    },
    marker(marker, nth) {
      const box = bounds(marker.at);
      const size = Math.min(box.w, box.h) * 0.3;
      return { x: box.x + box.w * 0.06 + nth * size, y: box.y + box.h - size * 1.1, w: size, h: size };
    },
    smallest: sorted.length ? Math.min(...sorted.slice(0, 50).map((space) => boundsOf(space).h)) : 1,
  };
}

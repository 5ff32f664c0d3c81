/**
 * A map that is printed askew, turned until north is up. Its hexes go round the middle of the sheet; boxes stay upright, in the free
 * room nearest to where they would come to lie, and the tracks stay above it all.
 */
import type { Board, Space } from "../lib/wire";
import { around, middle, type Box } from "./geometry";
import { shapeGeometry } from "./shapes";

/** How far it is turned, in degrees, and round which point. */
export interface Turn {
  angle: number;
  x: number;
  y: number;
}

export interface Laid extends Board {
  turn?: Turn;
}

/** Free room around the hexes. */
const MARGIN = 26;
/** How finely free room for a box is looked for. */
const STEP = 30;

export function rotate([x, y]: readonly [number, number], turn: Turn): [number, number] {
  const lean = (turn.angle * Math.PI) / 180;
  const [dx, dy] = [x - turn.x, y - turn.y];
  const tenth = (n: number) => Math.round(n * 10) / 10;
  return [tenth(turn.x + dx * Math.cos(lean) - dy * Math.sin(lean)), tenth(turn.y + dx * Math.sin(lean) + dy * Math.cos(lean))];
}

const corners = ({ x, y, w, h }: Box): [number, number][] => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
const touch = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

export function turned(board: Board): Laid {
  const [left, top, width, height] = board.box;
  const turn: Turn = { angle: board.north, x: left + width / 2, y: top + height / 2 };
  const hexes = board.spaces
    .filter((space) => space.shape?.length === 6)
    .map((space): Space => {
      const [x, y] = rotate([space.x, space.y], turn);
      return { ...space, x, y, shape: space.shape!.map((corner) => rotate(corner, turn)) };
    });
  const { bounds } = shapeGeometry({ ...board, spaces: [...hexes, ...board.spaces.filter((space) => space.shape?.length !== 6)] });
  const land = around(hexes.map((space) => bounds(space.id)))!;
  const sheet = { x: land.x - MARGIN, y: land.y - MARGIN, w: land.w + 2 * MARGIN, h: land.h + 2 * MARGIN };
  const taken = hexes.map((space) => bounds(space.id));

  const tracks = board.spaces.filter((space) => space.turn);
  const strip = around(tracks.map((space) => bounds(space.id)));
  const high = strip ? strip.h + (strip.y - top) + 6 : 0;
  const moved = board.spaces.flatMap((space): Space[] => {
    if (space.shape?.length === 6) return [];
    const at = bounds(space.id);
    const box: Box = space.turn
      ? { x: sheet.x + ((at.x - left) * sheet.w) / width, y: sheet.y - high + at.y - top, w: (at.w * sheet.w) / width, h: at.h }
      : free(at, rotate(middle(at), turn), sheet, taken);
    taken.push(box);
    return [{ ...space, x: box.x + box.w / 2, y: box.y + box.h / 2, shape: corners(box) }];
  });
  return { ...board, box: [sheet.x, sheet.y - high, sheet.w, sheet.h + high], spaces: [...hexes, ...moved], focus: null, turn };
}

/** The place for a box that is nearest to where it is wanted and covers nothing. */
function free({ w, h }: Box, [x, y]: [number, number], sheet: Box, taken: Box[]): Box {
  let best: Box = { x: x - w / 2, y: y - h / 2, w, h };
  let least = Infinity;
  for (let left = sheet.x; left + w <= sheet.x + sheet.w; left += STEP)
    for (let top = sheet.y; top + h <= sheet.y + sheet.h; top += STEP) {
      const far = Math.hypot(left + w / 2 - x, top + h / 2 - y);
      const box = { x: left, y: top, w, h };
      if (far >= least || taken.some((other) => touch(other, box))) continue;
      least = far;
      best = box;
    }
  return best;
}

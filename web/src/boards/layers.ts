/** How layers and previews are drawn: ways over the board with arrowheads, and where their words stand. */
import type { Line, Overlay, Tint, Tone } from "../lib/wire";
import { middle, type Geometry } from "./geometry";
import { say } from "../words/words";

export type Point = [number, number];

export interface Way {
  /** The stroke, ending where the arrowhead begins. */
  d: string;
  head: { x: number; y: number; turn: number };
  /** Where a note stands: half of the way along. */
  mid: Point;
  start: Point;
  end: Point;
}

export const centre = (geometry: Geometry, space: string): Point => geometry.centre?.(space) ?? middle(geometry.bounds(space));

/** A stroke through points with rounded corners, that stops `head` before its end. */
export function way(points: Point[], head: number): Way | null {
  const steps = points.filter((point, i) => !i || point[0] !== points[i - 1]![0] || point[1] !== points[i - 1]![1]);
  if (steps.length < 2) return null;
  const [ex, ey] = steps.at(-1)!;
  const [bx, by] = steps.at(-2)!;
  const last = Math.hypot(ex - bx, ey - by);
  const short = Math.min(head, last * 0.6);
  const turn = (Math.atan2(ey - by, ex - bx) * 180) / Math.PI;
  const stop: Point = [ex - ((ex - bx) / last) * short, ey - ((ey - by) / last) * short];
  const path = [...steps.slice(0, -1), stop];
  let d = `M${fix(path[0]!)}`;
  for (let i = 1; i < path.length - 1; i++) {
    const [x, y] = path[i]!;
    const before = towards(path[i]!, path[i - 1]!, 0.32);
    const after = towards(path[i]!, path[i + 1]!, 0.32);
    d += `L${fix(before)}Q${fix([x, y])} ${fix(after)}`;
  }
  d += `L${fix(stop)}`;
  return { d, head: { x: ex, y: ey, turn }, mid: halfway(steps), start: steps[0]!, end: [ex, ey] };
}

const fix = ([x, y]: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const towards = ([x, y]: Point, [tx, ty]: Point, part: number): Point => [x + (tx - x) * part, y + (ty - y) * part];

function halfway(points: Point[]): Point {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i]![0], y - points[i]![1]));
  let left = lengths.reduce((sum, it) => sum + it, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    if (left <= length) return towards(points[i]!, points[i + 1]!, length ? left / length : 0);
    left -= length;
  }
  return points.at(-1)!;
}

/** The ways of a layer that can be drawn on this board. */
export function ways(lines: Line[], geometry: Geometry, known: (space: string) => boolean, head: number): { way: Way; line: Line }[] {
  return lines.flatMap((line) => {
    const drawn = way(line.spaces.filter(known).map((space) => centre(geometry, space)), head);
    return drawn ? [{ way: drawn, line }] : [];
  });
}

/** The tones a layer uses, in a fixed order, each with a word: the side's, or the note of the first space of that tone. */
const ORDER: Tone[] = ["axis", "allies", "both", "good", "bad", "plain", "strong", "faint"];
export function key(overlay: Overlay | undefined, side: (tone: Tone) => string | undefined): { tone: Tone; word: string }[] {
  const used = new Map<Tone, string>();
  for (const { tone, note } of overlay?.tints ?? []) if (!used.has(tone)) used.set(tone, note ?? "");
  return ORDER.filter((tone) => used.has(tone)).map((tone) => ({ tone, word: side(tone) ?? (tone === "both" ? say("layer-both") : used.get(tone)!) }));
}

/** Notes short enough to stand on the space itself. */
export const written = (tints: Tint[]): Tint[] => tints.filter((tint) => tint.note && tint.note.length <= 9);

/** Words with the rules they cite in square brackets, taken apart: "two hexes [13.4a, 13.5]." */
export function cited(text: string): { text: string; rules: string[] }[] {
  const parts: { text: string; rules: string[] }[] = [];
  let from = 0;
  for (const found of text.matchAll(/\s*\[([^\]]+)\]/g)) {
    parts.push({ text: text.slice(from, found.index), rules: found[1]!.split(/,\s*/) });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), rules: [] });
  return parts;
}

/**
 * The words printed on a map, taken off the sheet: far away they would be too small to be read, and counters lie on them. Each is drawn
 * as large as it must be, beside the counter that would cover it, or left out where there is no room: the most important first.
 */
import { middle, type Box } from "../geometry";

/** What a sheet says of a text by `data-kind`; what it says nothing about stays on the sheet as it is. */
export type Kind = "town" | "zone" | "cell" | "badge" | "water" | "region" | "river" | "beach" | "place" | "note" | "hex";

export interface Lettering {
  key: number;
  kind: Kind;
  /** Its drawing, with all it has from the groups around it. */
  svg: string;
  /** The point it grows from. */
  x: number;
  y: number;
  /** Of its kind, the higher comes first. */
  first: number;
  /** Height of its letters and the box it takes on the sheet, in board units. */
  size: number;
  box: Box;
  /** The angle at which it is printed. */
  askew: number;
  /** Where it is printed and how much further it leans, on a sheet that was turned. */
  from?: [number, number];
  lean?: number;
}

export interface Lettered extends Lettering {
  scale: number;
  dx: number;
  dy: number;
  /** A name that found no room at home has a line to it: from, to. */
  lead?: [Point, Point];
}

type Point = [number, number];

/** Least height in pixels, how many times it may grow for that, and who comes first. */
const RULES: Record<Kind, { least: number; most: number; rank: number; moves?: boolean; stays?: boolean }> = {
  badge: { least: 9.6, most: 2.2, rank: 0, stays: true },
  cell: { least: 9.6, most: 1.7, rank: 1 },
  town: { least: 9.6, most: 2.6, rank: 2, moves: true },
  zone: { least: 9.6, most: 1.9, rank: 3, moves: true },
  beach: { least: 9.6, most: 1.6, rank: 4 },
  water: { least: 9.6, most: 1.5, rank: 5 },
  region: { least: 9.6, most: 1.4, rank: 6 },
  note: { least: 9.6, most: 1.3, rank: 7 },
  place: { least: 9.6, most: 1.3, rank: 8 },
  river: { least: 9.6, most: 1.3, rank: 9 },
  hex: { least: 9.6, most: 1.7, rank: 10, stays: true },
};
/** What would be smaller on the screen is left out. */
export const LEAST = 8.9;
/** Where there is no room for a name as large as it should be it may be so small. */
const SMALL = 9;
/** Pixels to the left and right of a name. */
const AIR = 5;
/** Pixels a name may go from its place where areas lie close, an objective's at last; and how many it would rather go further than into another's area. */
const AWAY = { town: 46, zone: 26, last: 120, home: 16 };
/** A hex number is shown where a hex is so many pixels wide; before that the line under the map says it. */
const HEX = 58;

const covers = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Where a box may go that is covered by others: below, above, right or left of one of them, the nearest first. */
function beside(box: Box, others: Box[], gap: number): [number, number][] {
  const ways = others.flatMap((it): [number, number][] => [
    [0, it.y + it.h + gap - box.y],
    [0, it.y - gap - box.y - box.h],
    [it.x + it.w + gap - box.x, 0],
    [it.x - gap - box.x - box.w, 0],
  ]);
  // Where neighbours leave no room right beside them there may be some a little further.
  for (const dy of [-2.4, -1.2, 0, 1.2, 2.4]) for (const dx of [-0.75, -0.4, 0, 0.4, 0.75]) ways.push([dx * box.w, dy * box.h]);
  const far = ([dx, dy]: [number, number]) => Math.abs(dx) + Math.abs(dy);
  return ways.sort((a, b) => far(a) - far(b));
}

/** Whether a point lies in an outline. */
export function inside(outline: Point[], [x, y]: Point): boolean {
  let odd = false;
  outline.forEach(([x1, y1], i) => {
    const [x2, y2] = outline.at(i - 1)!;
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) odd = !odd;
  });
  return odd;
}

/** 0, then a step to one side and to the other, then two. */
const outward = (far: number, step: number): number[] => Array.from({ length: 2 * Math.floor(far / step) + 1 }, (_, i) => (i % 2 ? -step : step) * Math.ceil(i / 2));

/** Where areas lie close: the nearest free place on a fine net, rather in its own area than in another. */
function athome(box: Box, block: Box[], reach: number, home: Point[] | undefined, rather: number): Point | undefined {
  const wide = box.w / 2 + reach;
  const near = block.filter((other) => covers(other, { x: box.x - wide, y: box.y - reach, w: box.w + 2 * wide, h: box.h + 2 * reach }));
  let best: Point | undefined;
  let least = Infinity;
  for (const dy of outward(reach, box.h / 4))
    for (const dx of outward(wide, box.w / 8)) {
      const far = Math.max(0, Math.abs(dx) - box.w / 2) + Math.abs(dy);
      const cost = far + Math.abs(dx) * 0.3;
      const there = { ...box, x: box.x + dx, y: box.y + dy };
      if (far > reach || cost >= least || near.some((other) => covers(other, there))) continue;
      const abroad = home && !inside(home, middle(there)) ? rather : 0;
      if (cost + abroad < least) [least, best] = [cost + abroad, [dx, dy]];
    }
  return best;
}

/** How wide or high an outline is. */
function extent(outline: Point[]): number {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** A line from a name to the place it belongs to, where the name went out of its area and not only beside its place. */
function leadOf(box: Box, at: Point, home: Point[], gap: number): [Point, Point] | undefined {
  const from: Point = [Math.max(box.x, Math.min(at[0], box.x + box.w)), Math.max(box.y, Math.min(at[1], box.y + box.h))];
  return !inside(home, middle(box)) && Math.hypot(from[0] - at[0], from[1] - at[1]) > gap ? [from, at] : undefined;
}

/** How large a text is drawn when its letters have so many pixels at least, what it takes then, and how far it is drawn in to be whole on the sheet. */
function grown(it: Lettering, k: number, least: number, sheet?: Box): { scale: number; inward: number; box: Box } {
  const scale = Math.max(1, Math.min(RULES[it.kind].most, least / (it.size * k)));
  const box = { x: it.x + (it.box.x - it.x) * scale, y: it.y + (it.box.y - it.y) * scale, w: it.box.w * scale, h: it.box.h * scale };
  const inward = sheet ? Math.max(0, sheet.x - box.x) - Math.max(0, box.x + box.w - sheet.x - sheet.w) : 0;
  return { scale, inward, box: { ...box, x: box.x + inward } };
}

/** How far a name is moved to be free, or nothing where it cannot be. */
function moved(box: Box, block: Box[], k: number): Point | undefined {
  const covered = (there: Box) => block.filter((other) => covers(other, there));
  const over = covered(box);
  if (!over.length) return [0, 0];
  const reach = (box.h + 34 / k) * 1.2;
  const tries = beside(box, over, 1.5 / k).filter(([dx, dy]) => Math.abs(dx) < reach + box.w / 2 && Math.abs(dy) < reach);
  return tries.find(([dx, dy]) => !covered({ ...box, x: box.x + dx, y: box.y + dy }).length);
}

/**
 * What is shown at a zoom of `k` pixels a unit, how large and how far from its place. `clear` is what names must not cover: counters,
 * and places drawn as circles and boxes; `soft` what they had better not: small markers. `hex`: the width of a hex. `sheet`: what is
 * printed near its rim and grows stays whole on it. `areas`: where they lie close, their outlines, the smallest first.
 */
export function lettered(all: Lettering[], k: number, clear: Box[], hex: number, soft: Box[] = [], sheet?: Box, areas: Point[][] = []): Lettered[] {
  const shown: Lettered[] = [];
  const taken: Box[] = [];
  const order = [...all].sort((a, b) => RULES[a.kind].rank - RULES[b.kind].rank || b.first - a.first || b.size - a.size);
  for (const it of order) {
    const rule = RULES[it.kind];
    if (it.kind === "hex" && hex * k < HEX) continue;
    const full = grown(it, k, rule.least, sheet);
    if (it.size * k * full.scale < LEAST && it.kind !== "badge") continue;
    // The line under the map says it, too.
    if (it.kind === "hex" && [...clear, ...taken].some((other) => covers(other, full.box))) continue;
    if (rule.stays) {
      shown.push({ ...it, scale: full.scale, dx: 0, dy: 0 });
      if (it.kind === "badge") taken.push(full.box);
      continue;
    }
    if (!rule.moves) {
      if (taken.some((other) => covers(other, full.box))) continue;
      taken.push(full.box);
      shown.push({ ...it, scale: full.scale, dx: full.inward, dy: 0 });
      continue;
    }
    const at = middle(full.box);
    const home = areas.find((outline) => inside(outline, at));
    const sizes = areas.length ? [full, grown(it, k, SMALL, sheet)] : [full];
    const near = it.kind === "town" ? AWAY.town : AWAY.zone;
    // Also where the map is small: no further than the area is wide, an objective's name twice that.
    const room = home && it.kind === "town" ? extent(home) : Infinity;
    // Beside the markers too, where that can be; a name under one is better than none.
    const hard = [...clear, ...taken];
    const attempts = [...(soft.length ? [[...hard, ...soft]] : []), hard].flatMap((block) => {
      const tries = sizes.map((size) => ({ size, block, away: Math.min(near / k, room) }));
      return areas.length && it.first ? [...tries, { ...tries.at(-1)!, away: Math.min(AWAY.last / k, 2 * room) }] : tries;
    });
    for (const { size, block, away } of attempts) {
      const free = areas.length ? athome(size.box, block, size.box.h + away, home, AWAY.home / k) : moved(size.box, block, k);
      if (!free) continue;
      const [dx, dy] = free;
      const box = { ...size.box, x: size.box.x + dx, y: size.box.y + dy };
      const lead = home && it.kind === "town" ? leadOf(box, at, home, 8 / k) : undefined;
      // Two names side by side are two: some air belongs to each.
      taken.push({ ...box, x: box.x - AIR / k, w: box.w + (2 * AIR) / k });
      shown.push({ ...it, scale: size.scale, dx: dx + size.inward, dy, lead });
      break;
    }
  }
  return shown;
}

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "paint-order", "stroke-linejoin", "opacity", "font-size", "font-style", "font-weight", "font-family", "letter-spacing", "text-anchor"];
const numbers = (text: string | null) => (text ?? "").match(/-?[\d.]+/g)?.map(Number) ?? [];

/** Takes the words off a sheet. */
export function takeLettering(root: Element): Lettering[] {
  const found: Lettering[] = [];
  for (const text of [...root.querySelectorAll("text")]) {
    if (!root.contains(text)) continue;
    // What stands in the legend is read there.
    const kind = (text.closest("[data-kind=legend]") ?? text.closest("[data-kind]"))?.getAttribute("data-kind") as Kind | null | undefined;
    if (!kind || !(kind in RULES)) {
      text.setAttribute("data-kind", kind ?? "ornament");
      continue;
    }
    const whole = text.closest("[data-at]") ?? text;
    const looks = new Map<string, string>();
    let opacity = 1;
    for (let at: Element | null = whole; at && at !== root.parentElement; at = at.parentElement)
      for (const name of LOOKS) {
        const value = at.getAttribute(name);
        if (value === null) continue;
        if (name === "opacity") opacity *= Number(value);
        else if (!looks.has(name)) looks.set(name, value);
      }
    const size = Number(text.getAttribute("font-size") ?? looks.get("font-size") ?? 10);
    const own = numbers(whole.getAttribute("data-at"));
    const turned = whole.getAttribute("transform")?.match(/translate\(([^)]*)\)\s*(?:rotate\((-?[\d.]+))?/);
    const [x = 0, y = 0] = own.length ? own : turned ? numbers(turned[1]!) : [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    // What stands aside (a shield with its number) goes along with the name; how wide both are the sheet says.
    const all = whole === text ? [text] : [...whole.querySelectorAll("text")];
    const lines = all.filter((line) => !line.closest("[data-aside]"));
    const spacing = Number(looks.get("letter-spacing") ?? 0);
    const wide = Number(whole.getAttribute("data-wide")) || Math.max(...lines.map((line) => Number(line.getAttribute("textLength")) || (line.textContent ?? "").length * (size * (looks.get("font-weight") === "700" ? 0.64 : 0.57) + spacing)));
    const anchor = looks.get("text-anchor") ?? "start";
    const left = x - (anchor === "middle" ? wide / 2 : anchor === "end" ? wide : 0);
    const high = size * 1.05 * lines.length;
    const askew = Number(turned?.[2] ?? 0);
    const lean = (askew * Math.PI) / 180;
    // A turned name takes the box around it.
    const box = lean
      ? { x: x - (Math.abs(Math.cos(lean)) * wide + Math.abs(Math.sin(lean)) * high) / 2, y: y - (Math.abs(Math.sin(lean)) * wide + Math.abs(Math.cos(lean)) * high) / 2, w: Math.abs(Math.cos(lean)) * wide + Math.abs(Math.sin(lean)) * high, h: Math.abs(Math.sin(lean)) * wide + Math.abs(Math.cos(lean)) * high }
      : { x: left, y: whole === text ? y - size * 0.8 : y - high / 2, w: wide, h: high };
    if (opacity < 1) looks.set("opacity", String(opacity));
    for (const [name, value] of looks) if (!whole.hasAttribute(name) || name === "opacity") whole.setAttribute(name, value);
    for (const line of all) line.setAttribute("data-kind", kind);
    found.push({ key: found.length, kind, svg: new XMLSerializer().serializeToString(whole), x, y, size, first: Number(text.getAttribute("data-rank") ?? 0), askew, box: kind === "badge" ? { x: x - size, y: y - size, w: 2 * size, h: 2 * size } : box });
    whole.remove();
  }
  return found;
}

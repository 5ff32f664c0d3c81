/** What lies over the board for a while, and where the card beside it must not lie. */
import type { Event } from "../../lib/wire";
import { around, middle, type Box, type Geometry } from "../geometry";
import { takeLettering, type Lettering } from "./lettering";
import type { Sight } from "./sight.svelte";
import { rotate, type Turn } from "../turn";
import type { Spread } from "./trays.svelte";

export interface Trail {
  key: number;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  turn: number;
  colour: string;
}

/** The last ways that were gone. */
export function trailsOf(events: Event[], geometry: Geometry, colour: (side: Event["side"]) => string): Trail[] {
  return events
    .filter((event) => event.from && event.to && event.from !== event.to)
    .slice(-8)
    .map((event) => {
      const [x1, y1] = middle(geometry.bounds(event.from!));
      const [x2, y2] = middle(geometry.bounds(event.to!));
      const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
      return { key: event.n, x1, y1, x2, y2, turn, colour: colour(event.side) };
    });
}

/** The square pointed at and its neighbours, or its tray, on the screen. */
export function keptClear(at: string, geometry: Geometry, sight: Sight, spread: Spread | null): Box {
  const space = geometry.bounds(geometry.group(at));
  const open = spread?.space === at ? spread : null;
  const box = sight.onScreen(open ? around([space, open.box])! : space);
  const room = open ? 10 : Math.min(box.w, 110);
  return { ...box, x: box.x - room, w: box.w + 2 * room };
}

/** A word goes round with its place; it stays level, unless it was printed along a coast or a river, and never stands on its head. */
function goRound(word: Lettering, turn: Turn): Lettering {
  const [x, y] = rotate([word.x, word.y], turn);
  const lean = word.askew ? turn.angle - 180 * Math.round((word.askew + turn.angle) / 180) : 0;
  return { ...word, x, y, lean, from: [word.x, word.y], box: { ...word.box, x: word.box.x + x - word.x, y: word.box.y + y - word.y } };
}

/** Our own server's map without scripts and styles, at its place on the board, and the words taken off it; empty if it is no picture. */
export function sheetArt(text: string | null, board: Box, turn?: Turn): { sheet: string; words: Lettering[] } {
  const none = { sheet: "", words: [] };
  if (!text) return none;
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return none;
  root.querySelectorAll("script, foreignObject, style").forEach((it) => it.remove());
  for (const name of ["role", "aria-label", "id"]) root.removeAttribute(name);
  // A sheet says by its viewBox where it lies; the board may be larger.
  const [x, y, w, h] = (root.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
  const place = h ? { x, y, width: w, height: h } : { x: board.x, y: board.y, width: board.w, height: board.h };
  for (const [name, value] of Object.entries(place)) root.setAttribute(name, String(value));
  // What stays upright on a turned sheet is drawn by the board.
  if (turn) root.querySelectorAll("[data-upright]").forEach((it) => it.remove());
  const words = takeLettering(root).map((word) => (turn ? goRound(word, turn) : word));
  return { sheet: new XMLSerializer().serializeToString(root), words };
}

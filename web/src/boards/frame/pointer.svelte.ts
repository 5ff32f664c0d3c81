/** The mouse and the finger on the board: what is under them, what a click means, the lens over small counters. */
import type { Thing } from "../../lib/choose";
import type { Box } from "../geometry";
import { choose } from "./hand";
import type { Keyboard } from "./keyboard.svelte";
import type { Placed } from "./layout";
import type { Scene } from "./scene.svelte";
import type { Trays } from "./trays.svelte";

/** A counter is shown larger until it is so many pixels high. */
const LENS = 38;
/** What slides under a mouse that has moved less than this since its click has not been pointed at. */
const RESTING = 6;

export function thingAt(target: EventTarget | null): Thing | null {
  const hit = (target as Element | null)?.closest?.<SVGElement>("[data-piece], [data-space]");
  if (!hit) return null;
  return hit.dataset.piece ? { kind: "piece", id: hit.dataset.piece } : { kind: "space", id: hit.dataset.space! };
}

/** A counter larger than it lies there, above its place or, at the upper edge of the board, under it; none if it is large enough. */
export function magnify({ piece, berth }: Placed, k: number, board: Box): (Placed & { berth: Box }) | null {
  const h = LENS / k;
  if (berth.h * 1.25 > h) return null;
  const card = berth.shape === "card";
  const w = card ? h : h * 2.1;
  const above = berth.y - h * 1.22;
  const y = above > board.y ? above : berth.y + berth.h + h * 0.22;
  return { piece, berth: { x: berth.x + berth.w / 2 - w / 2, y, w, h, shape: card ? "card" : "slim" } };
}

export class Pointer {
  /** The piece under the mouse, shown larger when it is small on the screen. */
  lens = $state<string | null>(null);
  magnified = $derived.by(() => {
    const { placed, sight } = this.scene;
    const under = this.lens ? placed.find(({ piece }) => piece.id === this.lens) : undefined;
    return under ? magnify(under, sight.at.k, sight.box) : null;
  });
  #clicked: { x: number; y: number } | null = null;
  #last = "";

  constructor(
    readonly scene: Scene,
    readonly trays: Trays,
    readonly keyboard: Keyboard,
  ) {}

  onclick = (event: MouseEvent): void => {
    const { scene, trays } = this;
    this.#clicked = { x: event.clientX, y: event.clientY };
    this.lens = null;
    const thing = thingAt(event.target);
    this.keyboard.focus = null;
    if (thing && scene.table.replay.pen) return scene.table.replay.touch(scene.placeOf(thing));
    const inTray = !!(event.target as Element).closest?.("[data-tray]");
    if (trays.fan && !inTray && (!thing || scene.placeOf(thing) !== trays.fan.space)) trays.close();
    if (thing) choose(scene, trays, thing, scene.sight.coarse, inTray);
    else scene.table.dismiss();
  };

  ondblclick = (event: MouseEvent): void => {
    const thing = thingAt(event.target);
    const box = thing && this.trays.boundsOf(thing);
    if (box && !(event.target as Element).closest?.("[data-tray]")) this.scene.sight.zoom?.near(box);
  };

  onpointermove = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    if (this.#clicked && Math.hypot(event.clientX - this.#clicked.x, event.clientY - this.#clicked.y) < RESTING) return;
    this.#clicked = null;
    const thing = thingAt(event.target);
    const key = thing ? `${thing.kind}|${thing.id}` : "";
    if (key === this.#last) return;
    this.#last = key;
    this.#over(thing);
  };

  onpointerleave = (): void => {
    this.#last = "";
    this.#over(null);
  };

  #over(thing: Thing | null): void {
    const { scene, trays } = this;
    const place = thing && scene.placeOf(thing);
    trays.rest(place);
    this.lens = thing?.kind === "piece" && !(place && (trays.fan?.space === place || trays.fannable(place))) ? thing.id : null;
    if (!thing) return scene.table.unpoint();
    scene.table.over = place;
    scene.table.point(thing);
  }
}

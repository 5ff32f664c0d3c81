/** The mouse and the finger on the board: what is under them, what a click means, the lens over small counters. */
import type { Thing } from "../../lib/choose";
import type { Box } from "../geometry";
import { choose, handful } from "./hand";
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
  /** Pieces that are being dragged, and where the pointer is. */
  drag = $state.raw<{ piece: string; x: number; y: number } | null>(null);
  #clicked: { x: number; y: number } | null = null;
  #pressed: { thing: Thing; inTray: boolean; x: number; y: number } | null = null;
  #taking: Promise<boolean> | null = null;
  #dropped = false;
  #last = "";

  constructor(
    readonly scene: Scene,
    readonly trays: Trays,
    readonly keyboard: Keyboard,
  ) {}

  /** A press on a piece of one's own may become a drag, and a wheel a number: the map stays where it is. */
  holds = (event: Event): boolean => {
    const { table } = this.scene;
    if (event.type === "wheel") return this.#numbered(event as WheelEvent);
    const thing = event.type === "mousedown" && table.ready && !table.guide ? thingAt(event.target) : null;
    return thing?.kind === "piece" && table.pieces.get(thing.id)?.side === table.seated;
  };

  /** With a heap in the hand the wheel says how many; with Control it is for the map as ever. */
  #numbered(event: WheelEvent): boolean {
    const { grasp } = this.scene.table;
    return !!grasp && !grasp.given && (grasp.most ?? 0) > 1 && !event.ctrlKey;
  }

  onwheel = (event: WheelEvent): void => {
    if (!this.#numbered(event)) return;
    event.preventDefault();
    this.scene.table.sendMore(event.deltaY < 0 ? 1 : -1);
  };

  onpointerdown = (event: PointerEvent): void => {
    this.#dropped = false;
    const thing = event.pointerType === "mouse" && event.button === 0 && !this.scene.sight.coarse ? thingAt(event.target) : null;
    const { table } = this.scene;
    const own = thing?.kind === "piece" && table.ready && !table.guide && table.pieces.get(thing.id)?.side === table.seated;
    this.#pressed = own ? { thing, inTray: !!(event.target as Element).closest?.("[data-tray]"), x: event.clientX, y: event.clientY } : null;
  };

  #dragged(event: PointerEvent): boolean {
    const pressed = this.#pressed;
    if (!pressed || !(event.buttons & 1)) {
      this.#pressed = null;
      return !!this.drag;
    }
    if (!this.drag) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < RESTING) return false;
      const { table } = this.scene;
      const { pieces, pile } = handful(this.scene, pressed.thing, pressed.inTray);
      this.lens = null;
      if (!table.grasp?.pieces.includes(pressed.thing.id) || table.grasp.given) this.#taking = table.pickUp(pieces, { pile });
      this.trays.close();
      const drop = (up: PointerEvent) => void this.#drop(up);
      addEventListener("pointerup", drop, { once: true });
      addEventListener("pointercancel", drop, { once: true });
    }
    this.drag = { piece: pressed.thing.id, x: event.clientX, y: event.clientY };
    return true;
  }

  /** Let go: over a place it can go to it goes there, elsewhere it goes back. */
  async #drop(event: PointerEvent): Promise<void> {
    const { scene } = this;
    this.drag = this.#pressed = null;
    this.#dropped = true;
    const under = event.type === "pointerup" ? thingAt(document.elementFromPoint(event.clientX, event.clientY)) : null;
    const place = under && scene.placeOf(under);
    scene.table.spotted = { x: event.clientX, y: event.clientY };
    await this.#taking;
    this.#taking = null;
    const spaces = place ? [place, ...scene.geometry.members(scene.geometry.group(place) ?? place)] : [];
    const pick = spaces.map((space) => scene.spaceTargets.get(space)).find((it) => it);
    if (pick) scene.table.play(pick);
    else scene.table.putDown();
  }

  onclick = (event: MouseEvent): void => {
    const { scene, trays } = this;
    if (this.#dropped) {
      this.#dropped = false;
      return;
    }
    scene.table.spotted = { x: event.clientX, y: event.clientY };
    this.#clicked = { x: event.clientX, y: event.clientY };
    this.lens = null;
    const thing = thingAt(event.target);
    this.keyboard.focus = null;
    if (thing && scene.table.replay.pen) return scene.table.replay.touch(scene.placeOf(thing));
    const inTray = !!(event.target as Element).closest?.("[data-tray]");
    if (trays.fan && !inTray && (!thing || scene.placeOf(thing) !== trays.fan.space)) trays.close();
    if (thing) choose(scene, trays, thing, scene.sight.coarse, { inTray, more: event.shiftKey });
    else scene.table.dismiss();
  };

  ondblclick = (event: MouseEvent): void => {
    const thing = thingAt(event.target);
    const box = thing && this.trays.boundsOf(thing);
    if (box && !(event.target as Element).closest?.("[data-tray]")) this.scene.sight.zoom?.near(box);
  };

  onpointermove = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    this.#dragged(event);
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

/** The keyboard on the board: arrows and Tab walk what may be chosen, Enter chooses, single letters help to look. */
import type { Thing } from "../../lib/choose";
import { middle, nearest } from "../geometry";
import { choose } from "./hand";
import type { Scene } from "./scene.svelte";
import type { Speech } from "./speech.svelte";
import type { Trays } from "./trays.svelte";
import { say } from "../../words/words";

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** With more targets than this Tab leaves the board at once. */
const TABBED = 40;

export class Keyboard {
  focus = $state.raw<Thing | null>(null);
  /** Every candidate is walked, so that a refusal can be heard. */
  everything = $state(false);
  /** The things that are walked, in reading order. */
  walk = $derived.by<Thing[]>(() => {
    const { table, geometry, stacks, heapOf, spaceTargets, pieceTargets } = this.scene;
    const spaces = new Set<unknown>(spaceTargets.keys());
    const pieces = new Set<unknown>(pieceTargets.keys());
    if (this.everything)
      for (const choice of table.decision?.choices ?? [])
        for (const id of choice.candidates) (choice.kind === "space" ? spaces : choice.kind === "piece" ? pieces : new Set()).add(id);
    return geometry.order.flatMap((space) => [
      ...(spaces.has(space) ? [{ kind: "space" as const, id: space }] : []),
      ...(stacks.get(space) ?? [])
        .filter((piece) => pieces.has(piece.id) && !(heapOf.get(piece.id)?.same && heapOf.get(piece.id)!.pieces.at(-1) !== piece))
        .map((piece) => ({ kind: "piece" as const, id: piece.id })),
    ]);
  });
  ring = $derived.by(() => this.focus && this.trays.boundsOf(this.focus));

  constructor(
    readonly scene: Scene,
    readonly trays: Trays,
    readonly speech: Speech,
  ) {}

  /** A new question: the walk begins anew. */
  asked(): void {
    this.focus = null;
    this.everything = false;
  }

  onkeydown = (event: KeyboardEvent): void => {
    if (this.press(event.key, event.shiftKey)) event.preventDefault();
  };

  /** True when the key meant something here. */
  press(key: string, shift = false): boolean {
    const { table, sight } = this.scene;
    const arrow = ARROWS[key];
    if (arrow) this.#arrow(...arrow, shift);
    else if (key === "Tab") return this.walk.length <= TABBED && this.step(shift ? -1 : 1);
    else if ((key === "Enter" || key === " ") && this.focus) this.#choose(shift);
    else if (key === "+" || key === "=") sight.zoom?.by(1.3);
    else if (key === "-") sight.zoom?.by(1 / 1.3);
    else if (/^[1-9]$/.test(key) && table.grasp?.most) table.sendOnly(Number(key));
    else if (key === "0") sight.zoom?.fit();
    else if (key === "z") this.#closely();
    else if (key === "w") {
      this.everything = !this.everything;
      table.said = this.everything ? say("walk-everything") : say("walk-legal");
    } else if (key === "d") table.said = this.speech.described(this.focus);
    else if (key === "l" && table.layers.all.length) this.scene.listing = !this.scene.listing;
    else if (key === "Escape" && table.grasp && !table.grasp.given) table.putDown();
    else if (key === "Escape") {
      this.focus = null;
      this.trays.close();
      table.dismiss();
    } else return false;
    return true;
  }

  #choose(more: boolean): void {
    const { scene, trays, focus } = this;
    if (!focus) return;
    const box = trays.boundsOf(focus);
    if (box) scene.table.spotted = scene.sight.onPage(middle(box));
    choose(scene, trays, focus, false, { inTray: focus.kind === "piece", more });
  }

  /** What is in focus, or what the decision is about, from near. */
  #closely(): void {
    const { scene, trays } = this;
    const about = scene.about?.kind === "piece" || scene.about?.kind === "space" ? (scene.about as Thing) : null;
    const thing = this.focus ?? scene.table.eye ?? about;
    const box = thing && trays.boundsOf(thing);
    if (box) scene.sight.zoom?.near(box);
  }

  #arrow(dx: number, dy: number, shift: boolean): void {
    const { walk, focus, trays } = this;
    if (shift || !walk.length) this.scene.sight.zoom?.pan(-dx, -dy);
    else if (!focus) this.step(1);
    else {
      const from = trays.boundsOf(focus);
      const boxes = new Map(walk.map((thing, i) => [String(i), trays.boundsOf(thing)!]));
      const next = from && nearest(from, boxes, dx, dy);
      if (next) this.look(walk[Number(next)]!);
    }
  }

  /** To the next thing or the one before; false at either end. */
  step(by: number): boolean {
    const { walk, focus } = this;
    if (!focus && this.everything) {
      this.look(this.#inMiddle());
      return true;
    }
    const i = walk.findIndex((it) => it.kind === focus?.kind && it.id === focus.id);
    const next = focus ? i + by : by > 0 ? 0 : walk.length - 1;
    if (next < 0 || next >= walk.length) return false;
    this.look(walk[next]!);
    return true;
  }

  /** Among everything one begins where one looks. */
  #inMiddle(): Thing {
    const { part } = this.scene.sight;
    const [x, y] = middle(part);
    const far = (thing: Thing) => {
      const [tx, ty] = middle(this.trays.boundsOf(thing) ?? part);
      return Math.hypot(tx - x, ty - y);
    };
    return this.walk.reduce((best, thing) => (far(thing) < far(best) ? thing : best));
  }

  look(thing: Thing): void {
    const { scene, trays } = this;
    const { table } = scene;
    this.focus = thing;
    const place = scene.placeOf(thing);
    table.over = place;
    const heap = scene.heapOf.get(thing.id);
    const buried = !heap?.same && (heap?.pieces.length ?? 0) > 1;
    if (place && thing.kind === "piece" && (trays.fannable(place) || buried)) trays.open(place);
    else if (scene.geometry.fans) trays.close();
    scene.sight.show(trays.boundsOf(thing));
    table.said = this.speech.pointed(thing);
    table.dismiss();
    table.point(thing);
  }
}

/** Which part of the board is in the window: pan and zoom, and what can be read and hit at this zoom. */
import { untrack } from "svelte";

import { prefs } from "../../lib/prefs.svelte";
import type { Table } from "../../lib/table.svelte";
import type { Box, Geometry } from "../geometry";
import { zoomer, type Zoomer } from "../zoom";

/** What a frame is given: both may be others tomorrow, so they are asked for each time. */
export interface Given {
  readonly table: Table;
  readonly geometry: Geometry;
}

export const boxOf = ([x, y, w, h]: readonly [number, number, number, number]): Box => ({ x, y, w, h });

export class Sight {
  width = $state(0);
  height = $state(0);
  /** Pixels are board units times k, plus x and y. */
  at = $state.raw({ k: 1, x: 0, y: 0 });
  /** The sheet is on the move: its picture is moved as it is, and drawn sharply again when it has come to rest. */
  moving = $state(false);
  zoom = $state.raw<Zoomer | null>(null);

  /** The whole board. */
  box = $derived.by<Box>(() => boxOf(this.given.table.board!.box));
  /** The part of it in the window. */
  part = $derived<Box>({ x: -this.at.x / this.at.k, y: -this.at.y / this.at.k, w: this.width / this.at.k, h: this.height / this.at.k });
  sized = $derived(this.width > 0 && this.height > 0 && !!this.zoom);
  /** How much of a counter can be read. */
  detail = $derived.by<"far" | "mid" | "near">(() => {
    const { geometry } = this.given;
    const counter = this.at.k * 46;
    if (geometry.heaps) return counter > 36 ? "near" : "mid";
    return !geometry.fans || counter > 44 ? "near" : counter > 25 ? "mid" : "far";
  });
  /** The smallest space in pixels. */
  smallest = $derived.by(() => this.given.geometry.smallest * this.at.k);
  /** A thumb, or spaces too small for a pointer: a click opens a list. */
  coarse = $derived.by(() => prefs.coarse || prefs.narrow || this.smallest < 16);

  constructor(
    readonly given: Given,
    svg: () => SVGSVGElement,
    make = zoomer,
  ) {
    $effect(() => {
      void this.at;
      const timer = setTimeout(() => (this.moving = false), 180);
      return () => clearTimeout(timer);
    });
    $effect(() =>
      untrack(() => {
        this.zoom = make(svg(), this.#wishes());
        return () => this.zoom?.destroy();
      }),
    );
    $effect(() => this.zoom?.resize(this.width, this.height));
  }

  #wishes(): Parameters<typeof zoomer>[1] {
    const { geometry, table } = this.given;
    const thumb = prefs.coarse || prefs.narrow;
    const focus = table.board!.focus;
    return {
      box: this.box,
      focus: focus && !thumb ? boxOf(focus) : undefined,
      atLeast: geometry.fans ? (thumb ? 38 / geometry.smallest : 0) : thumb ? 0 : 20 / geometry.smallest,
      most: geometry.fans && thumb ? 6 : 1.4,
      calm: prefs.calm,
      moved: ({ k, x, y }) => {
        this.moving = true;
        this.at = { k, x, y };
      },
    };
  }

  show(box: Box | null): void {
    if (box) this.zoom?.show(box);
  }

  /** A box of the board in pixels of the window. */
  onScreen({ x, y, w, h }: Box): Box {
    const { k, x: dx, y: dy } = this.at;
    return { x: x * k + dx, y: y * k + dy, w: w * k, h: h * k };
  }
}

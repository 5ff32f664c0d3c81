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

export type Detail = "far" | "mid" | "near";
/** What can be read on a counter that is so many pixels wide: symbol and strength, its values, its name as well. */
export const detailOf = (pixels: number): Detail => (pixels < 30 ? "far" : pixels < 50 ? "mid" : "near");

const SIZE = 46;
/** Least widths in pixels of a counter on a hex and of a heap on an area. */
const COUNTER = 24;
const HEAP = 26;

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
  /** The zoom in steps, never above it: what is laid out by size is laid out anew only when the next step is reached. */
  step = $derived(2 ** (Math.floor(Math.log2(this.at.k) * 4 + 1e-6) / 4));
  /** How large a counter is on the board: never too small to be read, where it is free to grow. */
  unit = $derived.by(() => {
    const { geometry } = this.given;
    if (!geometry.fans) return SIZE;
    const least = geometry.heaps ? HEAP : COUNTER;
    return Math.max(geometry.heaps ? 0 : SIZE, Math.min(least / this.step, geometry.heaps ? Infinity : geometry.smallest * 0.92));
  });
  /** How much of a counter can be read. */
  detail = $derived.by<Detail>(() => (this.given.geometry.fans ? detailOf(Math.max(SIZE, this.unit) * this.step) : "near"));
  /** The smallest space in pixels. */
  smallest = $derived.by(() => this.given.geometry.smallest * this.at.k);
  /** A thumb, or spaces too small for a pointer: a click opens a list. */
  coarse = $derived.by(() => prefs.coarse || prefs.narrow || this.smallest < 16);
  /** A press that is not for moving the map. */
  holds: (event: Event) => boolean = () => false;

  constructor(
    readonly given: Given,
    readonly svg: () => SVGSVGElement,
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
      atLeast: geometry.fans && thumb ? 38 / geometry.smallest : 0,
      most: geometry.fans && thumb ? 6 : 1.4,
      fill: table.board!.kind === "points" && !thumb,
      calm: prefs.calm,
      holds: (event) => this.holds(event),
      moved: ({ k, x, y }) => {
        this.moving = true;
        this.at = { k, x, y };
      },
    };
  }

  show(box: Box | null): void {
    if (box) this.zoom?.show(box);
  }

  /** A point of the board in pixels of the page. */
  onPage([x, y]: [number, number]): { x: number; y: number } {
    const { left, top } = this.svg().getBoundingClientRect();
    return { x: left + x * this.at.k + this.at.x, y: top + y * this.at.k + this.at.y };
  }

  /** A box of the board in pixels of the window. */
  onScreen({ x, y, w, h }: Box): Box {
    const { k, x: dx, y: dy } = this.at;
    return { x: x * k + dx, y: y * k + dy, w: w * k, h: h * k };
  }
}

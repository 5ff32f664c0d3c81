/** What is on the board and what of it may be clicked, for everybody in the frame to read. */
import { targetsOf, type Thing } from "../../lib/choose";
import type { Table } from "../../lib/table.svelte";
import type { Geometry } from "../geometry";
import { heapsOf, heightsOf, markersOf, placedOf, stacksOf, topsOf } from "./layout";
import type { Given, Sight } from "./sight.svelte";

/** Markers of what is going to happen peep out over the counters. */
const OVER = new Set(["plan", "attack"]);

export class Scene {
  /** The list of layers is open. */
  listing = $state(false);

  spaceTargets = $derived.by(() => targetsOf(this.table.offered, "space"));
  pieceTargets = $derived.by(() => targetsOf(this.table.offered, "piece"));
  legalSpaces = $derived.by(() => new Set([...this.spaceTargets.keys()].map(String)));
  about = $derived.by(() => this.table.decision?.about ?? null);

  stacks = $derived.by(() => stacksOf(this.table.view?.pieces ?? [], this.geometry.sorted));
  heaps = $derived.by(() =>
    heapsOf(this.stacks, this.geometry, this.sight.unit, (id) => this.pieceTargets.has(id), this.table.decision?.about?.id),
  );
  heapOf = $derived.by(() => new Map(this.heaps.flatMap((heap) => heap.pieces.map((piece) => [piece.id, heap] as const))));
  placed = $derived.by(() =>
    this.geometry.heaps ? topsOf(this.heaps) : placedOf(this.stacks, this.geometry, this.table.view?.pieces ?? [], this.sight.unit),
  );
  heights = $derived.by(() => heightsOf(this.stacks, this.geometry, this.sight.unit));
  totals = $derived.by(() => new Map(this.heights.filter((it) => it.sum).map((it) => [it.top, it.sum])));
  markers = $derived.by(() => markersOf(this.table.view?.markers ?? [], this.geometry));
  under = $derived.by(() => this.markers.filter(({ marker }) => !OVER.has(marker.kind)));
  over = $derived.by(() => this.markers.filter(({ marker }) => OVER.has(marker.kind)));

  constructor(
    readonly given: Given,
    readonly sight: Sight,
  ) {}

  get table(): Table {
    return this.given.table;
  }

  get geometry(): Geometry {
    return this.given.geometry;
  }

  pick(thing: Thing) {
    return (thing.kind === "space" ? this.spaceTargets : this.pieceTargets).get(thing.id);
  }

  placeOf(thing: Thing): string | null {
    return thing.kind === "piece" ? (this.table.pieces.get(thing.id)?.at ?? null) : thing.id;
  }

  isAbout(piece: string): boolean {
    return this.table.grasp ? this.table.grasp.pieces.includes(piece) : this.about?.kind === "piece" && this.about.id === piece;
  }
}

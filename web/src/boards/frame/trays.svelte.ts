/** Trays: a pile fanned out, by a resting mouse for a while or by a click until it is closed. */
import { picksWithin, type Thing } from "../../lib/choose";
import type { Box } from "../geometry";
import { tray } from "../hexes";
import type { Piece } from "../../lib/wire";
import { kindOf } from "../stacks";
import type { Placed } from "./layout";
import type { Scene } from "./scene.svelte";

export interface Spread {
  space: string;
  box: Box;
  unit: number;
  pieces: (Placed & { count: number; same: Piece[] })[];
}

export class Trays {
  fan = $state.raw<{ space: string; pinned: boolean } | null>(null);
  #dwell: ReturnType<typeof setTimeout> | undefined;

  spread = $derived.by<Spread | null>(() => {
    const { fan, scene } = this;
    const pieces = fan ? scene.stacks.get(fan.space) : undefined;
    if (!fan || !pieces?.length) return null;
    const piled = scene.geometry.piled?.(fan.space);
    // Read like a page: the uppermost first. Of equal pieces one lies there for all: a hundred would cover the map.
    const kinds = new Map<string, Piece[]>();
    for (const piece of piled ? [...pieces].reverse() : pieces) {
      const kind = scene.geometry.heaps ? `${kindOf(piece)}|${scene.isAbout(piece.id)}` : piece.id;
      kinds.set(kind, [...(kinds.get(kind) ?? []), piece]);
    }
    const { box, berths, unit } = tray(scene.geometry.bounds(fan.space), kinds.size, scene.sight.at.k, scene.sight.part, !piled, (scene.table.spaceName(fan.space).length * 8 + 20) / scene.sight.at.k);
    const laid = [...kinds.values()].map((same, i) => ({ piece: same.find((piece) => scene.pieceTargets.has(piece.id)) ?? same[0]!, berth: berths[i]!, count: same.length, same }));
    return { space: fan.space, box, unit, pieces: laid };
  });

  constructor(readonly scene: Scene) {}

  /** A pile, or rows too small to click into. */
  fannable(space: string): boolean {
    const { geometry, stacks, sight } = this.scene;
    return !!geometry.fans && (stacks.get(space)?.length ?? 0) > 1 && (geometry.piled?.(space) || 40 * sight.at.k < 26);
  }

  /** Where a thing lies: in the tray, on the board, or somewhere in a heap. */
  boundsOf(thing: Thing): Box | null {
    const { geometry, placed, heapOf } = this.scene;
    if (thing.kind === "space") return geometry.bounds(thing.id);
    const berth = (among: Placed[] | undefined) => among?.find(({ piece }) => piece.id === thing.id)?.berth;
    return this.spread?.pieces.find(({ same }) => same.some((piece) => piece.id === thing.id))?.berth ?? berth(placed) ?? heapOf.get(thing.id)?.berth ?? null;
  }

  open(space: string): void {
    this.fan = { space, pinned: true };
  }

  close(): void {
    clearTimeout(this.#dwell);
    this.fan = null;
  }

  /** The mouse rests on a space: its pile opens after a moment; the tray of another closes. */
  rest(space: string | null): void {
    const { geometry, table, legalSpaces, pieceTargets } = this.scene;
    if (!geometry.fans) return;
    clearTimeout(this.#dwell);
    if (this.fan?.pinned || space === this.fan?.space) return;
    // Where a place is asked for, a box full of units does not spread over the places.
    const placing = legalSpaces.size > 0 && !pieceTargets.size;
    const next = space && this.fannable(space) && !(placing && (table.still || !geometry.piled?.(space))) ? space : null;
    if (next || this.fan)
      this.#dwell = setTimeout(() => (this.fan = next ? { space: next, pinned: false } : null), next ? (placing ? 700 : 280) : 160);
  }

  /** A new question: the tray stays only while it still offers something. */
  asked(stacks = this.scene.stacks, targets = this.scene.pieceTargets): void {
    if (this.fan && !stacks.get(this.fan.space)?.some((piece) => targets.has(piece.id))) this.close();
  }

  /** A click on a pile: the only legal piece, the space, or the tray (on a phone the sheet). True when that was it. */
  takes(at: string, thing: Thing, thumb: boolean): boolean {
    const { geometry, table, stacks, heapOf, sight } = this.scene;
    const here = stacks.get(at) ?? [];
    const picks = picksWithin(table.ready ? table.decision : null, [at], here);
    if (thumb) {
      if (here.length < 2 && (picks.length !== 1 || sight.smallest >= 34)) return false;
      table.among = { group: at, picks };
      return true;
    }
    if (here.length < 2 || picks.some((pick) => pick.choice.kind === "space")) return false;
    const heap = thing.kind === "piece" ? heapOf.get(thing.id) : undefined;
    // Equal pieces are as good as each other; of a mixed heap one must be picked.
    if (heap && (heap.same || heap.may === 1)) return false;
    const precise = !heap && !geometry.piled?.(at) && !this.fannable(at);
    if (precise && thing.kind === "piece") return false;
    if (picks.length === 1 && !heap) return false;
    if (precise && !picks.length) return false;
    const again = this.fan?.space === at && this.fan.pinned;
    this.close();
    if (!again) this.open(at);
    return true;
  }
}

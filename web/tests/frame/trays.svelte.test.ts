import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Geometry } from "../../src/boards/geometry";
import { hexGeometry } from "../../src/boards/hexes";
import { board, choice, decision, piece, stage, type Stage } from "./stage.svelte";

const pile = [piece("a", "A", "AX", { values: ["1"] }), piece("b", "A", "AX", { values: ["3"] }), piece("c", "B")];
const all = decision([choice("move", "piece", ["a", "b", "c"])]);
let on: Stage;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  on.close();
  vi.useRealTimers();
});

describe("trays", () => {
  it("open after a moment of rest on a pile and close when the mouse is elsewhere", () => {
    on = stage(pile, all);
    on.trays.rest("A");
    vi.advanceTimersByTime(279);
    expect(on.trays.spread).toBeNull();
    vi.advanceTimersByTime(1);
    expect(on.trays.fan).toEqual({ space: "A", pinned: false });
    on.trays.rest("B");
    vi.advanceTimersByTime(160);
    expect(on.trays.fan).toBeNull();
  });
  it("do not open for one counter, nor when the mouse goes on", () => {
    on = stage(pile, all);
    on.trays.rest("B");
    vi.advanceTimersByTime(1000);
    on.trays.rest("A");
    on.trays.rest(null);
    vi.advanceTimersByTime(1000);
    expect(on.trays.fan).toBeNull();
  });
  it("take longer where a place is asked for, and never spread a box over the places", () => {
    on = stage([...pile, piece("x", "box"), piece("y", "box")], decision([choice("to", "space", ["B", "C"])]), { k: 0.6 });
    expect(on.trays.fannable("box")).toBe(true);
    on.trays.rest("box");
    vi.advanceTimersByTime(1000);
    expect(on.trays.fan).toBeNull();
    on.trays.rest("A");
    vi.advanceTimersByTime(699);
    expect(on.trays.fan).toBeNull();
    vi.advanceTimersByTime(1);
    expect(on.trays.fan?.space).toBe("A");
  });
  it("are read like a page: the uppermost first", () => {
    on = stage(pile, all);
    on.trays.open("A");
    expect(on.trays.spread!.pieces.map(({ piece }) => piece.id)).toEqual(["b", "a"]);
    const [first, second] = on.trays.spread!.pieces;
    expect(first!.berth.x).toBeLessThan(second!.berth.x);
    expect(on.trays.boundsOf({ kind: "piece", id: "a" })).toBe(second!.berth);
  });
  it("stay pinned until they are clicked again, whatever the mouse rests on", () => {
    on = stage(pile, all);
    expect(on.trays.takes("A", { kind: "piece", id: "b" }, false)).toBe(true);
    on.trays.rest("C");
    vi.advanceTimersByTime(1000);
    expect(on.trays.fan).toEqual({ space: "A", pinned: true });
    on.trays.takes("A", { kind: "piece", id: "b" }, false);
    expect(on.trays.fan).toBeNull();
  });
  it("close with a new question, unless they still offer something", () => {
    on = stage(pile, all);
    on.trays.open("A");
    on.table.decision = decision([choice("move", "piece", ["a"])]);
    flushSync();
    expect(on.trays.fan?.space).toBe("A");
    on.table.decision = decision([choice("to", "space", ["B"])]);
    flushSync();
    expect(on.trays.fan).toBeNull();
  });
  it("leave a click alone where it is clear: one piece, the only legal one, or the space itself", () => {
    on = stage(pile, all);
    expect(on.trays.takes("B", { kind: "piece", id: "c" }, false)).toBe(false);
    on.table.decision = decision([choice("move", "piece", ["a"])]);
    expect(on.trays.takes("A", { kind: "piece", id: "b" }, false)).toBe(false);
    on.table.decision = decision([choice("to", "space", ["A"])]);
    expect(on.trays.takes("A", { kind: "piece", id: "b" }, false)).toBe(false);
  });
  it("become a list for a thumb", () => {
    on = stage(pile, all);
    expect(on.trays.takes("A", { kind: "piece", id: "b" }, true)).toBe(true);
    expect(on.table.among).toMatchObject({ group: "A" });
    expect(on.table.among!.picks.map((pick) => pick.target).sort()).toEqual(["a", "b"]);
    expect(on.trays.takes("B", { kind: "piece", id: "c" }, true)).toBe(false);
    on.sight.at = { k: 0.4, x: 0, y: 0 };
    expect(on.trays.takes("B", { kind: "piece", id: "c" }, true)).toBe(true);
  });
  it("are not needed for a heap of equal pieces", () => {
    for (const same of [true, false]) {
      const geometry: Geometry = { ...hexGeometry(board), heaps: (_, pieces) => [{ pieces, same, berth: { x: 0, y: 0, w: 40, h: 40, shape: "card" } }] };
      on = stage(pile, all, { geometry });
      expect(on.trays.takes("A", { kind: "piece", id: "b" }, false)).toBe(!same);
      if (same) on.close();
    }
  });
});

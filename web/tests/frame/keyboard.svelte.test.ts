import { flushSync } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { choice, decision, piece, stage, type Stage } from "./stage.svelte";

const spaces = decision([choice("to", "space", ["A", "C", "D"], ["A", "B", "C", "D"])]);
let on: Stage;
afterEach(() => on.close());
const focus = () => on.keyboard.focus?.id ?? null;

describe("keyboard", () => {
  it("walks the legal targets in reading order, and Tab leaves at either end", () => {
    on = stage([], spaces);
    expect(["Tab", "Tab", "Tab"].map((key) => (on.keyboard.press(key), focus()))).toEqual(["A", "C", "D"]);
    expect(on.keyboard.press("Tab")).toBe(false);
    expect(on.keyboard.press("Tab", true)).toBe(true);
    expect(focus()).toBe("C");
    on.keyboard.press("Tab", true);
    expect(on.keyboard.press("Tab", true)).toBe(false);
  });
  it("goes with the arrows to the nearest in a direction and stays where there is none", () => {
    on = stage([], spaces);
    expect(["ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft"].map((key) => (on.keyboard.press(key), focus()))).toEqual(["A", "C", "C", "C", "D", "A"]);
  });
  it("moves the board with Shift, and without it where nothing is to be walked", () => {
    on = stage([], spaces);
    on.keyboard.press("ArrowLeft", true);
    expect(on.zoom.pan).toHaveBeenLastCalledWith(1, -0);
    on.table.decision = null;
    on.keyboard.press("ArrowDown");
    expect(on.zoom.pan).toHaveBeenLastCalledWith(-0, -1);
    expect(focus()).toBeNull();
  });
  it("walks every candidate after w, beginning in the middle of what is in sight", () => {
    on = stage([], spaces);
    on.keyboard.press("w");
    expect(on.table.said).toMatch(/every space/);
    expect(on.keyboard.walk.map((it) => it.id)).toEqual(["A", "B", "C", "D"]);
    on.sight.at = { k: 4, x: -300, y: -200 };
    on.keyboard.press("ArrowRight");
    expect(focus()).toBe("B");
    on.keyboard.press("w");
    expect(on.table.said).toMatch(/legal targets/);
  });
  it("says and points at what it has come to, and brings it into sight", () => {
    on = stage([piece("a", "C")], spaces);
    on.keyboard.look({ kind: "space", id: "C" });
    expect(on.table.said).toBe("Charlie. to. Axis a.");
    expect(on.table.over).toBe("C");
    expect(on.table.point).toHaveBeenLastCalledWith({ kind: "space", id: "C" });
    expect(on.zoom.show).toHaveBeenLastCalledWith(on.scene.geometry.bounds("C"));
    expect(on.keyboard.ring).toEqual(on.scene.geometry.bounds("C"));
  });
  it("opens the pile a piece lies in, and closes it when it goes on", () => {
    on = stage([piece("a", "A"), piece("b", "A"), piece("c", "B")], decision([choice("move", "piece", ["a", "b", "c"])]));
    on.keyboard.press("Tab");
    expect(on.trays.fan).toEqual({ space: "A", pinned: true });
    on.keyboard.look({ kind: "piece", id: "c" });
    expect(on.trays.fan).toBeNull();
  });
  it("chooses with Enter and space, only what it stands on", () => {
    on = stage([], spaces);
    expect(on.keyboard.press("Enter")).toBe(false);
    on.keyboard.press("Tab");
    on.keyboard.press("Enter");
    on.keyboard.press(" ");
    expect(on.table.play.mock.calls.map(([pick]) => pick.target)).toEqual(["A", "A"]);
  });
  it("zooms, fits, lists layers, describes", () => {
    on = stage([], spaces);
    for (const key of ["+", "=", "-", "0", "l"]) expect(on.keyboard.press(key)).toBe(true);
    expect(on.zoom.by.mock.calls).toEqual([[1.3], [1.3], [1 / 1.3]]);
    expect(on.zoom.fit).toHaveBeenCalledOnce();
    expect(on.scene.listing).toBe(true);
    on.keyboard.look({ kind: "space", id: "A" });
    on.keyboard.press("d");
    expect(on.table.said).toBe("Alpha: empty.");
    on.table.layers.all = [];
    expect(on.keyboard.press("l")).toBe(false);
  });
  it("lets go with Escape, and with a new question", () => {
    on = stage([piece("a", "A"), piece("b", "A")], decision([choice("move", "piece", ["a", "b"])]));
    on.keyboard.press("Tab");
    on.keyboard.press("Escape");
    expect([focus(), on.trays.fan]).toEqual([null, null]);
    expect(on.table.dismiss).toHaveBeenCalled();
    on.keyboard.press("w");
    on.keyboard.press("Tab");
    on.table.decision = spaces;
    flushSync();
    expect([focus(), on.keyboard.everything]).toEqual([null, false]);
  });
  it("keeps a key from the page only if it meant something", () => {
    on = stage([], spaces);
    const event = (key: string) => ({ key, shiftKey: false, preventDefault: vi.fn() }) as unknown as KeyboardEvent;
    const [used, free] = [event("w"), event("q")];
    on.keyboard.onkeydown(used);
    on.keyboard.onkeydown(free);
    expect(used.preventDefault).toHaveBeenCalled();
    expect(free.preventDefault).not.toHaveBeenCalled();
  });
  it("names one of a heap of equal pieces", () => {
    const same = [piece("a", "A"), piece("b", "A")];
    on = stage(same, decision([choice("move", "piece", ["a", "b"])]));
    const { geometry } = on.scene;
    on.close();
    on = stage(same, decision([choice("move", "piece", ["a", "b"])]), {
      geometry: { ...geometry, heaps: (_, pieces) => [{ pieces, same: true, berth: { x: 0, y: 0, w: 40, h: 40, shape: "card" } }] },
    });
    expect(on.keyboard.walk.map((it) => it.id)).toEqual(["b"]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { magnify, thingAt } from "../../src/boards/frame/pointer.svelte";
import { PUT } from "../../src/lib/grasp";
import { prefs } from "../../src/lib/prefs.svelte";
import { choice, decision, piece, stage, type Stage } from "./stage.svelte";

let on: Stage;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  on?.close();
  prefs.coarse = false;
  vi.useRealTimers();
});

/** An element of the board: data-piece, data-space, within a tray or not. */
function element(data: Record<string, string>, inTray = false): Element {
  const tray = document.createElement("div");
  if (inTray) tray.dataset.tray = "";
  const outer = tray.appendChild(document.createElement("div"));
  Object.assign(outer.dataset, data);
  return outer.appendChild(document.createElement("span"));
}
const event = (target: Element, x = 50, y = 50, pointerType = "mouse") => ({ target, clientX: x, clientY: y, pointerType }) as unknown as PointerEvent;
const pile = [piece("a", "A"), piece("b", "A"), piece("c", "B")];
const all = decision([choice("move", "piece", ["a", "b", "c"])]);

describe("pointer", () => {
  it("finds the piece before the space, and nothing on bare paper", () => {
    expect(thingAt(element({ piece: "a" }))).toEqual({ kind: "piece", id: "a" });
    expect(thingAt(element({ space: "A" }))).toEqual({ kind: "space", id: "A" });
    expect(thingAt(element({}))).toBeNull();
    expect(thingAt(null)).toBeNull();
  });
  it("plays the only thing a click can mean", () => {
    on = stage(pile, all);
    on.pointer.onclick(event(element({ piece: "c" })));
    expect(on.table.play.mock.calls[0]![0]).toMatchObject({ verb: "move", target: "c" });
    expect(on.table.over).toBe("B");
  });
  it("opens a pile, plays out of its tray, and closes it with a click elsewhere", () => {
    on = stage(pile, all);
    on.pointer.onclick(event(element({ piece: "b" })));
    expect(on.trays.fan?.space).toBe("A");
    on.pointer.onclick(event(element({ piece: "a" }, true)));
    expect(on.table.play.mock.calls[0]![0].target).toBe("a");
    on.pointer.onclick(event(element({})));
    expect(on.trays.fan).toBeNull();
    expect(on.table.dismiss).toHaveBeenCalled();
  });
  it("asks why not", async () => {
    on = stage(pile, decision([choice("move", "piece", ["c"], ["a", "b", "c"])]));
    on.pointer.onclick(event(element({ piece: "a" }, true)));
    await vi.waitFor(() => expect(on!.table.point).toHaveBeenLastCalledWith({ kind: "piece", id: "a" }, true));
    expect(on.table.play).not.toHaveBeenCalled();
  });
  it("takes a unit of one's own into the hand, and offers only where it can be put", async () => {
    on = stage(pile, decision([choice("pass", "nothing", [])]));
    on.table.pickUp.mockResolvedValueOnce(true);
    on.pointer.onclick(event(element({ piece: "c" })));
    await vi.waitFor(() => expect(on!.table.pickUp).toHaveBeenLastCalledWith(["c"]));
    expect(on.table.point).not.toHaveBeenCalled();
    on.table.grasp = { piece: "c", pieces: ["c"], places: new Map([["D", []]]) };
    expect([...on.scene.spaceTargets.keys()]).toEqual(["D"]);
    expect(on.scene.isAbout("c")).toBe(true);
    on.pointer.onclick(event(element({ space: "D" })));
    expect(on.table.play.mock.calls[0]![0]).toMatchObject({ verb: PUT, target: "D" });
    expect(on.keyboard.press("Escape")).toBe(true);
    expect(on.table.grasp).toBeNull();
  });
  it("only looks while the table is not ready", () => {
    on = stage(pile, all);
    on.table.ready = false;
    on.pointer.onclick(event(element({ piece: "c" })));
    expect(on.table.point).toHaveBeenLastCalledWith({ kind: "piece", id: "c" }, true);
    expect(on.table.play).not.toHaveBeenCalled();
  });
  it("taps with a thumb; dice on a small board show their odds first", () => {
    prefs.coarse = true;
    on = stage(pile, all);
    on.pointer.onclick(event(element({ piece: "c" })));
    expect(on.table.tap).toHaveBeenCalledOnce();
    on.close();
    prefs.coarse = false;
    on = stage(pile, decision([choice("fire", "space", ["C"], ["C"], { dice: true })]), { k: 0.15 });
    on.table.among = null;
    on.scene.geometry.fans = false;
    on.pointer.onclick(event(element({ space: "C" })));
    expect(on.table.point).toHaveBeenLastCalledWith({ kind: "space", id: "C" }, true);
    expect(on.table.play).not.toHaveBeenCalled();
  });
  it("points at what it is over, once", () => {
    on = stage(pile, all);
    on.pointer.onpointermove(event(element({ piece: "c" })));
    on.pointer.onpointermove(event(element({ piece: "c" }), 51, 51));
    expect(on.table.point).toHaveBeenCalledOnce();
    on.pointer.onpointerleave();
    expect(on.table.unpoint).toHaveBeenCalledOnce();
    on.pointer.onpointermove(event(element({ piece: "c" })));
    expect(on.table.point).toHaveBeenCalledTimes(2);
  });
  it("does not mistake a finger for a mouse", () => {
    on = stage(pile, all);
    on.pointer.onpointermove(event(element({ piece: "c" }), 50, 50, "touch"));
    expect(on.table.point).not.toHaveBeenCalled();
  });
  it("has not pointed at what slid under it after a click", () => {
    on = stage(pile, all);
    on.pointer.onclick(event(element({ piece: "c" })));
    on.pointer.onpointermove(event(element({ space: "D" }), 53, 53));
    expect(on.table.point).not.toHaveBeenCalled();
    on.pointer.onpointermove(event(element({ space: "D" }), 60, 60));
    expect(on.table.point).toHaveBeenCalledOnce();
  });
  it("holds a lens over a small counter, not over a pile that opens", () => {
    on = stage(pile, all, { k: 0.4 });
    on.pointer.onpointermove(event(element({ piece: "c" })));
    expect(on.pointer.magnified?.piece.id).toBe("c");
    on.pointer.onpointermove(event(element({ piece: "a" }), 80, 80));
    expect(on.pointer.magnified).toBeNull();
    on.pointer.onpointermove(event(element({ piece: "c" }), 90, 90));
    on.sight.at = { k: 1, x: 0, y: 0 };
    expect(on.pointer.magnified).toBeNull();
  });
  it("magnifies above the counter, and under it at the upper edge", () => {
    const board = { x: 0, y: 0, w: 500, h: 500 };
    const at = (y: number) => ({ piece: piece("a", "A"), berth: { x: 100, y, w: 20, h: 10, shape: "mini" as const } });
    expect(magnify(at(200), 1, board)!.berth).toMatchObject({ h: 38, w: 38 * 2.1, shape: "slim" });
    expect(magnify(at(200), 1, board)!.berth.y).toBeLessThan(200 - 38);
    expect(magnify(at(5), 1, board)!.berth.y).toBeGreaterThan(15);
    expect(magnify(at(200), 4, board)).toBeNull();
  });
});

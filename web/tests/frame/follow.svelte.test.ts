import { flushSync } from "svelte";
import { afterEach, describe, expect, it } from "vitest";

import { keptClear, sheetArt, trailsOf } from "../../src/boards/frame/overlays";
import { prefs } from "../../src/lib/prefs.svelte";
import type { Event } from "../../src/lib/wire";
import { choice, decision, piece, stage, type Stage } from "./stage.svelte";

let on: Stage | undefined;
afterEach(() => {
  on?.close();
  prefs.narrow = false;
});
const went = (n: number, from: string | null, to: string | null) => ({ n, from, to, side: "AX", spaces: [], pieces: [] }) as unknown as Event;

describe("what the board does by itself", () => {
  it("brings what may be chosen and what it is about into sight", () => {
    on = stage([piece("a", "D")]);
    on.table.decision = decision([choice("to", "space", ["A", "B"])], { kind: "piece", id: "a" } as never);
    flushSync();
    const [box] = on.zoom.show.mock.lastCall!;
    expect([box.x, box.y]).toEqual([60, on.scene.geometry.bounds("A").y]);
    expect(box.y + box.h).toBeGreaterThan(200);
  });
  it("stays where it is when told to, and when the targets lie all over the board", () => {
    on = stage();
    on.table.decision = decision([choice("to", "space", ["A", "box"])]);
    flushSync();
    expect(on.zoom.show).not.toHaveBeenCalled();
    on.table.still = true;
    on.table.decision = decision([choice("to", "space", ["A"])]);
    flushSync();
    expect(on.zoom.show).not.toHaveBeenCalled();
  });
  it("widens where one may choose all over the board, unless it is told not to follow", () => {
    on = stage();
    on.table.decision = decision([choice("to", "space", ["A", "C", "D", "box"])]);
    flushSync();
    expect(on.zoom.glide).not.toHaveBeenCalled();
    expect(on.zoom.widen).toHaveBeenCalledTimes(1);
    prefs.glide = false;
    on.table.decision = decision([choice("to", "space", ["A", "C", "D", "box"])]);
    flushSync();
    prefs.glide = true;
    expect(on.zoom.widen).toHaveBeenCalledTimes(1);
  });
  it("shows what the log lights, and a lesson's part of the board large", () => {
    on = stage();
    on.table.lit = { pieces: new Set(), spaces: new Set(["C"]), event: 4 };
    flushSync();
    expect(on.zoom.show).toHaveBeenLastCalledWith(on.scene.geometry.bounds("C"));
    on.table.closeup = ["A", "nowhere"];
    flushSync();
    expect(on.zoom.near).toHaveBeenLastCalledWith(on.scene.geometry.bounds("A"));
  });
  it("shows a phone where something happened last", () => {
    on = stage();
    on.table.events = [went(1, "A", "B"), went(2, "B", "C")];
    prefs.narrow = true;
    flushSync();
    expect(on.zoom.show).toHaveBeenLastCalledWith(on.scene.geometry.bounds("C"));
  });
});

describe("overlays", () => {
  it("draws the last eight ways, each with its direction", () => {
    on = stage();
    const ways = trailsOf([...Array.from({ length: 9 }, (_, n) => went(n, "A", "B")), went(9, "B", "D"), went(10, "C", "C"), went(11, null, "A")], on.scene.geometry, () => "red");
    expect(ways).toHaveLength(8);
    expect(ways.at(-1)).toMatchObject({ key: 9, turn: 90, colour: "red" });
    expect(ways[0]).toMatchObject({ turn: 0 });
  });
  it("keeps the card off the space, its neighbours and its tray", () => {
    on = stage([piece("a", "A"), piece("b", "A")]);
    const { geometry, sight } = on.scene;
    expect(keptClear("A", geometry, sight, null)).toMatchObject({ x: -20, w: 240 });
    on.trays.open("A");
    const box = keptClear("A", geometry, sight, on.trays.spread);
    expect(box.x).toBe(Math.min(60, on.trays.spread!.box.x) - 10);
  });
  it("takes scripts and styles out of a sheet and lays it where its viewBox says", () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" id="x" role="img" viewBox="-5 -6 70 80"><script>1</script><style>a{}</style><path d="M0 0"/></svg>';
    const safe = sheetArt(text, { x: 0, y: 0, w: 10, h: 10 }).sheet;
    expect(safe).not.toMatch(/script|style|role|id=/);
    expect(safe).toMatch(/x="-5" y="-6" width="70" height="80"/);
    expect(sheetArt("<svg xmlns='http://www.w3.org/2000/svg'/>", { x: 1, y: 2, w: 3, h: 4 }).sheet).toMatch(/x="1" y="2" width="3" height="4"/);
    expect(sheetArt("no picture", { x: 0, y: 0, w: 1, h: 1 }).sheet).toBe("");
    expect(sheetArt(null, { x: 0, y: 0, w: 1, h: 1 }).sheet).toBe("");
  });
});

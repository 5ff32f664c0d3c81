import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Geometry } from "../../src/boards/geometry";
import { hexGeometry } from "../../src/boards/hexes";
import { prefs } from "../../src/lib/prefs.svelte";
import { board, stage, type Stage } from "./stage.svelte";

let on: Stage;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  on.close();
  prefs.narrow = prefs.coarse = false;
  vi.useRealTimers();
});

describe("sight", () => {
  it("makes one zoomer, tells it the size, and ends it", () => {
    on = stage();
    expect(on.make).toHaveBeenCalledOnce();
    expect(on.zoom.resize).toHaveBeenLastCalledWith(1000, 600);
    on.close();
    expect(on.zoom.destroy).toHaveBeenCalledOnce();
  });
  it("knows which part of the board is in the window", () => {
    on = stage();
    on.sight.at = { k: 2, x: -100, y: 40 };
    expect(on.sight.part).toEqual({ x: 50, y: -20, w: 500, h: 300 });
    expect(on.sight.onScreen({ x: 60, y: 10, w: 5, h: 5 })).toEqual({ x: 20, y: 60, w: 10, h: 10 });
  });
  it("says how much of a counter can be read: piles from afar, mid and near", () => {
    on = stage();
    const read = [0.5, 0.8, 1.2].map((k) => ((on.sight.at = { k, x: 0, y: 0 }), on.sight.detail));
    expect(read).toEqual(["far", "mid", "near"]);
    on.close();
    on = stage([], null, { geometry: { ...hexGeometry(board), heaps: () => [] } as Geometry });
    expect([0.5, 0.8, 1.2].map((k) => ((on.sight.at = { k, x: 0, y: 0 }), on.sight.detail))).toEqual(["far", "mid", "near"]);
  });
  it("is coarse for a thumb, on a phone, and where spaces are small", () => {
    on = stage();
    expect(on.sight.coarse).toBe(false);
    on.sight.at = { k: 0.15, x: 0, y: 0 };
    expect(on.sight.coarse).toBe(true);
    on.sight.at = { k: 1, x: 0, y: 0 };
    prefs.coarse = true;
    expect(on.sight.coarse).toBe(true);
  });
  it("moves while it is dragged and comes to rest a moment later", () => {
    on = stage();
    const wishes = on.make.mock.calls[0]![1];
    wishes.moved({ k: 3, x: 1, y: 2 });
    flushSync();
    expect(on.sight.at).toEqual({ k: 3, x: 1, y: 2 });
    vi.advanceTimersByTime(100);
    wishes.moved({ k: 3, x: 5, y: 2 });
    flushSync();
    vi.advanceTimersByTime(100);
    expect(on.sight.moving).toBe(true);
    vi.advanceTimersByTime(100);
    expect(on.sight.moving).toBe(false);
  });
  it("begins nearer where a thumb must hit", () => {
    on = stage();
    expect(on.make.mock.calls[0]![1]).toMatchObject({ atLeast: 0, most: 1.4, box: { x: 0, y: 0, w: 1000, h: 600 } });
    on.close();
    prefs.narrow = true;
    on = stage();
    expect(on.make.mock.calls[0]![1]).toMatchObject({ atLeast: 38 / 80, most: 6 });
  });
});

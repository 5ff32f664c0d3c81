import { beforeEach, describe, expect, it } from "vitest";

import { cited, key, way, ways, written } from "../src/boards/layers";
import { shapeGeometry } from "../src/boards/shapes";
import { Layers } from "../src/lib/layers.svelte";
import type { Overlay, OverlayInfo } from "../src/lib/wire";
import { made } from "./made";

const board = made({
  kind: "points", box: [0, 0, 300, 100],
  spaces: [
    { id: "a", x: 50, y: 50 },
    { id: "b", x: 150, y: 50 },
    { id: "c", x: 150, y: 90, shape: [[100, 60], [290, 60], [290, 99], [100, 99]] },
  ],
});

describe("a way over the board", () => {
  it("runs through the spaces and points its head the way it goes", () => {
    const drawn = way([[0, 0], [100, 0], [100, 100]], 10)!;
    expect(drawn.head).toEqual({ x: 100, y: 100, turn: 90 });
    expect(drawn.d.startsWith("M0.0 0.0L")).toBe(true);
    expect(drawn.d.endsWith("L100.0 90.0")).toBe(true);
    expect(drawn.mid).toEqual([100, 0]);
  });
  it("is none from a space to itself", () => {
    expect(way([[5, 5], [5, 5]], 3)).toBeNull();
    expect(way([[5, 5]], 3)).toBeNull();
  });
  it("leaves out what the board does not have, and goes through the anchor of an area", () => {
    const [drawn] = ways([{ spaces: ["a", "nowhere", "c"] }], shapeGeometry(board), (id) => id !== "nowhere", 4);
    expect(drawn!.way.end).toEqual([150, 90]);
    expect(ways([{ spaces: ["a", "nowhere"] }], shapeGeometry(board), (id) => id !== "nowhere", 4)).toEqual([]);
  });
});

describe("words of a layer", () => {
  it("cite rules as links", () => {
    expect(cited("Two hexes [13.4a, 13.5]; no more.")).toEqual([
      { text: "Two hexes", rules: ["13.4a", "13.5"] },
      { text: "; no more.", rules: [] },
    ]);
    expect(cited("plain")).toEqual([{ text: "plain", rules: [] }]);
    expect(cited("")).toEqual([]);
  });
  it("stand on the space only when they are short", () => {
    const tints = [{ space: "a", tone: "bad" as const, note: "cut off" }, { space: "b", tone: "bad" as const, note: "much too long to be read" }, { space: "c", tone: "axis" as const }];
    expect(written(tints).map((tint) => tint.space)).toEqual(["a"]);
  });
  it("explain the tones a layer uses", () => {
    const tints = [{ space: "a", tone: "bad" as const, note: "cut off" }, { space: "b", tone: "both" as const }, { space: "c", tone: "axis" as const, note: "3 VP" }];
    const side = (tone: string) => (tone === "axis" ? "Axis" : undefined);
    expect(key({ tints, lines: [], note: "" }, side)).toEqual([{ tone: "axis", word: "Axis" }, { tone: "both", word: "both" }, { tone: "bad", word: "cut off" }]);
    expect(key(undefined, side)).toEqual([]);
  });
});

describe("layers laid over the map", () => {
  const all = [{ id: "zoc" }, { id: "supply", about: "piece" }] as OverlayInfo[];
  const show = (note: string): Overlay => ({ tints: [], lines: [], note });
  beforeEach(() => localStorage.clear());

  it("are remembered for each game, in the order of the board", () => {
    const layers = new Layers(async () => null);
    layers.furnish("kesselring", all);
    layers.toggle("supply");
    layers.toggle("zoc");
    const again = new Layers(async () => null);
    again.furnish("kesselring", all);
    expect(again.on).toEqual(["zoc", "supply"]);
    const other = new Layers(async () => null);
    other.furnish("hawks", all);
    expect(other.on).toEqual([]);
  });
  it("ask once for one thing, until the table changes", async () => {
    const asked: string[] = [];
    const layers = new Layers(async (id, about) => (asked.push(`${id} ${about}`), show(String(about))));
    layers.furnish("kesselring", all);
    layers.toggle("supply");
    await layers.ask("supply", "1 Fj");
    await layers.ask("supply", "1 Fj");
    layers.stale();
    await layers.ask("supply", "1 Fj");
    expect(asked).toEqual(["supply 1 Fj", "supply 1 Fj"]);
    expect(layers.shown.supply?.note).toBe("1 Fj");
  });
  it("show what was asked last, however late an answer comes", async () => {
    const waiting: ((overlay: Overlay) => void)[] = [];
    const layers = new Layers(() => new Promise((resolve) => waiting.push(resolve)));
    layers.furnish("kesselring", all);
    layers.toggle("supply");
    const first = layers.ask("supply", "slow");
    const second = layers.ask("supply", "quick");
    waiting[1]!(show("quick"));
    await second;
    waiting[0]!(show("slow"));
    await first;
    expect(layers.shown.supply?.note).toBe("quick");
    layers.toggle("supply");
    expect(layers.shown).toEqual({});
  });
  it("go at once when another player sits down", async () => {
    const layers = new Layers(async () => show("mine"));
    layers.furnish("kesselring", all);
    layers.toggle("zoc");
    await layers.ask("zoc", null);
    layers.stale(true);
    expect(layers.shown).toEqual({});
  });
});

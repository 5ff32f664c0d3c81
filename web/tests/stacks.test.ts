import { describe, expect, it } from "vitest";

import { apart, fit, heaps, room, stackGeometry } from "../src/boards/stacks";
import { nato } from "../src/counters/nato";
import { glyphs } from "../src/counters/outlines";
import { picture, plain } from "../src/counters/pictures";
import { airframe } from "../src/counters/silhouettes";
import type { Piece } from "../src/lib/wire";
import { made } from "./made";

const piece = (id: string, side: string, symbol: string, label: string, at = "malta") =>
  ({ id, side, symbol, type: symbol, label, at, values: ["2"], marks: [], facts: [] }) as unknown as Piece;
const many = (n: number, side: string, symbol: string, label?: string) => Array.from({ length: n }, (_, i) => piece(`${side}${symbol}${i}`, side, symbol, label ?? `${symbol} ${i}`));
const wide = { x: 0, y: 0, w: 200, h: 100 };

describe("heaps", () => {
  it("hold equal pieces, one side before the other", () => {
    const found = heaps(wide, [...many(9, "BR", "infantry", "Inf"), ...many(2, "AX", "tank", "Pz")]);
    expect(found.map((heap) => [heap.pieces[0]!.side, heap.pieces.length, heap.same])).toEqual([["AX", 2, true], ["BR", 9, true]]);
    expect(found.every((heap) => heap.berth.w === 46)).toBe(true);
  });
  it("stay apart while ships with names have room", () => {
    const found = heaps(wide, many(5, "BR", "cruiser"));
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ berth }) => `${berth.x} ${berth.y}`)).size).toBe(5);
  });
  it("take in all of a kind where there is no room, and say that they are mixed", () => {
    const found = heaps({ x: 0, y: 0, w: 96, h: 96 }, [...many(9, "BR", "freighter"), ...many(4, "BR", "cruiser"), ...many(1, "IT", "submarine")]);
    expect(found.map((heap) => [heap.pieces.length, heap.same])).toEqual([[9, false], [4, false], [1, true]]);
    expect(found.reduce((sum, heap) => sum + heap.pieces.length, 0)).toBe(14);
  });
  it("lie inside their room", () => {
    for (const n of [1, 3, 7, 20]) {
      for (const { berth } of heaps(wide, many(n, "BR", "cruiser"))) {
        expect(berth.x).toBeGreaterThanOrEqual(-0.01);
        expect(berth.y + berth.h).toBeLessThanOrEqual(100.01);
      }
    }
    expect(fit(wide, 8).columns).toBe(4);
  });
});

describe("areas and points", () => {
  const board = made({
    kind: "areas", box: [0, 0, 500, 500],
    spaces: [
      { id: "area", x: 100, y: 80, w: 60, h: 40, shape: [[0, 0], [200, 20], [180, 200], [90, 240], [10, 150]] },
      { id: "point", x: 300, y: 300, w: 96, h: 96 },
      { id: "port", x: 400, y: 100, w: 120, h: 60 },
    ],
  });
  const geometry = stackGeometry(board);
  it("have their room where the board says, round points around their middle", () => {
    expect(room(board.spaces[0]!, geometry.bounds("area"))).toEqual({ x: 70, y: 60, w: 60, h: 40 });
    expect(room(board.spaces[1]!, geometry.bounds("point"))).toEqual({ x: 252, y: 252, w: 96, h: 96 });
  });
  it("are drawn as polygons, circles and rectangles", () => {
    expect(geometry.path("area")).toContain("L200 20");
    expect(geometry.path("point")).toContain("a48 48");
    expect(geometry.path("port")).toContain("h120");
  });
  it("give every piece a berth", () => {
    const pieces = [...many(30, "BR", "infantry", "Inf"), ...many(3, "AX", "para", "Fj")];
    expect(geometry.berths("area", pieces)).toHaveLength(33);
    expect(geometry.centre?.("area")).toEqual([100, 80]);
  });
});

describe("pictures", () => {
  it("exist for every symbol a game may use", () => {
    const drawn = "battleship carrier cruiser destroyer submarine freighter tanker transport mtb mas infantry tank artillery hq engineer para marine supply".split(" ");
    for (const symbol of [...drawn, "aa gun", "coastal gun", "at gun", "aa_gun", "battlecruiser"]) expect(picture(symbol), symbol).not.toBeNull();
    for (const symbol of ["fighter", "bomber", "torpedo", "glider", "air transport", "dive_bomber", "torpedo_bomber", "torpedo_plane"]) expect(airframe("", symbol), symbol).not.toBeNull();
    expect(picture("zeppelin")).toBeNull();
    expect(plain("AA-Gun")).toBe("aa gun");
    expect(plain("ship:transport")).toBe("transport");
    expect(airframe("", "air:transport")).not.toBeNull();
  });
  it("exist for map symbols too", () => {
    for (const type of ["antitank", "artillery", "coastal", "engineer", "heavy_flak", "light_flak", "marine", "recon"]) expect(glyphs[type], type).toBeDefined();
    expect(nato("nato:battleship:")?.family).toBe("ship");
    expect(nato("nato:submarine:")?.family).toBe("ship");
  });
});

describe("heaps with a least size", () => {
  it("share a heap, then a side, before they are smaller than can be read, and then stick out", () => {
    const pieces = [...many(3, "BR", "infantry"), ...many(2, "BR", "tank"), ...many(1, "AX", "tank")];
    const small = { x: 0, y: 0, w: 60, h: 50 };
    expect(heaps(small, pieces, 20).map((heap) => heap.pieces.length)).toEqual([1, 3, 2]);
    const large = heaps(small, pieces, 90);
    expect(large.map((heap) => heap.pieces.length)).toEqual([1, 5]);
    expect(large.every(({ berth }) => berth.w === 90)).toBe(true);
  });
  it("push their neighbours aside until none covers another, and stay near their place", () => {
    const berth = (x: number, y: number) => ({ berth: { x, y, w: 40, h: 40, shape: "card" as const } });
    const laid = apart([berth(0, 0), berth(20, 4), berth(200, 0)]);
    const [a, b, far] = laid.map((it) => it.berth);
    expect(Math.max(Math.abs(a!.x - b!.x), Math.abs(a!.y - b!.y))).toBeGreaterThan(36);
    expect(Math.abs(a!.x)).toBeLessThan(30);
    expect(far).toEqual(berth(200, 0).berth);
  });
});

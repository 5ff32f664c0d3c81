import { describe, expect, it } from "vitest";

import { hexGeometry, isBox, pile, rows, strength, tray } from "../src/boards/hexes";
import { nato, tint } from "../src/counters/nato";
import type { Piece } from "../src/lib/wire";
import { made } from "./made";

const piece = (id: string, symbol: string, value: string) => ({ id, symbol, values: [value], type: "DE", marks: [] }) as unknown as Piece;
const hex = { id: "2917", x: 50, y: 50, label: "", shape: [[90, 70], [90, 30], [50, 10], [10, 30], [10, 70], [50, 90]] as [number, number][] };
const box = { id: "Staging", x: 265, y: 165, label: "", shape: [[0, 0], [530, 0], [530, 330], [0, 330]] as [number, number][] };
const board = made({ kind: "hexes", box: [0, 0, 600, 400], spaces: [hex, box] });

describe("piles", () => {
  const pieces = [piece("a", "nato:armor:div", "8"), piece("g", "nato:garrison:garrison", "2"), piece("p", "nato:TAC:", "3"), piece("i", "nato:infantry:div", "4")];
  it("have the strongest fighting unit on top and the garrison at the bottom", () => {
    expect(pile(pieces).map((it) => it.id)).toEqual(["g", "p", "i", "a"]);
  });
  it("add up ground strength only", () => expect(strength(pieces)).toBe(14));
});

describe("boxes", () => {
  it("are what is no hex", () => expect([hex, box].map(isBox)).toEqual([false, true]));
  it("lay thirty counters in rows that do not overlap", () => {
    const geometry = hexGeometry(board);
    const berths = geometry.berths("Staging", Array.from({ length: 30 }, (_, i) => piece(String(i), "nato:infantry:div", "1")));
    expect(new Set(berths.map(({ x, y }) => `${x}|${y}`)).size).toBe(30);
    for (const { x, y, w, h } of berths) expect(x >= 0 && y >= 0 && x + w <= 530 && y + h <= 330).toBe(true);
    expect(geometry.piled?.("Staging")).toBe(false);
    expect(geometry.piled?.("2917")).toBe(true);
  });
  it("make counters smaller when they are many", () => {
    expect(rows({ x: 0, y: 0, w: 330, h: 76 }, 11)[0]!.w).toBeLessThan(rows({ x: 0, y: 0, w: 330, h: 76 }, 3)[0]!.w);
  });
});

describe("a tray", () => {
  it("lies in sight and is readable at every zoom", () => {
    for (const k of [0.3, 1, 3]) {
      const sight = { x: 0, y: 0, w: 1000 / k, h: 800 / k };
      const { box: felt, berths, unit } = tray({ x: 0, y: 0, w: 83, h: 96 }, 6, k, sight, false);
      expect(unit * k).toBeGreaterThanOrEqual(54);
      expect(felt.x).toBeGreaterThanOrEqual(0);
      expect(felt.y).toBeGreaterThanOrEqual(0);
      expect(berths).toHaveLength(6);
    }
  });
});

describe("symbols", () => {
  it("are read from the wire, others are none", () => {
    expect(nato("nato:mot_inf:div")).toEqual({ type: "mot_inf", size: "div", family: "box" });
    expect(nato("nato:SAF:")?.family).toBe("air");
    expect(nato("fighter")).toBeNull();
  });
  it("have a tint by nation, else the side's", () => {
    expect(tint("FR")).toBe("var(--nation-fr)");
    expect(tint("axis")).toBe("var(--paper)");
  });
});

import { describe, expect, it } from "vitest";

import { sheetArt } from "../src/boards/frame/overlays";
import { shapeGeometry } from "../src/boards/shapes";
import { rotate, turned } from "../src/boards/turn";
import type { Space } from "../src/lib/wire";
import { made } from "./made";

const hexagon = (id: string, x: number, y: number): Space => ({
  id, x, y, shape: [0, 60, 120, 180, 240, 300].map((a): [number, number] => [x + 48 * Math.cos((a * Math.PI) / 180), y + 48 * Math.sin((a * Math.PI) / 180)]),
});
const box = (id: string, x: number, y: number, w: number, h: number, more: Partial<Space> = {}): Space => ({ id, x: x + w / 2, y: y + h / 2, shape: [[x, y], [x + w, y], [x + w, y + h], [x, y + h]], ...more });
const askew = made({
  kind: "hexes", box: [0, 0, 1000, 800], north: 90,
  spaces: [hexagon("a", 100, 400), hexagon("b", 500, 400), hexagon("c", 900, 400), box("staging", 420, 560, 200, 180), box("Turn 1", 0, 0, 480, 80, { turn: 1 }), box("Turn 2", 490, 0, 480, 80, { turn: 2 })],
});

describe("a map that is printed askew", () => {
  const laid = turned(askew);
  const { bounds } = shapeGeometry(laid);

  it("is turned to the right round its middle until north is up", () => {
    expect(rotate([100, 400], laid.turn!)).toEqual([500, 0]);
    expect(laid.spaces.find((space) => space.id === "a")).toMatchObject({ x: 500, y: 0 });
    expect(laid.spaces.find((space) => space.id === "c")).toMatchObject({ x: 500, y: 800 });
    expect(laid.spaces).toHaveLength(askew.spaces.length);
  });
  it("keeps its boxes upright, whole and off the hexes, and its tracks above everything", () => {
    const staging = bounds("staging");
    expect([staging.w, staging.h]).toEqual([200, 180]);
    for (const id of ["a", "b", "c"]) {
      const hex = bounds(id);
      expect(staging.x + staging.w <= hex.x || hex.x + hex.w <= staging.x || staging.y + staging.h <= hex.y || hex.y + hex.h <= staging.y).toBe(true);
      expect(bounds("Turn 1").y + 80).toBeLessThan(hex.y);
    }
    expect(bounds("Turn 2").x).toBeGreaterThan(bounds("Turn 1").x + bounds("Turn 1").w);
    const [x, y, w, h] = laid.box;
    for (const space of laid.spaces) {
      const at = bounds(space.id);
      if (space.id === "staging") continue; // no room is left for it between hexes in a column: it stays where it would come to lie
      expect(at.x >= x && at.y >= y && at.x + at.w <= x + w && at.y + at.h <= y + h).toBe(true);
    }
  });
  it("has its names level, those along a coast turned with it but never upside down, and its own boxes off the sheet", () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800"><g data-upright=""><rect/><text data-kind="cell" x="1" y="2">Staging</text></g>' +
      '<text data-kind="town" x="100" y="400">Roma</text><text data-kind="water" transform="translate(900 400)rotate(60)">Ionian Sea</text></svg>';
    const { sheet, words } = sheetArt(text, { x: 0, y: 0, w: 1000, h: 800 }, laid.turn);
    expect(sheet).not.toContain("rect");
    expect(words).toMatchObject([{ x: 500, y: 0, lean: 0, from: [100, 400] }, { x: 500, y: 800, lean: -90, from: [900, 400] }]);
  });
});

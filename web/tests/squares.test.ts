import { describe, expect, it } from "vitest";

import { nearest } from "../src/boards/geometry";
import { shapeGeometry } from "../src/boards/shapes";
import { berthsOn, ground, shelf, squareGeometry } from "../src/boards/squares";
import type { Marker, Piece } from "../src/lib/wire";
import { made } from "./made";

const square = (id: string, x: number, y: number) => [
  { id, x, y, w: 100, h: 100, square: id, label: id },
  ...[1, 2, 3, 4].map((level) => ({ id: `${id}/${level}`, x, y, w: 100, h: 100, square: id, level, label: id, within: id })),
];
const board = made({
  kind: "squares", box: [0, 0, 200, 100], levels: 4,
  spaces: [...square("B1", 100, 0), ...square("A1", 0, 0)],
});
const geometry = squareGeometry(board);

describe("shelves", () => {
  it("lie one above the other, 4 on top, over the ground", () => {
    const box = { x: 0, y: 0, w: 100, h: 100 };
    const shelves = [4, 3, 2, 1].map((level) => shelf(box, level, 4));
    expect(shelves[0]!.y).toBe(0);
    for (let i = 1; i < 4; i++) expect(shelves[i]!.y).toBeCloseTo(shelves[i - 1]!.y + shelves[i - 1]!.h);
    expect(ground(box).y).toBeCloseTo(shelves[3]!.y + shelves[3]!.h);
    expect(ground(box).y + ground(box).h).toBeCloseTo(100);
  });

  it("belong to their square, highest first", () => {
    expect(geometry.group("A1/3")).toBe("A1");
    expect(geometry.group("A1")).toBe("A1");
    expect(geometry.members("A1")).toEqual(["A1", "A1/4", "A1/3", "A1/2", "A1/1"]);
  });

  it("are walked in reading order", () => {
    expect(geometry.order.slice(0, 6)).toEqual(["A1", "A1/4", "A1/3", "A1/2", "A1/1", "B1"]);
  });

  it("hold any number of counters inside the square", () => {
    for (const n of [1, 2, 3, 6, 12]) {
      const berths = berthsOn(geometry.bounds("B1/2"), n);
      expect(berths).toHaveLength(n);
      for (const berth of berths) {
        expect(berth.x).toBeGreaterThanOrEqual(100);
        expect(berth.x + berth.w).toBeLessThanOrEqual(200.01);
      }
    }
  });

  it("leave room between two plates abreast for their rings", () => {
    const [left, right] = berthsOn(geometry.bounds("B1/2"), 2);
    expect(right!.x - left!.x - left!.w).toBeCloseTo(3);
  });

  it("carry clouds at their height and guns on the ground", () => {
    const marker = (kind: string, at: string) => ({ id: kind, kind, at, label: "", state: null, side: null }) as Marker;
    expect(geometry.marker(marker("cloud", "A1/3"), 0, 1)).toEqual(geometry.bounds("A1/3"));
    expect(geometry.marker(marker("aa", "A1"), 0, 1).y).toBeGreaterThan(geometry.bounds("A1/1").y);
  });
});

describe("arrow keys", () => {
  it("find the nearest target in a direction", () => {
    const boxes = new Map(["A1/4", "A1/1", "B1/4"].map((id) => [id, geometry.bounds(id)]));
    expect(nearest(geometry.bounds("A1/4"), boxes, 0, 1)).toBe("A1/1");
    expect(nearest(geometry.bounds("A1/4"), boxes, 1, 0)).toBe("B1/4");
    expect(nearest(geometry.bounds("A1/4"), boxes, -1, 0)).toBeNull();
  });
});

describe("shapes of later boards", () => {
  it("come from a polygon or a radius", () => {
    const shapes = shapeGeometry(made({
      kind: "hexes", box: [0, 0, 100, 100],
      spaces: [
        { id: "0101", x: 50, y: 50, shape: [[40, 30], [60, 30], [70, 50], [60, 70], [40, 70], [30, 50]], label: "" },
        { id: "W1", x: 10, y: 10, w: 10, h: 10, label: "" },
      ],
    }));
    expect(shapes.bounds("0101")).toEqual({ x: 30, y: 30, w: 40, h: 40 });
    expect(shapes.bounds("W1")).toEqual({ x: 5, y: 5, w: 10, h: 10 });
    expect(shapes.berths("0101", [{ id: "1" }, { id: "2" }] as Piece[])).toHaveLength(2);
    expect(shapes.order).toEqual(["W1", "0101"]);
  });
});

import { describe, expect, it } from "vitest";

import { lettered, takeLettering, type Lettering } from "../../src/boards/frame/lettering";

const sheet = (inside: string) => new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg" font-family="serif">${inside}</svg>`, "image/svg+xml").documentElement;
const word = (kind: Lettering["kind"], x: number, y: number, size = 12): Lettering => ({ key: x * 1000 + y, kind, svg: "", x, y, size, first: 0, askew: 0, box: { x: x - 30, y: y - size * 0.8, w: 60, h: size } });

describe("the words of a map", () => {
  it("are taken off the sheet with all they have from the groups around them", () => {
    const root = sheet('<g data-kind="town" opacity=".5" text-anchor="middle"><text x="10" y="20" font-size="14" opacity=".5">Roma</text></g><text x="1" y="2">km</text>');
    const [roma, ...others] = takeLettering(root);
    expect(others).toEqual([]);
    expect(roma).toMatchObject({ kind: "town", x: 10, y: 20, size: 14 });
    expect(roma!.svg).toContain('opacity="0.25"');
    expect(roma!.svg).toContain('font-family="serif"');
    expect(roma!.box.x).toBeLessThan(0);
    expect(root.textContent).toBe("km");
  });
  it("of several lines are one, and grow from their middle", () => {
    const root = sheet('<g data-kind="town" font-size="19"><g data-at="100 50"><text x="100" y="45">W4 South</text><text x="100" y="66">of Majorca</text></g></g>');
    expect(takeLettering(root)).toMatchObject([{ x: 100, y: 50, size: 19 }]);
  });
  it("are never too small: they grow, or are left out", () => {
    const far = lettered([word("town", 0, 0), word("river", 500, 0), word("hex", 900, 0, 9)], 0.4, [], 83);
    expect(far.map((it) => it.kind)).toEqual(["town"]);
    expect(far[0]!.scale * 12 * 0.4).toBeCloseTo(9.6);
    expect(lettered([word("hex", 0, 0, 9)], 0.8, [], 83)[0]!.scale * 9 * 0.8).toBeCloseTo(9.6);
    expect(lettered([word("town", 0, 0)], 2, [], 83)[0]!.scale).toBe(1);
  });
  it("keep off markers where they can, and stay under one rather than go", () => {
    const marker = { x: -10, y: 8, w: 20, h: 20 };
    expect(lettered([word("town", 0, 20)], 1, [], 83, [marker])[0]!.dy).not.toBe(0);
    const everywhere = { x: -500, y: -500, w: 1000, h: 1000 };
    expect(lettered([word("town", 0, 20)], 1, [], 83, [everywhere])).toMatchObject([{ dx: 0, dy: 0 }]);
  });
  it("go below a counter that would cover them, or above it, and give way to more important ones", () => {
    const counter = { x: -25, y: -25, w: 50, h: 50 };
    const [below] = lettered([word("town", 0, 20)], 1, [counter], 83);
    expect(below!.dy).toBeGreaterThan(0);
    const two = lettered([word("town", 0, 20, 14), word("town", 2, 22)], 1, [counter], 83);
    expect(two).toHaveLength(2);
    expect(two[1]!.dy).not.toBe(two[0]!.dy);
    expect(lettered([word("water", 0, 200, 14), word("region", 5, 202)], 1, [], 83).map((it) => it.kind)).toEqual(["water"]);
  });
  it("stand apart from each other, and whole on the sheet", () => {
    const [first, second] = lettered([word("town", 0, 20), word("town", 62, 20)], 1, [], 83);
    expect(Math.abs(first!.dx - second!.dx) + Math.abs(first!.dy - second!.dy)).toBeGreaterThan(2);
    expect(lettered([word("zone", 20, 20)], 1, [], 83, [], { x: 0, y: 0, w: 500, h: 500 })[0]!.dx).toBe(10);
    expect(lettered([word("zone", 490, 20)], 1, [], 83, [], { x: 0, y: 0, w: 500, h: 500 })[0]!.dx).toBe(-20);
  });
  it("that would end at a neighbour's are left out where places lie close", () => {
    const crowd = { x: -60, y: -40, w: 120, h: 100 };
    expect(lettered([word("town", 0, 10)], 1, [crowd], 83)).toHaveLength(1);
    const around: [number, number][] = [[-200, -200], [200, -200], [200, 200], [-200, 200]];
    expect(lettered([word("town", 0, 10)], 1, [crowd], 83, [], undefined, [around])).toHaveLength(1);
    expect(lettered([word("town", 0, 10)], 1, [{ x: -90, y: -70, w: 180, h: 160 }], 83, [], undefined, [around])).toEqual([]);
  });
  it("stay in their own area rather than go the shorter way, and have a line to it where there is no room in it", () => {
    const square = (w: number, up: number, down: number): [number, number][] => [[-w, -up], [w, -up], [w, down], [-w, down]];
    const counter = { x: -40, y: -2, w: 80, h: 42 };
    const [home] = lettered([word("town", 0, 20)], 1, [counter], 83, [], undefined, [square(60, 10, 60)]);
    expect(home!.dy).toBeGreaterThan(0);
    expect(home!.lead).toBeUndefined();
    const [abroad] = lettered([word("town", 0, 20)], 1, [counter], 83, [], undefined, [square(45, 10, 42)]);
    expect(abroad!.lead![1]).toEqual([0, expect.closeTo(16.4)]);
    expect(Math.abs(abroad!.lead![0][1] - 16.4)).toBeGreaterThan(8);
  });
  it("are a little smaller where that makes them fit", () => {
    const walls = [{ x: -500, y: -100, w: 1000, h: 101.9 }, { x: -500, y: 12.3, w: 1000, h: 100 }];
    const [tight] = lettered([word("town", 0, 10, 10)], 0.9, walls, 83, [], undefined, [[[-50, -50], [50, -50], [50, 50], [-50, 50]]]);
    expect(tight!.scale).toBeCloseTo(1);
  });
  it("take along what stands aside, as wide as the sheet says", () => {
    const root = sheet('<g data-kind="town" text-anchor="middle"><g data-at="50 30" data-wide="90"><text x="40" y="38" font-size="25">Luqa</text><g data-aside=""><text x="90" y="38" font-size="24">25</text></g></g></g>');
    const [luqa, ...others] = takeLettering(root);
    expect(others).toEqual([]);
    expect(luqa!.box).toMatchObject({ x: 5, w: 90 });
    expect(luqa!.box.h).toBeLessThan(30);
    expect(luqa!.svg.match(/data-kind="town"/g)).toHaveLength(2);
  });
});

import { describe, expect, it } from "vitest";

import { heapsOf, heightsOf, markersOf, placedOf, stacksOf, thickest, topsOf } from "../../src/boards/frame/layout";
import type { Geometry } from "../../src/boards/geometry";
import { hexGeometry } from "../../src/boards/hexes";
import type { Space } from "../../src/lib/wire";
import { board, marker, piece } from "./stage.svelte";

const geometry = hexGeometry(board);
const heaped: Geometry = {
  ...geometry,
  heaps: (_, pieces, unit) => [{ pieces, same: false, berth: { x: 0, y: 0, w: unit, h: 40, shape: "card" } }],
};

describe("what stands where", () => {
  it("piles pieces by space and leaves out those that are nowhere", () => {
    const stacks = stacksOf([piece("a", "A"), piece("b", null), piece("c", "B"), piece("d", "A")]);
    expect([...stacks].map(([space, pile]) => [space, pile.map((it) => it.id)])).toEqual([["A", ["a", "d"]], ["B", ["c"]]]);
  });
  it("sorts a pile as the geometry says: the strongest uppermost", () => {
    const stacks = stacksOf([piece("strong", "A", "AX", { values: ["5"] }), piece("weak", "A", "AX", { values: ["1"] })], geometry.sorted);
    expect(stacks.get("A")!.map((it) => it.id)).toEqual(["weak", "strong"]);
  });
  it("draws every counter of a pile, a little apart", () => {
    const stacks = stacksOf([piece("a", "A"), piece("b", "A")], geometry.sorted);
    const [under, over] = placedOf(stacks, geometry, [], 46);
    expect(over!.berth.x).toBeGreaterThan(under!.berth.x);
    expect(over!.berth.y).toBeLessThan(under!.berth.y);
  });
  it("keeps the order of the view where nothing is sorted", () => {
    const pieces = [piece("b", "B"), piece("a", "A"), piece("b2", "B")];
    expect(placedOf(stacksOf(pieces), { ...geometry, sorted: undefined }, pieces, 46).map(({ piece }) => piece.id)).toEqual(["b", "a", "b2"]);
  });
  it("puts those of a heap uppermost that may be chosen, and the one asked about over them", () => {
    const stacks = stacksOf(["a", "b", "c", "d"].map((id) => piece(id, "A")));
    const [heap] = heapsOf(stacks, heaped, 60, (id) => id === "a" || id === "b", "a");
    expect(heap!.pieces.map((it) => it.id)).toEqual(["c", "d", "b", "a"]);
    expect([heap!.may, heap!.space, heap!.berth.w]).toEqual([2, "A", 60]);
  });
  it("draws the three uppermost of a heap, the last at its berth", () => {
    const stacks = stacksOf(["a", "b", "c", "d"].map((id) => piece(id, "A")));
    const tops = topsOf(heapsOf(stacks, heaped, 40, () => false));
    expect(tops.map(({ piece }) => piece.id)).toEqual(["b", "c", "d"]);
    expect(tops.map(({ berth }) => berth.x)).toEqual([-4.4, -2.2, 0]);
  });
  it("counts piles and adds their strengths, not boxes and not single counters", () => {
    const stacks = stacksOf([piece("a", "A"), piece("b", "A"), piece("c", "B"), piece("d", "box"), piece("e", "box")], geometry.sorted);
    expect(heightsOf(stacks, geometry, 46).map(({ space, count, sum, top }) => [space, count, sum, top])).toEqual([["A", 2, 4, "b"]]);
  });
  it("sets markers of one kind beside each other, of two kinds each at its own place", () => {
    const [first, second, other] = markersOf([marker("1", "A", "mine"), marker("2", "A", "mine"), marker("3", "A", "fort")], geometry);
    expect(second!.box.x).toBeLessThan(first!.box.x);
    expect(other!.marker.id).toBe("3");
  });
  it("knows where most of a side are, on the map and not in a box", () => {
    const stacks = stacksOf([piece("a", "A"), piece("b", "B"), piece("c", "B"), piece("x", "A", "AL"), piece("y", "A", "AL"), ...["1", "2", "3"].map((id) => piece(id, "box"))]);
    const spaces = new Map(board.spaces.map((space) => [space.id, space as Space]));
    expect(thickest(stacks, spaces, "AX")).toBe("B");
    expect(thickest(stacks, spaces, "AL")).toBe("A");
  });
});

import { describe, expect, it } from "vitest";

import { mend } from "../src/lib/patch";
import type { Patch, Piece, State } from "../src/lib/wire";

const piece = (id: string, at = "A1") => ({ id, at }) as Piece;
const state = {
  type: "state",
  rev: 4,
  from: 0,
  events: [],
  epoch: 2,
  number: 7,
  outcome: null,
  view: { heading: "Turn 1", phase: "Movement", turn: 1, tracks: [], pieces: [piece("a"), piece("b"), piece("c")], markers: [], boxes: [], ribbon: [], stage: null, sheets: [] },
} as unknown as State;
const patch = (more: Partial<Patch>) => ({ type: "patch", rev: 5, ...more }) as Patch;

describe("a patch", () => {
  it("changes what it holds and leaves the rest", () => {
    const now = mend(state, patch({ number: 8, view: { phase: "Combat" } }), 3)!;
    expect(now.number).toBe(8);
    expect(now.view.phase).toBe("Combat");
    expect(now.view.pieces).toBe(state.view.pieces);
    expect([now.type, now.rev, now.epoch, now.from, now.events]).toEqual(["state", 5, 2, 3, []]);
  });

  it("changes pieces in their place, adds new ones at the end and takes others away", () => {
    const now = mend(state, patch({ view: { pieces: { set: [piece("b", "B2"), piece("d")], gone: ["a"] } } }), 0)!;
    expect(now.view.pieces.map((it) => `${it.id} ${it.at}`)).toEqual(["b B2", "c A1", "d A1"]);
    expect(now.view.pieces[1]).toBe(state.view.pieces[2]);
    expect(state.view.pieces).toHaveLength(3);
  });

  it("puts new ones where they belong", () => {
    const now = mend(state, patch({ view: { pieces: { set: [piece("x"), piece("y"), piece("z")], before: { x: "y", y: "b" } } } }), 0)!;
    expect(now.view.pieces.map((it) => it.id)).toEqual(["a", "x", "y", "b", "c", "z"]);
  });

  it("leaves what a changed piece does not carry", () => {
    const known = { ...state, view: { ...state.view, pieces: [{ ...piece("a"), label: "Alpha" }] } } as State;
    const now = mend(known, patch({ view: { pieces: { set: [{ id: "a", at: null }] } } }), 0)!;
    expect(now.view.pieces).toEqual([{ id: "a", at: null, label: "Alpha" }]);
  });

  it("names lists of candidates that were sent before", () => {
    const asked = (domain: string) => ({ choices: [{ verb: "to", targets: [], candidates: [], domain }] }) as never;
    const first = mend(state, patch({ decision: asked("0"), domains: { "0": ["A1", "A2"] } }), 0)!;
    expect(first.decision!.choices[0]!.candidates).toEqual(["A1", "A2"]);
    const again = mend({ ...first, decision: null }, patch({ rev: 6, decision: asked("0") }), 0)!;
    expect(again.decision!.choices[0]!.candidates).toEqual(["A1", "A2"]);
  });

  it("may bring a whole list in another order", () => {
    const now = mend(state, patch({ view: { pieces: { all: [piece("c"), piece("a")] } } }), 0)!;
    expect(now.view.pieces.map((it) => it.id)).toEqual(["c", "a"]);
  });

  it("may set something to nothing", () => {
    expect(mend({ ...state, decision: {} } as State, patch({ decision: null }), 0)!.decision).toBeNull();
  });

  it("brings events with the place they begin at", () => {
    const now = mend(state, patch({ from: 1, epoch: 3, events: [{ n: 1 } as never] }), 4)!;
    expect([now.from, now.epoch, now.events.length]).toEqual([1, 3, 1]);
  });

  it("is of no use if one before it was missed", () => {
    expect(mend(state, patch({ rev: 6 }), 0)).toBeNull();
    expect(mend(null, patch({}), 0)).toBeNull();
  });
});

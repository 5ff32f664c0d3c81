import { describe, expect, it } from "vitest";

import { Chronicle } from "../src/lib/chronicle";
import type { Event } from "../src/lib/wire";

const event = (n: number, turn: number, text: string, more: Partial<Event> = {}): Event =>
  ({ n, kind: "move", rule: null, text, side: "AX", choice: n, turn, dice: [], modifiers: [], total: null, need: null, result: null, pieces: [], spaces: [], ...more }) as Event;

const told = [event(0, 0, "sets up"), event(1, 0, "sets up"), event(2, 1, "Turn 1", { kind: "turn" }), event(3, 1, "A moves"), event(4, 1, "fires", { kind: "fire", dice: [6] })];

describe("the log as it is read", () => {
  it("tells the same once with its number, and opens a turn under its own heading", () => {
    const turns = new Chronicle().read(told, false);
    expect(turns.map(({ rows }) => rows.map(({ first }) => [first.event.text, first.times]))).toEqual([[["sets up", 2]], [["Turn 1", 1], ["A moves", 1], ["fires", 1]]]);
    expect(turns[1]!.title).toBe("Turn 1");
  });

  it("folds a long row of the same kind, but not for who looks back", () => {
    const many = Array.from({ length: 6 }, (_, i) => event(i, 1, `unit ${i} moves`));
    expect(new Chronicle().read(many, false)[0]!.rows.map(({ rest }) => rest.length)).toEqual([5]);
    expect(new Chronicle().read(many, true)[0]!.rows).toHaveLength(6);
  });

  it("sets up before the first turn, whatever number that time has", () => {
    const turns = new Chronicle().read([event(0, 2, "sets up"), event(1, 3, "Turn 3", { kind: "turn" }), event(2, 4, "moves")], false, 1);
    expect(turns.map(({ title }) => title)).toEqual(["Setting up", "Turn 3", "Turn 4"]);
  });

  it("leaves what was laid out as it is, and lays out the same as if read at once", () => {
    const chronicle = new Chronicle();
    const before = chronicle.read(told, false);
    const more = [...told, event(5, 1, "B moves"), event(6, 2, "Turn 2", { kind: "turn" })];
    const after = chronicle.read(more, false);
    expect(after[0]).toBe(before[0]);
    expect(after[1]!.rows[0]).toBe(before[1]!.rows[0]);
    expect(after).toEqual(new Chronicle().read(more, false));
  });

  it("forgets what was taken back or filtered away", () => {
    const chronicle = new Chronicle();
    chronicle.read(told, false);
    for (const next of [told.slice(0, 3), [...told.slice(0, 4), event(4, 1, "B moves")], told.filter((it) => it.dice.length), told])
      expect(chronicle.read(next, false)).toEqual(new Chronicle().read(next, false));
  });
});

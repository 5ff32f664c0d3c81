import { describe, expect, it } from "vitest";

import { called, heard } from "../src/lib/heard";
import type { Event } from "../src/lib/wire";

const event = (about: Partial<Event>): Event => ({ n: 0, kind: "x", rule: null, text: "", side: null, choice: 0, turn: 1, dice: [], modifiers: [], total: null, need: null, result: null, pieces: [], spaces: [], ...about });

describe("what is heard", () => {
  it("is the strongest of what happened, once", () => {
    const battle = event({ dice: [3], result: "hit", side: "IT" });
    const die = event({ dice: [3], side: "IT" });
    expect(heard([die, battle], "BR", true)).toBe("battle");
    expect(heard([die], "BR", true)).toBe("dice");
    expect(heard([event({ side: "IT" })], "BR", true)).toBe("turn");
    expect(heard([event({ side: "IT" })], "BR", false)).toBe("radio");
    expect(heard([event({ side: "BR" })], "BR", false)).toBe(null);
    expect(heard([], "BR", false)).toBe(null);
  });

  it("is above all that one is asked, for who looks elsewhere", () => {
    const battle = event({ dice: [3], result: "hit", side: "IT" });
    expect(heard([battle], "BR", true, true)).toBe("turn");
    expect(heard([battle], "BR", false, true)).toBe("battle");
  });

  it("calls for a table that did not wait before, and is not open here", () => {
    expect(called(null, ["a"], "/")).toBe(false);
    expect(called(["a"], ["a"], "/")).toBe(false);
    expect(called(["a"], ["a", "b"], "/")).toBe(true);
    expect(called(["a"], ["a", "b"], "/table/a")).toBe(true);
    expect(called(["a"], ["a", "b"], "/table/b")).toBe(false);
    expect(called(["a", "b"], ["a"], "/")).toBe(false);
  });

  it("is nothing for spectators where nothing rolls", () => {
    expect(heard([event({ side: "IT" })], null, false)).toBe(null);
  });
});

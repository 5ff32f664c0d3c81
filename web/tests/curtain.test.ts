import { describe, expect, it } from "vitest";

import { handOver } from "../src/lib/curtain";
import { readFragment, writeFragment } from "../src/lib/seats";
import type { Decision, State } from "../src/lib/wire";

const owes = (side: string) => ({ side }) as Decision;
const state = (decision: Decision | null, ...waiting: string[]): Pick<State, "decision" | "waiting" | "outcome"> => ({
  decision, waiting: waiting.map((side) => ({ side, text: "" })), outcome: null,
});
const both = ["IT", "BR"];

describe("the curtain", () => {
  it("stays open while the seat at the screen owes a decision", () => {
    expect(handOver(both, "IT", state(owes("IT")))).toBeNull();
    expect(handOver(both, "IT", state(owes("IT"), "BR"))).toBeNull();
  });

  it("falls when the other seat is waited for", () => {
    expect(handOver(both, "IT", state(null, "BR"))).toBe("BR");
  });

  it("asks two secret decisions one after the other", () => {
    expect(handOver(both, "IT", state(owes("IT"), "BR"))).toBeNull();
    expect(handOver(both, "IT", state(null, "BR"))).toBe("BR");
    expect(handOver(both, "BR", state(owes("BR")))).toBeNull();
  });

  it("does not fall for a computer, a single seat, or after the end", () => {
    expect(handOver(["IT"], "IT", state(null, "BR"))).toBeNull();
    expect(handOver(both, "IT", state(null, "US"))).toBeNull();
    expect(handOver(both, "IT", { ...state(null, "BR"), outcome: {} as State["outcome"] })).toBeNull();
  });
});

describe("seats in the fragment", () => {
  it("are read and written", () => {
    expect(readFragment("#seat=abc")).toEqual({ kind: "seat", token: "abc" });
    expect(readFragment("#here=IT:a,BR:b")).toEqual({ kind: "here", seats: { IT: "a", BR: "b" } });
    expect(readFragment("")).toEqual({ kind: "spectator" });
    expect(writeFragment({ IT: "a", BR: "b" })).toBe("#here=IT:a,BR:b");
    expect(writeFragment({ IT: "a" })).toBe("#seat=a");
    expect(writeFragment({})).toBe("");
  });
});

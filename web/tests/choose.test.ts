import { describe, expect, it } from "vitest";

import { click, meant, targetsOf } from "../src/lib/choose";
import type { Choice, Decision, Piece } from "../src/lib/wire";

const verb = (name: string, kind: Choice["kind"], targets: string[], candidates: string[] = targets): Choice => ({
  verb: name, label: name, kind, rule: null, targets, candidates, dice: false,
});
const decision = (...choices: Choice[]): Decision => ({ side: "IT", prompt: "", rule: null, about: null, choices, quiet: null, sealed: false, scripts: [], step: "" });
const piece = (id: string, at: string | null) => ({ id, at }) as Piece;

const D5 = ["D5", "D5/4", "D5/3", "D5/2", "D5/1"];
const space = (id: string) => ({ kind: "space" as const, id });

describe("a click", () => {
  it("on a target plays it", () => {
    const what = click(decision(verb("to", "space", ["D5/3", "D5/4"])), space("D5/3"), D5, [], false);
    expect(what).toMatchObject({ play: { verb: "to", target: "D5/3" } });
  });

  it("on a square with exactly one legal cell picks that cell", () => {
    expect(click(decision(verb("to", "space", ["D5/3"])), space("D5"), D5, [], false)).toMatchObject({ play: { target: "D5/3" } });
    expect(click(decision(verb("to", "space", ["D5/3"])), space("D5/1"), D5, [], true)).toMatchObject({ play: { target: "D5/3" } });
  });

  it("of a thumb on a square with several opens the picker", () => {
    const what = click(decision(verb("to", "space", ["D5/3", "D5/4"])), space("D5/3"), D5, [], true);
    expect("among" in what && what.among.map((it) => it.target)).toEqual(["D5/4", "D5/3"]);
  });

  it("on a cell that is no target asks why not", () => {
    const what = click(decision(verb("to", "space", ["D5/3", "D5/4"], D5)), space("D5/1"), D5, [], false);
    expect(what).toMatchObject({ ask: { verb: "to", target: "D5/1" } });
  });

  it("on a piece plays the piece, else the space below it", () => {
    const pieces = [piece("CR42 1", "D5/3"), piece("BR20 1", "D5/3")];
    const attack = decision(verb("fire", "piece", ["BR20 1"], ["BR20 1", "CR42 1"]));
    expect(click(attack, { kind: "piece", id: "BR20 1" }, D5, pieces, false)).toMatchObject({ play: { verb: "fire", target: "BR20 1" } });
    const move = decision(verb("to", "space", ["D5/3", "D5/4"]));
    expect(click(move, { kind: "piece", id: "CR42 1" }, D5, pieces, false)).toMatchObject({ play: { verb: "to", target: "D5/3" } });
  });

  it("on a cell asks about its square when squares are wanted", () => {
    const place = decision(verb("place", "space", ["A5"], ["A5", "D5"]));
    expect(click(place, space("D5/2"), D5, [], false)).toMatchObject({ ask: { verb: "place", target: "D5" } });
    expect(meant(place, { kind: "piece", id: "CR42 1" }, ["A5/2", "A5"])).toEqual(space("A5"));
  });

  it("without a decision asks nothing", () => {
    expect(click(null, space("D5"), D5, [], false)).toEqual({ ask: null });
  });

  it("keeps pieces and spaces of the same name apart", () => {
    const both = decision(verb("to", "space", ["W1"]), verb("fire", "piece", ["W1"]));
    expect(targetsOf(both, "piece").get("W1")?.verb).toBe("fire");
    expect(targetsOf(both, "space").get("W1")?.verb).toBe("to");
  });
});

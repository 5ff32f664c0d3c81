import { describe, expect, it } from "vitest";

import { narrow } from "../src/lib/choose";
import { done, outcome, pageAt, pages } from "../src/lib/lesson";
import type { Decision, LessonClick, LessonText } from "../src/lib/wire";

const click = (side: string, verb: string, look = false): LessonClick => ({ say: verb, rule: "1", verb, label: verb, kind: "space", target: "A1", side, look, then: `after ${verb}` });
const lesson: LessonText = {
  game: "toy",
  title: "",
  intro: "",
  outro: "",
  side: "A",
  clicks: [click("A", "one"), click("A", "look", true), click("A", "two"), click("B", "x"), click("B", "y"), click("A", "three")],
};

describe("a lesson", () => {
  const all = pages(lesson);

  it("has a page for each click of the learner, and one for all the other side does in between", () => {
    expect(all.map((page) => page.clicks.map((it) => it.verb))).toEqual([["one"], ["look"], ["two"], ["x", "y"], ["three"]]);
    expect(all.map((page) => page.number)).toEqual([1, 2, 3, 3, 4]);
  });

  it("finds its place by the number of clicks at the table", () => {
    expect(all.map((page) => page.before)).toEqual([0, 1, 1, 2, 2]);
    expect([0, 1, 2, 3].map((clicks) => pageAt(all, clicks))).toEqual([0, 1, 3, 5]);
  });

  it("goes on by itself only after a click", () => {
    expect(done(all[0]!, 0)).toBe(false);
    expect(done(all[0]!, 1)).toBe(true);
    expect(done(all[1]!, 1)).toBe(false);
    expect(done(all[3]!, 9)).toBe(false);
    expect(outcome(all, 1)).toBe("after one");
    expect(outcome(all, 2)).toBe("");
    expect(outcome(all, 4)).toBe("");
  });

  it("leaves only what it asks for among the legal targets", () => {
    const choice = { label: "", kind: "space" as const, rule: null, dice: false };
    const decision: Decision = {
      side: "A",
      prompt: "",
      rule: null,
      about: null,
      choices: [
        { ...choice, verb: "to", targets: ["A1", "A2"], candidates: ["A3"] },
        { ...choice, verb: "halt", kind: "nothing", targets: [null], candidates: [] },
      ],
      quiet: { verb: "halt", target: null },
      sealed: false,
      scripts: [{ id: "x", label: "x" }],
      step: "Move",
    };
    const wanted = { verb: "to", target: "A1", kind: "space" as const, look: false };
    const shown = narrow(decision, { wanted })!;
    expect(shown.choices.map((it) => it.targets)).toEqual([["A1"], []]);
    expect(shown.choices[0]!.candidates).toEqual(["A3", "A1", "A2"]);
    expect(shown.scripts).toEqual([]);
    expect(narrow(decision, { wanted: { ...wanted, look: true } })!.choices).toBe(decision.choices);
    expect(narrow(decision, { wanted: null })!.choices.flatMap((it) => it.targets)).toEqual([]);
    expect(narrow(decision, null)).toBe(decision);
  });
});

import { describe, expect, it } from "vitest";

import { apart, graspOf, offered, previewOf, PUT, telling } from "../src/lib/grasp";
import type { Decision, RowWay } from "../src/lib/wire";

const click = (verb: string, kind: string, target: unknown) => ({ verb, label: verb.toUpperCase(), kind, target });
const way = (place: string, ...clicks: ReturnType<typeof click>[]) => ({ place, clicks: [...clicks, click("to", "space", place)], left: [], then: null }) as unknown as RowWay;
const ways = [
  way("H", click("move", "nothing", null), click("lead", "piece", "u"), click("source", "space", "N")),
  way("H", click("lift", "nothing", null), click("lead", "piece", "u")),
  way("K", click("move", "nothing", null), click("lead", "piece", "u")),
];

describe("a unit in the hand", () => {
  it("knows its places, and is nothing without any", () => {
    expect([...graspOf(["u"], ways)!.places].map(([place, rows]) => [place, rows.length])).toEqual([["H", 2], ["K", 1]]);
    expect(graspOf(["u"], [])).toBeNull();
  });
  it("offers its places instead of the question, and the question when it is put down", () => {
    const asked = { rule: "13.1", choices: [], scripts: [{ id: "all", label: "All" }] } as unknown as Decision;
    expect(offered(asked, graspOf(["u"], ways))).toMatchObject({ rule: "13.1", scripts: [], choices: [{ verb: PUT, kind: "space", targets: ["H", "K"], dice: false }] });
    expect(offered(asked, null)).toBe(asked);
    expect(offered(null, graspOf(["u"], ways))).toBeNull();
  });
  it("tells ways to one place apart by what they choose besides", () => {
    const grasp = graspOf(["u"], ways)!;
    const named = (kind: string, target: unknown) => `${kind}:${String(target)}`;
    expect(apart(grasp.places.get("H")!, grasp, named)).toEqual(["MOVE, SOURCE space:N", "LIFT"]);
    expect(apart([way("K", click("lead", "piece", "u"))], grasp, named)).toEqual(["TO"]);
  });
  it("draws the way from where it stands over the places it passes, with the row on it if there is only one", () => {
    expect(previewOf("A", ways[0]!, ["MOVE"]).lines).toEqual([{ spaces: ["A", "H"], tone: "strong", note: "MOVE" }]);
    expect(previewOf("A", way("H", click("to", "space", "G")), ["TO"]).lines[0]!.spaces).toEqual(["A", "G", "H"]);
    expect(previewOf("A", ways[0]!, ["MOVE", "LIFT"]).lines[0]!.note).toBe("");
    expect(previewOf(null, ways[0]!, ["MOVE"]).lines).toEqual([]);
  });
  it("keeps what the question lists where the question has put it into the hand, and adds what lies farther away", () => {
    const asked = { rule: "1", choices: [{ verb: "to", kind: "space", targets: ["K"] }], scripts: [] } as unknown as Decision;
    const given = graspOf(["u"], ways, { given: true });
    expect(offered(asked, given)!.choices).toMatchObject([{ verb: "to", targets: ["K"] }, { verb: PUT, targets: ["H"] }]);
    expect(offered(asked, graspOf(["u"], [ways[2]!], { given: true }))).toBe(asked);
  });
  it("tells of the click that names the place, or of the one a die follows", () => {
    expect(telling(ways[2]!)).toEqual({ click: click("to", "space", "K"), after: [{ verb: "move", target: null }, { verb: "lead", target: "u" }] });
    const rolls = { ...way("H", click("unit", "piece", "u")), then: click("sail", "space", "H") } as unknown as RowWay;
    expect(telling(rolls).click.verb).toBe("sail");
    expect(telling(rolls).after).toHaveLength(2);
  });
  it("knows how many may be sent", () => {
    expect(graspOf(["u"], [way("H", click("unit", "piece", "u"), click("count", "number", 4))])!.most).toBe(4);
    expect(graspOf(["u"], ways)!.most).toBe(0);
  });
});

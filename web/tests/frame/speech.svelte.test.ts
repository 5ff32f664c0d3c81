import { afterEach, describe, expect, it } from "vitest";

import { choice, decision, marker, piece, stage, type Stage } from "./stage.svelte";

let on: Stage;
afterEach(() => on.close());
const pieces = [piece("Inf 1", "B", "AX", { label: "Inf", sub: "1" }), piece("Tank", "B", "AL"), piece("Inf 2", "A", "AX", { label: "Inf" }), piece("Inf 3", "A", "AX", { label: "Inf" }), piece("off", null)];
const asked = decision([choice("to", "space", ["C"])]);

describe("speech", () => {
  it("tells a space by side and kind with their number, then its markers", () => {
    on = stage(pieces, asked, { markers: [marker("m", "A", "mine", "Mine")] });
    expect(on.speech.contents("A")).toBe("2 Axis Inf, Mine");
    expect(on.speech.contents("B")).toBe("Axis Inf 1, Allies Tank");
    expect(on.speech.contents("C")).toBe("");
  });
  it("goes over the board in reading order, leaving out what is empty", () => {
    on = stage(pieces, asked);
    expect(on.speech.inWords.map(({ space }) => space)).toEqual(["A", "B"]);
  });
  it("names a piece with its place", () => {
    on = stage(pieces, asked);
    expect(on.speech.nameOf({ kind: "piece", id: "Tank" })).toBe("Tank, Bravo");
    expect(on.speech.nameOf({ kind: "piece", id: "off" })).toBe("off");
    expect(on.speech.nameOf({ kind: "space", id: "C" })).toBe("Charlie");
  });
  it("says what may be done with what one has come to", () => {
    on = stage(pieces, asked);
    expect(on.speech.pointed({ kind: "space", id: "C" })).toBe("Charlie. to.");
    expect(on.speech.pointed({ kind: "space", id: "B" })).toBe("Bravo. Axis Inf 1, Allies Tank.");
  });
  it("describes the whole board: where we are, what is asked, how many, what lies where", () => {
    on = stage(pieces, asked);
    expect(on.speech.described(null)).toBe(
      "Turn 1, Movement. Move a unit. Axis: 3 pieces on the board. Allies: 1 piece on the board. Alpha: 2 Axis Inf. Bravo: Axis Inf 1, Allies Tank",
    );
    expect(on.speech.described({ kind: "piece", id: "Tank" })).toBe("Tank, Bravo: Axis Inf 1, Allies Tank.");
  });
});

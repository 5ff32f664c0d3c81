import { expect, it } from "vitest";

import { inShort } from "../src/lib/plans";

const BEGIN = ["Stay here", "Sail from Gibraltar", "With everything in port", "Sail from Gibraltar"];

it("tells a plan by its first clicks", () => {
  expect(inShort([["Stay here"], [...BEGIN, "End"]])).toEqual(["Stay here", "Stay here; Sail from Gibraltar; With everything in port; Sail from Gibraltar …"]);
});

it("tells plans that begin alike by where they part", () => {
  expect(inShort([[...BEGIN, "To W2"], [...BEGIN, "To W3", "End"]])[1]).toBe("Stay here … To W3; End");
});

it("tells plans apart that part elsewhere and end alike", () => {
  const told = inShort([
    [...BEGIN, "To W2", "To W3", "End"],
    [...BEGIN, "End"],
    [...BEGIN, "To W2", "End"],
    [...BEGIN, "To W2"],
  ]);
  expect(new Set(told).size).toBe(4);
  expect(told.slice(1)).toEqual(["Stay here … End", "Stay here … To W2; End", "Stay here … To W2"]);
});

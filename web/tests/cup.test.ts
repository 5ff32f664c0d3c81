import { createHash } from "node:crypto";

import { describe, expect, it } from "vitest";

import { compare, Cup, cupOf, hashed, newCup } from "../src/lib/cup";

const sha = (word: string) => createHash("sha256").update(word).digest("hex");

describe("a cup", () => {
  it("hashes as everybody does", () => {
    for (const word of ["", "abc", "a".repeat(55), "a".repeat(56), "a".repeat(63), "a".repeat(64), "a".repeat(119), sha("x")]) expect(hashed(word)).toBe(sha(word));
  });

  it("gives the number whose hash was shown last", () => {
    const cup = new Cup("mine", 50);
    let last = cup.seal;
    for (let i = 0; i < 50; i++) {
      const link = cup.after(last)!;
      expect(sha(link)).toBe(last);
      last = link;
    }
    expect(cup.after(last)).toBeNull();
    expect(cup.after(new Cup("other", 50).seal)).toBeNull();
  });

  it("is kept for its seat, and no other", () => {
    const cup = newCup("table", "IT");
    expect(cupOf("table", "IT")!.seal).toBe(cup.seal);
    expect(cupOf("table", "BR")).toBeNull();
    expect(newCup("table", "IT").seal).not.toBe(cup.seal);
  });

  it("finds links in a record that it never gave", () => {
    const cup = new Cup("mine", 20);
    const [one, two] = [cup.after(cup.seal)!, cup.after(cup.after(cup.seal)!)!];
    const record = (...links: string[]) => [`{"cup":["IT","${cup.seal}"]}`, `{"cup":["BR","x"]}`, ...links.map((link) => `{"click":["IT","${link}"]}`), `{"click":["BR","y"]}`].join("\n");
    expect(compare(record(one, two), "IT", cup)).toEqual({ links: 2, foreign: 0 });
    expect(compare(record(one, "f".repeat(64)), "IT", cup)).toEqual({ links: 2, foreign: 1 });
  });
});

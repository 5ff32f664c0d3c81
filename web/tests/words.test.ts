import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "svelte/compiler";
import { describe, expect, it } from "vitest";

import { around, catalogue, chance, pseudo, say } from "../src/words/words";
import "../src/words/dice";

const SRC = join(import.meta.dirname, "../src");
const english = readdirSync(join(SRC, "words"))
  .filter((name) => name.endsWith(".ftl"))
  .map((name) => readFileSync(join(SRC, "words", name), "utf8"))
  .join("\n");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(svelte|ts)$/.test(name) && name !== "lib/wire.ts")
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }));
const ids = [...english.matchAll(/^([a-z][\w-]*) =/gm)].map((found) => found[1]!);
const used = new Set(files.flatMap(({ text }) => [...text.matchAll(/\b(?:say|around)\(\s*"([\w-]+)"/g)].map((found) => found[1]!)));

/** Letters that stand in a template as they are: text, and attributes that are read out or shown. */
function bare(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== "object") return;
    const { type, name, data, value } = node as Record<string, unknown>;
    if (type === "RegularElement" && (name === "code" || name === "kbd")) return;
    if (type === "Text" && /[A-Za-z]{2}/.test(String(data))) found.push(String(data).trim());
    if (type === "StyleDirective") return;
    if (type === "Attribute") {
      if (["aria-label", "aria-valuetext", "title", "placeholder", "alt", "label", "under"].includes(String(name))) visit(value);
      return;
    }
    for (const [key, child] of Object.entries(node)) if (key !== "css" && key !== "instance" && key !== "module") visit(child);
  };
  visit(parse(source, { modern: true }).fragment);
  return found;
}

describe("the catalogue of the interface", () => {
  it("has every sentence that is said, and no other", () => {
    expect([...used].filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => !used.has(id))).toEqual([]);
    expect(ids.length).toBe(new Set(ids).size);
  });

  it("is always called with the name of a sentence, so that the list above is whole", () => {
    const loose = files.filter(({ name }) => name !== "words/words.ts").flatMap(({ name, text }) => [...text.matchAll(/\bsay\((?!\s*")/g)].map(() => name));
    expect(loose).toEqual([]);
  });

  it("is where all words of the templates stand", () => {
    expect(bare(`<p title="Put away">Hello {name}</p>`)).toEqual(["Put away", "Hello"]);
    const plain = files.filter(({ name }) => name.endsWith(".svelte")).flatMap(({ name, text }) => bare(text).map((words) => `${name}: ${words}`));
    expect(plain).toEqual([]);
  });

  it("agrees in number and side", () => {
    expect(say("plan-tries", { tries: 1 })).toBe("1 try");
    expect(say("plan-tries", { tries: 3 })).toBe("3 tries");
    expect(say("prompt-wins", { side: "Allies", many: "yes" })).toBe("Allies win");
    expect(say("prompt-wins", { side: "Italy", many: "no" })).toBe("Italy wins");
    expect(say("dice-tally", { side: "Italy", n: 0, mean: "0.00" })).toBe("Italy: no dice");
    expect(say("no-such-sentence")).toBe("no-such-sentence");
    expect(around("dice-check", "command")).toEqual(["To check a finished game, save it and run ", ": it rolls every die again and compares."]);
  });

  it("writes a chance as the engine does", () => {
    expect([0.391, 0.001, 0.9999, 0, 1, 0.125, 0.135].map(chance)).toEqual(["39 %", "under 1 %", "over 99 %", "0 %", "100 %", "12 %", "14 %"]);
    expect(say("chance", { p: 0.004 }), "on one line").toBe("under\u00a01\u00a0%");
  });

  it("can be seen through: in the pseudo-language no plain letter is left and all is longer", () => {
    const strange = catalogue(english, pseudo);
    for (const id of ids) {
      const holes = Object.fromEntries([...english.matchAll(/\$(\w+)/g)].map((found) => [found[1]!, 0.001]));
      const text = strange.formatPattern(strange.getMessage(id)!.value!, holes, []);
      expect(text, id).not.toMatch(/[A-Za-z]/);
    }
    const whole = ids.map((id) => say(id)).join(" ");
    expect(pseudo(whole).length / whole.length).toBeGreaterThan(1.38);
  });
});

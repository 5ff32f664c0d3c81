/**
 * The words of the interface: `say("undo")`, `say("prompt-places", { n: 3 })`. They stand in en.ftl (Project Fluent, the same as the
 * games' own catalogues on the server) and are compiled into the build. Another language is another file beside it.
 *
 * `?words=pseudo` shows every sentence accented and about 40 % longer, for the rest of the visit (`?words=en` ends it): what is
 * still plain then bypasses the catalogue, and what breaks then would break in German.
 */
import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import english from "./en.ftl?raw";

export type Holes = Record<string, FluentVariable | null | undefined>;

/** A chance for people: never 0 for what can happen, never 100 for what can fail (`chance()` of engine/catalogue.py). */
export function chance(p: number): string {
  if (p > 0 && p < 0.01) return "under 1 %";
  if (p > 0.99 && p < 1) return "over 99 %";
  return `${roundHalfEven(100 * p)} %`;
}

/** Python rounds 0.5 to the even neighbour; the same chance must read the same in the log and on the card. */
function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  if (value - low !== 0.5) return Math.round(value);
  return low % 2 ? low + 1 : low;
}

const ACCENTED = new Map([..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter, i) => [letter, [..."áƀćđéƒǧħíĵķłɱñóƥɋŕšţúṽŵẋýžÁɃĆĐÉƑǦĦÍĴĶŁṀÑÓƤɊŔŠŢÚṼŴẊÝŽ"][i]!]));
const LONG = /[aeiouyns]/i;

/** Every letter accented, vowels and some others doubled: about 40 % longer, and no plain letter left. */
export const pseudo = (text: string): string =>
  [...text].map((letter) => (ACCENTED.get(letter) ?? letter).repeat(LONG.test(letter) ? 2 : 1)).join("");

export function catalogue(source: string, transform?: (text: string) => string): FluentBundle {
  const bundle = new FluentBundle("en", {
    useIsolating: false,
    transform,
    // A number and its sign stay on one line.
    functions: { CHANCE: ([p]) => (transform ?? String)(chance(Number(p?.valueOf())).replaceAll(" ", "\u00a0")) },
  });
  const wrong = bundle.addResource(new FluentResource(source));
  if (wrong.length) throw wrong[0]!;
  return bundle;
}

const KEY = "grandharbour.words";

function wanted(): string {
  try {
    const asked = new URLSearchParams(location.search).get("words");
    if (asked) sessionStorage.setItem(KEY, asked);
    return asked ?? sessionStorage.getItem(KEY) ?? "en";
  } catch {
    return "en";
  }
}

const words = catalogue(english, wanted() === "pseudo" ? pseudo : undefined);

/** More sentences, for pages that are fetched when they are opened. */
export function learn(source: string): void {
  words.addResource(new FluentResource(source));
}

/** A sentence of the catalogue with its holes filled. One that is missing shows its name: it must never stop a game. */
export function say(id: string, holes: Holes = {}): string {
  const message = words.getMessage(id);
  if (!message?.value) return id;
  const filled: Record<string, FluentVariable> = {};
  for (const [name, value] of Object.entries(holes)) filled[name] = value ?? "";
  return words.formatPattern(message.value, filled, []);
}

/** What stands before and after a hole, where it is filled by more than words. */
export function around(id: string, hole: string): [string, string] {
  const [before, after = ""] = say(id, { [hole]: "\u0001" }).split("\u0001");
  return [before!, after];
}

/** "yes" where a side is many (the Allies win, Italy wins): a selector of the catalogue. */
export const many = (side: { many: boolean } | undefined): string => (side?.many ? "yes" : "no");

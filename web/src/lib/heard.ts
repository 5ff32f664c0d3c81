/** Which one sound stands for what has just happened: the strongest of it. */
import type { Noise } from "./sound";
import type { Event } from "./wire";

/** `away`: somebody looks elsewhere, and wants to hear that he is asked before all else. */
export function heard(fresh: Event[], seated: string | null, asked: boolean, away = false): Noise | null {
  if (asked && away) return "turn";
  if (fresh.some((event) => event.dice.length && event.result !== null)) return "battle";
  if (fresh.some((event) => event.dice.length)) return "dice";
  if (asked) return "turn";
  return seated !== null && fresh.some((event) => event.side !== null && event.side !== seated) ? "radio" : null;
}

/** Whether a table waits for me that did not before; the one that is open here speaks for itself. */
export const called = (before: string[] | null, now: string[], path: string): boolean =>
  before !== null && now.some((table) => !before.includes(table) && path !== `/table/${table}`);

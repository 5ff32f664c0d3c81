/** Which one sound stands for what has just happened: the strongest of it. */
import type { Noise } from "./sound";
import type { Event } from "./wire";

export function heard(fresh: Event[], seated: string | null, asked: boolean): Noise | null {
  if (fresh.some((event) => event.dice.length && event.result !== null)) return "battle";
  if (fresh.some((event) => event.dice.length)) return "dice";
  if (asked) return "turn";
  return seated !== null && fresh.some((event) => event.side !== null && event.side !== seated) ? "radio" : null;
}

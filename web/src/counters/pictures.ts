/** What is drawn on counters without a map symbol: ships from the side, land units and stores as silhouettes. */
import { land, others, ships } from "./outlines";

/** "torpedo_bomber", "AA-gun", "ship:cruiser" as one writes it: small letters and spaces, without a family before a colon. */
export const plain = (symbol: string): string =>
  symbol.toLowerCase().replace("air:transport", "air transport").replace(/^\w+:/, "").replace(/[_-]+/g, " ").trim();

/** The drawing of a symbol: a ship in 100 x 40, or a silhouette in 100 x 100; none has a labelled box. */
export function picture(symbol: string): { d: string; kind: "ship" | "land" } | null {
  const name = others[plain(symbol)] ?? plain(symbol);
  if (ships[name]) return { d: ships[name], kind: "ship" };
  return land[name] ? { d: land[name], kind: "land" } : null;
}

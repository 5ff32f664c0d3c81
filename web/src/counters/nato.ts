import { ships } from "./outlines";

/** Military map symbols after the NATO convention, drawn small, and the words of "nato:TYPE:SIZE". No rule is here. */

export interface Nato {
  type: string;
  size: string;
  /** What is drawn: a box with a glyph, an aircraft, a ship, a leader's medallion. */
  family: "box" | "air" | "ship" | "leader";
}

const families: Record<string, Nato["family"]> = {
  TAC: "air", SAF: "air", CVE: "air", special_air: "air", fighter: "air", bomber: "air", dive_bomber: "air", torpedo_bomber: "air", glider: "air",
  air_transport: "air", gunfire: "ship", amphib: "ship", leader: "leader", ...Object.fromEntries(Object.keys(ships).map((name) => [name, "ship" as const])),
};

/** The parts of a symbol as the server writes it, or null: then the counter shows its label in a box. */
export function nato(symbol: string): Nato | null {
  const [mark, type, size] = symbol.split(":");
  if (mark !== "nato" || !type) return null;
  return { type, size: size ?? "", family: families[type] ?? "box" };
}

const nations = new Set(["DE", "IT", "US", "UK", "CA", "PL", "IN", "NZ", "ZA", "FR"]);

/** The colour of a nation's counters; a unit without a nation has its side's. */
export const tint = (type: string): string => (nations.has(type) ? `var(--nation-${type.toLowerCase()})` : "var(--paper)");
export const nation = (type: string): string => (nations.has(type) ? type : "");

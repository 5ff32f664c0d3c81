import { ships } from "./pictures";

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

const cross = "M0 0L26 16M26 0L0 16";
const oval = "M8 3.4H18A4.6 4.6 0 0 1 18 12.6H8A4.6 4.6 0 0 1 8 3.4Z";

export interface Glyph {
  /** Strokes and filled shapes inside a box of 26 x 16; `below` hangs under it. */
  line?: string;
  fill?: string;
  below?: string;
  text?: string;
}

export const glyphs: Record<string, Glyph> = {
  infantry: { line: cross },
  armor: { line: oval },
  armored_inf: { line: cross + oval },
  mot_inf: { line: cross, below: "M4.4 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0M17.8 18.2a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0 -3.8 0" },
  mountain: { line: cross, fill: "M13 8.4L18 16H8Z" },
  airborne: { line: `${cross}M8.6 14.6Q10.8 10.4 13 13.6Q15.2 10.4 17.4 14.6` },
  flak: { line: "M0 16Q13 -6 26 16M13 16V4.6M10.4 7.6L13 4.4L15.6 7.6" },
  garrison: { fill: "M4 13.6V5.2H7.4V7.6H11.2V5.2H14.8V7.6H18.6V5.2H22V13.6Z" },
  commando: { line: cross, fill: "M13 .9L15.4 8L14 13.6H12L10.6 8Z" },
  antitank: { line: "M0 16L13 0L26 16" },
  artillery: { fill: "M9.6 8a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0Z" },
  coastal: { line: "M2 13Q5.6 10.4 9.4 13T16.6 13T24 13", fill: "M10 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z" },
  engineer: { line: "M5.4 12.4V4.4H20.6V12.4M13 4.4V12.4" },
  heavy_flak: { line: "M0 16Q13 -6 26 16", fill: "M10.2 11.4a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0Z" },
  light_flak: { line: "M0 16Q13 -6 26 16M13 16V8.6" },
  marine: { line: `${cross}M13 3.4V13.6M10 6H16M8 10.4Q9 13.8 13 13.8Q17 13.8 18 10.4` },
  recon: { line: "M0 16L26 0" },
  hq: { line: "M0 5H26" },
  supply: { line: "M0 11.6H26" },
  bunker: { fill: "M3 13.6V9Q3 3.4 13 3.4Q23 3.4 23 9V13.6H15.6V9.4H10.4V13.6Z" },
  heavy_panzer: { line: oval, fill: "M9.2 6H16.8V10H9.2ZM12.2 2.6H13.8V6H12.2Z" },
};

/** Echelon marks over the box. */
export const echelon: Record<string, string> = { div: "XX", bde: "X", grp: "III", kg: "KG", tf: "TF", corps: "XXX", rgt: "III", bn: "II", coy: "I", plt: "•••" };

/** A head and shoulders with a peaked cap, in 40 x 40. */
export const bust = "M10 15Q9 6 20 6Q31 6 30 15L33 17.4H7ZM12 19H28Q28 28 23.6 30V32.4Q34 33.6 36 40H4Q6 33.6 16.4 32.4V30Q12 28 12 19Z";

export const star = "M0 -5L1.4 -1.6L5 -1.4L2.2 .8L3.1 4.3L0 2.3L-3.1 4.3L-2.2 .8L-5 -1.4L-1.4 -1.6Z";

const nations = new Set(["DE", "IT", "US", "UK", "CA", "PL", "IN", "NZ", "ZA", "FR"]);

/** The colour of a nation's counters; a unit without a nation has its side's. */
export const tint = (type: string): string => (nations.has(type) ? `var(--nation-${type.toLowerCase()})` : "var(--paper)");
export const nation = (type: string): string => (nations.has(type) ? type : "");

/** Military map symbols after the NATO convention, drawn small, and the words of "nato:TYPE:SIZE". No rule is here. */

export interface Nato {
  type: string;
  size: string;
  /** What is drawn: a box with a glyph, an aircraft, a ship, a leader's medallion. */
  family: "box" | "air" | "ship" | "leader";
}

const families: Record<string, Nato["family"]> = {
  TAC: "air", SAF: "air", CVE: "air", special_air: "air", gunfire: "ship", amphib: "ship", leader: "leader",
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
  heavy_panzer: { line: oval, fill: "M9.2 6H16.8V10H9.2ZM12.2 2.6H13.8V6H12.2Z" },
};

/** Echelon marks over the box. */
export const echelon: Record<string, string> = { div: "XX", bde: "X", grp: "III", kg: "KG", tf: "TF", corps: "XXX", rgt: "III" };

/** Side views of ships in 100 x 40, bow to the right. */
export const ships: Record<string, string> = {
  gunfire:
    "M2 26H98L90 36H10ZM30 26V19H44V10H48V3H51V10H58V19H66V26ZM68 26V21H78V26ZM78 22L92 18L92.6 19.6L78 24ZM14 26V21H26V26ZM14 22L3 18L2.4 19.6L14 24Z",
  amphib: "M4 14H12V22H72L92 12L97 14L88 34H10ZM14 22V10H28V22ZM18 10V4H20V10ZM36 22V17H46V22ZM52 22V17H62V22Z",
};

/** A head and shoulders with a peaked cap, in 40 x 40. */
export const bust = "M10 15Q9 6 20 6Q31 6 30 15L33 17.4H7ZM12 19H28Q28 28 23.6 30V32.4Q34 33.6 36 40H4Q6 33.6 16.4 32.4V30Q12 28 12 19Z";

export const star = "M0 -5L1.4 -1.6L5 -1.4L2.2 .8L3.1 4.3L0 2.3L-3.1 4.3L-2.2 .8L-5 -1.4L-1.4 -1.6Z";

const nations = new Set(["DE", "IT", "US", "UK", "CA", "PL", "IN", "NZ", "ZA", "FR"]);

/** The colour of a nation's counters; a unit without a nation has its side's. */
export const tint = (type: string): string => (nations.has(type) ? `var(--nation-${type.toLowerCase()})` : "var(--paper)");
export const nation = (type: string): string => (nations.has(type) ? type : "");

import { plain } from "./pictures";

/** Aircraft seen from above, nose up, in a box of 100 x 100: a few measures of each type make one path. */

export interface Airframe {
  /** Wing span, chord at root and tip, and how far down the fuselage the wing sits. */
  span: number;
  root: number;
  tip: number;
  wing: number;
  /** A second wing: its span and chord, drawn a little behind. */
  lower?: { span: number; chord: number };
  length: number;
  width: number;
  /** Distances of wing engines from the middle. */
  engines: number[];
  nose: "blunt" | "pointed" | "glass";
  tail: number;
  fins: 1 | 2;
}

const biplane: Airframe = { span: 82, root: 17, tip: 15, wing: 30, lower: { span: 80, chord: 12 }, length: 72, width: 11, engines: [], nose: "blunt", tail: 32, fins: 1 };
const fighter: Airframe = { span: 88, root: 24, tip: 11, wing: 34, length: 76, width: 12, engines: [], nose: "pointed", tail: 32, fins: 1 };
const twin: Airframe = { span: 98, root: 22, tip: 10, wing: 36, length: 84, width: 12, engines: [19], nose: "glass", tail: 38, fins: 2 };
const three: Airframe = { span: 98, root: 23, tip: 11, wing: 34, length: 86, width: 13, engines: [21], nose: "blunt", tail: 42, fins: 1 };

const types: Record<string, Airframe> = {
  GLADIATOR: biplane,
  CR42: { ...biplane, span: 86, lower: { span: 58, chord: 11 }, length: 74, tail: 30 },
  HURRICANE: { ...fighter, root: 27, tip: 15, span: 90 },
  TOMAHAWK: { ...fighter, root: 23, tip: 9, length: 82, span: 86, wing: 37 },
  G50: { ...fighter, nose: "blunt", length: 70, root: 23, tip: 12, span: 84 },
  MC200: { ...fighter, nose: "blunt", length: 73, root: 24, tip: 8, span: 82 },
  BR20: twin,
  SM79: three,
  CANTZ1007: { ...three, length: 90, root: 20, tip: 9, fins: 2, tail: 38 },
};

const dive: Airframe = { ...fighter, span: 96, root: 26, tip: 14, length: 84, wing: 36, tail: 36 };
const torpedo: Airframe = { ...biplane, span: 94, lower: { span: 92, chord: 13 }, length: 82, root: 19, tip: 17, wing: 34, tail: 36 };
const glider: Airframe = { span: 99, root: 15, tip: 8, wing: 28, length: 74, width: 14, engines: [], nose: "glass", tail: 34, fins: 1 };

const symbols: Record<string, Airframe> = {
  biplane, monoplane: fighter, fighter, twin, bomber: twin, trimotor: three, glider, "dive bomber": dive, torpedo, "torpedo bomber": torpedo, "torpedo plane": torpedo,
  "air transport": { ...three, span: 99, root: 26, tip: 14, width: 16 },
};

/** The airframe of a type or symbol as the server names it, or null: the counter then shows a labelled box. */
export function airframe(type: string, symbol: string): Airframe | null {
  const name = type.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return types[name] ?? (name === "Z1007" ? types.CANTZ1007! : null) ?? symbols[plain(symbol)] ?? null;
}

const n = (value: number) => value.toFixed(1);

function wing(span: number, root: number, tip: number, y: number, sweep = 0): string {
  const half = span / 2;
  const bend = half * 0.86;
  return (
    `M50 ${n(y - root / 2)}L${n(50 + bend)} ${n(y - tip / 2 + sweep)}Q${n(50 + half)} ${n(y - tip / 2 + sweep)} ${n(50 + half)} ${n(y + sweep + 1)}` +
    `Q${n(50 + half)} ${n(y + tip / 2 + sweep)} ${n(50 + bend)} ${n(y + tip / 2 + sweep)}L50 ${n(y + root / 2)}L${n(50 - bend)} ${n(y + tip / 2 + sweep)}` +
    `Q${n(50 - half)} ${n(y + tip / 2 + sweep)} ${n(50 - half)} ${n(y + sweep + 1)}Q${n(50 - half)} ${n(y - tip / 2 + sweep)} ${n(50 - bend)} ${n(y - tip / 2 + sweep)}Z`
  );
}

function pod(x: number, top: number, bottom: number, half: number): string {
  return `M${n(x - half)} ${n(top + 3)}Q${n(x)} ${n(top - 3)} ${n(x + half)} ${n(top + 3)}L${n(x + half * 0.8)} ${n(bottom - 6)}Q${n(x)} ${n(bottom + 5)} ${n(x - half * 0.8)} ${n(bottom - 6)}Z`;
}

export interface Outline {
  lower: string;
  body: string;
  props: { x: number; y: number; half: number }[];
}

export function outline(frame: Airframe): Outline {
  const top = 50 - frame.length / 2;
  const bottom = top + frame.length;
  const half = frame.width / 2;
  const wingY = top + frame.wing;
  const nose = frame.nose === "pointed" ? 14 : frame.nose === "glass" ? 8 : 2;
  const fuselage =
    `M${n(50 - half)} ${n(top + nose)}Q${n(50 - half * 0.9)} ${n(top)} 50 ${n(top)}Q${n(50 + half * 0.9)} ${n(top)} ${n(50 + half)} ${n(top + nose)}` +
    `L${n(50 + half)} ${n(wingY + 10)}L52.2 ${n(bottom - 4)}Q50 ${n(bottom + 4)} 47.8 ${n(bottom - 4)}L${n(50 - half)} ${n(wingY + 10)}Z`;
  const tailY = bottom - 8;
  const fins =
    frame.fins === 2
      ? pod(50 - frame.tail / 2 + 2, tailY - 7, tailY + 9, 2.4) + pod(50 + frame.tail / 2 - 2, tailY - 7, tailY + 9, 2.4)
      : pod(50, tailY - 6, tailY + 11, 2);
  const pods = frame.engines.flatMap((x) => [pod(50 - x, wingY - 21, wingY + 15, 4.6), pod(50 + x, wingY - 21, wingY + 15, 4.6)]);
  const props = frame.engines.flatMap((x) => [
    { x: 50 - x, y: wingY - 22, half: 8 },
    { x: 50 + x, y: wingY - 22, half: 8 },
  ]);
  if (frame.nose !== "glass") props.push({ x: 50, y: top - 1, half: frame.lower ? 11 : 10 });
  return {
    lower: frame.lower ? wing(frame.lower.span, frame.lower.chord, frame.lower.chord, wingY + 8) : "",
    body: wing(frame.span, frame.root, frame.tip, wingY, frame.lower ? 0 : 2) + wing(frame.tail, 12, 8, tailY) + fuselage + fins + pods.join(""),
    props,
  };
}

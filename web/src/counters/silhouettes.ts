/** Aircraft seen from above, nose up, in a box of 100 x 100: a few measures of each type make one path. */
import { aircraft, type Measures } from "./outlines";
import { plain } from "./pictures";

/** The airframe of a type or symbol as the server names it, or null: the counter then shows a labelled box. */
export function airframe(type: string, symbol: string): Measures | null {
  const name = type.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return aircraft[name] ?? aircraft[plain(symbol)] ?? null;
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

export function outline(frame: Measures): Outline {
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
  const engines = frame.engines ?? [];
  const pods = engines.flatMap((x) => [pod(50 - x, wingY - 21, wingY + 15, 4.6), pod(50 + x, wingY - 21, wingY + 15, 4.6)]);
  const props = engines.flatMap((x) => [
    { x: 50 - x, y: wingY - 22, half: 8 },
    { x: 50 + x, y: wingY - 22, half: 8 },
  ]);
  if (frame.nose !== "glass") props.push({ x: 50, y: top - 1, half: frame.lower ? 11 : 10 });
  return {
    lower: frame.lower ? wing(frame.lower[0], frame.lower[1], frame.lower[1], wingY + 8) : "",
    body: wing(frame.span, frame.root, frame.tip, wingY, frame.lower ? 0 : 2) + wing(frame.tail, 12, 8, tailY) + fuselage + fins + pods.join(""),
    props,
  };
}

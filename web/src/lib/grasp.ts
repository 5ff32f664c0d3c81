/**
 * A unit in the hand: where one gesture can bring it, with the rows of clicks behind each place. The server finds the rows on a copy
 * of the war and plays one of them as a whole; nothing is judged here.
 */
import type { Decision, Preview, RowWay } from "./wire";

/** The verb that stands for "put the unit in my hand there" where boards ask what may be clicked. */
export const PUT = "put-unit";

export interface Grasp {
  piece: string;
  places: Map<string, RowWay[]>;
}

export function graspOf(piece: string, ways: RowWay[]): Grasp | null {
  const places = new Map<string, RowWay[]>();
  for (const way of ways) places.set(way.place, [...(places.get(way.place) ?? []), way]);
  return places.size ? { piece, places } : null;
}

/** What the board offers: the decision as it is, or, with a unit in the hand, the places it can be put. */
export function offered(decision: Decision | null, grasp: Grasp | null): Decision | null {
  if (!decision || !grasp) return decision;
  const targets = [...grasp.places.keys()];
  const put = { verb: PUT, label: "", kind: "space" as const, rule: decision.rule, targets, candidates: [], dice: false };
  return { ...decision, choices: [put], quiet: null, scripts: [] };
}

/** The clicks that tell several rows to one place apart, each row in words: "Move, from Naples". */
export function apart(ways: RowWay[], grasp: Grasp, name: (kind: string, target: unknown) => string): string[] {
  return ways.map(({ clicks, place }) => {
    const own = clicks.filter((click) => click.target !== place && click.target !== grasp.piece);
    return own.map((click) => (click.target === null ? click.label : `${click.label} ${name(click.kind, click.target)}`)).join(", ") || (clicks.at(-1)?.label ?? "");
  });
}

/** The way a unit would go, drawn before it is put down. */
export function previewOf(from: string | null, place: string, rows: string[]): Preview {
  return { text: rows.join(" · "), rule: "", lines: from ? [{ spaces: [from, place], tone: "strong", note: rows.length === 1 ? rows[0]! : "" }] : [], tints: [] };
}

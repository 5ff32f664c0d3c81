/**
 * Pieces in the hand: where one gesture can bring them, with the rows of clicks behind each place. The server finds the rows on a copy
 * of the war and plays one of them as a whole; nothing is judged here.
 */
import type { Decision, PlanStep, Preview, RowClick, RowWay } from "./wire";

/** The verb that stands for "put what is in my hand there" where boards ask what may be clicked. */
export const PUT = "put-unit";

export interface Grasp {
  piece: string;
  pieces: string[];
  places: Map<string, RowWay[]>;
  /** The space of a pile that was taken as a whole. */
  pile?: string | null;
  /** So many of each heap; 0: all that may. */
  count?: number;
  /** The most that could be sent, where a number is asked at all. */
  most?: number;
  /** The question itself has put it there: what it lists may be clicked as well. */
  given?: boolean;
}

export function graspOf(pieces: string[], ways: RowWay[], more: Partial<Grasp> = {}): Grasp | null {
  const places = new Map<string, RowWay[]>();
  for (const way of ways) places.set(way.place, [...(places.get(way.place) ?? []), way]);
  return places.size ? { piece: pieces[0]!, pieces, places, most: mostOf(ways), ...more } : null;
}

/** The largest number in any row: so many may be sent. */
function mostOf(ways: RowWay[]): number {
  return Math.max(0, ...ways.flatMap((way) => [...way.clicks, ...(way.then ? [way.then] : [])]).map((click) => (click.kind === "number" ? Number(click.target) : 0)));
}

/** What the board offers: the decision as it is, or, with something in the hand, the places it can be put. */
export function offered(decision: Decision | null, grasp: Grasp | null): Decision | null {
  if (!decision || !grasp) return decision;
  const [first] = [...grasp.places.values()][0] ?? [];
  const put = { verb: PUT, label: first ? telling(first).click.label : "", kind: "space" as const, rule: decision.rule, candidates: [], dice: false };
  if (!grasp.given) return { ...decision, choices: [{ ...put, targets: [...grasp.places.keys()] }], quiet: null, scripts: [] };
  const listed = new Set(decision.choices.flatMap((choice) => (choice.kind === "space" ? choice.targets : [])));
  const farther = [...grasp.places.keys()].filter((place) => !listed.has(place));
  return farther.length ? { ...decision, choices: [...decision.choices, { ...put, targets: farther }] } : decision;
}

const bare = ({ verb, target }: PlanStep): RowClick => ({ verb, target });

/** The row as it is played. */
export const played = (way: RowWay): RowClick[] => way.clicks.map(bare);

/** The click of a row that shows what it does (the one a die follows, or the last that names the place), and those before it. */
export function telling(way: RowWay): { click: PlanStep; after: RowClick[] } {
  const at = way.clicks.findLastIndex((click) => click.kind === "space" && click.target === way.place);
  const last = way.then ? way.clicks.length : Math.max(0, at);
  return { click: way.then ?? way.clicks[last]!, after: way.clicks.slice(0, last).map(bare) };
}

/** The clicks that tell several rows to one place apart, each row in words: "Move, from Naples". */
export function apart(ways: RowWay[], grasp: Grasp | null, name: (kind: string, target: unknown) => string): string[] {
  const hand = new Set<unknown>(grasp?.pieces);
  return ways.map(({ clicks, place, then }) => {
    const all = then ? [...clicks, then] : clicks;
    const said = new Map<string, string[]>();
    for (const click of all)
      if (click.target !== place && !hand.has(click.target)) said.set(click.label, [...(said.get(click.label) ?? []), ...(click.target === null ? [] : [name(click.kind, click.target)])]);
    return [...said].map(([label, targets]) => [label, targets.join(", ")].filter(Boolean).join(" ")).join(", ") || (all.at(-1)?.label ?? "");
  });
}

/** The way a hand would go, drawn before it is put down: over all the places the row names. */
export function previewOf(from: string | null, way: RowWay, rows: string[]): Preview {
  const over = way.clicks.filter((click) => click.kind === "space" && click.verb === telling(way).click.verb).map((click) => String(click.target));
  const spaces = [from, ...over.filter((space) => space !== way.place), way.place].filter((it): it is string => !!it);
  return { text: rows.join(" · "), rule: "", lines: from ? [{ spaces, tone: "strong", note: rows.length === 1 ? rows[0]! : "" }] : [], tints: [] };
}

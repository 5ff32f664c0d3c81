/** What a click means. It reads the decision's lists and knows no rule. */
import type { Choice, Decision, Piece, Target } from "./wire";

export interface Pick {
  verb: string;
  target: Target;
  choice: Choice;
}

export type Thing = { kind: "piece" | "space"; id: string };

/** A click plays, opens a picker between several targets, or is nothing and may be asked about. */
export type Click = { play: Pick } | { among: Pick[] } | { ask: Pick | null };

/** What a lesson asks for: a click, or (look) only to point at something that may not be chosen. Nothing: it is talking. */
export interface Guide {
  wanted: { verb: string; target: Target; kind: Choice["kind"]; look: boolean } | null;
}

/** The decision as a lesson shows it: of all legal targets only the one it asks for; all of them where it asks only to look. */
export function narrow(decision: Decision | null, guide: Guide | null): Decision | null {
  if (!decision || !guide) return decision;
  const { wanted } = guide;
  if (wanted?.look) return { ...decision, scripts: [], quiet: null };
  const choices = decision.choices.map((choice) => ({
    ...choice,
    candidates: [...new Set([...choice.candidates, ...choice.targets])],
    targets: wanted && choice.verb === wanted.verb ? choice.targets.filter((target) => target === wanted.target) : [],
  }));
  return { ...decision, choices, scripts: [], quiet: null };
}

/** Every legal target of one kind, by its name. */
export function targetsOf(decision: Decision | null, kind: Choice["kind"]): Map<Target, Pick> {
  const found = new Map<Target, Pick>();
  for (const choice of decision?.choices ?? [])
    if (choice.kind === kind) for (const target of choice.targets) found.set(target, { verb: choice.verb, target, choice });
  return found;
}

/** The verb to ask "why not" with: the first whose domain holds the thing, else the first of its kind. */
export function askAbout(decision: Decision | null, thing: Thing): Pick | null {
  const ofKind = decision?.choices.filter((choice) => choice.kind === thing.kind) ?? [];
  const choice = ofKind.find((choice) => choice.candidates.includes(thing.id)) ?? ofKind[0];
  return choice ? { verb: choice.verb, target: thing.id, choice } : null;
}

/** True when the thing belongs to the domain of some verb, so that a refusal will have a reason. */
export function isCandidate(decision: Decision | null, thing: Thing): boolean {
  return decision?.choices.some((choice) => choice.kind === thing.kind && choice.candidates.includes(thing.id)) ?? false;
}

/**
 * What is meant by pointing at a thing: the thing, or the first of the spaces around it (its cell, its square) that the
 * decision speaks of.
 */
export function meant(decision: Decision | null, thing: Thing, around: string[]): Thing {
  const chain = [thing, ...around.map((id) => ({ kind: "space" as const, id }))];
  const target = chain.find((it) => targetsOf(decision, it.kind).has(it.id));
  return target ?? chain.find((it) => isCandidate(decision, it)) ?? thing;
}

/** All legal targets inside one group of spaces (a square with its cells, a hex with its stack). */
export function picksWithin(decision: Decision | null, spaces: string[], pieces: Piece[]): Pick[] {
  const bySpace = targetsOf(decision, "space");
  const byPiece = targetsOf(decision, "piece");
  const inside = new Set(spaces);
  const picks: Pick[] = [];
  for (const space of spaces) {
    const pick = bySpace.get(space);
    if (pick) picks.push(pick);
  }
  for (const piece of pieces) {
    const pick = piece.at !== null && inside.has(piece.at) ? byPiece.get(piece.id) : undefined;
    if (pick) picks.push(pick);
  }
  return picks;
}

/**
 * Resolves a click on a thing. `group` are the spaces one tap covers. The thing itself if it is a target; else the only
 * target of its group; else, if several, a picker when `coarse` (a thumb, or slots too small), or the reason why not.
 */
export function click(decision: Decision | null, thing: Thing, group: string[], pieces: Piece[], coarse: boolean): Click {
  const exact = targetsOf(decision, thing.kind).get(thing.id);
  const at = thing.kind === "piece" ? (pieces.find((piece) => piece.id === thing.id)?.at ?? null) : thing.id;
  const picks = picksWithin(decision, group, pieces);
  if (coarse && picks.length > 1) return { among: picks };
  if (exact) return { play: exact };
  const under = targetsOf(decision, "space").get(at);
  if (under) return { play: under };
  if (picks.length === 1) return { play: picks[0]! };
  return { ask: askAbout(decision, meant(decision, thing, [at, group[0]].filter((it) => it !== undefined && it !== null))) };
}

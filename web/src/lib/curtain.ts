/** The hot seat: two people, one screen. Decides whose eyes may see the table next. */
import type { State } from "./wire";

/**
 * The side the screen must be handed to, or null to stay. The seat in front of the screen keeps it while it owes a decision;
 * then it goes to the first other seat held at this screen that is waited for. So two secret decisions are asked one by one.
 */
export function handOver(here: string[], seated: string | null, state: Pick<State, "decision" | "waiting" | "outcome">): string | null {
  if (here.length < 2 || state.outcome) return null;
  if (state.decision && state.decision.side === seated) return null;
  return state.waiting.find(({ side }) => side !== seated && here.includes(side))?.side ?? null;
}

/** What the server says after a change is only what is new: here the new state is made of the old one and that. */
import type { Patch, State, View, ViewPatch } from "./wire";

type Lists = "tracks" | "pieces" | "markers" | "boxes";
const LISTS: Lists[] = ["tracks", "pieces", "markers", "boxes"];

interface Named {
  id: string;
}

/** Members by their ids: changed ones stay in their place with what has not changed of them, new ones come last or before another. */
function mended<T extends Named>(old: T[], part: { set?: T[]; gone?: string[]; before?: Record<string, string>; all?: T[] }): T[] {
  if (part.all) return part.all;
  const fresh = new Map((part.set ?? []).map((member) => [member.id, member]));
  const gone = new Set(part.gone);
  const kept: T[] = [];
  for (const member of old) {
    if (gone.has(member.id)) continue;
    const now = fresh.get(member.id);
    kept.push(now ? { ...member, ...now } : member);
    fresh.delete(member.id);
  }
  for (const member of [...fresh.values()].reverse()) {
    const at = kept.findIndex(({ id }) => id === part.before?.[member.id]);
    kept.splice(at < 0 ? kept.length : at, 0, member);
  }
  return kept;
}

function mendView(old: View, patch: ViewPatch): View {
  const { tracks, pieces, markers, boxes, ...plain } = patch;
  const lists: Pick<ViewPatch, Lists> = { tracks, pieces, markers, boxes };
  const view = { ...old, ...plain };
  for (const name of LISTS) {
    const part = lists[name];
    if (part) Object.assign(view, { [name]: mended<Named>(old[name], part) });
  }
  return view;
}

/** The state after a patch; null when one was missed, and the whole state must be asked for. `held` are the events we have. */
export function mend(state: State | null, patch: Patch, held: number): State | null {
  if (!state || patch.rev !== state.rev + 1) return null;
  const view = patch.view ? mendView(state.view, patch.view) : state.view;
  const domains = { ...state.domains, ...patch.domains };
  for (const choice of patch.decision?.choices ?? []) if (choice.domain !== undefined) choice.candidates = domains[choice.domain] ?? [];
  return { ...state, from: held, events: [], ...patch, type: "state", view, domains };
}

/** The list of events a seat holds, and how a new state changes it. */
import type { Event, State } from "./wire";

export interface Feed {
  epoch: number;
  events: Event[];
}

export const emptyFeed: Feed = { epoch: 0, events: [] };

/**
 * Cut the own list to `from`, then append. `fresh` are the events not seen before.
 * A state that starts beyond what we hold leaves a gap: null, and the caller asks again from 0.
 */
export function cutAndAppend(feed: Feed, state: Pick<State, "epoch" | "from" | "events">): (Feed & { fresh: Event[] }) | null {
  if (state.from > feed.events.length) return null;
  const kept = feed.events.slice(0, state.from);
  return { epoch: state.epoch, events: [...kept, ...state.events], fresh: state.events };
}

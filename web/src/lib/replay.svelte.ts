/** Looking back: a position of the scrubber, its view and the events that led there. */
import * as api from "./api";
import { Refused } from "./api";
import type { Event, Moment, Moments, Problem, View } from "./wire";

export class Replay {
  on = $state(false);
  playing = $state(false);
  at = $state(0);
  moments = $state.raw<Moments>({ moments: 0, marks: [] });
  view = $state.raw<View | null>(null);
  events = $state.raw<Event[]>([]);
  problem = $state.raw<Problem | null>(null);

  last = $derived(Math.max(0, this.moments.moments - 1));
  label = $derived(this.moments.marks.filter((mark) => mark.moment <= this.at).at(-1)?.label ?? "Start");

  #seen = new Map<number, Promise<Moment>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly table: string,
    readonly token: () => string | null,
  ) {}

  async enter(): Promise<void> {
    try {
      this.#seen.clear();
      this.moments = await api.moments(this.table, this.token());
      await this.go(this.last);
      this.on = true;
    } catch (error) {
      this.problem = error instanceof Refused ? error.problem : { type: "", title: String(error), status: 0 };
    }
  }

  leave(): void {
    this.pause();
    this.on = false;
    this.view = null;
    this.events = [];
  }

  async go(k: number): Promise<void> {
    const at = Math.max(0, Math.min(this.last, k));
    this.at = at;
    let moment = this.#seen.get(at);
    if (!moment) {
      moment = api.moment(this.table, at, this.token());
      this.#seen.set(at, moment);
    }
    try {
      const { view, events } = await moment;
      if (this.at !== at) return;
      this.view = view;
      this.events = events;
    } catch (error) {
      this.#seen.delete(at);
      this.pause();
      this.problem = error instanceof Refused ? error.problem : { type: "", title: String(error), status: 0 };
    }
  }

  play(): void {
    if (this.at >= this.last) void this.go(0);
    this.playing = true;
    this.#timer = setInterval(() => (this.at >= this.last ? this.pause() : void this.go(this.at + 1)), 900);
  }

  pause(): void {
    this.playing = false;
    clearInterval(this.#timer);
  }
}

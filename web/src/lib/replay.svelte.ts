/** Looking back: a position of the scrubber, its view and the events that led there; and the film of what others did. */
import * as api from "./api";
import { prefs } from "./prefs.svelte";
import type { Arrow, Comment, Event, Moment, Moments, ProblemDocument, View } from "./wire";
import { say } from "../words/words";

/** Whose eyes: "" for this seat's own, a side, "all" for open books, "public" for the spectators'. */
export type Eyes = string;
/** One event of a film and the moment it is shown at. */
export interface Scene {
  moment: number;
  event: Event;
}

const NONE: Moments = { moments: 0, marks: [], told: [], public: [], battles: [], dice: [] };

export class Replay {
  on = $state(false);
  playing = $state(false);
  at = $state(0);
  eyes = $state<Eyes>("");
  moments = $state.raw<Moments>(NONE);
  view = $state.raw<View | null>(null);
  events = $state.raw<Event[]>([]);
  /** Everything told to other eyes; what this seat's own have seen is at the table. */
  feed = $state.raw<Event[] | null>(null);
  problem = $state.raw<ProblemDocument | null>(null);
  film = $state.raw<Scene[] | null>(null);
  scene = $state(0);

  /** What people say about moments, as these eyes count them. */
  comments = $state.raw<Comment[]>([]);
  /** Arrows are being drawn: where the next begins, and those that are done. */
  pen = $state.raw<{ from: string | null; arrows: Arrow[] } | null>(null);
  /** The arrows on the board: of the comments on this moment, and those being drawn. */
  arrows = $derived.by<Arrow[]>(() => [...this.comments.filter((it) => it.moment === this.at).flatMap((it) => it.arrows), ...(this.pen?.arrows ?? [])]);

  last = $derived(Math.max(0, this.moments.moments - 1));
  mark = $derived(this.moments.marks.filter((mark) => mark.moment <= this.at).at(-1) ?? null);
  label = $derived(this.mark?.label ?? say("replay-start"));
  /** How many events had been told by now. */
  told = $derived(this.moments.told[this.at] ?? 0);

  #seen = new Map<number, Promise<Moment>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly token: () => string | null,
  ) {}

  /** Begin to look back: at the last moment, or where a link points to. */
  async enter(k?: number, eyes: Eyes = ""): Promise<void> {
    try {
      this.film = null;
      await this.#read(eyes);
      await this.go(k ?? this.last);
      this.on = true;
    } catch (error) {
      this.#complain(error);
    }
  }

  async #read(eyes: Eyes): Promise<void> {
    const [moments, feed] = await Promise.all([
      api.moments(this.table, this.token(), eyes),
      eyes ? api.told(this.table, this.token(), eyes) : null,
    ]);
    this.#seen.clear();
    void this.hear(eyes);
    this.feed = feed;
    this.eyes = eyes;
    this.moments = moments;
  }

  /** Read what people say. */
  async hear(eyes = this.eyes): Promise<void> {
    const found = await api.comments(this.table, this.token(), eyes).catch(() => []);
    if (eyes === this.eyes) this.comments = found;
  }

  /** A place was clicked while arrows are drawn: one begins there, or ends; in the same place it is a ring. */
  touch(space: string | null): void {
    if (!this.pen || !space) return;
    const { from, arrows } = this.pen;
    this.pen = from === null ? { from: space, arrows } : { from: null, arrows: [...arrows, { from, to: space }] };
  }

  /** Something has happened at the table: there may be more to look at, or (after a take-back) less. */
  async refresh(): Promise<void> {
    if (!this.on || this.film) return;
    try {
      await this.#read(this.eyes);
      if (this.at > this.last) await this.go(this.last);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** The same moment through other eyes, as nearly as those have one. */
  async look(eyes: Eyes): Promise<void> {
    const now = this.moments.public[this.at] ?? 0;
    try {
      await this.#read(eyes);
      await this.go(this.#since(now));
    } catch (error) {
      this.#complain(error);
    }
  }

  #since(now: number): number {
    return this.moments.public.findLastIndex((it) => it <= now);
  }

  /** Where so many events had been told, counted as the luck ledger does: of all after the end, else of this seat. */
  async goToEvent(events: number, ended: boolean): Promise<void> {
    try {
      const counted = ended && this.eyes !== "all" ? await api.moments(this.table, this.token(), "all") : this.moments;
      const k = counted.told.findIndex((told) => told >= events);
      await this.go(counted === this.moments ? k : this.#since(counted.public[k] ?? 0));
    } catch (error) {
      this.#complain(error);
    }
  }

  leave(): void {
    this.pause();
    this.on = false;
    this.pen = null;
    this.film = null;
    this.view = null;
    this.events = [];
    this.feed = null;
    if (new URLSearchParams(location.search).has("moment")) history.replaceState(null, "", location.pathname + location.hash);
  }

  async go(k: number): Promise<void> {
    const at = Math.max(0, Math.min(this.last, k));
    this.at = at;
    try {
      const { view, events } = await this.#moment(at);
      if (this.at !== at) return;
      this.view = view;
      this.events = events;
    } catch (error) {
      this.pause();
      this.#complain(error);
    }
  }

  #moment(k: number): Promise<Moment> {
    let moment = this.#seen.get(k);
    if (!moment) {
      moment = api.moment(this.table, k, this.token(), this.eyes);
      moment.catch(() => this.#seen.delete(k));
      this.#seen.set(k, moment);
    }
    return moment;
  }

  /** To the next (1) or the last (-1) of some moments. */
  jump(among: number[], by: 1 | -1): void {
    const found = by > 0 ? among.find((k) => k > this.at) : among.findLast((k) => k < this.at);
    if (found !== undefined) void this.go(found);
  }

  reach(among: number[], by: 1 | -1): boolean {
    return by > 0 ? among.some((k) => k > this.at) : among.some((k) => k < this.at);
  }

  turn(by: 1 | -1): void {
    this.jump(this.turns, by);
  }

  turns = $derived(this.moments.marks.map((mark) => mark.moment));

  /** A key that moves through time; false if it means nothing here. */
  key(key: string): boolean {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => (this.film ? this.step(-1) : void this.go(this.at - 1)),
      ArrowRight: () => (this.film ? this.step(1) : void this.go(this.at + 1)),
      Home: () => (this.film ? this.step(-this.scene) : void this.go(0)),
      End: () => (this.film ? this.leave() : void this.go(this.last)),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
    };
    const move = moves[key];
    if (!move) return false;
    this.pause();
    move();
    return true;
  }

  play(): void {
    if (!this.film && this.at >= this.last) void this.go(0);
    this.playing = true;
    this.#tick();
  }

  #tick(): void {
    clearTimeout(this.#timer);
    const rolled = this.film?.[this.scene]?.event.dice.length;
    this.#timer = setTimeout(
      () => {
        if (!this.playing) return;
        if (this.film) this.step(1);
        else if (this.at < this.last) void this.go(this.at + 1);
        else return this.pause();
        if (this.playing) this.#tick();
      },
      (this.film ? (rolled ? 2600 : 1500) : 900) / prefs.pace,
    );
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /* ---- the film ---- */

  /** Show what has been told since the first `since` events, one event at a time. */
  async show(since: number): Promise<void> {
    try {
      await this.#read("");
      const first = this.moments.told.findIndex((told) => told > since);
      if (first < 0) return;
      const kept = await Promise.all(Array.from({ length: this.last - first + 1 }, (_, i) => this.#moment(first + i)));
      const film = kept.flatMap(({ moment, events }) => events.filter((event) => event.n >= since).map((event) => ({ moment, event })));
      if (!film.length) return;
      this.film = film;
      this.#set(0, kept[0]!.view);
      this.on = true;
      if (!prefs.calm) this.play();
    } catch (error) {
      this.#complain(error);
    }
  }

  #set(scene: number, view: View): void {
    this.scene = scene;
    this.at = this.film![scene]!.moment;
    this.view = view;
    this.events = [this.film![scene]!.event];
  }

  /** To another scene; past the last one the film is over. */
  step(by: number): void {
    const scene = Math.max(0, this.scene + by);
    if (!this.film || scene >= this.film.length) return this.leave();
    const film = this.film;
    void this.#moment(film[scene]!.moment).then(({ view }) => this.film === film && this.#set(scene, view));
  }

  #complain(error: unknown): void {
    this.problem = api.problemOf(error);
  }
}

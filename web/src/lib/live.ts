/**
 * One WebSocket to one table for one seat. It comes back by itself after a cut, with growing pauses, and resumes from the
 * events it already has. Nothing is queued: a click made while cut off is refused at once, so nothing can be played twice.
 */
import { trouble } from "./api";
import { cutAndAppend, emptyFeed, type Feed } from "./feed";
import { mend } from "./patch";
import type { Answered, AskFinal, AskReach, Considered, Event, Final, Hello, Hint, Overlay, ProblemDocument, RowClick, RowWay, Said, State, Target, Told } from "./wire";
import { say } from "../words/words";

export type Link = "opening" | "open" | "cut";

export interface Ears {
  state(state: State, events: Event[], fresh: Event[]): void;
  problem(problem: ProblemDocument, doing: string): void;
  link(link: Link): void;
  /** The table will not have this seat, now or later. */
  refused?(problem: ProblemDocument): void;
}

export interface Wiring {
  socket?: (url: string) => WebSocket;
  /** Whether somebody has the table before his eyes. */
  eyes?: () => boolean;
  /** Pause before the n-th attempt, in milliseconds. */
  pause?: (attempt: number) => number;
}

/** Close codes after which coming back is of no use: wrong seat, unknown table. */
const FINAL = new Set([4403, 4404]);

export const backOff = (attempt: number) => Math.min(15_000, 400 * 2 ** attempt) * (0.75 + Math.random() / 2);

export class Live {
  feed: Feed = emptyFeed;
  #state: State | null = null;
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #why: ProblemDocument | null = null;
  #questions = 0;
  #asked = new Map<number | string, (answer: Answered | null) => void>();
  #soon = new Map<number | string, (found: Answered) => void>();

  constructor(
    readonly url: string,
    readonly token: string | null,
    readonly ears: Ears,
    readonly wiring: Wiring = {},
  ) {}

  open(): void {
    if (this.#closed) return;
    this.ears.link(this.#attempt ? "cut" : "opening");
    const socket = (this.wiring.socket ?? ((url) => new WebSocket(url)))(this.url);
    this.#socket = socket;
    this.#state = null;
    socket.onopen = () =>
      socket.send(JSON.stringify({ seat: this.token, since: this.feed.events.length, epoch: this.feed.epoch } satisfies Hello));
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as Told);
    socket.onclose = (event?: CloseEvent) => {
      if (this.#socket !== socket) return;
      if (FINAL.has(event?.code ?? 0)) this.#refused(event!.code);
      else this.#cut();
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#forget();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Try again now, for instance when the browser says it is back online. */
  hurry(): void {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.open();
  }

  /** False when the line is down: the click did not happen. */
  send(message: Said): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Says whether somebody has the table before his eyes: who does is not told about it elsewhere. */
  look(): void {
    if (this.#state && this.wiring.eyes && this.token) this.send({ do: "look", yes: this.wiring.eyes() });
  }

  /** Asks why a target is refused, what its odds are, or what it would do; null when there is no answer. */
  ask<T extends Answered>(what: "whynot" | "odds" | "preview", verb: string, target: Target, after: RowClick[] = []): Promise<T | null> {
    return this.#question<T>((id) => (what === "whynot" ? { do: what, id, verb, target } : { do: what, id, verb, target, after }));
  }

  /** Asks what one gesture would do: where a hand can go, what can be aimed at, a verb several times. */
  reach(about: Omit<AskReach, "do" | "id">): Promise<RowWay[] | null> {
    return this.#question((id) => ({ do: "reach", id, ...about }));
  }

  /** Asks whether what is about to be chosen could be taken back, and what becomes final with it. */
  final(about: Omit<AskFinal, "do" | "id">): Promise<Final | null> {
    return this.#question((id) => ({ do: "final", id, ...about }));
  }

  /** Asks the adviser, best idea first. */
  hints(): Promise<Hint[] | null> {
    return this.#question((id) => ({ do: "hint", id }));
  }

  /** Asks the search, best plan first; it takes some seconds, and says soon what a short look finds. */
  lines(soon: (found: Considered[]) => void): Promise<Considered[] | null> {
    return this.#question((id) => ({ do: "lines", id }), soon as (found: Answered) => void);
  }

  /** Asks for a layer of the map. */
  overlay(overlay: string, about: string | null): Promise<Overlay | null> {
    return this.#question((id) => ({ do: "overlay", id, overlay, about }));
  }

  #question<T extends Answered>(message: (id: number) => Said, soon?: (found: Answered) => void): Promise<T | null> {
    const id = ++this.#questions;
    if (soon) this.#soon.set(id, soon);
    return new Promise((resolve) => {
      if (!this.send(message(id))) return resolve(null);
      this.#asked.set(id, resolve as (answer: Answered | null) => void);
    });
  }

  #hear(message: Told): void {
    if (message.type === "state") {
      this.#show(message);
    } else if (message.type === "patch") {
      const state = mend(this.#state, message, this.feed.events.length);
      if (state) this.#show(state);
      else this.send({ do: "resync", since: this.feed.events.length, epoch: this.feed.epoch });
    } else if (message.type === "answer") {
      if (message.more) this.#soon.get(message.id)?.(message.answer);
      else this.#settle(message.id, message.answer);
    } else if (message.type === "problem") {
      if (message.do === "live") this.#why = message.problem;
      else if (message.id !== undefined && this.#asked.has(message.id)) this.#settle(message.id, null);
      else this.ears.problem(message.problem, message.do);
    }
  }

  #show(state: State): void {
    const feed = cutAndAppend(this.feed, state);
    if (!feed) {
      this.feed = emptyFeed;
      this.#socket?.close();
      return;
    }
    const first = !this.#state;
    this.#state = state;
    if (first) this.look();
    this.feed = { epoch: feed.epoch, events: feed.events };
    this.#attempt = 0;
    this.ears.link("open");
    this.ears.state(state, feed.events, feed.fresh);
  }

  #refused(code: number): void {
    this.#socket = null;
    this.#closed = true;
    this.#forget();
    const title = code === 4403 ? say("not-your-seat") : say("no-table");
    this.ears.link("cut");
    this.ears.refused?.(this.#why ?? trouble(title, "about:blank", code - 4000));
  }

  #settle(id: number | string, answer: Answered | null): void {
    this.#asked.get(id)?.(answer);
    this.#asked.delete(id);
    this.#soon.delete(id);
  }

  #forget(): void {
    for (const resolve of this.#asked.values()) resolve(null);
    this.#asked.clear();
    this.#soon.clear();
  }

  #cut(): void {
    this.#socket = null;
    this.#forget();
    if (this.#closed) return;
    this.ears.link("cut");
    this.#timer = setTimeout(() => this.open(), (this.wiring.pause ?? backOff)(this.#attempt++));
  }
}

/** The layers a player has laid over the map, remembered for each game, and what they show now. */
import type { Overlay, OverlayInfo } from "./wire";

const KEY = "grandharbour.layers.";

export class Layers {
  all = $state.raw<OverlayInfo[]>([]);
  on = $state.raw<string[]>([]);
  shown = $state.raw<Record<string, Overlay>>({});
  /** Those that are off but drawn for what is pointed at. */
  passing = $state.raw<string[]>([]);
  /** Counts the states of the table; whoever draws asks again when it changes. */
  turn = $state(0);

  #game = "";
  #answers = new Map<string, Promise<Overlay | null>>();
  #latest = new Map<string, string>();

  constructor(readonly fetch: (id: string, about: string | null) => Promise<Overlay | null>) {}

  furnish(game: string, all: OverlayInfo[]): void {
    this.#game = game;
    this.all = all;
    try {
      const kept = (localStorage.getItem(KEY + game) ?? "").split(",");
      this.on = all.map((layer) => layer.id).filter((id) => kept.includes(id));
    } catch {
      // Without storage nothing is remembered.
    }
  }

  toggle(id: string): void {
    this.on = this.on.includes(id) ? this.on.filter((it) => it !== id) : [...this.on, id];
    if (!this.on.includes(id)) {
      this.#latest.delete(id);
      this.shown = Object.fromEntries(Object.entries(this.shown).filter(([it]) => it !== id));
    }
    try {
      localStorage.setItem(KEY + this.#game, this.on.join(","));
    } catch {
      // The choice lasts as long as the page.
    }
  }

  /** Layers drawn only while something is pointed at. */
  fleeting(ids: string[]): void {
    if (ids.join() === this.passing.join()) return;
    for (const id of this.passing)
      if (!ids.includes(id)) {
        this.#latest.delete(id);
        if (!this.on.includes(id)) this.shown = Object.fromEntries(Object.entries(this.shown).filter(([it]) => it !== id));
      }
    this.passing = ids;
  }

  /** The table has changed; at the hot seat another player looks on, who must not see what was drawn for the one before. */
  stale(bare = false): void {
    this.#answers.clear();
    this.turn++;
    if (bare) this.shown = {};
  }

  /** Brings a layer up to date for what it is about; what was asked last is shown, however late others answer. */
  async ask(id: string, about: string | null): Promise<void> {
    const key = `${id}|${about ?? ""}`;
    this.#latest.set(id, key);
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = this.fetch(id, about);
      this.#answers.set(key, answer);
    }
    const overlay = await answer;
    if (overlay && this.#latest.get(id) === key && this.#answers.get(key) === answer) this.shown = { ...this.shown, [id]: overlay };
  }
}

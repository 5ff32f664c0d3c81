/**
 * A position in the making, as the board sees it: a table without a line to the server, whose only choices are to pick up a
 * piece and to put it down. Every edit is made by the server, which answers with the new text and what is wrong with it.
 */
import * as api from "./api";
import type { Pick, Thing } from "./choose";
import { Table } from "./table.svelte";
import type { Decision, Edit, EditorView, GameCard, Target, View } from "./wire";
import { say } from "../words/words";

const EMPTY: View = { heading: "", phase: "", turn: 0, tracks: [], pieces: [], markers: [], boxes: [], ribbon: [], stage: null, sheets: [] };

export class Draft extends Table {
  sheet = $state.raw<EditorView | null>(null);
  holding = $state<string | null>(null);
  selected = $state.raw<Thing | null>(null);
  working = $state(false);
  past = $state.raw<string[]>([]);
  future = $state.raw<string[]>([]);

  #queue: Promise<void> = Promise.resolve();
  #boardOf = "";

  constructor(readonly of: GameCard) {
    super("", { kind: "seat", token: "" });
    this.game = of;
    this.link = "open";
    this.still = true;
  }

  begin(scenario: string, ready: boolean): Promise<void> {
    this.past = [];
    this.future = [];
    this.selected = null;
    return this.#send({ game: this.of.id, scenario, ready });
  }

  edit(...edits: Edit[]): Promise<void> {
    return this.#send(() => ({ game: this.of.id, text: this.sheet?.text ?? null, edits }), true);
  }

  read(text: string): Promise<void> {
    return this.#send({ game: this.of.id, text }, true);
  }

  back(): Promise<void> {
    const text = this.past.at(-1);
    if (text === undefined || !this.sheet) return Promise.resolve();
    this.future = [...this.future, this.sheet.text];
    this.past = this.past.slice(0, -1);
    return this.#send({ game: this.of.id, text });
  }

  again(): Promise<void> {
    const text = this.future.at(-1);
    if (text === undefined || !this.sheet) return Promise.resolve();
    this.past = [...this.past, this.sheet.text];
    this.future = this.future.slice(0, -1);
    return this.#send({ game: this.of.id, text });
  }

  take(piece: string | null): void {
    this.holding = piece;
    if (piece) this.selected = { kind: "piece", id: piece };
    this.dismiss();
    this.#show();
    this.said = piece ? say("editor-picked-up", { piece: this.pieceName(piece) }) : "";
  }

  put(piece: string, place: string): Promise<void> {
    this.holding = null;
    this.said = say("editor-put", { piece: this.pieceName(piece), place: this.spaceName(place) });
    return this.edit({ do: "put", piece, place });
  }

  override play(pick: Pick): void {
    if (pick.verb === "take") this.take(String(pick.target));
    else if (this.holding) void this.put(this.holding, String(pick.target));
  }

  override point(thing: Thing, firm = false): void {
    if (firm && thing.kind === "space") {
      this.selected = thing;
      this.dismiss();
    } else if (thing.kind === "piece" && !this.holding) super.point(thing, false);
  }

  override pointPick(): void {}

  /** One request at a time, each with the text the one before has made. */
  #send(wish: api.Wish | (() => api.Wish), remember = false): Promise<void> {
    this.working = true;
    this.#queue = this.#queue.then(async () => {
      const before = this.sheet?.text;
      try {
        const sheet = await api.edit(typeof wish === "function" ? wish() : wish);
        if (remember && before !== undefined && sheet.text !== before) {
          this.past = [...this.past.slice(-99), before];
          this.future = [];
        }
        await this.#furnish(sheet);
        this.sheet = sheet;
        this.#show();
      } catch (error) {
        this.complain(error);
        this.#show();
      }
      this.working = false;
    });
    return this.#queue;
  }

  async #furnish(sheet: EditorView): Promise<void> {
    const key = JSON.stringify([sheet.scenario, sheet.options, sheet.pack]);
    if (!sheet.scenario || key === this.#boardOf) return;
    this.#boardOf = key;
    const drawn = this.board?.art;
    this.board = sheet.pack ? await api.draftBoard(this.of.id, sheet.text) : await api.scenarioBoard(this.of.id, sheet.scenario, sheet.options);
    if (this.board.art && (!this.art || this.board.art !== drawn)) this.art = await api.art(this.board.art).catch(() => null);
  }

  #show(): void {
    const view = this.sheet?.view ?? this.state?.view ?? EMPTY;
    this.state = {
      type: "state",
      rev: 0,
      table: "",
      side: null,
      epoch: 0,
      from: 0,
      events: [],
      view,
      decision: this.#decision(view),
      number: 0,
      can_undo: false,
      undo_reason: null,
      waiting: [],
      orders: [],
      outcome: null,
      dice: { commitment: "", seed: null, chosen: null, shaken: false, cups: {} },
      link: null,
      since: null,
      takeback: null,
      offers: [],
      talk: 0,
      late: 0,
      astray: null,
      clock: null,
    };
  }

  #decision(view: View): Decision {
    const held = this.holding;
    const spaces = (this.board?.spaces ?? []).filter((space) => this.board?.kind !== "squares" || space.within).map((space) => space.id);
    const targets: Target[] = held ? spaces : view.pieces.map((piece) => piece.id);
    return {
      side: this.of.sides[0]!.id,
      prompt: held ? say("editor-where", { piece: held }) : say("editor-what"),
      rule: null,
      about: held ? { kind: "piece", id: held } : null,
      choices: [{ verb: held ? "put" : "take", label: held ? say("editor-put-here") : say("editor-pick-up"), kind: held ? "space" : "piece", rule: null, targets, candidates: targets, dice: false }],
      quiet: null,
      sealed: false,
      scripts: [],
      step: "",
    };
  }
}

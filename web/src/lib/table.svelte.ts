/** The state of one table as this browser knows it. Components read it and report clicks to it. */
import * as api from "./api";
import { askAbout, isCandidate, meant, narrow, targetsOf, type Guide, type Pick, type Thing } from "./choose";
import { handOver } from "./curtain";
import { emptyFeed, type Feed } from "./feed";
import { apart, graspOf, offered, played, previewOf, PUT, telling, type Grasp } from "./grasp";
import type { Cup } from "./cup";
import { Layers } from "./layers.svelte";
import { Live, type Link } from "./live";
import { asked, named, type Parting } from "./parting";
import { prefs } from "./prefs.svelte";
import type { Sight } from "../boards/frame/sight.svelte";
import { turned, type Laid } from "../boards/turn";
import { Replay } from "./replay.svelte";
import { Talk } from "./talk.svelte";
import { invited, readFragment, recall, remember, writeFragment, type Held } from "./seats";
import type {
  Answered,
  Board,
  Considered,
  Decision,
  Event,
  GameCard,
  Hint,
  Odds,
  Piece,
  PlanStep,
  Preview,
  ProblemDocument,
  Refusal,
  RowWay,
  RulebookText,
  Said,
  Sheet,
  SideCard,
  Space,
  StandingOrder,
  State,
  TableCard,
  Target,
  Toll,
  View,
} from "./wire";
import { say } from "../words/words";

export type Tab = "log" | "forces" | "rules" | "dice" | "luck" | "analysis" | "papers" | "thoughts" | "talk" | "orders";

/** What the card beside a pointed-at thing shows. */
export interface Card {
  thing: Thing | null;
  piece: Piece | null;
  pick: Pick | null;
  odds: Odds | null;
  preview: Preview | null;
  refusal: Refusal | null;
  /** Stays until dismissed: a tap or a click opened it. */
  pinned: boolean;
  /** An attack that is being put together, with its chances. */
  muster?: Muster;
}

/** Who could come along to a place, and the row of clicks that brings those who shall. */
export interface Muster {
  place: string;
  all: PlanStep[];
  way: RowWay;
}

export interface Lit {
  pieces: Set<string>;
  spaces: Set<string>;
  event: number | null;
}

export type Click = Extract<Said, { do: "play" | "chain" | "script" }>;

const DARK: Lit = { pieces: new Set(), spaces: new Set(), event: null };

export class Table {
  card = $state.raw<TableCard | null>(null);
  game = $state.raw<GameCard | null>(null);
  art = $state.raw<string | null>(null);
  rulebook = $state.raw<RulebookText | null>(null);
  failure = $state.raw<ProblemDocument | null>(null);

  link = $state<Link>("opening");
  busy = $state(false);
  seated = $state<string | null>(null);
  curtain = $state<string | null>(null);
  /** Both players look at the screen together: seats change without a curtain. */
  together = $state(false);

  state = $state.raw<State | null>(null);
  events = $state.raw<Event[]>([]);
  /** What happened since this seat's last click: drawn on the board and in the ticker. */
  recent = $state.raw<Event[]>([]);

  /** What was lost, hurt or taken since this seat's last click: marked on the board until the next one. */
  toll = $state.raw<Toll | null>(null);

  tab = $state<Tab>("log");
  panelOpen = $state(false);
  rule = $state<{ id: string; at: number } | null>(null);
  hint = $state.raw<Card | null>(null);
  lit = $state.raw<Lit>(DARK);
  /** The space under the pointer or the keyboard's focus. */
  over = $state<string | null>(null);
  /** What the pointer, the focus or a finger is at: layers about a piece or a space follow it. */
  eye = $state.raw<Thing | null>(null);
  /** What the choice pointed at would do, drawn on the board and told in the prompt. */
  preview = $state.raw<Preview | null>(null);
  among = $state.raw<{ group: string; picks: Pick[] } | null>(null);
  /** The unit in the hand, and where one gesture can bring it. */
  grasp = $state.raw<Grasp | null>(null);
  /** Several rows lead where somebody pointed, or one that begins an Action: a small menu at the pointer. */
  crossroads = $state.raw<{ place: string; ways: RowWay[] } | null>(null);
  /** A click that waits to be confirmed, because nothing before it could be taken back any more. */
  parting = $state.raw<Parting | null>(null);
  /** Where on the page somebody has pointed last. */
  spotted = { x: 0, y: 0 };
  /** A lesson leads: only what it asks for may be chosen. */
  guide = $state.raw<Guide | null>(null);
  /** How often something else was clicked while a lesson leads. */
  strayed = $state(0);
  /** Spaces to be shown large: where a lesson takes place. */
  closeup = $state.raw<string[] | null>(null);
  /** Something is to be clicked on the board that is no choice, for an order somebody writes: this takes the click. */
  picking = $state.raw<((thing: Thing) => void) | null>(null);
  /** How often somebody wanted to write an order about what is asked. */
  ordering = $state(0);
  /** The board does not move by itself to what may be chosen. */
  still = false;
  toasts = $state.raw<{ key: number; problem: ProblemDocument }[]>([]);
  said = $state("");
  /** A hint has been asked for by the keyboard. */
  hinting = $state(false);
  /** The window over the board, for who draws a small map of it. */
  sight = $state.raw<Sight | null>(null);
  /** With what this person shakes the dice, where two people play. */
  cup = $state.raw<Cup | null>(null);
  /** The server has not taken a link that was sent with a click it made. */
  slighted = $state(false);
  /** A paper laid on the table to be read: the end of a season, or one taken from the log. */
  paper = $state.raw<Sheet | null>(null);

  layers = new Layers((id, about) => this.#live?.overlay(id, about) ?? Promise.resolve(null));
  replay: Replay;
  talk: Talk;
  view = $derived.by<View | null>(() => (this.replay.on ? this.replay.view : (this.state?.view ?? null)));
  /** The decision this seat may answer now; none while replaying or behind the curtain. */
  decision = $derived.by<Decision | null>(() => (this.replay.on || this.curtain ? null : narrow(this.state?.decision ?? null, this.guide)));
  /** What the board offers to be clicked: the decision, or where the unit in the hand can go. */
  offered = $derived.by<Decision | null>(() => offered(this.decision, this.grasp));
  ready = $derived(this.link === "open" && !this.busy && !!this.decision);
  mayUndo = $derived.by(() => this.link === "open" && !this.busy && !this.replay.on && !this.curtain && !this.guide && !!this.state?.can_undo);
  pieces = $derived(new Map((this.view?.pieces ?? []).map((piece) => [piece.id, piece])));
  spaces = $derived(new Map<string, Space>((this.board?.spaces ?? []).map((space) => [space.id, space])));
  sides = $derived(new Map<string, SideCard>((this.game?.sides ?? []).map((side) => [side.id, side])));

  /** The board as it was sent; it lies before the player as he has turned it. */
  #sheet = $state.raw<Board | null>(null);
  #laid = $derived.by<Laid | null>(() => (this.#sheet?.north && prefs.north ? turned(this.#sheet) : this.#sheet));
  #live: Live | null = null;
  #feeds = new Map<string, Feed>();
  #answers = new Map<string, Promise<Answered | null>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pointed: Pick | null = null;
  /** What is to be clicked next by the player, when the row before it has been played. */
  #then: PlanStep | null = null;
  /** Its chances were shown before the row was played. */
  #seen = false;
  /** What was clicked before its chances were there, and has been shown with them: the next click counts, wherever the pointer was meanwhile. */
  #told: { state: State | null; pick: Pick } | null = null;
  /** So many undos are still to be made, when the one that was made at a number has happened. */
  #backing: { left: number; number: number } | null = null;
  #mine = false;
  /** The last link that was sent, until the server has shown that it took it. */
  #sent: string | null = null;
  /** A click that waits for a new cup. */
  #kept: Click | null = null;
  #last: Click | null = null;
  #tries = 0;
  #brought = false;
  #shookFor = "";
  #toast = 0;

  constructor(
    readonly id: string,
    public held: Held,
  ) {
    this.replay = new Replay(id, () => this.token);
    this.talk = new Talk(this);
    if (held.kind === "here") {
      this.seated = Object.keys(held.seats)[0] ?? null;
      this.curtain = this.seated;
    }
  }

  get board(): Laid | null {
    return this.#laid;
  }

  set board(board: Board | null) {
    this.#sheet = board;
  }

  get token(): string | null {
    if (this.held.kind === "seat") return this.held.token;
    if (this.held.kind === "here" && this.seated) return this.held.seats[this.seated] ?? null;
    return null;
  }

  get spectator(): boolean {
    return this.held.kind === "spectator";
  }

  get here(): string[] {
    return this.held.kind === "here" ? Object.keys(this.held.seats) : [];
  }

  async open(): Promise<void> {
    try {
      const [card, games] = await Promise.all([api.table(this.id), api.games()]);
      if (invited(this.held)) await this.#takeSeat(this.held.token);
      // Who comes without a key to a table where the club knows him sits down on his own seat.
      if (this.held.kind === "spectator" && card.mine.length) this.#settle(Object.fromEntries(card.mine.map((side) => [side, `me.${side}`])));
      this.card = card;
      this.game = games.find((game) => game.id === card.game) ?? null;
      const board = (this.board = await api.board(card.game, this.id));
      this.layers.furnish(card.game, board.overlays);
      this.#connect();
      if (board.art) this.art = await api.art(board.art).catch(() => null);
    } catch (error) {
      this.failure = api.problemOf(error);
    }
  }

  #settle(seats: Record<string, string>): void {
    const fragment = writeFragment(seats);
    this.held = readFragment(fragment);
    if (this.held.kind === "here") this.seated = this.curtain = Object.keys(this.held.seats)[0] ?? null;
    history.replaceState(history.state, "", location.pathname + fragment);
  }

  /** The invitation in the address gives way to the key: it would not work a second time. */
  async #takeSeat(invitation: string): Promise<void> {
    const mine = recall(this.id);
    const known = readFragment(mine?.fragment ?? "");
    // The same link once more, in the browser that has taken it; who has sent it sits somewhere else.
    const sent = mine?.invites.some((it) => readFragment(it.fragment).kind === "seat" && it.fragment.includes(encodeURIComponent(invitation)));
    if (!sent && known.kind === "seat" && !invited(known)) this.held = known;
    else this.held = { kind: "seat", token: (await api.takeSeat(this.id, invitation)).key };
    history.replaceState(history.state, "", location.pathname + writeFragment({ "": this.held.token }));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.replay.leave();
    this.#live?.close();
  }

  hurry(): void {
    this.#live?.hurry();
  }

  /** Somebody has turned to the page or away from it. */
  look(): void {
    this.#live?.look();
  }

  /* ---- the line ---- */

  #connect(): void {
    this.#live?.close();
    const url = `${location.origin.replace(/^http/, "ws")}/api/tables/${encodeURIComponent(this.id)}/live`;
    this.#live = new Live(url, this.token, {
      state: (state, events, fresh) => this.#arrive(state, events, fresh),
      problem: (problem) => {
        this.busy = false;
        this.#sent = this.#kept = null;
        this.#backing = null;
        if (problem.type.endsWith("/wrong-link") && this.#again()) return;
        this.complain(problem);
      },
      link: (link) => {
        this.link = link;
        if (link === "open") return;
        this.busy = false;
        this.#backing = null;
      },
      refused: (problem) => void this.#sitElsewhere(problem),
    }, { eyes: () => document.visibilityState === "visible" });
    this.#live.feed = this.#feeds.get(this.seated ?? "") ?? emptyFeed;
    this.#live.open();
  }

  /** Who is known by name and comes to the seat he has had finds himself on the other one after an auction of the sides. */
  async #sitElsewhere(problem: ProblemDocument): Promise<void> {
    const held = this.held;
    if (held.kind === "seat" && held.token.startsWith("me.")) {
      const card = await api.table(this.id).catch(() => null);
      if (card?.mine.length && !card.mine.includes(held.token.slice(3))) {
        this.card = card;
        this.#settle(Object.fromEntries(card.mine.map((side) => [side, `me.${side}`])));
        return this.#connect();
      }
    }
    this.failure = problem;
  }

  #arrive(state: State, events: Event[], fresh: Event[]): void {
    if (fresh.some((event) => event.kind === "auction-over")) void api.table(this.id).then((card) => (this.card = card), () => {});
    // The same key opens the other seat now: what has been told there is told from the beginning.
    if (this.held.kind === "seat" && this.seated && state.side && state.side !== this.seated) {
      this.seated = state.side;
      this.cup = null;
      return this.#connect();
    }
    const first = !this.state;
    const seen = first ? fresh.length < events.length : true;
    this.recent = !seen ? [] : first || this.#mine ? fresh : [...this.recent.filter((it) => it.n < state.from), ...fresh].slice(-16);
    this.#mine = false;
    this.#answers.clear();
    this.busy = false;
    this.layers.stale();
    this.state = state;
    this.events = events;
    this.among = null;
    this.grasp = null;
    this.crossroads = null;
    this.parting = null;
    if (this.lit.event === null) this.lit = DARK;
    this.#dropHint();
    this.#showThen();
    this.#foretell();
    void this.#given(state);
    if (this.held.kind === "here" && this.#live) {
      this.#feeds.set(this.seated ?? "", this.#live.feed);
      const next = handOver(this.here, this.seated, state);
      if (next && this.together && !this.curtain) this.#sit(next);
      else if (next) this.curtain = next;
    } else {
      this.seated = state.side;
    }
    if (!first && !this.curtain) this.paper = fresh.findLast((event) => event.sheet)?.sheet ?? this.paper;
    this.#announce(first ? [] : fresh);
    if (state.link === this.#sent) this.#sent = null;
    if (state.dice.shaken && state.side) void this.#shakeAlong(state, state.side);
    if (!first) void this.replay.refresh();
    if (this.#backing && this.#backing.number !== state.number) this.takeBack(this.#backing.left);
  }

  #announce(fresh: Event[]): void {
    if (this.curtain) {
      this.said = "";
      return;
    }
    const prompt = this.decision?.prompt ?? this.state?.outcome?.reason ?? this.state?.waiting[0]?.text ?? "";
    this.said = [...fresh.slice(-6).map((event) => event.text), prompt].filter(Boolean).join(" ");
  }

  /* ---- the dice of two people ---- */

  /** Bring a cup when sitting down, shake for whoever has brought a new one, and make the click that waited for ours. */
  async #shakeAlong(state: State, side: string): Promise<void> {
    const { cupOf, newCup } = await import("./cup");
    this.cup ??= cupOf(this.id, side);
    if (state !== this.state || state.outcome) return;
    if (!state.dice.cups[side]) {
      if (this.#brought) return;
      this.#brought = true;
      this.cup = newCup(this.id, side);
      this.#live?.send({ do: "cup", seal: this.cup.seal });
      return;
    }
    const kept = this.#kept;
    this.#kept = null;
    if (kept?.number === state.number) return this.#act(kept);
    const fresh = Object.entries(state.dice.cups).filter(([name, cup]) => name !== side && cup.fresh);
    const whom = fresh.map(([, cup]) => cup.seal).join(" ");
    if (whom && whom !== this.#shookFor && this.shake()) this.#shookFor = whom;
  }

  /** Put a link into the dice without a click; false if there is none to put. */
  shake(): boolean {
    const last = this.state?.link;
    const link = last ? this.cup?.after(last) : null;
    return !!link && !!this.#live?.send({ do: "shake", link });
  }

  /** Somebody shook just then, and the click needs a link now, or none: it is made again with what is wanted. */
  #again(): boolean {
    if (!this.#last || ++this.#tries > 3) return false;
    this.#kept = this.#last;
    this.busy = true;
    return !!this.#live?.send({ do: "resync", since: this.events.length, epoch: this.state?.epoch ?? 0 });
  }

  /** A click with the link it must carry. Null: the cup is not here (another browser had it), and a new one comes first. */
  #linked(message: Said): Said | null {
    const last = this.state?.link;
    if (!this.state?.dice.shaken || !this.seated || (message.do !== "play" && message.do !== "chain" && message.do !== "script")) return message;
    if (message !== this.#last) this.#tries = 0;
    this.#last = message;
    if (!last) return message;
    if (this.#sent && last !== this.#sent) this.slighted = true;
    const link = this.cup?.after(last);
    if (link) {
      this.#sent = link;
      return { ...message, link };
    }
    this.#kept = message;
    void import("./cup").then(({ newCup }) => {
      this.cup = newCup(this.id, this.seated!);
      this.#live?.send({ do: "cup", seal: this.cup.seal });
    });
    return null;
  }

  /** Another key for this seat: whoever has the old address has nothing any more. */
  async changeKey(): Promise<void> {
    const { key } = await api.changeKey(this.id, this.token);
    this.held = { kind: "seat", token: key };
    history.replaceState(history.state, "", location.pathname + writeFragment({ "": key }));
    const mine = recall(this.id);
    if (mine) remember({ ...mine, fragment: location.hash });
    this.#connect();
  }

  /* ---- the hot seat ---- */

  #sit(side: string): void {
    this.replay.leave();
    this.seated = side;
    this.state = null;
    this.events = [];
    this.recent = [];
    this.eye = null;
    this.layers.stale(true);
    this.#connect();
  }

  lift(): void {
    const side = this.curtain;
    this.curtain = null;
    if (side && side !== this.seated) this.#sit(side);
    else this.#announce([]);
  }

  /* ---- clicks ---- */

  play(pick: Pick): void {
    if (!this.ready || !this.state) return;
    if (pick.verb === PUT) {
      const place = String(pick.target);
      const ways = this.grasp?.places.get(place) ?? [];
      if (ways.length > 1) this.crossroads = { place, ways };
      else if (ways[0]) this.carry(ways[0]);
      return;
    }
    if (this.guide && (this.guide.wanted?.look || this.guide.wanted?.verb !== pick.verb || this.guide.wanted.target !== pick.target)) {
      this.strayed += 1;
      return;
    }
    if (pick.choice.role === "aim" && !this.guide) return void this.#aim(pick);
    if (pick.choice.dice && !this.guide && !this.#shown(pick)) return void this.#first(pick);
    this.#play(pick);
  }

  /** The card with its chances lies on the table. */
  #shown(pick: Pick): boolean {
    const same = (it: Pick | null | undefined) => it?.verb === pick.verb && it.target === pick.target;
    return (!!this.hint?.odds && same(this.hint.pick)) || (this.#told?.state === this.state && same(this.#told?.pick));
  }

  /** Nobody rolls without having seen the chances: who was quicker than the card sees it first, if there is one. */
  async #first(pick: Pick): Promise<void> {
    const { state } = this;
    const odds = await this.#ask<Odds>("odds", pick);
    if (state !== this.state || !this.ready) return;
    if (!odds) return this.#play(pick);
    this.#told = { state, pick };
    if (pick.choice.kind === "piece" || pick.choice.kind === "space") this.point({ kind: pick.choice.kind, id: String(pick.target) }, true);
    else this.pointPick(pick, true);
  }

  #play(pick: Pick): void {
    if (this.state) void this.#confirmed({ do: "play", number: this.state.number, verb: pick.verb, target: pick.target }, named(this, pick));
  }

  /** A place is aimed at: with everybody who may come along and all that belongs to it, up to the first die. */
  async #aim(pick: Pick): Promise<void> {
    const { state } = this;
    const ways = (await this.#live?.reach({ aim: String(pick.target) })) ?? [];
    if (state !== this.state || !this.ready) return;
    const own = ways.filter(({ clicks }) => clicks[0]?.verb === pick.verb && clicks.length > 1);
    if (own.length > 1) this.crossroads = { place: String(pick.target), ways: own };
    else if (own[0]) this.follow(own[0]);
    else this.#play(pick);
  }

  /** A row was chosen: an attack is shown with its chances and everybody who takes part, the rest is done at once. */
  follow(way: RowWay): void {
    const all = way.clicks.filter((click) => click.kind === "piece");
    if (this.grasp || !way.then || !all.length) return this.carry(way);
    this.crossroads = null;
    void this.#gather({ place: way.place, all, way });
  }

  async #gather(muster: Muster): Promise<void> {
    const { state } = this;
    const { click, after } = telling(muster.way);
    const odds = (await this.#live?.ask<Odds>("odds", click.verb, click.target, after)) ?? null;
    if (state !== this.state) return;
    this.#dropHint();
    this.hint = { thing: { kind: "space", id: muster.place }, piece: null, pick: null, odds, preview: null, refusal: null, pinned: true, muster };
  }

  /** Somebody stays behind, or comes along after all: the row without him, if there is one. */
  async leaveOut(piece: string): Promise<void> {
    const { state } = this;
    const muster = this.hint?.muster;
    if (!muster) return;
    const { way, all, place } = muster;
    const here = new Set(way.clicks.map((click) => click.target));
    const without = all.map((click) => String(click.target)).filter((id) => (id === piece ? here.has(id) : !here.has(id)));
    const ways = (await this.#live?.reach({ aim: place, without })) ?? [];
    if (state !== this.state || this.hint?.muster !== muster) return;
    const first = (it: RowWay) => it.clicks.findLast((click) => click.kind !== "piece" && click.target === place)?.verb;
    const kept = (it: RowWay) => it.clicks.filter((click) => click.kind === "piece" && all.some((one) => one.target === click.target)).length;
    const found = ways.filter((it) => it.then && first(it) === first(way)).sort((a, b) => kept(b) - kept(a))[0];
    if (found) await this.#gather({ ...muster, way: found });
    else this.said = say("card-needed", { unit: this.pieceName(piece) });
  }

  /** Those who take part go, and the dice that were shown fall. */
  strike(): void {
    const muster = this.hint?.muster;
    if (muster) this.carry(muster.way, true);
  }

  /** Somebody points at a place nothing is asked about: what could be done there with one gesture. True if anything. */
  async aimAt(place: string): Promise<boolean> {
    const { state } = this;
    if (!this.ready || this.guide) return false;
    // Somebody must come along: only to name the place would be no whole thing.
    const ways = ((await this.#live?.reach({ aim: place })) ?? []).filter((way) => way.clicks.some((click) => click.kind === "piece"));
    if (state !== this.state || !ways.length) return false;
    this.#dropHint();
    this.crossroads = { place, ways };
    return true;
  }

  /** A verb without a target so many times. */
  async repeat(pick: Pick, times: number): Promise<void> {
    const { state } = this;
    const ways = times > 1 ? await this.#live?.reach({ verb: pick.verb, count: times }) : null;
    if (state !== this.state) return;
    if (ways?.[0]) this.carry(ways[0]);
    else this.play(pick);
  }

  /* ---- a unit in the hand ---- */

  /**
   * Take pieces: true if one gesture can bring them somewhere. A listed piece is only taken where that saves clicks, and clicked once
   * more it is chosen as ever, for what else it may do.
   */
  async pickUp(pieces: string[], { add = false, listed = null as Pick | null, pile = null as string | null, count = 0 } = {}): Promise<boolean> {
    const held = this.grasp?.given ? null : this.grasp;
    const again = !add && !count && held?.pieces.length === pieces.length && pieces.every((piece) => held.pieces.includes(piece));
    if (again) {
      this.putDown();
      if (listed) this.#play(listed);
      return true;
    }
    if (!this.ready || this.guide) return false;
    const all = add && held ? [...held.pieces.filter((piece) => !pieces.includes(piece)), ...(pieces.every((piece) => held.pieces.includes(piece)) ? [] : pieces)] : pieces;
    if (!all.length) return this.putDown(), true;
    const { state } = this;
    const whole = add && held ? null : pile;
    const ways = (await this.#live?.reach({ pieces: all, pile: whole, count })) ?? [];
    if (state !== this.state) return true;
    if (listed && !ways.some((way) => way.clicks.length + (way.then ? 1 : 0) > 2)) return false;
    const most = count ? this.grasp?.most : undefined;
    const taken = graspOf(all, ways, { pile: whole, count, ...(most ? { most } : {}) });
    if (!taken && held && add) return true;
    this.grasp = taken;
    this.crossroads = null;
    if (this.grasp) this.#dropHint();
    return !!this.grasp;
  }

  /** So many of each heap in the hand. */
  sendOnly(count: number): void {
    const held = this.grasp;
    if (held && !held.given) void this.pickUp(held.pieces, { pile: held.pile ?? null, count: Math.min(count, held.most ?? count) });
  }

  /** One more or one fewer of each heap, as a wheel turns; beyond the most it is all of them again. */
  sendMore(by: number): void {
    const most = this.grasp?.given ? 0 : (this.grasp?.most ?? 0);
    if (most > 1) this.sendOnly((((this.grasp!.count || most) + by - 1 + most) % most) + 1);
  }

  /** What the question itself has put into the hand: farther places. */
  async #given(state: State): Promise<void> {
    const hand = this.decision?.hand;
    if (!hand?.length || this.guide) return;
    const ways = (await this.#live?.reach({ pieces: hand })) ?? [];
    if (state === this.state && !this.grasp && !this.guide) this.grasp = graspOf(hand, ways, { given: true });
  }

  /** Put it down where it came from. */
  putDown(): void {
    this.crossroads = null;
    if (!this.grasp?.given) this.grasp = null;
  }

  /** Bring the hand along a row of clicks; what a die follows is shown with its chances and left to the next click. */
  carry(way: RowWay, seen = false): void {
    if (!this.ready || !this.state) return;
    this.grasp = null;
    this.crossroads = null;
    this.#then = way.then;
    this.#seen = seen;
    const last = way.clicks.at(-1);
    if (last) void this.#confirmed({ do: "chain", number: this.state.number, clicks: played(way) }, asked(this, last));
    else this.#showThen();
  }

  #showThen(): void {
    const then = this.#then;
    this.#then = null;
    const choice = then && this.decision?.choices.find((choice) => choice.verb === then.verb && choice.targets.includes(then.target));
    if (!choice) return;
    if (this.#seen) return this.#play({ verb: choice.verb, target: then.target, choice });
    if (choice.kind === "piece" || choice.kind === "space") this.point({ kind: choice.kind, id: String(then.target) }, true);
    else this.pointPick({ verb: choice.verb, target: then.target, choice }, true);
  }

  /** A button that rolls is what comes next: its chances are shown before anybody points at it, unless the battle board tells them. */
  #foretell(): void {
    const { decision } = this;
    if (!decision || this.guide || prefs.coarse || this.#pointed || (this.view?.stage?.win ?? null) !== null) return;
    const choice = decision.choices.find((choice) => choice.dice && choice.main && !choice.main.idle && choice.targets.length);
    if (choice) this.pointPick({ verb: choice.verb, target: null, choice });
  }

  script(script: string): void {
    if (!this.ready || !this.state) return;
    void this.#confirmed({ do: "script", number: this.state.number, script }, this.decision?.scripts.find((it) => it.id === script)?.label ?? script);
  }

  /* ---- confirm what cannot be taken back ---- */

  /** Make a click; who wants to be asked first sees what becomes final by it, if the server says that anything does. */
  async #confirmed(click: Click, words: string): Promise<void> {
    this.parting = null;
    if (!prefs.confirm || this.guide) return this.#act(click);
    const { state } = this;
    this.busy = true;
    const row = click.do === "chain" ? click.clicks : click.do === "play" ? [{ verb: click.verb, target: click.target }] : [];
    const found = await this.#live?.final(click.do === "script" ? { script: click.script } : { ...row.at(-1), after: row.slice(0, -1) });
    if (state !== this.state) return;
    this.busy = false;
    if (!found) this.complain(api.trouble(say("confirm-unknown")));
    else if (!found.why) this.#act(click);
    else {
      this.#dropHint();
      this.parting = { click, words, why: found.why, deeds: found.deeds };
    }
  }

  /** What waited is done. */
  part(): void {
    const { parting } = this;
    this.parting = null;
    if (parting && this.ready) this.#act(parting.click);
  }

  /** Not yet: nothing has happened. */
  stay(): void {
    this.parting = null;
    this.#then = null;
  }

  /** So many undos, one after the other. */
  takeBack(times: number): void {
    this.#then = null;
    this.#backing = times > 1 && this.mayUndo && this.state ? { left: times - 1, number: this.state.number } : null;
    if (times > 0 && this.mayUndo) this.undo();
  }

  /** Give, rest or strike a standing order of this seat. */
  order(said: Omit<StandingOrder, "number" | "side">): void {
    if (!this.state || this.guide) return;
    this.#act({ do: "order", number: this.state.number, ...said });
  }

  /** The papers with the orders, to write one about the question that is asked now. */
  openOrders(): void {
    this.tab = "orders";
    this.panelOpen = true;
    this.ordering += 1;
  }

  /** The chances behind a choice, for who shows them elsewhere than on the card. */
  chances(verb: string, target: Target): Promise<Odds | null> {
    return this.#live?.ask<Odds>("odds", verb, target) ?? Promise.resolve(null);
  }

  hints(): Promise<Hint[] | null> {
    return this.#live?.hints() ?? Promise.resolve(null);
  }

  lines(soon: (found: Considered[]) => void): Promise<Considered[] | null> {
    return this.#live?.lines(soon) ?? Promise.resolve(null);
  }

  undo(): void {
    if (!this.state || this.busy || this.replay.on) return;
    if (!this.mayUndo) {
      if (this.state.undo_reason) this.complain(api.trouble(this.state.undo_reason));
      return;
    }
    this.#act({ do: "undo", number: this.state.number });
  }

  /** Ask the others to go back to a moment of this seat's replay. */
  async askBack(moment: number): Promise<void> {
    try {
      await api.askBack(this.id, this.token, moment);
      this.replay.leave();
    } catch (error) {
      this.complain(error);
    }
  }

  /** Plays a table on whose moves no longer fit the rules. */
  async goOn(): Promise<void> {
    await api.goOn(this.id, this.token).catch((error) => this.complain(error));
  }

  async answerBack(accept: boolean): Promise<void> {
    await api.answerBack(this.id, this.token, accept).catch((error) => this.complain(error));
  }

  resign(): void {
    this.#act({ do: "resign" });
  }

  #act(message: Parameters<Live["send"]>[0]): void {
    this.busy = true;
    this.#mine = true;
    this.lit = DARK;
    this.among = null;
    this.#dropHint();
    const said = this.#linked(message);
    if (said && !this.#live?.send(said)) this.busy = false;
  }

  async save(): Promise<void> {
    await api.save(this.id, this.token).catch((error) => this.complain(error));
  }

  /* ---- odds, why not, facts ---- */

  /** Something is pointed at: hovered, focused, or (firm) clicked or tapped. */
  point(thing: Thing, firm = false): void {
    this.eye = thing;
    if (this.hint?.pinned && !firm) return;
    const piece = thing.kind === "piece" ? (this.pieces.get(thing.id) ?? null) : null;
    const at = piece ? piece.at : thing.id;
    const within = at ? this.spaces.get(at)?.within : null;
    const about = meant(this.offered, thing, [at, within].filter((it) => typeof it === "string"));
    const pick = targetsOf(this.offered, about.kind).get(about.id) ?? null;
    if (firm && !pick) this.#stray(about.kind, about.id);
    const hint: Card = { thing, piece, pick, odds: null, preview: null, refusal: null, pinned: firm };
    const ask = pick ?? ((!this.grasp || this.grasp.given) && (firm || isCandidate(this.decision, about)) ? askAbout(this.decision, about) : null);
    this.#show(hint, ask, firm ? 0 : ask ? 110 : 450);
  }

  /** A verb without a place on the board is pointed at: a button of the prompt. */
  pointPick(pick: Pick, firm = false): void {
    const legal = pick.choice.targets.includes(pick.target);
    if (firm && !legal) this.#stray(pick.choice.kind, pick.target, pick.verb);
    if (pick.choice.kind === "piece") this.eye = { kind: "piece", id: String(pick.target) };
    const hint: Card = { thing: null, piece: null, pick: legal ? pick : null, odds: null, preview: null, refusal: null, pinned: firm };
    this.#show(hint, pick, firm ? 0 : 110);
  }

  /**
   * A finger chose: what costs something to get there is shown first and played by the button or a second tap; the rest at
   * once. Where dice follow, the card with the odds always comes first.
   */
  async tap(pick: Pick): Promise<void> {
    if (this.guide) return this.play(pick); // a lesson has told the chances
    const kind = pick.choice.kind === "piece" ? "piece" : "space";
    const again = this.hint?.pinned && this.hint.pick?.verb === pick.verb && this.hint.pick.target === pick.target;
    if (again && (this.hint?.preview || this.hint?.odds) && !pick.choice.dice) return this.play(pick);
    const [odds, preview] = pick.choice.dice ? [null, null] : await Promise.all([this.#ask<Odds>("odds", pick), this.#ask<Preview>("preview", pick)]);
    if (pick.choice.dice || odds || preview?.lines.some((line) => line.note)) this.point({ kind, id: String(pick.target) }, true);
    else this.play(pick);
  }

  /** A finger on a button of the prompt: the chances first, if there are any, then the choice. */
  async press(pick: Pick): Promise<void> {
    const again = this.hint?.pinned && this.hint.pick?.verb === pick.verb && this.hint.pick.target === pick.target;
    if (pick.choice.dice || (!again && (await this.#ask<Odds>("odds", pick)))) this.pointPick(pick, true);
    else this.play(pick);
  }

  #stray(kind: string, target: Target, verb?: string): void {
    const wanted = this.guide?.wanted;
    const looked = wanted?.look && wanted.kind === kind && wanted.target === target && (!verb || wanted.verb === verb);
    if (this.guide && !looked) this.strayed += 1;
  }

  unpoint(): void {
    clearTimeout(this.#timer);
    if (this.hint?.pinned) return;
    this.eye = null;
    this.#dropHint();
  }

  dismiss(): void {
    this.#dropHint();
  }

  #show(hint: Card, ask: Pick | null, pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!ask) this.preview = null;
      if (hint.pinned || (hint.piece && !ask)) this.hint = hint;
      if (!ask) {
        // Nothing of this kind is asked for: say what is, or whom the table waits for.
        const reason = this.decision?.prompt ?? this.state?.waiting[0]?.text;
        if (hint.pinned && reason && !hint.piece) this.hint = { ...hint, refusal: { rule: this.decision?.rule ?? null, reason: `${reason}.`.replace(/([.?!])\.$/, "$1"), spaces: [], because: null } };
        else if (!hint.piece) this.#dropHint();
        return;
      }
      const state = this.state;
      const [odds, preview, refusal] = await Promise.all([
        // Also where a verb announces no dice: the last loss taken may let the next battle begin.
        hint.pick ? this.#ask<Odds>("odds", ask) : null,
        hint.pick ? this.#ask<Preview>("preview", ask) : null,
        hint.pick ? null : this.#ask<Refusal>("whynot", ask),
      ]);
      if (state !== this.state || this.#pointed !== ask) return;
      this.preview = preview;
      // A way over the board speaks for itself; the card is for odds, refusals and facts.
      if (odds || refusal || (preview && hint.pinned)) this.hint = { ...hint, odds, preview, refusal };
      else if (hint.piece) this.hint = hint;
      else if (!hint.pinned) this.#dropCard();
      if (refusal?.spaces.length) this.lit = { pieces: new Set(), spaces: new Set(refusal.spaces), event: null };
    }, pause);
    this.#pointed = ask;
  }

  #ask<T extends Answered>(what: "odds" | "whynot" | "preview", pick: Pick): Promise<T | null> {
    if (pick.verb === PUT) return what === "whynot" ? Promise.resolve(null) : (this.#way(what, String(pick.target)) as Promise<T | null>);
    const key = `${what}|${pick.verb}|${pick.target}`;
    let answer = this.#answers.get(key);
    if (!answer) {
      answer = this.#live?.ask(what, pick.verb, pick.target) ?? Promise.resolve(null);
      this.#answers.set(key, answer);
    }
    return answer as Promise<T | null>;
  }

  /** What a gesture would do: as the game tells it of the click that names the place, or at least the way. */
  async #way(what: "odds" | "preview", place: string): Promise<Answered | null> {
    const { grasp } = this;
    const ways = grasp?.places.get(place);
    if (!ways?.[0] || !grasp) return null;
    const { click, after } = telling(ways[0]);
    if (what === "odds") return ways[0].then ? ((await this.#live?.ask<Odds>("odds", click.verb, click.target, after)) ?? null) : null;
    const rows = apart(ways, grasp, (kind, target) => this.targetName(kind, target));
    const drawn = previewOf(this.pieces.get(grasp.piece)?.at ?? null, ways[0], rows);
    const told = await this.#live?.ask<Preview>("preview", click.verb, click.target, after);
    const lines = told?.lines.length && !grasp.given ? told.lines : drawn.lines;
    return told ? { ...told, lines, text: ways.length > 1 ? drawn.text : told.text } : drawn;
  }

  /** Also what was about to be shown: of a tray that closes under the pointer nothing is left to leave. */
  #dropHint(): void {
    clearTimeout(this.#timer);
    this.#dropCard();
    this.#pointed = null;
    this.preview = null;
  }

  #dropCard(): void {
    if (this.hint?.refusal && this.lit.event === null) this.lit = DARK;
    this.hint = null;
  }

  /* ---- lights, rules, complaints ---- */

  light(event: Event): void {
    const same = this.lit.event === event.n;
    const spaces = [...event.spaces, event.from, event.to].filter((it): it is string => !!it);
    this.lit = same ? DARK : { pieces: new Set(event.pieces), spaces: new Set(spaces), event: event.n };
  }

  /** Looking back: light what a moment is about, and bring it into sight. */
  spot(events: Event[]): void {
    const event = events.findLast((it) => it.spaces.length || it.pieces.length);
    const spaces = event?.spaces.length ? event.spaces : (event?.pieces ?? []).map((id) => this.pieces.get(id)?.at).filter((it): it is string => !!it);
    this.lit = event ? { pieces: new Set(event.pieces), spaces: new Set(spaces.filter((id) => this.spaces.has(id))), event: event.n } : DARK;
  }

  lightPiece(id: string): void {
    const same = this.lit.pieces.has(id) && this.lit.pieces.size === 1;
    this.lit = same ? DARK : { pieces: new Set([id]), spaces: new Set(), event: null };
  }

  async openRule(id: string): Promise<void> {
    this.tab = "rules";
    this.panelOpen = true;
    this.rule = { id, at: Date.now() };
    await this.loadRulebook();
  }

  async loadRulebook(): Promise<void> {
    if (this.rulebook || !this.card) return;
    this.rulebook = await api.rulebook(this.card.game).catch((error) => {
      this.complain(error);
      return null;
    });
  }

  complain(what: ProblemDocument | unknown): void {
    const problem = what && typeof what === "object" && "title" in what ? (what as ProblemDocument) : api.problemOf(what);
    const key = ++this.#toast;
    this.toasts = [...this.toasts.slice(-3), { key, problem }];
    setTimeout(() => this.hush(key), prefs.calm ? 15_000 : 9_000);
  }

  hush(key: number): void {
    this.toasts = this.toasts.filter((it) => it.key !== key);
  }

  /* ---- names ---- */

  short(side: string | null | undefined): string {
    return (side && (this.sides.get(side)?.short ?? side)) || "";
  }

  colour(side: string | null | undefined): string {
    return (side && this.sides.get(side)?.colour) || "none";
  }

  spaceName(id: string): string {
    return this.spaces.get(id)?.label || id;
  }

  /** Its name alone, without what lies there. */
  placeName(id: string): string {
    return this.spaces.get(id)?.name || this.spaceName(id);
  }

  /** A target in words, whatever its kind. */
  targetName(kind: string, target: unknown): string {
    return kind === "space" ? this.placeName(String(target)) : kind === "piece" ? this.pieceName(String(target)) : String(target);
  }

  pieceName(id: string): string {
    const piece = this.pieces.get(id);
    return piece ? [piece.label, piece.sub].filter(Boolean).join(" ") : id;
  }
}

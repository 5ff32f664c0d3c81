/** Everything that travels between the table server and this client, after docs/wire.md. */

import type { LuckLedger } from "../parts/LuckChart.svelte";

export type Target = string | number | null;

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  rule?: string;
}

/* ---- the shelf ---- */

export type BoardKind = "squares" | "hexes" | "points" | "areas";

export interface SideCard {
  id: string;
  name: string;
  short: string;
  colour: "axis" | "allies";
}

export interface Option {
  id: string;
  title: string;
  help: string;
  rule: string | null;
  default: unknown;
  values: { value: unknown; label: string }[];
}

export interface GameCard {
  id: string;
  title: string;
  years: string;
  board: BoardKind;
  blurb: string;
  available: boolean;
  sides: SideCard[];
  scenarios: { id: string; title: string; blurb: string }[];
  options: Option[];
  players: { id: string; title: string; help: string }[];
  /** There is a first lesson. */
  lesson?: boolean;
  /** There is a battle calculator. */
  calculator?: boolean;
}

export interface Rule {
  id: string;
  title: string;
  html: string;
}

export interface Rulebook {
  game: string;
  title: string;
  intro: string;
  chapters: { title: string; rules: Rule[] }[];
}

/* ---- tables ---- */

export type SeatKind = "here" | "link" | "computer";

export interface Seat {
  kind: SeatKind;
  player?: string;
}

export interface NewTable {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  tables: string | null;
  seed: number | string | null;
  seats: Record<string, Seat>;
  /** A position text to begin from. */
  position?: string;
  lesson?: boolean;
}

/** One click of a lesson; `look`: only to be pointed at. */
export interface LessonClick {
  say: string;
  rule: string;
  verb: string;
  label: string;
  kind: TargetKind;
  target: Target;
  side: string;
  look: boolean;
  then: string;
}

export interface LessonText {
  game: string;
  title: string;
  intro: string;
  outro: string;
  side: string;
  clicks: LessonClick[];
}

/* ---- the editor ---- */

export interface Edit {
  do: "put" | "set" | "mark" | "phase";
  piece?: string;
  place?: string;
  field?: string;
  entry?: string;
  member?: string;
  value?: unknown;
}

/** A field of the state, as a form can offer it. */
export interface Field {
  id: string;
  label: string;
  kind: "number" | "flag" | "text" | "word" | "one" | "set" | "row" | "raw";
  of: "" | "side" | "piece" | "space" | "lot";
  per: "" | "side" | "piece" | "space" | "lot";
  words: string[];
  value: unknown;
}

export interface Fault {
  text: string;
  rule: string | null;
  line: number | null;
  about: string | null;
}

export interface EditorWish {
  game: string;
  text?: string | null;
  edits?: Edit[];
  scenario?: string | null;
  options?: Record<string, unknown>;
  ready?: boolean;
}

export interface EditorView {
  text: string;
  legal: boolean;
  faults: Fault[];
  scenario: string | null;
  options: Record<string, unknown>;
  view: View | null;
  fields: Field[];
  asked: { side: string; prompt: string }[];
  phases: { id: string; label: string }[];
}

export interface TableOpened {
  table: string;
  seats: Record<string, string | null>;
  commitment: string;
}

export interface TableCard {
  table: string;
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: Record<string, Seat & { joined: boolean }>;
  started: string | number | null;
  ended: boolean;
  heading: string;
}

/* ---- the live part ---- */

export interface Modifier {
  label: string;
  amount: number;
  rule: string | null;
}

export interface Event {
  n: number;
  kind: string;
  rule: string | null;
  text: string;
  side: string | null;
  choice: number | null;
  turn: number;
  dice: number[];
  modifiers: Modifier[];
  total: number | null;
  need: number | null;
  result: string | null;
  pieces: string[];
  spaces: string[];
  from?: string | null;
  to?: string | null;
  /** A paper written then, such as the log of a season. */
  sheet?: SheetPaper;
}

export interface SheetTable {
  title: string;
  columns: string[];
  rows: string[][];
  side: string | null;
}

/** A paper beside the board: lines and tables, to be read and kept. */
export interface SheetPaper {
  id: string;
  title: string;
  lines: string[];
  tables: SheetTable[];
}

export interface StageRow {
  label: string;
  side: string | null;
  pieces: string[];
  note: string;
}

/** Bars of a distribution on a stage: what one side may lose. */
export interface StageChart {
  title: string;
  side: string | null;
  bars: { label: string; p: number }[];
}

/** A small board of its own while something is under way: a battle in its lines, a group being composed. */
export interface Stage {
  id: string;
  title: string;
  rows: StageRow[];
  note: string;
  /** The chance of the side whose row comes first, and that of the other. */
  win?: number | null;
  hold?: number | null;
  charts?: StageChart[];
}

export type TargetKind = "piece" | "space" | "number" | "lot" | "nothing";

export interface Choice {
  verb: string;
  label: string;
  kind: TargetKind;
  rule: string | null;
  help?: string | null;
  targets: Target[];
  candidates: Target[];
  dice: boolean;
}

export interface Decision {
  side: string;
  prompt: string;
  rule: string | null;
  about: { kind: string; id: string } | null;
  choices: Choice[];
  quiet: { verb: string; target: Target } | null;
  sealed: boolean;
  scripts: { id: string; label: string }[];
  /** The kind of step: what a standing order is for. */
  step: string;
}

/** What the adviser would do. */
export interface Advised {
  verb: string;
  label: string;
  target: Target;
  score: number;
  why: string;
}

/** A plan the search has tried out: its chance to win, the standard error of that, how often it was tried. */
export interface Considered {
  plan: { verb: string; label: string; kind: TargetKind; target: Target }[];
  value: number;
  error: number;
  visits: number;
  why: string;
}

/** What the computer players considered before they chose; or why that may not be told yet. */
export interface Thoughts {
  thoughts: { side: string; player: string; when: string; lines: Considered[] }[];
  reason: string | null;
}

export interface Refusal {
  rule: string | null;
  reason: string;
  spaces: string[];
  because: number | null;
}

export interface Odds {
  title: string;
  rule: string | null;
  modifiers: Modifier[];
  need: string | null;
  chances: { result: string; p: number; exact: string }[];
  note: string | null;
}

/** How a layer or a preview colours a space or a way. */
export type Tone = "axis" | "allies" | "both" | "good" | "bad" | "plain" | "strong" | "faint";

export interface Tint {
  space: string;
  tone: Tone;
  note?: string;
}

export interface Line {
  spaces: string[];
  tone?: Tone;
  note?: string;
}

/** What a layer shows now. */
export interface Overlay {
  tints: Tint[];
  lines: Line[];
  note: string;
}

/** What a choice would do, before any die. */
export interface Preview {
  text: string;
  rule: string;
  lines: Line[];
  tints: Tint[];
}

export interface Outcome {
  winner: string | null;
  reason: string;
  rule: string | null;
  scores: Record<string, number>;
  level: string | null;
}

export interface Mark {
  id: string;
  label: string;
  tone: "bad" | "good" | "plain";
}

export interface Piece {
  id: string;
  side: string | null;
  label: string;
  sub: string | null;
  symbol: string;
  type: string;
  at: string | null;
  box: string | null;
  values: string[];
  marks: Mark[];
  facts: string[];
}

export interface Marker {
  id: string;
  kind: string;
  at: string;
  label: string;
  state: string | null;
  side: string | null;
}

export interface Track {
  id: string;
  label: string;
  value: number | string;
  max: number | null;
  side: string | null;
  note: string | null;
  /** What it is counted in, if the label does not say it: "%". */
  unit?: string;
}

export interface RibbonItem {
  piece: string;
  state: "done" | "now" | "next";
  note: string | null;
}

export interface View {
  heading: string;
  phase: string;
  turn: number;
  tracks: Track[];
  pieces: Piece[];
  markers: Marker[];
  boxes: { id: string; label: string; side: string | null }[];
  ribbon: RibbonItem[];
  stage?: Stage | null;
  sheets?: SheetPaper[];
}

export interface State {
  type: "state";
  table: string;
  side: string | null;
  epoch: number;
  from: number;
  events: Event[];
  view: View;
  decision: Decision | null;
  number: number;
  can_undo: boolean;
  undo_reason: string | null;
  waiting: { side: string; text: string }[];
  orders: { step: string; order: string }[];
  outcome: Outcome | null;
  dice: { commitment: string; seed: string | null };
  /** How many of its events this seat had when it last clicked. */
  since?: number | null;
  /** A side asks to go back to a moment. */
  takeback?: { by: string; moment: number; text: string } | null;
}

export interface Answer {
  type: "answer";
  id: number;
  answer: Answered | null;
}

export type Answered = Refusal | Odds | Preview | Overlay | Advised[] | Considered[];

export interface ProblemMessage {
  type: "problem";
  do: string;
  id?: number;
  problem: Problem;
}

export type FromServer = State | Answer | ProblemMessage;

export type ToServer =
  | { seat: string | null; since: number; epoch: number }
  | { do: "play"; number: number; verb: string; target: Target }
  | { do: "undo"; number: number }
  | { do: "script"; number: number; script: string }
  | { do: "resign" }
  | { do: "order"; number: number; step: string; order: string }
  | { do: "hint" | "lines"; id: number }
  | { do: "whynot" | "odds" | "preview"; id: number; verb: string; target: Target }
  | { do: "overlay"; id: number; overlay: string; about: string | null };

/* ---- replay ---- */

export interface Moments {
  moments: number;
  marks: { moment: number; label: string }[];
  /** Events told up to each moment. */
  told: number[];
  /** The spectators' moment at the time of each. */
  public: number[];
  battles: number[];
  dice: number[];
}

/** The luck ledger as far as it has been worked out. */
export interface LuckAnswer {
  done: number;
  of: number;
  ledger: LuckLedger | null;
}

export interface Moment {
  moment: number;
  view: View;
  events: Event[];
}

/* ---- the board ---- */

export interface Space {
  id: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  shape?: [number, number][];
  square?: string;
  level?: number | null;
  label?: string | null;
  within?: string | null;
}

export interface Board {
  kind: BoardKind;
  box: [number, number, number, number];
  art: string | null;
  title: string;
  spaces: Space[];
  levels?: number;
  columns?: number;
  ranks?: number;
  legend?: { symbol: string; label: string }[];
  overlays?: Layer[];
  /** The part of the box that a first look should show. */
  focus?: [number, number, number, number] | null;
}

/** A layer that may be laid over the map; `about` is what it wants to be asked about. */
export interface Layer {
  id: string;
  label: string;
  help: string;
  about: "piece" | "space" | null;
  /** Drawn for the piece pointed at even while the layer is off. */
  hover?: boolean;
}

/** A battle without a board. */
export interface CalculatorInfo {
  arenas: [string, string][];
  kinds: { id: string; label: string; symbol: string; arenas: string[]; attacks: boolean }[];
  rule: string;
  extra: [string, string][];
}

export interface Loss {
  units: number;
  chance: number;
  exact: string;
}

export interface BattleOdds {
  win: number;
  hold: number;
  both: number;
  attacker_losses: Loss[];
  defender_losses: Loss[];
  attacker_mean: number;
  defender_mean: number;
  milliseconds: number;
}

/* Everything that travels between the table server and this client, made by tools/wire.py from the server's schema.
   Do not edit: change the structs of the server and run `make wire`. docs/wire.md says what they are for. */

export type Against = "computer" | "people";

export type Answered = Refusal | Odds | Preview | Overlay | Final | RowWay[] | Hint[] | Considered[] | null;

export type BeadState = "done" | "now" | "next";

export type BoardKind = "squares" | "hexes" | "points" | "areas";

export type ClockKind = "correspondence" | "live" | "none";

export type Colour = "axis" | "allies";

export type Deal = "close" | "delete" | "done" | "silence";

export type Doing = "put" | "set" | "mark" | "phase";

export type FieldKind = "number" | "flag" | "text" | "word" | "one" | "set" | "row" | "raw";

export type Flag = "computer" | "loss";

export type GameResult = "" | "draw" | "one" | "two";

export type HookKind = "discord" | "json" | "matrix" | "ntfy" | "slack";

export type Joining = "invitation" | "moderators" | "open";

export type MarkTone = "bad" | "good" | "plain";

export type Measure = "any" | "chance-least" | "chance-most" | "odds-least" | "odds-most";

export type NewsKind = "asked" | "challenge" | "clock" | "club" | "ended" | "talk" | "turn";

export type OfferKind = "draw" | "adjourn" | "resume" | "seat" | "computer";

export type OrderKind = "quiet" | "advised" | "answer" | "ask" | "off" | "on";

export type Phrase = "" | "bye" | "hello" | "later" | "luck" | "moment" | "sorry" | "thanks" | "well";

export type Pointed = "piece" | "space";

export type Role = "guest" | "member" | "moderator" | "waiting";

export type Scope = "challenge" | "play" | "read";

export type SeatKind = "here" | "link" | "computer";

export type TalkPlace = "gallery" | "table";

export type Target = string | number | null;

export type TargetKind = "piece" | "space" | "number" | "lot" | "nothing";

export type Thing = "" | "side" | "piece" | "space" | "lot";

export type Tone = "axis" | "allies" | "both" | "good" | "bad" | "plain" | "strong" | "faint";

export type TournamentKind = "knock-out" | "round-robin" | "swiss";

export type TournamentState = "cancelled" | "ended" | "open" | "running";

export interface About {
  kind: TargetKind;
  id: string;
}

/** A game has begun. */
export interface Accepted {
  table: string;
  /** The side of who accepts. */
  side: string;
}

/** What a search finds at a moment, for the side that had to decide; nothing where nobody had. */
export interface Analysis {
  side: string | null;
  lines: Considered[];
}

export interface Answer {
  type: "answer";
  id: number | string;
  /** By what was asked: Refusal, Odds, Preview, Overlay, Final, Hints, lines; or nothing. */
  answer: Answered;
  /** The search goes on: a better answer to the same question follows. */
  more?: boolean;
}

export interface AnswerBack {
  accept: boolean;
  side?: string | null;
}

/** Accept or decline; who has made the offer withdraws it. */
export interface AnswerOffer {
  kind: OfferKind;
  accept: boolean;
  side?: string | null;
}

/** From a space to another, or around one. */
export interface Arrow {
  from: string;
  to: string;
}

/** Ask the others to go back to a moment of this seat's replay. */
export interface AskBack {
  moment: number;
  side?: string | null;
}

/** Whether a choice can still be taken back once it is made, or a row of them (`after` and then the choice), or a
    `script`. */
export interface AskFinal {
  do: "final";
  verb?: string | null;
  target?: Target;
  /** What is clicked before it, in the same gesture. */
  after?: RowClick[];
  script?: string | null;
  id?: number | string;
}

export interface AskHint {
  do: "hint";
  id?: number | string;
}

/** Answered when a search is done; other questions are answered meanwhile. */
export interface AskLines {
  do: "lines";
  id?: number | string;
}

export interface AskOdds {
  do: "odds";
  verb: string;
  target?: Target;
  /** What would be clicked before it, as `reach` offers. */
  after?: RowClick[];
  id?: number | string;
}

export interface AskOverlay {
  do: "overlay";
  overlay: string;
  about?: string | null;
  id?: number | string;
}

export interface AskPreview {
  do: "preview";
  verb: string;
  target?: Target;
  /** What would be clicked before it, as `reach` offers. */
  after?: RowClick[];
  id?: number | string;
}

/** Where the pieces in a hand can be brought with one gesture; with an empty one what can be done at the place `aim`,
    or the row that chooses a `verb` without a target `count` times. */
export interface AskReach {
  do: "reach";
  pieces?: string[];
  /** The space they lie in, if the whole pile was taken. */
  pile?: string | null;
  /** So many where a number is asked; 0: all that may. */
  count?: number;
  aim?: string | null;
  verb?: string | null;
  /** Those who shall not come along to the place `aim`, though they might. */
  without?: string[];
  id?: number | string;
}

export interface AskWhyNot {
  do: "whynot";
  verb: string;
  target?: Target;
  id?: number | string;
}

export interface Asked {
  side: string;
  prompt: string;
}

/** The rules have changed since a table was begun, and its moves no longer replay. */
export interface Astray {
  /** What happened, for people. */
  text: string;
  /** The moment from which it can be played on; None if it has ended or can be played as it is. */
  heading: string | null;
}

/** One line of a chart. */
export interface Bar {
  label: string;
  p: number;
}

/** The chances of a battle, from one exact calculation. */
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

/** One piece on the ribbon that shows the order of play. */
export interface Bead {
  piece: string;
  state: BeadState;
  note: string;
}

export interface Block {
  person: string;
}

/** A piece that was lost or hurt, and where. */
export interface Blow {
  piece: string;
  name: string;
  side: string;
  /** Where it was when it was lost, or where it is now; None beside the board. */
  at: string | null;
  /** How it is worse off, if it is not lost. */
  what: string;
}

/** The part of the map that never changes. */
export interface Board {
  kind: BoardKind;
  box: [number, number, number, number];
  title: string;
  spaces: Space[];
  art: string | null;
  levels: number;
  columns: number;
  ranks: number;
  legend: Legend[];
  overlays: OverlayInfo[];
  /** The part of `box` that a first look should show; all of it if nothing is said. */
  focus: [number, number, number, number] | null;
  /** How many degrees the sheet must be turned to the right until north is up. */
  north: number;
}

/** A place on the board, with where it lies and how it is called. */
export interface Space {
  id: string;
  x: number;
  y: number;
  w?: number;
  h?: number;
  square?: string;
  level?: number;
  label?: string;
  within?: string;
  shape?: [number, number][];
  /** Whose box it is. */
  side?: string;
  /** The label without what it says of the ground; left out where the label is nothing but a name. */
  name?: string;
  /** The turn it stands for on a turn track. */
  turn?: number;
}

/** A place beside the board: shot down, flown home, reinforcements. */
export interface Box {
  id: string;
  label: string;
  side: string | null;
  /** What comes to lie here is lost. */
  lost: boolean;
}

export interface BoxesPatch {
  set?: Box[];
  gone?: string[];
  before?: Record<string, string>;
  all?: Box[];
}

/** Play on from a moment of the replay at a new table, with new dice. */
export interface Branch {
  moment: number;
  seats: Record<string, SeatWish>;
  /** Whose moments are counted, as for the replay. */
  eyes?: string | null;
}

/** A person's cup, by its seal: with what he will shake the dice. Another one if it was lost; an empty seal: none from
    now on. */
export interface BringCup {
  seal: string;
  side?: string | null;
}

/** What a calculator can be asked. */
export interface CalculatorInfo {
  /** (id, label): on land, at sea. */
  arenas: [string, string][];
  kinds: Kind[];
  rule: string;
  /** Sides that may have an extra die, with the label of the choice. */
  extra: [string, string][];
}

export interface ChallengeCard {
  id: string;
  person: PersonCard;
  rating: number | null;
  invited: PersonCard | null;
  listed: boolean;
  game: string;
  scenario: string;
  options: Record<string, boolean | string>;
  side: string;
  clock: ClockWish;
  rated: boolean;
  members: boolean;
  created: number;
}

/** It was accepted or taken back. */
export interface ChallengeGone {
  type: "challenge-gone";
  id: string;
}

/** A game somebody wants to play. */
export interface ChallengeWish {
  game: string;
  scenario: string;
  options?: Record<string, boolean | string>;
  /** One's own side; empty for chance. */
  side?: string;
  clock?: ClockWish;
  rated?: boolean;
  /** Only members may accept. */
  members?: boolean;
  /** The name of who is challenged; empty for anybody. */
  to?: string;
  /** Otherwise it is accepted by whoever has its link. */
  listed?: boolean;
}

export interface Chance {
  result: string;
  p: number;
  exact: string;
  /** The result in plain words, where the printed code does not speak for itself. */
  text?: string;
}

/** Another address for mail; an empty one for none. */
export interface Changes {
  mail: string;
}

export interface Chapter {
  title: string;
  rules: RuleText[];
}

/** A distribution: what a side may lose, and with which chance. */
export interface Chart {
  title: string;
  side: string | null;
  bars: Bar[];
}

export interface Choice {
  verb: string;
  label: string;
  kind: TargetKind;
  rule: string | null;
  targets: Target[];
  /** Everything a person might point at for this verb, legal or not. */
  candidates: Target[];
  dice: boolean;
  help?: string;
  price?: Price;
  /** What stands beside some of the targets: the value of a Formation. */
  notes?: Record<string, string>;
  /** What it is in a gesture: a target is taken into the hand, aimed at with all that belongs to it, or the verb chosen
      several times. */
  role?: "aim" | "repeat" | "take";
  main?: MainButton;
  /** In a patch: the candidates are the list of this name in the state's `domains`, and are not sent again. */
  domain?: string;
}

export interface Click {
  number: number;
  verb: string;
  target?: Target;
  side?: string | null;
  /** The next link of this person's cup, where `State.link` asks for one. */
  link?: string | null;
}

/** The clocks of a table, in seconds of the server's own time. */
export interface ClockView {
  kind: ClockKind;
  flag: Flag;
  /** Correspondence: days for an answer, before the reserve is touched. */
  days: number;
  sides: SideTime[];
}

/** What was agreed about time. */
export interface ClockWish {
  kind?: ClockKind;
  /** Correspondence: days for an answer. */
  days?: number;
  /** Correspondence: days of the whole game that may be taken besides. */
  reserve?: number;
  /** Live: minutes of the whole game. */
  minutes?: number;
  /** Live: added for every answer. */
  seconds?: number;
  /** What it means if time runs out: the game is lost, or the computer takes the seat. */
  flag?: Flag;
}

/** What a seat says about a moment of the replay. */
export interface Comment {
  id: string;
  /** Of the eyes that ask. */
  moment: number;
  side: string;
  text: string;
  arrows: Arrow[];
  mine: boolean;
}

export interface Complaint {
  type: "problem";
  do: string;
  problem: ProblemDocument;
  id?: number | string;
}

/** What stands in the link of a message. */
export interface Confirm {
  slip: string;
}

/** One plan a search has tried out: its chance to win with the standard error, and how often it was tried. */
export interface Considered {
  plan: PlanStep[];
  value: number;
  error: number;
  visits: number;
  why: string;
  /** What the other side is expected to answer. */
  reply: PlanStep[];
}

/** What one person shakes the dice with. */
export interface Cup {
  seal: string;
  /** Nobody else has shaken since it came: it counts when somebody has. */
  fresh: boolean;
  /** How many cups were lost before it. */
  changed: number;
}

/** What a moderator does about it; days are how long somebody is silent. */
export interface DealWith {
  act: Deal;
  days?: number;
}

export interface Decision {
  side: string;
  prompt: string;
  rule: string | null;
  about: About | null;
  choices: Choice[];
  quiet: Quiet | null;
  sealed: boolean;
  scripts: Script[];
  /** The kind of step: what a standing order is for. */
  step: string;
  /** Whether an order can answer it: it has a name, or a quiet answer. */
  orders?: boolean;
  /** The pieces that are in the hand already: farther places than the listed ones may be reached with one gesture. */
  hand?: string[];
}

export interface DiceProof {
  commitment: string;
  seed: string | null;
  /** Whether somebody chose the seed; null: a table of an earlier version. */
  chosen: boolean | null;
  /** Two people play: each may shake. */
  shaken: boolean;
  /** By side; a person who is not here adds nothing. */
  cups: Record<string, Cup>;
}

/** A draft whose board is asked for. */
export interface DraftBoard {
  game: string;
  text: string;
}

/** One change. `do`: put (piece, place), set (field, entry, value), mark (field, entry, member, value), phase (value). */
export interface Edit {
  do: Doing;
  piece?: string;
  place?: string;
  field?: string;
  /** The side, piece, space or lot whose value is changed, where a field has one for each. */
  entry?: string;
  member?: string;
  value?: unknown;
}

/** `legal`: a table may be opened from the text. `view` is null where nothing can be drawn: keep the last one. */
export interface EditorView {
  text: string;
  legal: boolean;
  faults: Fault[];
  scenario: string | null;
  options: Record<string, boolean | string>;
  view: View | null;
  fields: Field[];
  asked: Asked[];
  phases: Phase[];
  /** The draft has a pack, which may have changed the board. */
  pack: boolean;
}

/** `text` null begins with the scenario: ready for its first turn, or (`ready` false) before it is set up. */
export interface EditorWish {
  game: string;
  text?: string | null;
  edits?: Edit[];
  scenario?: string | null;
  options?: Record<string, boolean | string>;
  ready?: boolean;
}

/** A member comes back; the tables of the guest he was meanwhile become his own. */
export interface Enter {
  /** Or the address of his mail. */
  name: string;
  password: string;
}

export interface Event {
  n: number;
  kind: string;
  rule: string | null;
  text: string;
  side: string | null;
  choice: number;
  turn: number;
  dice: number[];
  modifiers: Modifier[];
  total: number | null;
  need: number | null;
  result: string | null;
  pieces: string[];
  spaces: string[];
  from?: string;
  to?: string;
  sheet?: Sheet;
  /** The number of its last draw, if dice fell: what a proof of the dice names it by. */
  draw?: number;
}

/** To be forgotten takes one's own name, typed once more (a guest leaves it empty). */
export interface Farewell {
  name: string;
}

/** What is wrong, in a sentence; with its rule, the line of the text and the thing concerned where they are known. */
export interface Fault {
  text: string;
  rule: string | null;
  line: number | null;
  about: string | null;
}

/** A field of the state as a form can offer it. */
export interface Field {
  id: string;
  label: string;
  /** number, flag, text, word, one (of something with a name), set, row, or raw: too special for a form. */
  kind: FieldKind;
  /** side, piece, space or lot: what a one, set or row holds. */
  of: Thing;
  /** There is such a value for each side, piece, space or lot. */
  per: Thing;
  words: string[];
  value: unknown;
}

/** What becomes final by a choice. */
export interface Final {
  /** What happens then; nothing, if the choice can still be taken back. */
  why: "answered" | "asked" | "die" | "ended" | "shown" | null;
  /** What has been done since the last time, oldest first. */
  deeds: Undoable[];
}

export interface Forgotten {
  mail: string;
}

export interface GameCard {
  id: string;
  title: string;
  years: string;
  board: BoardKind;
  blurb: string;
  available: boolean;
  sides: SideCard[];
  scenarios: ScenarioCard[];
  options: OptionCard[];
  players: PlayerCard[];
  /** There is a first lesson to open a table with. */
  lesson: boolean;
  /** There is a page that counts two forces against each other. */
  calculator: boolean;
}

/** Play a table on whose moves no longer fit the rules. */
export interface GoOn {
  side?: string | null;
}

/** The keys a browser holds, by table: what was played before anybody had a name. */
export interface Held {
  held: Record<string, string[]>;
}

/** The first message of a live client. */
export interface Hello {
  seat?: string | null;
  since?: number;
  epoch?: number;
}

export interface Hint {
  verb: string;
  label: string;
  target: Target;
  score: number;
  why: string;
}

export interface Holiday {
  id: string;
  starts: number;
  ends: number;
}

/** Days on which one's correspondence clocks stand. */
export interface HolidayWish {
  starts: number;
  ends: number;
}

/** A service that is called. The rest of its address is a secret. */
export interface HookCard {
  id: string;
  kind: HookKind;
  host: string;
  created: number;
  /** How many messages in a row it has not taken. */
  failed: number;
}

/** A service to be called. `secret` is a token for Matrix and ntfy; plain JSON is signed with it. */
export interface HookWish {
  kind: HookKind;
  url: string;
  secret?: string;
}

/** Good for one person to join. */
export interface InvitationToClub {
  invitation: string;
}

/** A new invitation to a seat nobody holds. */
export interface Invite {
  side: string;
}

export interface Invited {
  side: string;
  invitation: string;
}

/** A guest becomes a member, with all his tables. Without a password he needs a passkey, which is added next. */
export interface Join {
  name: string;
  password?: string;
  mail?: string;
  invitation?: string;
}

/** A kind of unit that can be counted into a force. */
export interface Kind {
  id: string;
  label: string;
  symbol: string;
  arenas: string[];
  attacks: boolean;
}

/** The ladder of a game, from the top. */
export interface Ladder {
  game: string;
  /** How many places above oneself one may challenge. */
  reach: number;
  /** Whether who asks stands on it. */
  mine: boolean;
  rungs: Rung[];
}

/** Somebody is challenged about his place. */
export interface LadderWish {
  person: string;
  /** The first one, if none is named. */
  scenario?: string;
}

/** What the dice did to each side in one game: every moment that moved the chance to win. */
export interface Ledger {
  game: string;
  scenario: string;
  sides: string[];
  names: string[];
  player: string;
  rollouts: number;
  horizon: number;
  knows: string | null;
  start: number;
  start_error: number;
  now: number;
  /** 1, 0 or a half for the first side once the game has ended by its rules. */
  result: number | null;
  points: Point[];
  totals: Total[];
  /** Another side's choices and dice together, in a ledger of one side's knowledge. */
  theirs: number;
  drift: number;
  drift_error: number;
  /** How many moments the whole ledger has. */
  moments: number;
}

/** What a symbol on the board means. */
export interface Legend {
  symbol: string;
  label: string;
}

/** One guided click; `kind` and `label` are those of the verb. */
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

/** A way over the board: a supply line, a path. */
export interface Line {
  spaces: string[];
  tone?: Tone;
  note?: string;
}

/** What is to be played and to be seen; `now` is the server's own time. */
export interface Lobby {
  now: number;
  challenges: ChallengeCard[];
  running: RunningGame[];
}

/** So many units lost, with the chance of it: as a number, and exactly. */
export interface Loss {
  units: number;
  chance: number;
  exact: string;
}

/** A ledger as far as it has come: ask again until `done` has reached `of`. */
export interface LuckAnswer {
  done: number;
  of: number;
  ledger: Ledger | null;
  /** The moments that decided a game that has ended, as far as they are known. */
  turning: Turning[];
}

/** What a button that rolls does, where or to whom, and the chance that it succeeds. */
export interface MainButton {
  words: string;
  spaces: string[];
  piece: string | null;
  win: number | null;
  /** Nothing comes of it. */
  idle: boolean;
}

/** Offer the other side something. Who offers what has been offered to him accepts it. */
export interface MakeOffer {
  kind: OfferKind;
  /** The computer player that is to take the seat. */
  player?: string;
  side?: string | null;
}

/** A badge on a piece: hit, fired, out of supply. */
export interface Mark {
  id: string;
  label: string;
  tone: MarkTone;
}

/** Something on the board that is no piece: a cloud, an objective, a fort. */
export interface Marker {
  id: string;
  kind: string;
  at: string;
  label: string;
  state: string | null;
  side: string | null;
}

export interface MarkersPatch {
  set?: Marker[];
  gone?: string[];
  before?: Record<string, string>;
  all?: Marker[];
}

/** Who asks, and what the club is to him. */
export interface Me {
  /** None: a private harbour, where nobody needs a name. */
  club: Joining | null;
  /** None until something is done that has to be remembered. */
  person: PersonCard | null;
  mail: string;
  confirmed: boolean;
  /** Whether there is one. */
  password: boolean;
  /** Whether this club can send mail. */
  posts: boolean;
}

export interface Message {
  place: TalkPlace;
  n: number;
  /** Empty for somebody who watches. */
  side: string;
  person: PersonCard | null;
  phrase: Phrase;
  text: string;
  made: number;
  /** A moderator has taken it away. */
  gone: boolean;
  mine: boolean;
}

export interface Modifier {
  label: string;
  amount: number;
  rule: string | null;
}

export interface Moment {
  moment: number;
  view: View;
  events: Event[];
}

export interface Moments {
  moments: number;
  marks: TurnMark[];
  /** Events told up to each moment. */
  told: number[];
  /** The spectators' moment at the time of each. */
  public: number[];
  /** Moments that something with a result led to. */
  battles: number[];
  dice: number[];
}

/** A table where I sit. */
export interface MyTable {
  table: string;
  game: string;
  scenario: string;
  /** My sides. */
  mine: string[];
  seats: Record<string, SeatAt>;
  heading: string;
  /** Somebody at my seats has to decide. */
  turn: boolean;
  ended: boolean;
  winner: string;
  changed: number;
  /** When my clock, or else the other one, will have run out. */
  until: number | null;
  rated: boolean;
  /** Both have agreed to stop for a while: nobody's turn. */
  adjourned: boolean;
}

/** `now` is the server's own time. */
export interface MyTables {
  now: number;
  tables: MyTable[];
  /** How many people have challenged me by name. */
  challenges: number;
}

/** Somebody wants to play: with anybody, or with who listens. */
export interface NewChallenge {
  type: "challenge";
  challenge: ChallengeCard;
}

export interface NewComment {
  moment: number;
  text: string;
  arrows: Arrow[];
  eyes: string | null;
}

/** Another password, by the one that holds or by a link that was sent. */
export interface NewPassword {
  password: string;
  old?: string;
  slip?: string;
}

export interface NewTable {
  game: string;
  seats?: Record<string, SeatWish>;
  scenario?: string | null;
  options?: Record<string, boolean | string>;
  /** The text of a table pack. */
  tables?: string | null;
  /** Or one that lies on the shelf. */
  pack?: string | null;
  seed?: number | string | null;
  /** A position text to begin from; it names scenario, options and table pack itself. */
  position?: string | null;
  /** Begin the game's first lesson; the seats are those of the lesson. */
  lesson?: boolean;
  /** A game of a club's member against a level of the computer that counts, apart from those against people. */
  rated?: boolean;
}

/** Something somebody has not seen. */
export interface NewsItem {
  kind: NewsKind;
  /** The table, or whatever it is about. */
  about: string;
  title: string;
  lines: string[];
  path: string;
  made: number;
}

export interface Odds {
  title: string;
  rule: string | null;
  modifiers: Modifier[];
  need: string | null;
  chances: Chance[];
  note: string | null;
  /** Its modifiers are numbers of dice, which are counted, not added. */
  counted: boolean;
  /** The chance that the choice does what it was made for, where the game says so. */
  win: number | null;
}

/** What a side offers. `agreed` ones are in force: the game is adjourned, the seat may be handed over. */
export interface Offer {
  kind: OfferKind;
  by: string;
  player: string;
  agreed: boolean;
  made: number;
}

export interface OptionCard {
  id: string;
  title: string;
  help: string;
  rule: string;
  default: boolean | string;
  values: OptionChoice[];
}

export interface OptionChoice {
  value: boolean | string;
  label: string;
}

/** A standing order of this seat. */
export interface Order {
  id: number;
  step: string;
  /** The kind of question in words. */
  question: string;
  order: OrderKind;
  verb: string;
  /** What the verb says on its button. */
  label: string;
  kind: TargetKind;
  targets: (string | number)[];
  about: About | null;
  bound: OrderBound | null;
  on: boolean;
}

/** At which chances an order answers: "any", whatever they are; "chance-least" and "chance-most", between 0 and 1;
    "odds-least" and "odds-most", attack to defence. */
export interface OrderBound {
  measure: Measure;
  value?: number;
}

export interface OrderVerb {
  verb: string;
  label: string;
  kind: TargetKind;
  dice: boolean;
}

export interface Outcome {
  winner: string | null;
  reason: string;
  rule: string | null;
  scores: Record<string, number>;
  level: string | null;
}

/** What such a layer shows now, of what the asking side may know. */
export interface Overlay {
  tints: Tint[];
  lines: Line[];
  note: string;
}

/** A layer a player may lay over the map. `about`: what it wants to be asked about, "piece", "space" or nothing. */
export interface OverlayInfo {
  id: string;
  label: string;
  help: string;
  about: Pointed | null;
  /** Drawn for the piece pointed at even while the layer is off. */
  hover: boolean;
}

/** A pack: what it says of itself, what can be played with it, what it changes. */
export interface PackCard {
  /** Its name on the shelf of this server; empty if it is not there. */
  id: string;
  game: string;
  name: string;
  version: string;
  title: string;
  about: string;
  author: string;
  licence: string;
  /** Its own, or if it has none those of the game. */
  scenarios: ScenarioCard[];
  options: OptionCard[];
  changes: TableChange[];
  /** When it was put on the shelf. */
  shared: string;
  /** All of it as one text, where one pack is asked for. */
  text: string;
}

/** A pack is on the shelf. The key replaces it by a later version, or takes it down. */
export interface PackShared {
  id: string;
  key: string;
}

/** What the browser is asked to make or sign, as it wants it. */
export interface PasskeyAsked {
  options: Record<string, unknown>;
}

/** A passkey of a member. */
export interface PasskeyCard {
  id: string;
  /** Where it was made. */
  device: string;
  created: number;
}

/** What is other than in the state before; the rest is not there. `from` and `events` are those of a state. */
export interface Patch {
  type: "patch";
  /** One more than the state or patch before. A client that has missed one asks for everything: resync. */
  rev: number;
  from?: number;
  events?: Event[];
  epoch?: number;
  view?: ViewPatch;
  decision?: Decision | null;
  number?: number;
  can_undo?: boolean;
  undo_reason?: string | null;
  waiting?: Waiting[];
  orders?: Order[];
  outcome?: Outcome | null;
  dice?: DiceProof;
  link?: string | null;
  since?: number | null;
  takeback?: TakeBack | null;
  offers?: Offer[];
  talk?: number;
  astray?: Astray | null;
  late?: number;
  clock?: ClockView | null;
  /** New ones. */
  domains?: Record<string, Target[]>;
}

/** A person as others see him. */
export interface PersonCard {
  id: string;
  /** Empty for a guest. */
  name: string;
  role: Role;
  /** A program plays for this account. */
  program: boolean;
}

export interface Phase {
  id: string;
  label: string;
}

/** What is other than before of a piece; all of a new one. */
export interface PiecePart {
  id: string;
  side?: string;
  label?: string;
  sub?: string;
  symbol?: string;
  type?: string;
  at?: string | null;
  box?: string | null;
  values?: string[];
  marks?: Mark[];
  facts?: string[];
}

/** A piece as a side sees it: what is printed on it, where it lies, what marks it carries. */
export interface Piece {
  id: string;
  side: string;
  label: string;
  sub: string;
  symbol: string;
  type: string;
  at: string | null;
  box: string | null;
  values: string[];
  marks: Mark[];
  facts: string[];
}

export interface PiecesPatch {
  set?: PiecePart[];
  gone?: string[];
  before?: Record<string, string>;
  all?: Piece[];
}

export interface PlanStep {
  verb: string;
  label: string;
  kind: TargetKind;
  target: Target;
}

/** A row of clicks made with one gesture, as `reach` offers them; one undo takes them back. */
export interface PlayChain {
  number: number;
  clicks: RowClick[];
  side?: string | null;
  link?: string | null;
}

export interface PlayScript {
  number: number;
  script: string;
  side?: string | null;
  link?: string | null;
}

export interface PlayerCard {
  id: string;
  title: string;
  help: string;
  /** "first" for who has never played here, "usual" for all others. */
  offered: string;
}

/** A line of the ledger. Chances are the first side's, changes too: what is good for it is positive. */
export interface Point {
  turn: number;
  /** Who made the choice that rolled; None for the end of a stretch without dice. */
  side: string | null;
  text: string;
  rule: string;
  dice: number[];
  events: number;
  before: number;
  expected: number;
  after: number;
  error: number;
  luck: number;
  luck_error: number;
  /** What each side's choices since the line before were worth to that side. */
  skills: number[];
  exact: boolean;
  /** Choices and dice of another side together, as far as this side could see them. */
  theirs: boolean;
  /** Its place among the moments of the game: where it stands in a ledger that is not whole yet. */
  n: number;
}

/** What a listed choice would do, before any die: the way it takes and what it costs, in words with their rule. */
export interface Preview {
  text: string;
  rule: string;
  lines: Line[];
  tints: Tint[];
}

/** What a choice costs: 2 Action Points. */
export interface Price {
  amount: number;
  unit: string;
}

export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  rule?: string;
  /** Seconds until it is worth trying again. */
  after?: number;
}

/** A device that takes pushes. */
export interface PushCard {
  id: string;
  device: string;
  created: number;
}

/** A browser that takes pushes, as it describes itself. */
export interface PushWish {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A kind of question a game asks again and again, which can be answered by an order. */
export interface QuestionKind {
  step: string;
  question: string;
  verbs: OrderVerb[];
}

export interface QuestionKinds {
  questions: QuestionKind[];
  /** Orders hold for every question of their kind: no places, no pieces, no chances. */
  secrets: boolean;
}

export interface Quiet {
  verb: string;
  target: Target;
}

/** A line of the list of a game. */
export interface Ranked {
  place: number;
  person: PersonCard;
  rating: number;
  deviation: number;
  games: number;
}

/** How strong somebody is at a game; `sure` once enough games have been played. */
export interface RatingCard {
  game: string;
  against: Against;
  rating: number;
  deviation: number;
  games: number;
  sure: boolean;
}

export interface Refusal {
  rule: string | null;
  reason: string;
  spaces: string[];
  because: number | null;
}

/** Show a message to the moderators. */
export interface Report {
  place: TalkPlace;
  n: number;
  why?: string;
}

/** What somebody has shown to the moderators, with what was said before it. */
export interface ReportCard {
  id: string;
  table: string;
  by: PersonCard | null;
  why: string;
  made: number;
  n: number;
  /** The last of them is meant. */
  messages: Message[];
  /** Until when its writer is silent. */
  silenced: number | null;
  closed: boolean;
}

export interface Resign {
  side?: string | null;
}

/** A game that counted, with the rating after it. */
export interface Result {
  table: string;
  game: string;
  side: string;
  against: Against;
  /** A name, a computer player, or empty for somebody who is gone. */
  opponent: string;
  score: number;
  rating: number;
  deviation: number;
  at: number;
}

/** A client has lost the thread: it is sent a whole state, with the events it does not hold. */
export interface Resync {
  do: "resync";
  since?: number;
  epoch?: number;
  id?: number | string;
}

/** What a moderator makes of somebody: "guest" refuses who waits and takes a member's name back. */
export interface RoleWish {
  role: Role;
}

/** One click of a row. */
export interface RowClick {
  verb: string;
  target?: Target;
}

/** A row of clicks that brings a hand to a place. */
export interface RowWay {
  place: string;
  clicks: PlanStep[];
  /** Those of the hand who cannot come along. */
  left: string[];
  /** What is left to click, because a die follows. */
  then: PlanStep | null;
}

export interface RuleText {
  id: string;
  title: string;
  html: string;
}

export interface RulebookText {
  game: string;
  title: string;
  intro: string;
  chapters: Chapter[];
}

/** A place on a ladder. */
export interface Rung {
  place: number;
  person: PersonCard;
  /** Where he plays about a place; empty if nowhere. */
  table: string;
  /** Whether who asks may challenge him. */
  free: boolean;
}

/** A game of two people that can be watched. */
export interface RunningGame {
  table: string;
  game: string;
  scenario: string;
  seats: Record<string, SeatAt>;
  heading: string;
  changed: number;
  rated: boolean;
}

export type Said = SayPlay | SayUndo | SayScript | SayChain | SayOrder | SayCup | SayShake | SayResign | AskWhyNot | AskOdds | AskPreview | AskOverlay | AskReach | AskFinal | AskHint | AskLines | Resync | SayLook;

/** A phrase, or words of one's own: plain text, never anything else. */
export interface Say {
  phrase?: Phrase;
  text?: string;
}

export interface SayChain {
  do: "chain";
  number: number;
  clicks: RowClick[];
  side?: string | null;
  link?: string | null;
  id?: number | string;
}

export interface SayCup {
  do: "cup";
  seal: string;
  side?: string | null;
  id?: number | string;
}

/** Whether somebody has the table before his eyes: who does is not told about it elsewhere. */
export interface SayLook {
  do: "look";
  yes: boolean;
  id?: number | string;
}

export interface SayOrder {
  do: "order";
  number: number;
  step: string;
  order: OrderKind;
  verb?: string;
  targets?: (string | number)[];
  /** Only where the question is about this piece, or about this space or a piece in it. */
  about?: About | null;
  /** Needed where dice may follow. */
  bound?: OrderBound | null;
  which?: number | null;
  side?: string | null;
  id?: number | string;
}

export interface SayPlay {
  do: "play";
  number: number;
  verb: string;
  target?: Target;
  side?: string | null;
  /** The next link of this person's cup, where `State.link` asks for one. */
  link?: string | null;
  id?: number | string;
}

export interface SayResign {
  do: "resign";
  side?: string | null;
  id?: number | string;
}

export interface SayScript {
  do: "script";
  number: number;
  script: string;
  side?: string | null;
  link?: string | null;
  id?: number | string;
}

export interface SayShake {
  do: "shake";
  link: string;
  side?: string | null;
  id?: number | string;
}

export interface SayUndo {
  do: "undo";
  number: number;
  side?: string | null;
  id?: number | string;
}

export interface ScenarioCard {
  id: string;
  title: string;
  blurb: string;
}

export interface Script {
  id: string;
  label: string;
}

/** Who sits at a side of a listed table. */
export interface SeatAt {
  kind: string;
  /** The computer player, if it is one. */
  player: string;
  person: PersonCard | null;
  joined: boolean;
}

export interface SeatCard {
  kind: SeatKind;
  joined: boolean;
  player?: string;
  /** Of the person the club knows there; empty for a guest. */
  name?: string;
  /** A program plays for that person. */
  program: boolean;
}

export interface SeatWish {
  kind: SeatKind;
  player?: string | null;
}

export interface Seated {
  side: string;
  key: string;
}

/** A device somebody is signed in on. */
export interface SessionCard {
  id: string;
  device: string;
  created: number;
  seen: number;
  /** The one that asks. */
  here: boolean;
}

/** A link of a person's cup without a click. */
export interface Shake {
  link: string;
  side?: string | null;
}

/** A paper beside the board: some lines and some tables, to be read, kept and exported. */
export interface Sheet {
  id: string;
  title: string;
  lines: string[];
  tables: SheetTable[];
}

/** One table of a sheet: a heading for each column, and the rows. */
export interface SheetTable {
  title: string;
  columns: string[];
  rows: string[][];
  side: string | null;
}

export interface SideCard {
  id: string;
  name: string;
  short: string;
  colour: Colour;
  /** Whether the short name is a plural: the Allies win, Italy wins. */
  many: boolean;
}

/** The clock of a side: what it has left while it stands (correspondence: of the reserve), and when it will have run
    out if it runs. */
export interface SideTime {
  side: string;
  left: number;
  until: number | null;
}

/** What the browser made of it, as it comes (PublicKeyCredential.toJSON()). */
export interface Signed {
  credential: Record<string, unknown>;
}

/** A small board of its own while something is under way: a battle in its lines, a group being composed. `win` is the
    chance that the side in the first row wins, `hold` that the other does, `charts` what each may lose, all before
    anything is rolled. */
export interface Stage {
  id: string;
  title: string;
  rows: StageRow[];
  note: string;
  win: number | null;
  hold: number | null;
  charts: Chart[];
}

/** Pieces that stand together on a stage. */
export interface StageRow {
  label: string;
  side: string | null;
  pieces: string[];
  note: string;
}

/** A person's ratings and how they came about. */
export interface Standing {
  person: PersonCard;
  ratings: RatingCard[];
  results: Result[];
}

/** quiet: answer quietly from now on; advised: as the adviser would; answer: with a verb, at the first of the targets
    that is listed, or without any at the one the adviser would take. ask: ask me again, about all of this kind or
    `which`; off and on: let one rest, `which` says the id, and hold again. */
export interface StandingOrder {
  number: number;
  step: string;
  order: OrderKind;
  verb?: string;
  targets?: (string | number)[];
  /** Only where the question is about this piece, or about this space or a piece in it. */
  about?: About | null;
  /** Needed where dice may follow. */
  bound?: OrderBound | null;
  which?: number | null;
  side?: string | null;
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
  waiting: Waiting[];
  orders: Order[];
  outcome: Outcome | null;
  dice: DiceProof;
  /** This seat's next click must carry the number whose hash this is. */
  link: string | null;
  /** How many of its events this seat had when it last clicked; later ones are what others did. */
  since: number | null;
  takeback: TakeBack | null;
  offers: Offer[];
  /** Another number: something has changed in what is said where this seat may listen (`GET …/talk`). */
  talk: number;
  astray: Astray | null;
  /** Who watches a game with secrets sees it so many moments late. */
  late: number;
  /** What a live client has been shown so far, counted: the next patch carries one more. */
  rev: number;
  clock: ClockView | null;
  /** The server's own time, where there is a clock to be read. */
  now?: number;
  /** Live only: long lists of candidates by name, for patches to come. */
  domains?: Record<string, Target[]>;
}

export type StreamEvent = NewChallenge | ChallengeGone | TableBegun | YourTurn | TableEnded;

/** A table at which who listens sits. */
export interface TableBegun {
  type: "table";
  table: MyTable;
}

export interface TableCard {
  table: string;
  game: string;
  scenario: string;
  options: Record<string, boolean | string>;
  seats: Record<string, SeatCard>;
  started: string;
  ended: boolean;
  heading: string;
  /** What the scenario is called; a pack brings its own. */
  title: string;
  /** What its pack is called, with its version. */
  pack: string;
  /** The rules have changed since, and the game no longer replays: what happened. */
  astray: string | null;
  /** What its table pack changed. */
  changes: TableChange[];
  /** It began from a position somebody laid out, not from the scenario's own. */
  position: boolean;
  dice: DiceProof | null;
  /** The sides of who asks, by his session. */
  mine: string[];
  /** Whether it counts for the standing. */
  rated: boolean;
}

/** What a table pack makes of one value or member, as it would be written; null: not printed, or removed. */
export interface TableChange {
  key: string;
  printed: string | null;
  value: string | null;
}

/** A game is over. */
export interface TableEnded {
  type: "ended";
  table: MyTable;
}

export interface TableOpened {
  table: string;
  seats: Record<string, string | null>;
  commitment: string;
  /** What the person should know: an uploaded save no longer replays to its end and begins where it is sound. */
  note: string | null;
}

/** The text of a table pack that somebody thinks of playing with. */
export interface TablePack {
  tables: string;
}

/** A side asks to go back; `moment` is the one of the spectators' replay, whoever is told. */
export interface TakeBack {
  by: string;
  moment: number;
  text: string;
}

/** An invitation becomes a key of one's own; it works once. */
export interface TakeSeat {
  invitation: string;
}

/** A place that has another holder. */
export interface Taken {
  space: string;
  /** None: nobody holds it, or both fight for it. */
  side: string | null;
}

/** What has been said where one may listen, the oldest first. */
export interface Talk {
  messages: Message[];
  /** Whether one may write. */
  may: boolean;
  /** Whether there are people who can be blocked, and moderators who can be told. */
  club: boolean;
}

/** All about how somebody is told. */
export interface Telling {
  wishes: Wishes;
  pushes: PushCard[];
  hooks: HookCard[];
  /** What a browser needs to subscribe to pushes. */
  key: string;
  /** Where mail goes; empty if there is no confirmed address or this club sends none. */
  mail: string;
}

/** What a computer player considered before it chose, best first. */
export interface Thinking {
  side: string;
  player: string;
  when: string;
  lines: Considered[];
}

/** What the computer players of a table have thought; nothing, and why, as long as that would tell a secret. */
export interface Thoughts {
  thoughts: Thinking[];
  reason: string | null;
}

/** One space coloured by an overlay. Tones: axis, allies, both, good, bad, plain, strong, faint. */
export interface Tint {
  space: string;
  tone: Tone;
  note?: string;
}

/** A token, without its secret, which nobody has. */
export interface TokenCard {
  id: string;
  name: string;
  scopes: Scope[];
  created: number;
  /** When it was last used, to the hour. */
  seen: number | null;
}

/** The only time its secret is shown. */
export interface TokenMade {
  token: string;
  tokens: TokenCard[];
}

/** A token for a program. With "play" the account becomes a program's. */
export interface TokenWish {
  name: string;
  scopes: Scope[];
}

export type Told = State | Patch | Answer | Complaint;

/** What happened since a seat's last click that it must not miss. */
export interface Toll {
  lost: Blow[];
  hurt: Blow[];
  taken: Taken[];
}

/** What a side owes to luck and to its own choices; positive is good for this side. */
export interface Total {
  side: string;
  name: string;
  luck: number;
  luck_error: number;
  /** The part of its luck from dice behind its own choices. */
  own_dice: number;
  skill: number;
  skill_error: number;
  rolls: number;
}

/** All about a tournament: its players by how they stand, and its games by rounds. */
export interface Tournament {
  card: TournamentCard;
  lines: TournamentLine[];
  games: TournamentGame[];
}

export interface TournamentCard {
  id: string;
  name: string;
  /** Who made it; null if he has left. */
  person: PersonCard | null;
  kind: TournamentKind;
  game: string;
  scenario: string;
  options: Record<string, boolean | string>;
  clock: ClockWish;
  rated: boolean;
  programs: boolean;
  rounds: number;
  /** The one under way; 0 before the first. */
  round: number;
  state: TournamentState;
  players: number;
  created: number;
}

/** A game of a round: `one` has the first side. Without `two` he has a bye. */
export interface TournamentGame {
  round: number;
  one: string;
  two: string | null;
  table: string | null;
  result: GameResult;
}

/** A player as he stands. */
export interface TournamentLine {
  place: number;
  /** Without a name if he has left the club. */
  person: PersonCard;
  /** By which the games name him. */
  id: string;
  rating: number | null;
  withdrawn: boolean;
  score: number;
  /** What those he met have scored. */
  buchholz: number;
  /** What those he beat have scored, and half of what those have with whom he drew (Sonneborn-Berger). */
  berger: number;
  won: number;
}

/** A tournament somebody wants to hold. Its clock is one by which who does not come loses. */
export interface TournamentWish {
  name: string;
  kind: TournamentKind;
  game: string;
  scenario: string;
  options?: Record<string, boolean | string>;
  clock?: ClockWish;
  rated?: boolean;
  /** Whether programs may join. */
  programs?: boolean;
  /** Of the Swiss system; 0: as many as are needed to find the best. */
  rounds?: number;
}

/** A number beside the board: the turn, a score, what is left. */
export interface Track {
  /** "battle" is the combat that is being planned or fought: shown with the prompt, not among the others. */
  id: string;
  label: string;
  value: number;
  max: number | null;
  side: string | null;
  note: string | null;
  unit: string;
}

/** A list with ids: members that are new or other than before, and those that are gone; or all. Fields a member does
    not hold are as they were; a new one comes before the member `before` names, or at the end. */
export interface TracksPatch {
  set?: Track[];
  gone?: string[];
  before?: Record<string, string>;
  all?: Track[];
}

export interface TurnMark {
  moment: number;
  label: string;
}

/** A moment where the chance to win changed much, by dice or by somebody's choices. */
export interface Turning {
  /** "luck", or the side whose choices did it. */
  by: string;
  /** What it was worth to the first side. */
  gain: number;
  before: number;
  after: number;
  turn: number;
  /** What was told at its end. */
  text: string;
  rule: string;
  /** Events told when it began: the place to look at first. */
  since: number;
  /** Events told when it was over. */
  events: number;
}

export interface Undo {
  number: number;
  side?: string | null;
}

/** One thing this seat has done and can still take back. */
export interface Undoable {
  /** As the log tells it; empty if it tells nothing of these clicks. */
  text: string;
  clicks: PlanStep[];
  /** So many undos take it back, with all that was done after it. */
  back: number;
}

/** Everything a side sees at one moment, beside the board itself. */
export interface View {
  heading: string;
  phase: string;
  turn: number;
  tracks: Track[];
  pieces: Piece[];
  markers: Marker[];
  boxes: Box[];
  ribbon: Bead[];
  stage: Stage | null;
  sheets: Sheet[];
}

/** What is other than before in a view; the rest is not there. */
export interface ViewPatch {
  heading?: string;
  phase?: string;
  turn?: number;
  tracks?: TracksPatch;
  pieces?: PiecesPatch;
  markers?: MarkersPatch;
  boxes?: BoxesPatch;
  ribbon?: Bead[];
  stage?: Stage | null;
  sheets?: Sheet[];
}

export interface Waiting {
  side: string;
  text: string;
}

/** A passkey is wanted; `name` is what the device will call it, for a guest who has none yet. */
export interface Wanted {
  name?: string;
}

/** How somebody wants to be told. */
export interface Wishes {
  /** Once a day, not at once. */
  daily?: boolean;
  /** When, by UTC. */
  hour?: number;
  mail?: boolean;
  /** Of what not at all. */
  silent?: NewsKind[];
}

/** Who listens has to decide there. */
export interface YourTurn {
  type: "turn";
  table: string;
  /** His own, one of which is asked. */
  sides: string[];
}

/** The HTTP part of docs/wire.md. Every refusal is thrown as a `Refused` that carries the problem document. */
import type { Analysis, BattleOdds, Board, CalculatorInfo, Comment, EditorView, EditorWish, Event, GameCard, Invited, LessonText, LuckAnswer, Moment, Moments, NewComment, NewTable, PackCard, PackShared, ProblemDocument, QuestionKinds, RulebookText, SeatWish, Seated, TableCard, TableOpened, TakeSeat, Thoughts, Toll } from "./wire";
import { say } from "../words/words";

export class Refused extends Error {
  constructor(readonly problem: ProblemDocument) {
    super(problem.detail || problem.title);
  }
}

/** Something that went wrong on this side of the wire, told as the server would. */
export const trouble = (title: string, type = "", status = 0): ProblemDocument => ({ type, title, status, detail: "" });

/** What is to be told about anything that was thrown. */
export const problemOf = (error: unknown): ProblemDocument => (error instanceof Refused ? error.problem : trouble(String(error)));

export async function call(path: string, token?: string | null, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers });
  } catch {
    throw new Refused(trouble(say("unreachable"), "/problems/unreachable"));
  }
  if (answer.ok) return answer;
  const problem: ProblemDocument = await answer
    .json()
    .catch(() => trouble(answer.statusText || say("refused"), "about:blank", answer.status));
  throw new Refused(problem);
}

export async function read<T>(path: string, token?: string | null): Promise<T> {
  return (await call(path, token)).json();
}

const at = encodeURIComponent;

export const games = () => read<GameCard[]>("/api/games");
export const questions = (game: string) => read<QuestionKinds>(`/api/games/${at(game)}/questions`);
export const rulebook = (game: string) => read<RulebookText>(`/api/games/${at(game)}/rulebook`);
export const table = (id: string) => read<TableCard>(`/api/tables/${at(id)}`);

/** Through other eyes than the token's: a side's or "all" after the end, "public" always. */
const through = (eyes: string) => (eyes ? `?eyes=${at(eyes)}` : "");
export const moments = (id: string, token: string | null, eyes = "") => read<Moments>(`/api/tables/${at(id)}/moments${through(eyes)}`, token);
export const moment = (id: string, k: number, token: string | null, eyes = "") =>
  read<Moment>(`/api/tables/${at(id)}/moments/${k}${through(eyes)}`, token);
/** Every event those eyes have been told. */
export const told = (id: string, token: string | null, eyes: string) => read<Event[]>(`/api/tables/${at(id)}/events${through(eyes)}`, token);
/** The luck ledger as far as it is worked out; first where so many events had been told. */
export const luck = (id: string, token: string | null, near?: number) => read<LuckAnswer>(`/api/tables/${at(id)}/luck${near === undefined ? "" : `?near=${near}`}`, token);

export const post = async (path: string, token: string | null, body: unknown): Promise<Response> =>
  call(path, token, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** An invitation becomes a key of one's own, once. */
export const takeSeat = async (id: string, invitation: string): Promise<Seated> => (await post(`/api/tables/${at(id)}/seats`, null, { invitation } satisfies TakeSeat)).json();

/** Another key for one's own seat; the old one is void. */
export const changeKey = async (id: string, token: string | null): Promise<Seated> => (await post(`/api/tables/${at(id)}/key`, token, {})).json();
/** Another invitation to a seat nobody holds; the old one is void. */
export const invite = async (id: string, token: string | null, side: string): Promise<Invited> => (await post(`/api/tables/${at(id)}/invitations`, token, { side })).json();

/** Play on from a moment at a new table. */
export const branch = async (id: string, token: string | null, wish: { moment: number; eyes: string | null; seats: Record<string, SeatWish> }): Promise<TableOpened> =>
  (await post(`/api/tables/${at(id)}/branch`, token, wish)).json();

/** Ask the others to go back to a moment of this seat's replay; or answer who has asked. */
export const askBack = (id: string, token: string | null, moment: number) => post(`/api/tables/${at(id)}/takeback`, token, { moment });
/** The same game again with the sides changed. */
export const rematch = async (id: string, token: string | null): Promise<TableOpened> => (await post(`/api/tables/${at(id)}/rematch`, token, {})).json();
export const goOn = (id: string, token: string | null) => post(`/api/tables/${at(id)}/continue`, token, {});
export const answerBack = (id: string, token: string | null, accept: boolean) => post(`/api/tables/${at(id)}/takeback/answer`, token, { accept });

/** The board of one table: its table pack may have changed it. */
export const board = (game: string, table: string) => read<Board>(`/api/games/${at(game)}/board?table=${at(table)}`);

/** A map that is drawn from its tables travels with its board. */
const DRAWN = "data:image/svg+xml,";
export const art = async (url: string) => (url.startsWith(DRAWN) ? decodeURIComponent(url.slice(DRAWN.length)) : (await call(url)).text());

export const packs = () => read<PackCard[]>("/api/packs");
/** What a pack holds, without its being kept. */
export const readPack = async (game: string, file: File): Promise<PackCard> => (await call(`/api/packs/read/${at(game)}?name=${at(file.name)}`, null, { method: "POST", body: file })).json();
/** Puts a pack on the shelf; with the key of an earlier version it takes its place. */
export const sharePack = async (file: File, key: string | null): Promise<PackShared> => (await call(`/api/packs?name=${at(file.name)}`, key, { method: "POST", body: file })).json();
export const dropPack = (id: string, key: string) => call(`/api/packs/${at(id)}`, key, { method: "DELETE" });

export const open = async (order: NewTable): Promise<TableOpened> =>
  (
    await call("/api/tables", null, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(order),
    })
  ).json();

/** Opens the table of a game's first lesson. */
export const openLesson = async (game: string): Promise<TableOpened> =>
  (
    await call("/api/tables", null, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ game, lesson: true }),
    })
  ).json();

export const lesson = (game: string) => read<LessonText>(`/api/games/${at(game)}/lesson`);

/** The board of a scenario, for the editor. */
export const scenarioBoard = (game: string, scenario: string, options: Record<string, boolean | string>) =>
  read<Board>(`/api/games/${at(game)}/board?scenario=${at(scenario)}&options=${at(JSON.stringify(options))}`);

/** The board of a draft whose pack may have changed it. */
export const draftBoard = async (game: string, text: string): Promise<Board> => (await post("/api/editor/board", null, { game, text })).json();

export type Wish = EditorWish;

export const edit = async (wish: EditorWish): Promise<EditorView> =>
  (
    await call("/api/editor", null, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    })
  ).json();

export const upload = async (file: Blob): Promise<TableOpened> =>
  (await call("/api/tables/upload", null, { method: "POST", body: file })).json();

/** What a search finds at a moment, for the side that had to decide there. */
export const analyse = (id: string, k: number, token: string | null, eyes = "") => read<Analysis>(`/api/tables/${at(id)}/moments/${k}/lines${through(eyes)}`, token);
export const comments = (id: string, token: string | null, eyes = "") => read<Comment[]>(`/api/tables/${at(id)}/comments${through(eyes)}`, token);
export const comment = (id: string, token: string | null, wish: NewComment) => post(`/api/tables/${at(id)}/comments`, token, wish);
export const dropComment = (id: string, token: string | null, comment: string) => call(`/api/tables/${at(id)}/comments/${at(comment)}`, token, { method: "DELETE" });

/** What was lost, hurt or taken since this seat last clicked. */
export const toll = (id: string, token: string | null) => read<Toll>(`/api/tables/${at(id)}/toll`, token);

export const thoughts = (id: string, token: string | null) => read<Thoughts>(`/api/tables/${at(id)}/thoughts`, token);

/** Fetches the save file (or the game with comments, or as text to read) and hands it to the browser as a download. */
export async function save(id: string, token: string | null, what = "save"): Promise<void> {
  const answer = await call(`/api/tables/${at(id)}/${what}`, token);
  const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  const url = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement("a"), { href: url, download: named ?? `${id}.harbour` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export const calculatorInfo = (game: string) => read<CalculatorInfo>(`/api/games/${at(game)}/calculator`);
export const battleOdds = (game: string, attackers: string, defenders: string, arena: string, rounds: number, radar: string) =>
  read<BattleOdds>(
    `/api/games/${at(game)}/calculator/odds?attackers=${at(attackers)}&defenders=${at(defenders)}&arena=${arena}&rounds=${rounds}&radar=${radar}`,
  );

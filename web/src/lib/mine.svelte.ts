/** All tables I sit at, in one request; how many wait for me stands in the title and on the icon. */
import { post } from "./api";
import { called } from "./heard";
import { myTables, readFragment, writeFragment } from "./seats";
import type { MyTable, MyTables } from "./wire";

const EVERY = 30_000;
/** A page that nobody sees looks only every so many times. */
const SELDOM = 4;

/** The keys this browser holds, by table. */
function held(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { table, fragment } of myTables()) {
    const seat = readFragment(fragment);
    const keys = seat.kind === "seat" ? [seat.token] : seat.kind === "here" ? Object.values(seat.seats) : [];
    const ours = keys.filter((key) => !key.startsWith("invite."));
    if (ours.length) found[table] = ours;
  }
  return found;
}

class Mine {
  tables = $state.raw<MyTable[] | null>(null);
  /** How many people have challenged me by name. */
  challenges = $state(0);
  /** What has to be added to this machine's time to get the server's, in milliseconds. */
  offset = $state(0);
  waiting = $derived((this.tables ?? []).filter((it) => it.turn));
  #timer: ReturnType<typeof setInterval> | undefined;
  #icon = "";

  async load(): Promise<void> {
    try {
      const told: MyTables = await (await post("/api/my/tables", null, { held: held() })).json();
      const before = this.tables && this.waiting.map((it) => it.table);
      this.tables = told.tables;
      this.challenges = told.challenges;
      this.offset = told.now * 1000 - Date.now();
      this.#badge(this.waiting.length);
      const now = this.waiting.map((it) => it.table);
      if (called(before, now, location.pathname)) void import("./sound").then(({ sound }) => sound("turn"));
    } catch {
      // Nobody answers: what was known stays, and the page that needs the server says so itself.
    }
  }

  /** Look now and then, seldom while nobody sees the page: its title does the calling. Returns what ends it. */
  follow(): () => void {
    void this.load();
    const look = () => document.visibilityState === "visible" && void this.load();
    let beat = 0;
    this.#timer = setInterval(() => (++beat % SELDOM ? look() : void this.load()), EVERY);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(this.#timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  /** The number on the icon of the page. */
  #badge(n: number): void {
    const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]');
    if (!link) return;
    this.#icon ||= link.href;
    const mark = `<circle cx="23" cy="9" r="9" fill="%23c2301f"/><text x="23" y="13.500" font-family="sans-serif" font-size="13" font-weight="700" text-anchor="middle" fill="white">${n > 9 ? "9+" : n}</text>`;
    const anchor = `<path d="M16 3v22M11 9h10M6 18q2 9 10 9t10-9" fill="none" stroke="%23c99b34" stroke-width="3" stroke-linecap="round"/>`;
    link.href = n ? `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${anchor}${mark}</svg>` : this.#icon;
  }
}

export const mine = new Mine();

/** The address of a table of mine: by the keys of this browser, or by who I am. */
export function address(it: MyTable): string {
  const own = myTables().find((mine) => mine.table === it.table)?.fragment;
  const seats = Object.fromEntries(it.mine.map((side) => [side, `me.${side}`]));
  const named = it.mine.some((side) => it.seats[side]?.person);
  return `/table/${encodeURIComponent(it.table)}${named ? writeFragment(seats) : (own ?? "")}`;
}

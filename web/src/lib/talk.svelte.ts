/** What is said at a table: fetched when the state says that something has changed there. */
import { call, post, read } from "./api";
import type { Deal, Message, PersonCard, Phrase, ReportCard, Talk as Heard } from "./wire";
import type { Table } from "./table.svelte";

const at = encodeURIComponent;
export const PHRASES: Phrase[] = ["hello", "luck", "well", "sorry", "moment", "later", "thanks", "bye"];

export class Talk {
  heard = $state.raw<Heard | null>(null);
  /** How many messages of others nobody here has seen. */
  fresh = $state(0);
  muted = $state(false);
  messages = $derived.by<Message[]>(() => (this.heard?.messages ?? []).filter((it) => it.mine || !this.muted));
  #seen: string | null = null;
  #rev = -1;

  constructor(readonly table: Table) {
    this.muted = localStorage.getItem(this.#key) === "muted";
    this.#seen = localStorage.getItem(`${this.#key}.seen`);
  }

  get #key(): string {
    return `grandharbour.talk.${this.table.id}`;
  }

  /** Whether anything can be said here: not where one person plays alone. */
  get here(): boolean {
    return Object.values(this.table.card?.seats ?? {}).some((seat) => seat.kind === "link");
  }

  /** Something may have changed; `open`: somebody looks at it. */
  async look(rev: number, open: boolean): Promise<void> {
    if (rev !== this.#rev) {
      this.#rev = rev;
      try {
        this.heard = await read<Heard>(this.#path(), this.table.token);
      } catch {
        this.#rev = -1; // the next change asks again
      }
    }
    this.see(open);
  }

  see(open: boolean): void {
    const others = this.messages.filter((it) => !it.mine && !it.gone);
    const last = others.at(-1);
    if (open && last) localStorage.setItem(`${this.#key}.seen`, (this.#seen = String(last.made)));
    this.fresh = others.filter((it) => it.made > Number(this.#seen ?? 0)).length;
  }

  async write(words: { phrase?: Phrase; text?: string }): Promise<void> {
    this.heard = await (await post(this.#path(), this.table.token, words)).json();
  }

  mute(yes: boolean): void {
    this.muted = yes;
    if (yes) localStorage.setItem(this.#key, "muted");
    else localStorage.removeItem(this.#key);
    this.see(true);
  }

  async block(person: PersonCard): Promise<void> {
    await post("/api/me/blocks", null, { person: person.id });
    this.heard = await read<Heard>(this.#path(), this.table.token);
  }

  async report(message: Message): Promise<void> {
    await post(`${this.#path()}/reports`, this.table.token, { place: message.place, n: message.n });
  }

  #path(): string {
    return `/api/tables/${at(this.table.id)}/talk`;
  }
}

export const blocks = () => read<PersonCard[]>("/api/me/blocks");
export const unblock = async (person: string): Promise<PersonCard[]> => (await call(`/api/me/blocks/${at(person)}`, null, { method: "DELETE" })).json();
export const reports = () => read<ReportCard[]>("/api/club/reports");
export const deal = async (report: string, act: Deal, days = 1): Promise<ReportCard[]> => (await post(`/api/club/reports/${at(report)}`, null, { act, days })).json();

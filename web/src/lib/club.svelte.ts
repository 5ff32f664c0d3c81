/** Who I am in this club, and what I can do about it. */
import { call, post, read, Refused, trouble } from "./api";
import { say } from "../words/club";
import type { Holiday, Me, PasskeyAsked, PasskeyCard, PersonCard, SessionCard } from "./wire";

const at = encodeURIComponent;

class Club {
  /** Null until it is known. */
  me = $state.raw<Me | null>(null);
  member = $derived(this.me?.person?.role === "member" || this.me?.person?.role === "moderator");

  async look(): Promise<void> {
    this.me = await read<Me>("/api/me");
  }

  /** Something that changes who I am. */
  async become(what: string, body: unknown): Promise<void> {
    this.me = await (await post(`/api/me/${what}`, null, body)).json();
  }
}

export const club = new Club();

export const sessions = () => read<SessionCard[]>("/api/me/sessions");
export const endSession = async (id: string): Promise<SessionCard[]> => (await call(`/api/me/sessions/${at(id)}`, null, { method: "DELETE" })).json();
export const passkeys = () => read<PasskeyCard[]>("/api/me/passkeys");
export const removePasskey = async (id: string): Promise<PasskeyCard[]> => (await call(`/api/me/passkeys/${at(id)}`, null, { method: "DELETE" })).json();
export const invite = async (): Promise<string> => (await (await post("/api/me/invitations", null, {})).json()).invitation;
export const waiting = () => read<PersonCard[]>("/api/club/waiting");
export const setRole = async (id: string, role: PersonCard["role"]): Promise<PersonCard> => (await post(`/api/club/people/${at(id)}`, null, { role })).json();

export const holidays = () => read<Holiday[]>("/api/me/holidays");
export const holiday = async (starts: number, ends: number): Promise<Holiday[]> => (await post("/api/me/holidays", null, { starts, ends })).json();
export const endHoliday = async (id: string): Promise<Holiday[]> => (await call(`/api/me/holidays/${at(id)}`, null, { method: "DELETE" })).json();

/** Whether this browser can make and use passkeys here. */
export const keyed = (): boolean => typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;

async function ask<T>(work: () => Promise<T | null>): Promise<T> {
  let made: T | null;
  try {
    made = await work();
  } catch {
    made = null;
  }
  if (!made) throw new Refused(trouble(say("passkey-none")));
  return made;
}

export async function makePasskey(name: string): Promise<PasskeyCard[]> {
  const asked: PasskeyAsked = await (await post("/api/me/passkeys/new", null, { name })).json();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as unknown as PublicKeyCredentialCreationOptionsJSON);
  const made = await ask(() => navigator.credentials.create({ publicKey }));
  return (await post("/api/me/passkeys", null, { credential: (made as PublicKeyCredential).toJSON() })).json();
}

export async function enterByPasskey(): Promise<void> {
  const asked: PasskeyAsked = await (await post("/api/me/enter/passkey/new", null, {})).json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options as unknown as PublicKeyCredentialRequestOptionsJSON);
  const made = await ask(() => navigator.credentials.get({ publicKey }));
  await club.become("enter/passkey", { credential: (made as PublicKeyCredential).toJSON() });
}

/** How somebody is called: his name, marked if it is that of a program; or that he is a guest. */
export const called = (person: { name: string; id: string; program?: boolean }): string =>
  !person.name ? say("guest-named", { id: person.id.slice(0, 4) }) : person.program ? say("program-named", { name: person.name }) : person.name;

/** A day in the words of the reader's own system. */
export const day = (seconds: number): string => new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }).format(seconds * 1000);

/** When something was, in the words of the reader's own system: today the time alone, in this year without it. */
export function when(seconds: number): string {
  const [then, now] = [new Date(seconds * 1000), new Date()];
  const time = { hour: "numeric", minute: "2-digit" } as const;
  if (then.toDateString() === now.toDateString()) return new Intl.DateTimeFormat(undefined, time).format(then);
  const year = then.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", ...year, ...time }).format(then);
}

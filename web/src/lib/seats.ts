/** Seats held by this browser: read from the URL fragment, remembered for "my tables". */

export type Held = { kind: "spectator" } | { kind: "seat"; token: string } | { kind: "here"; seats: Record<string, string> };

export function readFragment(hash: string): Held {
  const text = hash.replace(/^#/, "");
  if (text.startsWith("seat=")) return { kind: "seat", token: decodeURIComponent(text.slice(5)) };
  if (text.startsWith("here=")) {
    const seats: Record<string, string> = {};
    for (const part of text.slice(5).split(",")) {
      const colon = part.indexOf(":");
      if (colon > 0) seats[decodeURIComponent(part.slice(0, colon))] = decodeURIComponent(part.slice(colon + 1));
    }
    const only = Object.values(seats);
    if (only.length === 1) return { kind: "seat", token: only[0]! };
    if (only.length) return { kind: "here", seats };
  }
  return { kind: "spectator" };
}

/** Whether this is an invitation: whoever comes with it is given a key of his own. */
export const invited = (held: Held): held is { kind: "seat"; token: string } => held.kind === "seat" && held.token.startsWith("invite.");

export function writeFragment(seats: Record<string, string>): string {
  const held = Object.entries(seats);
  if (!held.length) return "";
  if (held.length === 1) return `#seat=${encodeURIComponent(held[0]![1])}`;
  return `#here=${held.map(([side, token]) => `${encodeURIComponent(side)}:${encodeURIComponent(token)}`).join(",")}`;
}

/** A table this browser opened or joined. `invites` are the links to send to the others. */
export interface Mine {
  table: string;
  game: string;
  title: string;
  fragment: string;
  invites: { side: string; name: string; fragment: string }[];
  seen: number;
}

const KEY = "grandharbour.tables";

export function myTables(): Mine[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function store(list: Mine[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, 40)));
  } catch {
    // A browser without storage still plays; only the list on the home page is lost.
  }
}

export function remember(mine: Omit<Mine, "seen">): void {
  store([{ ...mine, seen: Date.now() }, ...myTables().filter((it) => it.table !== mine.table)]);
}

export function forget(table: string): void {
  store(myTables().filter((it) => it.table !== table));
}

export const recall = (table: string): Mine | undefined => myTables().find((it) => it.table === table);

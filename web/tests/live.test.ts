import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { backOff, Live, type Link } from "../src/lib/live";
import type { Event, State } from "../src/lib/wire";

class Socket {
  static made: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event?: CloseEvent) => void) | null = null;

  constructor() {
    Socket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const state = (epoch: number, from: number, n: number[]) =>
  ({ type: "state", rev: 0, epoch, from, events: n.map((it) => ({ n: it }) as Event) }) as State;

function line() {
  const links: Link[] = [];
  const seen: number[] = [];
  const problems: string[] = [];
  const refused: string[] = [];
  const live = new Live(
    "ws://table",
    "TOKEN",
    { state: (_, events) => seen.push(events.length), problem: (problem) => problems.push(problem.title), link: (link) => links.push(link), refused: (problem) => refused.push(problem.title) },
    { socket: () => new Socket() as unknown as WebSocket, pause: () => 50 },
  );
  live.open();
  return { live, links, seen, problems, refused, last: () => Socket.made.at(-1)! };
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.made = [];
});
afterEach(() => vi.useRealTimers());

describe("the line to the table", () => {
  it("follows patches, and asks for everything when one is missing", () => {
    const { live, seen, last } = line();
    last().open();
    last().hear(state(1, 0, [0, 1]));
    last().hear({ type: "patch", rev: 1, from: 2, events: [{ n: 2 }] });
    expect(seen).toEqual([2, 3]);
    last().hear({ type: "patch", rev: 3, number: 9 });
    expect(last().sent.at(-1)).toEqual({ do: "resync", since: 3, epoch: 1 });
    expect(seen).toEqual([2, 3]);
    last().hear({ ...state(1, 3, [3]), rev: 3 });
    expect(live.feed.events).toHaveLength(4);
    live.close();
  });

  it("says who sits here, with nothing seen yet", () => {
    const { last } = line();
    last().open();
    expect(last().sent).toEqual([{ seat: "TOKEN", since: 0, epoch: 0 }]);
  });

  it("resumes after a cut from what it has", () => {
    const { live, links, seen, last } = line();
    last().open();
    last().hear(state(4, 0, [0, 1, 2]));
    last().close();
    expect(links.at(-1)).toBe("cut");
    expect(live.send({ do: "resign" })).toBe(false);
    vi.advanceTimersByTime(60);
    expect(Socket.made).toHaveLength(2);
    last().open();
    expect(last().sent[0]).toEqual({ seat: "TOKEN", since: 3, epoch: 4 });
    last().hear(state(4, 3, [3]));
    expect(links.at(-1)).toBe("open");
    expect(seen).toEqual([3, 4]);
  });

  it("asks again from the start when a state leaves a gap", () => {
    const { last } = line();
    last().open();
    last().hear(state(1, 9, [9]));
    vi.advanceTimersByTime(60);
    last().open();
    expect(last().sent[0]).toMatchObject({ since: 0, epoch: 0 });
  });

  it("answers questions, and none while cut off", async () => {
    const { live, last, problems } = line();
    last().open();
    const odds = live.ask("odds", "fire", "BR20 1");
    const { id } = last().sent.at(-1)!;
    last().hear({ type: "answer", id, answer: { title: "Fire" } });
    expect(await odds).toEqual({ title: "Fire" });

    const lost = live.ask("whynot", "to", "D5/3");
    last().close();
    expect(await lost).toBeNull();
    expect(await live.ask("whynot", "to", "D5/3")).toBeNull();
    expect(problems).toEqual([]);
  });

  it("reports a refused click", () => {
    const { last, problems } = line();
    last().open();
    last().hear({ type: "problem", do: "play", problem: { title: "Stale" } });
    expect(problems).toEqual(["Stale"]);
  });

  it.each([4403, 4404])("does not come back after close code %i, and says why", (code) => {
    const { last, links, refused } = line();
    last().open();
    last().hear({ type: "problem", do: "live", problem: { title: "Wrong seat" } });
    last().onclose?.({ code } as CloseEvent);
    vi.advanceTimersByTime(60_000);
    expect(Socket.made).toHaveLength(1);
    expect(links.at(-1)).toBe("cut");
    expect(refused).toEqual(["Wrong seat"]);
  });

  it("stays closed once closed", () => {
    const { live } = line();
    live.close();
    vi.advanceTimersByTime(60_000);
    expect(Socket.made).toHaveLength(1);
  });

  it("waits longer each time, up to a limit", () => {
    expect(backOff(0)).toBeLessThan(600);
    expect(backOff(20)).toBeLessThanOrEqual(15_000 * 1.25);
  });
});

import { describe, expect, it } from "vitest";

import { cutAndAppend, emptyFeed } from "../src/lib/feed";
import type { Event } from "../src/lib/wire";

const event = (n: number, text = `event ${n}`) => ({ n, text }) as Event;

describe("the list of events", () => {
  it("appends what comes after", () => {
    const feed = cutAndAppend({ epoch: 1, events: [event(0), event(1)] }, { epoch: 1, from: 2, events: [event(2)] });
    expect(feed?.events.map((it) => it.n)).toEqual([0, 1, 2]);
    expect(feed?.fresh.map((it) => it.n)).toEqual([2]);
  });

  it("cuts what was taken back, then appends", () => {
    const feed = cutAndAppend({ epoch: 1, events: [event(0), event(1), event(2)] }, { epoch: 2, from: 1, events: [event(1, "another")] });
    expect(feed?.events.map((it) => it.text)).toEqual(["event 0", "another"]);
    expect(feed?.epoch).toBe(2);
  });

  it("keeps everything when nothing is new", () => {
    const feed = cutAndAppend({ epoch: 3, events: [event(0)] }, { epoch: 3, from: 1, events: [] });
    expect(feed?.events).toHaveLength(1);
    expect(feed?.fresh).toEqual([]);
  });

  it("refuses a gap", () => {
    expect(cutAndAppend(emptyFeed, { epoch: 1, from: 4, events: [event(4)] })).toBeNull();
  });
});

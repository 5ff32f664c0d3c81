import { expect, it } from "vitest";

import { Live } from "../src/lib/live";

/** A socket that keeps what is said through it. */
class Socket {
  readyState = 1;
  said: { do?: string; yes?: boolean }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  send(text: string): void {
    this.said.push(JSON.parse(text));
  }
  close(): void {}
}

const state = { type: "state", rev: 0, from: 0, epoch: 0, events: [], number: 0, view: {}, decision: null };

function sitting(token: string | null, visible: { now: boolean }): { live: Live; socket: Socket } {
  const socket = new Socket();
  const ears = { state: () => {}, problem: () => {}, link: () => {} };
  const live = new Live("ws://x", token, ears, { socket: () => socket as unknown as WebSocket, eyes: () => visible.now });
  live.open();
  socket.onopen?.();
  socket.onmessage?.({ data: JSON.stringify(state) });
  return { live, socket };
}

it("says that somebody looks when it has something to show, and whenever that changes", () => {
  const visible = { now: true };
  const { live, socket } = sitting("me.IT", visible);
  expect(socket.said.at(-1)).toEqual({ do: "look", yes: true });
  visible.now = false;
  live.look();
  expect(socket.said.at(-1)).toEqual({ do: "look", yes: false });
});

it("says nothing for a spectator", () => {
  const { live, socket } = sitting(null, { now: true });
  live.look();
  expect(socket.said.filter((it) => it.do === "look")).toEqual([]);
});

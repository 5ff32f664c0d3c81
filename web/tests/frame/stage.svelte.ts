/** A small board with a table that only notes what is asked of it, and the rooms of the frame over both. */
import { flushSync } from "svelte";
import { vi } from "vitest";

import { follow } from "../../src/boards/frame/follow.svelte";
import { Keyboard } from "../../src/boards/frame/keyboard.svelte";
import { Pointer } from "../../src/boards/frame/pointer.svelte";
import { Scene } from "../../src/boards/frame/scene.svelte";
import { Sight } from "../../src/boards/frame/sight.svelte";
import { Speech } from "../../src/boards/frame/speech.svelte";
import { Trays } from "../../src/boards/frame/trays.svelte";
import { offered, type Grasp } from "../../src/lib/grasp";
import type { Geometry } from "../../src/boards/geometry";
import { hexGeometry } from "../../src/boards/hexes";
import type { Zoomer } from "../../src/boards/zoom";
import type { Pick, Thing } from "../../src/lib/choose";
import type { Table } from "../../src/lib/table.svelte";
import type { Board, Choice, Decision, Event, Marker, Piece } from "../../src/lib/wire";

export const piece = (id: string, at: string | null, side = "AX", more: Partial<Piece> = {}) =>
  ({ id, at, side, symbol: "nato:infantry:div", type: "inf", label: id, sub: "", values: ["2", "6"], marks: [], facts: [], ...more }) as unknown as Piece;
export const marker = (id: string, at: string, kind: string, label = kind) => ({ id, at, kind, label, side: null, state: null }) as unknown as Marker;
export const choice = (verb: string, kind: Choice["kind"], targets: string[], candidates = targets, more: Partial<Choice> = {}) =>
  ({ verb, kind, label: verb, targets, candidates, dice: false, ...more }) as unknown as Choice;
export const decision = (choices: Choice[], about: Decision["about"] = null) =>
  ({ side: "AX", prompt: "Move a unit", rule: "1", choices, about, scripts: [], quiet: null }) as unknown as Decision;

const hex = (x: number, y: number): [number, number][] => [0, 1, 2, 3, 4, 5].map((k) => [x + 40 * Math.cos((k * Math.PI) / 3), y + 40 * Math.sin((k * Math.PI) / 3)]);
const square = (x: number, y: number, w: number, h: number): [number, number][] => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
/** Three hexes in a row, one below the second, and a box of the sheet. */
export const board = {
  kind: "hexes", box: [0, 0, 1000, 600], art: null, title: "Trial", overlays: [],
  spaces: [
    { id: "A", x: 100, y: 100, shape: hex(100, 100), label: "Alpha" },
    { id: "B", x: 200, y: 100, shape: hex(200, 100), label: "Bravo" },
    { id: "C", x: 300, y: 100, shape: hex(300, 100), label: "Charlie" },
    { id: "D", x: 200, y: 200, shape: hex(200, 200), label: "Delta" },
    { id: "box", x: 700, y: 400, shape: square(600, 300, 200, 200), label: "Staging" },
  ],
} as unknown as Board;

class Sham {
  board = board;
  view = $state.raw<Table["view"]>(null);
  decision = $state.raw<Decision | null>(null);
  grasp = $state.raw<Grasp | null>(null);
  offered = $derived.by(() => offered(this.decision, this.grasp));
  state = $state.raw<unknown>({});
  events = $state.raw<Event[]>([]);
  lit = $state.raw({ pieces: new Set<string>(), spaces: new Set<string>(), event: null as number | null });
  closeup = $state.raw<string[] | null>(null);
  over = $state<string | null>(null);
  among = $state.raw<{ group: string; picks: Pick[] } | null>(null);
  said = $state("");
  ready = true;
  still = false;
  seated = "AX";
  replay = { on: false };
  layers = { all: [{ id: "supply" }] };
  game = { sides: [{ id: "AX", short: "Axis" }, { id: "AL", short: "Allies" }] };
  pieces = $derived(new Map((this.view?.pieces ?? []).map((it) => [it.id, it])));
  spaces = new Map(board.spaces.map((space) => [space.id, space]));
  play = vi.fn<(pick: Pick) => void>();
  tap = vi.fn<(pick: Pick) => Promise<void>>();
  point = vi.fn<(thing: Thing, firm?: boolean) => void>();
  pickUp = vi.fn<(pieces: string[], how?: object) => Promise<boolean>>(() => Promise.resolve(false));
  aimAt = vi.fn<(place: string) => Promise<boolean>>(() => Promise.resolve(false));
  spotted = { x: 0, y: 0 };
  putDown = vi.fn(() => (this.grasp = null));
  unpoint = vi.fn();
  dismiss = vi.fn();
  short = (side: string) => this.game.sides.find((it) => it.id === side)?.short ?? "";
  spaceName = (id: string) => this.spaces.get(id)?.label ?? id;
  pieceName = (id: string) => id;

  show(pieces: Piece[], markers: Marker[] = []): void {
    this.view = { pieces, markers, heading: "Turn 1", phase: "Movement" } as unknown as Table["view"];
  }
}

export type Stage = ReturnType<typeof stage>;

/** Everything over the small board; `k` pixels for a unit. End it with `close()`. */
export function stage(pieces: Piece[] = [], asked: Decision | null = null, { k = 1, geometry = hexGeometry(board) as Geometry, markers = [] as Marker[] } = {}) {
  const sham = new Sham();
  sham.show(pieces, markers);
  sham.decision = asked;
  const table = sham as unknown as Table;
  const zoom = { resize: vi.fn(), by: vi.fn(), pan: vi.fn(), fit: vi.fn(), show: vi.fn(), near: vi.fn(), frame: vi.fn(), glide: vi.fn<() => boolean>(() => false), approach: vi.fn<() => boolean>(() => false), widen: vi.fn<() => boolean>(() => false), centre: vi.fn(), destroy: vi.fn() } satisfies Zoomer;
  const make = vi.fn<(svg: SVGSVGElement, wishes: { moved(at: { k: number; x: number; y: number }): void }) => Zoomer>(() => zoom);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  let rooms!: { sight: Sight; scene: Scene; trays: Trays; speech: Speech; keyboard: Keyboard; pointer: Pointer };
  const close = $effect.root(() => {
    const given = { table, geometry };
    const sight = new Sight(given, () => svg, make as never);
    const scene = new Scene(given, sight);
    const trays = new Trays(scene);
    const speech = new Speech(scene);
    const keyboard = new Keyboard(scene, trays, speech);
    const pointer = new Pointer(scene, trays, keyboard);
    follow(keyboard);
    rooms = { sight, scene, trays, speech, keyboard, pointer };
    sight.width = 1000;
    sight.height = 600;
    sight.at = { k, x: 0, y: 0 };
  });
  flushSync();
  zoom.show.mockClear();
  return { ...rooms, table: sham, zoom, make, close };
}

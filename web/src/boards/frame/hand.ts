/** What choosing a thing of the board does, by click, tap, drag or Enter: it plays, takes into the hand, opens a pile or a list, or asks why not. */
import { click, type Pick, type Thing } from "../../lib/choose";
import { prefs } from "../../lib/prefs.svelte";
import type { Scene } from "./scene.svelte";
import type { Trays } from "./trays.svelte";

export interface Manner {
  inTray?: boolean;
  /** With Shift: added to what is in the hand; a pile as a whole. */
  more?: boolean;
}

/** So many pieces a hand holds. */
const MOST = 24;

export function choose(scene: Scene, trays: Trays, thing: Thing, thumb: boolean, { inTray = false, more = false }: Manner = {}): void {
  const { table, geometry } = scene;
  const at = scene.placeOf(thing);
  table.over = at;
  if (table.picking) return table.picking(thing);
  const group = at ? geometry.group(at) : null;
  if (more && !thumb && table.ready) {
    const { pieces, pile } = handful(scene, thing, inTray);
    if (pieces.length) return void table.pickUp(pieces, { add: true, pile });
  }
  if (at && group && geometry.fans && !inTray && trays.takes(at, thing, thumb)) return;
  if (!table.ready) return table.point(thing, true);
  // On heaps a counter means itself, not the only one of its area that may be chosen.
  const members = group && !(thing.kind === "piece" && scene.heapOf.has(thing.id)) ? geometry.members(group) : [];
  const what = click(table.offered, thing, members, table.view?.pieces ?? [], thumb);
  const held = thing.kind === "piece" && !table.grasp?.given && table.grasp?.pieces.includes(thing.id);
  if (held && table.grasp!.pieces.length === 1) return void again(scene, thing);
  if ("among" in what) table.among = { group: group!, picks: what.among };
  else if ("play" in what) {
    const { play } = what;
    if (play.choice.role === "take" && !table.guide) return void take(scene, play, thumb);
    perform(scene, play, thumb);
  } else {
    // Too small to be read by a thumb, and nothing to be chosen there: it is shown from near.
    if (thumb && group && !geometry.fans && scene.sight.smallest < 16) scene.sight.zoom?.near(geometry.bounds(group));
    void refuse(scene, thing, what.ask && { kind: what.ask.choice.kind as Thing["kind"], id: String(what.ask.target) });
  }
}

function perform({ table }: Scene, play: Pick, thumb: boolean): void {
  if (thumb && (prefs.coarse || prefs.narrow)) void table.tap(play);
  else if (thumb && play.choice.dice) table.point({ kind: play.choice.kind === "piece" ? "piece" : "space", id: String(play.target) }, true);
  else table.play(play);
}

/** A listed piece: into the hand, if the next click can then say where it goes; else it is chosen. */
async function take(scene: Scene, play: Pick, thumb: boolean): Promise<void> {
  if (!(await scene.table.pickUp([String(play.target)], { listed: play }))) perform(scene, play, thumb);
}

/** What is in the hand is clicked once more: it is chosen as the question asks, if it is listed, or put down. */
async function again({ table }: Scene, thing: Thing): Promise<void> {
  const choice = table.decision?.choices.find((it) => it.kind === "piece" && it.targets.includes(thing.id));
  await table.pickUp([thing.id], { listed: choice ? { verb: choice.verb, target: thing.id, choice } : null });
}

/** What a hand takes that takes all: of a tray the counter, of a heap of equals one for all, of a pile everybody of one's own. */
export function handful(scene: Scene, thing: Thing, inTray: boolean): { pieces: string[]; pile: string | null } {
  const { table } = scene;
  const at = scene.placeOf(thing);
  const mine = (piece: { id: string; side?: string | null } | undefined) => piece?.side === table.seated;
  if (thing.kind === "piece" && inTray) return { pieces: mine(table.pieces.get(thing.id)) ? [thing.id] : [], pile: null };
  const heap = thing.kind === "piece" ? scene.heapOf.get(thing.id) : undefined;
  const all = (heap?.same ? [table.pieces.get(thing.id)!] : (heap?.pieces ?? (at ? (scene.stacks.get(at) ?? []) : []))).filter(mine);
  const listed = new Set((table.decision?.choices ?? []).flatMap((choice) => (choice.role === "take" ? choice.targets : [])));
  const able = all.filter((piece) => listed.has(piece.id));
  const pieces = (able.length ? able : all).slice(0, MOST).map((piece) => piece.id);
  return { pieces, pile: pieces.length > 1 && !heap?.same ? at : null };
}

/**
 * What may not be clicked now: pieces of one's own are taken into the hand, if one gesture can bring them anywhere; at places of the
 * enemy a gesture may have something to do; the rest says why not.
 */
async function refuse(scene: Scene, thing: Thing, about: Thing | null): Promise<void> {
  const { table } = scene;
  const held = table.grasp && !table.grasp.given;
  const own = thing.kind === "piece" && table.pieces.get(thing.id)?.side === table.seated;
  if (own && (await table.pickUp([thing.id]))) return;
  table.putDown();
  if (held) return;
  const at = scene.placeOf(thing);
  if (!own && at && (scene.stacks.get(at) ?? []).some((piece) => piece.side && piece.side !== table.seated) && (await table.aimAt(at))) return;
  table.point(about ?? thing, true);
}

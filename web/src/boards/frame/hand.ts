/** What choosing a thing of the board does, by click, tap or Enter: it plays, opens a pile or a list, or asks why not. */
import { click, type Thing } from "../../lib/choose";
import { prefs } from "../../lib/prefs.svelte";
import type { Table } from "../../lib/table.svelte";
import type { Scene } from "./scene.svelte";
import type { Trays } from "./trays.svelte";

export function choose(scene: Scene, trays: Trays, thing: Thing, thumb: boolean, inTray = false): void {
  const { table, geometry } = scene;
  const at = scene.placeOf(thing);
  table.over = at;
  const group = at ? geometry.group(at) : null;
  if (at && group && geometry.fans && !inTray && trays.takes(at, thing, thumb)) return;
  if (!table.ready) return table.point(thing, true);
  // On heaps a counter means itself, not the only one of its area that may be chosen.
  const members = group && !(thing.kind === "piece" && scene.heapOf.has(thing.id)) ? geometry.members(group) : [];
  const what = click(table.offered, thing, members, table.view?.pieces ?? [], thumb);
  if ("among" in what) table.among = { group: group!, picks: what.among };
  else if ("play" in what) {
    const { play } = what;
    if (thumb && (prefs.coarse || prefs.narrow)) void table.tap(play);
    else if (thumb && play.choice.dice) table.point({ kind: play.choice.kind === "piece" ? "piece" : "space", id: String(play.target) }, true);
    else table.play(play);
  } else {
    // Too small to be read by a thumb, and nothing to be chosen there: it is shown from near.
    if (thumb && group && !geometry.fans && scene.sight.smallest < 16) scene.sight.zoom?.near(geometry.bounds(group));
    void refuse(table, thing, what.ask && { kind: what.ask.choice.kind as Thing["kind"], id: String(what.ask.target) });
  }
}

/** What may not be clicked now: a unit of one's own is taken into the hand, if one gesture can bring it anywhere; the rest says why not. */
async function refuse(table: Table, thing: Thing, about: Thing | null): Promise<void> {
  const held = table.grasp;
  const own = thing.kind === "piece" && table.pieces.get(thing.id)?.side === table.seated;
  if (own && (await table.pickUp(thing.id))) return;
  table.putDown();
  if (!held) table.point(about ?? thing, true);
}

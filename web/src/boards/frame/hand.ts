/** What choosing a thing of the board does, by click, tap or Enter: it plays, opens a pile or a list, or asks why not. */
import { click, type Thing } from "../../lib/choose";
import { prefs } from "../../lib/prefs.svelte";
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
  const what = click(table.decision, thing, members, table.view?.pieces ?? [], thumb);
  if ("among" in what) table.among = { group: group!, picks: what.among };
  else if ("play" in what) {
    const { play } = what;
    if (thumb && (prefs.coarse || prefs.narrow)) void table.tap(play);
    else if (thumb && play.choice.dice) table.point({ kind: play.choice.kind === "piece" ? "piece" : "space", id: String(play.target) }, true);
    else table.play(play);
  } else table.point(what.ask ? { kind: what.ask.choice.kind as Thing["kind"], id: String(what.ask.target) } : thing, true);
}

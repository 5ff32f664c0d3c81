/** What the board does by itself: a new question ends the walk and closes trays, and what matters is brought into sight. */
import { untrack } from "svelte";

import type { Thing } from "../../lib/choose";
import { prefs } from "../../lib/prefs.svelte";
import type { Decision } from "../../lib/wire";
import { around, type Box } from "../geometry";
import type { Keyboard } from "./keyboard.svelte";
import { thickest } from "./layout";

/** Makes the effects, in the order in which they must run: the walk is made anew before the board moves to it. */
export function follow(keyboard: Keyboard): void {
  const { scene, trays } = keyboard;
  const { sight, given } = scene;
  const begun = $derived(!!given.table.state);
  let asked: Decision | null = null;

  $effect(() => {
    void given.table.decision;
    keyboard.asked();
  });
  $effect(() => {
    // A phone shows a part of a large sheet: where something happened last.
    const { table, geometry } = given;
    if (!sight.sized || !begun || !geometry.fans || !prefs.narrow || table.replay.on) return;
    const event = untrack(() => table.events).findLast((it) => it.to ?? it.spaces[0]);
    const at = event?.to ?? event?.spaces[0] ?? untrack(() => thickest(scene.stacks, table.spaces, table.seated));
    if (at && table.spaces.has(at)) sight.show(geometry.bounds(at));
  });
  $effect(() => {
    const { table, geometry } = given;
    const close = sight.sized && table.closeup ? around(table.closeup.filter((id) => table.spaces.has(id)).map((id) => geometry.bounds(id))) : null;
    if (close) sight.zoom?.near(close);
  });
  $effect(() => {
    void sight.height;
    const { table } = given;
    const { about } = scene;
    void keyboard.everything;
    if (!sight.sized || table.still || !table.decision) return;
    // Where counters lie changes with the zoom: that must not move the board again.
    const all = untrack(() => {
      const boxes = keyboard.walk.map((thing) => trays.boundsOf(thing)).filter((it) => it !== null);
      const subject = about?.kind === "piece" || about?.kind === "space" ? trays.boundsOf(about as Thing) : null;
      return around(subject ? [...boxes, subject] : boxes);
    });
    if (!all) return;
    // On a phone the squares around the plane are all one can read: the nine of them fill the board.
    const stands = about?.kind === "piece" ? table.pieces.get(about.id)?.at : null;
    const nine = prefs.narrow && !given.geometry.fans && stands ? given.geometry.bounds(given.geometry.group(stands)) : null;
    // It goes where places of the map are asked for, or where a unit is asked about and what it may choose lies beside it; for a choice
    // among pieces here and there, or a box beside the map, it would lose the board.
    const onMap = (id: string) => table.board?.kind === "points" || table.spaces.get(id)?.shape?.length !== 4;
    const places = untrack(() => [...scene.legalSpaces].some(onMap)) || (about?.kind === "space" && onMap(about.id)) || (!!stands && onMap(stands) && scene.pieceTargets.size > 0);
    const small = all.w * all.h < sight.box.w * sight.box.h * 0.3;
    // Once for each question: whoever then looks elsewhere is not called back.
    const fresh = table.decision !== asked;
    asked = table.decision;
    if (nine && fresh && prefs.glide && !table.guide) return void untrack(() => sight.zoom?.frame({ x: nine.x - nine.w, y: nine.y - nine.h, w: nine.w * 3, h: nine.h * 3 }));
    const goes = fresh && prefs.glide && !table.guide && places && !(prefs.narrow && given.geometry.fans);
    // Small matters are looked at closely; where one may choose all over the map, it is shown as far as need be.
    const far = untrack(() => goes && (small ? sight.zoom?.glide(all) : sight.zoom?.widen(all)));
    if (far) return;
    // Areas and points lie close: what is asked about one of them is looked at from near, what is asked all over the map from as far as need be.
    if (prefs.narrow && given.geometry.heaps && fresh && prefs.glide && !table.guide && untrack(() => sight.zoom?.approach(all))) return;
    if (prefs.narrow && given.geometry.fans) return untrack(() => fit(all));
    if (all.w < sight.box.w * 0.7) sight.show(all);
  });
  /**
   * A phone shows little of a sheet, and the question takes much of its window: as much of what may be chosen as has room there, the
   * places before the units, and not at the rim; of more any part will do.
   */
  function fit(all: Box): void {
    const { geometry } = given;
    const places = [...scene.legalSpaces].map((id) => geometry.bounds(id));
    const stand = scene.about?.kind === "piece" || scene.about?.kind === "space" ? trays.boundsOf(scene.about as Thing) : null;
    const rim = Math.min(sight.part.w, sight.part.h) * 0.12;
    const rimmed = (box: Box): Box => ({ x: box.x - rim, y: box.y - rim, w: box.w + 2 * rim, h: box.h + 2 * rim });
    const wanted = [all, around(stand ? [...places, stand] : places), around(places), stand].map((box) => box && rimmed(box));
    const whole = wanted.find((box) => box && box.w <= sight.part.w && box.h <= sight.part.h);
    if (whole) sight.show(whole);
    else if (all.w < sight.box.w * 0.7) sight.show(all);
  }
  $effect(() => {
    const { table, geometry } = given;
    if (table.lit.event === null) return;
    sight.show(around([...table.lit.spaces].map((id) => geometry.bounds(id))));
  });
  $effect(() => {
    const { stacks, pieceTargets } = scene;
    untrack(() => trays.asked(stacks, pieceTargets));
  });
}

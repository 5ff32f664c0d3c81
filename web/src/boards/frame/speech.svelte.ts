/** The board in words, for who hears it. */
import type { Thing } from "../../lib/choose";
import type { Scene } from "./scene.svelte";
import { say } from "../../words/words";

export class Speech {
  /** Every space with something on it, in reading order. */
  inWords = $derived.by(() => {
    const { geometry, stacks } = this.scene;
    return geometry.order.filter((space) => stacks.has(space)).map((space) => ({ space, text: this.contents(space) }));
  });

  constructor(readonly scene: Scene) {}

  nameOf(thing: Thing): string {
    const { table } = this.scene;
    if (thing.kind === "space") return table.spaceName(thing.id);
    const at = table.pieces.get(thing.id)?.at;
    return `${table.pieceName(thing.id)}${at ? `, ${table.spaceName(at)}` : ""}`;
  }

  /** What lies on a space: pieces by side and kind with their number, markers. */
  contents(space: string): string {
    const { table, geometry, stacks } = this.scene;
    const kinds = new Map<string, number>();
    for (const piece of stacks.get(space) ?? []) {
      const name = `${table.short(piece.side)} ${piece.label}${geometry.heaps ? "" : ` ${piece.sub ?? ""}`}`.trim();
      kinds.set(name, (kinds.get(name) ?? 0) + 1);
    }
    const marked = (table.view?.markers ?? []).filter((marker) => marker.at === space).map((marker) => marker.label);
    return [...[...kinds].map(([name, n]) => (n > 1 ? `${n} ${name}` : name)), ...marked].join(", ");
  }

  /** A thing the keyboard has come to, with what may be done with it. */
  pointed(thing: Thing): string {
    const here = thing.kind === "space" ? this.contents(thing.id) : "";
    return [this.nameOf(thing), this.scene.pick(thing)?.choice.label, here].filter(Boolean).join(". ") + ".";
  }

  /** The place of a thing, or the whole board with what is asked. */
  described(thing: Thing | null): string {
    if (thing) {
      const what = this.contents(this.scene.placeOf(thing) ?? "");
      return what ? say("here-lies", { place: this.nameOf(thing), what }) : say("here-lies-nothing", { place: this.nameOf(thing) });
    }
    const { table } = this.scene;
    const { view, decision } = table;
    const counts = (table.game?.sides ?? []).map(
      (side) => say("pieces-on-board", { side: side.short, n: (view?.pieces ?? []).filter((piece) => piece.side === side.id && piece.at).length }),
    );
    const places = this.inWords.slice(0, 40).map(({ space, text }) => say("named", { label: table.spaceName(space), what: text }));
    return [`${view?.heading}, ${view?.phase}`, decision?.prompt, ...counts, ...places].filter(Boolean).join(". ");
  }
}

/** A click that waits to be confirmed, and what clicks are called. */
import { say } from "../words/words";
import type { Pick } from "./choose";
import type { Click, Table } from "./table.svelte";
import type { Choice, Final, PlanStep } from "./wire";

export interface Parting {
  click: Click;
  /** What the click does. */
  words: string;
  why: NonNullable<Final["why"]>;
  deeds: Final["deeds"];
}

/** What a button does, where or to whom, and its chance: "Attack Olbia, 62 %". */
export function deed(table: Table, choice: Choice): string {
  const { main } = choice;
  // A lesson speaks of buttons by their labels.
  if (!main || table.guide) return choice.label;
  const where = [...main.spaces.map((space) => table.placeName(space)), ...(main.piece ? [table.pieceName(main.piece)] : [])].join(", ");
  const what = where ? say("main-at", { what: main.words, where }) : main.words;
  return main.win === null ? what : say("main-chance", { what, p: main.win });
}

/** A click in words: what is done, and to whom or where. */
export const asked = (table: Table, click: Omit<PlanStep, "verb">): string =>
  click.target === null ? click.label : say("main-at", { what: click.label, where: table.targetName(click.kind, click.target) });

export const named = (table: Table, { choice, target }: Pick): string => (choice.kind === "nothing" ? deed(table, choice) : asked(table, { ...choice, target }));

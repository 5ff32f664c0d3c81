/**
 * The log as it is read: by turns, the same again told once with its number, a long row of one side doing the same folded. What has
 * been laid out stays the same object, so that a click draws what is new and not the whole game again.
 */
import { say } from "../words/words";
import type { Event } from "./wire";

/** An event, and how often it was told in a row. */
export interface Line {
  event: Event;
  times: number;
}

/** A line, and those folded behind it. */
export interface Row {
  first: Line;
  rest: Line[];
}

export interface Turn {
  turn: number;
  title: string;
  rows: Row[];
  /** Where among the events shown it begins. */
  from: number;
}

const FEW = 5;
/** An event that opens a turn. */
export const opens = (event: Event): boolean => /^(turn|season)$/.test(event.kind);

export class Chronicle {
  #shown: Event[] = [];
  #whole = false;
  #began = -1;
  #turns: Turn[] = [];
  #lines = new WeakMap<Event, Line>();
  #rows = new WeakMap<Line, Row>();

  /** `whole`: who looks back has a line for every moment. `began`: the event that opened the first turn; what was before it set the game up. */
  read(shown: Event[], whole: boolean, began = 0): Turn[] {
    const last = this.#turns.at(-1);
    const known = this.#shown.length;
    // Turns that are over are left as they are, where what was shown is still the beginning of what is.
    const goesOn = last && began === this.#began && whole === this.#whole && shown.length >= known && shown[known - 1] === this.#shown[known - 1] && shown[0] === this.#shown[0];
    this.#began = began;
    const kept = goesOn ? this.#turns.slice(0, -1) : [];
    const turns = [...kept, ...this.#laid(shown, goesOn ? last.from : 0, whole)];
    this.#shown = shown;
    this.#whole = whole;
    this.#turns = turns;
    return turns;
  }

  #laid(shown: Event[], from: number, whole: boolean): Turn[] {
    const groups: { turn: number; title: string; from: number; lines: Line[] }[] = [];
    for (let i = from; i < shown.length; i++) {
      const event = shown[i]!;
      const last = groups.at(-1);
      const before = last?.lines.at(-1);
      if (!whole && before && before.event.text === event.text && last?.turn === event.turn && !event.dice.length && !event.sheet)
        last.lines[last.lines.length - 1] = { times: before.times + 1, event: { ...event, pieces: [...before.event.pieces, ...event.pieces] } };
      // An event that opens a turn is its own heading, also where setting up has the same number as the turn before the first.
      else if (last?.turn === event.turn && !opens(event)) last.lines.push(this.#line(event));
      else groups.push({ turn: event.turn, title: opens(event) ? event.text : event.turn && event.n >= this.#began ? say("log-turn", { turn: event.turn }) : say("log-setting-up"), from: i, lines: [this.#line(event)] });
    }
    return groups.map(({ lines, ...group }) => ({ ...group, rows: this.#folded(lines, whole) }));
  }

  #line(event: Event): Line {
    const line = this.#lines.get(event) ?? { event, times: 1 };
    this.#lines.set(event, line);
    return line;
  }

  #row(first: Line): Row {
    const row = this.#rows.get(first) ?? { first, rest: [] };
    this.#rows.set(first, row);
    return row;
  }

  #folded(lines: Line[], whole: boolean): Row[] {
    const runs: Line[][] = [];
    for (const line of lines) {
      const run = runs.at(-1);
      const before = run?.[0]!.event;
      const like = before && before.kind === line.event.kind && before.side === line.event.side && !line.event.dice.length && !before.dice.length && !line.event.sheet;
      if (run && like && !whole) run.push(line);
      else runs.push([line]);
    }
    return runs.flatMap((run) => (run.length < FEW ? run.map((line) => this.#row(line)) : [{ first: run[0]!, rest: run.slice(1) }]));
  }
}

/** Things of the wire for tests, with everything that a test does not care about left empty. */
import type { Board } from "../src/lib/wire";

export const made = (board: Pick<Board, "kind" | "box" | "spaces"> & Partial<Board>): Board => ({ title: "", art: null, levels: 0, columns: 0, ranks: 0, legend: [], overlays: [], focus: null, north: 0, ...board });

/** Something a page tries at the server's door: whether it is under way, and what went wrong. */

import { problemOf } from "./api";
import type { ProblemDocument } from "./wire";

export class Attempt {
  busy = $state(false);
  problem = $state.raw<ProblemDocument | null>(null);

  /** What goes wrong with a whole page stands at its top, so that is where one is taken. */
  constructor(private readonly page = true) {}

  act = async (work: () => Promise<unknown>): Promise<void> => {
    this.busy = true;
    this.problem = null;
    try {
      await work();
    } catch (error) {
      this.problem = problemOf(error);
      if (this.page) scrollTo(0, 0);
    }
    this.busy = false;
  };
}

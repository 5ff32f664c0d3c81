/** Where a lesson stands. It counts only what the server has seen, so a reload finds its place again. */
import type { LessonClick, LessonText } from "./wire";

/** A page of the lesson: one click of the learner, or what the other side does until the learner's next click. */
export interface Page {
  clicks: LessonClick[];
  mine: boolean;
  /** The learner's clicks at the table before this page. */
  before: number;
  /** Its place among the learner's pages, from 1; the other side's belong to the one before. */
  number: number;
}

export function pages(lesson: LessonText): Page[] {
  const found: Page[] = [];
  let before = 0;
  let number = 0;
  for (const click of lesson.clicks) {
    const mine = click.side === lesson.side;
    const last = found.at(-1);
    if (!mine && last && !last.mine) {
      last.clicks.push(click);
      continue;
    }
    if (mine) number += 1;
    found.push({ clicks: [click], mine, before, number });
    if (mine && !click.look) before += 1;
  }
  return found;
}

/** The first page that fits a table at which the learner has clicked so often; the number of pages when all is done. */
export function pageAt(all: Page[], clicks: number): number {
  const at = all.findIndex((page) => page.before === clicks);
  return at < 0 ? all.length : at;
}

/** Whether the learner has done what a page asks for. */
export const done = (page: Page, clicks: number): boolean => page.mine && !page.clicks[0]!.look && clicks > page.before;

/** What the learner's last click led to, if the page before was one; what was only looked at has been told there. */
export const outcome = (all: Page[], at: number): string => {
  const last = all[at - 1];
  return last?.mine && !last.clicks[0]!.look ? last.clicks[0]!.then : "";
};

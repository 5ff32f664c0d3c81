/** Boxes that have not moved stay the same list: what is laid out around them need not be laid out again after every click. */
import type { Box } from "../geometry";

const same = (a: Box[], b: Box[]): boolean => a.length === b.length && a.every((box, i) => box.x === b[i]!.x && box.y === b[i]!.y && box.w === b[i]!.w && box.h === b[i]!.h);

export function steady(boxes: () => Box[]): () => Box[] {
  let before: Box[] = [];
  const found = $derived.by(() => {
    const now = boxes();
    return same(now, before) ? before : (before = now);
  });
  return () => found;
}

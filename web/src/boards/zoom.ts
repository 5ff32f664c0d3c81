/** Pan and zoom of the board: d3-zoom on an svg element, in board units. */
import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type ZoomTransform } from "d3-zoom";

import type { Box } from "./geometry";

export interface Zoomer {
  resize(width: number, height: number): void;
  by(factor: number): void;
  pan(dx: number, dy: number): void;
  fit(): void;
  show(box: Box): void;
  near(box: Box): void;
  /** A part of the board as large as the frame allows. */
  frame(box: Box): void;
  /** To a part of the board that is being decided about; false when it is seen well already, or somebody has just moved the map. */
  glide(box: Box): boolean;
  /** On a small screen: as near to what is decided about as it can be seen whole, from no further than the first look; false if it cannot, or is. */
  approach(box: Box): boolean;
  /** Away from a part one has looked at closely, until all of a target is in sight; false when it is, or somebody has just moved the map. */
  widen(target: Box): boolean;
  /** A point of the board in the middle. */
  centre(x: number, y: number): void;
  destroy(): void;
}

interface Wishes {
  box: Box;
  /** The part a first look should show. */
  focus?: Box;
  /** Pixels per board unit the first view should have at least, even if the whole board does not fit then. */
  atLeast: number;
  /** The first look fills the frame, as far as `most` allows, even if not all of the board is seen then. */
  fill?: boolean;
  /** But not more than so many times the whole board. */
  most?: number;
  calm: boolean;
  /** A press on something that is dragged itself. */
  holds?(event: Event): boolean;
  moved(transform: ZoomTransform): void;
}

/** A counter of 46 is so large that all of it can be read, and neighbours are still seen. */
const CLOSE = 0.8;
/** Who has moved the map is left alone for so long. */
const ALONE = 2000;

export function zoomer(svg: SVGSVGElement, { box, focus, atLeast, fill = false, most = 1.4, calm, holds, moved }: Wishes): Zoomer {
  const selection = select<SVGSVGElement, unknown>(svg);
  let width = 0;
  let height = 0;
  let now = zoomIdentity;
  let touched = false;
  let moving = -Infinity;

  const behaviour = zoom<SVGSVGElement, unknown>()
    .clickDistance(5)
    .filter((event: MouseEvent) => (!event.ctrlKey || event.type === "wheel") && !event.button && !holds?.(event))
    .on("zoom", (event) => {
      if (event.sourceEvent) {
        touched = true;
        moving = performance.now();
      }
      now = event.transform;
      moved(now);
    });
  selection.call(behaviour).on("dblclick.zoom", null);

  const whole = () => Math.min(width / box.w, height / box.h);
  const glide = (ms: number) => (calm ? selection : (selection.transition().duration(ms) as unknown as typeof selection));
  const centred = (k: number, x: number, y: number) => zoomIdentity.translate(width / 2 - k * x, height / 2 - k * y).scale(k);
  /** Around a point, but not beyond the sheet. */
  const inside = (k: number, at: Box) =>
    behaviour.constrain()(centred(k, at.x + at.w / 2, at.y + at.h / 2), [[0, 0], [width, height]], behaviour.translateExtent());

  function fitted(k: number, at = box): ZoomTransform {
    return centred(k, at.x + at.w / 2, at.y + at.h / 2);
  }
  /** The first look: the part that matters, or everything if there is no such part. */
  function first(): ZoomTransform {
    if (focus) return fitted(Math.max(whole(), Math.min(width / focus.w, height / focus.h)), focus);
    const wanted = fill ? Math.max(width / box.w, height / box.h) : atLeast;
    return fitted(Math.max(whole(), Math.min(wanted, whole() * most)));
  }

  return {
    resize(w, h) {
      const begins = !width;
      const [dx, dy] = [(w - width) / 2, (h - height) / 2];
      width = w;
      height = h;
      if (!w || !h) return;
      // Never far beyond the sheet: what is blank shows nothing.
      const margin = 6 / whole();
      behaviour
        .extent([[0, 0], [w, h]])
        .scaleExtent([whole() * 0.9, Math.max(whole() * 8, 6)])
        .translateExtent([[box.x - margin, box.y - margin], [box.x + box.w + margin, box.y + box.h + margin]]);
      if (begins || !touched) selection.call(behaviour.transform, first());
      // What was in the middle stays there.
      else selection.call(behaviour.transform, zoomIdentity.translate(now.x + dx, now.y + dy).scale(now.k));
    },
    by(factor) {
      touched = true;
      glide(160).call(behaviour.scaleBy, factor);
    },
    pan(dx, dy) {
      touched = true;
      glide(120).call(behaviour.translateBy, (dx * 80) / now.k, (dy * 80) / now.k);
    },
    /** The part that matters; pressed again, everything. */
    fit() {
      const start = first();
      const there = !focus || (Math.abs(now.k - start.k) < 1e-6 && Math.abs(now.x - start.x) < 1 && Math.abs(now.y - start.y) < 1);
      touched = there;
      glide(260).call(behaviour.transform, there ? fitted(whole()) : start);
    },
    /** Pans only if the box is not wholly in sight. */
    show(target) {
      if (!width) return;
      const left = now.applyX(target.x);
      const top = now.applyY(target.y);
      const right = now.applyX(target.x + target.w);
      const bottom = now.applyY(target.y + target.h);
      if (left >= 0 && top >= 0 && right <= width && bottom <= height) return;
      // Too large to be seen whole: any part of it in the middle will do.
      const large = right - left > width || bottom - top > height;
      if (large && left < width * 0.7 && right > width * 0.3 && top < height * 0.7 && bottom > height * 0.3) return;
      touched = true;
      glide(280).call(behaviour.translateTo, target.x + target.w / 2, target.y + target.h / 2);
    },
    /** A part of the board large and in the middle, but no larger than three times the whole, or what can be read. */
    near(target) {
      if (!width) return;
      touched = true;
      const k = Math.max(whole(), Math.min(width / (target.w * 2.4), height / (target.h * 2), Math.max(whole() * 3, 1)));
      glide(400).call(behaviour.transform, inside(k, target));
    },
    frame(target) {
      if (!width || performance.now() - moving < ALONE) return;
      touched = true;
      glide(420).call(behaviour.transform, inside(Math.max(whole(), Math.min(width / target.w, height / target.h)), target));
    },
    glide(target) {
      if (!width || performance.now() - moving < ALONE) return false;
      const k = Math.max(whole(), Math.min(width / (target.w * 1.6), height / (target.h * 1.6), whole() * 2.2));
      const [left, top] = [now.applyX(target.x), now.applyY(target.y)];
      const [right, bottom] = [now.applyX(target.x + target.w), now.applyY(target.y + target.h)];
      const seen = left >= 0 && top >= 0 && right <= width && bottom <= height;
      if (seen && now.k > k * 0.7 && now.k < k * 1.5) return false;
      touched = true;
      glide(420).call(behaviour.transform, inside(k, target));
      return true;
    },
    approach(target) {
      if (!width || performance.now() - moving < ALONE) return false;
      const k = Math.max(first().k, Math.min(width / (target.w * 1.3), height / (target.h * 1.3), CLOSE));
      if (now.k > k * 0.85 && now.k < k * 1.15) return false;
      touched = true;
      glide(420).call(behaviour.transform, inside(k, target));
      return target.w * k < width && target.h * k < height;
    },
    widen(target) {
      if (!width || performance.now() - moving < ALONE) return false;
      const k = Math.max(whole(), Math.min(width / (target.w * 1.06), height / (target.h * 1.06)));
      if (now.k <= k * 1.05) return false;
      touched = true;
      glide(420).call(behaviour.transform, inside(k, target));
      return true;
    },
    centre(x, y) {
      touched = true;
      moving = performance.now();
      selection.call(behaviour.translateTo, x, y);
    },
    destroy() {
      selection.on(".zoom", null);
    },
  };
}

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
  destroy(): void;
}

interface Wishes {
  box: Box;
  /** The part a first look should show. */
  focus?: Box;
  /** Pixels per board unit the first view should have at least, even if the whole board does not fit then. */
  atLeast: number;
  /** But not more than so many times the whole board. */
  most?: number;
  calm: boolean;
  moved(transform: ZoomTransform): void;
}

export function zoomer(svg: SVGSVGElement, { box, focus, atLeast, most = 1.4, calm, moved }: Wishes): Zoomer {
  const selection = select<SVGSVGElement, unknown>(svg);
  let width = 0;
  let height = 0;
  let now = zoomIdentity;
  let touched = false;

  const behaviour = zoom<SVGSVGElement, unknown>()
    .clickDistance(5)
    .on("zoom", (event) => {
      if (event.sourceEvent) touched = true;
      now = event.transform;
      moved(now);
    });
  selection.call(behaviour).on("dblclick.zoom", null);

  const whole = () => Math.min(width / box.w, height / box.h);
  const glide = (ms: number) => (calm ? selection : (selection.transition().duration(ms) as unknown as typeof selection));
  const centred = (k: number, x: number, y: number) => zoomIdentity.translate(width / 2 - k * x, height / 2 - k * y).scale(k);

  function fitted(k: number, at = box): ZoomTransform {
    return centred(k, at.x + at.w / 2, at.y + at.h / 2);
  }
  /** The first look: the part that matters, or everything if there is no such part. */
  function first(): ZoomTransform {
    if (focus) return fitted(Math.max(whole(), Math.min(width / focus.w, height / focus.h)), focus);
    return fitted(Math.max(whole(), Math.min(atLeast, whole() * most)));
  }

  return {
    resize(w, h) {
      const begins = !width;
      const [dx, dy] = [(w - width) / 2, (h - height) / 2];
      width = w;
      height = h;
      if (!w || !h) return;
      const margin = 40 / whole();
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
      glide(400).call(behaviour.transform, centred(k, target.x + target.w / 2, target.y + target.h / 2));
    },
    destroy() {
      selection.on(".zoom", null);
    },
  };
}

/** Badges on counters. A mark without a drawing shows its first letter. */

/** Paths around (0, 0), about 8 units wide. */
export const glyphs: Record<string, string> = {
  hit: "M0 -4.6L1 -1.7L3.8 -3L2.3 -.3L4.6 1.2L1.7 1.4L1.6 4.4L-.2 2L-2.6 3.8L-2 1L-4.7 .6L-2.3 -.9L-3.6 -3.6L-1 -2Z",
  fired: "M-3.4 -.9H1.4V-2.6L4.4 0L1.4 2.6V.9H-3.4Z",
  bombs: "M0 4.6Q2.4 1.6 2.2 -.6Q2 -2.6 .8 -2.8L2 -4.4H-2L-.8 -2.8Q-2 -2.6 -2.2 -.6Q-2.4 1.6 0 4.6Z",
  bombed: "M-3.4 -2.4L-2.4 -3.4L0 -1L2.4 -3.4L3.4 -2.4L1 0L3.4 2.4L2.4 3.4L0 1L-2.4 3.4L-3.4 2.4L-1 0Z",
  ace: "M0 -4.6L1.3 -1.6L4.5 -1.4L2 .7L2.8 3.8L0 2.1L-2.8 3.8L-2 .7L-4.5 -1.4L-1.3 -1.6Z",
  lucky: "M-.6 4.5L-.3 .9A2.1 2.1 0 1 1 -2 -2A2.1 2.1 0 1 1 2 -2A2.1 2.1 0 1 1 .3 .9L.6 4.5Z",
};

/** "Hit: -1 on its own rolls" is too long for a chip: the word before the colon. */
export const short = (label: string): string => label.split(":")[0]!;

/** Badges on counters. A mark without a drawing shows its first letter. */
export { badges as glyphs } from "./outlines";

/** "Hit: -1 on its own rolls" is too long for a chip: the word before the colon. */
export const short = (label: string): string => label.split(":")[0]!;

/** What this browser prefers: theme, and a curtain or none at the hot seat. */

export type Theme = "auto" | "light" | "dark";

const KEY = "grandharbour.theme";
const KEYS = "grandharbour.keys";
const GLIDE = "grandharbour.glide";
const PAPERS = "grandharbour.papers";
const SOUND = "grandharbour.sound";
const PACE = "grandharbour.pace";
const CONFIRM = "grandharbour.confirm";
const NORTH = "grandharbour.north";
const FOLDED = "grandharbour.folded";

/** How fast films and replays run, as multiples of the usual. */
export const PACES = [0.5, 1, 2, 4];

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function stored(): Theme {
  const theme = kept(KEY);
  return theme === "light" || theme === "dark" ? theme : "auto";
}

class Prefs {
  theme = $state<Theme>(stored());
  /** Pointer is a thumb: targets must be large, hovering does not exist. */
  coarse = $state(matchMedia("(pointer: coarse)").matches);
  narrow = $state(matchMedia("(max-width: 760px)").matches);
  /** The system asks for a dark page. */
  night = $state(matchMedia("(prefers-color-scheme: dark)").matches);
  /** No room for a column on the left of the board. */
  slim = $state(matchMedia("(max-width: 1120px)").matches);
  /** Single keys work wherever the focus is; who dictates or types into a reader may turn that off. */
  keys = $state(kept(KEYS) !== "off");
  /** The board goes where the decision is. */
  glide = $state(kept(GLIDE) !== "off");
  /** Width of the papers beside the board in pixels; 0 as the page likes. */
  papers = $state(Number(kept(PAPERS)) || 0);
  /** The log under the prompt is put away. */
  folded = $state(kept(FOLDED) === "on");
  /** Maps that are printed askew are turned until north is up. */
  north = $state(kept(NORTH) === "on");
  /** What cannot be taken back is asked once more. */
  confirm = $state(kept(CONFIRM) === "on");
  /** Dice, turns and battles can be heard. */
  sound = $state(kept(SOUND) !== "off");
  /** How fast films and replays run. */
  pace = $state(PACES.find((pace) => String(pace) === kept(PACE)) ?? 1);
  calm = matchMedia("(prefers-reduced-motion: reduce)").matches;

  constructor() {
    matchMedia("(pointer: coarse)").addEventListener("change", (it) => (this.coarse = it.matches));
    matchMedia("(max-width: 760px)").addEventListener("change", (it) => (this.narrow = it.matches));
    matchMedia("(max-width: 1120px)").addEventListener("change", (it) => (this.slim = it.matches));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (it) => (this.night = it.matches));
    this.#apply();
  }

  get dark(): boolean {
    return this.theme === "dark" || (this.theme === "auto" && this.night);
  }

  toggle(): void {
    this.theme = this.dark ? "light" : "dark";
    keep(KEY, this.theme);
    this.#apply();
  }

  useKeys(on: boolean): void {
    this.keys = on;
    keep(KEYS, on ? "on" : "off");
  }

  follow(on: boolean): void {
    this.glide = on;
    keep(GLIDE, on ? "on" : "off");
  }

  /** Between 300 pixels and 60 % of the window. */
  widen(pixels: number): void {
    this.papers = pixels && Math.round(Math.max(300, Math.min(innerWidth * 0.6, pixels)));
    keep(PAPERS, String(this.papers));
  }

  fold(on: boolean): void {
    this.folded = on;
    keep(FOLDED, on ? "on" : "off");
  }

  turn(on: boolean): void {
    this.north = on;
    keep(NORTH, on ? "on" : "off");
  }

  askFirst(on: boolean): void {
    this.confirm = on;
    keep(CONFIRM, on ? "on" : "off");
  }

  listen(on: boolean): void {
    this.sound = on;
    keep(SOUND, on ? "on" : "off");
  }

  hurry(pace: number): void {
    this.pace = pace;
    keep(PACE, String(pace));
  }

  #apply(): void {
    if (this.theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

export const prefs = new Prefs();

/** Small sounds, made here and not fetched: dice, a turn, a battle, the crackle of a radio, a word from somebody. A browser lets them sound after the first click. */
import { prefs } from "./prefs.svelte";

export type Noise = "dice" | "turn" | "battle" | "radio" | "word";
/** What calls somebody back who looks elsewhere. */
const CALLS: Noise[] = ["turn", "word"];

const LOUD = 0.16;
let hall: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Half a second of noise, made once. */
function noise(on: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate / 2, on.sampleRate);
  const data = hiss.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return hiss;
}

function swell(on: AudioContext, at: number, peak: number, long: number): GainNode {
  const gain = on.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak * LOUD, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(on.destination);
  return gain;
}

function tone(on: AudioContext, at: number, hertz: number, long: number, peak: number, to = hertz): void {
  const voice = on.createOscillator();
  voice.type = "sine";
  voice.frequency.setValueAtTime(hertz, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + long);
  voice.connect(swell(on, at, peak, long));
  voice.start(at);
  voice.stop(at + long);
}

function burst(on: AudioContext, at: number, hertz: number, width: number, long: number, peak: number): void {
  const source = on.createBufferSource();
  source.buffer = noise(on);
  const band = on.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = hertz;
  band.Q.value = width;
  source.connect(band).connect(swell(on, at, peak, long));
  source.start(at, Math.random() * 0.2, long);
}

const score: Record<Noise, (on: AudioContext, at: number) => void> = {
  // Knocks on wood, ever shorter apart.
  dice: (on, at) => [0, 0.07, 0.125, 0.165, 0.19].forEach((later, i) => burst(on, at + later, 1700 + 320 * (i % 3), 5, 0.045, 1 - i * 0.14)),
  // A ship's bell, struck twice.
  turn: (on, at) => [0, 0.22].forEach((later) => [988, 2490].forEach((hertz, i) => tone(on, at + later, hertz, 0.55, i ? 0.16 : 0.5))),
  battle: (on, at) => {
    tone(on, at, 110, 0.5, 1.6, 38);
    burst(on, at, 260, 0.7, 0.4, 1.1);
  },
  radio: (on, at) => [0, 0.05, 0.11, 0.15].forEach((later) => burst(on, at + later, 2600, 1.5, 0.04, 0.35)),
  // Two notes of a whistle.
  word: (on, at) => [660, 880].forEach((hertz, i) => tone(on, at + i * 0.11, hertz, 0.18, 0.45)),
};

/** Let something sound, unless sounds are off. Who looks elsewhere hears only what calls him. */
export function sound(what: Noise): void {
  if (!prefs.sound || (!CALLS.includes(what) && document.visibilityState !== "visible") || !navigator.userActivation?.hasBeenActive) return;
  try {
    hall ??= new AudioContext();
  } catch {
    return; // a browser without ears
  }
  const on = hall;
  // A context that was made just now begins to run a moment later.
  void (on.state === "running" ? Promise.resolve() : on.resume()).then(() => score[what](on, on.currentTime + 0.01));
}

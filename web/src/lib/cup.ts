/**
 * A person's cup (docs/dice.md): a chain of hashes of which only this browser knows the beginning. Its end, the seal, is shown to the
 * server when he sits down; each click then carries the number whose hash was shown last. SHA-256 is written out here because a
 * browser hands out its own only to pages that came by https.
 */
const LENGTH = 4096;

const K = /* the first 32 bits of the fractional parts of the cube roots of the first 64 primes */ (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) {
    if (Array.from({ length: n }, (_, i) => i).every((i) => i < 2 || n % i)) found.push((Math.cbrt(n) * 2 ** 32) | 0);
  }
  return Int32Array.from(found);
})();
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const w = new Int32Array(64);
const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** SHA-256 of a plain word in hex. */
export function hashed(word: string): string {
  const blocks = ((word.length + 8) >> 6) + 1;
  const bytes = new Uint8Array(blocks * 64);
  for (let i = 0; i < word.length; i++) bytes[i] = word.charCodeAt(i);
  bytes[word.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, word.length * 8);
  const state = Int32Array.from(START);
  for (let at = 0; at < bytes.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15]!;
      const y = w[i - 2]!;
      w[i] = (w[i - 16]! + w[i - 7]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
  return Array.from(state, (part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

export class Cup {
  /** From the secret beginning to the seal. */
  readonly links: string[];
  #place: Map<string, number>;

  constructor(
    readonly secret: string,
    length = LENGTH,
  ) {
    this.links = [hashed(secret)];
    for (let i = 0; i < length; i++) this.links.push(hashed(this.links[i]!));
    this.#place = new Map(this.links.map((link, i) => [link, i]));
  }

  get seal(): string {
    return this.links[this.links.length - 1]!;
  }

  /** The link whose hash was shown last; null if that was none of this cup's, or nothing is left in it. */
  after(last: string): string | null {
    return this.links[(this.#place.get(last) ?? 0) - 1] ?? null;
  }

  has(link: string): boolean {
    return this.#place.has(link);
  }
}

const key = (table: string, side: string) => `grandharbour.cup.${table}.${side}`;

/** The cup this browser has for a seat. */
export function cupOf(table: string, side: string): Cup | null {
  try {
    const secret = localStorage.getItem(key(table, side));
    return secret ? new Cup(secret) : null;
  } catch {
    return null;
  }
}

/** Another one, kept as long as the browser keeps things. */
export function newCup(table: string, side: string): Cup {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    localStorage.setItem(key(table, side), secret);
  } catch {
    // Without storage it lasts as long as the page; the next one is a new cup.
  }
  return new Cup(secret);
}

/** What a record says about one side's links, compared with what is in its cups. */
export interface Compared {
  /** Links of this side in the record. */
  links: number;
  /** Those that are not of this browser's cup, since it was brought. */
  foreign: number;
}

/** Whether the links of a save are this cup's own. Those before it was brought are another's: of a cup that was lost. */
export function compare(save: string, side: string, cup: Cup): Compared {
  let mine = false;
  const found: Compared = { links: 0, foreign: 0 };
  for (const line of save.split("\n")) {
    if (!line.startsWith('{"cup"') && !line.startsWith('{"click"') && !line.startsWith('{"shake"')) continue;
    const [[kind, [who, value]]] = Object.entries(JSON.parse(line)) as [[string, [string, string]]];
    if (who !== side) continue;
    if (kind === "cup") mine = value === cup.seal;
    else if (mine) {
      found.links += 1;
      if (!cup.has(value)) found.foreign += 1;
    }
  }
  return found;
}

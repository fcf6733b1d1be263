/** SHA-256. The browser's own is missing where a page came over plain http, as on a network at home. */

const WORDS = 64;
const [START, ROUND] = constants();

export function sha256(data: string | Uint8Array): string {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  const state = START.slice();
  const blocks = padded(bytes);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(state, new DataView(blocks.buffer, at, 64));
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return whole;
}

function mix(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(WORDS);
  for (let n = 0; n < 16; n++) words[n] = block.getUint32(4 * n);
  for (let n = 16; n < WORDS; n++) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[n] = words[n - 16]! + small + words[n - 7]! + large;
  }
  let [a, b, c, d, e, f, g, h] = Array.from(state) as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < WORDS; n++) {
    const choice = (e & f) ^ (~e & g);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUND[n]! + words[n]!) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (state[n] = state[n]! + word));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The standard takes them from the roots of the first primes: square roots, then cube roots. */
function constants(): [Uint32Array, Uint32Array] {
  const primes: number[] = [];
  for (let n = 2; primes.length < WORDS; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32);
  return [
    Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  ];
}

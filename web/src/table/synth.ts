/** The sounds of the table as samples, worked out once: no files, and the same every time. No DOM. */

export const SOUNDS = [
  "card",
  "deck",
  "claim",
  "station",
  "tickets",
  "dig",
  "collapse",
  "sweep",
  "shuffle",
  "turn",
  "last",
  "nudge",
  "refused",
  "won",
  "end",
] as const;
export type Sound = (typeof SOUNDS)[number];

/** Something that is struck, blown or brushed at a moment. Times are in seconds. */
interface Stroke {
  at: number;
  lasts: number;
  loud: number;
  /** Hertz; 0 is a brush of noise. */
  pitch: number;
  /** Overtones by loudness, the first being twice the pitch. */
  over?: readonly number[];
  /** How bright a brush of noise is, from 0 to 1. */
  bright?: number;
  /** Where the pitch glides to. */
  to?: number;
  /** How long it takes to swell; a knock takes none. */
  swell?: number;
}

const WOOD = [0.35, 0.12] as const;
const BELL = [0.5, 0.25, 0.18, 0.1] as const;

const knock = (at: number, loud: number, pitch = 150): Stroke[] => [
  { at, lasts: 0.09, loud, pitch, over: WOOD },
  { at, lasts: 0.035, loud: loud * 0.6, pitch: 0, bright: 0.5 },
];
const bell = (at: number, pitch: number, lasts = 0.7, loud = 0.3): Stroke => ({ at, lasts, loud, pitch, over: BELL });
const brush = (at: number, lasts: number, loud: number, bright: number): Stroke => ({
  at,
  lasts,
  loud,
  pitch: 0,
  bright,
  swell: lasts * 0.3,
});

const SCORES: Record<Sound, Stroke[]> = {
  card: [brush(0, 0.09, 0.5, 0.7), ...knock(0.07, 0.12, 320)],
  deck: [brush(0, 0.14, 0.45, 0.35), ...knock(0.12, 0.14, 260)],
  // Wheels over a joint of the rails: two and two.
  claim: [0, 0.09, 0.26, 0.35].flatMap((at) => knock(at, 0.34, 120)),
  station: [...knock(0, 0.4, 95), ...knock(0.16, 0.3, 95), bell(0.3, 523, 0.6, 0.2)],
  tickets: [brush(0, 0.07, 0.4, 0.9), brush(0.09, 0.07, 0.4, 0.9), brush(0.18, 0.1, 0.42, 0.8)],
  dig: [brush(0, 0.16, 0.4, 0.25), { at: 0, lasts: 0.4, loud: 0.3, pitch: 70, to: 110, swell: 0.1 }],
  collapse: [brush(0, 0.5, 0.45, 0.12), { at: 0, lasts: 0.55, loud: 0.35, pitch: 130, to: 55 }],
  sweep: [0, 0.07, 0.14, 0.21, 0.28].map((at) => brush(at, 0.09, 0.4, 0.55)),
  shuffle: Array.from({ length: 9 }, (_, i) => brush(i * 0.045, 0.05, 0.25 + 0.02 * i, 0.45)),
  turn: [bell(0, 659, 0.5, 0.26), bell(0.14, 880, 0.75, 0.28)],
  // A whistle, twice.
  last: [0, 0.4].flatMap((at): Stroke[] => [
    { at, lasts: 0.32, loud: 0.2, pitch: 622, over: [0.3], swell: 0.05 },
    { at, lasts: 0.32, loud: 0.2, pitch: 784, over: [0.3], swell: 0.05 },
  ]),
  nudge: [bell(0, 988, 0.35, 0.24), bell(0.18, 988, 0.35, 0.24), bell(0.36, 1319, 0.5, 0.24)],
  refused: [{ at: 0, lasts: 0.16, loud: 0.32, pitch: 180, to: 140, over: WOOD }],
  won: [523, 659, 784, 1047].map((pitch, at) => bell(at * 0.15, pitch, at === 3 ? 1.1 : 0.5, 0.24)),
  end: [659, 587, 523].map((pitch, at) => bell(at * 0.2, pitch, at === 2 ? 0.9 : 0.5, 0.24)),
};

/** One channel, between -1 and 1. */
export function samplesOf(sound: Sound, rate: number): Float32Array {
  const strokes = SCORES[sound];
  const seconds = Math.max(...strokes.map(({ at, lasts }) => at + lasts));
  const samples = new Float32Array(Math.ceil(seconds * rate));
  strokes.forEach((stroke, number) => add(samples, stroke, rate, number + 1));
  return levelled(samples, rate);
}

const LEVEL = 0.12; // root mean square of the loudest twentieth of a second
const PEAK = 0.85;

/** As loud as all the others, and never so loud that it is cut off. */
function levelled(samples: Float32Array, rate: number): Float32Array {
  const window = Math.round(rate / 20);
  let loudest = 0;
  for (let start = 0; start < samples.length; start += window / 2) {
    const power = samples.subarray(start, start + window).reduce((sum, each) => sum + each * each, 0);
    loudest = Math.max(loudest, Math.sqrt(power / window));
  }
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const gain = Math.min(LEVEL / loudest, PEAK / peak);
  return samples.map((each) => each * gain);
}

function add(samples: Float32Array, stroke: Stroke, rate: number, seed: number): void {
  const start = Math.round(stroke.at * rate);
  const length = Math.min(Math.round(stroke.lasts * rate), samples.length - start);
  const next = stroke.pitch ? tone(stroke, rate) : noise(stroke.bright ?? 0.5, seed);
  for (let at = 0; at < length; at++) {
    const time = at / rate;
    const rise = Math.min(1, time / (stroke.swell ?? 0.002));
    const fall = Math.exp((-5 * time) / stroke.lasts) * Math.min(1, (length - at) / (0.01 * rate));
    samples[start + at]! += stroke.loud * rise * fall * next(time);
  }
}

function tone({ pitch, to, lasts, over = [] }: Stroke, rate: number): (time: number) => number {
  let phase = 0;
  return (time) => {
    phase += (2 * Math.PI * (pitch + (((to ?? pitch) - pitch) * time) / lasts)) / rate;
    return over.reduce((sum, loud, at) => sum + loud * Math.sin(phase * (at + 2)), Math.sin(phase));
  };
}

/** Noise through a simple filter, from a generator of its own so that it never varies. */
function noise(bright: number, seed: number): () => number {
  let state = seed * 7919;
  let last = 0;
  const boost = 1 / Math.sqrt(bright);
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    last += bright * ((state / 0x3fffffff - 1) * boost - last);
    return last;
  };
}

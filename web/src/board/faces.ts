/** Portraits of the bots, drawn on a square of 48: flat shapes, back to front. */

export type Shape = readonly [path: string, fill: string];

const SKIN = "#eab98f";
const DARK_SKIN = "#b9794d";
const PALE_SKIN = "#f2cda8";
const INK = "#2a1d14";

const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
const eyes = (y: number, apart = 4.2): Shape => [oval(24 - apart, y, 1.15, 1.4) + oval(24 + apart, y, 1.15, 1.4), INK];
const shoulders = (fill: string): Shape => ["M6 48Q7 36 18 34.500L24 37 30 34.500Q41 36 42 48z", fill];
const neck = (fill: string): Shape => ["M20.500 28h7v8L24 38.500 20.500 36z", fill];

export const FACES: Record<string, readonly Shape[]> = {
  // Ida: a bun, round glasses, a mustard coat.
  collector: [
    [oval(24, 24, 24, 24), "#2f6d72"],
    [oval(24, 7.5, 5.5, 4.8), "#8b8680"],
    ["M12.500 24Q11 9 24 8.500 37 9 35.500 24L34 30H14z", "#9b958e"],
    shoulders("#c98f1d"),
    neck("#d9a67c"),
    [oval(24, 21.5, 9, 11), PALE_SKIN],
    ["M14.500 20Q15 9.500 24 9.500T33.500 20Q31 14.500 24 14.500T14.500 20z", "#9b958e"],
    eyes(21.5),
    [
      "M15.600 21.500a4.200 4.200 0 1 0 8.400 0a4.200 4.200 0 1 0-8.400 0zm.9 0a3.300 3.300 0 1 1 6.600 0a3.300 3.300 0 1 1-6.600 0zM24 21.500a4.200 4.200 0 1 0 8.400 0a4.200 4.200 0 1 0-8.400 0zm.9 0a3.300 3.300 0 1 1 6.600 0a3.300 3.300 0 1 1-6.600 0z",
      INK,
    ],
    ["M20.500 28q3.500 2.200 7 0l-.5 1.200q-3 1.600-6 0z", "#a3443a"],
    ["M17 37l7 5 7-5 1.500 1.500L24 45l-8.500-6.500z", "#f6e7c4"],
  ],
  // Bruno: a flat cap, a moustache, a heavy coat.
  blocker: [
    [oval(24, 24, 24, 24), "#a2472f"],
    shoulders("#2b333b"),
    neck("#c99169"),
    [oval(24, 22.5, 10.2, 11), SKIN],
    ["M13 18Q12 9.500 24 8.500T35.500 18L39 19.500Q37 22 31 19.500 24 17 13 18z", "#44505a"],
    ["M13 18Q12.500 13 17 10.800L30 9.500Q35 12 35.500 18 24 14 13 18z", "#55636e"],
    eyes(22.5, 4.4),
    ["M17 19.300l5 .9v1l-5-.7zM31 19.300l-5 .9v1l5-.7z", INK],
    ["M16.500 28.500Q20 25 24 27q4-2 7.500 1.500Q27 31 24 29.200 21 31 16.500 28.500z", "#3b2616"],
    ["M15 36l9 6 9-6 2 4-11 8L13 40z", "#3c4750"],
  ],
  // Nora: a ponytail, a red scarf in the wind.
  runner: [
    [oval(24, 24, 24, 24), "#d9a441"],
    ["M33 14Q43 15 42 28 40 24 37 24.500 39 19 33 18z", "#4a2a18"],
    ["M13.500 23Q12 9.500 24 9t10.500 14L33 27H15z", "#5b3420"],
    shoulders("#356b52"),
    neck("#d39c73"),
    [oval(24, 22, 8.8, 10.6), SKIN],
    ["M14.800 21Q14 10.500 24 10T33.200 20Q29 18.500 26 14.500 22 19.500 14.800 21z", "#5b3420"],
    eyes(22),
    ["M20 27.300q4 3.600 8 0-.7 3-4 3t-4-3z", "#fff6ec"],
    ["M14 35q10 5 20 0l1.500 4Q24 44 12.500 39zM31 38l7 9h-6l-3-7z", "#c8352b"],
  ],
  // Otto: a helmet, a full beard.
  builder: [
    [oval(24, 24, 24, 24), "#4f7397"],
    shoulders("#d8742a"),
    neck("#8f5a37"),
    [oval(24, 22.5, 9.4, 10.8), DARK_SKIN],
    ["M14.500 22Q15 34.500 24 35t9.500-13Q32 27 28.500 26.500 24 25 19.500 26.500 16 27 14.500 22z", "#33231a"],
    ["M21 29q3 1.800 6 0-.8 2-3 2t-3-2z", "#d98c7c"],
    eyes(21.5),
    ["M12 17.500Q12.500 7.500 24 7t12 10.500z", "#f2c230"],
    ["M10.500 17h27v2.500h-27z", "#d9a91d"],
    ["M22.500 7h3v10h-3z", "#fbe08a"],
    ["M18 36l6 9 6-9 2 1-6 11h-4L16 37z", "#f4e6cb"],
  ],
  // Lola: goggles above short hair, a leather jacket.
  sprinter: [
    [oval(24, 24, 24, 24), "#6d3f6b"],
    shoulders("#5a3522"),
    neck("#dba880"),
    ["M13.500 26Q11 9 24 8.500T34.500 26L31 28H17z", "#c4552d"],
    [oval(24, 22.5, 8.8, 10.4), PALE_SKIN],
    ["M14.500 21Q15 13 24 12.500T33.500 21Q30 16.500 24 16.500T14.500 21z", "#c4552d"],
    ["M12.500 14.500Q24 9.500 35.500 14.500V18Q24 13 12.500 18z", "#3a2418"],
    [oval(19.3, 14.3, 4.1, 3.3) + oval(28.7, 14.3, 4.1, 3.3), "#e3c77a"],
    [oval(19.3, 14.3, 2.9, 2.2) + oval(28.7, 14.3, 2.9, 2.2), "#9fd4d8"],
    eyes(22.5),
    ["M20.500 28.200q3 2.200 7-.6l-.2 1.300q-3.300 2-6.300.6z", "#a3443a"],
    ["M16 36l8 4 8-4 1 5-9-1-9 1z", "#7a4a30"],
  ],
  // Any other program.
  program: [
    [oval(24, 24, 24, 24), "#77706a"],
    ["M23 6h2v6h-2z", "#e9e0cd"],
    [oval(24, 5.5, 2.2, 2.2), "#e9b83f"],
    ["M12 14q0-3 3-3h18q3 0 3 3v17q0 3-3 3H15q-3 0-3-3z", "#e9e0cd"],
    ["M15 17h18v8H15z", "#2f3b42"],
    [oval(19.5, 21, 2, 2) + oval(28.5, 21, 2, 2), "#8fe0c0"],
    ["M18 28h12v2H18z", "#77706a"],
    ["M10 48q1-10 8-11h12q7 1 8 11z", "#cfc4ab"],
  ],
};

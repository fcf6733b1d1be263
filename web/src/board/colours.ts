/** Colours that are not in a board's map: players, and the inks on cards. */

import type { Palette } from "../lib/messages";

export interface PieceLook {
  fill: string;
  /** Its side, its outline and the line that joins a player's cars. */
  edge: string;
  ink: string;
  /** The pattern on a roof 40 units long and 14 wide, around its middle: no two players' are alike. */
  mark: string;
}

/** Told apart by lightness too, from black to yellow in steps that no eye confuses. */
const LOOKS: Record<string, PieceLook> = {
  blue: { fill: "#1b4fae", edge: "#0a2350", ink: "#e3efff", mark: "M-15-1.6h11v3.2h-11zM4-1.6h11v3.2H4z" },
  red: {
    fill: "#cf2a20",
    edge: "#5a0b06",
    ink: "#ffe9e2",
    mark: "M-17 7l7-14h6.500l-7 14zM-4.500 7l7-14H9L2 7zM8 7l7-14h5.500l-7 14z",
  },
  green: {
    fill: "#5cc463",
    edge: "#0d4218",
    ink: "#0b4a1b",
    mark: "M-15.500 0a3.900 3.900 0 1 0 7.800 0a3.900 3.900 0 1 0-7.800 0zM-3.900 0a3.900 3.900 0 1 0 7.800 0a3.900 3.900 0 1 0-7.800 0zM7.700 0a3.900 3.900 0 1 0 7.800 0a3.900 3.900 0 1 0-7.800 0z",
  },
  yellow: {
    fill: "#fbcf2b",
    edge: "#5b4200",
    ink: "#6a4d00",
    mark: "M-16 4.500l5.300-7.500 5.400 7.500L0-3l5.300 7.500L10.700-3 16 4.500V.5L10.700-7 5.300.500 0-7-5.300.500-10.700-7-16 .500z",
  },
  black: {
    fill: "#242326",
    edge: "#000000",
    ink: "#f3efe6",
    mark: "M-17-1h12L0-6 5-1h12v2H5L0 6-5 1h-12z",
  },
};

const OTHER: PieceLook = { fill: "#77706a", edge: "#332f2b", ink: "#ffffff", mark: "M-10-2h20v4h-20z" };

export function pieceLook(colour: string): PieceLook {
  return LOOKS[colour] ?? OTHER;
}

/** A player's colour as a line or edge on the page: black ink would vanish on a dark one. */
export function lineColour(colour: string, theme: "light" | "dark"): string {
  return colour === "black" && theme === "dark" ? "#a5a1a8" : pieceLook(colour).fill;
}

/** Two hexadecimal colours mixed; `share` is the part of the second. */
export function mixed(one: string, other: string, share: number): string {
  const parts = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const [a, b] = [parts(one), parts(other)];
  const mix = a.map((value, at) => Math.round(value * (1 - share) + b[at]! * share));
  return `#${mix.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export interface SpaceLook {
  rim: string;
  /** The hollow inside the rim. */
  bed: string;
  symbol: string;
}

const NO_COLOUR = "#999999";
/** An open space: a hollow with its colour around the edge. Lit up, it is filled. */
export function spaceLook(palette: Palette, colour: string, theme: "light" | "dark", isLit: boolean): SpaceLook {
  const card = palette.cards[colour] ?? palette.cards.gray ?? NO_COLOUR;
  if (isLit) {
    const fill = colour === "gray" && theme === "light" ? mixed(card, "#1d1712", 0.3) : card; // dark on its pale band
    return { rim: fill, bed: fill, symbol: inkOn(colour) };
  }
  if (theme === "dark") {
    const rim = colour === "black" ? mixed(card, "#8b8069", 0.45) : mixed(card, "#1b1a18", 0.22);
    return { rim, bed: mixed(card, "#151412", 0.8), symbol: rim };
  }
  const symbol = mixed(card, "#1d1712", PALE_RIMS.has(colour) ? 0.45 : 0.22);
  return { rim: card, bed: mixed(card, "#fffaf0", 0.82), symbol };
}

const PALE_RIMS = new Set(["white", "yellow", "gray"]);

/** Ways of several tickets at once: each has its colour and its dashes. */
export const WAYS: readonly { light: string; dark: string; dash: string }[] = [
  { light: "#9c1f5c", dark: "#ff8fc0", dash: "none" },
  { light: "#00636b", dark: "#6fe3ea", dash: "16 7" },
  { light: "#5b2c96", dark: "#c9a6ff", dash: "2 9" },
  { light: "#7a4a00", dark: "#ffc46b", dash: "20 6 2 6" },
];

const PALE_CARDS = new Set(["white", "yellow", "orange", "gray", "pink"]);

/** Readable on a card or space of that colour. */
export function inkOn(kind: string): string {
  return PALE_CARDS.has(kind) ? "#1d1712" : "#ffffff";
}

const CARDS = {
  black: "#34322f",
  blue: "#2f6db3",
  gray: "#b3aca0",
  green: "#4c9150",
  orange: "#e07f26",
  pink: "#e28bb0",
  purple: "#8e5aa8",
  red: "#c23a33",
  white: "#fbf7ec",
  yellow: "#efc437",
};

/** For boards without a map of their own. */
export const PLAIN_PALETTE: Record<"light" | "dark", Palette> = {
  light: {
    paper: "#f4ead3",
    sea: "#7fa9ac",
    sea_line: "#5f8f94",
    land: "#f0e2c2",
    land_line: "#7d6a4a",
    lake: "#8fb5b6",
    river: "#8fb5b6",
    border: "#b08a5c",
    state: "#d3bf97",
    graticule: "#6f9ca0",
    mountain: "#c2a97c",
    ink: "#33291d",
    halo: "#f6ecd6",
    space_halo: "#f6ecd6",
    city: "#fffaf0",
    city_line: "#5b2a1e",
    space_line: "#4a3a28",
    accent: "#a5432f",
    cards: CARDS,
  },
  dark: {
    paper: "#1b1e20",
    sea: "#16272c",
    sea_line: "#28434a",
    land: "#332f28",
    land_line: "#857658",
    lake: "#1b3238",
    river: "#2b4a50",
    border: "#7d6744",
    state: "#474034",
    graticule: "#203a40",
    mountain: "#564c3b",
    ink: "#f1e6cf",
    halo: "#262219",
    space_halo: "#8b8069",
    city: "#f3e9d2",
    city_line: "#140f0a",
    space_line: "#0f0d0a",
    accent: "#d9775a",
    cards: { ...CARDS, black: "#1d1c1b" },
  },
};

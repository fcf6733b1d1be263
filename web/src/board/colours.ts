/** Colours that are not in a board's map: players, and the inks on cards. */

import type { Palette } from "../lib/messages";

export interface PieceLook {
  fill: string;
  edge: string;
  ink: string;
  /** Marks on a wagon 10 units long and 3 wide, around its middle: no two players' are alike. */
  mark: string;
  /** How round its ends are, from 0 to 1. */
  round: number;
}

const LOOKS: Record<string, PieceLook> = {
  blue: { fill: "#2463b4", edge: "#0e2f5c", ink: "#ffffff", mark: "M-3-.45h2v.9h-2zM1-.45h2v.9h-2z", round: 0.25 },
  red: {
    fill: "#c93630",
    edge: "#5d100e",
    ink: "#ffffff",
    mark: "M-3.4 1.1l1.5-2.2h.9l-1.5 2.2zM-.7 1.1l1.5-2.2h.9l-1.5 2.2zM2 1.1l1.5-2.2h.9L2.9 1.1z",
    round: 0.05,
  },
  green: {
    fill: "#2f8a43",
    edge: "#0e3b1a",
    ink: "#ffffff",
    mark: "M-3.3 0a.65.65 0 1 0 1.3 0a.65.65 0 1 0-1.3 0zM-.65 0a.65.65 0 1 0 1.3 0a.65.65 0 1 0-1.3 0zM2 0a.65.65 0 1 0 1.3 0a.65.65 0 1 0-1.3 0z",
    round: 1,
  },
  yellow: {
    fill: "#f0c02e",
    edge: "#5f4600",
    ink: "#2a2005",
    mark: "M-3.5.9l1.2-1.5 1.2 1.5 1.1-1.5 1.2 1.5 1.1-1.5 1.2 1.5v-.9L2.3-1 1.2.5 0-1-1.1.5-2.3-1-3.5.5z",
    round: 0.5,
  },
  black: {
    fill: "#2c2b2d",
    edge: "#000000",
    ink: "#ffffff",
    mark: "M-4-.25h2.8L0-1.1 1.2-.25H4v.5H1.2L0 1.1-1.2.25H-4z",
    round: 0.25,
  },
};

const OTHER: PieceLook = { fill: "#77706a", edge: "#332f2b", ink: "#ffffff", mark: "M-2-.3h4v.6h-4z", round: 0.25 };

export function pieceLook(colour: string): PieceLook {
  return LOOKS[colour] ?? OTHER;
}

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

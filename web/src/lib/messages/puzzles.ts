/** Puzzles: a seat's view, a question, and what answers are worth. */

import type { View } from "./views";

export type Theme = "network" | "keep" | "tunnel" | "odds" | "last" | "moment";

export interface PuzzleEntry {
  id: string;
  board: string;
  theme: Theme;
  /** 1 to 5. */
  level: number;
}

export interface PuzzleList {
  /** Of the server, as 2026-11-18. */
  day: string;
  daily: string;
  themes: Record<Theme, "exact" | "measured">;
  puzzles: PuzzleEntry[];
}

export interface Puzzle extends PuzzleEntry {
  title: string;
  question: string;
  view: View;
  /** None where the answer is a network. */
  choices: { answer: string; label: string }[];
}

export interface Verdict {
  /** 1 for the best answer. */
  credit: number;
  is_best: boolean;
  text: string;
  why: string;
  fares: string;
  network: string[];
  choices: { answer: string; label: string; worth: string; credit: number }[];
}

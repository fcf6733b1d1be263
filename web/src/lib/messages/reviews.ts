/** A finished game judged from what one seat could know: docs/review.md. Shares of the win are 0 to 1. */

import type { TicketProgress } from "./views";

export type Judgement = "forced" | "good" | "inaccuracy" | "mistake" | "blunder";

/** An action of a decision, measured on the deals that did not choose the better move. */
export interface Option {
  action: string;
  value: number;
  loss: number;
  loss_se: number;
  kind: Judgement;
}

/** Why a better move is better, from the planner's own numbers. */
export type Grounds =
  | { why: "serves"; route: string; tickets: string[] }
  | { why: "serves_none"; route: string }
  | { why: "taken"; route: string; chance: number }
  | { why: "lacks"; colour: string; route: string; number: number }
  | { why: "odds"; colour: string; chance: number }
  | { why: "no_odds"; colour: string }
  | { why: "time"; left: number; needed: number }
  | { why: "keeps" | "returns"; ticket: string; points: number; pieces: number; chance: number };

export interface ReviewedMove {
  /** In the record, from 1. */
  number: number;
  action: string;
  value: number;
  loss: number;
  loss_se: number;
  best: string;
  kind: Judgement;
  verdict: "missed_win" | "losing_move" | null;
  reasons: Grounds[];
  /** Tickets to choose from. */
  offer: TicketProgress[];
  /** The actions that were compared, the better move first. */
  options: Option[];
}

export interface ChanceEvent {
  number: number;
  mover: number;
  event: "card" | "refill" | "tunnel" | "tickets" | "deal";
  luck: number;
  luck_se: number;
  /** Whether chance did so much, and more than twice its error, that it is worth a mark. */
  is_notable: boolean;
  /** What could have come, with the luck it would have been. */
  outcomes: { outcome: string; chance: number; luck: number; came: boolean }[];
}

/** The level of bot that loses as much. */
export interface Level {
  name: string;
  loss: number;
  loss_se: number;
  /** Levels that one game can't tell from it, the nearest first. */
  alike: string[];
}

export interface Review {
  seat: number;
  players: number;
  start: number;
  start_se: number;
  result: number;
  luck: number;
  luck_se: number;
  decisions: number;
  decisions_se: number;
  others: number;
  others_se: number;
  rest: number;
  rest_se: number;
  loss_per_decision: number;
  loss_per_decision_se: number;
  unforced: number;
  plays_like: Level | null;
  moves: ReviewedMove[];
  chance: ChanceEvent[];
}

export interface ReviewStanding {
  state: "none" | "waiting" | "working" | "done" | "failed";
  /** 0 to 1. */
  progress: number;
  /** After so many moves: the share of the win, and its standard error. */
  curve: [number: number, value: number, error: number][];
  review: Review | null;
}

/** A game that went on from a moment of this one, with the same chance to come or with new. */
export interface BranchInfo {
  game: string;
  /** Before this move of the game. */
  move: number;
  future: Future;
  status: string;
  created: string;
}

export type Future = "same" | "new";

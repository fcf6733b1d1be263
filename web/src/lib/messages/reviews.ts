/** A finished game judged from what one seat could know: docs/review.md. Shares of the win are 0 to 1. */

export type Judgement = "forced" | "good" | "inaccuracy" | "mistake" | "blunder";

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
  /** The actions that were compared, the best first. */
  tried: { action: string; value: number }[];
}

export interface ChanceEvent {
  number: number;
  mover: number;
  event: string;
  luck: number;
  luck_se: number;
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
  unforced: number;
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

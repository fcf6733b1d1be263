/** How a game ended, and how it came about. */

import type { GameEvent } from "./events";
import type { Seat } from "./games";
import type { View } from "./views";

export interface TicketScore {
  ticket: string;
  /** Positive when completed, negative when not. */
  points: number;
  is_completed: boolean;
}

export interface StationScore {
  city: string;
  /** The route it borrows, if any helps. */
  borrowed: string | null;
}

export interface SeatScore {
  seat: number;
  rank: number;
  total: number;
  routes: number;
  tickets: TicketScore[];
  ticket_points: number;
  longest_path: { length: number; points: number; path: string[] };
  stations: StationScore[];
  station_points: number;
  districts: number[];
  district_points: number;
}

export interface Over {
  scores: SeatScore[];
  winners: number[];
  decided_by: string;
  seed: string;
  seed_sha256: string;
}

/** How a finished game came about. */
export interface Story {
  /** Of each move, what every seat would have had if the game had ended there. */
  course: number[][];
  turning: { move: number; events: GameEvent[]; swing: number[] } | null;
  near_misses: { seat: number; ticket: string; points: number; route: string }[];
}

export interface ReplayAnswer {
  board: string;
  seats: Pick<Seat, "seat" | "name" | "colour" | "kind" | "bot" | "character">[];
  seat: number | "all" | "none" | null;
  start: View;
  steps: { seq: number; seat: number; action: string | null; events: GameEvent[]; view: View }[];
  over: Over;
}

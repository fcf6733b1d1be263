/** Ratings: by board, number of players and ladder. */

export type LadderName = "people" | "bots";

export interface Rating {
  rating: number;
  /** The strength lies between `low` and `high`, 95 times out of 100. */
  low: number;
  high: number;
  games: number;
  is_provisional: boolean;
}

export interface LadderRow extends Rating {
  place: number | null;
  name: string;
  is_bot: boolean;
  is_mine: boolean;
}

export interface Leaderboard {
  ladder: LadderName;
  board: string;
  players: number;
  rows: LadderRow[];
}

export interface OwnRating extends Rating {
  ladder: LadderName;
  board: string;
  players: number;
}

export interface OwnRatings {
  is_listed: boolean;
  ratings: OwnRating[];
  changes: {
    game: string;
    board: string;
    players: number;
    before: number;
    after: number;
    ended: string;
    has_replay: boolean;
  }[];
}

/** What a rated game was worth to a seat. */
export interface SeatChange {
  seat: number;
  before: number;
  after: number;
}

/** A result as the server keeps it. */
export interface PlayedResult {
  id: string;
  board: string;
  players: number;
  score: number;
  rank: number;
  won: boolean;
  tickets: [made: number, of: number];
  routes: string[];
  ended: string;
}

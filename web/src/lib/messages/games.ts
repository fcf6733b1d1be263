/** A game before and around its play: seats, hosts, what the server offers. */

export type Pace = "quick" | "normal" | "calm";
export type ClockName = "none" | "relaxed" | "live" | "one_day" | "three_days" | "one_week";

export interface Seat {
  seat: number;
  kind: "human" | "open" | "bot";
  name: string;
  colour: string;
  bot: string | null;
  /** Of a bot of one of the levels. */
  character: string | null;
  /** A bot plays for somebody who holds the seat. */
  is_stand_in: boolean;
  /** A program plays, by a token. */
  is_program: boolean;
  is_mine: boolean;
  is_present: boolean;
}

/** What the seed of a game is made from; secret and seed once it is over or broken off. */
export interface Chance {
  phase: "collecting" | "opening" | "dealt";
  numbers: { seat: number | null; commitment: string; number: string | null }[];
  /** Who did not tell their number in time. */
  silent: (number | null)[];
  secret: string | null;
  seed: string | null;
}

export interface GameInfo {
  id: string;
  board: string;
  status: "lobby" | "playing" | "over" | "ended" | "unreadable";
  pace: Pace;
  clock: ClockName;
  created: string;
  seats: Seat[];
  is_host: boolean;
  is_rated: boolean;
  /** In the lobby: why it can't be rated as people sit now. */
  rated_obstacle: "board" | "program" | "hot-seat" | "guest" | null;
  can_start: boolean;
  invite: string | null;
  watch: string;
  seed_sha256: string;
  chance: Chance;
  rematch: string | null;
  /** The game that it went on from. */
  branch_of: string | null;
}

/** Where this device is to act; `due` only in games by correspondence. */
export interface Turn {
  game: string;
  seat: number;
  due: string | null;
}

export interface MyGames {
  games: GameInfo[];
  turns: Turn[];
}

export interface Account {
  name: string;
  created: string;
  /** Whether leaderboards show it. */
  is_listed: boolean;
  passkeys: { id: string; created: string; used: string }[];
}

export interface Vacation {
  until: string | null;
  days_left: number;
}

/** What lets a program play; the secret itself is told once. */
export interface Token {
  id: string;
  name: string;
  created: string;
  game: string | null;
  seat: number | null;
}

export interface NewSeat {
  kind: "here" | "open" | "bot";
  bot?: string;
  name?: string;
  colour?: string;
}

export interface NewGame {
  board: string;
  pace: Pace;
  seats: NewSeat[];
}

/** What the host may change until the start. */
export interface GameChange {
  board?: string;
  pace?: Pace;
  clock?: ClockName;
  is_rated?: boolean;
}

export interface Bots {
  bots: { name: string; about: string; ready_in: number }[];
  characters: string[];
}

export interface ServerInfo {
  version: string;
  protocol: number;
  languages: string[];
  paces: string[] | Record<string, number>;
  clocks: Record<ClockName, { start: number; gain: number; is_slow: boolean } | null>;
  addresses: string[];
}

/** What a seat sees, and what it may do. */

export type Phase = "setup" | "turn" | "second_card" | "keep" | "tunnel" | "over";

export type Cards = Record<string, number>;

export interface Payment {
  colour: string | null;
  cards: number;
  wilds: number;
}

export interface TicketProgress {
  ticket: string;
  points: number;
  status: "done" | "open" | "cut_off";
  missing: string[];
  pieces: number;
}

export interface SeatView {
  score: number;
  pieces: number;
  hand_size: number;
  known: Cards;
  routes: string[];
  stations_left: number;
  station_cities: string[];
  has_chosen: boolean;
  ticket_count: number | null;
  tickets: string[] | null;
}

export interface OwnView {
  hand: Cards;
  tickets: TicketProgress[];
  offer: TicketProgress[];
  must_keep: number;
  returned: string[];
  open_routes: string[];
}

export interface Tunnel {
  route: string;
  laid: Payment;
  revealed: string[];
  surcharge: number;
}

export interface View {
  players: number;
  seat: number | null;
  to_act: number | null;
  phase: Phase;
  turn: number;
  first: number;
  last_turns: number | null;
  row: (string | null)[];
  deck_size: number;
  discards: Cards;
  reshuffles: number;
  tickets_left: number;
  tunnel: Tunnel | null;
  seats: SeatView[];
  own: OwnView | null;
}

export interface Reason {
  reason: string | null;
  rule: string | null;
  missing: number | null;
  text: string | null;
}

export interface Options {
  is_now: boolean;
  simple: string[];
  keep: { min: number; offer: string[] } | null;
  routes: Record<string, string[]>;
  /** Routes that one more card would open, with the kinds of card that would do. */
  almost: Record<string, string[]>;
  stations: { price: number; cities: string[]; payments: string[] } | null;
  pay: string[];
}

/** Why whatever can't be claimed or built can't. */
export interface Reasons {
  blocked: Record<string, Reason>;
  /** If no route can be claimed at all in this phase. */
  no_claim: Reason | null;
  no_station: Reason | null;
}

/** What goes over the wire, as docs/server.md describes it. Types only: the client adds no rules. */

export type Names = Record<string, string>;
export type CountedNames = Record<string, { one: string; many: string }>;
export type Language = "en" | "es";
export type Pace = "quick" | "normal" | "calm";
export type ClockName = "none" | "relaxed" | "live";
export type Phase = "setup" | "turn" | "second_card" | "keep" | "tunnel" | "over";

// Boards

export interface CardColour {
  id: string;
  count: number;
  names: Names;
}

export interface City {
  id: string;
  names: Names;
  printed: string;
  aliases: string[];
  lat: number;
  lon: number;
}

export interface Route {
  cities: [string, string];
  length: number;
  colour: string;
  tunnel?: boolean;
  wilds?: number;
}

export interface Ticket {
  cities: [string, string];
  points: number;
  long?: boolean;
}

export interface Board {
  id: string;
  names: Names;
  players: { min: number; max: number };
  pieces: { count: number; names: CountedNames; colours: { id: string; names: Names }[] };
  cards: { names: CountedNames; colours: CardColour[]; wild: { count: number; names: Names } };
  starting_hand: number;
  ticket_deal: { regular: number; long: number; keep: number; dropped: string };
  ticket_draw: { count: number; keep: number };
  double_routes_from: number;
  points_by_length: Record<string, number>;
  longest_path: { bonus: number; names: Names } | null;
  stations: { count: number; unbuilt_points: number } | null;
  tie_breaks: string[];
  districts: { points: number; cities: string[] }[];
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
}

/** Middle of the rectangle, and degrees clockwise from east. */
export interface Space {
  x: number;
  y: number;
  angle: number;
}

export interface Label {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  lines: string[];
}

export interface Layout {
  width: number;
  height: number;
  space_length: number;
  space_width: number;
  city_radius: number;
  label_size: number;
  /** In the order of the board's cities. */
  cities: { x: number; y: number; labels: Record<string, Label> }[];
  /** In the order of the board's routes: their spaces from the first city to the second. */
  routes: Space[][];
}

export type Palette = Record<
  | "paper"
  | "sea"
  | "sea_line"
  | "land"
  | "land_line"
  | "lake"
  | "river"
  | "border"
  | "state"
  | "graticule"
  | "mountain"
  | "ink"
  | "halo"
  | "space_halo"
  | "city"
  | "city_line"
  | "space_line"
  | "accent",
  string
> & { park?: string; street?: string; districts?: string[]; cards: Record<string, string> };

export interface BoardMap {
  width: number;
  height: number;
  layers: Record<string, string>;
  districts: { points: number; path: string; badge: { x: number; y: number; radius: number } }[];
  ornaments: {
    cartouche: { x: number; y: number; width: number; height: number };
    compass: { x: number; y: number; radius: number };
  };
  palette: { light: Palette; dark: Palette };
}

export interface BoardAnswer {
  board: Board;
  route_names: string[];
  ticket_names: string[];
  layout: Layout;
  map: BoardMap | null;
  symbols: Record<string, string>;
  sha256: string;
}

export interface BoardSummary {
  id: string;
  names: Names;
  players: { min: number; max: number };
  sha256: string;
}

// Games

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
  is_mine: boolean;
  is_present: boolean;
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
  can_start: boolean;
  invite: string | null;
  watch: string;
  seed_sha256: string;
  rematch: string | null;
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

export interface Bots {
  bots: { name: string; about: string }[];
  characters: string[];
}

export interface ServerInfo {
  version: string;
  protocol: number;
  languages: string[];
  paces: string[] | Record<string, number>;
  clocks: Record<ClockName, { start: number; gain: number } | null>;
  addresses: string[];
}

// Views

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
  blocked: Record<string, Reason>;
  /** Routes that one more card would open, with the kinds of card that would do. */
  almost: Record<string, string[]>;
  no_claim: Reason | null;
  stations: { price: number; cities: string[]; payments: string[] } | null;
  no_station: Reason | null;
  pay: string[];
}

// Events

interface Numbered {
  number: number;
  seq: number;
}

export type GameEvent = Numbered &
  (
    | { event: "card_taken"; seat: number; colour: string }
    | { event: "card_drawn"; seat: number; colour: string | null }
    | { event: "tickets_drawn"; seat: number; count: number; tickets: string[] | null }
    | { event: "tickets_kept"; seat: number; count: number | null; tickets: string[] | null; at_deal: boolean }
    | { event: "play_began"; first: number; ticket_counts: number[] }
    | { event: "route_claimed"; seat: number; route: string; payment: Payment; points: number }
    | { event: "tunnel_dug"; seat: number; route: string; laid: Payment; revealed: string[]; surcharge: number }
    | { event: "tunnel_abandoned"; seat: number; route: string }
    | { event: "station_built"; seat: number; city: string; payment: Payment }
    | { event: "passed"; seat: number }
    | { event: "row_swept"; times: number; row: (string | null)[] }
    | { event: "deck_reshuffled" }
    | { event: "last_round"; seat: number }
    | { event: "game_over" }
  );

// The end

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

// The socket

export const PHRASES = ["hello", "good_luck", "nice", "ouch", "sorry", "thinking", "thanks", "good_game"] as const;
export const EMOJI = ["👍", "😃", "😮", "😢", "🎉", "🚂"] as const;
export const NUDGE = "nudge";

export interface Said {
  seat: number;
  phrase: string;
  seq: number;
}

/** Seconds that each seat has left, and whose clocks run. */
export interface ClockState {
  left: number[];
  running: number[];
}

export interface Idea {
  text: string;
  action: string | null;
  routes: string[];
}

export interface Advice {
  id: string;
  action: string | null;
  warning: string | null;
  ideas: Idea[];
}

export type ClientMessage =
  | {
      type: "hello";
      protocol: 1;
      game: string;
      language?: Language;
      show?: number;
      since?: number;
    }
  | { type: "show"; seat: number | null; since?: number }
  | { type: "act"; id: string; seq: number; seat: number; action: string }
  | { type: "why"; id: string; seat: number; action: string }
  | { type: "say"; seat: number; phrase: string }
  | { type: "coach"; id: string; seat: number; action?: string }
  | { type: "undo"; id: string; seq: number; seat: number }
  | { type: "language"; language: Language }
  | { type: "ping" };

export type ActMessage = Extract<ClientMessage, { type: "act" }>;

export type ServerMessage =
  | { type: "welcome"; protocol: number; game: GameInfo; held: number[]; shown: number | null; said?: Said[] }
  | { type: "game"; game: GameInfo }
  | {
      type: "state";
      seq: number;
      seat: number | null;
      view: View;
      options: Options | null;
      first_event: number;
      events: GameEvent[];
      clock: ClockState | null;
      can_undo: boolean;
    }
  | ({ type: "said" } & Said)
  | ({ type: "advice" } & Advice)
  | { type: "ack"; id: string; seq: number }
  | ({ type: "refused"; id: string | null; code: string; text: string; seq?: number } & Partial<Reason>)
  | ({ type: "reason"; id: string; action: string; is_legal: boolean } & Reason)
  | ({ type: "over" } & Over)
  | { type: "pong" }
  | { type: "rematch"; game: string }
  | { type: "gone" };

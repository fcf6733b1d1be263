/** What has happened. */

import type { Payment } from "./views";

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

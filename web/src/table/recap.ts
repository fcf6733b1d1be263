/** What the others did since a seat's last turn. No DOM. */

import type { GameEvent } from "../lib/messages";

type Told =
  "card_taken" | "card_drawn" | "tickets_kept" | "route_claimed" | "station_built" | "tunnel_abandoned" | "passed";
export type TurnEvent = Extract<GameEvent, { event: Told }>;

export interface Deeds {
  seat: number;
  events: TurnEvent[];
}

const TOLD: ReadonlySet<string> = new Set<Told>([
  "card_taken",
  "card_drawn",
  "tickets_kept",
  "route_claimed",
  "station_built",
  "tunnel_abandoned",
  "passed",
]);

const isTold = (event: GameEvent): event is TurnEvent =>
  TOLD.has(event.event) && !(event.event === "tickets_kept" && event.at_deal);

/**
 * By seat, in the order of play. A turn that the seat is in the middle of does not count yet. Without a seat, as
 * for spectators, each player's last turn.
 */
export function recapOf(events: readonly GameEvent[], shown: number | null, toAct: number | null): Deeds[] {
  const deeds: Deeds[] = [];
  const ended = new Set<number>();
  let last: number | null = null;
  let isOwnTurn = shown !== null && toAct === shown;
  for (const event of [...events].reverse()) {
    if (!isTold(event)) continue;
    if (event.seat === shown) {
      if (!isOwnTurn) break;
      continue;
    }
    isOwnTurn = false;
    if (last !== null && last !== event.seat) ended.add(last);
    last = event.seat;
    if (shown === null && ended.has(event.seat)) break;
    const found = deeds.find((each) => each.seat === event.seat);
    if (found) found.events.unshift(event);
    else deeds.unshift({ seat: event.seat, events: [event] });
  }
  return deeds;
}

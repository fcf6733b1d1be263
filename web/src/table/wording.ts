/** Events in words, and where on the board they happened. */

import { listed, t } from "../lib/i18n.svelte";
import type { GameEvent } from "../lib/messages";
import type { BoardModel } from "../board/model";
import type { Spot } from "./sight.svelte";

export type NameOf = (seat: number) => string;

export function eventText(event: GameEvent, model: BoardModel, nameOf: NameOf): string {
  switch (event.event) {
    case "card_taken":
      return t("log.card_taken", { name: nameOf(event.seat), card: model.kindName(event.colour) });
    case "card_drawn":
      return event.colour
        ? t("log.card_drawn_own", { name: nameOf(event.seat), card: model.kindName(event.colour) })
        : t("log.card_drawn", { name: nameOf(event.seat) });
    case "tickets_drawn":
      return t("log.tickets_drawn", { name: nameOf(event.seat), n: event.count });
    case "tickets_kept":
      return event.count === null
        ? t("log.tickets_chosen", { name: nameOf(event.seat) })
        : t("log.tickets_kept", { name: nameOf(event.seat), n: event.count });
    case "play_began":
      return t("log.play_began", { name: nameOf(event.first) });
    case "route_claimed":
      return t("log.route_claimed", {
        name: nameOf(event.seat),
        route: model.routeName(event.route),
        payment: model.paymentText(event.payment),
        n: event.points,
      });
    case "tunnel_dug":
      return t("log.tunnel_dug", {
        name: nameOf(event.seat),
        route: model.routeName(event.route),
        cards: listed(event.revealed.map((kind) => model.kindName(kind))),
        n: event.surcharge,
      });
    case "tunnel_abandoned":
      return t("log.tunnel_abandoned", { name: nameOf(event.seat), route: model.routeName(event.route) });
    case "station_built":
      return t("log.station_built", {
        name: nameOf(event.seat),
        city: model.cityName(event.city),
        payment: model.paymentText(event.payment),
      });
    case "passed":
      return t("log.passed", { name: nameOf(event.seat) });
    case "row_swept":
      return t("log.row_swept", { wild: model.kindName("wild"), n: event.times });
    case "deck_reshuffled":
      return t("log.deck_reshuffled");
    case "last_round":
      return t("log.last_round", { name: nameOf(event.seat) });
    case "game_over":
      return t("log.game_over");
  }
}

export function eventSpot(event: GameEvent, model: BoardModel): Spot | null {
  if (event.event === "station_built") return { cities: [event.city] };
  if (event.event === "route_claimed" || event.event === "tunnel_dug" || event.event === "tunnel_abandoned")
    return { routes: [event.route], cities: model.route(event.route).cities };
  return null;
}

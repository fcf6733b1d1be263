/** Turns new events into what is seen and heard: flights, fresh pieces, announcements, sounds. */

import { announcer } from "../lib/announce.svelte";
import { t } from "../lib/i18n.svelte";
import type { GameEvent, View } from "../lib/messages";
import { paymentCards, WILD } from "../lib/payment";
import { flights } from "./flights.svelte";
import { play } from "./sounds";
import type { Table } from "./table.svelte";
import { eventText } from "./wording";

export function direct(table: Table, events: GameEvent[], before: View | null, after: View): void {
  const { model } = table;
  for (const event of events) show(table, event, before, after);
  announcer.say(events.map((event) => eventText(event, model, (seat) => table.nameOf(seat))).join(". "));
}

function show(table: Table, event: GameEvent, before: View | null, after: View): void {
  const { model, game } = table;
  const words = () => eventText(event, model, (seat) => table.nameOf(seat));
  const toSeat = (seat: number, kind: string | null) =>
    seat === game.shown && kind ? [`hand-${kind}`, "hand", `seat-${seat}`] : [`seat-${seat}`];
  switch (event.event) {
    case "card_taken": {
      const slot = before?.row.findIndex((kind, at) => kind === event.colour && after.row[at] !== kind) ?? -1;
      const same = before?.row.indexOf(event.colour) ?? 0;
      flights.send(event.colour, [`row-${slot < 0 ? same : slot}`], toSeat(event.seat, event.colour));
      return play("card");
    }
    case "card_drawn":
      flights.send(event.colour, ["deck"], toSeat(event.seat, event.colour));
      return play("deck");
    case "route_claimed":
      table.sight.fresh = event.route;
      paymentCards(event.payment).forEach(([kind, count]) => {
        const from = event.seat === game.shown ? ["hand", `seat-${event.seat}`] : [`seat-${event.seat}`];
        for (let at = 0; at < count; at++) flights.send(kind, from, [`route-${event.route}`], at * 60);
      });
      return play("claim");
    case "station_built":
      return play("station");
    case "tickets_drawn":
    case "tickets_kept":
      return play("tickets");
    case "tunnel_dug":
      return play("dig");
    case "tunnel_abandoned":
      return play("collapse");
    case "row_swept":
      event.row.forEach((kind, slot) => flights.send(kind, [`row-${slot}`], ["deck"], slot * 60));
      announcer.toast(t("toast.row_swept", { wild: model.kindName(WILD) }));
      return play("sweep");
    case "last_round":
      announcer.toast(words(), "warning");
      return play("last");
    case "deck_reshuffled":
      announcer.toast(words());
      return play("shuffle");
    case "passed":
      return announcer.toast(words());
    default:
      return;
  }
}

/** What is going on, in one line; a short one where there is little room. */

import { t } from "../lib/i18n.svelte";
import { readiness } from "../lib/readiness.svelte";
import type { Table } from "./table.svelte";

export function statusText(table: Table, isShort = false): string {
  const { view, options, game } = table;
  if (!view) return "";
  if (game.info?.status === "ended") return t("turn.ended");
  if (view.phase === "over") return t("turn.over");
  if (options?.is_now && game.passTo === null) {
    if (table.isPlacingStation) return t(isShort ? "turn.pick_city_short" : "turn.pick_city");
    if (view.phase === "setup" || view.phase === "keep") return t(isShort ? "turn.keep_short" : "turn.keep");
    if (view.phase === "second_card") return t("turn.second");
    if (view.phase === "tunnel") return t("turn.tunnel");
    if (isShort) return t("turn.mine_short");
    return t(table.model.board.stations ? "turn.mine_stations" : "turn.mine");
  }
  const waiting = longestWait(table);
  if (waiting) return t("turn.other_compiling", waiting);
  if (view.phase === "setup") return t("turn.setup_others");
  const name = view.to_act === null ? "" : table.nameOf(view.to_act);
  if (view.phase === "second_card") return t("turn.other_second", { name });
  if (view.phase === "keep") return t("turn.other_keep", { name });
  if (view.phase === "tunnel") return t("turn.other_tunnel", { name });
  return t("turn.other", { name });
}

/** The bot to act, or any that chooses its tickets, that has to wait for compiled code. */
function longestWait({ view, game }: Table): { name: string; seconds: number } | null {
  const seats = game.info?.seats.filter((seat) => view?.phase === "setup" || seat.seat === view?.to_act) ?? [];
  const waits = seats.map((seat) => ({ name: seat.name, seconds: readiness.left(seat.bot) }));
  const longest = waits.sort((a, b) => b.seconds - a.seconds)[0];
  return longest?.seconds ? longest : null;
}

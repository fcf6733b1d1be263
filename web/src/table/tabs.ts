/** Which tabs there are beside or below the board. */

import { t } from "../lib/i18n.svelte";
import type { Table } from "./table.svelte";
import type { Tab } from "./Tabs.svelte";

interface Now {
  /** Small screens have tabs for what large ones always show. */
  isCompact: boolean;
  isOver: boolean;
  hasOffer: boolean;
  /** The log has a place of its own. */
  hasLog: boolean;
}

export function tabsOf(table: Table, { isCompact, isOver, hasOffer, hasLog }: Now): Tab[] {
  const isDrawing = table.view?.phase === "second_card" && table.game.isMyMove;
  const end: Tab = { name: "end", icon: "check", text: t("tab.end") };
  const cards: Tab = { name: "cards", icon: "cards", text: t("tab.cards"), isCalling: isDrawing };
  const players: Tab = { name: "players", icon: "people", text: t("tab.players") };
  const log: Tab = { name: "log", icon: "log", text: t("tab.log") };
  return [
    ...(isOver ? [end] : []),
    ...(isCompact && !isOver ? [cards] : []),
    { name: "tickets", icon: "ticket", text: t("tab.tickets"), isCalling: hasOffer },
    ...(isCompact ? [players] : []),
    ...(hasLog ? [] : [log]),
    { name: "text", icon: "text", text: t("tab.text") },
  ];
}

/** Keyboard shortcuts of the table. Not while something is being typed or a dialog is open. */

import { settings } from "../lib/settings.svelte";
import type { Table } from "./table.svelte";

export type TabName = "end" | "cards" | "tickets" | "players" | "log" | "text";

interface Reach {
  showTab(name: TabName): void;
  help(): void;
  where(): void;
}

export function shortcut(event: KeyboardEvent, table: Table, reach: Reach): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element | null;
  if (target?.closest("input, select, textarea, dialog") || document.querySelector("dialog:modal")) return;
  if (event.key.length === 1 && !settings.get("shortcuts")) return;
  if (act(event.key, table, reach)) event.preventDefault();
}

function act(key: string, table: Table, reach: Reach): boolean {
  if (/^[1-5]$/.test(key)) {
    const kind = table.view?.row[Number(key) - 1];
    if (kind) void table.tryAct(`draw ${kind}`);
    return true;
  }
  switch (key.toLowerCase()) {
    case "d":
      void table.tryAct("draw deck");
      return true;
    case "t":
      void table.tryAct("draw tickets");
      return true;
    case "s":
      if (!table.model.board.stations) return false;
      table.beginStation();
      if (table.isPlacingStation) focusSoon(".board .pick[tabindex='0']");
      return true;
    case "c":
      table.listClaims();
      return true;
    case "b":
      return focusSoon(".board [tabindex='0']");
    case "h":
      reach.showTab("cards");
      return focusSoon(".hand li button");
    case "k":
      reach.showTab("tickets");
      return focusSoon("[data-offer]", "#tab-panel button", "#tab-panel");
    case "l":
      reach.showTab("log");
      return focusSoon("#tab-panel");
    case "r":
      reach.showTab("text");
      return focusSoon("#tab-panel select");
    case "w":
      reach.where();
      return true;
    case "escape":
      table.lowerAll();
      table.isPlacingStation = false;
      table.sight.pinned = null;
      table.sight.pointed = null;
      table.sight.heldTicket = null;
      table.sight.heldSeat = null;
      return true;
    case "?":
      reach.help();
      return true;
    default:
      return false;
  }
}

/** The first of these that there is, after the page has followed the change. */
function focusSoon(...selectors: string[]): boolean {
  setTimeout(() => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement | SVGElement>(selector));
    found.find((element) => element !== null)?.focus();
  });
  return true;
}

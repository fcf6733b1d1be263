/** Cards on their way over the table. Places are elements with `data-anchor`. */

import { settings } from "../lib/settings.svelte";

export interface Flight {
  id: number;
  /** null shows the back. */
  kind: string | null;
  from: DOMRect;
  to: DOMRect;
  delay: number;
}

class Flights {
  flying = $state.raw<Flight[]>([]);
  #next = 0;

  /** Sends a card from one place to another, if both are on the screen. */
  send(kind: string | null, from: string[], to: string[], delay = 0): void {
    if (settings.animations !== "full" || typeof document === "undefined" || document.hidden) return;
    const [start, end] = [place(from), place(to)];
    if (start && end) this.flying = [...this.flying, { id: this.#next++, kind, from: start, to: end, delay }];
  }

  /** All at once: somebody does not want to wait. */
  landAll(): void {
    this.flying = [];
  }

  land(id: number): void {
    this.flying = this.flying.filter((flight) => flight.id !== id);
  }
}

export const flights = new Flights();

/** Where the first anchor of the list that can be seen lies. */
function place(anchors: string[]): DOMRect | null {
  for (const anchor of anchors) {
    const box = document.querySelector(`[data-anchor="${anchor}"]`)?.getBoundingClientRect();
    if (box && box.width > 0) return box;
  }
  return null;
}

/** Short messages: shown for a while at the edge of the screen, and read out by screen readers. */

import { untrack } from "svelte";

export interface Toast {
  id: number;
  text: string;
  tone: "plain" | "warning";
}

const SHOWN_FOR = 5000;

class Announcer {
  toasts = $state<Toast[]>([]);
  /** What a screen reader says next without anything to see. */
  spoken = $state("");
  #next = 0;

  toast(text: string, tone: Toast["tone"] = "plain"): void {
    const shown = untrack(() => this.toasts);
    if (!text || shown.some((toast) => toast.text === text)) return;
    const id = this.#next++;
    this.toasts = [...shown.slice(-2), { id, text, tone }];
    this.say(text);
    setTimeout(() => this.dismiss(id), SHOWN_FOR);
  }

  say(text: string): void {
    // Said twice, it must differ to be heard twice.
    this.spoken = untrack(() => this.spoken) === text ? `${text}\u00a0` : text;
  }

  dismiss(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }
}

export const announcer = new Announcer();

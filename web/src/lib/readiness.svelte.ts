/** How long bots that search still wait for compiled code: only on a server that has compiled nothing yet. */

import { api } from "./api";

const LOOK_AGAIN = 3000;

class Readiness {
  #seconds = $state<Record<string, number>>({});
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** About how many seconds until this bot can play; 0 if it can. */
  left(bot: string | null | undefined): number {
    return (bot && this.#seconds[bot]) || 0;
  }

  /** Asks the server, and again as long as somebody has to wait. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { bots } = await api.bots();
      this.#seconds = Object.fromEntries(bots.map((bot) => [bot.name, bot.ready_in]));
    } catch {
      return; // whatever needs the server says so itself
    }
    if (Object.values(this.#seconds).some(Boolean)) this.#timer = setTimeout(() => void this.look(), LOOK_AGAIN);
  }
}

export const readiness = new Readiness();

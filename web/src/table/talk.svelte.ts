/** What is said at the table: phrases of people, and lines of bots about what everybody has seen. No DOM. */

import { t, has } from "../lib/i18n.svelte";
import { NUDGE, type GameEvent, type Over, type Said } from "../lib/messages";
import { settings } from "../lib/settings.svelte";
import { load, save } from "../lib/stored";
import { play } from "./sounds";
import type { Table } from "./table.svelte";

export interface Bubble {
  id: number;
  seat: number;
  text: string;
}

const STAYS = 4200;
const PAUSE = 12_000; // between two lines of bots
const LONG = 5; // spaces of a route that is worth a word

const MUTED = "muted";

interface Muted {
  game: string;
  seats: number[];
}

type Moment = "begin" | "claim" | "rival" | "tunnel" | "last" | "won" | "lost";

export function phraseText(phrase: string): string {
  const key = `phrase.${phrase}`;
  return has(key) ? t(key) : phrase;
}

export class Talk {
  bubbles = $state.raw<Bubble[]>([]);
  muted = $state.raw<ReadonlySet<number>>(new Set());
  #next = 0;
  #quietUntil = 0;

  constructor(readonly table: Table) {
    const { game, seats } = load<Muted>(MUTED, { game: "", seats: [] });
    if (game === table.game.id) this.muted = new Set(seats);
  }

  /** Lasts as long as the game, through reloads too. */
  toggleMute(seat: number): void {
    const muted = new Set(this.muted);
    if (!muted.delete(seat)) muted.add(seat);
    this.muted = muted;
    save(MUTED, { game: this.table.game.id, seats: [...muted] });
  }

  hear({ seat, phrase }: Said): void {
    if (this.muted.has(seat)) return;
    const isForMe = phrase === NUDGE && this.table.game.due !== null && this.table.game.shown !== seat;
    if (isForMe) {
      play("nudge");
      navigator.vibrate?.([80, 60, 80]);
    }
    this.#show(seat, phraseText(phrase));
  }

  /** Lets a bot comment on events. They are public, and so is all that it can say about them. */
  comment(events: readonly GameEvent[]): void {
    for (const event of events) {
      if (event.event === "play_began") this.#line(this.#anyBot(event.number), "begin");
      else if (event.event === "last_round") this.#line(event.seat, "last");
      else if (event.event === "tunnel_abandoned") this.#line(event.seat, "tunnel");
      else if (event.event === "route_claimed" && this.table.model.route(event.route).length >= LONG) {
        if (this.#character(event.seat)) this.#line(event.seat, "claim");
        else this.#line(this.#anyBot(event.number), "rival");
      }
    }
  }

  /** The last word. */
  end(over: Over): void {
    const winner = over.winners.find((seat) => this.#character(seat));
    this.#quietUntil = 0;
    if (winner !== undefined) this.#line(winner, "won");
    else this.#line(this.#anyBot(over.scores.length), "lost");
  }

  #line(seat: number | null, moment: Moment): void {
    const character = seat === null ? null : this.#character(seat);
    const key = `say.${character}_${moment}`;
    if (seat === null || !settings.get("talk") || this.muted.has(seat) || !has(key)) return;
    if (Date.now() < this.#quietUntil) return;
    this.#quietUntil = Date.now() + PAUSE;
    this.#show(seat, t(key));
  }

  #show(seat: number, text: string): void {
    const id = this.#next++;
    this.bubbles = [...this.bubbles.filter((bubble) => bubble.seat !== seat).slice(-1), { id, seat, text }];
    setTimeout(() => this.hush(id), STAYS);
  }

  hush(id: number): void {
    this.bubbles = this.bubbles.filter((bubble) => bubble.id !== id);
  }

  /** Of a bot that plays for itself, not for somebody. */
  #character(seat: number): string | null {
    const info = this.table.seat(seat);
    return info?.kind === "bot" && !info.is_stand_in ? info.character : null;
  }

  #anyBot(number: number): number | null {
    const bots = (this.table.game.info?.seats ?? []).filter((seat) => this.#character(seat.seat));
    return bots[number % (bots.length || 1)]?.seat ?? null;
  }
}

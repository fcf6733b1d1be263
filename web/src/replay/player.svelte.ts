/** A finished game as a film: where it stands, and what is known there. No DOM. */

import type { GameEvent, OwnView, ReplayAnswer, View } from "../lib/messages";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const BEAT = 1200;

export class ReplayPlayer {
  answer = $state.raw<ReplayAnswer | null>(null);
  at = $state(0);
  isPlaying = $state(false);
  speed = $state<number>(1);

  length = $derived.by(() => this.answer?.steps.length ?? 0);
  step = $derived.by(() => (this.at ? this.answer?.steps[this.at - 1] : undefined));
  view = $derived.by((): View | undefined => this.step?.view ?? this.answer?.start);
  isEnd = $derived(this.length > 0 && this.at === this.length);

  /** All events with their numbers, and how many have happened after each step. */
  #events = $derived.by(() => {
    const all: GameEvent[] = [];
    const counts = [0];
    for (const step of this.answer?.steps ?? []) {
      for (const event of step.events) all.push({ ...event, number: all.length, seq: step.seq });
      counts.push(all.length);
    }
    return { all, counts };
  });
  events = $derived.by(() => this.#events.all.slice(0, this.#events.counts[this.at] ?? 0));
  latest = $derived.by(() =>
    this.#events.all.slice(this.#events.counts[this.at - 1] ?? 0, this.#events.counts[this.at]),
  );
  fresh = $derived.by(() => {
    const claim = this.latest.find((event) => event.event === "route_claimed");
    return claim?.event === "route_claimed" ? claim.route : null;
  });

  /** Hands and tickets that this view shows, by seat. */
  open = $derived.by((): ReadonlyMap<number, OwnView> => {
    const { view } = this;
    if (!view?.own) return new Map();
    const own = view.own as OwnView | OwnView[];
    if (Array.isArray(own)) return new Map(own.map((each, seat) => [seat, each]));
    return view.seat === null ? new Map() : new Map([[view.seat, own]]);
  });

  use(answer: ReplayAnswer): void {
    this.answer = answer;
    this.at = Math.min(this.at, answer.steps.length);
  }

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.length, to));
    if (this.isEnd) this.isPlaying = false;
  }

  toggle(): void {
    if (this.isEnd) this.at = 0;
    this.isPlaying = !this.isPlaying;
  }

  /** The pause before the next step. */
  get pause(): number {
    return BEAT / this.speed;
  }
}

/** The review of one seat of a finished game, as far as the server has it. No DOM. */

import { api } from "../lib/api";
import type { ReviewedMove, ReviewStanding } from "../lib/messages";
import { load, save } from "../lib/stored";

const LOOK_MS = 1200;
/** Luck that is worth a mark: share of the win, and standard errors. */
const SHOWN_LUCK = 0.04;
const SURE = 2;

export interface BranchOf {
  /** Before this move of the game. */
  move: number;
  game: string;
}

export class SeatReview {
  standing = $state.raw<ReviewStanding | null>(null);
  failure = $state("");

  curve = $derived(this.standing?.curve ?? []);
  review = $derived(this.standing?.review ?? null);
  isBusy = $derived(this.standing?.state === "waiting" || this.standing?.state === "working");
  mistakes = $derived.by((): ReviewedMove[] =>
    (this.review?.moves ?? []).filter((move) => move.kind !== "good" && move.kind !== "forced"),
  );
  luck = $derived.by(() =>
    (this.review?.chance ?? []).filter(
      ({ luck, luck_se }) => Math.abs(luck) >= SHOWN_LUCK && Math.abs(luck) > SURE * luck_se,
    ),
  );

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly seat: number,
  ) {}

  /** What there is already; a review that is being done is followed. */
  async look(): Promise<void> {
    await this.#take(() => api.review(this.game, this.seat));
  }

  async ask(): Promise<void> {
    await this.#take(() => api.askReview(this.game, this.seat));
  }

  /** The work goes on without us. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  moveAt(number: number): ReviewedMove | undefined {
    return this.review?.moves.find((move) => move.number === number);
  }

  async #take(read: () => Promise<ReviewStanding>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.failure = "";
      this.standing = await read();
      if (this.isBusy) this.#timer = setTimeout(() => void this.look(), LOOK_MS);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }
}

const KEY = "branches";
const MOST_GAMES = 50;

/** Games of this device that went on from a moment of another one. */
export function branchesOf(game: string): BranchOf[] {
  return load<Record<string, BranchOf[]>>(KEY, {})[game] ?? [];
}

export function rememberBranch(game: string, branch: BranchOf): void {
  const { [game]: known = [], ...others } = load<Record<string, BranchOf[]>>(KEY, {});
  const kept = Object.entries(others).slice(1 - MOST_GAMES);
  save(KEY, { ...Object.fromEntries(kept), [game]: [...known, branch] });
}

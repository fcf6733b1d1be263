/** The review of one seat of a finished game, as far as the server has it. No DOM. */

import { api } from "../lib/api";
import type { BranchInfo, ReviewedMove, ReviewStanding } from "../lib/messages";

const LOOK_MS = 1200;

export class SeatReview {
  standing = $state.raw<ReviewStanding | null>(null);
  failure = $state("");
  /** One's own games that went on from this one. */
  branches = $state.raw<BranchInfo[]>([]);

  curve = $derived(this.standing?.curve ?? []);
  review = $derived(this.standing?.review ?? null);
  isBusy = $derived(this.standing?.state === "waiting" || this.standing?.state === "working");
  mistakes = $derived.by((): ReviewedMove[] =>
    (this.review?.moves ?? []).filter((move) => move.kind !== "good" && move.kind !== "forced"),
  );
  luck = $derived.by(() => (this.review?.chance ?? []).filter((event) => event.is_notable));

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly game: string,
    readonly seat: number,
  ) {}

  /** What there is already; a review that is being done is followed. */
  async look(): Promise<void> {
    void this.#lookForBranches();
    await this.#follow();
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

  async #follow(): Promise<void> {
    await this.#take(() => api.review(this.game, this.seat));
  }

  async #lookForBranches(): Promise<void> {
    try {
      this.branches = await api.branches(this.game);
    } catch {
      // a list more or less: what fails with the review is told there
    }
  }

  async #take(read: () => Promise<ReviewStanding>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.failure = "";
      this.standing = await read();
      if (this.isBusy) this.#timer = setTimeout(() => void this.#follow(), LOOK_MS);
    } catch (error) {
      this.failure = (error as Error).message;
    }
  }
}

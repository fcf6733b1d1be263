/** Where ratings lie beside each other, and how they are written. */

import type { Rating } from "../lib/messages";

export interface Span {
  from: number;
  to: number;
}

const STEP = 100;

/** Round numbers that hold all intervals. */
export function spanOf(ratings: readonly Rating[]): Span {
  if (!ratings.length) return { from: 0, to: STEP };
  const from = Math.floor(Math.min(...ratings.map((each) => each.low)) / STEP) * STEP;
  const to = Math.ceil(Math.max(...ratings.map((each) => each.high)) / STEP) * STEP;
  return { from, to: Math.max(to, from + STEP) };
}

/** Per cent of the way. */
export function along(span: Span, rating: number): number {
  return (100 * (rating - span.from)) / (span.to - span.from);
}

export function gain(before: number, after: number): string {
  const points = after - before;
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0";
}

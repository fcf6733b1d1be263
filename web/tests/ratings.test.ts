import { describe, expect, it } from "vitest";

import type { Rating } from "../src/lib/messages";
import { along, gain, spanOf } from "../src/ratings/scale";

const rating = (low: number, high: number): Rating => ({
  rating: (low + high) / 2,
  low,
  high,
  games: 12,
  is_provisional: false,
});

describe("ratings", () => {
  it("lie within round numbers that hold every interval", () => {
    const span = spanOf([rating(1310, 1690), rating(1455, 1720)]);
    expect(span).toEqual({ from: 1300, to: 1800 });
    expect(along(span, 1300)).toBe(0);
    expect(along(span, 1550)).toBe(50);
    expect(along(span, 1800)).toBe(100);
  });

  it("have a span even if there are none, or only one that is quite sure", () => {
    expect(along(spanOf([]), 50)).toBe(50);
    expect(spanOf([rating(1500, 1500)])).toEqual({ from: 1500, to: 1600 });
  });

  it("tell gains and losses with their sign", () => {
    expect([gain(1500, 1543), gain(1500, 1457), gain(1500, 1500)]).toEqual(["+43", "−43", "±0"]);
  });
});

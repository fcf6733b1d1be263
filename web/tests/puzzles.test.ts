import { beforeEach, describe, expect, it, vi } from "vitest";

import { progress, remember, streak } from "../src/puzzles/progress";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

describe("streaks of puzzles", () => {
  it("count days in a row up to today or yesterday", () => {
    const days = ["2026-12-30", "2026-12-31", "2027-01-01"];
    expect(streak(days, "2027-01-01")).toBe(3);
    expect(streak(days, "2027-01-02")).toBe(3);
    expect(streak(days, "2027-01-03")).toBe(0);
    expect(streak([], "2027-01-01")).toBe(0);
  });

  it("remember the first answer to a puzzle, and a day only if it was a good one", () => {
    remember("a", 0.2, "2027-01-01");
    remember("a", 1, "2027-01-01");
    remember("b", 0.9, null);
    remember("c", 1, "2027-01-02");
    expect(progress()).toEqual({ credits: { a: 0.2, b: 0.9, c: 1 }, days: ["2027-01-02"] });
  });
});

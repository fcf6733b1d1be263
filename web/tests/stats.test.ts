import { describe, expect, it } from "vitest";

import { favourites, gameOf, merged, sums, type PlayedGame } from "../src/lib/stats";
import type { Over, PlayedResult, SeatScore } from "../src/lib/messages";

const game = (change: Partial<PlayedGame>): PlayedGame => ({
  id: "A",
  at: 0,
  board: "usa",
  players: 2,
  score: 100,
  rank: 1,
  won: true,
  tickets: [2, 3],
  routes: ["a-b"],
  ...change,
});

describe("statistics", () => {
  const games = [
    game({}),
    game({ score: 81, won: false, rank: 2, tickets: [1, 3], routes: ["a-b", "b-c"] }),
    game({ board: "london", players: 4, score: 30 }),
    game({ players: 3, score: 60 }),
  ];

  it("add up by board and table size", () => {
    const [first, ...rest] = sums(games);
    expect(first).toEqual({ board: "usa", players: 2, games: 2, wins: 1, average: 91, best: 100, made: 3, tickets: 6 });
    expect(rest.map(({ board, players }) => [board, players])).toEqual([
      ["london", 4],
      ["usa", 3],
    ]);
  });

  it("know the favourite routes of a board", () => {
    expect(favourites(games, "usa", 2)).toEqual([
      { route: "a-b", times: 3 },
      { route: "b-c", times: 1 },
    ]);
  });

  it("of an account and of this browser are each there once, the oldest first", () => {
    const { at: _, ...rest } = game({ id: "B", score: 7 });
    const result: PlayedResult = { ...rest, ended: "2026-05-01T18:00:00Z" };
    const here = [game({ id: "B", at: 3 }), game({ id: "C", at: Date.parse("2026-06-01") }), game({ id: "A", at: 1 })];
    const found = merged(here, [result]);
    expect(found.map(({ id, score }) => [id, score])).toEqual([
      ["A", 100],
      ["B", 7],
      ["C", 100],
    ]);
    expect(found[1]).toMatchObject({ at: Date.parse(result.ended), tickets: [2, 3] });
    expect(found[1]).not.toHaveProperty("ended");
  });

  it("are taken from a result", () => {
    const score = {
      seat: 1,
      rank: 2,
      total: 77,
      tickets: [
        { ticket: "x", points: 5, is_completed: true },
        { ticket: "y", points: -8, is_completed: false },
      ],
    } as SeatScore;
    const over = { scores: [score], winners: [0] } as unknown as Over;
    expect(gameOf("G", "usa", over, 1, ["a-b"])).toMatchObject({ score: 77, won: false, tickets: [1, 2], rank: 2 });
    expect(gameOf("G", "usa", over, 0, [])).toBeNull();
  });
});

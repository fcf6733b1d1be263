import { describe, expect, it } from "vitest";

import type { GameEvent } from "../src/lib/messages";
import { recapOf } from "../src/table/recap";

let number = 0;
const event = (seat: number, colour = "red"): GameEvent => ({
  event: "card_taken",
  number: number++,
  seq: 0,
  seat,
  colour,
});
const seats = (events: GameEvent[], shown: number | null, toAct: number) =>
  recapOf(events, shown, toAct).map(({ seat, events: all }) => [seat, all.length]);

describe("what happened since the last turn", () => {
  const round = [event(0), event(0), event(1), event(1), event(2), event(2)];

  it("is told by seat, in the order of play", () => {
    expect(seats(round, 0, 0)).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it("stays while the seat is in the middle of its turn", () => {
    expect(seats([...round, event(0)], 0, 0)).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  it("is over with the next turn", () => {
    expect(seats([...round, event(0), event(0)], 0, 1)).toEqual([]);
    expect(seats([...round, event(0), event(0), event(1)], 0, 1)).toEqual([[1, 1]]);
  });

  it("goes back one turn of each for spectators", () => {
    expect(seats([event(1), ...round], null, 0)).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
    ]);
  });

  it("leaves out the tickets of the deal", () => {
    const kept: GameEvent = {
      event: "tickets_kept",
      number: 99,
      seq: 1,
      seat: 1,
      count: 2,
      tickets: null,
      at_deal: true,
    };
    expect(recapOf([kept], 0, 0)).toEqual([]);
  });
});

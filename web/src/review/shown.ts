/** The better move and the one played, as they are shown on the board and in the row. No DOM. */

import type { Pin, Way } from "../board/marks";
import type { BoardModel } from "../board/model";

export type Mark = "better" | "played";

/** What a draw takes: the name of a colour, or one of these. */
export const DECK = "deck";
export const TICKETS = "tickets";

export interface Shown {
  /** Routes of claims. */
  ways: Way[];
  /** Cities of stations and tickets. */
  rings: ReadonlySet<string>;
  pins: ReadonlyMap<string, readonly Pin[]>;
  /** What is drawn, by its kind. */
  draws: ReadonlyMap<string, Mark>;
}

export const NOTHING: Shown = { ways: [], rings: new Set(), pins: new Map(), draws: new Map() };

const SIGNS: Record<Mark, Pin> = {
  better: { label: "✓", status: "offer" },
  played: { label: "×", status: "open" },
};

/** Both moves; what they have in common is not marked. */
export function shownOf(model: BoardModel, better: string, played: string): Shown {
  const ways: Way[] = [];
  const rings = new Set<string>();
  const pins = new Map<string, Pin[]>();
  const draws = new Map<string, Mark>();
  const [best, done] = [partsOf(better), partsOf(played)];
  const show = (mark: Mark, { verb, names }: Parts, other: Parts) => {
    const own = names.filter((name) => verb !== other.verb || !other.names.includes(name));
    if (verb === "claim") ways.push({ routes: names, number: mark === "better" ? 0 : 1 });
    if (verb === "draw") for (const name of own) draws.set(name, mark);
    if (verb !== "station" && verb !== "keep") return;
    for (const name of own)
      for (const city of verb === "station" ? [name] : model.ticket(name).cities) {
        if (mark === "better") rings.add(city);
        pins.set(city, [...(pins.get(city) ?? []), SIGNS[mark]]);
      }
  };
  show("better", best, done);
  show("played", done, best);
  return { ways, rings, pins, draws };
}

interface Parts {
  verb: string;
  names: string[];
}

function partsOf(action: string): Parts {
  const [head = ""] = action.split(" with ");
  const [verb = "", ...rest] = head.split(" ");
  return { verb, names: rest.join(" ").split(", ").filter(Boolean) };
}

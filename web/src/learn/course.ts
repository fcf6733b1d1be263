/** What the introduction shows, page by page. Positions and answers were made by the referee: tools/lessons.py. */

import type { GameEvent, Names, Over, View } from "../lib/messages";
import type { TextKey } from "../lib/i18n.svelte";
import data from "./lessons.json";

export interface LessonStep {
  action: string;
  view: View;
  claimable: string[];
  /** Routes that nobody owns and nobody may claim any more, with the reason by language. */
  blocked?: Record<string, Names & { rule: string }>;
  events: GameEvent[];
  after: View;
  /** A tunnel's surcharge. */
  pay?: { action: string; events: GameEvent[]; after: View };
  /** Districts that the action joins. */
  districts?: number[];
}

export interface Lesson {
  board: string;
  colours: string[];
  steps: LessonStep[];
  end?: { view: View; over: Over };
}

export type Task = "keep" | "draw" | "claim" | "twin" | "tunnel" | "station" | "look" | "score";

export interface Page {
  task: Task;
  /** Steps of the lesson that the learner plays here; for `look` and `twin` the one whose position is shown. */
  steps: number[];
  title: TextKey;
  text: TextKey;
  /** Said when it is done. */
  done?: TextKey;
}

export const LESSONS = data as unknown as Lesson[];

export const PAGES: Record<string, Page[]> = {
  usa: [
    { task: "keep", steps: [0], title: "learn.tickets", text: "learn.tickets_text", done: "learn.tickets_done" },
    { task: "draw", steps: [1, 2], title: "learn.draw", text: "learn.draw_text", done: "learn.draw_done" },
    { task: "claim", steps: [3], title: "learn.claim", text: "learn.claim_text", done: "learn.claim_done" },
    { task: "twin", steps: [4], title: "learn.double", text: "learn.double_text", done: "learn.double_done" },
    { task: "claim", steps: [4], title: "learn.gray", text: "learn.gray_text", done: "learn.gray_done" },
    { task: "claim", steps: [5], title: "learn.last", text: "learn.last_text", done: "learn.last_done" },
    { task: "score", steps: [5], title: "learn.score", text: "learn.score_text" },
  ],
  europe: [
    { task: "claim", steps: [0], title: "learn.ferry", text: "learn.ferry_text", done: "learn.ferry_done" },
    { task: "tunnel", steps: [1], title: "learn.tunnel", text: "learn.tunnel_text", done: "learn.tunnel_done" },
    { task: "station", steps: [2], title: "learn.station", text: "learn.station_text", done: "learn.station_done" },
  ],
  london: [
    { task: "look", steps: [0], title: "learn.london", text: "learn.london_text" },
    { task: "claim", steps: [0], title: "learn.district", text: "learn.district_text", done: "learn.district_done" },
  ],
};

/** "claim a-b with 2 red" → "a-b"; "station wien with 1 blue" → "wien"; "draw green" → "green". */
export const targetOf = (action: string): string => action.split(" ")[1] ?? "";

export const keptOf = (action: string): string[] => action.replace(/^keep /, "").split(", ");

export const paymentOf = (action: string): string => action.split(" with ")[1] ?? action.replace(/^pay /, "");

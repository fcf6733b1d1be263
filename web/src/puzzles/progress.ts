/** What was solved on this device, and for how many days in a row. Kept in the browser only. */

import { load, save } from "../lib/stored";

export interface Progress {
  /** The credit of the first answer, by puzzle. */
  credits: Record<string, number>;
  /** Days whose puzzle was solved, as 2026-11-18, in order. */
  days: string[];
}

const KEY = "puzzles";
const MOST_DAYS = 1000;
/** Credit from which a puzzle counts as solved. */
export const SOLVED = 0.7;

export function progress(): Progress {
  const { credits = {}, days = [] } = load<Partial<Progress>>(KEY, {});
  return { credits, days };
}

/** Remembers the first answer to a puzzle; the puzzle of the day, well answered, counts for the streak. */
export function remember(id: string, credit: number, day: string | null): Progress {
  const before = progress();
  if (id in before.credits) return before;
  const isNewDay = day !== null && credit >= SOLVED && !before.days.includes(day);
  const after = {
    credits: { ...before.credits, [id]: credit },
    days: isNewDay ? [...before.days, day].slice(-MOST_DAYS) : before.days,
  };
  save(KEY, after);
  return after;
}

/** Days in a row, up to this one or the one before it. */
export function streak(days: readonly string[], today: string): number {
  const solved = new Set(days);
  let day = solved.has(today) ? today : dayBefore(today);
  let length = 0;
  while (solved.has(day)) {
    length++;
    day = dayBefore(day);
  }
  return length;
}

/** The day of the server, which is the same for everybody. */
export const todayInUtc = (): string => new Date().toISOString().slice(0, 10);

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

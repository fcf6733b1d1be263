/** New games, and what this device chose last time. */

import { api } from "../lib/api";
import type { GameInfo, NewSeat } from "../lib/messages";
import { load, save } from "../lib/stored";

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;
export type Level = (typeof LEVELS)[number];

export interface LastChoice {
  board: string;
  opponents: number;
  level: Level;
}

/** What the address asks for (`/?board=europe&players=3&bots=hard`), else what was chosen last time. */
export function firstChoice(search: string): LastChoice {
  const last = { board: "usa", opponents: 2, level: "medium" as Level, ...load<Partial<LastChoice>>("choice", {}) };
  const asked = new URLSearchParams(search);
  const players = Number(asked.get("players"));
  return {
    board: asked.get("board") ?? last.board,
    opponents: players > 1 ? players - 1 : last.opponents,
    level: LEVELS.find((level) => level === asked.get("bots")) ?? last.level,
  };
}

export function rememberChoice(choice: LastChoice): void {
  save("choice", choice);
}

/** Boards of one's own that this device has brought along, by their ids on the server. */
export const ownBoards = (): string[] => load<string[]>("boards", []);

export function rememberBoard(id: string): void {
  save("boards", [...ownBoards().filter((each) => each !== id), id].slice(-6));
}

export function forgetBoard(id: string): void {
  save(
    "boards",
    ownBoards().filter((each) => each !== id),
  );
}

export const savedName = (): string => load("name", "");

export function rememberName(name: string): void {
  save("name", name.trim());
}

function me(): NewSeat {
  const name = savedName();
  return name ? { kind: "here", name } : { kind: "here" };
}

/** A game against bots, dealt and ready. */
export async function playBots({ board, opponents, level }: LastChoice): Promise<GameInfo> {
  const bots = Array.from({ length: opponents }, (): NewSeat => ({ kind: "bot", bot: level }));
  const game = await api.createGame({ board, pace: "normal", seats: [me(), ...bots] });
  return api.start(game.id);
}

/** A table in the lobby: me and one seat for a friend. */
export function openTable(board: string): Promise<GameInfo> {
  return api.createGame({ board, pace: "normal", seats: [me(), { kind: "open" }] });
}

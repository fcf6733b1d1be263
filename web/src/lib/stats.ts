/**
 * Games that were played to the end, and what they add up to. Guests' are kept in the browser only; those of an
 * account are kept by the server, the same for every device.
 */

import type { Over, PlayedResult } from "./messages";
import { load, save } from "./stored";

export interface PlayedGame {
  id: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  board: string;
  players: number;
  score: number;
  rank: number;
  won: boolean;
  tickets: [made: number, of: number];
  routes: string[];
}

export interface Sum {
  board: string;
  players: number;
  games: number;
  wins: number;
  average: number;
  best: number;
  made: number;
  tickets: number;
}

const KEY = "stats";
const MOST = 500; // games that are remembered

export const playedGames = (): PlayedGame[] => load<PlayedGame[]>(KEY, []);

export function gameOf(id: string, board: string, over: Over, seat: number, routes: string[]): PlayedGame | null {
  const score = over.scores.find((each) => each.seat === seat);
  if (!score) return null;
  return {
    id,
    at: Date.now(),
    board,
    players: over.scores.length,
    score: score.total,
    rank: score.rank,
    won: over.winners.includes(seat),
    tickets: [score.tickets.filter((ticket) => ticket.is_completed).length, score.tickets.length],
    routes,
  };
}

/** Remembers a game, once. */
export function addGame(game: PlayedGame): void {
  const games = playedGames();
  if (!games.some((each) => each.id === game.id)) save(KEY, [...games, game].slice(-MOST));
}

/** Those of this browser alone and those of the account, each once, the oldest first. */
export function merged(here: readonly PlayedGame[], results: readonly PlayedResult[]): PlayedGame[] {
  const there = results.map(({ ended, ...game }): PlayedGame => ({ ...game, at: Date.parse(ended) }));
  const known = new Set(there.map((game) => game.id));
  return [...here.filter((game) => !known.has(game.id)), ...there].sort((a, b) => a.at - b.at);
}

/** What an account keeps is not kept in the browser too: whoever signs out leaves none of it behind. */
export function giveToAccount(results: readonly PlayedResult[]): void {
  const known = new Set(results.map((game) => game.id));
  save(
    KEY,
    playedGames().filter((game) => !known.has(game.id)),
  );
}

export function forgetGames(): void {
  save(KEY, []);
}

/** By board and table size, the most played first. */
export function sums(games: readonly PlayedGame[]): Sum[] {
  const groups = new Map<string, PlayedGame[]>();
  for (const game of games) {
    const key = `${game.board} ${game.players}`;
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  const total = (group: PlayedGame[], of: (game: PlayedGame) => number) =>
    group.reduce((sum, game) => sum + of(game), 0);
  return [...groups.values()]
    .map((group) => ({
      board: group[0]!.board,
      players: group[0]!.players,
      games: group.length,
      wins: group.filter((game) => game.won).length,
      average: Math.round(total(group, (game) => game.score) / group.length),
      best: Math.max(...group.map((game) => game.score)),
      made: total(group, (game) => game.tickets[0]),
      tickets: total(group, (game) => game.tickets[1]),
    }))
    .sort((a, b) => b.games - a.games || a.board.localeCompare(b.board));
}

/** The routes claimed most often on a board. */
export function favourites(games: readonly PlayedGame[], board: string, most = 3): { route: string; times: number }[] {
  const times = new Map<string, number>();
  for (const game of games)
    if (game.board === board) for (const route of game.routes) times.set(route, (times.get(route) ?? 0) + 1);
  return [...times]
    .map(([route, count]) => ({ route, times: count }))
    .sort((a, b) => b.times - a.times || a.route.localeCompare(b.route))
    .slice(0, most);
}

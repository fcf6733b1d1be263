/** The server's HTTP side. Every failure is an `ApiError` whose `message` can be shown as it is. */

import { i18n, t } from "./i18n.svelte";
import type {
  BranchInfo,
  Future,
  Account,
  Bots,
  BoardAnswer,
  BoardSummary,
  GameChange,
  GameInfo,
  LadderName,
  Leaderboard,
  MyGames,
  NewGame,
  NewSeat,
  OwnRatings,
  PlayedResult,
  PushInfo,
  Puzzle,
  PuzzleList,
  ReplayAnswer,
  ReviewStanding,
  SeatChange,
  ServerInfo,
  Story,
  Token,
  Vacation,
  Verdict,
  Subscription,
  Webhook,
  WebhookList,
} from "./messages";

export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface ErrorBody {
  error?: { code?: string; text?: string };
}

async function request(method: string, path: string, body?: unknown): Promise<Response> {
  const headers: Record<string, string> = { "Accept-Language": i18n.language };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = typeof body === "string" ? body : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new ApiError("network", t("error.network"), 0);
  }
  if (answer.ok) return answer;
  const { error }: ErrorBody = await answer.json().catch(() => ({}));
  throw new ApiError(error?.code ?? "http", error?.text ?? t("error.http", { status: answer.status }), answer.status);
}

async function json<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

const boards = new Map<string, Promise<BoardAnswer>>();

export const api = {
  server: () => json<ServerInfo>("GET", "/api/server"),
  boards: () => json<{ boards: BoardSummary[] }>("GET", "/api/boards").then((answer) => answer.boards),
  bots: () => json<Bots>("GET", "/api/bots"),
  /** Takes a board file along; the answer's id names it from now on. */
  bringBoard: (text: string) => json<BoardSummary>("POST", "/api/boards", text),

  /** Asked for once: boards do not change while the page is open. */
  board(id: string): Promise<BoardAnswer> {
    let found = boards.get(id);
    if (!found) {
      found = json<BoardAnswer>("GET", `/api/boards/${encodeURIComponent(id)}`);
      found.catch(() => boards.delete(id));
      boards.set(id, found);
    }
    return found;
  },

  createGame: (body: NewGame) => json<GameInfo>("POST", "/api/games", body),
  myGames: () => json<MyGames>("GET", "/api/my-games"),
  account: () => json<{ is_there: boolean; account: Account | null }>("GET", "/api/account"),
  askPasskey: (purpose: "new" | "known", name?: string) =>
    json<{ question: string; options: unknown }>(
      "POST",
      "/api/account/question",
      name ? { purpose, name } : { purpose },
    ),
  register: (body: { question: string; credential: unknown; name: string }) =>
    json<Account>("POST", "/api/account", body),
  signIn: (body: { question: string; credential: unknown }) => json<Account>("POST", "/api/account/sign-in", body),
  addPasskey: (body: { question: string; credential: unknown }) => json<Account>("POST", "/api/account/passkeys", body),
  removePasskey: (id: string) => json<Account>("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`),
  changeAccount: (change: { is_listed: boolean }) => json<Account>("PATCH", "/api/account", change),
  leaderboard: (board: string, players: number, ladder: LadderName) =>
    json<Leaderboard>("GET", `/api/leaderboard?board=${encodeURIComponent(board)}&players=${players}&ladder=${ladder}`),
  ratings: () => json<OwnRatings>("GET", "/api/ratings"),
  gameRatings: (id: string) =>
    json<{ changes: SeatChange[] }>("GET", `${game(id)}/ratings`).then((answer) => answer.changes),
  played: () => json<{ games: PlayedResult[] }>("GET", "/api/played").then((answer) => answer.games),
  forgetPlayed: () => json<void>("DELETE", "/api/played"),
  signOut: () => json<void>("POST", "/api/account/sign-out", {}),
  deleteAccount: () => json<void>("DELETE", "/api/account"),
  push: () => json<PushInfo>("GET", "/api/push"),
  subscribe: (body: Subscription) => json<PushInfo>("PUT", "/api/push", body),
  unsubscribe: () => json<PushInfo>("DELETE", "/api/push"),
  webhooks: () => json<WebhookList>("GET", "/api/webhooks"),
  addWebhook: (url: string) => json<Webhook & { secret: string }>("POST", "/api/webhooks", { url }),
  removeWebhook: (id: string) => json<void>("DELETE", `/api/webhooks/${encodeURIComponent(id)}`),
  testWebhook: (id: string) => json<WebhookList>("POST", `/api/webhooks/${encodeURIComponent(id)}/test`, {}),
  vacation: () => json<Vacation>("GET", "/api/vacation"),
  takeVacation: (days: number) => json<Vacation>("PUT", "/api/vacation", { days }),
  endVacation: () => json<Vacation>("DELETE", "/api/vacation"),
  game: (id: string) => json<GameInfo>("GET", game(id)),
  changeGame: (id: string, change: GameChange) => json<GameInfo>("PATCH", game(id), change),
  deleteGame: (id: string) => json<void>("DELETE", game(id)),
  addSeat: (id: string, seat: NewSeat) => json<GameInfo>("POST", `${game(id)}/seats`, seat),
  changeSeat: (id: string, seat: number, change: Partial<NewSeat>) =>
    json<GameInfo>("PATCH", `${game(id)}/seats/${seat}`, change),
  removeSeat: (id: string, seat: number) => json<GameInfo>("DELETE", `${game(id)}/seats/${seat}`),
  /** `alone` takes the seat from every other device. */
  seatLink: (id: string, seat: number, alone = false) =>
    json<{ token: string; path: string }>("POST", `${game(id)}/seats/${seat}/link`, alone ? { alone } : {}),
  claimSeat: (id: string, token: string) => json<GameInfo>("POST", `${game(id)}/claim`, { token }),
  makeToken: (id: string, seat: number, name: string) =>
    json<Token & { token: string }>("POST", `${game(id)}/seats/${seat}/token`, { name }),
  tokens: () => json<{ tokens: Token[] }>("GET", "/api/tokens").then((answer) => answer.tokens),
  revokeToken: (id: string) => json<void>("DELETE", `/api/tokens/${encodeURIComponent(id)}`),
  start: (id: string) => json<GameInfo>("POST", `${game(id)}/start`, {}),
  leave: (id: string) => json<void>("POST", `${game(id)}/leave`, {}),
  end: (id: string) => json<GameInfo>("POST", `${game(id)}/end`, {}),
  rematch: (id: string) => json<GameInfo>("POST", `${game(id)}/rematch`, {}),
  record: (id: string) => request("GET", `${game(id)}/record`).then((answer) => answer.text()),
  replay: (id: string, seat: number | "all" | "none") => json<ReplayAnswer>("GET", `${game(id)}/replay?seat=${seat}`),
  story: (id: string) => json<Story>("GET", `${game(id)}/story`),
  join: (body: { code: string; name?: string; colour?: string; seat?: number }) =>
    json<GameInfo>("POST", "/api/join", body),
  review: (id: string, seat: number) => json<ReviewStanding>("GET", `${game(id)}/review?seat=${seat}`),
  askReview: (id: string, seat: number) => json<ReviewStanding>("POST", `${game(id)}/review`, { seat }),
  branch: (id: string, seat: number, move: number, future: Future) =>
    json<GameInfo>("POST", `${game(id)}/branch`, { seat, move, future }),
  branches: (id: string) =>
    json<{ branches: BranchInfo[] }>("GET", `${game(id)}/branches`).then((answer) => answer.branches),
  puzzles: () => json<PuzzleList>("GET", "/api/puzzles"),
  puzzle: (id: string) => json<Puzzle>("GET", `/api/puzzles/${encodeURIComponent(id)}`),
  answerPuzzle: (id: string, body: { answer: string } | { routes: string[] }) =>
    json<Verdict>("POST", `/api/puzzles/${encodeURIComponent(id)}/answer`, body),
  watch: (code: string) => json<GameInfo>("POST", "/api/watch", { code }),
};

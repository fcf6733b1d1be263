import type { GameInfo, Options, ServerMessage, View } from "../src/lib/messages";
import type { SocketLike } from "../src/lib/socket";

/** A connection whose other end is the test. */
export class FakeSocket implements SocketLike {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.({} as Event);
  }

  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }

  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

export function info(mine: number[], players = 3): GameInfo {
  return {
    id: "G",
    board: "usa",
    status: "playing",
    pace: "quick",
    clock: "none",
    created: "",
    seats: Array.from({ length: players }, (_, seat) => ({
      seat,
      kind: mine.includes(seat) ? "human" : "bot",
      name: `P${seat}`,
      colour: "red",
      bot: null,
      character: null,
      is_stand_in: false,
      is_program: false,
      is_mine: mine.includes(seat),
      is_present: true,
    })),
    is_rated: false,
    rated_obstacle: null,
    is_host: true,
    can_start: false,
    invite: null,
    watch: "W",
    seed_sha256: "",
    chance: { phase: "dealt", numbers: [], silent: [], secret: null, seed: null },
    rematch: null,
    branch_of: null,
  };
}

export function view(change: Partial<View> = {}): View {
  const seat = {
    score: 0,
    pieces: 45,
    hand_size: 4,
    known: {},
    routes: [],
    stations_left: 0,
    station_cities: [],
    has_chosen: true,
    ticket_count: 2,
    tickets: null,
  };
  return {
    players: 3,
    seat: null,
    to_act: 0,
    phase: "turn",
    turn: 0,
    first: 0,
    last_turns: null,
    row: [],
    deck_size: 90,
    discards: {},
    reshuffles: 0,
    tickets_left: 20,
    tunnel: null,
    seats: [seat, seat, seat],
    own: null,
    ...change,
  };
}

export function options(change: Partial<Options> = {}): Options {
  return {
    is_now: true,
    simple: ["draw deck"],
    keep: null,
    routes: {},
    almost: {},
    stations: null,
    pay: [],
    ...change,
  };
}

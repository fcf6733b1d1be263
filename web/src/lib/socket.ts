/**
 * One connection to a game. Reconnects by itself with growing pauses, says hello each time with what was
 * shown last, and sends an unanswered `act` again under the same id: the server never plays it twice.
 */

import type { ActMessage, ClientMessage, Language, ServerMessage } from "./messages";

export type Connection = "connecting" | "open" | "waiting" | "closed";
/** Why a connection ended for good. */
export type Stop = "outdated" | "forbidden" | "missing";

export interface SocketHandlers {
  message(message: ServerMessage): void;
  connection(state: Connection): void;
  stopped(why: Stop): void;
}

export interface SocketLike {
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

const PROTOCOL = 2;
const OPEN = 1;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 15_000;
const PING_AFTER = 30_000;
const STOPS: Record<number, Stop> = { 4000: "outdated", 4003: "forbidden", 4004: "missing" };

export class GameSocket {
  #socket: SocketLike | null = null;
  #pause = FIRST_PAUSE;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #lastSent = 0;
  #isClosed = false;
  #isVisible = false;
  #unanswered = new Map<string, ActMessage>();

  /** What the next hello asks for; kept up to date by the store. */
  hello: { show?: number; since: number; language: Language };

  constructor(
    readonly game: string,
    language: Language,
    readonly handlers: SocketHandlers,
    readonly connect: () => SocketLike = connectHere,
  ) {
    this.hello = { since: 0, language };
  }

  open(): void {
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#retry);
    this.handlers.connection("connecting");
    const socket = this.connect();
    this.#socket = socket;
    socket.onopen = () => this.#greet();
    socket.onmessage = (event) => this.#receive(JSON.parse(String(event.data)) as ServerMessage);
    socket.onclose = (event) => this.#ended(event.code);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Tries at once instead of after the pause: the network or the page has come back. */
  wake(): void {
    this.#pause = FIRST_PAUSE;
    this.open();
  }

  /** Says whether the page can be seen: then nobody needs to be told that it is their turn. */
  show(isVisible: boolean): void {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.send({ type: "visible", is_visible: isVisible });
  }

  act(message: ActMessage): void {
    this.#unanswered.set(message.id, message);
    this.send(message);
  }

  send(message: ClientMessage): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#lastSent = Date.now();
    this.#socket.send(JSON.stringify(message));
  }

  #greet(): void {
    this.send({ type: "hello", protocol: PROTOCOL, game: this.game, ...this.hello });
    for (const message of this.#unanswered.values()) this.send(message);
    clearInterval(this.#ping);
    this.#ping = setInterval(() => {
      if (Date.now() - this.#lastSent >= PING_AFTER) this.send({ type: "ping" });
    }, PING_AFTER / 6);
  }

  #receive(message: ServerMessage): void {
    if (message.type === "welcome") {
      this.#pause = FIRST_PAUSE;
      this.handlers.connection("open");
      if (this.#isVisible) this.send({ type: "visible", is_visible: true });
    }
    if (message.type === "ack" || message.type === "refused") this.#unanswered.delete(message.id ?? "");
    this.handlers.message(message);
  }

  #ended(code: number): void {
    clearInterval(this.#ping);
    this.#socket = null;
    if (this.#isClosed) return;
    const stop = STOPS[code];
    if (stop) {
      this.#isClosed = true;
      this.handlers.connection("closed");
      this.handlers.stopped(stop);
      return;
    }
    this.handlers.connection("waiting");
    this.#retry = setTimeout(() => this.open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}

function connectHere(): SocketLike {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/socket`);
}

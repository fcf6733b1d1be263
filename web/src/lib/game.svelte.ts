/**
 * One game as this device knows it, kept up to date from the socket. Knows no rules and no DOM: what can be
 * done is in `options`, and why something can't is asked for: both straight from the server.
 */

import { announcer } from "./announce.svelte";
import { OwnNumber } from "./chance";
import { i18n } from "./i18n.svelte";
import type {
  Advice,
  ClockState,
  GameEvent,
  GameInfo,
  Language,
  Options,
  Over,
  Reason,
  Reasons,
  Said,
  ServerMessage,
  View,
} from "./messages";
import { GameSocket, type Connection, type SocketLike, type Stop } from "./socket";

export interface Refusal {
  code: string;
  text: string;
}

type Listener = (events: GameEvent[], before: View | null, after: View) => void;

export class GameStore {
  info = $state.raw<GameInfo | null>(null);
  held = $state.raw<number[]>([]);
  shown = $state<number | null>(null);
  seq = $state(0);
  view = $state.raw<View | null>(null);
  options = $state.raw<Options | null>(null);
  /** Why what is not in `options` can't be done; null until `explain` has asked for it in this state. */
  reasons = $state.raw<Reasons | null>(null);
  events = $state.raw<GameEvent[]>([]);
  over = $state.raw<Over | null>(null);
  connection = $state<Connection>("connecting");
  stopped = $state<Stop | "gone" | null>(null);
  rematch = $state<string | null>(null);
  /** The last phrases, the newest last. */
  said = $state.raw<Said[]>([]);
  clock = $state.raw<(ClockState & { at: number }) | null>(null);
  canUndo = $state(false);
  /** The action that was sent and not yet answered. */
  pending = $state<string | null>(null);
  /** Set while a seat was asked for and its state is not here yet. */
  isTurning = $state(false);

  /** Several seats on one device: hands stay hidden until each person asks for theirs. */
  isHotSeat = $derived(this.held.filter((seat) => this.isPerson(seat)).length > 1);
  /** The held seat that has something to decide, if any. */
  due = $derived.by(() => this.#due());
  /** Whom the device should be passed to before anything private is shown. */
  passTo = $derived(this.isHotSeat && this.due !== null && this.due !== this.shown ? this.due : null);
  isMyMove = $derived.by(() => {
    const isFree = this.passTo === null && this.pending === null && this.info?.status === "playing";
    return isFree && this.options?.is_now === true;
  });
  isSpectator = $derived(this.held.length === 0);

  #socket: GameSocket;
  #number: OwnNumber;
  #listeners = new Set<Listener>();
  #answers = new Map<string, (refusal: Refusal | null) => void>();
  #reasons = new Map<string, (reason: Reason | null) => void>();
  #explaining: { id: string; told: Promise<Reasons | null>; tell: (reasons: Reasons | null) => void } | null = null;
  #advice = new Map<string, (advice: Advice | null) => void>();
  #hearers = new Set<(said: Said) => void>();
  #isResync = true;

  constructor(
    readonly id: string,
    connect?: () => SocketLike,
  ) {
    const handlers = {
      message: (message: ServerMessage) => this.receive(message),
      connection: (state: Connection) => {
        this.connection = state;
        if (state !== "open") this.#isResync = true;
      },
      stopped: (why: Stop) => (this.stopped = why),
    };
    this.#number = new OwnNumber(id);
    this.#socket = new GameSocket(id, i18n.language, handlers, connect);
  }

  open(): void {
    this.#socket.open();
  }

  close(): void {
    this.#socket.close();
  }

  wake(): void {
    this.#socket.wake();
  }

  /** Whether the page is before somebody's eyes. */
  beSeen(isVisible: boolean): void {
    this.#socket.show(isVisible);
  }

  /** Calls back with each batch of new events, for animations and announcements; not with old ones. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends an action. Comes back with null when it was played, or with the refusal. */
  act(action: string): Promise<Refusal | null> {
    const seat = this.shown;
    if (seat === null || this.pending !== null) return Promise.resolve({ code: "busy", text: "" });
    const id = freshId();
    this.pending = action;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.act({ type: "act", id, seq: this.seq, seat, action });
    });
  }

  /** The reason against an action, null when it is legal. */
  why(action: string): Promise<Reason | null> {
    if (this.shown === null || this.connection !== "open") return Promise.resolve(null);
    const id = freshId();
    const seat = this.shown;
    return new Promise((resolve) => {
      this.#reasons.set(id, resolve);
      this.#socket.send({ type: "why", id, seat, action });
    });
  }

  /** Everything that can't be claimed or built now, and why. It is asked for once in each state. */
  explain(): Promise<Reasons | null> {
    if (this.reasons) return Promise.resolve(this.reasons);
    if (this.#explaining) return this.#explaining.told;
    if (this.shown === null || this.options === null || this.connection !== "open") return Promise.resolve(null);
    const id = freshId();
    const { promise, resolve } = withResolver<Reasons | null>();
    this.#explaining = { id, told: promise, tell: resolve };
    this.#socket.send({ type: "reasons", id, seat: this.shown });
    return promise;
  }

  /** What a good player would consider; with an action, what speaks against it. */
  advise(action?: string): Promise<Advice | null> {
    if (this.shown === null || this.connection !== "open") return Promise.resolve(null);
    const id = freshId();
    const seat = this.shown;
    return new Promise((resolve) => {
      this.#advice.set(id, resolve);
      this.#socket.send(action === undefined ? { type: "coach", id, seat } : { type: "coach", id, seat, action });
    });
  }

  /** Takes the last action back. Comes back like `act`. */
  undo(): Promise<Refusal | null> {
    const seat = this.shown;
    if (seat === null || this.pending !== null) return Promise.resolve({ code: "busy", text: "" });
    const id = freshId();
    this.pending = "undo";
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.send({ type: "undo", id, seq: this.seq, seat });
    });
  }

  say(seat: number, phrase: string): void {
    this.#socket.send({ type: "say", seat, phrase });
  }

  /** Calls back with each phrase as it is said. */
  hear(hearer: (said: Said) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Seconds that a seat has left now; null without a clock. */
  timeLeft(seat: number, now: number): number | null {
    const { clock } = this;
    const left = clock?.left[seat];
    if (!clock || left === undefined) return null;
    return clock.running.includes(seat) ? left - (now - clock.at) / 1000 : left;
  }

  /** Shows a held seat's side of the table; null hides all of them. */
  show(seat: number | null): void {
    this.isTurning = true;
    this.#isResync = true;
    this.shown = seat;
    this.events = [];
    if (this.view?.own) this.view = { ...this.view, own: null, seat: null };
    this.options = null;
    this.#forgetReasons();
    this.#remember();
    this.#socket.send({ type: "show", seat, since: 0 });
  }

  useLanguage(language: Language): void {
    if (this.#socket.hello.language === language) return;
    this.#socket.hello.language = language;
    this.#socket.send({ type: "language", language });
    this.#forgetReasons();
  }

  isPerson(seat: number): boolean {
    return this.info?.seats[seat]?.kind === "human";
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.info = message.game;
        this.held = message.held;
        this.shown = message.shown;
        this.rematch = message.game.rematch;
        this.said = message.said ?? [];
        this.#number.forget();
        this.#addNumber(message.game);
        return;
      case "game":
        this.#useInfo(message.game);
        this.#addNumber(message.game);
        return;
      case "state":
        this.#useState(message);
        return;
      case "ack":
        this.#answer(message.id, null);
        return;
      case "refused":
        this.#advice.get(message.id ?? "")?.(null);
        this.#advice.delete(message.id ?? "");
        if (message.id === this.#explaining?.id) this.#forgetReasons();
        this.#answer(message.id, { code: message.code, text: message.text });
        if (message.code === "say/too-soon") announcer.toast(message.text, "warning");
        return;
      case "reason":
        this.#reasons.get(message.id)?.(message.is_legal ? null : message);
        this.#reasons.delete(message.id);
        return;
      case "reasons":
        if (message.id !== this.#explaining?.id) return; // of a state that is gone
        this.reasons = message;
        this.#explaining.tell(message);
        this.#explaining = null;
        return;
      case "advice":
        this.#advice.get(message.id)?.(message);
        this.#advice.delete(message.id);
        return;
      case "said":
        this.said = [...this.said.slice(-19), message];
        for (const hearer of this.#hearers) hearer(message);
        return;
      case "over":
        this.over = message;
        return;
      case "rematch":
        this.rematch = message.game;
        return;
      case "gone":
        this.stopped = "gone";
        this.close();
        return;
      case "pong":
        return;
    }
  }

  /** Before the game is dealt, this browser has a part in its chance. */
  #addNumber(game: GameInfo): void {
    const message = this.#number.answer(game);
    if (message) this.#socket.send(message);
  }

  #useInfo(game: GameInfo): void {
    this.info = game;
    this.rematch ??= game.rematch;
    this.held = game.seats.filter((seat) => seat.is_mine).map((seat) => seat.seat);
  }

  #useState(message: Extract<ServerMessage, { type: "state" }>): void {
    if (message.seat !== this.shown && this.isTurning) return; // sent before the server heard whom to show
    const before = this.view;
    if (message.seq < this.seq && message.first_event === 0) this.events = []; // a move was taken back
    const next = this.#nextEvent();
    if (this.events.length > 0 && message.first_event > next) {
      this.show(message.seat); // something was missed: ask for everything again
      return;
    }
    const fresh = message.events.filter((event) => event.number >= next || this.events.length === 0);
    const isOld = this.#isResync;
    this.#isResync = false;
    this.isTurning = false;
    this.#forgetReasons();
    this.seq = message.seq;
    this.shown = message.seat;
    this.view = message.view;
    this.options = message.options;
    this.clock = message.clock ? { ...message.clock, at: Date.now() } : null;
    this.canUndo = message.can_undo;
    if (fresh.length) this.events = [...this.events, ...fresh];
    this.#remember();
    if (fresh.length && !isOld) for (const listener of this.#listeners) listener(fresh, before, message.view);
  }

  #forgetReasons(): void {
    this.reasons = null;
    this.#explaining?.tell(null);
    this.#explaining = null;
  }

  #nextEvent(): number {
    const last = this.events.at(-1);
    return last ? last.number + 1 : 0;
  }

  #remember(): void {
    const { hello } = this.#socket;
    hello.since = this.#nextEvent();
    if (this.shown === null) delete hello.show;
    else hello.show = this.shown;
  }

  #answer(id: string | null, refusal: Refusal | null): void {
    const resolve = this.#answers.get(id ?? "");
    if (!resolve) return;
    this.#answers.delete(id ?? "");
    this.pending = null;
    resolve(refusal);
  }

  #due(): number | null {
    const { view } = this;
    if (!view || view.phase === "over" || this.info?.status !== "playing") return null;
    const mine = this.held.filter((seat) => this.isPerson(seat));
    if (view.phase !== "setup") return mine.find((seat) => seat === view.to_act) ?? null;
    const undecided = mine.filter((seat) => !view.seats[seat]?.has_chosen);
    return undecided.find((seat) => seat === this.shown) ?? undecided[0] ?? null;
  }
}

/** A promise, and what settles it. */
function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** `crypto.randomUUID` is missing on plain http, which is what a table at home uses. */
function freshId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(numbers, (number) => number.toString(36)).join("");
}

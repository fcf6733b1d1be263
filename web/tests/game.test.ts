import { beforeEach, describe, expect, it, vi } from "vitest";

import { GameStore } from "../src/lib/game.svelte";
import type { GameEvent, ServerMessage } from "../src/lib/messages";
import { FakeSocket, info, options, view } from "./fake";

const passed = (number: number): GameEvent => ({ event: "passed", number, seq: number, seat: 1 });

function state(seq: number, seat: number | null, more: Partial<Extract<ServerMessage, { type: "state" }>> = {}) {
  const message = {
    type: "state",
    seq,
    seat,
    view: view({ seat }),
    options: null,
    first_event: 0,
    events: [],
  } as const;
  return { ...message, ...more } as ServerMessage;
}

describe("a game", () => {
  let sockets: FakeSocket[];
  let game: GameStore;

  const socket = () => sockets.at(-1)!;
  const start = (held: number[], shown: number | null) => {
    game.open();
    socket().accept();
    socket().say({ type: "welcome", protocol: 2, game: info(held), held, shown });
  };

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    game = new GameStore("G", () => {
      sockets.push(new FakeSocket());
      return socket();
    });
  });

  it("greets with the game and takes over what the server says", () => {
    start([0], 0);
    socket().say(state(4, 0, { options: options() }));
    expect(socket().sent[0]).toMatchObject({ type: "hello", protocol: 2, game: "G", since: 0 });
    expect([game.seq, game.isMyMove, game.connection]).toEqual([4, true, "open"]);
  });

  it("sends an action with the number of the state on the screen, once", async () => {
    start([0], 0);
    socket().say(state(4, 0, { options: options() }));
    const answer = game.act("draw deck");
    expect(await game.act("draw deck")).toMatchObject({ code: "busy" });
    const sent = socket().sent.filter((message) => message.type === "act");
    expect(sent).toMatchObject([{ seq: 4, seat: 0, action: "draw deck" }]);
    socket().say({ type: "ack", id: String(sent[0]!.id), seq: 5 });
    expect(await answer).toBeNull();
    expect(game.pending).toBeNull();
  });

  it("tells why an action was refused", async () => {
    start([0], 0);
    socket().say(state(4, 0, { options: options() }));
    const answer = game.act("pass");
    const id = String(socket().sent.at(-1)!.id);
    socket().say({ type: "refused", id, code: "action/illegal", text: "You can still act.", seq: 4 });
    expect(await answer).toEqual({ code: "action/illegal", text: "You can still act." });
  });

  it("reconnects with growing pauses and sends the unanswered action again under its id", () => {
    start([0], 0);
    socket().say(state(4, 0, { options: options(), first_event: 0, events: [passed(0), passed(1)] }));
    void game.act("draw deck");
    const id = socket().sent.at(-1)!.id;
    socket().end(1006);
    expect(game.connection).toBe("waiting");
    vi.advanceTimersByTime(600);
    expect(sockets).toHaveLength(2);
    socket().end(1006);
    vi.advanceTimersByTime(450);
    expect(sockets).toHaveLength(2);
    vi.advanceTimersByTime(600);
    socket().accept();
    expect(socket().sent).toMatchObject([
      { type: "hello", show: 0, since: 2 },
      { type: "act", id },
    ]);
  });

  it("stops when it has no part in the game", () => {
    game.open();
    socket().end(4004);
    vi.advanceTimersByTime(60_000);
    expect([game.stopped, sockets.length]).toEqual(["missing", 1]);
  });

  it("tells listeners new events and not those of before", () => {
    const heard: number[] = [];
    game.listen((events) => heard.push(...events.map((event) => event.number)));
    start([0], 0);
    socket().say(state(2, 0, { events: [passed(0), passed(1)] }));
    socket().say(state(3, 0, { first_event: 2, events: [passed(2)] }));
    expect(heard).toEqual([2]);
    expect(game.events).toHaveLength(3);
  });

  it("asks for everything again when an event was missed", () => {
    start([0], 0);
    socket().say(state(2, 0, { events: [passed(0)] }));
    socket().say(state(5, 0, { first_event: 4, events: [passed(4)] }));
    expect(socket().sent.at(-1)).toEqual({ type: "show", seat: 0, since: 0 });
    expect(game.events).toEqual([]);
  });

  it("asks to pass the device on, and drops the former hand before it shows the next", () => {
    start([0, 1], null);
    expect(game.isHotSeat).toBe(true);
    socket().say(state(0, null));
    expect(game.passTo).toBe(0);
    game.show(0);
    socket().say(state(0, 0, { options: options() }));
    expect([game.passTo, game.isMyMove]).toEqual([null, true]);
    socket().say(state(1, 0, { view: view({ seat: 0, to_act: 2 }) }));
    expect(game.passTo).toBeNull();
    socket().say(state(2, 0, { view: view({ seat: 0, to_act: 1 }), options: options({ is_now: false }) }));
    expect([game.passTo, game.isMyMove]).toEqual([1, false]);
    game.show(null);
    expect([game.view?.own, game.options, game.events]).toEqual([null, null, []]);
  });

  it("lets each person at the device choose tickets in turn while they are dealt", () => {
    const seats = view().seats.map((seat, number) => ({ ...seat, has_chosen: number === 0 }));
    start([0, 1], null);
    socket().say(state(1, null, { view: view({ phase: "setup", seats }) }));
    expect(game.passTo).toBe(1);
  });
});

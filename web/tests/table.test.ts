import { beforeEach, describe, expect, it } from "vitest";

import { announcer } from "../src/lib/announce.svelte";
import { GameStore } from "../src/lib/game.svelte";
import type { Options, Over, View } from "../src/lib/messages";
import { settings } from "../src/lib/settings.svelte";
import { endingSteps, verdict } from "../src/table/ending";
import { Table } from "../src/table/table.svelte";
import { eventSpot, eventText } from "../src/table/wording";
import { board } from "./boards";
import { FakeSocket, info, options, view } from "./fake";

const usa = board("usa");
const REASON = { reason: "too_few_cards", rule: "C16", missing: 2, text: "you need 2 more red" };

describe("a person at the table", () => {
  let socket: FakeSocket;
  let table: Table;

  const acts = () => socket.sent.filter((message) => message.type === "act").map((message) => message.action);
  const see = (change: Partial<Options>, look: Partial<View> = {}) =>
    table.game.receive({
      type: "state",
      seq: 3,
      seat: 0,
      view: view({ seat: 0, ...look }),
      options: options(change),
      first_event: 0,
      events: [],
      clock: null,
      can_undo: false,
    });

  beforeEach(() => {
    socket = new FakeSocket();
    const game = new GameStore("G", () => socket);
    table = new Table(game, usa);
    game.open();
    socket.accept();
    socket.say({ type: "welcome", protocol: 2, game: info([0]), held: [0], shown: 0 });
    settings.set("confirmClaims", false);
    announcer.toasts = [];
  });

  it("claims with a click when there is one way to pay", async () => {
    see({ routes: { "denver-omaha": ["4 purple"] } });
    await table.chooseRoute("denver-omaha");
    expect(acts()).toEqual(["claim denver-omaha with 4 purple"]);
  });

  it("is asked when claims are to be confirmed, and when there are several ways to pay", async () => {
    see({ routes: { "denver-omaha": ["4 purple", "3 purple 1 wild"] } });
    await table.chooseRoute("denver-omaha");
    expect([table.claiming, acts()]).toEqual(["denver-omaha", []]);
    table.claiming = null;
    settings.set("confirmClaims", true);
    see({ routes: { "denver-omaha": ["4 purple"] } });
    await table.chooseRoute("denver-omaha");
    expect([table.claiming, acts()]).toEqual(["denver-omaha", []]);
  });

  it("is asked for the lane where lanes differ in colour", async () => {
    see({ routes: { "denver-kansas_city:orange": ["4 orange"], "denver-kansas_city:black": ["4 black"] } });
    await table.chooseRoute("denver-kansas_city:orange");
    expect(table.claiming).toBe("denver-kansas_city:orange");
    expect(table.lanes("denver-kansas_city:orange")).toHaveLength(2);
    see({ routes: { "dallas-houston:gray.1": ["1 red"], "dallas-houston:gray.2": ["1 red"] } });
    expect(table.lanes("dallas-houston:gray.1")).toHaveLength(1);
  });

  it("narrows what glows by the lifted cards, which also choose the payment", async () => {
    const own = {
      hand: { purple: 4, red: 1, wild: 1 },
      tickets: [],
      offer: [],
      must_keep: 0,
      returned: [],
      open_routes: [],
    };
    see({ routes: { "denver-omaha": ["4 purple", "3 purple 1 wild"], "dallas-houston:gray.1": ["1 red"] } }, { own });
    expect(table.claimable.size).toBe(2);
    for (const kind of ["purple", "purple", "purple", "wild"]) table.lift(kind);
    expect([...table.claimable]).toEqual(["denver-omaha"]);
    await table.chooseRoute("denver-omaha");
    expect(acts()).toEqual(["claim denver-omaha with 3 purple 1 wild"]);
  });

  it("lifts cards of one colour at a time, and puts them back after the last", () => {
    const own = {
      hand: { purple: 2, red: 1, wild: 1 },
      tickets: [],
      offer: [],
      must_keep: 0,
      returned: [],
      open_routes: [],
    };
    see({}, { own });
    for (const kind of ["purple", "wild", "red"]) table.lift(kind);
    expect(table.chosen).toEqual({ wild: 1, red: 1 });
    table.lift("red");
    expect(table.chosen.red).toBe(0);
  });

  it("is told why not, in the server's words, which are asked for once", async () => {
    see({});
    const choices = [table.chooseRoute("denver-omaha"), table.chooseRoute("denver-omaha")];
    const [asked, ...more] = socket.sent.filter((message) => message.type === "reasons");
    expect([asked?.seat, more]).toEqual([0, []]);
    const reasons = { blocked: { "denver-omaha": REASON }, no_claim: null, no_station: null };
    socket.say({ type: "reasons", id: String(asked!.id), seq: 3, ...reasons });
    await Promise.all(choices);
    expect(table.game.reasons).toMatchObject(reasons);
    see({});
    expect(table.game.reasons).toBeNull();
    expect(announcer.toasts.map((toast) => toast.text)).toEqual(["You need 2 more red"]);
    expect(acts()).toEqual([]);
  });

  it("is told whose route or turn it is", async () => {
    const seats = view().seats.map((seat, number) => ({ ...seat, routes: number === 1 ? ["denver-omaha"] : [] }));
    see({ is_now: false }, { seats, to_act: 2 });
    expect(await table.whyNot("denver-omaha")).toContain("P1");
    expect(await table.whyNot("chicago-omaha")).toContain("P2");
    expect(table.sight.owners.get("denver-omaha")).toBe("red");
  });

  it("keeps tickets in the order of the offer", () => {
    see({ keep: { min: 2, offer: ["a-b", "c-d", "e-f"] } }, { phase: "keep" });
    table.toggleKept("e-f");
    table.toggleKept("a-b");
    void table.keepTickets();
    expect(acts()).toEqual(["keep a-b, e-f"]);
  });
});

describe("events in words", () => {
  const nameOf = (seat: number) => `P${seat}`;
  const claimed = {
    event: "route_claimed",
    number: 0,
    seq: 1,
    seat: 1,
    route: "denver-omaha",
    payment: { colour: "purple", cards: 3, wilds: 1 },
    points: 7,
  } as const;

  it("tell what was paid and where it is", () => {
    expect(eventText(claimed, usa, nameOf)).toBe("P1 claims Denver – Omaha with 3 × purple + 1 × locomotive (+7)");
    expect(eventSpot(claimed, usa)).toEqual({ routes: ["denver-omaha"], cities: usa.route("denver-omaha").cities });
  });
});

describe("the end", () => {
  const score = (seat: number, rank: number, total: number, path: number) => ({
    seat,
    rank,
    total,
    routes: 20,
    tickets: [{ ticket: usa.data.ticket_names[0]!, points: 9, is_completed: true }],
    ticket_points: 9,
    longest_path: { length: 12, points: path, path: ["denver-omaha"] },
    stations: [],
    station_points: 0,
    districts: [],
    district_points: 0,
  });
  const over: Over = {
    scores: [score(0, 1, 39, 10), score(1, 2, 39, 0)],
    winners: [0],
    decided_by: "longest_path",
    seed: "",
    seed_sha256: "",
  };

  it("is told from the last to the first, with the longest path after the tickets", () => {
    const steps = endingSteps(over, usa, (seat) => `P${seat}`);
    expect(steps.map((step) => [step.seat, step.column])).toEqual([
      [1, "tickets"],
      [0, "tickets"],
      [0, "longest_path"],
    ]);
    expect(steps.at(-1)?.spot).toEqual({ routes: ["denver-omaha"] });
  });

  it("names the tie-break that decided", () => {
    expect(verdict(over, (seat) => `P${seat}`)).toBe("P0 wins! Level on points, the longest path decided.");
    expect(verdict({ ...over, winners: [0, 1] }, (seat) => `P${seat}`)).toContain("share the victory");
  });
});

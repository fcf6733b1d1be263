import { createHash } from "node:crypto";

import { beforeEach, describe, expect, it } from "vitest";

import { findings, OwnNumber } from "../src/lib/chance";
import type { GameInfo } from "../src/lib/messages";
import { bytesOf, sha256 } from "../src/lib/sha256";
import { info } from "./fake";

const standard = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");
const SECRET = "00112233445566778899aabbccddeeff";
const PROMISE = standard(bytesOf(SECRET));
const OTHER = "ab".repeat(16);

const kept = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
} as Storage;

const commitmentOf = (number: string) => standard(`anden number 1 ${PROMISE} ${number}`);

function lobby(chance: Partial<GameInfo["chance"]> = {}): GameInfo {
  const empty: GameInfo["chance"] = { phase: "collecting", numbers: [], silent: [], secret: null, seed: null };
  return { ...info([0]), status: "lobby", seed_sha256: PROMISE, chance: { ...empty, ...chance } };
}

function entry(seat: number, number: string, isTold = false): GameInfo["chance"]["numbers"][number] {
  return { seat, commitment: commitmentOf(number), number: isTold ? number : null };
}

function ownNumber(): string {
  const all = JSON.parse(kept.get("anden.chance") ?? "{}") as Record<string, { number: string }>;
  return all.G!.number;
}

beforeEach(() => kept.clear());

describe("SHA-256", () => {
  it("is the standard's", () => {
    for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
      const bytes = Uint8Array.from({ length }, (_, n) => (n * 37) % 256);
      expect(sha256(bytes)).toBe(standard(bytes));
    }
    expect(sha256("Andén")).toBe(standard("Andén"));
  });
});

describe("this browser's number", () => {
  it("is promised once, and again after a reconnect", () => {
    const own = new OwnNumber("G");
    const first = own.answer(lobby());
    expect(first).toEqual({ type: "commit", commitment: commitmentOf(ownNumber()) });
    expect(own.answer(lobby())).toBeNull();
    own.forget();
    expect(own.answer(lobby())).toEqual(first);
    expect(own.answer(lobby({ numbers: [entry(0, ownNumber())] }))).toBeNull();
  });

  it("is told only on a list that holds it, against the promise that was seen first", () => {
    const own = new OwnNumber("G");
    own.answer(lobby());
    const number = ownNumber();
    expect(own.answer(lobby({ phase: "opening", numbers: [entry(1, OTHER)] }))).toBeNull();
    const list = { phase: "opening", numbers: [entry(0, number), entry(1, OTHER)] } as const;
    expect(own.answer({ ...lobby({ ...list, numbers: [...list.numbers] }), seed_sha256: "e".repeat(64) })).toBeNull();
    expect(own.answer(lobby({ ...list, numbers: [...list.numbers] }))).toEqual({ type: "reveal", number });
  });

  it("is a new one when all were thrown away", () => {
    const own = new OwnNumber("G");
    own.answer(lobby());
    const number = ownNumber();
    own.answer(lobby({ phase: "opening", numbers: [entry(0, number)] }));
    expect(own.answer(lobby())?.type).toBe("commit");
    expect(ownNumber()).not.toBe(number);
  });

  it("is not added by who only watches", () => {
    expect(new OwnNumber("G").answer({ ...lobby(), is_host: false, seats: [] })).toBeNull();
  });
});

describe("what is found afterwards", () => {
  function over(changes: Partial<GameInfo["chance"]> = {}): GameInfo {
    const own = new OwnNumber("G");
    own.answer(lobby());
    const number = ownNumber();
    own.answer(lobby({ phase: "opening", numbers: [entry(0, number), entry(1, OTHER)] }));
    const seed = standard(`anden seed 1 ${SECRET} ${[number, OTHER].sort().join(" ")}`).slice(0, 32);
    const numbers = [entry(0, number, true), entry(1, OTHER, true)];
    return { ...lobby({ phase: "dealt", numbers, secret: SECRET, seed, ...changes }), status: "over" };
  }
  const all = { isPromised: true, areCommitted: true, isOwnIn: true, isOwnUnused: false, isMade: true };

  it("is right when everybody kept to it", () => {
    const game = over();
    expect(findings(game, game.chance.seed)).toEqual(all);
  });

  it("names what is not right", () => {
    const other = "cd".repeat(16);
    expect(findings(over({ secret: other }), null)).toMatchObject({ isPromised: false, isMade: false });
    expect(findings(over({ seed: other }), null)).toEqual({ ...all, isMade: false });
    expect(findings(over(), other)).toEqual({ ...all, isMade: false });
    expect(findings(over({ numbers: [entry(1, OTHER, true)] }), null)).toMatchObject({ isOwnIn: false });
    const forged = over();
    forged.chance.numbers[1]!.number = other;
    expect(findings(forged, null)).toMatchObject({ areCommitted: false });
  });

  it("says so when this browser's number was left off the list, or thrown away and not asked for again", () => {
    const left = { ...lobby({ phase: "dealt", numbers: [entry(1, OTHER, true)], secret: SECRET }), status: "over" };
    expect(findings(left as GameInfo, null)).toMatchObject({ isOwnIn: null, isOwnUnused: false });
    new OwnNumber("G").answer(lobby());
    expect(findings(left as GameInfo, null)).toMatchObject({ isOwnIn: null, isOwnUnused: true });
    const again = over();
    new OwnNumber("G").answer(lobby());
    expect(findings(again, null)).toMatchObject({ isOwnIn: null, isOwnUnused: true });
  });

  it("is nothing while the secret is kept", () => {
    expect(findings(over({ secret: null }), null)).toBeNull();
  });
});

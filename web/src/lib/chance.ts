/**
 * This browser's number for the chance of a game: promised in the lobby, told when the list is closed, and
 * checked when the server has told its secret. docs/server.md says why nobody can then have chosen.
 */

import type { ClientMessage, GameInfo } from "./messages";
import { bytesOf, hexOf, sha256 } from "./sha256";
import { load, save } from "./stored";

/** What is remembered of a game, through reloads. */
interface Kept {
  promise: string;
  number: string;
  /** The commitments on the closed list; empty until the number has been told. */
  list: string[];
}

const KEY = "chance";
const MOST = 60; // games that are remembered

export class OwnNumber {
  #sent = "";

  constructor(readonly game: string) {}

  /** What has to be said now, if anything. */
  answer(info: GameInfo): ClientMessage | null {
    const takesPart = info.is_host || info.seats.some((seat) => seat.is_mine);
    if (info.status !== "lobby" || !takesPart || !info.seed_sha256) return null;
    let kept = load<Record<string, Kept>>(KEY, {})[this.game];
    if (kept && kept.promise !== info.seed_sha256) return null; // the server has broken its promise
    const numbers = info.chance.numbers;
    const own = kept && numbers.find((each) => each.commitment === commitmentOf(kept!));
    if (info.chance.phase === "opening") {
      if (!kept || !own || own.number !== null) return null;
      keep(this.game, { ...kept, list: numbers.map((each) => each.commitment) });
      return this.#once({ type: "reveal", number: kept.number });
    }
    if (info.chance.phase !== "collecting" || own) return null;
    if (!kept || kept.list.length) {
      kept = { promise: info.seed_sha256, number: freshNumber(), list: [] };
      keep(this.game, kept);
    }
    return this.#once({ type: "commit", commitment: commitmentOf(kept) });
  }

  /** After a reconnect nothing has been said yet. */
  forget(): void {
    this.#sent = "";
  }

  #once(message: ClientMessage): ClientMessage | null {
    const text = JSON.stringify(message);
    if (text === this.#sent) return null;
    this.#sent = text;
    return message;
  }
}

export interface Findings {
  /** The secret is the one that was promised, also to this browser. */
  isPromised: boolean;
  /** Each number is the one that its player had committed to. */
  areCommitted: boolean;
  /** This browser's number is among them, on the list that it saw; null if it added none. */
  isOwnIn: boolean | null;
  /** This browser drew a number, and no list that it was on was ever closed. */
  isOwnUnused: boolean;
  /** The seed is what the secret and the numbers make. */
  isMade: boolean;
}

/** Null while the secret is not known. */
export function findings(info: GameInfo, seed: string | null): Findings | null {
  const { secret, numbers } = info.chance;
  if (secret === null) return null;
  const kept = load<Record<string, Kept>>(KEY, {})[info.id];
  const told = numbers.map((each) => each.number ?? "");
  const made = numbers.length ? sha256(`anden seed 1 ${secret} ${told.sort().join(" ")}`).slice(0, 32) : secret;
  const list = numbers.map((each) => each.commitment);
  return {
    isPromised: sha256(bytesOf(secret)) === info.seed_sha256 && (!kept || kept.promise === info.seed_sha256),
    areCommitted: numbers.every(
      (each) => each.commitment === commitmentOf({ promise: info.seed_sha256, number: each.number ?? "" }),
    ),
    isOwnIn: kept?.list.length ? told.includes(kept.number) && kept.list.join() === list.join() : null,
    isOwnUnused: kept !== undefined && !kept.list.length && !told.includes(kept.number),
    isMade: made === info.chance.seed && (seed === null || seed === made),
  };
}

function commitmentOf({ promise, number }: Pick<Kept, "promise" | "number">): string {
  return sha256(`anden number 1 ${promise} ${number}`);
}

function freshNumber(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

function keep(game: string, kept: Kept): void {
  const { [game]: _, ...others } = load<Record<string, Kept>>(KEY, {});
  const newest = Object.entries(others).slice(1 - MOST);
  save(KEY, { ...Object.fromEntries(newest), [game]: kept });
}

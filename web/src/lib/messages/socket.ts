/** What goes over the socket, both ways. */

import type { Language } from "./boards";
import type { GameEvent } from "./events";
import type { GameInfo } from "./games";
import type { Over } from "./results";
import type { Options, Reason, Reasons, View } from "./views";

export const PHRASES = ["hello", "good_luck", "nice", "ouch", "sorry", "thinking", "thanks", "good_game"] as const;
export const EMOJI = ["👍", "😃", "😮", "😢", "🎉", "🚂"] as const;
export const NUDGE = "nudge";

export interface Said {
  seat: number;
  phrase: string;
  seq: number;
}

/** Seconds that each seat has left, and whose clocks run. */
export interface ClockState {
  left: number[];
  running: number[];
}

export interface Idea {
  text: string;
  action: string | null;
  routes: string[];
}

export interface Advice {
  id: string;
  action: string | null;
  warning: string | null;
  ideas: Idea[];
}

export type ClientMessage =
  | {
      type: "hello";
      protocol: 2;
      game: string;
      language?: Language;
      show?: number;
      since?: number;
    }
  | { type: "show"; seat: number | null; since?: number }
  | { type: "act"; id: string; seq: number; seat: number; action: string }
  | { type: "why"; id: string; seat: number; action: string }
  | { type: "reasons"; id: string; seat: number }
  | { type: "say"; seat: number; phrase: string }
  | { type: "coach"; id: string; seat: number; action?: string }
  | { type: "undo"; id: string; seq: number; seat: number }
  | { type: "commit"; commitment: string }
  | { type: "reveal"; number: string }
  | { type: "language"; language: Language }
  | { type: "visible"; is_visible: boolean }
  | { type: "ping" };

export type ActMessage = Extract<ClientMessage, { type: "act" }>;

export type ServerMessage =
  | { type: "welcome"; protocol: number; game: GameInfo; held: number[]; shown: number | null; said?: Said[] }
  | { type: "game"; game: GameInfo }
  | {
      type: "state";
      seq: number;
      seat: number | null;
      view: View;
      options: Options | null;
      first_event: number;
      events: GameEvent[];
      clock: ClockState | null;
      can_undo: boolean;
    }
  | ({ type: "said" } & Said)
  | ({ type: "advice" } & Advice)
  | { type: "ack"; id: string; seq: number }
  | ({ type: "refused"; id: string | null; code: string; text: string; seq?: number } & Partial<Reason>)
  | ({ type: "reason"; id: string; action: string; is_legal: boolean } & Reason)
  | ({ type: "reasons"; id: string; seq: number } & Reasons)
  | ({ type: "over" } & Over)
  | { type: "pong" }
  | { type: "rematch"; game: string }
  | { type: "gone" };

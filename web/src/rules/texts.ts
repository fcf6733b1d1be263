/** The rules of one board, in order, in the language of the moment. The words are ours; the ids are those of docs/rules.md. */

import type { BoardModel } from "../board/model";
import { counted, i18n, sentence } from "../lib/i18n.svelte";
import type { Board, Language } from "../lib/messages";
import { WILD } from "../lib/payment";
import data from "../../../src/anden/locales/rules.json";

export const GROUPS = ["setup", "turn", "cards", "claim", "special", "stations", "tickets", "end"] as const;
export type Group = (typeof GROUPS)[number];

export interface RuleData {
  id: string;
  group: Group;
  /** The project's own decision where the printed games leave something open. */
  house?: boolean;
  /** The board's table of points belongs to it. */
  table?: boolean;
  en: [title: string, text: string];
  es: [title: string, text: string];
}

export interface Rule {
  id: string;
  group: Group;
  isHouse: boolean;
  hasTable: boolean;
  title: string;
  text: string;
}

export const RULES = data as unknown as RuleData[];

/** First letters of the ids that hold on each board. */
const LETTERS: Record<string, string> = { usa: "CU", europe: "CE", london: "CL" };

export function rulesOf(model: BoardModel): RuleData[] {
  const letters = LETTERS[model.key] ?? "C";
  const special = model.key in LETTERS ? new Set<string>() : specialRules(model.board);
  return RULES.filter((rule) => letters.includes(rule.id.charAt(0)) || special.has(rule.id));
}

/** What a board file of one's own takes over from the boards that come with the game. */
function specialRules(board: Board): Set<string> {
  const { stations, longest_path: longest } = board;
  return new Set([
    "U3",
    ...({ 3: ["L4"], 4: ["U4"] }[board.double_routes_from] ?? []),
    ...(board.routes.some((route) => route.wilds) ? ["E6"] : []),
    ...(board.routes.some((route) => route.tunnel) ? ["E7", "E8", "E9", "E10"] : []),
    ...(stations ? ["E4", "E12"] : []),
    ...(stations?.count === 3 ? ["E11"] : []),
    ...(stations?.unbuilt_points === 4 ? ["E13"] : []),
    ...(longest ? (longest.bonus === 10 ? ["U5"] : []) : ["L6"]),
    ...(board.districts.length ? ["L5"] : []),
  ]);
}

export function rulesFor(model: BoardModel): Rule[] {
  const { board } = model;
  const wild = model.kindName(WILD);
  const pieces = counted(board.pieces.names, 2);
  const params: Record<string, string | number> = {
    count: board.pieces.count,
    hand: board.starting_hand,
    draw: board.ticket_draw.count,
    pieces,
    pieces_cap: sentence(pieces),
    wild,
    wild_cap: sentence(wild),
  };
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  return rulesOf(model).map((rule) => {
    const [title, text] = rule[i18n.language as Language];
    return {
      id: rule.id,
      group: rule.group,
      isHouse: rule.house ?? false,
      hasTable: rule.table ?? false,
      title: filled(title),
      text: filled(text),
    };
  });
}

/** Lower case and without accents: "tunel" finds "Túneles". */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function search(rules: Rule[], wanted: string): Rule[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = plain(`${rule.id} ${rule.title} ${rule.text}`);
    return words.every((word) => text.includes(word));
  });
}

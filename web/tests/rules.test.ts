import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { BoardModel } from "../src/board/model";
import { GROUPS, plain, RULES, rulesOf } from "../src/rules/texts";
import { board as loaded } from "./boards";

const DOCS = readFileSync(new URL("../../docs/rules.md", import.meta.url), "utf-8");
const IDS = [...DOCS.matchAll(/^- \*\*([CUEL]\d+)\*\*/gm)].map((match) => match[1]!);
const HOUSE = new Set(
  DOCS.split(/^- /m)
    .filter((rule) => rule.includes("*House ruling"))
    .flatMap((rule) => rule.match(/^\*\*([CUEL]\d+)\*\*/)?.[1] ?? []),
);

describe("the rules", () => {
  it("are all told, each once", () => {
    expect(IDS.length).toBeGreaterThan(50);
    expect(RULES.map((rule) => rule.id).sort()).toEqual([...IDS].sort());
  });

  it.each([
    ["usa", "CU"],
    ["europe", "CE"],
    ["london", "CL"],
  ])("of %s are those that concern it", (board, letters) => {
    const expected = IDS.filter((id) => letters.includes(id.charAt(0)));
    expect(
      rulesOf(loaded(board))
        .map((rule) => rule.id)
        .sort(),
    ).toEqual(expected.sort());
  });

  it("of a board of one's own are those that its file switches on", () => {
    const ids = (id: string) => rulesOf(new BoardModel(loaded(id).data, "file-0")).map((rule) => rule.id);
    expect(ids("europe")).toEqual(expect.arrayContaining(["C1", "E6", "E7", "E11", "E13", "U5"]));
    expect(ids("usa")).toEqual(expect.arrayContaining(["U3", "U4", "U5"]));
    expect(ids("usa").filter((id) => /^[EL]/.test(id))).toEqual([]);
    expect(
      ids("london")
        .filter((id) => /^[UEL]/.test(id))
        .sort(),
    ).toEqual(["L4", "L5", "L6", "U3"]);
  });

  it("say which are the project's own", () => {
    expect(
      RULES.filter((rule) => rule.house)
        .map((rule) => rule.id)
        .sort(),
    ).toEqual([...HOUSE].sort());
  });

  it("have a place and words in both languages, with the same blanks", () => {
    const blanks = (texts: string[]) => new Set(texts.join(" ").match(/\{(?!pieces|wild)\w+\}/g) ?? []);
    for (const rule of RULES) {
      expect(GROUPS).toContain(rule.group);
      for (const text of [...rule.en, ...rule.es]) expect(text.trim()).not.toBe("");
      expect([rule.id, blanks(rule.es)]).toEqual([rule.id, blanks(rule.en)]);
    }
  });

  it("are found without accents", () => {
    expect(plain("TÚNELES")).toBe("tuneles");
  });
});

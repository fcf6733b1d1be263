import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import en from "../src/locales/en.json";
import es from "../src/locales/es.json";

type Text = string | { one: string; many: string };
const TEXTS: Record<string, Record<string, Text>> = { en, es };
const SOURCE = new URL("../src", import.meta.url).pathname;

/** Keys put together at run time begin like this. */
const PREFIXES: string[] = ["stopped.", "say.", "phrase.", "character."];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts|js)$/.test(entry.name) ? [readFileSync(path, "utf-8")] : [];
  });
}

const params = (text: Text) => new Set(JSON.stringify(text).match(/\{\w+\}/g) ?? []);

describe("texts", () => {
  const code = sources(SOURCE).join("\n");
  const keys = Object.keys(en);

  it("are there in every language, with the same parameters and plural forms", () => {
    for (const texts of Object.values(TEXTS)) {
      expect(Object.keys(texts).sort()).toEqual([...keys].sort());
      for (const key of keys) {
        expect([key, typeof texts[key]]).toEqual([key, typeof TEXTS.en![key]]);
        expect([key, params(texts[key]!)]).toEqual([key, params(TEXTS.en![key]!)]);
      }
    }
  });

  it("are all used", () => {
    const isUsed = (key: string) => code.includes(`"${key}"`) || PREFIXES.some((prefix) => key.startsWith(prefix));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });

  it("exist wherever the code asks for one", () => {
    const asked = [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1]!);
    expect(asked.filter((key) => !(key in en))).toEqual([]);
    for (const prefix of PREFIXES) expect(keys.some((key) => key.startsWith(prefix))).toBe(true);
  });
});

/**
 * Texts by key, in the language of the moment. `t` reads reactive state, so whatever shows a text
 * follows a switch at once. A text is a string with {params}, or has plural forms chosen by `n`.
 */

import en from "../locales/en.json";
import es from "../locales/es.json";
import type { CountedNames, Language, Names } from "./messages";
import { load, save } from "./stored";

type Text = string | { one: string; many: string };
export type TextKey = keyof typeof en;
export type Params = Record<string, string | number>;

const TEXTS: Record<Language, Record<string, Text>> = { en, es };
export const LANGUAGES: readonly Language[] = ["en", "es"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", es: "Español" };

function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

function firstLanguage(): Language {
  const saved = load("language", null);
  if (isLanguage(saved)) return saved;
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.map((code) => code.slice(0, 2)).find(isLanguage) ?? "en";
}

class I18n {
  language = $state<Language>(firstLanguage());

  use(language: Language): void {
    this.language = language;
    save("language", language);
  }
}

export const i18n = new I18n();

export function t(key: TextKey, params: Params = {}): string {
  const text = TEXTS[i18n.language][key] ?? TEXTS.en[key] ?? key;
  const form = typeof text === "string" ? text : params.n === 1 ? text.one : text.many;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** A key put together at run time; `tests/locales.test.ts` knows the prefixes in use. */
export function has(key: string): key is TextKey {
  return key in TEXTS.en;
}

/** What the board calls it, in this language. */
export function named(names: Names): string {
  return names[i18n.language] ?? names.en ?? "";
}

export function counted(names: CountedNames, n: number): string {
  const forms = names[i18n.language] ?? names.en;
  return forms ? (n === 1 ? forms.one : forms.many) : "";
}

/** "red, blue and green". */
export function listed(items: string[]): string {
  return new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(items);
}

export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1);
}

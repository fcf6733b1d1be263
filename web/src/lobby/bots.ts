/** Bots in words. */

import { has, t } from "../lib/i18n.svelte";

/** Who plays for a person who has gone. */
export const STAND_IN = "medium";

const OWN = "own:";

export function levelName(bot: string): string {
  if (bot.startsWith(OWN)) return bot.slice(OWN.length);
  const key = `bot.${bot}`;
  return has(key) ? t(key) : bot;
}

export function characterName(character: string): string {
  const key = `character.${character}`;
  return has(key) ? t(key) : character;
}

/** "collector, hard": what kind of player a bot is. */
export function botWho(bot: string, character: string | null): string {
  if (character === null) return levelName(bot);
  return t("bot.who", { character: characterName(character), level: levelName(bot).toLowerCase() });
}

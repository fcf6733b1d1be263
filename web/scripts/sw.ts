/** Writes sw.js into the build, with the list of everything that belongs to this version and its own texts. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Plugin } from "vite";

const WORKER = new URL("../src/sw/worker.js", import.meta.url);
const LOCALES = new URL("../src/locales/", import.meta.url);
const LANGUAGES = ["en", "es"];
const LEFT_OUT = /\.(png|map)$|maskable/; // the system keeps the icons of an installed app itself

function files(folder: string, at = ""): string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(folder, `${at}/${entry.name}`) : [`${at}/${entry.name}`],
  );
}

/** The texts of notifications, by language. */
function texts(): Record<string, Record<string, string>> {
  const read = (language: string) =>
    JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), "utf-8")) as Record<string, string>;
  const own = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith("push.")));
  return Object.fromEntries(LANGUAGES.map((language) => [language, own(read(language))]));
}

export function serviceWorker(): Plugin {
  let publicDir = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const built = Object.keys(bundle).filter((name) => name !== "index.html");
        const list = ["/", ...built.map((name) => `/${name}`), ...files(publicDir)].filter(
          (path) => !LEFT_OUT.test(path),
        );
        const page = bundle["index.html"];
        const hash = createHash("sha256").update(JSON.stringify(list));
        if (page?.type === "asset") hash.update(page.source);
        const source = readFileSync(WORKER, "utf-8")
          .replace("__VERSION__", hash.digest("hex").slice(0, 12))
          .replace('["__FILES__"]', JSON.stringify(list.sort()))
          .replace('{ en: "__TEXTS__" }', () => JSON.stringify(texts()));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

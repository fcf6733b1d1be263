// Fails when scripts and styles together are over budget, as a browser downloads them.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const FOLDER = new URL("../../src/anden/server/web/assets/", import.meta.url);
const BUDGET_KB = 250;

const files = readdirSync(FOLDER).filter((name) => /\.(js|css)$/.test(name));
const total = files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, FOLDER))).length, 0) / 1000;
console.log(`${total.toFixed(1)} kB of ${BUDGET_KB} kB compressed`);
if (total > BUDGET_KB) process.exit(1);

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

import { serviceWorker } from "./scripts/sw.ts";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/anden/server/web",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    license: { fileName: "licenses/packages.md" },
  },
  server: {
    fs: { allow: [".."] }, // the rules are a file of the package
    proxy: { "/api": { target: "http://localhost:8000", ws: true }, "/healthz": "http://localhost:8000" },
  },
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
}));

/**
 * Keeps the shell of the app for times without a network. Nothing under /api is ever kept: games are the server's.
 *
 * A new version is fetched beside the old one and takes over when the last tab of the old one is closed, so that an
 * open table never mixes the two. The build puts VERSION and FILES in (scripts/sw.ts).
 */

const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const PREFIX = "anden-";
const CACHE = PREFIX + VERSION;
const PATIENCE = 4000;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith("/api/") || url.pathname === "/healthz") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(url.pathname)) event.respondWith(file(request));
});

/** The page as the server has it; without a network, the one that was kept. */
async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) return answer;
  } catch {
    // no network: go on below
  }
  return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
}

async function file(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}

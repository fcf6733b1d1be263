/**
 * Keeps the shell of the app for times without a network. Nothing under /api is ever kept: games are the server's.
 *
 * A new version is fetched beside the old one and takes over when the last tab of the old one is closed, so that an
 * open table never mixes the two. The build puts VERSION, FILES and TEXTS in (scripts/sw.ts).
 *
 * It also shows what the server pushes: that it is one's turn, or that a game is over.
 */

const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const TEXTS = { en: "__TEXTS__" }; // by language
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

addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.path));
});

addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain());
});

/** One notification a game: a newer one takes the place of the last. */
async function show(told) {
  if (!told.game || (await pagesAt(told.game.path)).some((page) => page.visibilityState === "visible")) return;
  const language = told.language in TEXTS ? told.language : "en";
  const { title, body } = wording(told, language);
  await registration.showNotification(title, {
    body,
    lang: language,
    tag: `game-${told.game.id}`,
    icon: "/icons/icon-192.png",
    data: { path: told.game.path },
  });
}

function wording(told, language) {
  const texts = TEXTS[language];
  const players = new Intl.ListFormat(language).format(told.game.players);
  const params = { board: told.game.board, name: told.name, players, due: told.due && moment(told.due, language) };
  const fill = (text) => text.replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
  if (told.event === "end") return { title: fill(texts["push.end"]), body: fill(texts["push.end_body"]) };
  return { title: fill(texts["push.turn"]), body: fill(texts["push.turn_body"]) };
}

function moment(text, language) {
  const form = { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(language, form).format(new Date(text));
}

async function pagesAt(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((page) => new URL(page.url).pathname === path);
}

async function goTo(path) {
  const [page] = await pagesAt(path);
  return page ? page.focus() : clients.openWindow(path);
}

/** The browser has given up its address for messages, and gets another one. */
async function subscribeAgain() {
  const { key, language } = await (await fetch("/api/push")).json();
  if (!key) return;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  const body = { endpoint, p256dh: keys.p256dh, auth: keys.auth, language: language ?? "en" };
  const headers = { "content-type": "application/json" };
  await fetch("/api/push", { method: "PUT", headers, body: JSON.stringify(body) });
}

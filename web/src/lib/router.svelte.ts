/** The address bar as state. Pages link with plain `<a href>`; `App` catches the clicks. */

export type Page =
  | "home"
  | "game"
  | "join"
  | "watch"
  | "seat"
  | "replay"
  | "rules"
  | "learn"
  | "puzzles"
  | "account"
  | "leaderboard"
  | "unknown";

export interface Place {
  page: Page;
  /** Game or board, where the page has one. */
  id: string;
  /** What stands after `#`: invite codes and seat tokens. */
  secret: string;
}

const WITH_ID = new Set(["game", "seat", "replay", "rules", "puzzles"]);
const PLAIN = new Set(["account", "leaderboard", "join", "watch", "learn", "rules", "puzzles"]);

export function placeOf(path: string, hash: string): Place {
  const [first = "", id = "", ...more] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const secret = decodeURIComponent(hash.replace(/^#/, ""));
  if (!first) return { page: "home", id: "", secret };
  const isKnown = !more.length && (id ? WITH_ID.has(first) : PLAIN.has(first));
  return { page: isKnown ? (first as Page) : "unknown", id, secret };
}

const here = (): Place => placeOf(location.pathname, location.hash);

class Router {
  /** Right from the start: a page that nobody asked for would be loaded first. */
  place = $state<Place>(typeof location === "undefined" ? placeOf("/", "") : here());

  start(): () => void {
    const read = () => (this.place = here());
    addEventListener("popstate", read);
    addEventListener("hashchange", read);
    return () => {
      removeEventListener("popstate", read);
      removeEventListener("hashchange", read);
    };
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.place = here();
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follows links inside the app without loading the page again. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}

/** Starts the service worker where browsers allow one: over https and on localhost, not on a plain http network. */

/** Takes back what was shown about a game, once its page is open. */
export async function dismiss(game: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const shown = await registration?.getNotifications?.({ tag: `game-${game}` }).catch(() => []);
  for (const notification of shown ?? []) notification.close();
}

export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // the app works without
  });
}

/** Starts the service worker where browsers allow one: over https and on localhost, not on a plain http network. */

export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => undefined); // the app works without
  });
}

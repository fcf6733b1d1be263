/** Whether the server tells this device of turns: the browser's subscription and the server's note of it. */

import { api } from "../lib/api";
import { i18n } from "../lib/i18n.svelte";
import { load, save } from "../lib/stored";

/** `none`: this server tells nobody. */
export type PushState = "asking" | "none" | "unsupported" | "denied" | "off" | "on";

const WANTED = "push"; // whether somebody has switched it on here
const PATIENCE = 3000; // for the service worker to start

/** The service worker, which browsers start on https and on this machine only. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function isOf(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(bytes(key));
}

class Push {
  state = $state<PushState>("asking");

  /** Finds out how things stand; what was switched on here is brought up to date. */
  async load(): Promise<void> {
    const info = await api.push();
    if (info.key === null) {
      this.state = "none";
      return;
    }
    const registration = await worker();
    if (!registration) this.state = "unsupported";
    else if (Notification.permission === "denied") this.state = "denied";
    else if (Notification.permission === "granted" && load(WANTED, false)) {
      if (!info.is_on || info.language !== i18n.language) await this.#subscribe(registration, info.key);
      this.state = "on";
    } else this.state = "off";
  }

  async turnOn(): Promise<void> {
    const { key } = await api.push();
    const registration = await worker();
    if (key === null || !registration) return this.load();
    const permission = await Notification.requestPermission();
    this.state = permission === "denied" ? "denied" : "off";
    if (permission !== "granted") return;
    await this.#subscribe(registration, key);
    save(WANTED, true);
    this.state = "on";
  }

  async turnOff(): Promise<void> {
    save(WANTED, false);
    this.state = "off";
    await api.unsubscribe();
    const registration = await worker();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }

  async #subscribe(registration: ServiceWorkerRegistration, key: string): Promise<void> {
    const manager = registration.pushManager;
    let subscription = await manager.getSubscription();
    if (subscription && !isOf(subscription, key)) {
      await subscription.unsubscribe();
      subscription = null;
    }
    subscription ??= await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
    const { endpoint, keys } = subscription.toJSON();
    await api.subscribe({
      endpoint: endpoint ?? "",
      p256dh: keys?.p256dh ?? "",
      auth: keys?.auth ?? "",
      language: i18n.language,
    });
  }
}

export const push = new Push();

/** Where it was switched on once, the server is told again: the language or the browser's address may have changed. */
export async function keepUp(): Promise<void> {
  if (load(WANTED, false)) await push.load().catch(() => undefined);
}

/** Addresses for other devices: a page opened as localhost is of no use to them. */

import { api } from "../lib/api";

const LOCAL = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/;

export async function publicOrigin(): Promise<string> {
  if (!LOCAL.test(location.host)) return location.origin;
  try {
    const { addresses } = await api.server();
    return addresses[0] ?? location.origin;
  } catch {
    return location.origin;
  }
}

export const isLocal = (origin: string): boolean => LOCAL.test(new URL(origin).host);

/** "K7QM 2XPA": easier to read out. */
export const spaced = (code: string): string => code.replace(/(.{4})(?=.)/g, "$1 ");

/** `navigator.clipboard` is missing on plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}

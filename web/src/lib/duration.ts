/** How much time is left, as exactly as it matters: "2 d 4 h", "5 h 12 min", "4:59". */

import { t } from "./i18n.svelte";

const HOUR = 3600;
const DAY = 24 * HOUR;

export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR)];
  if (days) return t("time.days", { days, hours });
  const minutes = Math.floor((left % HOUR) / 60);
  if (hours) return t("time.hours", { hours, minutes });
  return `${minutes}:${String(left % 60).padStart(2, "0")}`;
}

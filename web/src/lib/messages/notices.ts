/** How people are told outside of the page. */

import type { Language } from "./boards";

/** Whether this browser is told, and the key to subscribe with: null where the server tells nobody. */
export interface PushInfo {
  key: string | null;
  is_on: boolean;
  language: Language | null;
}

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
}

export interface Webhook {
  id: string;
  url: string;
  created: string;
  state: "new" | "working" | "failing" | "broken";
  tried: string | null;
  /** An HTTP status, or a word. */
  result: string | null;
  next_try: string | null;
}

export interface WebhookList {
  /** That one may have; 0 where there are none. */
  most: number;
  webhooks: Webhook[];
}

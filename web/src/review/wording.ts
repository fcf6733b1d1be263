/** Actions, chances and losses in words. */

import type { BoardModel } from "../board/model";
import { t } from "../lib/i18n.svelte";
import type { Judgement } from "../lib/messages";
import { parsePayment } from "../lib/payment";

/** An action in its notation, such as `claim denver-omaha with 2 red`, as people say it. */
export function actionText(model: BoardModel, action: string): string {
  const [head = "", payment = ""] = action.split(" with ");
  const [verb = "", ...rest] = head.split(" ");
  const what = rest.join(" ");
  const cards = payment ? model.paymentText(parsePayment(payment)) : "";
  switch (verb) {
    case "claim":
      return t("review.claim", { route: model.routeName(what), cards });
    case "station":
      return t("review.station", { city: model.cityName(what), cards });
    case "keep":
      return t("review.keep", {
        tickets: what
          .split(", ")
          .map((ticket) => model.ticketName(ticket))
          .join(", "),
      });
    case "pay":
      return t("review.pay", { cards: model.paymentText(parsePayment(what)) });
    case "withdraw":
      return t("review.withdraw");
    case "draw":
      if (what === "deck") return t("review.draw_deck");
      return what === "tickets" ? t("review.draw_tickets") : t("review.draw", { card: model.kindName(what) });
    default:
      return t("review.pass");
  }
}

/** The route that an action is about, if any. */
export function routeOf(action: string): string[] {
  const [verb, name] = action.split(" ");
  return verb === "claim" && name ? [name] : [];
}

const KINDS: Record<Judgement, () => string> = {
  forced: () => t("review.forced"),
  good: () => t("review.good"),
  inaccuracy: () => t("review.inaccuracy"),
  mistake: () => t("review.mistake"),
  blunder: () => t("review.blunder"),
};
export const kindText = (kind: Judgement): string => KINDS[kind]();

/** Of a share, in whole percent. */
export const percent = (share: number): string => `${Math.round(100 * share)}\u00a0%`;

/** With its sign: −7.5. */
export const points = (share: number): string => {
  const rounded = Math.round(1000 * share) / 10;
  return `${rounded < 0 ? "−" : rounded > 0 ? "+" : ""}${Math.abs(rounded)}`;
};

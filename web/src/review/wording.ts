/** Actions, chances and losses in words. */

import type { BoardModel } from "../board/model";
import { i18n, listed, t } from "../lib/i18n.svelte";
import type { ChanceEvent, Grounds, Judgement, Level } from "../lib/messages";
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

/** With the comma or point of the language, and a real minus. */
const decimal = (number: number): string =>
  new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .format(number)
    .replace("-", "−");

const tenths = (share: number): number => Math.round(1000 * share) / 10 || 0;

/** Percentage points with their sign: −7.5. */
export const points = (share: number): string => `${tenths(share) > 0 ? "+" : ""}${decimal(tenths(share))}`;

/** Percentage points without one: 7.5. */
export const amount = (share: number): string => decimal(tenths(share));

/** Standard errors that ± stands for, wherever a review says it. */
export const ERRORS = 2;

/** ± 1.3, of a standard error. */
export const give = (error: number): string => `±\u00a0${amount(ERRORS * error)}`;

export function reasonText(model: BoardModel, reason: Grounds): string {
  switch (reason.why) {
    case "serves":
      return t("review.why_serves", {
        route: model.routeName(reason.route),
        tickets: reason.tickets.map((ticket) => model.ticketName(ticket)).join(", "),
      });
    case "serves_none":
      return t("review.why_serves_none", { route: model.routeName(reason.route) });
    case "taken":
      return t("review.why_taken", { route: model.routeName(reason.route), chance: percent(reason.chance) });
    case "lacks":
      return t("review.why_lacks", {
        card: model.kindName(reason.colour),
        route: model.routeName(reason.route),
        n: reason.number,
      });
    case "odds":
      return t("review.why_odds", { card: model.kindName(reason.colour), chance: percent(reason.chance) });
    case "no_odds":
      return t("review.why_no_odds", { card: model.kindName(reason.colour) });
    case "keeps":
    case "returns": {
      const told = {
        ticket: model.ticketName(reason.ticket),
        n: reason.points,
        pieces: model.pieces(reason.pieces),
        chance: percent(reason.chance),
      };
      return reason.why === "keeps" ? t("review.why_keeps", told) : t("review.why_returns", told);
    }
    case "time":
      return t("review.why_time", { left: decimal(reason.left), needed: decimal(reason.needed) });
  }
}

/** What chance did: a card from the deck: red. */
export function eventText(model: BoardModel, event: ChanceEvent, seat: number, nameOf: (seat: number) => string) {
  const came = event.outcomes.find((each) => each.came)?.outcome;
  const what: Record<ChanceEvent["event"], () => string> = {
    card: () => t("review.event_card"),
    refill: () =>
      event.mover === seat ? t("review.event_refill") : t("review.event_refill_after", { name: nameOf(event.mover) }),
    tunnel: () => t("review.event_tunnel"),
    tickets: () => t("review.event_tickets"),
    deal: () => t("review.event_deal"),
  };
  const told = what[event.event]();
  if (came === undefined) return told;
  return `${told}: ${event.event === "tunnel" ? `+${came}` : model.kindName(came)}`;
}

const LEVELS: Record<string, () => string> = {
  easy: () => t("bot.easy"),
  medium: () => t("bot.medium"),
  hard: () => t("bot.hard"),
  expert: () => t("bot.expert"),
};

/** Which bots lose as much. */
export function levelText(level: Level): string {
  const name = (each: string) => LEVELS[each]?.() ?? each;
  const params = { level: name(level.name), loss: amount(level.loss), error: give(level.loss_se) };
  if (!level.alike.length) return t("review.plays_apart", params);
  const others = level.alike.filter((each) => each !== level.name).map(name);
  return others.length
    ? `${t("review.plays_like", params)} ${t("review.alike", { levels: listed(others) })}`
    : t("review.plays_like", params);
}

/** Payments as the protocol writes them: "2 white 1 wild". */

import type { Cards, Payment } from "./messages";

export const WILD = "wild";

export function parsePayment(text: string): Payment {
  const payment: Payment = { colour: null, cards: 0, wilds: 0 };
  const words = text.split(" ");
  for (let at = 0; at + 1 < words.length; at += 2) {
    const count = Number(words[at]);
    const kind = words[at + 1]!;
    if (kind === WILD) payment.wilds = count;
    else Object.assign(payment, { colour: kind, cards: count });
  }
  return payment;
}

/** Its cards by kind, colour first. */
export function paymentCards(payment: Payment): [kind: string, count: number][] {
  const cards: [string, number][] = [];
  if (payment.colour && payment.cards) cards.push([payment.colour, payment.cards]);
  if (payment.wilds) cards.push([WILD, payment.wilds]);
  return cards;
}

/** Whether all the chosen cards are part of the payment. */
export function includesCards(payment: Payment, chosen: Cards): boolean {
  return Object.entries(chosen).every(([kind, count]) => {
    if (!count) return true;
    return kind === WILD ? payment.wilds >= count : payment.colour === kind && payment.cards >= count;
  });
}

/** Whether the payment is exactly the chosen cards. */
export function equalsCards(payment: Payment, chosen: Cards): boolean {
  const total = Object.values(chosen).reduce((sum, count) => sum + count, 0);
  return includesCards(payment, chosen) && total === payment.cards + payment.wilds;
}

/**
 * What a person is doing at the table: cards lifted, a route pointed at, a question open. Headless; all that is
 * legal or payable is read from the server's options.
 */

import { createContext } from "svelte";

import type { BoardModel } from "../board/model";
import { announcer } from "../lib/announce.svelte";
import type { GameStore } from "../lib/game.svelte";
import { sentence, t } from "../lib/i18n.svelte";
import type { Cards, Payment, Seat } from "../lib/messages";
import { equalsCards, includesCards, parsePayment, WILD } from "../lib/payment";
import { settings } from "../lib/settings.svelte";
import { Sight } from "./sight.svelte";
import { play } from "./sounds";

export interface PaymentChoice {
  text: string;
  payment: Payment;
}

export class Table {
  /** Cards of the hand that are lifted: they narrow what glows. */
  chosen = $state<Cards>({});
  /** The route whose payment is being chosen. */
  claiming = $state<string | null>(null);
  /** Whether the routes that can be claimed are listed. */
  isListing = $state(false);
  isPlacingStation = $state(false);
  /** The city whose payment is being chosen. */
  stationCity = $state<string | null>(null);
  /** Tickets ticked among those on offer. */
  kept = $state<string[]>([]);
  /** An action that the coach warns of, until the person has decided. */
  warned = $state.raw<{ action: string; text: string } | null>(null);

  readonly sight: Sight;

  constructor(
    readonly game: GameStore,
    readonly model: BoardModel,
  ) {
    this.sight = new Sight(this);
  }

  get view() {
    return this.game.view;
  }

  get options() {
    return this.game.options;
  }

  claimable = $derived.by(() => {
    if (!this.game.isMyMove || this.isPlacingStation) return new Set<string>();
    const routes = Object.keys(this.options?.routes ?? {});
    return new Set(routes.filter((route) => this.payments(route).length > 0));
  });

  pickable = $derived(this.isPlacingStation ? new Set(this.options?.stations?.cities ?? []) : null);
  offered = $derived(this.options?.is_now ? (this.options.keep?.offer ?? []) : []);
  hasChosenCards = $derived(Object.values(this.chosen).some((count) => count > 0));

  // Words and looks

  seat(number: number): Seat | undefined {
    return this.game.info?.seats[number];
  }

  colour(seat: number): string {
    return this.seat(seat)?.colour ?? "";
  }

  nameOf(seat: number): string {
    return this.seat(seat)?.name ?? "";
  }

  ownerOf(route: string): number | null {
    const found = (this.view?.seats ?? []).findIndex((seat) => seat.routes.includes(route));
    return found < 0 ? null : found;
  }

  // Hand

  lift(kind: string): void {
    const have = this.view?.own?.hand[kind] ?? 0;
    const now = this.chosen[kind] ?? 0;
    const others = kind === WILD ? this.chosen : this.chosen[WILD] ? { [WILD]: this.chosen[WILD] } : {};
    this.chosen = { ...others, [kind]: now >= have ? 0 : now + 1 };
  }

  lowerAll(): void {
    this.chosen = {};
  }

  // Routes

  /** Its payments that hold the lifted cards, thriftiest first. */
  payments(route: string): PaymentChoice[] {
    const choices = (this.options?.routes[route] ?? []).map((text) => ({ text, payment: parsePayment(text) }));
    return choices.filter(({ payment }) => includesCards(payment, this.chosen));
  }

  /** Lanes to choose between: more than one only where it matters. */
  lanes(route: string): string[] {
    const info = this.model.route(route);
    const isOpen = info.twin !== null && (this.options?.routes[info.twin]?.length ?? 0) > 0;
    return isOpen && !this.model.isSameAsTwin(info) ? [route, info.twin!].sort() : [route];
  }

  /** Own tickets whose cheapest way uses the route. */
  ticketsVia(route: string): string[] {
    const tickets = this.view?.own?.tickets ?? [];
    return tickets.filter(({ missing }) => missing.includes(route)).map(({ ticket }) => ticket);
  }

  /** What can be claimed, the most useful first. */
  claims = $derived.by(() => {
    const worth = (route: string) => this.ticketsVia(route).length * 100 + this.model.route(route).points;
    return [...this.claimable].sort((a, b) => worth(b) - worth(a));
  });

  async listClaims(): Promise<void> {
    if (this.claims.length) {
      this.isListing = true;
      return;
    }
    if (!this.options?.is_now) return this.refuse(this.notYet());
    this.refuse((await this.game.explain())?.no_claim?.text ?? t("claim.none"));
  }

  async chooseRoute(route: string): Promise<void> {
    this.isListing = false;
    const reason = await this.whyNot(route);
    if (reason) return this.refuse(reason);
    const choices = this.payments(route);
    const exact = choices.find(({ payment }) => equalsCards(payment, this.chosen));
    const only = exact ?? (choices.length === 1 ? choices[0] : undefined);
    const isAsked = settings.get("confirmClaims") || (this.lanes(route).length > 1 && !exact);
    if (only && !isAsked) void this.claim(route, only.text);
    else this.claiming = route;
  }

  /** Why a route can't be claimed now, in the server's words; null when it can. */
  async whyNot(route: string): Promise<string | null> {
    const owner = this.ownerOf(route);
    if (owner !== null) return t("route.owned", { name: this.nameOf(owner) });
    if (this.view?.phase === "over") return t("turn.over");
    if (!this.options) return t("turn.watching");
    if (!this.options.is_now) return this.notYet();
    if (this.options.routes[route]) return null;
    const reasons = await this.game.explain();
    return reasons?.no_claim?.text ?? reasons?.blocked[route]?.text ?? null;
  }

  notYet(): string {
    const seat = this.view?.to_act;
    return t("turn.not_yet", { name: seat === null || seat === undefined ? "" : this.nameOf(seat) });
  }

  claim(route: string, payment: string): Promise<boolean> {
    return this.act(`claim ${route} with ${payment}`);
  }

  // Anything else

  /** Says why something can't be done. */
  refuse(reason: string): void {
    play("refused");
    announcer.toast(sentence(reason), "warning");
  }

  /** Nobody is at a disadvantage by help. */
  isAgainstBots = $derived.by(
    () =>
      (this.game.info?.seats ?? []).every((seat) => (seat.kind === "bot" && !seat.is_stand_in) || seat.is_mine) &&
      this.game.held.length === 1,
  );
  hasCoach = $derived.by(() => settings.get("coach") && this.isAgainstBots && !this.game.info?.is_rated);

  async undo(): Promise<void> {
    const refusal = await this.game.undo();
    if (refusal?.text) this.refuse(refusal.text);
    else this.reset();
  }

  /** Plays an action, unless the coach has something against it. */
  async act(action: string, isSure = false): Promise<boolean> {
    if (this.hasCoach && !isSure) {
      const advice = await this.game.advise(action);
      if (advice?.warning) {
        this.warned = { action, text: advice.warning };
        return false;
      }
    }
    this.warned = null;
    this.claiming = null;
    this.isListing = false;
    this.stationCity = null;
    this.isPlacingStation = false;
    const refusal = await this.game.act(action);
    if (!refusal) {
      this.chosen = {};
      this.kept = [];
      this.sight.pinned = null;
    } else if (refusal.text) {
      this.refuse(refusal.text);
    }
    return refusal === null;
  }

  can(action: string): boolean {
    return this.game.isMyMove && (this.options?.simple.includes(action) ?? false);
  }

  /** Does it, or says why it can't be done. */
  async tryAct(action: string): Promise<void> {
    if (this.can(action)) {
      await this.act(action);
      return;
    }
    if (this.view?.phase === "over") return announcer.toast(t("turn.over"));
    if (!this.options) return announcer.toast(t("turn.watching"));
    if (!this.options.is_now) return announcer.toast(sentence(this.notYet()));
    const reason = await this.game.why(action);
    if (reason?.text) this.refuse(reason.text);
  }

  async beginStation(): Promise<void> {
    if (this.options && !this.options.is_now) return announcer.toast(sentence(this.notYet()));
    if (!this.options?.stations) {
      const reasons = await this.game.explain();
      return this.refuse(reasons?.no_station?.text ?? reasons?.no_claim?.text ?? t("turn.watching"));
    }
    this.isPlacingStation = !this.isPlacingStation;
  }

  // Tickets

  toggleKept(ticket: string): void {
    this.kept = this.kept.includes(ticket) ? this.kept.filter((each) => each !== ticket) : [...this.kept, ticket];
  }

  keepTickets(): Promise<boolean> {
    const chosen = this.offered.filter((ticket) => this.kept.includes(ticket));
    return this.act(`keep ${chosen.join(", ")}`);
  }

  /** Nothing half-done is left: the seat, the turn or the game has changed. */
  reset(): void {
    this.chosen = {};
    this.kept = [];
    this.claiming = null;
    this.isListing = false;
    this.stationCity = null;
    this.isPlacingStation = false;
    this.warned = null;
    this.sight.reset();
  }
}

export const [useTable, setTable] = createContext<Table>();

/**
 * What a person is doing at the table: cards lifted, a route pointed at, a question open. Headless; all that is
 * legal or payable is read from the server's options.
 */

import { createContext } from "svelte";

import type { BoardModel, RouteInfo } from "../board/model";
import { announcer } from "../lib/announce.svelte";
import type { GameStore } from "../lib/game.svelte";
import { sentence, t } from "../lib/i18n.svelte";
import type { Cards, Payment, Seat } from "../lib/messages";
import { equalsCards, includesCards, parsePayment, WILD } from "../lib/payment";
import { settings } from "../lib/settings.svelte";

export interface Pointed {
  route: RouteInfo;
  x: number;
  y: number;
}

/** Something to point out on the board. */
export interface Spot {
  routes?: readonly string[];
  cities?: readonly string[];
  districts?: readonly number[];
}

export interface PaymentChoice {
  text: string;
  payment: Payment;
}

export class Table {
  /** Cards of the hand that are lifted: they narrow what glows. */
  chosen = $state<Cards>({});
  pointed = $state.raw<Pointed | null>(null);
  /** The route whose payment is being chosen. */
  claiming = $state<string | null>(null);
  isPlacingStation = $state(false);
  /** The city whose payment is being chosen. */
  stationCity = $state<string | null>(null);
  /** Tickets ticked among those on offer. */
  kept = $state<string[]>([]);
  /** Pointed out for as long as something is hovered, and by the result. */
  spot = $state.raw<Spot | null>(null);
  /** Pointed out from the log until something else is. */
  pinned = $state.raw<Spot | null>(null);
  fresh = $state<string | null>(null);

  constructor(
    readonly game: GameStore,
    readonly model: BoardModel,
  ) {}

  get view() {
    return this.game.view;
  }

  get options() {
    return this.game.options;
  }

  owners = $derived.by(() => {
    const owners = new Map<string, string>();
    for (const [seat, { routes }] of this.#seats()) for (const route of routes) owners.set(route, this.colour(seat));
    return owners;
  });

  stations = $derived.by(() => {
    const stations = new Map<string, string>();
    for (const [seat, { station_cities }] of this.#seats())
      for (const city of station_cities) stations.set(city, this.colour(seat));
    return stations;
  });

  claimable = $derived.by(() => {
    if (!this.game.isMyMove || this.isPlacingStation) return new Set<string>();
    const routes = Object.keys(this.options?.routes ?? {});
    return new Set(routes.filter((route) => this.payments(route).length > 0));
  });

  lit = $derived(new Set(this.#spot()?.routes ?? []));
  rings = $derived.by(() => {
    const spot = this.#spot();
    if (spot) return new Set(spot.cities ?? []);
    return new Set(this.offered.filter((ticket) => this.kept.includes(ticket)).flatMap((ticket) => this.#ends(ticket)));
  });
  districts = $derived(new Set(this.#spot()?.districts ?? []));
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
    const found = this.#seats().find(([, seat]) => seat.routes.includes(route));
    return found ? found[0] : null;
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

  chooseRoute(route: string): void {
    const reason = this.whyNot(route);
    if (reason) return announcer.toast(sentence(reason), "warning");
    const choices = this.payments(route);
    const exact = choices.find(({ payment }) => equalsCards(payment, this.chosen));
    const only = exact ?? (choices.length === 1 ? choices[0] : undefined);
    const isAsked = settings.get("confirmClaims") || (this.lanes(route).length > 1 && !exact);
    if (only && !isAsked) void this.claim(route, only.text);
    else this.claiming = route;
  }

  /** Why a route can't be claimed now, in the server's words; null when it can. */
  whyNot(route: string): string | null {
    const owner = this.ownerOf(route);
    if (owner !== null) return t("route.owned", { name: this.nameOf(owner) });
    if (this.view?.phase === "over") return t("turn.over");
    if (!this.options) return t("turn.watching");
    if (!this.options.is_now) return this.notYet();
    if (this.options.no_claim?.text) return this.options.no_claim.text;
    return this.options.blocked[route]?.text ?? null;
  }

  notYet(): string {
    const seat = this.view?.to_act;
    return t("turn.not_yet", { name: seat === null || seat === undefined ? "" : this.nameOf(seat) });
  }

  claim(route: string, payment: string): Promise<boolean> {
    return this.act(`claim ${route} with ${payment}`);
  }

  // Anything else

  async act(action: string): Promise<boolean> {
    this.claiming = null;
    this.stationCity = null;
    this.isPlacingStation = false;
    const refusal = await this.game.act(action);
    if (!refusal) {
      this.chosen = {};
      this.kept = [];
      this.pinned = null;
    } else if (refusal.text) {
      announcer.toast(sentence(refusal.text), "warning");
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
    if (reason?.text) announcer.toast(sentence(reason.text), "warning");
  }

  beginStation(): void {
    if (this.options && !this.options.is_now) return announcer.toast(sentence(this.notYet()));
    const reason = this.options?.no_station?.text ?? this.options?.no_claim?.text;
    if (!this.options?.stations) return announcer.toast(sentence(reason ?? t("turn.watching")), "warning");
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

  spotTicket(ticket: string | null): void {
    if (ticket === null) {
      this.spot = null;
      return;
    }
    const own = this.view?.own;
    const progress = [...(own?.tickets ?? []), ...(own?.offer ?? [])].find((each) => each.ticket === ticket);
    this.spot = { cities: this.#ends(ticket), routes: progress?.missing ?? [] };
  }

  /** Nothing half-done is left: the seat, the turn or the game has changed. */
  reset(): void {
    this.chosen = {};
    this.kept = [];
    this.claiming = null;
    this.stationCity = null;
    this.isPlacingStation = false;
    this.spot = null;
    this.pinned = null;
    this.pointed = null;
  }

  #spot(): Spot | null {
    return this.spot ?? this.pinned;
  }

  #ends(ticket: string): readonly string[] {
    return this.model.ticket(ticket).cities;
  }

  #seats() {
    return [...(this.view?.seats ?? []).entries()];
  }
}

export const [useTable, setTable] = createContext<Table>();

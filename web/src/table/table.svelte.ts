/**
 * What a person is doing at the table: cards lifted, a route pointed at, a question open. Headless; all that is
 * legal or payable is read from the server's options.
 */

import { createContext } from "svelte";

import type { Pin, Way } from "../board/marks";
import type { BoardModel, RouteInfo } from "../board/model";
import { announcer } from "../lib/announce.svelte";
import type { GameStore } from "../lib/game.svelte";
import { sentence, t } from "../lib/i18n.svelte";
import type { Cards, Payment, Seat, TicketProgress } from "../lib/messages";
import { equalsCards, includesCards, parsePayment, WILD } from "../lib/payment";
import { settings } from "../lib/settings.svelte";
import { recapOf } from "./recap";
import { play } from "./sounds";

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

/** What the pointer or the focus is on: the board shows what concerns it. */
export type Focus = { card: string } | { ticket: string } | { city: string } | { seat: number };

/** Reasons for which a route can never be claimed by a seat. */
const CLOSED = new Set(["own_twin", "twin_closed"]);

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
  /** Whether the routes that can be claimed are listed. */
  isListing = $state(false);
  isPlacingStation = $state(false);
  /** The city whose payment is being chosen. */
  stationCity = $state<string | null>(null);
  /** Tickets ticked among those on offer. */
  kept = $state<string[]>([]);
  focus = $state.raw<Focus | null>(null);
  /** A ticket that stays pointed out until it is pressed again. */
  heldTicket = $state<string | null>(null);
  /** A player whose network stays lit until it is pressed again. */
  heldSeat = $state<number | null>(null);
  /** Pointed out for as long as something is hovered, and by the result. */
  spot = $state.raw<Spot | null>(null);
  /** Pointed out from the log until something else is. */
  pinned = $state.raw<Spot | null>(null);
  fresh = $state<string | null>(null);
  /** An action that the coach warns of, until the person has decided. */
  warned = $state.raw<{ action: string; text: string } | null>(null);

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

  /** Of what can be claimed, what concerns the focus. */
  framed = $derived.by(() => {
    if (this.#meant === null) return this.claimable;
    if ("card" in this.#meant) {
      const { card } = this.#meant;
      return new Set([...this.claimable].filter((route) => this.#takes(route, card)));
    }
    return new Set([...this.claimable].filter((route) => this.#concerned.has(route)));
  });

  /** Routes that one more card would open, among those that concern the focus. */
  almost = $derived.by(() => {
    const almost = Object.entries(this.options?.almost ?? {});
    if (this.#meant === null || this.isPlacingStation) return new Set<string>();
    if ("card" in this.#meant) {
      const { card } = this.#meant;
      return new Set(almost.filter(([, kinds]) => kinds.includes(card)).map(([route]) => route));
    }
    return new Set(almost.map(([route]) => route).filter((route) => this.#concerned.has(route)));
  });

  closed = $derived.by(() => {
    const blocked = Object.entries(this.options?.blocked ?? {});
    return new Set(blocked.filter(([, { reason }]) => CLOSED.has(reason ?? "")).map(([route]) => route));
  });

  /** What tickets still need: those on offer all at once, else those of the focus. */
  ways = $derived.by((): Way[] => {
    if (this.offered.length) {
      const pointed = this.#meant && "ticket" in this.#meant ? this.#meant.ticket : null;
      const isMeant = (ticket: string) =>
        pointed ? ticket === pointed : !this.kept.length || this.kept.includes(ticket);
      return this.#offer().map((each, number) => ({
        routes: each.missing,
        number,
        isFaint: !isMeant(each.ticket),
      }));
    }
    return this.#meantTickets.map((ticket) => ({ routes: ticket.missing }));
  });

  /** Own tickets by city. They are this seat's secret, as all of `own` is. */
  pins = $derived.by(() => {
    const pins = new Map<string, Pin[]>();
    const add = (ticket: string, pin: Pin) => {
      for (const city of this.#ends(ticket)) pins.set(city, [...(pins.get(city) ?? []), pin]);
    };
    const tickets = this.view?.own?.tickets ?? [];
    tickets.forEach(({ ticket, status }, at) => add(ticket, { label: String(at + 1), status }));
    this.#offer().forEach(({ ticket }, at) => add(ticket, { label: offerLetter(at), status: "offer" }));
    return pins;
  });

  /** The player whose network stands out. */
  player = $derived.by(() => {
    const seat = this.focus && "seat" in this.focus ? this.focus.seat : this.heldSeat;
    return seat === null ? null : this.colour(seat);
  });

  /** Who did what since this seat's last turn. */
  recap = $derived.by(() => recapOf(this.game.events, this.game.shown, this.view?.to_act ?? null));
  recent = $derived(
    new Set(this.recap.flatMap(({ events }) => events.flatMap((event) => ("route" in event ? [event.route] : [])))),
  );

  lit = $derived(new Set(this.#spot()?.routes ?? []));
  rings = $derived.by(() => {
    const spot = this.#spot();
    if (spot) return new Set(spot.cities ?? []);
    if (this.offered.length && !(this.#meant && "ticket" in this.#meant))
      return new Set(
        this.offered.filter((ticket) => this.kept.includes(ticket)).flatMap((ticket) => this.#ends(ticket)),
      );
    return new Set(this.#meantTickets.flatMap(({ ticket }) => this.#ends(ticket)));
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

  listClaims(): void {
    if (this.claims.length) {
      this.isListing = true;
      return;
    }
    const reason = this.options?.is_now ? (this.options.no_claim?.text ?? t("claim.none")) : this.notYet();
    this.refuse(reason);
  }

  chooseRoute(route: string): void {
    this.isListing = false;
    const reason = this.whyNot(route);
    if (reason) return this.refuse(reason);
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
  hasCoach = $derived(settings.get("coach") && this.isAgainstBots);

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
      this.pinned = null;
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

  beginStation(): void {
    if (this.options && !this.options.is_now) return announcer.toast(sentence(this.notYet()));
    const reason = this.options?.no_station?.text ?? this.options?.no_claim?.text;
    if (!this.options?.stations) return this.refuse(reason ?? t("turn.watching"));
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

  toggleTicket(ticket: string): void {
    this.heldTicket = this.heldTicket === ticket ? null : ticket;
  }

  toggleSeat(seat: number): void {
    this.heldSeat = this.heldSeat === seat ? null : seat;
  }

  /** Other tickets on offer whose cheapest ways use routes of this one, with how many. */
  shared(ticket: string): { letter: string; routes: number }[] {
    const offer = this.#offer();
    const own = new Set(offer.find((each) => each.ticket === ticket)?.missing ?? []);
    return offer
      .map((each, at) => ({
        ticket: each.ticket,
        letter: offerLetter(at),
        routes: each.missing.filter((route) => own.has(route)).length,
      }))
      .filter((each) => each.ticket !== ticket && each.routes > 0);
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
    this.focus = null;
    this.heldTicket = null;
    this.heldSeat = null;
    this.spot = null;
    this.pinned = null;
    this.pointed = null;
  }

  get #meant(): Focus | null {
    return this.focus ?? (this.heldTicket === null ? null : { ticket: this.heldTicket });
  }

  /** Own tickets that the focus is about. */
  get #meantTickets(): TicketProgress[] {
    const meant = this.#meant;
    const own = this.view?.own;
    const all = [...(own?.tickets ?? []), ...(own?.offer ?? [])];
    if (meant === null) return [];
    if ("ticket" in meant) return all.filter((each) => each.ticket === meant.ticket);
    return "city" in meant ? all.filter((each) => this.#ends(each.ticket).includes(meant.city)) : [];
  }

  /** Routes at the city or on the way of the ticket that is meant. */
  get #concerned(): ReadonlySet<string> {
    const meant = this.#meant;
    const needed = this.#meantTickets.flatMap((ticket) => ticket.missing);
    const near = meant && "city" in meant ? this.model.routesFrom(meant.city).map((route) => route.name) : [];
    return new Set([...needed, ...near]);
  }

  /** Whether one of its payments uses such a card. */
  #takes(route: string, card: string): boolean {
    return this.payments(route).some(({ payment }) =>
      card === WILD ? payment.wilds > 0 : payment.colour === card && payment.cards > 0,
    );
  }

  #offer(): TicketProgress[] {
    return this.offered.length ? (this.view?.own?.offer ?? []) : [];
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

/** What a ticket on offer is called, on the board and in its list. */
export const offerLetter = (at: number): string => String.fromCharCode(65 + at);

export const [useTable, setTable] = createContext<Table>();

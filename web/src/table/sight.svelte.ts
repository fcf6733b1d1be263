/** What the board shows of a table: who owns what, what is pointed at, and what that concerns. Headless. */

import type { Pin, Way } from "../board/marks";
import type { RouteInfo } from "../board/model";
import type { TicketProgress } from "../lib/messages";
import { WILD } from "../lib/payment";
import { recapOf } from "./recap";
import type { Table } from "./table.svelte";

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

export class Sight {
  pointed = $state.raw<Pointed | null>(null);
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

  constructor(readonly table: Table) {}

  owners = $derived.by(() => {
    const owners = new Map<string, string>();
    for (const [seat, { routes }] of this.#seats())
      for (const route of routes) owners.set(route, this.table.colour(seat));
    return owners;
  });

  stations = $derived.by(() => {
    const stations = new Map<string, string>();
    for (const [seat, { station_cities }] of this.#seats())
      for (const city of station_cities) stations.set(city, this.table.colour(seat));
    return stations;
  });

  /** Of what can be claimed, what concerns the focus. */
  framed = $derived.by(() => {
    if (this.#meant === null) return this.table.claimable;
    if ("card" in this.#meant) {
      const { card } = this.#meant;
      return new Set([...this.table.claimable].filter((route) => this.#takes(route, card)));
    }
    return new Set([...this.table.claimable].filter((route) => this.#concerned.has(route)));
  });

  /** Routes that one more card would open, among those that concern the focus. */
  almost = $derived.by(() => {
    const almost = Object.entries(this.table.options?.almost ?? {});
    if (this.#meant === null || this.table.isPlacingStation) return new Set<string>();
    if ("card" in this.#meant) {
      const { card } = this.#meant;
      return new Set(almost.filter(([, kinds]) => kinds.includes(card)).map(([route]) => route));
    }
    return new Set(almost.map(([route]) => route).filter((route) => this.#concerned.has(route)));
  });

  /** Routes that nobody owns and this seat can never claim: lanes beside taken ones. */
  closed = $derived.by(() => {
    const own = this.table.options && this.table.view?.own;
    if (!own) return new Set<string>();
    const open = new Set(own.open_routes);
    const names = this.table.model.routes.map((route) => route.name);
    return new Set(names.filter((name) => !open.has(name) && !this.owners.has(name)));
  });

  /** What tickets still need: those on offer all at once, else those of the focus. */
  ways = $derived.by((): Way[] => {
    if (this.table.offered.length) {
      const pointed = this.#meant && "ticket" in this.#meant ? this.#meant.ticket : null;
      const isMeant = (ticket: string) =>
        pointed ? ticket === pointed : !this.table.kept.length || this.table.kept.includes(ticket);
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
    const tickets = this.table.view?.own?.tickets ?? [];
    tickets.forEach(({ ticket, status }, at) => add(ticket, { label: String(at + 1), status }));
    this.#offer().forEach(({ ticket }, at) => add(ticket, { label: offerLetter(at), status: "offer" }));
    return pins;
  });

  /** The player whose network stands out. */
  player = $derived.by(() => {
    const seat = this.focus && "seat" in this.focus ? this.focus.seat : this.heldSeat;
    return seat === null ? null : this.table.colour(seat);
  });

  /** Who did what since this seat's last turn. */
  recap = $derived.by(() => recapOf(this.table.game.events, this.table.game.shown, this.table.view?.to_act ?? null));
  recent = $derived(
    new Set(this.recap.flatMap(({ events }) => events.flatMap((event) => ("route" in event ? [event.route] : [])))),
  );

  lit = $derived(new Set(this.#spot()?.routes ?? []));
  rings = $derived.by(() => {
    const spot = this.#spot();
    if (spot) return new Set(spot.cities ?? []);
    if (this.table.offered.length && !(this.#meant && "ticket" in this.#meant))
      return new Set(
        this.table.offered.filter((ticket) => this.table.kept.includes(ticket)).flatMap((ticket) => this.#ends(ticket)),
      );
    return new Set(this.#meantTickets.flatMap(({ ticket }) => this.#ends(ticket)));
  });
  districts = $derived(new Set(this.#spot()?.districts ?? []));
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

  reset(): void {
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
    const own = this.table.view?.own;
    const all = [...(own?.tickets ?? []), ...(own?.offer ?? [])];
    if (meant === null) return [];
    if ("ticket" in meant) return all.filter((each) => each.ticket === meant.ticket);
    return "city" in meant ? all.filter((each) => this.#ends(each.ticket).includes(meant.city)) : [];
  }

  /** Routes at the city or on the way of the ticket that is meant. */
  get #concerned(): ReadonlySet<string> {
    const meant = this.#meant;
    const needed = this.#meantTickets.flatMap((ticket) => ticket.missing);
    const near = meant && "city" in meant ? this.table.model.routesFrom(meant.city).map((route) => route.name) : [];
    return new Set([...needed, ...near]);
  }

  /** Whether one of its payments uses such a card. */
  #takes(route: string, card: string): boolean {
    return this.table
      .payments(route)
      .some(({ payment }) => (card === WILD ? payment.wilds > 0 : payment.colour === card && payment.cards > 0));
  }

  #offer(): TicketProgress[] {
    return this.table.offered.length ? (this.table.view?.own?.offer ?? []) : [];
  }

  #spot(): Spot | null {
    return this.spot ?? this.pinned;
  }

  #ends(ticket: string): readonly string[] {
    return this.table.model.ticket(ticket).cities;
  }

  #seats() {
    return [...(this.table.view?.seats ?? []).entries()];
  }
}

/** What a ticket on offer is called, on the board and in its list. */
export const offerLetter = (at: number): string => String.fromCharCode(65 + at);

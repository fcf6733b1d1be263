/** A board ready to be drawn and talked about: names looked up, lanes paired, places known. No DOM. */

import { counted, i18n, named, t } from "../lib/i18n.svelte";
import type { Board, BoardAnswer, BoardMap, Label, Layout, Palette, Payment, Ticket } from "../lib/messages";
import { paymentCards, WILD } from "../lib/payment";
import { PLAIN_PALETTE } from "./colours";

export type { Label };

export type Place = [x: number, y: number, angle: number];

export interface RouteInfo {
  name: string;
  cities: [string, string];
  length: number;
  colour: string;
  points: number;
  isTunnel: boolean;
  /** Locomotive symbols of a ferry. */
  wilds: number;
  wildSpaces: number[];
  /** Middle and angle of each, from the first city to the second. */
  spaces: Place[];
  middle: [x: number, y: number];
  /** A line through its spaces. */
  track: string;
  /** The same from city to city. */
  course: string;
  twin: string | null;
}

export interface CityInfo {
  id: string;
  x: number;
  y: number;
  labels: Record<string, Label>;
}

export interface TicketInfo extends Ticket {
  name: string;
}

export class BoardModel {
  readonly board: Board;
  readonly layout: Layout;
  readonly map: BoardMap | null;
  readonly routes: RouteInfo[];
  readonly cities: CityInfo[];
  #routes: Map<string, RouteInfo>;
  #cities: Map<string, CityInfo>;
  #tickets: Map<string, TicketInfo>;

  constructor(
    readonly data: BoardAnswer,
    /** What the server calls it; of a board file that is not its own id. */
    readonly key: string = data.board.id,
  ) {
    this.board = data.board;
    this.layout = data.layout;
    this.map = data.map;
    this.routes = routesOf(data);
    this.cities = data.board.cities.map(({ id }, index) => ({ ...data.layout.cities[index]!, id }));
    this.#routes = new Map(this.routes.map((route) => [route.name, route]));
    this.#cities = new Map(this.cities.map((city) => [city.id, city]));
    this.#tickets = new Map(
      data.board.tickets.map((ticket, index) => {
        const name = data.ticket_names[index]!;
        return [name, { ...ticket, name }];
      }),
    );
  }

  route(name: string): RouteInfo {
    return found(this.#routes.get(name), name);
  }

  city(id: string): CityInfo {
    return found(this.#cities.get(id), id);
  }

  ticket(name: string): TicketInfo {
    return found(this.#tickets.get(name), name);
  }

  routesFrom(city: string): RouteInfo[] {
    return this.routes.filter((route) => route.cities.includes(city));
  }

  palette(theme: "light" | "dark"): Palette {
    return this.map?.palette[theme] ?? PLAIN_PALETTE[theme];
  }

  symbol(kind: string): string | undefined {
    return this.data.symbols[kind];
  }

  /** Colours in the board's order, the wild last. */
  get kinds(): string[] {
    return [...this.board.cards.colours.map((colour) => colour.id), WILD];
  }

  // Words

  label(id: string): Label {
    const { labels } = this.city(id);
    return found(labels[i18n.language] ?? labels.en, id);
  }

  cityName(id: string): string {
    const city = this.board.cities.find((each) => each.id === id);
    return city ? named(city.names) : id;
  }

  kindName(kind: string): string {
    if (kind === WILD) return named(this.board.cards.wild.names);
    if (kind === "gray") return t("colour.gray");
    const colour = this.board.cards.colours.find((each) => each.id === kind);
    return colour ? named(colour.names) : kind;
  }

  playerColourName(id: string): string {
    const colour = this.board.pieces.colours.find((each) => each.id === id);
    return colour ? named(colour.names) : id;
  }

  pieces(n: number): string {
    return `${n} ${counted(this.board.pieces.names, n)}`;
  }

  routeName(name: string): string {
    const route = this.#routes.get(name);
    if (!route) return name;
    const cities = route.cities.map((city) => this.cityName(city)).join(" – ");
    return route.twin && !this.isSameAsTwin(route) ? `${cities} (${this.kindName(route.colour)})` : cities;
  }

  ticketName(name: string): string {
    return this.ticket(name)
      .cities.map((city) => this.cityName(city))
      .join(" – ");
  }

  /** Lanes of one colour cost the same, so it does not matter which one is taken. */
  isSameAsTwin(route: RouteInfo): boolean {
    return route.twin !== null && this.route(route.twin).colour === route.colour;
  }

  paymentText(payment: Payment): string {
    return paymentCards(payment)
      .map(([kind, count]) => `${count} × ${this.kindName(kind)}`)
      .join(" + ");
  }

  routeFacts(route: RouteInfo): string {
    const facts = [t("route.spaces", { n: route.length }), this.kindName(route.colour)];
    if (route.isTunnel) facts.push(t("route.tunnel"));
    if (route.wilds) facts.push(t("route.ferry", { n: route.wilds, wild: this.kindName(WILD) }));
    facts.push(t("route.points", { n: route.points }));
    return facts.join(", ");
  }
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`not on this board: ${name}`);
  return value;
}

function routesOf(data: BoardAnswer): RouteInfo[] {
  const { routes, points_by_length: points } = data.board;
  const key = (cities: [string, string]) => [...cities].sort().join("|");
  const placeOf = (id: string) => data.layout.cities[data.board.cities.findIndex((city) => city.id === id)]!;
  return routes.map((route, index) => {
    const spaces = data.layout.routes[index]!.map(({ x, y, angle }): Place => [x, y, angle]);
    const twin = routes.findIndex((other, at) => at !== index && key(other.cities) === key(route.cities));
    const wilds = route.wilds ?? 0;
    return {
      name: data.route_names[index]!,
      cities: route.cities,
      length: route.length,
      colour: route.colour,
      points: points[String(route.length)] ?? 0,
      isTunnel: route.tunnel ?? false,
      wilds,
      wildSpaces: wildSpaces(route.length, wilds),
      spaces,
      middle: middle(spaces),
      track: trackOf(spaces, data.layout.space_length),
      course: courseOf(spaces, route.cities.map(placeOf)),
      twin: twin < 0 ? null : data.route_names[twin]!,
    };
  });
}

/** The spaces of a ferry that carry its symbols, evenly spread. */
export function wildSpaces(length: number, wilds: number): number[] {
  return Array.from({ length: wilds }, (_, i) => Math.floor(((2 * i + 1) * length) / (2 * wilds)));
}

function middle(spaces: Place[]): [number, number] {
  const half = (spaces.length - 1) / 2;
  const a = spaces[Math.floor(half)]!;
  const b = spaces[Math.ceil(half)]!;
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

function trackOf(spaces: Place[], length: number): string {
  const end = ([x, y, angle]: Place, side: number) => {
    const turn = (angle * Math.PI) / 180;
    return `${(x + (side * Math.cos(turn) * length) / 2).toFixed(1)} ${(y + (side * Math.sin(turn) * length) / 2).toFixed(1)}`;
  };
  return `M${spaces.map((space) => `${end(space, -1)}L${end(space, 1)}`).join("L")}`;
}

function courseOf(spaces: Place[], cities: { x: number; y: number }[]): string {
  const [from, to] = cities as [{ x: number; y: number }, { x: number; y: number }];
  return `M${from.x} ${from.y}${spaces.map(([x, y]) => `L${x} ${y}`).join("")}L${to.x} ${to.y}`;
}

export interface Target {
  name: string;
  x: number;
  y: number;
}

/** The nearest target towards a direction, for arrow keys: straight ahead counts more than aside. */
export function targetTowards(from: Target, dx: number, dy: number, targets: Target[]): Target | null {
  let best: Target | null = null;
  let least = Infinity;
  for (const target of targets) {
    const x = target.x - from.x;
    const y = target.y - from.y;
    const ahead = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (target.name === from.name || ahead <= 0 || aside > ahead * 1.8) continue;
    const cost = ahead + aside * 1.5;
    if (cost < least) [best, least] = [target, cost];
  }
  return best;
}

/** The route with the space nearest to a point of the board. */
export function nearestRoute(routes: RouteInfo[], [x, y]: [number, number]): { name: string; distance: number } | null {
  let best: { name: string; distance: number } | null = null;
  for (const { name, spaces } of routes)
    for (const [spaceX, spaceY] of spaces) {
      const distance = Math.hypot(spaceX - x, spaceY - y);
      if (!best || distance < best.distance) best = { name, distance };
    }
  return best;
}

/** Rounded rectangles around all spaces of a route as one path: an element for each would be slow. */
export function framesOf(spaces: readonly Place[], length: number, width: number, round: number): string {
  const [l, w] = [length / 2, width / 2];
  const corners = [
    [-l + round, -w],
    [l - round, -w],
    [l, -w + round],
    [l, w - round],
    [l - round, w],
    [-l + round, w],
    [-l, w - round],
    [-l, -w + round],
  ] as const;
  return spaces
    .map(([x, y, angle]) => {
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const at = corners.map(([a, b]) => `${(x + a * cos - b * sin).toFixed(1)} ${(y + a * sin + b * cos).toFixed(1)}`);
      const arc = `A${round} ${round} 0 0 1 `;
      return `M${at[0]}L${at[1]}${arc}${at[2]}L${at[3]}${arc}${at[4]}L${at[5]}${arc}${at[6]}L${at[7]}${arc}${at[0]}z`;
    })
    .join("");
}

/** What a player lays down on this board. */
export function pieceShape(model: BoardModel): "car" | "bus" {
  return model.board.id === "london" ? "bus" : "car";
}

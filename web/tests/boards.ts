/** Boards as the server sends them, made from the board files. */

import { readFileSync } from "node:fs";

import { BoardModel } from "../src/board/model";
import type { Board, BoardAnswer, Label, Route } from "../src/lib/messages";

interface File extends Board {
  layout: Omit<BoardAnswer["layout"], "cities" | "routes"> & {
    cities: { id: string; x: number; y: number; labels: Record<string, Omit<Label, "lines"> & { lines?: string[] }> }[];
    routes: { spaces: [number, number, number][] }[];
  };
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../src/anden/boards/${name}.json`, import.meta.url), "utf-8"));

export function board(name: string): BoardModel {
  const file = read(name) as File;
  const cities = file.layout.cities.map(({ x, y, labels }, index) => ({
    x,
    y,
    labels: Object.fromEntries(
      Object.entries(labels).map(([language, label]) => {
        const names = file.cities[index]!.names;
        return [language, { ...label, lines: label.lines ?? [names[language] ?? names.en!] }];
      }),
    ),
  }));
  const routes = file.layout.routes.map(({ spaces }) => spaces.map(([x, y, angle]) => ({ x, y, angle })));
  return new BoardModel({
    board: file,
    route_names: routeNames(file.routes),
    ticket_names: file.tickets.map((ticket) => [...ticket.cities].sort().join("-")),
    layout: { ...file.layout, cities, routes },
    map: read(`maps/${name}`),
    symbols: read("maps/symbols"),
    sha256: "",
  });
}

/** `denver-omaha`, `denver-kansas_city:orange`, `dallas-houston:gray.2`. */
function routeNames(routes: Route[]): string[] {
  const pair = (route: Route) => [...route.cities].sort().join("-");
  const counts = new Map<string, number>();
  return routes.map((route) => {
    const lanes = routes.filter((other) => pair(other) === pair(route));
    if (lanes.length === 1) return pair(route);
    if (lanes[0]!.colour !== lanes[1]!.colour) return `${pair(route)}:${route.colour}`;
    const number = (counts.get(pair(route)) ?? 0) + 1;
    counts.set(pair(route), number);
    return `${pair(route)}:${route.colour}.${number}`;
  });
}

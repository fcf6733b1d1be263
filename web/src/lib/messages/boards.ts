/** Boards, and words in the languages they have. */

export type Names = Record<string, string>;
export type CountedNames = Record<string, { one: string; many: string }>;
export type Language = "en" | "es";

export interface CardColour {
  id: string;
  count: number;
  names: Names;
}

export interface City {
  id: string;
  names: Names;
  printed: string;
  aliases: string[];
  lat: number;
  lon: number;
}

export interface Route {
  cities: [string, string];
  length: number;
  colour: string;
  tunnel?: boolean;
  wilds?: number;
}

export interface Ticket {
  cities: [string, string];
  points: number;
  long?: boolean;
}

export interface Board {
  id: string;
  names: Names;
  players: { min: number; max: number };
  pieces: { count: number; names: CountedNames; colours: { id: string; names: Names }[] };
  cards: { names: CountedNames; colours: CardColour[]; wild: { count: number; names: Names } };
  starting_hand: number;
  ticket_deal: { regular: number; long: number; keep: number; dropped: string };
  ticket_draw: { count: number; keep: number };
  double_routes_from: number;
  points_by_length: Record<string, number>;
  longest_path: { bonus: number; names: Names } | null;
  stations: { count: number; unbuilt_points: number } | null;
  tie_breaks: string[];
  districts: { points: number; cities: string[] }[];
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
}

/** Middle of the rectangle, and degrees clockwise from east. */
export interface Space {
  x: number;
  y: number;
  angle: number;
}

export interface Label {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  lines: string[];
}

export interface Layout {
  width: number;
  height: number;
  space_length: number;
  space_width: number;
  city_radius: number;
  label_size: number;
  /** In the order of the board's cities. */
  cities: { x: number; y: number; labels: Record<string, Label> }[];
  /** In the order of the board's routes: their spaces from the first city to the second. */
  routes: Space[][];
}

export type Palette = Record<
  | "paper"
  | "sea"
  | "sea_line"
  | "land"
  | "land_line"
  | "lake"
  | "river"
  | "border"
  | "state"
  | "graticule"
  | "mountain"
  | "ink"
  | "halo"
  | "space_halo"
  | "city"
  | "city_line"
  | "space_line"
  | "accent",
  string
> & { park?: string; street?: string; districts?: string[]; cards: Record<string, string> };

export interface BoardMap {
  width: number;
  height: number;
  layers: Record<string, string>;
  districts: { points: number; path: string; badge: { x: number; y: number; radius: number } }[];
  ornaments: {
    cartouche: { x: number; y: number; width: number; height: number };
    compass: { x: number; y: number; radius: number };
  };
  palette: { light: Palette; dark: Palette };
}

export interface BoardAnswer {
  board: Board;
  route_names: string[];
  ticket_names: string[];
  layout: Layout;
  map: BoardMap | null;
  symbols: Record<string, string>;
  sha256: string;
}

export interface BoardSummary {
  id: string;
  names: Names;
  players: { min: number; max: number };
  sha256: string;
}

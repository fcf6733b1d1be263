/** What is pointed out on a board, apart from the pieces on it. */

export interface Way {
  routes: readonly string[];
  /** Which look it has; a way of its own has none. */
  number?: number | undefined;
  /** Of several ways, those that are meant less. */
  isFaint?: boolean;
}

/** The mark of a ticket at one of its cities. */
export interface Pin {
  /** What the ticket is called in its list: a number, or a letter while it is on offer. */
  label: string;
  status: "open" | "done" | "cut_off" | "offer";
}

export interface BoardMarks {
  /** Player colour by route. */
  owners: ReadonlyMap<string, string>;
  /** Player colour by city. */
  stations: ReadonlyMap<string, string>;
  /** Routes that can be claimed. */
  claimable?: ReadonlySet<string>;
  /** Those of them that are filled and framed now; all of them, if it is not given. */
  framed?: ReadonlySet<string> | undefined;
  /** Routes that one more card would open. */
  almost?: ReadonlySet<string>;
  /** Routes that this seat may never claim. */
  closed?: ReadonlySet<string>;
  /** Routes that are pointed out. */
  lit?: ReadonlySet<string>;
  /** What tickets still need. */
  ways?: readonly Way[];
  /** Cities that are pointed out. */
  rings?: ReadonlySet<string>;
  /** Tickets by city. */
  pins?: ReadonlyMap<string, readonly Pin[]>;
  /** The player colour whose network stands out. */
  player?: string | null;
  /** Routes and cities that changed since the last turn. */
  recent?: ReadonlySet<string>;
  /** Cities to choose from; routes can't be chosen meanwhile. */
  pickable?: ReadonlySet<string> | null;
  /** The route whose pieces have just been placed. */
  fresh?: string | null;
  /** Districts that are pointed out, by index. */
  districts?: ReadonlySet<number>;
}

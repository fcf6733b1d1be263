/** The vehicles on the cards, drawn around the middle of a sheet 64 wide and 30 high; rails lie at y = 13. */

export interface Vehicle {
  body: string;
  /** Windows, doors, loads: drawn over the body. */
  detail: string;
  /** Thin lines: ribs, ladders, rods. */
  lines?: string;
  wheels: [x: number, radius: number][];
}

const BOGIES: Vehicle["wheels"] = [
  [-20, 3.2],
  [-12, 3.2],
  [12, 3.2],
  [20, 3.2],
];
const FRAME = "M-28 7H28V9.5H-28z";

const TRAINS: Record<string, Vehicle> = {
  purple: {
    body: `M-28 8V-7Q-28-11-23-11H23Q28-11 28-7V8z${FRAME}`,
    detail: "M-24-6h6v6h-6zM-15-6h6v6h-6zM-6-6h5v6h-5zM2-6h5v6H2zM10-6h6v6h-6zM19-6h5v12h-5z",
    lines: "M-28 3H17",
    wheels: BOGIES,
  },
  blue: {
    body: `M-27 8V-9H27V8z${FRAME}`,
    detail: "M-7-7H7V7H-7z",
    lines: "M-22-9V8M-17-9V8M-12-9V8M12-9V8M17-9V8M22-9V8M0-7V7",
    wheels: BOGIES,
  },
  orange: {
    body: `M-28-9H28L24 1 12 8H-12L-24 1z${FRAME}`,
    detail: "M-24-9Q-18-14-11-10 -4-14 2-10 10-14 16-10 22-12 24-9z",
    lines: "M-16-9L-13 7M-5-9V8M5-9V8M16-9L13 7",
    wheels: BOGIES,
  },
  white: {
    body: `M-27 8V-10H27V8z${FRAME}`,
    detail: "M-6-7H6V7H-6zM-24-7h10v3h-10zM14-7h10v3H14z",
    lines: "M-27-1H-6M6-1H27M-3 0H3M-24 8V3h4v5M20 8V3h4v5",
    wheels: BOGIES,
  },
  green: {
    body: `M-24 8V-6H-8V-12H8V-6H24V8z${FRAME}M-27-6H27V-4H-27zM-10-13H10V-11H-10z`,
    detail: "M-19-2h6v6h-6zM-8-2h5v6h-5zM3-2h5v6H3zM13-2h6v6h-6zM-5-10h4v3h-4zM1-10h4v3H1z",
    lines: "M-27 7V0M27 7V0",
    wheels: BOGIES,
  },
  yellow: {
    body: `M-20-8H20Q28-8 28-1T20 6H-20Q-28 6-28-1T-20-8z${FRAME}`,
    detail: "M-5-12H5V-8H-5z",
    lines: "M-14-8V6M14-8V6M-28-1H28M-3-8V-12M3-8V-12",
    wheels: BOGIES,
  },
  black: {
    body: `M-28-4H28V8H-28z${FRAME}`,
    detail: "M-26-4L-20-10-14-8-9-13-2-9 4-13 10-9 16-12 21-8 26-4z",
    lines: "M-21-4V8M-14-4V8M-7-4V8M0-4V8M7-4V8M14-4V8M21-4V8",
    wheels: BOGIES,
  },
  red: {
    body: `M-28 4H28V8H-28z${FRAME}M-25-8h2V5h-2zM23-8h2V5h-2z`,
    detail:
      "M-21 1a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-12 1a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-3 1a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM6 1a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM14 1a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-16-6a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM-6-6a4 4 0 1 1 8 0a4 4 0 1 1-8 0zM4-6a4 4 0 1 1 8 0a4 4 0 1 1-8 0z",
    wheels: BOGIES,
  },
  wild: {
    body: "M-28-11H-12V-9H-14V-4H12V-9H10V-12H20V-9H18V-4H22Q27-4 27 1V6L31 10H24L22 7H-28zM-4-4V-8Q0-11 4-8V-4z",
    detail: "M-25-7h4v6h-4zM-19-7h3v6h-3zM24-1h2v3h-2z",
    lines: "M-10-4V6M0-4V6M10-4V6M-20 9H8M-14 1H22",
    wheels: [
      [-21, 5],
      [-9, 5],
      [3, 5],
      [14, 3],
      [21, 3],
    ],
  },
};

const LONDON: Record<string, Vehicle> = {
  blue: {
    body: "M-30 3H30L24 11H-24zM-20-4H16V2H-20zM-12-9H8V-5H-12z",
    detail: "M-17-2h4v3h-4zM-10-2h4v3h-4zM-3-2h4v3h-4zM4-2h4v3H4zM10-2h4v3h-4zM-5-13h5v4h-5z",
    lines: "M20 3V-12M20-11L27-8 20-6M-30 13Q-26 10-22 13T-14 13 -6 13 2 13 10 13 18 13 26 13",
    wheels: [],
  },
  green: {
    body: "M-27 9V-6Q-27-10-22-10H22Q27-10 27-6V9z",
    detail: "M-24-6h7v6h-7zM-14-6h8v6h-8zM-3-6h6v13h-6zM6-6h8v6H6zM17-6h7v6h-7z",
    lines: "M-27 3H-3M3 3H27M-4-10L0-15 4-10M-14-15H14",
    wheels: [
      [-15, 3.5],
      [15, 3.5],
    ],
  },
  black: {
    body: "M-27 9V2Q-27-2-21-3L-14-11H10L17-3Q26-2 27 3V9zM-5-14H3V-11H-5z",
    detail: "M-12-8H-4V-3H-16zM-1-8H8L12-3H-1zM24 2h3v3h-3z",
    lines: "M-3-3V9M8 0h3M-9 0h3",
    wheels: [
      [-17, 4.5],
      [17, 4.5],
    ],
  },
  pink: {
    body: "M-15 4L-7-6H8L0 5-7-6M0 5H-15L0 5 8-6 15 4",
    detail: "M-11-8H-3V-6H-11zM5-12H12V-10H9L10-6H7z",
    lines: "M-15 4L-7-6H8L0 5-7-6M0 5H-15M8-6L15 4M-1 8h4M-7-6V-8",
    wheels: [
      [-15, 8],
      [15, 8],
    ],
  },
  yellow: {
    body: "M-28 9V-4Q-28-11-20-11H20Q28-11 28-4V9z",
    detail: "M-24-6h7v6h-7zM-13-7h4v14h-4zM-8-7h4v14h-4zM0-6h8v6H0zM12-7h4v14h-4zM17-7h4v14h-4zM24-5h3v5h-3z",
    lines: "M-28 3H28",
    wheels: BOGIES,
  },
  orange: {
    body: "M-28 9V-10H14Q26-8 29 4V9z",
    detail: "M-24-6h8v6h-8zM-13-6h8v6h-8zM-1-7h4v14h-4zM7-6h6v6H7zM17-6Q22-4 24 0H17z",
    lines: "M-28 4H-1M4 4H28M-18-10L-14-14 -10-10",
    wheels: BOGIES,
  },
  wild: {
    body: "M-28 10V-13Q-28-15-25-15H24Q28-15 28-11V10z",
    detail:
      "M-25-12h9v6h-9zM-14-12h9v6h-9zM-3-12h9v6h-9zM8-12h9v6H8zM19-12h7v6h-7zM-25-1h8v5h-8zM-14-1h9v5h-9zM-3-1h9v5h-9zM9-1h7v9H9zM18-1h8v6h-8z",
    lines: "M-28-3.5H28",
    wheels: [
      [-17, 4.5],
      [20, 4.5],
    ],
  },
};

export function vehicle(board: string, kind: string): Vehicle {
  const fleet = board === "london" ? LONDON : TRAINS;
  return fleet[kind] ?? TRAINS[kind] ?? TRAINS.blue!;
}

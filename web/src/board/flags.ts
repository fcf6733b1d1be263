/** Where the flags of tickets stand: beside their city, off the names and on the board. No DOM. */

import type { BoardModel, Label } from "./model";

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The side of its city on which a row of flags stands. */
export type Side = "above" | "below" | "right" | "left";

export interface FlagRow {
  x: number;
  y: number;
  side: Side;
}

/** From flag to flag, and half of one with its rim: in units that are scaled by `flagScale`. */
export const STEP = 19;
const HALF = 10.5;
const REACH = 12.5; // from its middle to its point
const SIDES: readonly Side[] = ["above", "below", "right", "left"];
/** Of the size of the letters: rather wide, as fonts differ. */
const LETTER = 0.58;
const [ASCENT, DESCENT, LINE] = [0.8, 0.24, 1.1];

export const flagScale = (model: BoardModel): number => model.layout.city_radius / 10;

export function labelBox(label: Label, size: number): Box {
  const width = Math.max(...label.lines.map((line) => line.length)) * size * LETTER;
  const left = label.x - { start: 0, middle: width / 2, end: width }[label.anchor];
  return {
    left,
    top: label.y - ASCENT * size,
    right: left + width,
    bottom: label.y + ((label.lines.length - 1) * LINE + DESCENT) * size,
  };
}

/** The place for a number of flags at a city. `taken` are the boxes that they should not cover. */
export function flagRow(model: BoardModel, id: string, count: number, taken: readonly Box[]): FlagRow {
  const board: Box = { left: 0, top: 0, right: model.layout.width, bottom: model.layout.height };
  const hidden = (row: FlagRow) => {
    const box = rowBox(model, row, count);
    const area = (box.right - box.left) * (box.bottom - box.top);
    return taken.reduce((sum, other) => sum + shared(box, other), 3 * (area - shared(box, board)));
  };
  const rows = SIDES.map((side) => ({ row: rowAt(model, id, count, side), side }));
  const costs = rows.map(({ row }) => hidden(row));
  return rows[costs.indexOf(Math.min(...costs))]!.row;
}

function rowAt(model: BoardModel, id: string, count: number, side: Side): FlagRow {
  const { x, y } = model.city(id);
  const scale = flagScale(model);
  const [up, aside] = [model.layout.city_radius * 1.2 + REACH * scale, (((count - 1) * STEP) / 2) * scale];
  const [dx, dy] = { above: [0, -up], below: [0, up], right: [up + aside, 0], left: [-up - aside, 0] }[side]!;
  return { x: x + dx!, y: y + dy!, side };
}

function rowBox(model: BoardModel, { x, y }: FlagRow, count: number): Box {
  const scale = flagScale(model);
  const [across, up] = [(((count - 1) * STEP) / 2 + HALF) * scale, HALF * scale];
  return { left: x - across, top: y - up, right: x + across, bottom: y + up };
}

function shared(one: Box, other: Box): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** All cities with their names and a flag above each: what a small screen should show at once. */
export function extent(model: BoardModel): Box {
  const above = model.layout.city_radius * 1.2 + (REACH + HALF) * flagScale(model);
  const boxes = model.cities.flatMap(({ id, x, y }) => [
    labelBox(model.label(id), model.layout.label_size),
    { left: x - above, top: y - above, right: x + above, bottom: y + above },
  ]);
  return {
    left: Math.max(0, Math.min(...boxes.map((box) => box.left))),
    top: Math.max(0, Math.min(...boxes.map((box) => box.top))),
    right: Math.min(model.layout.width, Math.max(...boxes.map((box) => box.right))),
    bottom: Math.min(model.layout.height, Math.max(...boxes.map((box) => box.bottom))),
  };
}

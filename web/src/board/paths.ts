/**
 * Path data written down where it lies. Each element with a transform of its own costs a browser time in every
 * frame in which the board moves, so that pieces and symbols, of which there are hundreds, have none.
 */

export interface Placing {
  x: number;
  y: number;
  /** Degrees clockwise. */
  angle?: number;
  scaleX?: number;
  scaleY?: number;
}

/** A command with absolute points; of an arc, what stands before its end. */
interface Step {
  letter: string;
  arc: number[];
  points: number[];
}

const TOKEN = /[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi;
/** Numbers that a command takes. */
const SIZES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, Q: 4, A: 7, Z: 0 };

const read = new Map<string, Step[]>();

/** A path turned, scaled and moved; arcs keep their shape only if both scales are nearly alike. */
export function placed(path: string, { x, y, angle = 0, scaleX = 1, scaleY = scaleX }: Placing): string {
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const wide = Math.sqrt(scaleX * scaleY);
  let text = "";
  for (const { letter, arc, points } of stepsOf(path)) {
    const numbers = arc.length ? [arc[0]! * wide, arc[1]! * wide, arc[2]! + angle, arc[3]!, arc[4]!] : [];
    for (let at = 0; at < points.length; at += 2) {
      const [along, across] = [points[at]! * scaleX, points[at + 1]! * scaleY];
      numbers.push(x + along * cos - across * sin, y + along * sin + across * cos);
    }
    text += letter + numbers.map((number) => Math.round(number * 100) / 100).join(" ");
  }
  return text;
}

/** The angle at which something on a line at `angle` is not upside down. */
export function upright(angle: number): number {
  return Math.abs(angle) > 90 ? angle + 180 : angle;
}

function stepsOf(path: string): Step[] {
  let steps = read.get(path);
  if (!steps) read.set(path, (steps = parse(path)));
  return steps;
}

function parse(path: string): Step[] {
  const steps: Step[] = [];
  const tokens = path.match(TOKEN) ?? [];
  let letter = "";
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (let at = 0; at < tokens.length;) {
    if (/[a-z]/i.test(tokens[at]!)) letter = tokens[at++]!;
    const kind = letter.toUpperCase();
    const given = tokens.slice(at, at + SIZES[kind]!).map(Number);
    at += given.length;
    const [fromX, fromY] = letter === kind ? [0, 0] : [x, y];
    const arc = kind === "A" ? given.splice(0, 5) : [];
    const points = given.map((number, index) => number + (index % 2 ? fromY : fromX));
    if (kind === "H") points.push(y);
    if (kind === "V") points.splice(0, 1, x, given[0]! + fromY);
    steps.push({ letter: kind === "H" || kind === "V" ? "L" : kind, arc, points });
    [x, y] = kind === "Z" ? [startX, startY] : (points.slice(-2) as [number, number]);
    if (kind === "M") {
      [startX, startY] = [x, y];
      letter = letter === kind ? "L" : "l";
    }
  }
  return steps;
}

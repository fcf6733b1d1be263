/** What part of the board is on the screen. Zoom 1 shows all of it; x and y are where its corner lies in the box. */

export const MAX_ZOOM = 6;
const FILL_TO = 1.9;

/** What filling the box may cut off: an upright phone would show a thin strip otherwise. */
export type Crop = "nothing" | "edges" | "anything";

interface Part {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Camera {
  boxWidth = $state(0);
  boxHeight = $state(0);
  zoom = $state(1);
  x = $state(0);
  y = $state(0);
  /** Whether the zoom is the one that fills the box, and is to stay so when the box changes. */
  #isFilling = true;
  #crop = $state<Crop>("nothing");

  constructor(
    readonly width: number,
    readonly height: number,
    /** What lies within the edges. */
    readonly content: Part = { left: 0, top: 0, right: width, bottom: height },
  ) {}

  /** Pixels a unit of the board takes when all of it is shown. */
  base = $derived.by(() => Math.min(this.boxWidth / this.width, this.boxHeight / this.height) || 0);
  scale = $derived(this.base * this.zoom);

  resize(width: number, height: number): void {
    if (width === this.boxWidth && height === this.boxHeight) return;
    const [x, y] = this.toBoard(this.boxWidth / 2, this.boxHeight / 2);
    const isFirst = this.boxWidth === 0;
    this.boxWidth = width;
    this.boxHeight = height;
    if (isFirst) return this.#isFilling ? this.fill() : this.fit();
    if (this.#isFilling) this.zoom = this.#filling();
    if (this.zoom === 1) this.#place(0, 0);
    else this.centre(x, y);
  }

  /** Whether filling the box is anything else than showing all of the board. */
  canFill = $derived.by(() => this.#filling() > 1);

  crop(what: Crop): void {
    this.#crop = what;
    this.fill();
  }

  fit(): void {
    this.zoom = 1;
    this.#isFilling = false;
    this.#place(0, 0);
  }

  fill(): void {
    this.zoom = this.#filling();
    this.#isFilling = true;
    this.centre((this.content.left + this.content.right) / 2, (this.content.top + this.content.bottom) / 2);
  }

  #filling(): number {
    if (this.#crop === "nothing" || !this.base) return 1;
    const [across, down] = [this.boxWidth / this.width, this.boxHeight / this.height];
    if (down >= across && this.#crop === "anything") return Math.min(down / this.base, FILL_TO);
    const { left, top, right, bottom } = this.content;
    const whole = Math.min(this.boxWidth / (right - left), this.boxHeight / (bottom - top));
    return Math.max(1, Math.min(Math.max(across, down), whole) / this.base);
  }

  zoomAt(factor: number, atX: number, atY: number): void {
    this.#isFilling = false;
    const [x, y] = this.toBoard(atX, atY);
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), MAX_ZOOM);
    this.#place(atX - x * this.scale, atY - y * this.scale);
  }

  zoomBy(factor: number): void {
    this.zoomAt(factor, this.boxWidth / 2, this.boxHeight / 2);
  }

  panBy(dx: number, dy: number): void {
    this.#place(this.x + dx, this.y + dy);
  }

  centre(x: number, y: number): void {
    this.#place(this.boxWidth / 2 - x * this.scale, this.boxHeight / 2 - y * this.scale);
  }

  /** Moves only as far as needed to have a point in sight. */
  reveal(x: number, y: number): void {
    const margin = Math.min(60, this.boxWidth / 5, this.boxHeight / 5);
    const [px, py] = this.toScreen(x, y);
    const over = (at: number, size: number) => Math.max(margin - at, 0) + Math.min(size - margin - at, 0);
    this.panBy(over(px, this.boxWidth), over(py, this.boxHeight));
  }

  toBoard(x: number, y: number): [number, number] {
    return this.scale ? [(x - this.x) / this.scale, (y - this.y) / this.scale] : [0, 0];
  }

  toScreen(x: number, y: number): [number, number] {
    return [this.x + x * this.scale, this.y + y * this.scale];
  }

  /** A board smaller than the box lies in its middle, a larger one covers it. */
  #place(x: number, y: number): void {
    const keep = (at: number, size: number, box: number) =>
      size <= box ? (box - size) / 2 : Math.min(0, Math.max(box - size, at));
    this.x = keep(x, this.width * this.scale, this.boxWidth);
    this.y = keep(y, this.height * this.scale, this.boxHeight);
  }
}

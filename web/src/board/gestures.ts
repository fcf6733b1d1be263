/** Wheel, drag and pinch on a board, as a Svelte action. A press that hardly moves stays a click. */

import type { Camera } from "./camera.svelte";

const DRAG_FROM = 7;

interface Point {
  x: number;
  y: number;
}

export function gestures(node: HTMLElement, camera: Camera) {
  const pointers = new Map<number, Point>();
  let start: Point | null = null;
  let isDragging = false;
  /** Measured once for each gesture: to ask in every frame makes the page lay itself out twice. */
  let box = new DOMRect();

  const here = (event: MouseEvent): Point => ({ x: event.clientX - box.x, y: event.clientY - box.y });

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    box = node.getBoundingClientRect();
    const { x, y } = here(event);
    const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    camera.zoomAt(Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    box = node.getBoundingClientRect();
    pointers.set(event.pointerId, here(event));
    start = here(event);
    if (pointers.size > 1) begin();
  }

  function moved(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = here(event);
    if (!isDragging && start && Math.hypot(now.x - start.x, now.y - start.y) < DRAG_FROM) return;
    begin();
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const spread = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      camera.panBy((now.x - before.x) / 2, (now.y - before.y) / 2);
      camera.zoomAt(spread(now) / spread(before), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else {
      camera.panBy(now.x - before.x, now.y - before.y);
    }
    pointers.set(event.pointerId, now);
  }

  function begin(): void {
    if (isDragging) return;
    isDragging = true;
    for (const id of pointers.keys()) node.setPointerCapture(id);
    node.classList.add("dragging");
  }

  function up(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    if (pointers.size) return;
    node.classList.remove("dragging");
    setTimeout(() => (isDragging = pointers.size > 1)); // the click of this press comes first
  }

  function click(event: MouseEvent): void {
    if (!isDragging) return;
    event.stopPropagation();
    event.preventDefault();
  }

  const size = new ResizeObserver(() => camera.resize(node.clientWidth, node.clientHeight));
  size.observe(node);
  node.addEventListener("wheel", wheel, { passive: false });
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", moved);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", up);
  node.addEventListener("click", click, true);
  return {
    destroy() {
      size.disconnect();
    },
  };
}

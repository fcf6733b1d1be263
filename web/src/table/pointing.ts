/** Lets the board show what an element is about, while it is hovered or has the keyboard's focus. */

import type { Attachment } from "svelte/attachments";

import type { Focus } from "./sight.svelte";
import type { Table } from "./table.svelte";

export function pointsAt(table: Table, focus: Focus): Attachment<HTMLElement | SVGElement> {
  return (element) => {
    const begin = () => (table.sight.focus = focus);
    const end = () => {
      if (table.sight.focus === focus) table.sight.focus = null;
    };
    const enter = (event: Event) => (event as PointerEvent).pointerType === "mouse" && begin();
    const focused = () => element.matches(":focus-visible") && begin();
    const on: [string, (event: Event) => void][] = [
      ["pointerenter", enter],
      ["pointerleave", end],
      ["focus", focused],
      ["blur", end],
    ];
    for (const [name, listener] of on) element.addEventListener(name, listener);
    focused(); // what a field is about can change while it has the focus
    return () => {
      end();
      for (const [name, listener] of on) element.removeEventListener(name, listener);
    };
  };
}

/** This device's choices. Assigning one saves it. Language is in `i18n`. */

import { load, save } from "./stored";

export type Theme = "auto" | "light" | "dark";
export type Animations = "full" | "less" | "off";

interface Values {
  theme: Theme;
  animations: Animations;
  sounds: boolean;
  confirmClaims: boolean;
  showKnownCards: boolean;
  shortcuts: boolean;
  /** Bots say a line now and then. */
  talk: boolean;
  coach: boolean;
}

/** Whether a media query holds, followed while the page is open. */
class Media {
  matches = $state(false);

  constructor(query: string) {
    if (typeof matchMedia === "undefined") return;
    const list = matchMedia(query);
    this.matches = list.matches;
    list.addEventListener("change", (event) => (this.matches = event.matches));
  }
}

export const media = {
  touch: new Media("(pointer: coarse)"),
  dark: new Media("(prefers-color-scheme: dark)"),
  reducedMotion: new Media("(prefers-reduced-motion: reduce)"),
  /** A phone, upright or on its side, and pages zoomed as far. */
  narrow: new Media("(max-width: 820px), (max-height: 520px)"),
  /** A screen so large that nothing has to hide behind a tab. */
  wall: new Media("(min-width: 2000px) and (min-height: 1100px)"),
  upright: new Media("(orientation: portrait)"),
  /** A phone on its side. */
  low: new Media("(max-height: 520px)"),
  /** Room for panels below the board rather than beside it. */
  tall: new Media("(max-width: 1150px), (max-aspect-ratio: 4/3)"),
};

const DEFAULTS: Values = {
  theme: "auto",
  animations: "full",
  sounds: false,
  confirmClaims: media.touch.matches,
  showKnownCards: false,
  shortcuts: true,
  talk: true,
  coach: false,
};

class Settings {
  #values = $state<Values>({ ...DEFAULTS, ...load<Partial<Values>>("settings", {}) });

  get<K extends keyof Values>(key: K): Values[K] {
    return this.#values[key];
  }

  set<K extends keyof Values>(key: K, value: Values[K]): void {
    this.#values[key] = value;
    save("settings", $state.snapshot(this.#values));
  }

  get theme(): "light" | "dark" {
    if (this.#values.theme !== "auto") return this.#values.theme;
    return media.dark.matches ? "dark" : "light";
  }

  get animations(): Animations {
    const wanted = this.#values.animations;
    return media.reducedMotion.matches && wanted === "full" ? "less" : wanted;
  }
}

export const settings = new Settings();

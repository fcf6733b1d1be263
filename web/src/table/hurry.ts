/** A click or a key while something is being shown means: I have seen it. */

type Listener = () => void;

class Hurry {
  #listeners = new Set<Listener>();

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  now(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const hurry = new Hurry();

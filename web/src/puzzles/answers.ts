/** What an answer in the notation of actions is about, to point it out on the board. */

/** `claim paris-frankfurt:white with 2 white`: its route. */
export function routesOf(answer: string): string[] {
  const [verb, name] = answer.split(" ");
  return verb === "claim" && name ? [name] : [];
}

/** The numbers of the ways on the board: the best answer, and one's own. */
export const [BEST, OWN] = [0, 1] as const;

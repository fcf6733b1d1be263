/** What an answer in the notation of actions is about, to point it out on the board. */

/** `claim paris-frankfurt:white with 2 white`: its route. */
export function routesOf(answer: string): string[] {
  const [verb, name] = answer.split(" ");
  return verb === "claim" && name ? [name] : [];
}

/** What goes over the wire, as docs/server.md describes it. Types only: the client adds no rules. */

export * from "./boards";
export * from "./games";
export * from "./views";
export * from "./events";
export * from "./results";
export * from "./socket";
export * from "./puzzles";
export * from "./reviews";
export * from "./ratings";

import { expect, it } from "vitest";

import { placeOf } from "../src/lib/router.svelte";

it.each([
  ["/", "", { page: "home", id: "", secret: "" }],
  ["/game/4F7K", "", { page: "game", id: "4F7K", secret: "" }],
  ["/join", "#K7QM2XPA", { page: "join", id: "", secret: "K7QM2XPA" }],
  ["/seat/4F7K", "#TOKEN", { page: "seat", id: "4F7K", secret: "TOKEN" }],
  ["/rules/london", "", { page: "rules", id: "london", secret: "" }],
  ["/game", "", { page: "unknown", id: "", secret: "" }],
  ["/game/1/2", "", { page: "unknown", id: "1", secret: "" }],
  ["/elsewhere", "", { page: "unknown", id: "", secret: "" }],
])("%s%s", (path, hash, place) => {
  expect(placeOf(path, hash)).toEqual(place);
});

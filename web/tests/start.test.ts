import { describe, expect, it } from "vitest";

import { firstChoice } from "../src/home/start";

describe("the first page", () => {
  it("shows what the address asks for", () => {
    expect(firstChoice("?board=europe&players=4&bots=hard")).toEqual({ board: "europe", opponents: 3, level: "hard" });
    expect(firstChoice("?board=london")).toEqual({ board: "london", opponents: 2, level: "medium" });
  });

  it("does not follow an address that makes no sense", () => {
    expect(firstChoice("?players=x&bots=deepblue")).toEqual({ board: "usa", opponents: 2, level: "medium" });
  });
});

import { describe, expect, it } from "vitest";

import { Camera } from "../src/board/camera.svelte";
import { flagRow, flagScale, labelBox } from "../src/board/flags";
import { nearestRoute, targetTowards, wildSpaces } from "../src/board/model";
import { placed } from "../src/board/paths";
import { equalsCards, includesCards, parsePayment, paymentCards } from "../src/lib/payment";
import { i18n } from "../src/lib/i18n.svelte";
import { board } from "./boards";

describe.each(["usa", "europe", "london"])("the board %s", (name) => {
  const model = board(name);

  it("has a space for each unit of length, and lanes in pairs", () => {
    for (const route of model.routes) {
      expect(route.spaces).toHaveLength(route.length);
      expect(route.points).toBeGreaterThan(0);
      if (route.twin) expect(model.route(route.twin).twin).toBe(route.name);
    }
  });

  it("has a symbol and a colour in both themes for every card", () => {
    for (const kind of model.kinds) {
      expect(model.symbol(kind)).toBeTruthy();
      if (kind !== "wild")
        for (const theme of ["light", "dark"] as const) expect(model.palette(theme).cards[kind]).toMatch(/^#/);
    }
  });
});

describe("words", () => {
  const europe = board("europe");

  it("follow the language", () => {
    i18n.language = "es";
    expect([europe.cityName("wien"), europe.label("wien").lines]).toEqual(["Viena", ["Viena"]]);
    expect(europe.paymentText(parsePayment("2 white 1 wild"))).toBe("2 × blanco + 1 × locomotora");
    i18n.language = "en";
    expect(europe.cityName("wien")).toBe("Vienna");
  });

  it("name the lane only where lanes differ", () => {
    const usa = board("usa");
    expect(usa.routeName("denver-kansas_city:orange")).toBe("Denver – Kansas City (orange)");
    expect(usa.routeName("dallas-houston:gray.1")).toBe("Dallas – Houston");
    expect(usa.routeName("denver-omaha")).toBe("Denver – Omaha");
  });
});

describe("geometry", () => {
  it("spreads a ferry's symbols evenly", () => {
    expect([wildSpaces(2, 2), wildSpaces(4, 1), wildSpaces(6, 2), wildSpaces(3, 0)]).toEqual([[0, 1], [2], [1, 4], []]);
  });

  it("walks by arrow keys to what lies ahead", () => {
    const at = (name: string, x: number, y: number) => ({ name, x, y });
    const targets = [at("a", 0, 0), at("b", 10, 1), at("c", 30, 0), at("d", 5, 40)];
    expect(targetTowards(targets[0]!, 1, 0, targets)?.name).toBe("b");
    expect(targetTowards(targets[0]!, 0, 1, targets)?.name).toBe("d");
    expect(targetTowards(targets[0]!, -1, 0, targets)).toBeNull();
  });

  it("finds the route that a finger means", () => {
    const usa = board("usa");
    const [x, y] = usa.route("denver-omaha").spaces[0]!;
    expect(nearestRoute(usa.routes, [x + 3, y])).toEqual({ name: "denver-omaha", distance: 3 });
  });
});

describe("flags", () => {
  it("stand on the board and off the names", () => {
    for (const id of ["usa", "europe", "london"]) {
      const model = board(id);
      const names = model.cities.map((city) => labelBox(model.label(city.id), model.layout.label_size));
      for (const city of model.cities) {
        const { x, y } = flagRow(model, city.id, 1, names);
        const reach = 10 * flagScale(model);
        const isOn = x > reach && y > reach && x < model.layout.width - reach && y < model.layout.height - reach;
        expect([city.id, isOn]).toEqual([city.id, true]);
        const middle = names.filter((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
        expect([city.id, middle]).toEqual([city.id, []]);
      }
    }
  });
});

describe("the camera", () => {
  const camera = new Camera(1500, 1000);

  it("fits the board into its box", () => {
    camera.resize(1200, 900);
    expect([camera.scale, camera.x, camera.y]).toEqual([0.8, 0, 50]);
  });

  it("keeps the point under the pointer where it is", () => {
    const before = camera.toBoard(300, 400);
    camera.zoomAt(2, 300, 400);
    const after = camera.toBoard(300, 400);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
  });

  it("never leaves the board, and brings things into sight", () => {
    camera.panBy(10_000, 10_000);
    expect([camera.x, camera.y]).toEqual([0, 0]);
    camera.reveal(1450, 950);
    const [x, y] = camera.toScreen(1450, 950);
    expect(x).toBeLessThanOrEqual(1200);
    expect(y).toBeLessThanOrEqual(900);
    camera.fit();
    expect(camera.zoom).toBe(1);
  });

  it("shows all of the board, whatever the shape of its box", () => {
    for (const [width, height] of [
      [1040, 540],
      [390, 440],
      [1800, 900],
    ] as const) {
      const desk = new Camera(1240, 930);
      desk.resize(width, height);
      expect(desk.zoom).toBe(1);
      expect(desk.canFill).toBe(false);
    }
  });

  it("keeps all cities in sight on a phone on its side", () => {
    const content = { left: 60, top: 40, right: 1200, bottom: 900 };
    const phone = new Camera(1240, 930, content);
    phone.crop("edges");
    phone.resize(460, 300);
    expect(phone.zoom).toBeGreaterThan(1);
    for (const [x, y] of [
      [content.left, content.top],
      [content.right, content.bottom],
    ] as const) {
      const [px, py] = phone.toScreen(x, y);
      expect([px >= -0.01, px <= 460.01, py >= -0.01, py <= 300.01]).toEqual([true, true, true, true]);
    }
  });

  it("fills an upright phone", () => {
    const phone = new Camera(1500, 1000);
    phone.crop("anything");
    phone.resize(390, 440);
    expect(phone.zoom).toBeCloseTo(440 / 260);
    phone.resize(390, 420);
    expect(phone.zoom).toBeCloseTo(420 / 260);
    phone.zoomBy(2);
    phone.resize(390, 440);
    expect(phone.zoom).toBeCloseTo((2 * 420) / 260);
  });

  it("leaves no thin bands on a phone", () => {
    const phone = new Camera(1240, 930);
    phone.crop("anything");
    phone.resize(390, 330);
    expect([phone.x <= 0, phone.y <= 0]).toEqual([true, true]);
    expect(phone.zoom).toBeGreaterThan(1);
  });
});

describe("payments", () => {
  it("are read from the protocol's words", () => {
    expect(parsePayment("2 white 1 wild")).toEqual({ colour: "white", cards: 2, wilds: 1 });
    expect(paymentCards(parsePayment("3 wild"))).toEqual([["wild", 3]]);
  });

  it("fit lifted cards when they contain them", () => {
    const payment = parsePayment("2 white 1 wild");
    expect(includesCards(payment, { white: 1 })).toBe(true);
    expect(includesCards(payment, { white: 1, wild: 2 })).toBe(false);
    expect(includesCards(payment, { red: 1 })).toBe(false);
    expect(equalsCards(payment, { white: 2, wild: 1 })).toBe(true);
    expect(equalsCards(payment, { white: 2 })).toBe(false);
  });
});

describe("paths", () => {
  it("are written down where they lie", () => {
    expect(placed("M0-1L.75 0H-1V2z", { x: 10, y: 20, scaleX: 2 })).toBe("M10 18L11.5 20L8 20L8 24Z");
    expect(placed("M1 0L2 0", { x: 10, y: 20, angle: 90 })).toBe("M10 21L10 22");
  });

  it("may be relative, and go on without a letter", () => {
    expect(placed("M1 1l1 0 0 1h-1v-1zm5 0h1", { x: 0, y: 0 })).toBe("M1 1L2 1L2 2L1 2L1 1ZM6 1L7 1");
  });

  it("keep their curves", () => {
    expect(placed("M0 0C1 2 3 4 5 6Q7 8 9 9A.5.5 0 0 1-.5.25", { x: 1, y: 1, scaleX: 2 })).toBe(
      "M1 1C3 5 7 9 11 13Q15 17 19 19A1 1 0 0 1 0 1.5",
    );
  });
});

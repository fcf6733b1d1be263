/** The end of a game told step by step. No DOM. */

import type { BoardModel } from "../board/model";
import { listed, sentence, t } from "../lib/i18n.svelte";
import type { Over, SeatScore } from "../lib/messages";
import type { Spot } from "./sight.svelte";

export interface Step {
  text: string;
  spot: Spot | null;
  seat: number;
  /** What is told from here on, by seat: the columns of the result that have been revealed. */
  column: "tickets" | "longest_path" | "stations" | "districts";
  /** For tickets: how many of the seat's have been turned up. */
  turned: number;
}

export function endingSteps(over: Over, model: BoardModel, nameOf: (seat: number) => string): Step[] {
  const seats = [...over.scores].sort((a, b) => b.rank - a.rank || a.seat - b.seat);
  return [
    ...seats.flatMap((score) => ticketSteps(score, model, nameOf)),
    ...pathSteps(over, model, nameOf),
    ...seats.flatMap((score) => stationSteps(score, model, nameOf)),
    ...seats.flatMap((score) => districtSteps(score, model, nameOf)),
  ];
}

function ticketSteps(score: SeatScore, model: BoardModel, nameOf: (seat: number) => string): Step[] {
  return score.tickets.map(({ ticket, points, is_completed }, index) => ({
    text: t(is_completed ? "end.ticket_done" : "end.ticket_missed", {
      name: nameOf(score.seat),
      ticket: model.ticketName(ticket),
      n: Math.abs(points),
    }),
    spot: { cities: model.ticket(ticket).cities },
    seat: score.seat,
    column: "tickets",
    turned: index + 1,
  }));
}

function pathSteps(over: Over, model: BoardModel, nameOf: (seat: number) => string): Step[] {
  const path = model.board.longest_path;
  if (!path) return [];
  return over.scores
    .filter((score) => score.longest_path.points > 0)
    .map((score) => ({
      text: t("end.path", {
        name: nameOf(score.seat),
        length: score.longest_path.length,
        n: score.longest_path.points,
      }),
      spot: { routes: score.longest_path.path },
      seat: score.seat,
      column: "longest_path",
      turned: 0,
    }));
}

function stationSteps(score: SeatScore, model: BoardModel, nameOf: (seat: number) => string): Step[] {
  return score.stations
    .filter((station) => station.borrowed !== null)
    .map(({ city, borrowed }) => ({
      text: t("end.station", {
        name: nameOf(score.seat),
        city: model.cityName(city),
        route: model.routeName(borrowed!),
      }),
      spot: { cities: [city], routes: [borrowed!] },
      seat: score.seat,
      column: "stations",
      turned: 0,
    }));
}

function districtSteps(score: SeatScore, model: BoardModel, nameOf: (seat: number) => string): Step[] {
  if (!score.districts.length) return [];
  const districts = score.districts.map((index) => String(model.board.districts[index]?.points ?? 0));
  return [
    {
      text: t("end.districts", { name: nameOf(score.seat), districts: listed(districts), n: score.district_points }),
      spot: {
        districts: score.districts,
        cities: score.districts.flatMap((index) => model.board.districts[index]?.cities ?? []),
      },
      seat: score.seat,
      column: "districts",
      turned: 0,
    },
  ];
}

/** Who won, and by what if it was close. */
export function verdict(over: Over, nameOf: (seat: number) => string): string {
  const names = listed(over.winners.map(nameOf));
  if (over.winners.length > 1) return t("end.shared", { names });
  const won = t("end.won", { name: names });
  const why: Record<string, string> = {
    tickets: t("end.by_tickets"),
    stations: t("end.by_stations"),
    longest_path: t("end.by_longest_path"),
  };
  const by = why[over.decided_by];
  return by ? `${won} ${sentence(by)}` : won;
}

/** Where a learner stands in a lesson: the page, what was done on it, and what that shows. No DOM. */

import type { View } from "../lib/messages";
import { PAGES, targetOf, type Lesson, type LessonStep, type Page } from "./course";

export class Stage {
  at = $state(0);
  /** Actions of this page that are played. */
  played = $state(0);
  isDone = $state(false);
  isPaying = $state(false);
  hint = $state("");

  constructor(readonly lesson: Lesson) {}

  get pages(): Page[] {
    return PAGES[this.lesson.board] ?? [];
  }

  page = $derived.by(() => this.pages[this.at]!);
  step = $derived.by((): LessonStep => {
    const { steps } = this.page;
    return this.lesson.steps[steps[Math.min(this.played, steps.length - 1)]!]!;
  });
  view = $derived.by((): View => {
    const { page, step } = this;
    if (page.task === "score") return this.lesson.end?.view ?? step.after;
    if (this.isPaying) return step.after;
    if (this.isDone && page.task !== "twin" && page.task !== "look") return step.pay?.after ?? step.after;
    return step.view;
  });
  /** What is to be pressed: a route, a city or a card colour. */
  target = $derived(targetOf(this.step.action));
  /** The lane beside the learner's own that nobody may use. */
  twin = $derived.by(() => {
    const own = this.step.view.seats[0]?.routes.at(-1)?.split(":")[0];
    return Object.keys(this.step.blocked ?? {}).find((route) => route.split(":")[0] === own) ?? "";
  });
  isLast = $derived.by(() => this.at === this.pages.length - 1);
  canGoOn = $derived.by(() => this.isDone || this.page.task === "look" || this.page.task === "score");

  go(page: number): void {
    this.at = page;
    this.played = 0;
    this.isDone = false;
    this.isPaying = false;
    this.hint = "";
  }

  /** The right thing was done. */
  play(): void {
    this.hint = "";
    if (this.page.task === "tunnel" && !this.isPaying) {
      this.isPaying = true;
      return;
    }
    this.isPaying = false;
    this.played++;
    this.isDone = this.played >= this.page.steps.length;
  }
}

import { describe, expect, it } from "vitest";

import { samplesOf, SOUNDS } from "../src/table/synth";

const RATE = 44100;
const decibels = (value: number) => 20 * Math.log10(value);

interface Measure {
  sound: string;
  seconds: number;
  peak: number;
  /** The loudest twentieth of a second. */
  loudness: number;
  /** How often the wave crosses zero in a second: low or bright. */
  crossings: number;
}

function measured(sound: (typeof SOUNDS)[number]): Measure {
  const samples = samplesOf(sound, RATE);
  const window = RATE / 20;
  let loudest = 0;
  for (let start = 0; start < samples.length; start += window / 2) {
    const part = samples.subarray(start, start + window);
    loudest = Math.max(loudest, Math.sqrt(part.reduce((sum, each) => sum + each * each, 0) / window));
  }
  const signs = samples.filter((each, at) => at > 0 && each * samples[at - 1]! < 0).length;
  return {
    sound,
    seconds: samples.length / RATE,
    peak: samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0),
    loudness: decibels(loudest),
    crossings: (signs * RATE) / samples.length,
  };
}

describe("sounds", () => {
  const all = SOUNDS.map(measured);

  it.each(all)("$sound does not clip, and ends in silence", ({ sound, peak }) => {
    expect(peak).toBeLessThan(0.9);
    expect(Math.abs(samplesOf(sound as (typeof SOUNDS)[number], RATE).at(-1)!)).toBeLessThan(0.01);
  });

  it.each(all)("$sound is short", ({ seconds }) => {
    expect(seconds).toBeGreaterThan(0.1);
    expect(seconds).toBeLessThan(1.8);
  });

  it("are about equally loud", () => {
    const levels = all.map((each) => each.loudness);
    expect(Math.min(...levels)).toBeGreaterThan(-24);
    expect(Math.max(...levels)).toBeLessThan(-16);
  });

  it("can be told apart, by length or pitch", () => {
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const length = Math.abs(Math.log(one.seconds / other.seconds));
        const pitch = Math.abs(Math.log(one.crossings / other.crossings));
        expect([one.sound, other.sound, length + pitch > 0.12]).toEqual([one.sound, other.sound, true]);
      }
  });
});

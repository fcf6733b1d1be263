/** Small sounds, made on the spot. Nothing is heard unless the setting is on. */

import { settings } from "../lib/settings.svelte";

type Sound = "card" | "claim" | "turn" | "sweep" | "end";
interface Note {
  /** Hertz, or 0 for a puff of noise. */
  pitch: number;
  at: number;
  lasts: number;
  loud: number;
}

const NOTES: Record<Sound, Note[]> = {
  card: [{ pitch: 0, at: 0, lasts: 0.06, loud: 0.12 }],
  claim: [0, 0.13, 0.26].flatMap((at) => [
    { pitch: 0, at, lasts: 0.1, loud: 0.18 },
    { pitch: 110, at, lasts: 0.08, loud: 0.12 },
  ]),
  turn: [
    { pitch: 659, at: 0, lasts: 0.35, loud: 0.1 },
    { pitch: 880, at: 0.14, lasts: 0.5, loud: 0.1 },
  ],
  sweep: [0, 0.07, 0.14, 0.21, 0.28].map((at) => ({ pitch: 0, at, lasts: 0.07, loud: 0.1 })),
  end: [523, 659, 784, 1047].map((pitch, at) => ({ pitch, at: at * 0.16, lasts: 0.6, loud: 0.1 })),
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.get("sounds")) return;
  context ??= new AudioContext();
  for (const note of NOTES[sound]) sing(context, note);
}

function sing(audio: AudioContext, { pitch, at, lasts, loud }: Note): void {
  const start = audio.currentTime + at;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  volume.connect(audio.destination);
  const source = pitch ? tone(audio, pitch) : noise(audio, lasts);
  source.connect(volume);
  source.start(start);
  source.stop(start + lasts);
}

function tone(audio: AudioContext, pitch: number): OscillatorNode {
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = pitch;
  return oscillator;
}

function noise(audio: AudioContext, lasts: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

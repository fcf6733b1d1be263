/** Plays the sounds of the table. Nothing is heard unless the setting is on. */

import { settings } from "../lib/settings.svelte";
import { samplesOf, type Sound } from "./synth";

let context: AudioContext | null = null;
const buffers = new Map<Sound, AudioBuffer>();

export function play(sound: Sound): void {
  if (!settings.get("sounds") || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const source = context.createBufferSource();
  source.buffer = bufferOf(context, sound);
  source.connect(context.destination);
  source.start();
}

function bufferOf(audio: AudioContext, sound: Sound): AudioBuffer {
  let buffer = buffers.get(sound);
  if (!buffer) {
    const samples = samplesOf(sound, audio.sampleRate);
    buffer = audio.createBuffer(1, samples.length, audio.sampleRate);
    buffer.copyToChannel(samples as Float32Array<ArrayBuffer>, 0);
    buffers.set(sound, buffer);
  }
  return buffer;
}

/** A stretch of one pitch. */
export interface Tone {
  readonly hertz: number;
  readonly milliseconds: number;
}

export const windowMs = 10;

/**
 * A module for the audio thread, which does not wait for the page: even on a busy machine, it hears every sample
 * that the audio element outputs. The pitch of every 10 ms is sent to the page: 0 for silence.
 */
export const earModule = `registerProcessor('ear', class extends AudioWorkletProcessor {
  heard = [];
  process([[samples = new Float32Array(128)]], [[loudspeaker]]) {
    loudspeaker.set(samples);
    this.heard.push(...samples);
    for (; this.heard.length >= 240; this.heard.splice(0, 240)) {
      let power = 0;
      let crossings = 0;
      for (let at = 0; at < 240; at += 1) {
        const sample = this.heard[at];
        power += sample * sample / 240;
        if (at > 0 && sample < 0 !== this.heard[at - 1] < 0) crossings += 1;
      }
      this.port.postMessage(power > 0.002 ? crossings * 50 : 0);
    }
    return true;
  }
});`;

/**
 * Runs in the page. From the first gesture on, all that the audio element plays passes through here, and its pitches
 * are recorded. It plays no faster than they are: while the sound is held, the element's time stands still.
 */
export function listenToTones(): void {
  const noted: number[] = [];
  Object.assign(globalThis, { heardHertz: noted });
  const listen = async () => {
    const audio = document.querySelector('audio');
    if (!audio || !navigator.userActivation.isActive) return;
    for (const other of ['pointerdown', 'keydown'])
      window.removeEventListener(other, listen, { capture: true });
    const context = new AudioContext({ sampleRate: 24_000 });
    const source = context.createMediaElementSource(audio);
    await context.audioWorklet.addModule('/ear.js');
    const ear = new AudioWorkletNode(context, 'ear', {
      channelCount: 1,
      channelCountMode: 'explicit',
      outputChannelCount: [1],
    });
    ear.port.onmessage = ({ data }: MessageEvent<number>) => noted.push(data);
    source.connect(ear).connect(context.destination);
    Object.assign(globalThis, { ear });
  };
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, listen, { capture: true });
}

/** The shortest stretch that counts: longer than what a stutter leaves between tones, shorter than any test tone. */
const shortestToneMs = 60;

/**
 * Joins the windows into tones. Silence does not split a tone: a busy machine stutters, and a pause is no new
 * sentence. A stretch too short for any sentence is an artifact of a stutter between two, and is left out.
 */
export function tonesOf(windows: readonly number[]): readonly Tone[] {
  const stretches = joinPitches(
    windows.map((hertz) => ({ hertz: Math.round(hertz / 400) * 400, milliseconds: windowMs })),
  );
  return joinPitches(stretches.filter(({ milliseconds }) => milliseconds >= shortestToneMs));
}

function joinPitches(pieces: readonly Tone[]): readonly Tone[] {
  const tones: { hertz: number; milliseconds: number }[] = [];
  for (const { hertz, milliseconds } of pieces) {
    const last = tones.at(-1);
    if (hertz === 0) continue;
    if (last?.hertz === hertz) last.milliseconds += milliseconds;
    else tones.push({ hertz, milliseconds });
  }
  return tones;
}

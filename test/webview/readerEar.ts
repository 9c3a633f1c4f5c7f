/** A stretch of one pitch. */
export interface Tone {
  readonly hertz: number;
  readonly milliseconds: number;
}

export const windowMs = 10;

/**
 * A module for the thread of the sound, which waits for no page: on however busy a machine, it hears every sample
 * that the audio element gives away. The pitch of every 10 ms goes to the page: 0 for silence.
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
 * Runs in the page. From the first gesture on, all that the audio element plays goes through here, and its pitches
 * are noted. It plays no faster than they are: where the sound is held, the element's time stands still.
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

/** The shortest stretch that counts: what a stutter leaves between two tones is less, and every test tone is more. */
const shortestToneMs = 60;

/**
 * Joins the windows into tones. Silence does not part a tone: a busy machine stutters, and a pause is no new
 * sentence. A stretch too short for any sentence is what a stutter made of an edge between two, and is left out.
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

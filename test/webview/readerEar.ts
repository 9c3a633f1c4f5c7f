/** A stretch of one pitch. */
export interface Tone {
  readonly hertz: number;
  readonly milliseconds: number;
}

const windowMs = 10;

/**
 * Runs in the page. From the first gesture on, all that the audio element plays goes through here, and its pitch
 * is noted for every 10 ms: 0 for silence.
 */
export function listenToTones(): void {
  const noted: number[] = [];
  Object.assign(globalThis, { heardHertz: noted });
  const listen = ({ type }: Event) => {
    const audio = document.querySelector('audio');
    if (!audio || !navigator.userActivation.isActive) return;
    for (const other of ['pointerdown', 'keydown'])
      window.removeEventListener(other, listen, { capture: true });
    const context = new AudioContext({ sampleRate: 24_000 });
    // Not a worklet: its module would need a hole in the page's content security policy.
    const ear = context.createScriptProcessor(1024, 1, 1);
    let rest: number[] = [];
    ear.onaudioprocess = ({ inputBuffer }) => {
      rest.push(...inputBuffer.getChannelData(0));
      for (; rest.length >= 240; rest = rest.slice(240)) {
        const samples = rest.slice(0, 240);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / 240;
        const crossings = samples.filter(
          (sample, at) => at > 0 && sample < 0 !== (samples[at - 1] ?? 0) < 0,
        ).length;
        noted.push(power > 0.002 ? crossings * 50 : 0);
      }
    };
    context.createMediaElementSource(audio).connect(ear).connect(context.destination);
    Object.assign(globalThis, { ear, earBegan: type });
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

/** The tones of each signal, in hertz. */
const signals = { response: [660, 880], question: [880, 660, 880] } as const;
export type Signal = keyof typeof signals;

const toneSeconds = 0.12;

let context: AudioContext | undefined;
const playing = new Set<OscillatorNode>();

/**
 * Plays a signal of a few tones. VS Code has no way for an extension to play its own. Before the person used the page the
 * browser keeps it silent: one signal waits for that, not all of them. Between signals no audio thread runs.
 */
export function playSignal(signal: Signal, volume: number): void {
  if (volume <= 0) return;
  context ??= new AudioContext();
  const audio = context;
  if (playing.size > 0 && audio.state !== 'running') return;
  void audio.resume();
  const gain = new GainNode(audio, { gain: 0.3 * Math.min(1, volume) });
  gain.connect(audio.destination);
  for (const [place, frequency] of signals[signal].entries()) {
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(gain);
    tone.start(audio.currentTime + place * toneSeconds);
    tone.stop(audio.currentTime + (place + 1) * toneSeconds);
    playing.add(tone);
    tone.addEventListener('ended', () => {
      playing.delete(tone);
      if (playing.size === 0) void audio.suspend();
    });
  }
}

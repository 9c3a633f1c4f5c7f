/** The tones of each signal, in hertz. */
const signals = { response: [660, 880], question: [880, 660, 880] } as const;
export type Signal = keyof typeof signals;

const toneSeconds = 0.12;

let context: AudioContext | undefined;

/**
 * Plays a signal of a few tones. VS Code has no way for an extension to play its own. Before the person used the page the
 * browser keeps it silent.
 */
export function playSignal(signal: Signal, volume: number): void {
  if (volume <= 0) return;
  context ??= new AudioContext();
  void context.resume();
  const gain = new GainNode(context, { gain: 0.3 * Math.min(1, volume) });
  gain.connect(context.destination);
  for (const [place, frequency] of signals[signal].entries()) {
    const tone = new OscillatorNode(context, { frequency });
    tone.connect(gain);
    tone.start(context.currentTime + place * toneSeconds);
    tone.stop(context.currentTime + (place + 1) * toneSeconds);
  }
}

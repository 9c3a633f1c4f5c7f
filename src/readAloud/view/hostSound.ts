import * as vscode from 'vscode';

const slowest = 0.5;
const fastest = 3;
const step = 0.25;
/** The speeds of the picker; any speed between is valid. */
export const usualSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3] as const;

/** The person's playback speed and volume, persisted for all windows. */
export type ReadingSound = ReturnType<typeof createReadingSound>;

export function createReadingSound(memory: Pick<vscode.Memento, 'get' | 'update'>) {
  const changed = new vscode.EventEmitter<void>();
  let speed = clamp(memory.get<unknown>('reading.speed'), slowest, fastest);
  let volume = clamp(memory.get<unknown>('reading.volume'), 0, 1);

  function setSpeed(wanted: number): void {
    speed = clamp(Math.round(wanted * 100) / 100, slowest, fastest);
    void memory.update('reading.speed', speed);
    changed.fire();
  }

  return {
    /** 0.5 to 3. */
    get speed() {
      return speed;
    },
    /** 0 to 1. */
    get volume() {
      return volume;
    },
    onDidChange: changed.event,
    setSpeed,
    setVolume(wanted: number) {
      volume = clamp(wanted, 0, 1);
      void memory.update('reading.volume', volume);
      changed.fire();
    },
    // Go to the next multiple of `step`, whatever the speed is.
    faster: () => setSpeed((Math.floor(speed / step + 0.01) + 1) * step),
    slower: () => setSpeed((Math.ceil(speed / step - 0.01) - 1) * step),
    dispose: () => changed.dispose(),
  };
}

function clamp(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : 1;
}

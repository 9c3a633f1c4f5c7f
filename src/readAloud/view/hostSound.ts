import * as vscode from 'vscode';
import { fastestSpeed, slowestSpeed, stepSpeed } from '../../protocol/readingSpeeds.ts';

/** The person's playback speed and volume, persisted for all windows. */
export type ReadingSound = ReturnType<typeof createReadingSound>;

export function createReadingSound(memory: Pick<vscode.Memento, 'get' | 'update'>) {
  const changed = new vscode.EventEmitter<void>();
  let speed = clamp(memory.get<unknown>('reading.speed'), slowestSpeed, fastestSpeed);
  let volume = clamp(memory.get<unknown>('reading.volume'), 0, 1);

  function setSpeed(wanted: number): void {
    speed = clamp(Math.round(wanted * 100) / 100, slowestSpeed, fastestSpeed);
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
    faster: () => setSpeed(stepSpeed(speed, 1)),
    slower: () => setSpeed(stepSpeed(speed, -1)),
    dispose: () => changed.dispose(),
  };
}

function clamp(value: unknown, least: number, most: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : 1;
}

import * as vscode from 'vscode';
import type { ReadingView } from '../../protocol/readerProtocol.ts';
import type { PlaybackState } from '../playback/playbackState.ts';

/** The reading as other features show it; reports only changes that affect what they show. */
export function createShownReading() {
  const changed = new vscode.EventEmitter<void>();
  let view: ReadingView | undefined;

  return {
    get view() {
      return view;
    },
    onDidChange: changed.event,
    show(state: PlaybackState, speed: number) {
      const next = viewOf(state, speed);
      if (JSON.stringify(next) === JSON.stringify(view)) return;
      view = next;
      changed.fire();
    },
    dispose: () => changed.dispose(),
  };
}

function viewOf(state: PlaybackState, speed: number): ReadingView | undefined {
  const { status, title, hasPlayer, utterances, current, isWhole } = state;
  if (status === 'idle' || status === 'finished') return undefined;
  const total = utterances.length;
  return { title, status, hasPlayer, sentence: Math.min(current + 1, total), total, isWhole, speed };
}

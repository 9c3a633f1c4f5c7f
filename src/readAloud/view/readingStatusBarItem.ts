import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { PlaybackState } from '../playback/playbackState.ts';

/** The status bar item of the current reading: a click pauses or resumes. `describe` says in a sentence why a reading failed. */
export function createReadingStatusBarItem(describe: (error: unknown) => string) {
  const { t } = vscode.l10n;
  const control = vscode.window.createStatusBarItem('modelRelay.reading', vscode.StatusBarAlignment.Left, 1);
  control.name = t('Model Relay: Read Aloud');
  control.command = commands.toggleReading;
  const stop = vscode.window.createStatusBarItem(
    'modelRelay.stopReading',
    vscode.StatusBarAlignment.Left,
    0.9,
  );
  stop.name = t('Model Relay: Stop Reading');
  stop.text = '$(debug-stop)';
  stop.tooltip = t('Stop Reading');
  stop.accessibilityInformation = { label: t('Stop Reading') };
  stop.command = commands.stopReading;

  return {
    show(state: PlaybackState, speed: number) {
      if (state.status === 'idle' || state.status === 'finished') {
        control.hide();
        stop.hide();
        return;
      }
      const { text, tooltip } = words(state, speed, describe);
      control.text = text;
      control.tooltip = tooltip;
      control.accessibilityInformation = { label: tooltip };
      control.backgroundColor =
        state.status === 'blocked' || state.status === 'failed'
          ? new vscode.ThemeColor('statusBarItem.warningBackground')
          : undefined;
      control.show();
      stop.show();
    },
    dispose: () => vscode.Disposable.from(control, stop).dispose(),
  };
}

function words(
  state: PlaybackState,
  speed: number,
  describe: (error: unknown) => string,
): { text: string; tooltip: string } {
  const { t } = vscode.l10n;
  const count = state.utterances.length;
  const pace = speed === 1 ? '' : ` ${speed}×`;
  const position = `${Math.min(state.current + 1, count)}/${count}${state.isWhole ? '' : '+'}${pace}`;
  if (!state.hasPlayer) {
    return {
      text: `$(mute) ${position}`,
      tooltip: t('The Read Aloud view is closed. Click to open it and continue.'),
    };
  }
  switch (state.status) {
    case 'blocked':
      return {
        text: `$(mute) ${t('Click to Listen')}`,
        tooltip: t('Sound requires a click in the Read Aloud view.'),
      };
    case 'failed':
      return {
        text: `$(warning) ${position}`,
        tooltip: `${describe(state.error)}\n${t('Reading stopped. Click to try again.')}`,
      };
    case 'paused':
      return { text: `$(debug-start) ${position}`, tooltip: t('Reading is paused. Click to resume.') };
    case 'loading':
      return { text: `$(loading~spin) ${position}`, tooltip: t('Waiting for speech. Click to pause.') };
    default:
      return { text: `$(unmute) ${position}`, tooltip: t('Reading {0}. Click to pause.', state.title) };
  }
}

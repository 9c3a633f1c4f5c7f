import * as vscode from 'vscode';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { registerPageTab } from '../../platform/pageTab.ts';
import type { FailureView } from '../../protocol/protocolViews.ts';
import {
  type ReaderRequest,
  type ReaderTabHostMessage,
  type ReaderTabWebviewMessage,
  readerTabWebviewMessage,
} from '../../protocol/readerProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import type { PlaybackState } from '../playback/playbackState.ts';
import { createReaderUpdates, createTextUpdates, type ReaderFactPorts } from './readerPageMessages.ts';

interface ReaderTabPorts {
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
  readonly facts: Omit<ReaderFactPorts, 'post'>;
  readonly state: () => PlaybackState;
  /** Why the reading failed, if it did. */
  readonly describeFailure: (state: PlaybackState) => FailureView | undefined;
  readonly handle: (message: ReaderRequest) => Promise<void>;
  /** Resumes in the view, which plays the sound. */
  readonly resume: () => Promise<void>;
  readonly showView: () => Promise<void>;
}

/** The reading as an editor tab, with room for long texts. It plays nothing: the view has the audio element. */
export function registerReaderTab(ports: ReaderTabPorts) {
  const tab = registerPageTab<ReaderTabHostMessage, ReaderTabWebviewMessage>({
    name: 'reader',
    title: vscode.l10n.t('Read Aloud'),
    icon: 'relay',
    body: '<relay-reader tab></relay-reader>',
    message: readerTabWebviewMessage,
    extensionUri: ports.extensionUri,
    pages: ports.pages,
    logger: ports.logger,
    handle,
    hasFindWidget: true,
  });
  const facts = createReaderUpdates({ ...ports.facts, post: tab.post });
  const text = createTextUpdates(tab.post);

  function update(state: PlaybackState): void {
    if (!tab.isOpen) return;
    text.update(state, ports.describeFailure(state));
    facts.update(state);
  }

  async function handle(message: ReaderTabWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        facts.forget();
        text.forget();
        return update(ports.state());
      case 'resume':
        return ports.resume();
      case 'showView':
        return ports.showView();
      default:
        return ports.handle(message);
    }
  }

  return { open: tab.open, update };
}

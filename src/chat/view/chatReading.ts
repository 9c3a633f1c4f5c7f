import * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ReadingAction, ReadingView } from '../../protocol/readerProtocol.ts';

/** The current reading, as the read-aloud feature lets others show and control it. */
export interface Reading {
  /** Undefined when nothing is being read. */
  readonly view: ReadingView | undefined;
  readonly onDidChange: vscode.Event<void>;
  act(action: ReadingAction): unknown;
  setSpeed(speed: number): void;
}

/** The same for the chat's pages. Empty until reading aloud is used: the chat does not load that feature. */
export function createChatReading(
  used: Promise<{ readonly reading: Reading }>,
  post: (message: HostMessage) => void,
) {
  let reading: Reading | undefined;
  const view = () => reading?.view ?? null;
  const listeners: vscode.Disposable[] = [];
  const tell = () => post({ type: 'state', reading: view() });
  void used.then((readAloud) => {
    reading = readAloud.reading;
    reading.onDidChange(tell, undefined, listeners);
    tell();
  });

  return {
    view,
    act: async (action: ReadingAction) => void (await reading?.act(action)),
    setSpeed: (speed: number) => reading?.setSpeed(speed),
    dispose: () => vscode.Disposable.from(...listeners).dispose(),
  };
}

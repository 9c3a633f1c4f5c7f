import { deepStrictEqual } from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ChatPagePorts, type ChatSnapshot, openChatPage } from '../../src/chat/view/chatPage.ts';
import { silentLogger } from '../../src/relay/logger.ts';

describe('the messages to the chat’s page', () => {
  /** A webview whose messages are recorded, and a page in it whose snapshots are read when the test says so. */
  function openPage() {
    const sent: string[] = [];
    const received = new vscode.EventEmitter<unknown>();
    const reads: (() => void)[] = [];
    const snapshot = { type: 'snapshot' } as ChatSnapshot;
    const webview = {
      html: '',
      options: {},
      cspSource: '',
      onDidReceiveMessage: received.event,
      asWebviewUri: (uri: vscode.Uri) => uri,
      async postMessage(message: { readonly type: string; readonly title?: string }) {
        sent.push(message.title ?? message.type);
        return true;
      },
    };
    const page = openChatPage(webview, {
      extensionUri: vscode.Uri.file('/extension'),
      pictures: vscode.Uri.file('/pictures'),
      snapshot: () => new Promise((resolve) => reads.push(() => resolve(snapshot))),
      turns: async () => () => ({ window: { turns: [], first: 0, total: 0 }, running: [] }),
      handle: async () => {},
      onShown: () => {},
      logger: silentLogger,
    } as unknown as ChatPagePorts);
    return {
      page,
      sent,
      begin: () => received.fire({ type: 'ready' }),
      async read() {
        reads.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }

  it('include all that changed while the first snapshot was read, the latest of each part after it', async () => {
    const { page, sent, begin, read } = openPage();
    page.post({ type: 'state', title: 'before' });
    begin();
    page.post({ type: 'state', title: 'old' });
    page.post({ type: 'state', title: 'new' });
    page.post({ type: 'state', isTrusted: true });
    await read();
    page.post({ type: 'state', title: 'newest' });
    deepStrictEqual(sent, ['snapshot', 'new', 'newest']);
  });

  it('have nothing of another conversation after the snapshot of the next one', async () => {
    const { page, sent, begin, read } = openPage();
    begin();
    await read();
    const first = page.postSnapshot();
    page.post({ type: 'state', title: 'other conversation' });
    const second = page.postSnapshot();
    page.post({ type: 'state', title: 'this one' });
    await read();
    await read();
    await Promise.all([first, second]);
    deepStrictEqual(sent, ['snapshot', 'snapshot', 'this one']);
  });
});

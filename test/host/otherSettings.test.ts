import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { saveOtherSetting } from '../../src/connection/settingsController.ts';
import { settingsWebviewMessage } from '../../src/protocol/settingsProtocol.ts';

const askAbove = 'readAloud.confirmAboveBytes';

const readUser = (name: string) => vscode.workspace.getConfiguration().inspect(name)?.globalValue;

/** Does what a message of the panel's page asks for, as far as it is one. */
async function receive(message: unknown): Promise<void> {
  const { data } = settingsWebviewMessage.safeParse(message);
  if (data?.type !== 'setOther') return;
  const extension = vscode.extensions.getExtension('model-relay.model-relay');
  ok(extension);
  await saveOtherSetting(extension, data.name, data.value);
}

describe('the other settings of the settings panel', () => {
  afterEach(() => receive({ type: 'setOther', name: askAbove }));

  it('are written for the user, and reset', async () => {
    await receive({ type: 'setOther', name: askAbove, value: 1234 });
    const written = vscode.workspace.getConfiguration('modelRelay').inspect(askAbove);
    deepStrictEqual([written?.globalValue, written?.workspaceValue], [1234, undefined]);
    await receive({ type: 'setOther', name: askAbove });
    deepStrictEqual(readUser(`modelRelay.${askAbove}`), undefined);
  });

  it('are all that such a message writes', async () => {
    const hostile: readonly (readonly [name: string, value: unknown])[] = [
      ['unknown', 'x'],
      ['', 'x'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      // Others' settings, by their own names and from ours.
      ['http.proxy', 'http://127.0.0.1:1'],
      ['../http.proxy', 'http://127.0.0.1:1'],
      ['modelRelay.readAloud.confirmAboveBytes', 1],
      // Edited with checks of their own.
      ['baseUrl', 'https://evil.test'],
      ['profile', 'x'],
      ['profiles', 'x'],
      ['chat.model', 'x'],
      // No values of theirs.
      [askAbove, '1'],
      [askAbove, -1],
      [askAbove, 1.5],
      [askAbove, Number.POSITIVE_INFINITY],
      [askAbove, true],
      [askAbove, null],
      [askAbove, [1]],
      [askAbove, { valueOf: 1 }],
      ['readAloud.code', 'all'],
      ['readAloud.mediaKeys', 'yes'],
      ['readAloud.cacheSize', 100_001],
      ['chat.requestFields', '{"*":{"user":"x"}}'],
    ];
    const names = ['http.proxy', ...hostile.map(([name]) => `modelRelay.${name}`)];
    const before = names.map(readUser);
    for (const [name, value] of hostile) await receive({ type: 'setOther', name, value });
    deepStrictEqual(names.map(readUser), before);
  });
});

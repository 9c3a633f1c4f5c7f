import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { saveOtherSetting } from '../../src/connection/settingsController.ts';
import { settingsWebviewMessage } from '../../src/protocol/settingsProtocol.ts';

const askAbove = 'readAloud.confirmAboveBytes';

const readUser = (name: string) => vscode.workspace.getConfiguration().inspect(name)?.globalValue;

/** Handles a message of the panel's page, if it is valid. */
async function receive(message: unknown): Promise<void> {
  const { data } = settingsWebviewMessage.safeParse(message);
  if (data?.type !== 'setOther') return;
  const extension = vscode.extensions.getExtension('model-relay.model-relay');
  ok(extension);
  await saveOtherSetting(extension, data.name, data.value);
}

describe('the other settings of the settings panel', () => {
  afterEach(() => receive({ type: 'setOther', name: askAbove }));

  it('are written to the user settings, and reset', async () => {
    await receive({ type: 'setOther', name: askAbove, value: 1234 });
    const written = vscode.workspace.getConfiguration('modelRelay').inspect(askAbove);
    deepStrictEqual([written?.globalValue, written?.workspaceValue], [1234, undefined]);
    await receive({ type: 'setOther', name: askAbove });
    deepStrictEqual(readUser(`modelRelay.${askAbove}`), undefined);
  });

  it('are the only settings that such a message can write', async () => {
    const hostile: readonly (readonly [name: string, value: unknown])[] = [
      ['unknown', 'x'],
      ['', 'x'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      // Settings outside of ours, by full name and relative to ours.
      ['http.proxy', 'http://127.0.0.1:1'],
      ['../http.proxy', 'http://127.0.0.1:1'],
      ['modelRelay.readAloud.confirmAboveBytes', 1],
      // Settings that are edited elsewhere, with their own checks.
      ['baseUrl', 'https://evil.test'],
      ['profile', 'x'],
      ['profiles', 'x'],
      ['chat.model', 'x'],
      // Values that these settings do not accept.
      [askAbove, '1'],
      [askAbove, -1],
      [askAbove, null],
      [askAbove, { valueOf: 1 }],
      ['chat.requestFields', '{"*":{"user":"x"}}'],
    ];
    const names = ['http.proxy', ...hostile.map(([name]) => `modelRelay.${name}`)];
    const before = names.map(readUser);
    for (const [name, value] of hostile) await receive({ type: 'setOther', name, value });
    deepStrictEqual(names.map(readUser), before);
  });
});

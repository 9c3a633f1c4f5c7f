import { deepStrictEqual, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { NotReadyError } from '../../src/messages/ownErrors.ts';
import {
  addProfile,
  deleteProfile,
  readActiveProfile,
  readProfileNames,
  readSetting,
  readUserSetting,
  renameProfile,
  useProfile,
  writeProfileSetting,
  writeSetting,
} from '../../src/platform/settings/settings.ts';

const names = ['profile', 'profiles', 'baseUrl', 'chat.model', 'chat.systemPrompt'];

/** Resets what a test has set, for the user and the workspace. */
async function resetSettings(): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('modelRelay');
  for (const name of names) {
    const { globalValue, workspaceValue } = configuration.inspect(name) ?? {};
    if (globalValue !== undefined)
      await configuration.update(name, undefined, vscode.ConfigurationTarget.Global);
    if (workspaceValue !== undefined)
      await configuration.update(name, undefined, vscode.ConfigurationTarget.Workspace);
  }
}

async function setForWorkspace(name: string, value: unknown): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('modelRelay');
  await configuration.update(name, value, vscode.ConfigurationTarget.Workspace);
}

const readProfiles = () => vscode.workspace.getConfiguration('modelRelay').inspect('profiles')?.globalValue;

describe('profiles in the settings', () => {
  beforeEach(resetSettings);
  after(resetSettings);

  it('lose no value when several are written at once', async () => {
    await addProfile('Work');
    await Promise.all([
      writeProfileSetting('Work', 'modelRelay.baseUrl', 'https://relay.example.com'),
      writeProfileSetting('Work', 'modelRelay.chat.model', 'm-1'),
      writeProfileSetting('Work', 'modelRelay.chat.systemPrompt', 'Be brief.'),
    ]);
    await writeProfileSetting('Work', 'modelRelay.chat.systemPrompt', undefined);
    deepStrictEqual(readProfiles(), {
      Work: { baseUrl: 'https://relay.example.com', 'chat.model': 'm-1' },
    });
  });

  it('rank between workspace and user settings, and never share a base URL', async () => {
    await writeProfileSetting('', 'modelRelay.baseUrl', 'https://default.example.com');
    await writeProfileSetting('', 'modelRelay.chat.model', 'of-default');
    await writeProfileSetting('', 'modelRelay.chat.systemPrompt', 'Of the default.');
    await writeProfileSetting('Work', 'modelRelay.chat.model', 'of-work');
    await useProfile('Work');
    const read = () => [
      readSetting('modelRelay.chat.model'),
      readSetting('modelRelay.chat.systemPrompt'),
      readUserSetting('modelRelay.baseUrl'),
    ];
    deepStrictEqual(read(), ['of-work', 'Of the default.', '']);
    await setForWorkspace('chat.model', 'of-workspace');
    deepStrictEqual(read(), ['of-workspace', 'Of the default.', '']);
    // Workspace settings do not apply to a profile that is not in use.
    deepStrictEqual(readSetting('modelRelay.chat.model', ''), 'of-default');
    await writeSetting('modelRelay.chat.model', 'chosen');
    deepStrictEqual(
      vscode.workspace.getConfiguration('modelRelay').inspect('chat.model')?.workspaceValue,
      'chosen',
    );
  });

  it('stay in use when they are renamed, and give way to the default one when they are deleted', async () => {
    await addProfile('First');
    await writeProfileSetting('Work', 'modelRelay.chat.model', 'm-1');
    await useProfile('Work');
    const seen: boolean[] = [];
    const watch = vscode.workspace.onDidChangeConfiguration(() => seen.push(readActiveProfile().isKnown));
    await renameProfile('Work', 'Job');
    deepStrictEqual([readActiveProfile().name, readProfileNames()], ['Job', ['', 'First', 'Job']]);
    await deleteProfile('Job');
    watch.dispose();
    deepStrictEqual(
      [readActiveProfile(), readProfileNames()],
      [{ name: '', decidedBy: 'user', isKnown: true }, ['', 'First']],
    );
    deepStrictEqual([...new Set(seen)], [true]);
  });

  it('are not created by writing a setting of a missing one', async () => {
    await setForWorkspace('profile', 'Stolen');
    deepStrictEqual(readActiveProfile(), { name: 'Stolen', decidedBy: 'workspace', isKnown: false });
    await rejects(writeSetting('modelRelay.chat.model', 'm-1'), NotReadyError);
    deepStrictEqual(readProfiles(), undefined);
    await useProfile('');
    deepStrictEqual(readActiveProfile(), { name: '', decidedBy: 'workspace', isKnown: true });
  });

  it('can’t be set by a workspace, and neither can base URLs', async () => {
    await rejects(setForWorkspace('profiles', { Stolen: { baseUrl: 'https://evil.example.com' } }));
    await rejects(setForWorkspace('baseUrl', 'https://evil.example.com'));
  });
});

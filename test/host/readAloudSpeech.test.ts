import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createSpeech, type Speech } from '../../src/readAloud/speech/speechServices.ts';
import { createReadingSound, type ReadingSound } from '../../src/readAloud/view/hostSound.ts';
import { selectSpeed } from '../../src/readAloud/view/readingCommands.ts';
import { toUtterance } from '../../src/readAloud/view/trials.ts';
import { createRelayClient, type RelayClient } from '../../src/relay/client.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { createFullMemory } from '../unit/chat/fullMemory.ts';
import { attendMessages, type Person } from './person.ts';
import { readJournal } from './relayJournal.ts';

describe('cached speech', () => {
  const base = process.env['MODEL_RELAY_BASE_URL'] ?? '';
  let storage: string;
  let client: RelayClient;
  let speech: Speech;
  let person: Person;

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'speech-'));
    person = attendMessages();
    client = createRelayClient({ baseUrl: base, apiKey: process.env['MODEL_RELAY_API_KEY'] ?? '' });
    const extension = vscode.extensions.getExtension('model-relay.model-relay');
    ok(extension, 'the extension is there');
    speech = createSpeech({
      context: { globalStorageUri: vscode.Uri.file(storage), extensionUri: extension.extensionUri },
      logger: silentLogger,
      connection: { ensureConnected: async () => ({ client, account: { profile: '', base } }) },
      models: { select: async () => 'seed-tts-2.0' },
    });
  });
  afterEach(async () => {
    person.leave();
    await speech.written();
    await client.close();
    await rm(storage, { recursive: true });
  });

  /** Has a sentence spoken in a new reading; returns whether that took a request to the relay. */
  async function read(text: string): Promise<boolean> {
    const count = async () => (await readJournal()).filter(({ bodyText }) => bodyText.includes(text)).length;
    const before = await count();
    await speech.create().get(toUtterance(text), { signal: AbortSignal.timeout(30_000) });
    await speech.written();
    return (await count()) > before;
  }

  it('is removed when the person confirms, and then requested again', async () => {
    const text = 'Quails hide in the long grass.';
    deepStrictEqual([await read(text), await read(text)], [true, false]);
    await speech.clearCache();
    deepStrictEqual(
      [
        person.takeTold().map(({ text }) => /^Remove all cached speech \(\d+ KB\)\?$/.test(text)),
        await read(text),
      ],
      [[true], false],
    );
    person.willPress('Remove');
    await speech.clearCache();
    person.takeTold();
    await speech.clearCache();
    deepStrictEqual([person.takeTold(), await read(text)], [[{ text: 'The speech cache is empty.' }], true]);
  });
});

describe('the list of playback speeds', () => {
  const memory = createFullMemory();
  let sound: ReadingSound;
  beforeEach(() => {
    sound = createReadingSound(memory);
  });
  afterEach(() => sound.dispose());

  /** Does this, then waits until the sound changes. */
  async function changing(act: () => unknown): Promise<void> {
    await new Promise<void>((resolve) => {
      const subscription = sound.onDidChange(() => {
        subscription.dispose();
        resolve();
      });
      act();
    });
  }
  const press = (command: string) =>
    changing(() => vscode.commands.executeCommand(`workbench.action.${command}`));

  it('applies each speed while browsing, restores the old one with Escape and keeps the new one with Enter', async () => {
    await changing(() => selectSpeed(sound));
    const heard: number[] = [];
    for (const command of ['quickOpenSelectNext', 'quickOpenSelectNext', 'closeQuickOpen']) {
      await press(command);
      heard.push(sound.speed);
    }
    deepStrictEqual(heard, [1.25, 1.5, 1]);
    await changing(() => selectSpeed(sound));
    await press('quickOpenSelectPrevious');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    deepStrictEqual([sound.speed, createReadingSound(memory).speed], [0.75, 0.75]);
  });
});

describe('the last response of the chat', () => {
  it('is not read if there is none', async () => {
    await vscode.extensions.getExtension('model-relay.model-relay')?.activate();
    await vscode.commands.executeCommand('modelRelay.newChat');
    const person = attendMessages();
    try {
      await vscode.commands.executeCommand('modelRelay.readLastResponse');
      deepStrictEqual(person.takeTold(), [{ text: 'There is no response to read aloud.' }]);
    } finally {
      person.leave();
    }
  });
});

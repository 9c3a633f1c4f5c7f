import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ChatDriver, driveChat } from '../harness/drivers/chatDriver.ts';
import { findReader } from '../harness/drivers/readerDriver.ts';
import { openNewChat, type UsedEditor } from '../harness/relayEditor.ts';

const speechPath = '/v1/audio/speech';

/** A chat response, also while it streams. */
export function describeAnswersAloud({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  let driver: ChatDriver;
  before(async () => {
    chat = await openNewChat(editor);
    driver = driveChat(chat);
  });

  const spokenTexts = () => relay.utterances.map(({ text }) => text);
  const answerRequest = () => relay.requests.findLast(({ path }) => path === '/v1/messages');

  it('starts by keyboard while the response streams, and skips its thoughts and code', async () => {
    // Half of the response arrives and it does not end until it is stopped, so speech before that comes from a part.
    await driver.ask('thinking code stall');
    const button = chat.locator('.answer[aria-busy="true"]').getByRole('button', { name: 'Read Aloud' });
    await button.press('Enter');
    await relay.waitForRequest(({ path, bodyText }) => path === speechPath && bodyText.includes('in stock'));
    strictEqual(answerRequest()?.outcome, 'running');
    await chat.locator('.send-button.stop').click();
    const reader = await findReader(editor);
    await reader.waitForStatus('Finished');
    const texts = [
      'Scripted code samples.',
      'The reference relay has these in stock; they are not an answer to your question.',
      'Each one prints the first ten squares.',
      'TypeScript:',
      'code block, TypeScript, 8 lines',
    ];
    // Of two concurrent requests, either may arrive first.
    deepStrictEqual([await reader.sentences(), spokenTexts().toSorted()], [texts, texts.toSorted()]);
  });

  it('follows a streaming response by command, in order and with nothing twice', async () => {
    relay.settings.chunksPerSecond = 8;
    const before = relay.utterances.length;
    await driver.ask('table');
    await chat.locator('.answer[aria-busy="true"] .markdown').waitFor();
    await editor.runCommand('Model Relay: Read Last Response Aloud');
    const first = await relay.waitForRequest(
      ({ path, bodyText }) => path === speechPath && bodyText.includes('table'),
    );
    const reader = await findReader(editor);
    await reader.waitForStatus('Finished');
    const { endedAtMs = Number.NaN } = answerRequest() ?? {};
    ok(first.startedAtMs < endedAtMs, 'the first words are spoken before the last are written');
    const grown = spokenTexts().slice(before);
    // The same response is complete now: its speech is cached, and nothing else is left to read.
    const texts = await reader.sentences();
    await reader.start(() => editor.runCommand('Model Relay: Read Last Response Aloud'));
    deepStrictEqual(await reader.sentences(), texts);
    await reader.frame.getByText('Fully cached. No relay requests needed.').waitFor({ state: 'attached' });
    const player = chat.getByRole('region', { name: 'Read Aloud' });
    await player.getByRole('button', { name: 'Pause' }).press('Enter');
    await reader.waitForStatus('Paused');
    await player.getByRole('button', { name: 'Stop Reading' }).press('Enter');
    await player.waitFor({ state: 'detached' });
    await reader.waitUntilStopped();
    deepStrictEqual(
      [spokenTexts().slice(before), grown.toSorted(), texts.at(0), texts.at(-1), new Set(grown).size],
      [grown, texts.toSorted(), 'A scripted table.', 'Text goes on after the table.', texts.length],
    );
  });
}

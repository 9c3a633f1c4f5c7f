import { deepStrictEqual, ok } from 'node:assert/strict';
import { chooseSpeed, openReader, type ReaderDriver } from '../harness/drivers/readerDriver.ts';
import type { UsedEditor } from '../harness/relayEditor.ts';
import { readMarkedLines } from '../harness/workbench/editorText.ts';

const speechPath = '/v1/audio/speech';
const failing = ['This one is spoken.', 'This one is refused at first.', 'This one comes after it.'];
const selected = 'What is heard now comes, and lasts long enough to be paused.';

export const readingFiles = {
  'stopped.md': `Before it.\n\n${selected} What would be heard next never comes.\n\nAfter it.\n`,
  'failing.md': `${failing.join('\n\n')}\n`,
};

/** Reading a selection aloud, and its failures. */
export function describeReading({ editor, relay }: UsedEditor): void {
  let reader: ReaderDriver;
  before(async () => {
    reader = await openReader(editor);
  });

  it('can be paused and resumed from the status bar, and stopped at once, which closes the request', async () => {
    // Slow enough that a busy machine is not a sentence late.
    await chooseSpeed(editor, 0.5);
    await editor.openFile('stopped.md');
    await editor.selectText(`${selected} What would be heard next never comes.`);
    relay.failNext(speechPath, { kind: 'delay', delayMs: 1 });
    relay.failNext(speechPath, { kind: 'stallAfterBytes', bytes: 100 });
    await editor.runCommand('Model Relay: Read Selection Aloud');
    await reader.waitUntilPlaying();
    const progress = editor.statusBarItem('1/2').first();
    await progress.click();
    await reader.button('Resume').waitFor();
    ok(await reader.isSilent());
    await progress.click();
    await reader.button('Pause').waitFor();
    await reader.waitUntilPlaying();
    const stalled = await relay.waitForRequest(
      ({ bodyText, replyBytes }) => bodyText.includes('never comes') && replyBytes > 0,
    );
    await editor.runCommand('Model Relay: Stop Reading');
    await reader.waitUntilStopped();
    ok(await reader.isSilent());
    deepStrictEqual(
      [(await relay.waitForClose(stalled)).outcome, await readMarkedLines(editor.page)],
      ['closedByClient', []],
    );
  });

  it('explains a failure, keeps its position, and continues from there', async () => {
    await chooseSpeed(editor, 3);
    await editor.openFile('failing.md');
    await editor.selectText(failing[0] ?? '');
    await reader.readToEnd(() => editor.runCommand('Model Relay: Read Selection Aloud'));
    const before = relay.utterances.length;
    const refused = relay.with('balance-empty', { path: speechPath });
    await editor.runCommand('Model Relay: Read File Aloud');
    await reader.button('Try Again').waitFor();
    await reader.waitForCurrent(1);
    await editor.statusBarItem('2/3').waitFor();
    refused.undo();
    await reader.button('Try Again').click();
    await reader.waitForStatus('Finished');
    // Of two concurrent requests, either may arrive first.
    deepStrictEqual(
      [
        relay.utterances
          .slice(before)
          .map(({ text }) => text)
          .toSorted(),
        await editor.page.locator('.notification-list-item').count(),
      ],
      [failing.slice(1).toSorted(), 0],
    );
  });
}

import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { ReadingView } from '../../src/protocol/readerProtocol.ts';
import { makeReading, makeSnapshot, makeTurn } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the mini player above the chat’s input', () => {
  const chat = useChatPage({ isShared: true, width: 200 }, makeSnapshot(makeTurn({ id: 'a' })));
  const player = () => chat.page.locator('.mini-player');
  const button = (name: string) => player().getByRole('button', { name, exact: true });
  const tell = (reading?: Partial<ReadingView>) =>
    chat.tell({ type: 'state', reading: reading ? makeReading(reading) : null });

  it('is one row in the narrowest chat, and absent when nothing is being read', async () => {
    strictEqual(await player().count(), 0);
    await tell({ title: 'a-file-with-a-long-name.md', speed: 1.75 });
    const box = await player().boundingBox();
    const isWide = await player().evaluate((row) => row.scrollWidth > row.clientWidth);
    deepStrictEqual([box && box.height <= 30, isWide], [true, false]);
    strictEqual(
      await button('Show a-file-with-a-long-name.md in the Read Aloud view').getAttribute('title'),
      'a-file-with-a-long-name.md\nSentence 3 of 120+',
    );
    await tell();
    strictEqual(await player().count(), 0);
  });

  const states: readonly [Partial<ReadingView>, string][] = [
    [{ status: 'playing' }, 'Pause'],
    [{ status: 'loading' }, 'Pause'],
    [{ status: 'paused' }, 'Resume'],
    [{ status: 'failed' }, 'Try Again'],
    [{ status: 'blocked' }, 'Listen in the Read Aloud view'],
    [{ status: 'paused', hasPlayer: false }, 'Listen in the Read Aloud view'],
  ];
  it('has one button with the action of each state', async () => {
    const names: (string | null)[] = [];
    for (const [state] of states) {
      await tell(state);
      names.push(await player().locator('.icon-button').nth(1).getAttribute('aria-label'));
    }
    deepStrictEqual(
      names,
      states.map(([, name]) => name),
    );
  });

  it('is controlled by keyboard, and returns the focus when the reading ends', async () => {
    await tell({});
    await chat.page.locator('.mini-player-title').focus();
    strictEqual(
      await chat.walk(Array(5).fill('Tab')),
      'Previous Sentence > Pause > Next Sentence > Speed > Stop Reading',
    );
    const pressed: [string, string][] = [
      ['Show welcome.md in the Read Aloud view', 'show'],
      ['Previous Sentence', 'previous'],
      ['Pause', 'toggle'],
      ['Next Sentence', 'next'],
      ['Stop Reading', 'stop'],
    ];
    for (const [name, action] of pressed) {
      await button(name).press('Enter');
      deepStrictEqual(await chat.intent('reading'), {
        type: 'reading',
        action,
      });
    }
    await player().getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
    deepStrictEqual(await chat.intent('setReadingSpeed'), { type: 'setReadingSpeed', speed: 1.5 });
    // A speed from the settings may be another than those of the list.
    await tell({ speed: 1.1 });
    strictEqual(await player().locator('option:checked').textContent(), '1.1×');
    await button('Stop Reading').focus();
    await tell();
    strictEqual(await chat.focused(), 'Message');
  });
});

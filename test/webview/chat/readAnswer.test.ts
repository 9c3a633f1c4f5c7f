import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn, picturesAddress } from '../chatFacts.ts';
import { useChatPage } from '../chatPage.ts';
import { makeComparison, makeTool } from '../chatScenes.ts';

describe('the Read Aloud button of a chat response', () => {
  const chat = useChatPage({ width: 900 });
  const buttons = () => chat.page.getByRole('button', { name: /^Read Aloud/ });
  const asked = () => chat.sent('readAnswer');
  /** The distance of the button from the response's left edge, and from the end of its text. */
  const place = () =>
    chat.page.evaluate(() => {
      const text = document.querySelector('.answer > .markdown')?.getBoundingClientRect();
      const button = document.activeElement?.getBoundingClientRect();
      return text && button && [button.left - text.left, button.top - text.bottom];
    });

  it('is there for every response with text, by mouse and by keyboard', async () => {
    await chat.tell(
      makeSnapshot(
        makeTurn({ id: 'a' }),
        makeTurn({ id: 'b', status: 'stopped', text: 'Half' }),
        makeTurn({ id: 'c', status: 'failed', text: '' }),
        makeTurn({ id: 'd', parts: [{ type: 'picture', picture: { file: 'small.png' } }] }),
        makeTurn({ id: 'e', text: '', thinking: 'Hm.' }),
        makeTurn({ id: 'f', text: '\n\n' }),
      ),
    );
    strictEqual(await buttons().count(), 2);
    await buttons().first().click();
    await buttons().last().press('Enter');
    deepStrictEqual(asked(), [
      { type: 'readAnswer', turnId: 'a' },
      { type: 'readAnswer', turnId: 'b' },
    ]);
    await buttons().first().focus();
    await chat.press('Tab');
    strictEqual(
      await chat.page.locator(':focus').getAttribute('aria-label'),
      'Copy response: How do I read a file in Node?',
    );
    strictEqual(await chat.page.locator(`img[src^="${picturesAddress}"]`).count(), 1);
  });

  it('appears with the first words, and keeps its position and the focus until the response ends', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'waiting', text: '' })));
    const counts = [await buttons().count()];
    await chat.tell({ type: 'delta', turnId: 'a', kind: 'thinking', text: 'Hm.' });
    counts.push(await buttons().count());
    await chat.tell({ type: 'delta', turnId: 'a', kind: 'text', text: 'One.' });
    counts.push(await buttons().count(), await chat.page.locator('.turn-footer .spinning').count());
    deepStrictEqual(counts, [0, 0, 1, 1]);
    await buttons().press('Space');
    const places = [await place()];
    await chat.tell({ type: 'delta', turnId: 'a', kind: 'text', text: '\n\nTwo.\n\nThree.' });
    places.push(await place());
    await chat.tell({ type: 'end', turnId: 'a', status: 'complete', usage: { outputTokens: 3 } });
    places.push(await place());
    deepStrictEqual(
      {
        places: places.map((each) => each?.map((distance, at) => distance - (places[0]?.[at] ?? Number.NaN))),
        asked: asked(),
        spinning: await chat.page.locator('.answer .spinning').count(),
      },
      {
        places: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        asked: [{ type: 'readAnswer', turnId: 'a' }],
        spinning: 0,
      },
    );
  });

  it('stays the same element through all updates of a running response', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'I look.' })));
    await buttons().focus();
    await chat.page.evaluate(() => Object.assign(globalThis, { first: document.activeElement }));
    const isSame = () => chat.page.evaluate('document.activeElement === first && first.isConnected');
    const kept: unknown[] = [];
    for (const fact of [
      { type: 'part', turnId: 'a', part: makeTool({ callId: '1', status: 'asking' }) },
      { type: 'part', turnId: 'a', part: makeTool({ callId: '1', status: 'running' }) },
      { type: 'part', turnId: 'a', part: makeTool({ callId: '1' }) },
      { type: 'retryWait', turnId: 'a', wait: { title: 'Rate limit reached.', remainingMs: 60_000 } },
      { type: 'retryWait', turnId: 'a' },
      { type: 'delta', turnId: 'a', kind: 'thinking', text: 'Hm.' },
      { type: 'delta', turnId: 'a', kind: 'text', text: 'There.' },
      { type: 'end', turnId: 'a', status: 'stopped' },
    ] as const) {
      await chat.tell(fact);
      kept.push(await isSame());
    }
    deepStrictEqual([kept, await buttons().count()], [kept.map(() => true), 1]);
  });

  it('is in each column of a comparison, even while the others are running', async () => {
    await chat.tell(
      makeSnapshot(
        makeComparison(
          { id: 'a', model: 'claude', status: 'running', text: 'One' },
          { id: 'b', model: 'gpt', status: 'complete', text: 'Two' },
        ),
      ),
    );
    for (const column of await chat.page.locator('.answer-column').all())
      await column.getByRole('button', { name: /^Read Aloud/ }).press('Enter');
    deepStrictEqual(asked(), [
      { type: 'readAnswer', turnId: 'a' },
      { type: 'readAnswer', turnId: 'b' },
    ]);
  });
});

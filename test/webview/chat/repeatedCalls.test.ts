import { deepStrictEqual } from 'node:assert/strict';
import type { PartView, ToolCallView } from '../../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn } from '../chatFacts.ts';
import { useChatPage } from '../chatPage.ts';
import { makeTool } from '../chatScenes.ts';

/** Some services number the calls of each round from the beginning again. */
describe('tool calls of one response that have the same ID', () => {
  const chat = useChatPage({ isShared: true, clockStands: true });
  const call = (title: string, more: Partial<ToolCallView> = {}) =>
    makeTool({ callId: 'call_0', title, ...more });
  const first = call('First', { result: 'one' });
  const text: PartView = { type: 'text', text: 'And now:' };
  const show = (...parts: PartView[]) =>
    chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', parts })));
  const lines = () =>
    chat.page
      .locator('.tool-call')
      .evaluateAll((calls) =>
        calls.map((each) => [
          each.querySelector('.tool-title')?.textContent,
          each.getAttribute('data-status'),
          each.querySelector('details')?.open,
          each.querySelector('.elapsed')?.textContent,
        ]),
      );

  it('are expanded one by one, even when they return to the page', async () => {
    const parts = [first, text, call('Second', { result: 'two' })];
    await show(...parts);
    await chat.page.locator('.tool-call summary').first().click();
    const expected = [
      ['First', 'done', true, undefined],
      ['Second', 'done', false, undefined],
    ];
    const before = await lines();
    await chat.tell(makeSnapshot(makeTurn({ id: 'z' })));
    await show(...parts);
    deepStrictEqual([before, await lines()], [expected, expected]);
  });

  it('are timed separately', async () => {
    await show(call('First', { status: 'running' }));
    await chat.page.clock.runFor(20_000);
    // The result of the first call arrives while another conversation is shown.
    await chat.tell(makeSnapshot());
    await show(first, text, call('Second', { status: 'running' }));
    await chat.page.clock.runFor(3_000);
    deepStrictEqual(await lines(), [
      ['First', 'done', false, undefined],
      ['Second', 'running', false, '3 s'],
    ]);
  });

  it('are separate calls as they arrive, and each gets its own updates', async () => {
    await show(first);
    const seen: unknown[] = [];
    for (const part of [
      call('Second', { status: 'pending' }),
      call('Second', { status: 'running' }),
      call('Second', { result: 'two' }),
    ]) {
      await chat.tell({ type: 'part', turnId: 'a', part });
      seen.push((await lines()).map(([title, status]) => `${title} ${status}`));
    }
    deepStrictEqual(seen, [
      ['First done', 'Second pending'],
      ['First done', 'Second running'],
      ['First done', 'Second done'],
    ]);
  });
});

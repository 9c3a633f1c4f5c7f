import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import {
  delta,
  end,
  makeSnapshot,
  makeTurn,
  makeTurnsMessage,
  rateLimitFailure,
  saidFailure,
} from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeComparison, makeTool } from './chatScenes.ts';

describe('several responses side by side', () => {
  const running = makeComparison(
    { id: 'a', model: 'claude', status: 'running', text: 'One' },
    { id: 'b', model: 'gpt', status: 'waiting', text: '' },
  );
  const chat = useChatPage({ width: 900 }, makeSnapshot(running));
  const tabs = () => chat.page.getByRole('tab');
  const texts = async (selector: string) =>
    (await chat.page.locator(selector).allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  const visible = () => texts('.answer-column:not([hidden]) .markdown');

  const narrow = async () => {
    await chat.page.setViewportSize({ width: 280, height: 700 });
    await tabs().first().waitFor();
  };

  it('stream at the same time, each with its own end, which is announced once', async () => {
    await chat.tell(delta('b', 'Two'), delta('a', ' **and'), delta('b', ' *too*'), delta('a', '** more'));
    await chat.tell(end('b', 'complete', { receipt: { durationMs: 1500 } }));
    const afterOne = [await visible(), await texts('.turn-details')];
    await chat.tell(end('a', 'failed', { failure: rateLimitFailure }));
    deepStrictEqual(
      [afterOne, await chat.said(), await texts('.answer h2'), await texts('.comparison-note')],
      [
        [['One and more', 'Two too'], ['1.5 s']],
        ['gpt: Response complete, 2 words', `claude: ${saidFailure}`],
        ['claude', 'gpt'],
        ['Your next message continues the response from claude, unless you keep another one.'],
      ],
    );
  });

  it('are selected by tabs that show the status of each', async () => {
    await narrow();
    const states = () => texts('[role=tab]');
    const before = await states();
    await tabs().first().focus();
    const shown = () =>
      chat.page.evaluate(() =>
        [
          document.activeElement?.getAttribute('data-answer'),
          document.querySelector('.answer-column:not([hidden]) chat-answer h2')?.textContent,
        ].join(' '),
      );
    const way = await chat.walk(['ArrowRight', 'ArrowRight', 'End', 'Home', 'ArrowLeft'], shown);
    await chat.tell(
      { type: 'part', turnId: 'a', part: makeTool({ callId: '1', status: 'asking' }) },
      end('b'),
    );
    deepStrictEqual(
      [before, way, await states(), await chat.page.getByRole('tabpanel').getAttribute('aria-labelledby')],
      [
        ['claude Running', 'gpt Running'],
        'b gpt > a claude > b gpt > a claude > b gpt',
        ['claude Needs approval', 'gpt Done'],
        'tab-b',
      ],
    );
  });

  it('have tabs of equal width in a narrow view, with the start and the end of each model’s name', async () => {
    await narrow();
    await chat.tell(
      makeSnapshot(
        makeComparison(
          ...['gpt-5', 'msg-sonnet-4-6', 'msg-haiku-4-5-20251001'].map((model, place) => ({
            id: String(place),
            model,
          })),
        ),
      ),
    );
    const looks = await tabs().evaluateAll((all) =>
      all.map((tab) => {
        const [short, whole] = tab.querySelectorAll<HTMLElement>('.model-name > *');
        const { width, height } = tab.getBoundingClientRect();
        return {
          width: Math.round(width),
          isLow: height < 40,
          isWhole: short?.clientHeight === 0 && (whole?.getBoundingClientRect().right ?? 0) <= innerWidth,
          end: short?.dataset['end'],
          isEndCut: short && short.scrollWidth > short.clientWidth,
        };
      }),
    );
    const tab = { width: looks[0]?.width, isLow: true, isWhole: true, isEndCut: false };
    deepStrictEqual(looks, [
      { ...tab, end: '' },
      { ...tab, end: 'et-4-6' },
      { ...tab, end: '251001', isWhole: false },
    ]);
  });

  it('can be kept if they have content', async () => {
    await chat.tell(end('a', 'stopped'), end('b', 'failed', { failure: rateLimitFailure }));
    const columns = chat.page.locator('.answer-column', {
      has: chat.page.locator('vscode-button', { hasText: 'Keep This Response' }),
    });
    deepStrictEqual(await columns.locator('h2').allInnerTexts(), ['claude']);
  });

  it('wait separately, each with its own Stop button', async () => {
    const wait = { title: 'Rate limit reached.', remainingMs: 60_000 };
    await chat.tell({ type: 'retryWait', turnId: 'b', wait });
    await chat.page.locator('.retry vscode-button', { hasText: 'Stop' }).press('Enter');
    deepStrictEqual([await chat.intent('stop'), await visible()], [{ type: 'stop', turnId: 'b' }, ['One']]);
  });

  it('can be stopped one by one', async () => {
    await chat.page.getByRole('button', { name: 'Stop gpt' }).press('Enter');
    deepStrictEqual(await chat.intent('stop'), { type: 'stop', turnId: 'b' });
    await chat.tell(end('b', 'stopped'));
    strictEqual(await chat.lastSaid(), 'gpt: Response stopped');
    deepStrictEqual(await chat.page.getByRole('button', { name: /^Stop / }).count(), 2);
  });

  it('become an ordinary turn when one is kept, which is not redrawn', async () => {
    await chat.tell(delta('b', 'Two'), end('a'), end('b'));
    const keep = chat.page.locator('vscode-button', { hasText: 'Keep This Response' });
    strictEqual(await keep.count(), 2);
    await keep.first().press('Enter');
    deepStrictEqual(await chat.intent('keepAnswer'), { type: 'keepAnswer', turnId: 'a' });
    await chat.page.evaluate(() => {
      Object.assign(globalThis, { drawn: document.querySelector('.answer .markdown p') });
    });
    await chat.tell(
      makeTurnsMessage(
        makeTurn({ id: 'a', model: 'claude', text: 'One', answerVersion: { place: 1, count: 2 } }),
      ),
    );
    deepStrictEqual(
      [
        await chat.page.evaluate('drawn.isConnected'),
        await visible(),
        await texts('.versions'),
        await keep.count(),
        await texts('.comparison-note'),
        await chat.focused(),
      ],
      [true, ['One'], ['1/2'], 0, [], 'Message'],
    );
  });
});

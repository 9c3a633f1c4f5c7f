import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { PartView } from '../../src/protocol/protocolViews.ts';
import {
  end,
  makeSnapshot,
  makeTurn,
  makeTurnMessage,
  makeTurnsMessage,
  picturesAddress,
  richAnswer,
} from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';

const picture = (file: string): PartView => ({ type: 'picture', picture: { file } });

describe('the parts of the chat’s responses', () => {
  const chat = useChatPage({ isShared: true });
  /** What is shown, in order: texts, and the kinds of other parts. */
  const parts = () =>
    chat.page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '.answer > :is(.markdown, .thinking, .tool-call, .answer-picture)',
        ),
      ].map((part) => (part.matches('.markdown') ? part.innerText.trim() : part.className.split(' ')[0])),
    );
  const delta = (text: string, kind: 'text' | 'thinking' = 'text') =>
    ({ type: 'delta', turnId: 'a', kind, text }) as const;
  const part = (part: PartView) => ({ type: 'part', turnId: 'a', part }) as const;

  it('are shown in the order in which they arrive, each growing in place', async () => {
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'a', status: 'waiting', text: '' })),
      ...[delta('Hm', 'thinking'), delta('.', 'thinking'), delta('I **lo'), delta('ok**.')],
      ...[part(makeTool({ callId: '1' })), delta('So', 'thinking'), delta('It is'), delta(' this:')],
      ...[part(picture('small.png')), delta('See?')],
    );
    const live = await parts();
    await chat.tell(end('a'));
    await chat.page.getByRole('button', { name: 'Copy response' }).click();
    deepStrictEqual(
      [live, await chat.intent('copy')],
      [
        ['thinking', 'I look.', 'tool-call', 'thinking', 'It is this:', 'answer-picture', 'See?'],
        { type: 'copy', text: 'I **look**.\n\nIt is this:\n\nSee?' },
      ],
    );
  });

  it('are not redrawn when the whole turn arrives again with more', async () => {
    const first: PartView[] = [
      { type: 'thinking', text: 'Hm. Yes.' },
      { type: 'text', text: 'One.' },
      makeTool({ callId: '1', status: 'running' }),
      picture('small.png'),
    ];
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', parts: first })));
    await chat.page.evaluate(() => {
      Object.assign(globalThis, {
        before: [...document.querySelectorAll('.answer > *, .answer p, .answer img')],
      });
    });
    const more: PartView[] = [...first, { type: 'text', text: 'Two.' }];
    await chat.tell(
      delta('Two'),
      makeTurnsMessage(
        makeTurn({ id: 'a', status: 'running', parts: more.with(2, makeTool({ callId: '1' })) }),
      ),
      end('a'),
    );
    deepStrictEqual(
      [
        await chat.page.evaluate(
          'before.filter((element) => !element.isConnected).map(({ className }) => className)',
        ),
        await parts(),
      ],
      [['progress'], ['thinking', 'One.', 'tool-call', 'answer-picture', 'Two.']],
    );
  });

  it('open and save images, which have accessible names', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', parts: [picture('wide.png')] })));
    const image = chat.page.getByRole('img', { name: 'Image by msg-sonnet-4-6' });
    await chat.page.locator('.answer-picture:not(.loading)').waitFor();
    const { width = 0 } = (await image.boundingBox()) ?? {};
    ok(width > 300 && width <= 368, `${width} pixels wide`);
    strictEqual(await image.getAttribute('src'), `${picturesAddress}/wide.png`);
    await chat.page.getByRole('button', { name: 'Image by msg-sonnet-4-6' }).press('Enter');
    deepStrictEqual(await chat.intent('openPicture'), { type: 'openPicture', file: 'wide.png' });
    for (const action of ['useAsSource', 'insert', 'save'] as const) {
      await chat.press('Tab', 'Enter');
      deepStrictEqual(await chat.intent('drawnImage'), {
        type: 'drawnImage',
        action,
        turnId: 'a',
        file: 'wide.png',
      });
    }
  });

  it('of tools have images that can only be saved, because no response generated them', async () => {
    const pictures = [{ file: 'wide.png' }];
    const call = makeTool({ callId: '1', status: 'done', pictures });
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', parts: [call] })));
    await chat.page.locator('.tool-call summary').click();
    await chat.page.locator('.answer-picture:not(.loading)').waitFor();
    await chat.page.getByRole('button', { name: 'Save image…' }).press('Enter');
    deepStrictEqual(await chat.intent('savePicture'), { type: 'savePicture', file: 'wide.png' });
    strictEqual(await chat.page.getByRole('button', { name: 'Use as source in Images' }).count(), 0);
  });

  it('of image models show the wait, withheld images, and what stopping means for billing', async () => {
    const about = { id: 'a', isImage: true, text: '', model: 'imagen' };
    await chat.tell(makeSnapshot(makeTurn({ ...about, status: 'waiting', phase: 'answer' })));
    await chat.page.getByText('Generating an image with imagen…').waitFor();
    await chat.page.getByText('Stopping may not prevent billing.').waitFor();
    await chat.tell(end('a', 'stopped'));
    await chat.page.locator('.note', { hasText: 'The relay may still bill this request.' }).waitFor();
    await chat.tell(
      makeSnapshot(makeTurn({ ...about, id: 'b', withheld: ['Against the <b>rules</b>.', '', ''] })),
    );
    deepStrictEqual(
      (await chat.page.locator('.answer .note').allInnerTexts()).map((text) => text.trim()),
      [
        'An image was blocked: Against the <b>rules</b>.',
        'One image was not returned. The relay gave no reason.',
      ],
    );
  });

  it('say that an image is missing, and request none outside the folder', async () => {
    const parts = [picture('gone.png'), picture('../../evil.png')];
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', parts })));
    await chat.page.getByText('This image no longer exists').nth(1).waitFor();
    strictEqual(await chat.page.locator('.answer img').count(), 0);
  });

  it('draw no image that is large enough to stall the page, but offer to save it', async () => {
    // A GIF with one pixel on a canvas of 8,000 × 8,000.
    const gif = '474946383961401f401f800000ff00000000ff2c00000000010001000002024401003b';
    const text = `![huge](data:image/gif;base64,${Buffer.from(gif, 'hex').toString('base64')})`;
    const parts: PartView[] = [picture('huge.png'), { type: 'text', text }];
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', parts })));
    await chat.page.getByText('This image is too large to show: 8,000 × 8,000 pixels').waitFor();
    await chat.page.locator('.markdown .picture', { hasText: 'huge' }).waitFor();
    strictEqual(await chat.page.locator('.answer img').count(), 0);
    await chat.page.getByRole('button', { name: 'Save image' }).click();
    deepStrictEqual((await chat.intent('drawnImage')).file, 'huge.png');
  });

  it('keep their position on the screen when an image above them loads late', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await chat.page.route('**/tall.png', async (route) => {
      await arrived;
      await route.fallback();
    });
    const below = makeTurn({ id: 'b', text: richAnswer });
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', parts: [picture('tall.png')] }), below));
    const heading = chat.page.locator('chat-turn:last-child table');
    await chat.page.locator('.conversation').hover();
    await chat.page.mouse.wheel(0, -60);
    await chat.drawn();
    const before = (await heading.boundingBox())?.y ?? 0;
    arrive();
    await chat.page.locator('.answer-picture:not(.loading)').waitFor({ state: 'attached' });
    await chat.drawn();
    const after = (await heading.boundingBox())?.y ?? 0;
    ok(Math.abs(after - before) <= 1, `from ${before} to ${after}`);
  });

  it('show the attachments of a prompt, and keep them in an edit', async () => {
    const attachments = [
      { id: '', kind: 'selection', name: 'src/a.ts:1-9', tokens: 1234 },
      { id: '', kind: 'picture', name: 'b.png', tokens: 0, picture: { file: 'small.png' } },
    ] as const;
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', attachments: [...attachments] })));
    const chips = chat.page.locator('.sent-attachments').getByRole('button');
    const names = async () => (await chips.allInnerTexts()).map((text) => text.split('\n')[0]);
    const shown = await names();
    await chips.last().press('Enter');
    deepStrictEqual(await chat.intent('viewSent'), { type: 'viewSent', turnId: 'a', place: 1 });
    await chat.page.getByRole('button', { name: 'Edit your message' }).press('Enter');
    deepStrictEqual(
      [shown, await names()],
      [
        ['src/a.ts:1-9, about 1,234 tokens', 'b.png'],
        ['src/a.ts:1-9, about 1,234 tokens', 'b.png'],
      ],
    );
  });

  it('are shown in the editor’s font size, and fit into a narrow view when it is large', async () => {
    await chat.page.setViewportSize({ width: 280, height: 700 });
    await chat.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(':root { --vscode-editor-font-size: 20px !important; }');
      document.adoptedStyleSheets = [sheet];
    });
    const parts: PartView[] = [
      { type: 'text', text: richAnswer },
      makeTool({ callId: '1', status: 'asking' }),
    ];
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', parts })));
    const sizes = await chat.page.evaluate(() =>
      ['.prompt-text', '.answer p', '.code-block code', '.progress'].map((selector) => {
        const element = document.querySelector(selector);
        return element && getComputedStyle(element).fontSize;
      }),
    );
    const wide = await chat.page
      .locator('.conversation')
      .evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth);
    deepStrictEqual([sizes.slice(0, 3), wide], [['20px', '20px', '20px'], 0]);
  });

  it('stream just as fast when there are many', async () => {
    const many = Array.from(
      { length: 200 },
      (_, place): PartView =>
        place % 2 ? makeTool({ callId: `${place}` }) : { type: 'text', text: 'Look:' },
    );
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'a', status: 'running', parts: [...many, { type: 'text', text: 'x' }] })),
    );
    const changes = await chat.page.evaluate(async () => {
      const answer = document.querySelector('.answer');
      const last = [...(answer?.querySelectorAll(':scope > .markdown') ?? [])].at(-1);
      let outside = 0;
      const observer = new MutationObserver((records) => {
        outside += records.filter(({ target }) => !last?.contains(target) && target !== last).length;
      });
      if (answer)
        observer.observe(answer, { childList: true, subtree: true, characterData: true, attributes: true });
      for (let count = 0; count < 50; count += 1)
        postMessage({ type: 'delta', turnId: 'a', kind: 'text', text: ' more' });
      await new Promise((resolve) => setTimeout(resolve, 0));
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      return { outside, text: last?.textContent?.length };
    });
    deepStrictEqual(changes, { outside: 0, text: 1 + 50 * ' more'.length });
  });

  it('show the wait for the model again after a tool call has ended', async () => {
    await chat.tell(
      makeTurnMessage(makeTurn({ id: 'a', status: 'running', parts: [makeTool({ callId: '1' })] })),
    );
    await chat.page.getByText('Waiting for msg-sonnet-4-6…').waitFor();
  });
});

import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { end, makeSnapshot, makeTurn, makeTurnMessage, rateLimitFailure, saidFailure } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';

describe('the chat’s input', () => {
  const chat = useChatPage({ isShared: true, width: 300 }, makeSnapshot());
  const draft = () => chat.page.inputValue('textarea');
  const sent = () => chat.sent('send').map(({ text }) => text);

  beforeEach(async () => {
    await chat.page.focus('textarea');
  });

  it('sends on Enter, and begins a new line on Shift+Enter', async () => {
    await chat.type('First line');
    await chat.press('Shift+Enter');
    await chat.type('second line');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'First line\nsecond line' });
    strictEqual(await draft(), '');
  });

  it('sends nothing while there is nothing to send', async () => {
    await chat.type('  ');
    await chat.press('Enter');
    await chat.type('text');
    await chat.page.click('.send-button');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'text' });
    deepStrictEqual(sent(), ['text']);
  });

  it('leaves every Enter of an input method to the input method', async () => {
    const session = await chat.page.context().newCDPSession(chat.page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await chat.press('Enter');
    await session.send('Input.insertText', { text: '日本' });
    // Some browsers end the composition before the key that ended it comes.
    await chat.page.evaluate(() => {
      document
        .querySelector('textarea')
        ?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
        );
    });
    deepStrictEqual(sent(), []);
    ok((await draft()).includes('日本'));
    await chat.page.fill('textarea', '日本');
    await chat.press('Enter');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: '日本' });
  });

  it('grows with its text, up to a part of the view', async () => {
    const height = () => chat.page.locator('textarea').evaluate((input) => input.clientHeight);
    const heights = [await height()];
    await chat.page.fill('textarea', 'a\nb\nc');
    heights.push(await height());
    await chat.page.fill('textarea', 'line\n'.repeat(100));
    heights.push(await height());
    const [one = 0, three = 0, hundred = 0] = heights;
    deepStrictEqual([three - one, hundred], [40, 280]);
  });

  it('has the host store the draft, and restores it when the view is rebuilt', async () => {
    await chat.type('half a thought');
    await chat.page.locator('textarea').blur();
    deepStrictEqual(chat.sent('draft'), [{ type: 'draft', text: 'half a thought' }]);
    await chat.reload();
    await chat.tell({ ...makeSnapshot(), draft: 'half a thought' });
    strictEqual(await draft(), 'half a thought');
    await chat.page.focus('textarea');
    await chat.press('Enter');
    await chat.intent('send');
    deepStrictEqual(chat.sent('draft').at(-1), { type: 'draft', text: '' });
  });

  it('does not put an older draft over what is being typed', async () => {
    await chat.type('newer');
    await chat.tell({ ...makeSnapshot(), draft: 'older' });
    strictEqual(await draft(), 'newer');
  });

  it('takes a rejected text back without losing other text', async () => {
    await chat.type('question');
    await chat.press('Enter');
    await chat.tell({ type: 'rejected', text: 'question', failure: rateLimitFailure });
    strictEqual(await draft(), 'question');
    await chat.page.fill('textarea', 'already more');
    await chat.tell({ type: 'rejected', text: 'question', failure: rateLimitFailure });
    strictEqual(await draft(), 'question\n\nalready more');
    strictEqual(await chat.page.textContent('.composer-area .failure-title'), rateLimitFailure.title);
    strictEqual(await chat.lastSaid(), saidFailure);
  });

  it('sends a rejected text again with Try Again', async () => {
    await chat.tell({ type: 'rejected', text: 'question', failure: rateLimitFailure });
    await chat.page.click('vscode-button:has-text("Try Again")');
    deepStrictEqual(await chat.intent('send'), { type: 'send', text: 'question' });
    await chat.drawn();
    deepStrictEqual([chat.sent('action'), await chat.page.locator('.failure').count()], [[], 0]);
  });

  describe('while a response is streaming', () => {
    beforeEach(() => chat.tell(makeTurnMessage(makeTurn({ id: 'a', status: 'running', text: 'So' }))));

    it('sends messages for the queue with Enter and with the button next to Stop', async () => {
      await chat.type('next question');
      await chat.press('Enter');
      await chat.type('and one more');
      await chat.page.getByRole('button', { name: 'Send after this response (Enter)' }).click();
      await chat.intent('send');
      await chat.intent('send');
      deepStrictEqual([await draft(), sent()], ['', ['next question', 'and one more']]);
    });

    it('keeps the focus when the focused button disappears', async () => {
      await chat.page.focus('.send-button.stop');
      await chat.tell(end('a'));
      strictEqual(await chat.page.evaluate(() => document.activeElement?.localName), 'textarea');
    });

    it('stops with Escape, but not once it has ended, and says so', async () => {
      await chat.press('Escape');
      await chat.intent('stop');
      strictEqual(await chat.lastSaid(), 'Stopping…');
      await chat.tell(end('a', 'stopped'));
      await chat.press('Escape');
      strictEqual(chat.sent('stop').length, 1);
    });

    it('stops with the button that replaces Send', async () => {
      await chat.page.focus('.others');
      await chat.press('Tab');
      strictEqual(await chat.focused(), 'Stop (Escape)');
      await chat.press('Enter');
      await chat.intent('stop');
      strictEqual(await chat.page.locator('.send-button').count(), 1);
    });
  });

  it('recalls earlier prompts with the arrow keys', async () => {
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'a', prompt: 'first' }), makeTurn({ id: 'b', prompt: 'second' })),
    );
    const keys = ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown'];
    strictEqual(await chat.walk(keys, draft), 'second > first > first > second >  > ');
    await chat.type('own text');
    await chat.press('ArrowUp');
    strictEqual(await draft(), 'own text');
  });

  it('shows the model, and opens the list of models', async () => {
    const button = chat.page.locator('.model-button');
    deepStrictEqual(
      [(await button.textContent())?.trim(), await button.getAttribute('title')],
      ['msg-sonnet-4-6', 'Model: msg-sonnet-4-6\nRelay: relay.example.com'],
    );
    await button.click();
    deepStrictEqual(await chat.intent('listModels'), { type: 'listModels' });
    await chat.press('Escape');
    await chat.tell({ type: 'state', model: null });
    strictEqual((await button.textContent())?.trim(), 'Select model');
  });

  it('shows the start and the end of a model’s name without a hole between them', async () => {
    await chat.tell({ type: 'state', model: { id: 'haiku', label: 'msg-haiku-4-5-20251001' } });
    const button = chat.page.locator('.model-button');
    const holes: number[] = [];
    for (let width = 70; width <= 120; width += 10) {
      await button.evaluate((element, pixels) => {
        element.style.width = `${pixels}px`;
      }, width);
      const picture = await button.locator('.model-name').screenshot();
      const gap = await chat.page.evaluate(findWidestGap, picture.toString('base64'));
      if (gap > 4) holes.push(width, gap);
    }
    deepStrictEqual(holes, []);
  });

  it('asks to connect, and keeps the text, when there is no relay', async () => {
    await chat.tell({ type: 'state', connection: { state: 'missing', fromEnvironment: false } });
    await chat.page.fill('textarea', 'question');
    await chat.press('Enter');
    await chat.drawn();
    deepStrictEqual(
      [sent(), await draft(), await chat.page.textContent('.composer-hint')],
      [[], 'question', 'Connect to a relay to send this.'],
    );
    await chat.page.click('vscode-button:has-text("Connect to Relay")');
    deepStrictEqual(await chat.intent('action'), { type: 'action', action: 'connect' });
  });
});

/** The widest gap between the letters in a picture of a text, in pixels. */
async function findWidestGap(base64: string): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  if (!canvas) throw new Error('There is no canvas.');
  canvas.drawImage(image, 0, 0);
  const columns = Array.from({ length: width }, (_, x) => canvas.getImageData(x, 0, 1, height).data.join());
  const [background] = columns;
  const inked = columns.flatMap((column, x) => (column === background ? [] : [x]));
  return Math.max(...inked.slice(1).map((x, at) => x - (inked[at] ?? x) - 1));
}

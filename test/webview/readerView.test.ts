import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testResultsFolder } from '../../scripts/projectPaths.ts';
import type { ReaderFact } from '../../src/webview/protocol.ts';
import type { FailureView } from '../../src/webview/protocolViews.ts';
import { closeBrowsers } from '../e2e/harness/browser.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { makeMp3 } from './readerSounds.ts';
import { themeNames } from './readerThemes.ts';

const sentences = [
  '# Reading aloud',
  'The extension sends one sentence at a time to your relay, and plays the answer here.',
  'It never asks for more than one sentence ahead of what you hear, because every request costs money.',
  '每一句话都会单独发送到你的中继服务，所以高亮显示总是准确的。',
  'A-very-long-identifier-without-any-place-to-break-it-such-as-createReaderPlaybackControllerFactory is wrapped.',
  'Pause it with Space.',
  'Stop it with Escape.',
  'The sentence that you hear is marked here and in the editor, and both follow the voice as it goes on.',
  'Scroll away and the list stays where you put it.',
  'Scroll back to the marked sentence and it follows again.',
  'When the relay refuses, the reading stops there and keeps its place.',
  'The end.',
];

const failure: FailureView = {
  title: 'The relay refused the request: the balance is too low.',
  advice: [
    'Top up your wallet in the relay’s console.',
    'Then try again: nothing that you heard is paid for twice.',
  ],
  relayMessage: 'insufficient_user_quota: pre-consumed 0.02, remaining 0.0001',
  requestId: '20261121-8f3a01c2',
  actions: [
    { id: 'tryAgain', label: 'Try Again' },
    { id: 'showLog', label: 'Show Log' },
  ],
};

function begin(change: Partial<Extract<ReaderFact, { type: 'begin' }>> = {}): ReaderFact {
  return {
    type: 'begin',
    readingId: 'r',
    title: 'A rather long file name of a document.md',
    sentences: sentences.map((text, index) => ({ index, text })),
    isWhole: true,
    current: 0,
    paused: false,
    ...change,
  };
}

/** Brings the page into one of its states. */
const scenes: Record<string, (view: ReaderPage, sound: Uint8Array) => Promise<void>> = {
  async idle(view) {
    await view.until('document.querySelector(".welcome") !== null');
  },
  async loading(view) {
    await view.send(begin());
    await view.state('loading', 0);
  },
  async blocked(view, bytes) {
    await view.send(begin(), { type: 'audio', readingId: 'r', index: 0, format: 'mp3', bytes });
    await view.state('blocked', 0);
  },
  async playing(view, bytes) {
    await view.press('a');
    await view.send(begin({ current: 3 }), { type: 'audio', readingId: 'r', index: 3, format: 'mp3', bytes });
    await view.state('playing', 3);
  },
  async paused(view) {
    await view.send(begin({ current: 5, paused: true }));
    await view.state('paused', 5);
  },
  async failed(view) {
    await view.send(begin({ current: 7 }), { type: 'failed', readingId: 'r', failure });
    await view.state('failed', 7);
  },
  async finished(view) {
    await view.send(begin({ current: 11 }), { type: 'audioEnd', readingId: 'r' });
    await view.state('finished', 11);
  },
};

/** What a screen reader finds in each state, in short. */
const expected: Record<string, { controls: string[]; current: number[]; said: string }> = {
  idle: { controls: [], current: [], said: '' },
  loading: { controls: ['Pause', 'Stop'], current: [0], said: 'Loading speech…' },
  blocked: { controls: ['Stop', 'Click to Listen'], current: [0], said: 'Press any key to listen.' },
  playing: { controls: ['Pause', 'Stop'], current: [3], said: '' },
  paused: { controls: ['Resume', 'Stop'], current: [5], said: 'Paused' },
  failed: { controls: ['Stop', 'Try Again', 'Show Log'], current: [7], said: failure.title },
  finished: { controls: ['Read Again', 'Stop'], current: [], said: 'Finished' },
};

const readPage = `({
  controls: [...document.querySelectorAll('vscode-toolbar-button, vscode-button')].map((button) => button.label ?? button.textContent.trim()),
  current: [...document.querySelectorAll('.sentences > *')].flatMap((item, index) => item.getAttribute('aria-current') === 'true' ? [index] : []),
  said: document.querySelector('[role=status]').textContent.trim(),
})`;

/** Elements that are wider than the view, or buttons too small to hit. */
const misfits = `[...document.querySelectorAll('body *')].flatMap((element) => {
  const { left, right, width, height } = element.getBoundingClientRect();
  const isButton = element.matches('vscode-button, vscode-toolbar-button');
  if (element.closest('.visually-hidden') || getComputedStyle(element).display === 'none') return [];
  return right > innerWidth + 0.5 || left < -0.5 || (isButton && (width < 22 || height < 22))
    ? [element.tagName + '.' + element.className + ' ' + [left, right, width, height]] : [];
})`;

const inSight = `(() => {
  const list = document.querySelector('.sentences').getBoundingClientRect();
  const current = document.querySelector('[aria-current]').getBoundingClientRect();
  return current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
})()`;

/** Turns the wheel until it is so: a browser that is just laying out its page may overlook a turn, as people know. */
async function turnWheel(view: ReaderPage, distance: number, expression: string): Promise<void> {
  do {
    await view.page.mouse.wheel(0, distance);
    await view.inspect(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
  } while (!(await view.inspect<boolean>(expression)));
}

describe('the reader’s view', () => {
  let sound: Uint8Array;
  before(async () => {
    sound = await makeMp3(400, 20);
    await mkdir(join(testResultsFolder, 'reader'), { recursive: true });
  });
  after(closeBrowsers);

  for (const [name, enter] of Object.entries(scenes)) {
    it(`shows that it is ${name}, in every theme`, async () => {
      const view = await openReaderPage();
      const problems: string[] = [];
      view.page.on('console', (message) => problems.push(message.text()));
      await enter(view, sound);
      await view.until('!document.querySelector("relay-reader").isUpdatePending');
      deepStrictEqual(await view.inspect(readPage), expected[name]);
      for (const theme of themeNames) {
        await view.setTheme(theme);
        deepStrictEqual(await view.inspect(misfits), []);
        await view.page.screenshot({ path: join(testResultsFolder, 'reader', `${name}-${theme}.png`) });
      }
      // The ear of the test is old-fashioned, and Chromium says so.
      deepStrictEqual(
        problems.filter((problem) => !problem.includes('ScriptProcessorNode')),
        [],
      );
      await view.close();
    });
  }

  it('fits a view of 200 pixels', async () => {
    const view = await openReaderPage({ width: 200, height: 320 });
    await scenes['failed']?.(view, sound);
    deepStrictEqual(await view.inspect(misfits), []);
    await view.page.screenshot({ path: join(testResultsFolder, 'reader', 'narrow.png') });
    // Too low for all of it: the page scrolls, so that every button can be reached.
    await view.inspect('document.querySelector("relay-reader").scrollTo(0, 1000)');
    await view.click('.failure vscode-button:last-child');
    await view.intent((intent) => intent.type === 'action' && intent.action === 'showLog');
    await view.close();
  });

  it('speaks the language of the page', async () => {
    const view = await openReaderPage({
      translations: { Paused: '已暂停', '{0} of {1}': '第 {0} 句，共 {1} 句' },
    });
    await scenes['paused']?.(view, sound);
    await view.until('document.querySelector(".status").textContent === "已暂停"');
    deepStrictEqual(
      await view.inspect('document.querySelector(".progress").textContent.trim()'),
      `第 6 句，共 ${sentences.length} 句`,
    );
    await view.close();
  });

  it('counts on while a long text is planned', async () => {
    const view = await openReaderPage();
    await view.send(begin({ isWhole: false }));
    const progress = 'document.querySelector(".progress")?.textContent.trim()';
    await view.until(`${progress} === "1 of 12+"`);
    await view.send({
      type: 'sentences',
      readingId: 'r',
      sentences: [{ index: 12, text: 'One more.' }],
      isWhole: true,
    });
    await view.until(`${progress} === "1 of 13"`);
    deepStrictEqual(await view.inspect('document.querySelectorAll(".sentences li").length'), 13);
    await view.close();
  });

  it('can be operated by keys alone, with the focus in sight', async () => {
    const view = await openReaderPage();
    await scenes['blocked']?.(view, sound);
    await view.press('Tab');
    const focused = `(() => {
      let element = document.activeElement;
      while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      const visible = element.matches(':focus-visible') || element.matches(':focus');
      const ring = [element, ...(element.shadowRoot?.querySelectorAll('*') ?? [])].some((part) => getComputedStyle(part).outlineStyle !== 'none');
      return [element.getAttribute('aria-label') ?? element.textContent.trim(), visible && ring];
    })()`;
    // The first key is a gesture: the reading sounds, and the button that asked for it is gone.
    await view.state('playing', 0);
    const order: unknown[] = [await view.inspect(focused)];
    for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab']) {
      await view.press(key);
      order.push(await view.inspect(focused));
    }
    deepStrictEqual(order, [
      ['Stop', true],
      ['Sentences', true],
      ['Stop', true],
      ['Pause', true],
    ]);
    await view.press('Enter');
    await view.intent(({ type }) => type === 'pause');
    await view.close();
  });

  it('is started by Enter on its big button', async () => {
    const view = await openReaderPage();
    await scenes['blocked']?.(view, sound);
    // Put there by a script, as a screen reader does.
    await view.inspect('document.querySelector(".listen vscode-button").focus()');
    await view.press('Enter');
    await view.state('playing', 0);
    await view.close();
  });

  it('follows the voice until the person scrolls away, and again when they come back', async () => {
    const view = await openReaderPage({ height: 260 });
    const scene = (current: number) => view.send(begin({ current, paused: true }));
    await scene(0);
    await view.state('paused', 0);
    await scene(8);
    await view.state('paused', 8);
    await view.until(inSight);
    await view.page.mouse.move(140, 200);
    await turnWheel(view, -2000, 'document.querySelector(".sentences").scrollTop === 0');
    await scene(9);
    await view.state('paused', 9);
    await view.until('!document.querySelector("relay-reader").isUpdatePending');
    deepStrictEqual(await view.inspect('document.querySelector(".sentences").scrollTop'), 0);
    await turnWheel(view, 2000, inSight);
    await scene(2);
    await view.state('paused', 2);
    await view.until(inSight);
    deepStrictEqual(
      await view.inspect('[scrollY, document.querySelector("relay-reader").scrollTop]'),
      [0, 0],
    );
    await view.close();
  });

  it('keeps the sentence in sight when a failure takes its room', async () => {
    const view = await openReaderPage({ height: 560 });
    await view.send(begin({ current: 7 }));
    await view.state('loading', 7);
    await view.until('!document.querySelector("relay-reader").isUpdatePending');
    await view.until(inSight);
    await view.send({ type: 'failed', readingId: 'r', failure });
    await view.state('failed', 7);
    await view.until(inSight);
    await view.page.setViewportSize({ width: 280, height: 480 });
    await view.until(`innerHeight === 480 && ${inSight}`);
    await view.close();
  });

  it('rests for people who want no motion', async () => {
    const view = await openReaderPage();
    await view.page.emulateMedia({ reducedMotion: 'reduce' });
    await scenes['loading']?.(view, sound);
    deepStrictEqual(
      await view.inspect(
        'document.getAnimations().length + document.querySelector("vscode-progress-bar").getBoundingClientRect().height',
      ),
      0,
    );
    await view.close();
  });

  it('says a wait only before the first sound', async () => {
    const view = await openReaderPage();
    await view.press('a');
    const said = 'document.querySelector("[role=status]").textContent.trim()';
    await view.send(begin());
    await view.until(`${said} === "Loading speech…"`);
    await view.send({
      type: 'audio',
      readingId: 'r',
      index: 0,
      format: 'mp3',
      bytes: await makeMp3(400, 0.3),
    });
    await view.state('playing', 0);
    await view.until(`${said} === ""`);
    await view.state('loading', 1);
    await view.until('document.querySelector(".status").textContent === "Loading…"');
    deepStrictEqual(await view.inspect(said), '');
    await view.send(begin({ readingId: 'another' }));
    await view.until(`${said} === "Loading speech…"`);
    await view.close();
  });

  it('finds its place among thousands of sentences of any length', async () => {
    const view = await openReaderPage();
    const many = Array.from({ length: 3000 }, (_, index) => ({
      index,
      text: 'Words of a long text. '.repeat(1 + (index % 7)),
    }));
    for (const current of [2000, 2001, 10, 2990]) {
      await view.send(begin({ sentences: many, current, paused: true }));
      await view.state('paused', current);
      await view.until(
        `document.querySelector('[aria-current]') === document.querySelectorAll('.sentences li')[${current}]`,
      );
      await view.inspect(
        'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
      );
      deepStrictEqual(await view.inspect(inSight), true, `sentence ${current}`);
    }
    await view.close();
  });
});

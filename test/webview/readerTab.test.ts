import { deepStrictEqual, ok } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testResultsFolder } from '../../scripts/projectPaths.ts';
import type { ReaderTabHostMessage } from '../../src/protocol/readerProtocol.ts';
import { createTextUpdates } from '../../src/readAloud/view/readerPageMessages.ts';
import { createParts } from '../unit/readAloud/playback/playbackParts.ts';
import { findViolations } from './axe.ts';
import { languageNames } from './languages.ts';
import { makeSentences } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { failure, lettersInLine, misfits, sentences } from './readerScenes.ts';
import { themeNames } from './readerThemes.ts';
import { takePicture } from './takePicture.ts';

const text: ReaderTabHostMessage = { type: 'text', title: 'notes.md', from: 0, sentences, isWhole: true };
const place = (
  index: number,
  change: Partial<Extract<ReaderTabHostMessage, { type: 'place' }>> = {},
): ReaderTabHostMessage => ({ type: 'place', status: 'playing', index, seconds: 0, skipped: [], ...change });

const long: ReaderTabHostMessage = {
  ...text,
  sentences: Array.from({ length: 400 }, (_, index) => ({
    index,
    text: `Sentence ${index} of a text that takes its time, so that an ordinary line of it is full of words.`,
    paragraph: Math.floor(index / 4),
    kind: 'paragraph',
  })),
};

const readCurrent = `[...document.querySelectorAll('.sentence')].flatMap((item, index) => item.ariaCurrent === 'true' ? [index] : [])`;
describe('the reader in a tab', () => {
  let view: ReaderPage;
  const options = { isInTab: true, width: 900, height: 700 };
  const open = async (...facts: ReaderTabHostMessage[]) => {
    view = await openReaderPage(options);
    await view.send(...facts);
    await view.drawn();
  };
  afterEach(() => view.close());

  const asked = async (type: string) => view.intent((intent) => intent.type === type);

  it('has centered lines of at most about seventy letters', async () => {
    await open(long, place(0));
    const letters = await view.inspect<number>(lettersInLine);
    const [left, right] = await view.inspect<[number, number]>(
      `(({ left, right }) => [left, innerWidth - right])(document.querySelector('.paragraph').getBoundingClientRect())`,
    );
    ok(letters > 55 && letters < 78, String(letters));
    ok(Math.abs(left - right) < 20, `${left} ${right}`);
  });

  it('sends the target of a click, and the actions of keys', async () => {
    await open({ ...text, sentences: makeSentences(['One.', 'Two.', 'Three.']) }, place(0));
    await view.click('.sentence[data-index="2"]');
    const went = [await asked('jump')];
    for (const [key, type] of Object.entries({ Space: 'pause', '+': 'setSpeed', Escape: 'stop' })) {
      await view.press(key);
      went.push(await asked(type));
    }
    deepStrictEqual(went, [
      { type: 'jump', index: 2 },
      { type: 'pause' },
      { type: 'setSpeed', speed: 1.25 },
      { type: 'stop' },
    ]);
  });

  it('plays nothing, and leads to the view if the sound needs a click there', async () => {
    await open(text, place(0, { status: 'blocked' }));
    const words = `document.querySelector('.listen').innerText`;
    deepStrictEqual(await view.inspect(`[${words}, document.querySelectorAll('audio').length]`), [
      'Open Read Aloud View\n\nVS Code allows sound only after a click or key press in the Read Aloud view.',
      0,
    ]);
    await view.click('.listen vscode-button');
    await asked('showView');
  });

  it('has the actions for a failure, and no button that opens itself', async () => {
    await open(text, place(1, { status: 'failed', failure }));
    const itself = `document.querySelectorAll('[aria-label="Open Read Aloud in Editor"]').length`;
    deepStrictEqual(await view.inspect(itself), 0);
    await view.click('.failure vscode-button');
    deepStrictEqual(await asked('action'), { type: 'action', action: failure.actions[0]?.id });
  });

  it('shows a reading from beginning to end as the host sends it, even after a rebuild', async () => {
    await open();
    const parts = createParts();
    const updates = createTextUpdates((message) => void view.send(message));
    const shown: unknown[] = [];
    const look = async () => {
      updates.update(parts.playback.state);
      await view.send();
      await view.drawn();
      const count = `document.querySelectorAll('.sentence').length`;
      shown.push(await view.inspect(`[document.querySelector('h1').innerText, ${count}, ${readCurrent}]`));
    };
    await look();
    await parts.readTo(7, 2);
    await look();
    parts.playback.session?.jump(5);
    await look();
    updates.forget();
    await view.reload();
    await look();
    parts.start(3);
    await look();
    parts.playback.stop();
    await look();
    deepStrictEqual(shown, [
      ['Read Aloud', 0, []],
      ['notes.md', 7, [2]],
      ['notes.md', 7, [5]],
      ['notes.md', 7, [5]],
      ['notes.md', 3, [0]],
      ['Read Aloud', 0, []],
    ]);
  });

  const scenes: Readonly<Record<string, readonly ReaderTabHostMessage[]>> = {
    idle: [],
    playing: [text, place(3)],
    long: [long, place(200)],
    blocked: [text, place(0, { status: 'blocked' })],
    failed: [text, place(3, { status: 'failed', failure, skipped: [1] })],
  };
  for (const [index, [name, facts]] of Object.entries(scenes).entries())
    for (const language of languageNames)
      it(`shows "${name}" accessibly in ${language}, with nothing cut off or faint`, async () => {
        await mkdir(join(testResultsFolder, 'reader'), { recursive: true });
        view = await openReaderPage({ ...options, language });
        await view.send(...facts);
        // Words differ by language and colors by theme: each language has one theme, another one for each scene.
        const themes =
          language === 'en' ? themeNames : themeNames.slice(index % themeNames.length).slice(0, 1);
        for (const width of [400, 900]) {
          await view.page.setViewportSize({ width, height: 700 });
          await view.until(`innerWidth === ${width}`);
          for (const theme of themes) {
            await view.setTheme(theme);
            const defects = [await view.inspect(misfits), await findViolations({ evaluate: view.inspect })];
            deepStrictEqual(defects, [[], []]);
            const path = join(testResultsFolder, 'reader', `tab-${name}-${language}-${theme}-${width}.png`);
            await takePicture(view.page, { path });
          }
        }
      });
});

import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testResultsFolder } from '../../scripts/projectPaths.ts';
import { findViolations } from './axe.ts';
import { languageNames } from './languages.ts';
import { audio, begin, jump, sound } from './readerFacts.ts';
import { openReaderPage, type ReaderPage } from './readerPage.ts';
import { failure, misfits, type SceneName, scenes, sentences } from './readerScenes.ts';
import { makeMp3 } from './readerSounds.ts';
import { themeNames } from './readerThemes.ts';
import { takePicture } from './takePicture.ts';

/** The toolbar of every reading when there is little room. */
const first = ['Show in Editor', 'Open Read Aloud in Editor', 'Previous Sentence'];
const middle = ['Next Sentence', 'Stop', 'Speed', 'Volume: 100%'];
const last = ['Sleep Timer', 'More actions'];

/** What a screen reader finds in each state, in short. */
const expected: Record<SceneName, { controls: string[]; current: number[]; said: string }> = {
  idle: { controls: ['Select Voice…', 'Test Sound'], current: [], said: '' },
  loading: { controls: [...first, 'Pause', ...middle, ...last], current: [0], said: 'Loading speech…' },
  blocked: {
    controls: [...first, ...middle, ...last, 'Click to Listen'],
    current: [0],
    said: 'Press any key to listen.',
  },
  playing: {
    controls: [...first, 'Pause', ...middle, 'Sleep Timer: After this paragraph', 'More actions'],
    current: [3],
    said: 'Loading speech…',
  },
  paused: {
    controls: [
      ...[...first, 'Resume', ...middle, ...last],
      ...['README.md', 'The answer of a model whose name is very long indeed'].flatMap((title) => [
        `Read ${title} Now`,
        `Remove ${title}`,
      ]),
    ],
    current: [5],
    said: 'Paused. The relay is busy: sentences come one at a time.',
  },
  waiting: {
    controls: [...first, 'Pause', ...middle, ...last, 'Try Again Now'],
    current: [4],
    said: 'The relay is busy.',
  },
  failed: {
    controls: [...first, ...middle, ...last, 'Try Again', 'Show Log'],
    current: [7],
    said: `${[failure.title, ...failure.advice].join(' ')} Buttons: Try Again, Show Log`,
  },
  finished: { controls: [...first, 'Read Again', ...middle, ...last], current: [], said: 'Finished' },
  tested: { controls: ['Close', 'Test Again', 'Select Voice…', 'Test Sound'], current: [], said: '' },
};

/** A side bar, a panel, and the rest of a side bar below the chat. */
const sizes = [
  [280, 560],
  [900, 560],
  [280, 150],
] as const;

const readPage = `({
  controls: [...document.querySelectorAll('button, select, vscode-button')]
    .filter((control) => control.checkVisibility()).map((control) => control.ariaLabel ?? control.textContent.trim()),
  current: [...document.querySelectorAll('.sentence')].flatMap((item, index) => item.getAttribute('aria-current') === 'true' ? [index] : []),
  said: document.querySelector('.announcements > :last-child')?.textContent ?? '',
})`;

/** What a state shows without scrolling, however low the view is. */
const partsInSight: Partial<Record<SceneName, string>> = {
  idle: '.welcome .buttons vscode-button, .welcome > p:first-of-type',
  blocked: '.controls *, .listen *',
  playing: '.controls *, .facts *',
  waiting: '.controls *, .wait *',
  failed: '.controls *, .failure-title, .failure vscode-button',
};

/** The visible elements that are cut off by the edges of the view or of a scroller. */
const listCut = (
  selector: string,
) => `[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap((element) => {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  if (width === 0 || !element.checkVisibility()) return [];
  const around = element.closest('.popup, .rest')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  const isCut = top < Math.max(0, around.top) - 0.5 || bottom > Math.min(innerHeight, around.bottom) + 0.5 ||
    left < -0.5 || right > innerWidth + 0.5;
  return isCut ? [element.tagName + '.' + element.className + ' ' + [left, top, right, bottom].map(Math.round)] : [];
})`;

describe('the reader’s view', () => {
  let bytes: Uint8Array;
  let view: ReaderPage;
  before(async () => {
    bytes = await makeMp3(400, 20);
    await mkdir(join(testResultsFolder, 'reader'), { recursive: true });
  });
  afterEach(() => view.close());

  for (const name of Object.keys(scenes) as SceneName[]) {
    it(`shows that it is ${name}, in every theme and width`, async () => {
      view = await openReaderPage();
      const problems: string[] = [];
      view.page.on('console', (message) => problems.push(message.text()));
      await scenes[name](view, bytes);
      await view.drawn();
      deepStrictEqual(await view.inspect(readPage), expected[name]);
      deepStrictEqual(problems, []);
      for (const [place, [width, height]] of sizes.entries()) {
        await view.page.setViewportSize({ width, height });
        await view.until(`innerWidth === ${width} && innerHeight === ${height}`);
        // Colors, and the room that each theme takes, are the same at every size, so all themes are checked at one.
        for (const theme of themeNames.filter((_, at) => place === 0 || at === place)) {
          await view.setTheme(theme);
          deepStrictEqual(await view.inspect(misfits), []);
          if (theme !== themeNames[place]) continue;
          deepStrictEqual(await findViolations({ evaluate: view.inspect }), []);
          const path = join(testResultsFolder, 'reader', `${name}-${width}x${height}-${theme}.png`);
          await takePicture(view.page, { path });
        }
      }
    });
  }

  // English is seen in every theme and width.
  for (const language of languageNames.filter((each) => each !== 'en')) {
    it(`has room for its texts in ${language}`, async () => {
      const found: Record<string, readonly string[]> = {};
      for (const name of Object.keys(scenes) as SceneName[]) {
        view = await openReaderPage({ language, width: 280, height: 560 });
        await scenes[name](view, bytes);
        await view.drawn();
        const path = join(testResultsFolder, 'reader', `${name}-280-${language}.png`);
        await takePicture(view.page, { path });
        const places = await view.inspect<string[]>(misfits);
        if (places.length > 0) found[name] = places;
        await view.close();
      }
      deepStrictEqual(found, {});
    });
  }

  it('fits a view of 200 pixels', async () => {
    view = await openReaderPage({ width: 200, height: 320 });
    await scenes.failed(view);
    deepStrictEqual(await view.inspect(misfits), []);
    await takePicture(view.page, { path: join(testResultsFolder, 'reader', 'narrow.png') });
    // Too low for all of it: the page scrolls, so that every button can be reached.
    await view.inspect('document.querySelector(".failure vscode-button:last-child").scrollIntoView()');
    await view.click('.failure vscode-button:last-child');
    await view.intent((intent) => intent.type === 'action' && intent.action === 'showLog');
  });

  it('has room for the controls and the current sentence in a view of 150 pixels', async () => {
    view = await openReaderPage({ height: 150 });
    await scenes.playing(view, bytes);
    await view.send(jump('s', 6), audio('s', 6, bytes));
    await view.state('playing', 6);
    const inside = `({ top, bottom }) => top >= 0 && bottom <= innerHeight`;
    await view.until(
      `(${inside})(document.querySelector('.sentence[aria-current]').getBoundingClientRect()) &&
        document.querySelector('.sentence[aria-current]').getBoundingClientRect().top >= document.querySelector('.heading').getBoundingClientRect().bottom`,
    );
    await view.click('#more-button');
    await view.click('#more .if-low');
    await view.intent(({ type }) => type === 'showInEditor');
    await view.click('#sleep-button');
    await view.click('#sleep button:last-child');
    await view.intent(({ type }) => type === 'setSleep');
  });

  it('cuts off no button, menu or hint in a low view', async () => {
    const seen: Record<string, readonly string[]> = {};
    for (const [name, parts] of Object.entries(partsInSight)) {
      view = await openReaderPage({ width: 280, height: 120 });
      await scenes[name as SceneName](view, bytes);
      for (const [width, height] of [
        [280, 120],
        [280, 150],
        [400, 150],
      ] as const) {
        await view.page.setViewportSize({ width, height });
        await view.until(`innerWidth === ${width} && innerHeight === ${height}`);
        await view.drawn();
        const size = `${width}x${height}`;
        // Even if something scrolls the page, its edges stay.
        await view.inspect('scrollTo(0, 99)');
        seen[`${name} ${size}`] = await view.inspect(listCut(parts));
        for (const menu of name === 'playing' ? ['more', 'sleep', 'volume'] : []) {
          await view.click(`#${menu}-button`);
          await view.until(`document.querySelector('#${menu}').matches(':popover-open')`);
          seen[`${menu} ${size}`] = await view.inspect(
            listCut(`#${menu}, #${menu} *, #${menu}-button, .toggle`),
          );
          await takePicture(view.page, { path: join(testResultsFolder, 'reader', `${menu}-${size}.png`) });
          await view.press('Escape');
        }
      }
      await view.close();
    }
    const none = Object.fromEntries(Object.keys(seen).map((name) => [name, []]));
    deepStrictEqual(seen, none);
  });

  it('uses the language of the page', async () => {
    view = await openReaderPage({ language: 'zh-cn' });
    await scenes.paused(view);
    await view.until('document.querySelector(".status").textContent === "已暂停"');
    deepStrictEqual(
      await view.inspect('document.querySelector(".progress").textContent.trim()'),
      `6/${sentences.length}`,
    );
  });

  it('has no motion with reduced motion', async () => {
    view = await openReaderPage();
    await view.page.emulateMedia({ reducedMotion: 'reduce' });
    await scenes.loading(view);
    deepStrictEqual(
      await view.inspect(
        'document.getAnimations().length + document.querySelector("vscode-progress-bar").getBoundingClientRect().height',
      ),
      0,
    );
  });

  it('announces a wait only before the first sound', async () => {
    view = await openReaderPage();
    await view.press('a');
    const said = '[...document.querySelectorAll(".announcements > p")].map((line) => line.textContent)';
    await view.send(begin('r', 3));
    await view.until(`${said}.length === 1`);
    await view.send(audio('r', 0, await makeMp3(400, 0.3)));
    await view.state('playing', 0);
    await view.state('loading', 1);
    await view.until('document.querySelector(".status").textContent === "Loading…"');
    deepStrictEqual(await view.inspect(said), ['Loading speech…']);
    await view.send(begin('another', 3, { title: 'other.md' }));
    await view.until(`${said}.length === 2`);
    deepStrictEqual(await view.inspect(said), ['Loading speech…', 'Loading speech…']);
  });

  it('counts a wait down, and ends it', async () => {
    view = await openReaderPage();
    await scenes.waiting(view);
    const shown = `Number(/ (\\d+) s\\.$/.exec(document.querySelector('.wait p').textContent.trim())?.[1])`;
    await view.until(`${shown} <= 12`);
    const first = await view.inspect<number>(shown);
    await view.until(`${shown} < ${first}`);
    await view.click('.wait vscode-button');
    await view.intent(({ type }) => type === 'retryNow');
    await view.send({ type: 'waiting', readingId: 'r' });
    await view.until('document.querySelector(".wait") === null');
  });

  /** The remaining time and cost, at speed 2. */
  const accounts = [
    [240, 1_100, 1_800, 'about 2 min left', '3.2 KB of text, 1.1 KB cached'],
    [17, 3_210, 0, 'about 10 s left', 'Fully cached. No relay requests needed.'],
    [9_000, 900, 2_310, 'about 1 h 15 min left', '3.2 KB of text, 900 bytes cached'],
    [7_200, 0, 3_210, 'about 1 h left', '3.2 KB of text'],
  ] as const;
  it('shows how much time is left at this speed, and the cost', async () => {
    view = await openReaderPage();
    await view.send(begin('r', 3, { paused: true }), sound(2));
    for (const [leftSeconds, keptBytes, unpaidBytes, left, cost] of accounts) {
      const account = { heardSeconds: leftSeconds, leftSeconds, totalBytes: 3_210, keptBytes, unpaidBytes };
      await view.send({ type: 'account', readingId: 'r', account });
      await view.until(`document.querySelector('.left')?.textContent === '${left}'`);
      const shown = '[document.querySelector(".cost").textContent, document.querySelector(".bar").value]';
      deepStrictEqual(await view.inspect(shown), [cost, 0.5]);
    }
  });
});

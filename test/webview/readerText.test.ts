import { deepStrictEqual, ok } from 'node:assert/strict';
import { begin, jump, makeSentences } from './readerFacts.ts';
import { openReaderPage, type ReaderPage, twoFrames } from './readerPage.ts';
import { lettersInLine, scenes, sentences } from './readerScenes.ts';

const inSight = `(() => {
  const list = document.querySelector('.sentences').getBoundingClientRect();
  const current = document.querySelector('[aria-current]').getBoundingClientRect();
  return current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
})()`;

const paragraphs = `[...document.querySelectorAll('.paragraph')].map(({ textContent }) => textContent)`;

/** Turns the wheel until the expression holds: a browser that is laying out its page may miss a wheel event. */
async function turnWheel(view: ReaderPage, distance: number, expression: string): Promise<void> {
  do {
    await view.page.mouse.wheel(0, distance);
    await view.inspect(twoFrames);
  } while (!(await view.inspect<boolean>(expression)));
}

describe('the text of a reading', () => {
  let view: ReaderPage;
  beforeEach(async () => {
    view = await openReaderPage();
  });
  afterEach(() => view.close());

  /** Paragraphs of eight sentences, each of another length. */
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      index,
      text: 'Words of a long text. '.repeat(1 + (index % 7)).trim(),
      paragraph: Math.floor(index / 8),
      kind: 'paragraph' as const,
    }));

  it('has lines of a readable length in a wide view', async () => {
    await view.page.setViewportSize({ width: 1200, height: 500 });
    const text = makeSentences([
      'A sentence of usual words, which is long enough to measure a line of text by it.',
    ]);
    await view.send(begin('r', 0, { sentences: text, paused: true }));
    await view.state('paused', 0);
    const letters = await view.inspect<number>(lettersInLine);
    ok(letters >= 60 && letters <= 85, `${letters} letters`);
  });

  it('looks like the source: paragraphs and their kinds', async () => {
    await view.send(begin('r', 0, { sentences, paused: true, skipped: [2] }));
    await view.state('paused', 0);
    const tags = `[...document.querySelectorAll('.paragraph')].map(({ localName, className }) => localName + ' ' + className)`;
    const kinds = [
      'p listItem',
      'p listItem',
      'blockquote quote',
      'p paragraph',
      'p comment',
      'p code',
      'p notice',
    ];
    deepStrictEqual(
      await view.inspect(tags),
      ['h2 heading', 'p paragraph', ...kinds, 'p paragraph'].map((each) => each.replace(' ', ' paragraph ')),
    );
    deepStrictEqual(await view.inspect('document.querySelectorAll(".paragraph:not([dir=auto])").length'), 0);
    const [, second] = await view.inspect<string[]>(paragraphs);
    deepStrictEqual(second, [sentences[1], sentences[2], sentences[3]].map((each) => each?.text).join(' '));
    const skipped = `[...document.querySelectorAll('.skipped')].map((sentence) => [sentence.dataset.index, sentence.title, sentence.querySelector('[role=img]').ariaLabel])`;
    const words = 'Could not be synthesized';
    deepStrictEqual(await view.inspect(skipped), [['2', words, words]]);
  });

  it('is never treated as markup', async () => {
    const hostile = '<img src=x onerror="alert(1)"> <b>bold</b> {1} &amp; {0}';
    await view.send(begin('r', 0, { title: hostile, sentences: makeSentences([hostile]) }), {
      type: 'queue',
      items: [{ id: '<i>', title: hostile }],
      sleepAfter: 'off',
    });
    await view.until('document.querySelector(".queue li") !== null');
    const shown = `[document.querySelectorAll('img, b').length, ...['.title', '.sentence', '.queued-title'].map((place) => document.querySelector(place).textContent)]`;
    deepStrictEqual(await view.inspect(shown), [0, hostile, hostile, hostile]);
  });

  it('grows at its end while a long text is planned, even within a paragraph', async () => {
    await view.send(begin('r', 2, { isWhole: false, paused: true }));
    const progress = 'document.querySelector(".progress")?.textContent.trim()';
    await view.until(`${progress} === "1 of 2+"`);
    const more = makeSentences(['', '', 'The third.', 'The fourth.']).slice(2);
    await view.send({ type: 'sentences', readingId: 'r', sentences: more, isWhole: true });
    await view.until(`${progress} === "1 of 4"`);
    const grown = ['This is sentence 1. This is sentence 2. The third.', 'The fourth.'];
    deepStrictEqual(await view.inspect(paragraphs), grown);
  });

  it('marks heard, current and skipped sentences, even after jumps', async () => {
    const marks = `[...document.querySelectorAll('.sentence')].map((sentence) =>
      ['heard', 'skipped'].filter((name) => sentence.classList.contains(name)).concat(sentence.ariaCurrent ?? []).join(' '))`;
    await view.send(begin('one', 4, { current: 2, paused: true, skipped: [1] }));
    await view.state('paused', 2);
    await view.until('document.querySelector("[aria-current]")?.dataset.index === "2"');
    deepStrictEqual(await view.inspect(marks), ['heard', 'heard skipped', 'true', '']);
    await view.send(jump('two', 0, { paused: true }), { type: 'skipped', readingId: 'two', index: 0 });
    await view.until('document.querySelector("[aria-current]")?.dataset.index === "1"');
    deepStrictEqual(await view.inspect(marks), ['heard skipped', 'skipped true', '', '']);
    await view.send(jump('three', 3, { paused: true }));
    await view.until('document.querySelector("[aria-current]")?.dataset.index === "3"');
    deepStrictEqual(await view.inspect(marks), ['heard skipped', 'heard skipped', 'heard', 'true']);
  });

  it('jumps to a clicked sentence, but not if text is selected', async () => {
    await view.send(begin('r', 6, { paused: true }));
    await view.click('[data-index="4"]');
    deepStrictEqual(await view.intent(({ type }) => type === 'jump'), { type: 'jump', index: 4 });
    await view.inspect('getSelection().selectAllChildren(document.querySelector("[data-index=\'5\']"))');
    await view.inspect('document.querySelector("[data-index=\'5\']").click()');
    await view.inspect('getSelection().removeAllRanges()');
    await view.inspect('document.querySelector("[data-index=\'1\']").click()');
    deepStrictEqual(await view.intent(({ type }) => type === 'jump'), { type: 'jump', index: 1 });
  });

  it('is navigated by keys, with one tab stop', async () => {
    await view.press('a');
    await view.send(begin('r', 6, { current: 2, paused: true }));
    await view.until('document.querySelector("[aria-current]")?.dataset.index === "2"');
    const stops = `[...document.querySelectorAll('.sentences [tabindex="0"]')].map(({ dataset }) => dataset.index)`;
    deepStrictEqual(await view.inspect(stops), ['2']);
    await view.inspect('document.querySelector("#more-button").focus()');
    const focused = `(({ dataset, ariaDescription, ariaCurrent, role }) => [dataset.index, ariaDescription, ariaCurrent, role])(document.activeElement)`;
    await view.press('Tab');
    deepStrictEqual(await view.inspect(focused), ['2', 'Sentence 3 of 6', 'true', 'link']);
    await view.press('ArrowDown');
    await view.press('ArrowDown');
    await view.press('ArrowUp');
    deepStrictEqual(await view.inspect(focused), ['3', 'Sentence 4 of 6', null, 'link']);
    await view.press('Enter');
    deepStrictEqual(await view.intent(({ type }) => type === 'jump'), { type: 'jump', index: 3 });
    await view.press(' ');
    await view.intent(({ type }) => type === 'resume');
  });

  it('follows the voice until the person scrolls away, and again when they come back', async () => {
    await view.page.setViewportSize({ width: 280, height: 300 });
    const go = (current: number) => view.send(jump(`to ${current}`, current, { paused: true }));
    await view.send(begin('r', 0, { sentences: many(40), paused: true }));
    await go(30);
    await view.state('paused', 30);
    await view.until(inSight);
    await view.page.mouse.move(140, 250);
    await turnWheel(view, -4000, 'document.querySelector(".sentences").scrollTop === 0');
    await view.until('!document.querySelector(".back-to-current").hidden');
    // The button that leads back covers no sentence.
    const edge = (selector: string, side: 'top' | 'bottom') =>
      view.inspect<number>(`document.querySelector('${selector}').getBoundingClientRect().${side}`);
    ok((await edge('.sentences', 'bottom')) <= (await edge('.back-to-current', 'top')));
    await go(31);
    await view.state('paused', 31);
    await view.inspect(twoFrames);
    deepStrictEqual(await view.inspect('document.querySelector(".sentences").scrollTop'), 0);
    await view.click('.back-to-current');
    await view.until(`${inSight} && document.querySelector(".back-to-current").hidden`);
    deepStrictEqual(await view.inspect('document.activeElement.dataset.index'), '31');
    await go(2);
    await view.until(`document.querySelector('[aria-current]').dataset.index === '2' && ${inSight}`);
    deepStrictEqual(await view.inspect('[scrollY, document.querySelector("main").scrollTop]'), [0, 0]);
  });

  it('keeps the sentence in view when something takes its room', async () => {
    await view.page.setViewportSize({ width: 280, height: 560 });
    await scenes.failed(view);
    await view.until(inSight);
    await view.page.setViewportSize({ width: 280, height: 480 });
    await view.until(`innerHeight === 480 && ${inSight}`);
    deepStrictEqual(await view.inspect('document.querySelector(".back-to-current").hidden'), true);
  });

  it('finds its position among ten thousand sentences, and a step changes only two', async () => {
    await view.send(begin('r', 0, { sentences: many(10_000), paused: true }));
    for (const current of [6000, 6001, 10, 9990]) {
      await view.send(jump(`to ${current}`, current, { paused: true }));
      await view.state('paused', current);
      await view.until(`document.querySelector('[aria-current]')?.dataset.index === '${current}'`);
      await view.until(inSight);
    }
    await view.inspect(`void (() => {
      globalThis.touched = new Set();
      new MutationObserver((records) => { for (const { target } of records) touched.add(target); })
        .observe(document.querySelector('.sentences'), { subtree: true, childList: true, attributes: true });
    })()`);
    await view.send(jump('next', 9991, { paused: true }));
    await view.until(`document.querySelector('[aria-current]')?.dataset.index === '9991'`);
    const touched = await view.inspect<number>('touched.size');
    ok(touched === 2, `${touched} elements`);
  });
});

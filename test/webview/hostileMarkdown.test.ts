import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CDPSession } from 'playwright-core';
import { readCpuMs } from '../timing.ts';
import { attacks, floods } from './hostileMarkdown.ts';
import type { MarkdownPage } from './markdownPage.ts';
import { type MarkdownView, openMarkdownView } from './markdownView.ts';

declare const markdownPage: MarkdownPage;
declare global {
  /** What the attacks call. */
  var ran: () => void;
  var runs: number;
}

/** Elements that drawn text may consist of; those of formulas have a namespace of their own. */
const allowedElements =
  'a blockquote br button code del div em h3 h4 h5 h6 hr img input li ol p pre span strong sup table tbody td th tr ul';
const allowedMath =
  'math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none';
const allowedAttributes =
  'aria-hidden aria-label aria-pressed checked class data-code data-footnote data-footnote-text data-href disabled hidden role scope src alt start tabindex title type';

describe('hostile Markdown', () => {
  let view: MarkdownView;
  let session: CDPSession;

  before(async () => {
    view = await openMarkdownView(400);
    session = await view.page.context().newCDPSession(view.page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await view.page.evaluate(() => {
      globalThis.runs = 0;
      globalThis.ran = () => {
        globalThis.runs += 1;
      };
    });
  });
  after(() => view.close());

  /** CPU time that the page's main thread takes to draw a text. */
  async function measureCpuMs(text: string): Promise<number> {
    const before = await readCpuMs(session);
    await view.page.evaluate((all) => markdownPage.drawStreamed([all]).length, text);
    return (await readCpuMs(session)) - before;
  }

  /**
   * Other processes can only increase the CPU time of the same work, never reduce it: the least of several
   * measurements is the closest.
   */
  async function isLessWork(text: string, times: number, than: string): Promise<void> {
    // What takes hardly any time says nothing: it counts as so much.
    const most = times * Math.max(await measureCpuMs(than), 40);
    const measured: number[] = [];
    while (measured.length < 5 && !(Math.min(...measured) < most)) measured.push(await measureCpuMs(text));
    ok(Math.min(...measured) < most, `${measured.map(Math.round)} ms, and at most ${most.toFixed(0)}`);
  }

  it('runs nothing, fetches nothing and links only to the web, in any spelling', async () => {
    const found: string[] = [];
    const address = view.page.url();
    for (const text of attacks) {
      await view.page.evaluate((all) => markdownPage.show(all), text);
      const strange = await view.page.evaluate(
        ([elements, math, attributes]) =>
          [...document.querySelectorAll('.markdown *')].flatMap((element) => {
            const isMath = element.namespaceURI === 'http://www.w3.org/1998/Math/MathML';
            const known = isMath ? math : elements;
            const mathDanger = /^(?:on.*|href|src|style|id|xlink:href|actiontype)$/;
            const address = element.getAttribute('data-href') ?? 'https:';
            const source = element.getAttribute('src') ?? 'data:image/png;';
            return [
              ...[element.localName].filter((name) => !known.includes(name)),
              ...[address].filter((each) => !/^(?:https?|mailto):/.test(each)),
              ...[source].filter((each) => !/^data:image\/(?:png|jpeg|gif|webp);/.test(each)),
              ...element
                .getAttributeNames()
                .filter((name) => (isMath ? mathDanger.test(name) : !attributes.includes(name))),
            ];
          }),
        [allowedElements.split(' '), allowedMath.split(' '), allowedAttributes.split(' ')] as const,
      );
      found.push(...strange.map((what) => `${what} in ${text}`));
    }
    // A script clicks and hovers over every element, faster than a person could.
    await view.show(attacks.join('\n\n'));
    await view.page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('.markdown *')) {
        for (const type of ['mouseover', 'focus', 'click', 'auxclick', 'error', 'load', 'toggle']) {
          element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
        }
      }
    });
    const runs = await view.page.evaluate(() => globalThis.runs);
    deepStrictEqual(
      { found, runs, requests: view.foreignRequests, problems: view.problems, address: view.page.url() },
      { found: [], runs: 0, requests: [], problems: [], address },
    );
  });

  it('shows where a blocked link would lead', async () => {
    await view.show(
      '[run](command:a.b) [js](javascript:ran()) [js](JaVa\\\nScript:ran()) ![x](vscode-resource:/x.png)',
    );
    strictEqual(
      await view.page.textContent('.markdown'),
      'run (command:a.b) js (javascript:ran()) [js](JaVaScript:ran()) x (vscode-resource:/x.png)',
    );
  });

  for (const [name, makeText] of Object.entries(floods)) {
    it(`takes no more work than its length justifies: ${name}`, async () => {
      // Eight times the text; the square of it would be 64 times the work.
      await isLessWork(makeText(32_000), 32, makeText(4_000));
    });
  }

  it('takes no more work for endless host names than for words', async () => {
    await isLessWork('_www.'.repeat(3000), 32, '_wxw.'.repeat(3000));
  });

  it('is highlighted and nested only within the limits of its patterns', async () => {
    const words = (count: number) => 'a '.repeat(count);
    const texts: readonly (readonly [text: string, found: string, count: number])[] = [
      ['```csharp\npublic static async Task<int> Get<T>(int a) {}\n```', '.hljs-function', 1],
      [`\`\`\`csharp\n${words(9)}Get(int a) {}\n\`\`\``, '.hljs-function', 1],
      [`\`\`\`csharp\n${words(9)}Get<${'T'.repeat(300)}>(int a) {}\n\`\`\``, '.hljs-function', 0],
      [`\`\`\`markdown\n# ${'x'.repeat(900)}\n\`\`\``, '.hljs-section', 1],
      [`\`\`\`md\n# ${'x'.repeat(1_000)}\n\`\`\``, '.hljs-section', 0],
      ['[^a] [^b]\n\n[^a]: x\n\n[^b]: y', '[data-footnote-text]', 2],
      ['[^a] [^b]\n\n[^a]: x\n\n\t[^b]: y', '[data-footnote-text]', 1],
      // No fence: its info string has a backtick.
      [`\`\`\`a\`b\n\n${'> '.repeat(60)}x`, 'blockquote', 48],
    ];
    for (const [text, selector, count] of texts) {
      await view.show(text);
      strictEqual(await view.page.locator(`.markdown ${selector}`).count(), count, text.slice(0, 60));
    }
  });

  it('lets the page do other work in between, however long a line or a formula is', async () => {
    const texts = ['x'.repeat(300_000), '[a](https://a.bc) '.repeat(6_000), `$${'x+'.repeat(50_000)}x$`];
    for (const text of texts) {
      const turns = await view.page.evaluate((all) => markdownPage.showInTurns(all), text);
      const shown = (await view.page.locator('.markdown').textContent())?.length ?? 0;
      ok(turns >= text.length / 8_000, `${turns} turns for ${text.length} characters`);
      ok(shown > text.length / 20, `${shown} characters of ${text.length}`);
    }
  });

  const nestings: Readonly<Record<string, string>> = {
    quotes: '> '.repeat(10_000),
    'quotes without spaces': '>'.repeat(10_000),
    lists: '- '.repeat(10_000),
    'lists line by line': Array.from({ length: 3_000 }, (_, level) => `${' '.repeat(level % 200)}- x`).join(
      '\n',
    ),
    brackets: `${'['.repeat(10_000)}x${']'.repeat(10_000)}`,
    links: `${'['.repeat(10_000)}x${'](https://a.bc)'.repeat(10_000)}`,
    emphasis: `${'*'.repeat(3_000)}x${'*'.repeat(3_000)}`,
  };
  for (const [name, nesting] of Object.entries(nestings)) {
    it(`shows thousands of nested levels only as deep as the page can hold: ${name}`, async () => {
      await view.show(`${nesting} inside\n\nAfter`);
      const { depth, ending } = await view.page.locator('.markdown').evaluate((root) => {
        const depthOf = ({ children }: Element): number => 1 + Math.max(0, ...Array.from(children, depthOf));
        return { depth: depthOf(root), ending: root.textContent?.trim().slice(-5) };
      });
      ok(depth < 400, `${depth} elements deep`);
      strictEqual(ending, 'After');
    });
  }

  const turningTexts: Readonly<Record<string, readonly string[]>> = {
    'letters of a script from right to left': ['[\u05D0\u05D1](https://e.fg) 1 2 `\u0645` 3'],
    'an override as it is': ['[a\u202Eb](https://e.fg) 1 2 `c` 3'],
    'an override by its number': ['[a&#x202e;b](https://e.fg) 1 2 `c` 3'],
    'a mark by its name': ['[a&rlm;b](https://e.fg) 1 2 `c` 3'],
    'a reference in many steps': [...'[a&#x202e;b](https://e.fg) 1 2 `c` 3'],
    'an override only after a closed block': ['[a](https://e.fg) `b`\n\nc\n\n', '[d\u202Ee](https://e.fg)'],
  };
  for (const [name, chunks] of Object.entries(turningTexts)) {
    it(`keeps links and code from reversing the text around them: ${name}`, async () => {
      await view.page.evaluate((all) => markdownPage.show(...all), chunks);
      deepStrictEqual(await readIsolation(view), ['isolate']);
    });
  }

  it('isolates nothing in text that can’t reverse, to save the browser work', async () => {
    await view.show('[a](https://e.fg) & `b` 😀 汉字 é');
    deepStrictEqual(await readIsolation(view), ['normal']);
  });

  it('shows invisible characters in code and links, and copies them unchanged', async () => {
    const text =
      '`a\u202Eb` [c\u200Bd](https://e.fg) `\u0645\u06CC\u200C\u062E 👩\u200D💻`\n\n```\nx\u2066y\n```\n';
    await view.show(text);
    const codes = await view.page
      .locator('.invisible-character')
      .evaluateAll((all) => all.map((element) => element.getAttribute('data-code')));
    const copied = await view.page.locator('.markdown p > :is(code, a)').allTextContents();
    deepStrictEqual(
      [codes, copied],
      [
        ['U+202E', 'U+200B', 'U+2066'],
        ['a\u202Eb', 'c\u200Bd', '\u0645\u06CC\u200C\u062E 👩\u200D💻'],
      ],
    );
  });

  it('copies the TeX of formulas', async () => {
    await view.show('Let $x^2$ be.\n\n\\[\n\\frac{1}{2}\n\\]\n\nEnd');
    const copied = await view.page.evaluate(() => {
      const selection = getSelection();
      selection?.selectAllChildren(document.querySelector('.markdown') ?? document.body);
      return selection?.toString();
    });
    // The browser breaks the line after a formula.
    deepStrictEqual(copied?.replace(/\s+/g, ' '), 'Let $x^2$ be. \\[ \\frac{1}{2} \\] End');
  });
});

/** How links and code in the drawn text are isolated from the text around them. */
function readIsolation({ page }: MarkdownView): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('.markdown :is(a, p code)')];
    return [...new Set(elements.map((element) => getComputedStyle(element).unicodeBidi))];
  });
}

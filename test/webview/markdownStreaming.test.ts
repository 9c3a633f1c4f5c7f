import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { richAnswer } from './chatFacts.ts';
import { corpus, fragments } from './markdownCorpus.ts';
import type { MarkdownPage } from './markdownPage.ts';
import { type MarkdownView, openMarkdownView } from './markdownView.ts';

declare const markdownPage: MarkdownPage;

describe('streamed Markdown', () => {
  let page: MarkdownView['page'];

  before(async () => {
    page = (await openMarkdownView(400)).page;
  });
  after(() => page.close());

  it('is drawn like the whole text, however it was split', async () => {
    const texts = [...corpus, corpus.join('\n\n'), richAnswer];
    const differences = await page.evaluate((all) => markdownPage.findDifferences(all, 10, 1), texts);
    deepStrictEqual(differences, []);
  });

  it('is drawn like the whole text for random texts, too', async () => {
    const differences = await page.evaluate(
      (parts) => markdownPage.findDifferences(markdownPage.makeTexts(parts, 100, 2), 3, 3),
      fragments,
    );
    deepStrictEqual(differences, []);
  });

  it('is drawn at all', async () => {
    strictEqual(
      await page.evaluate(() => markdownPage.drawStreamed(['# A *he', 'ading*\n\n1. o', 'ne\n2. two\n'])),
      '<h3 class="heading-1">A <em>heading</em></h3><ol><li><p>one</p></li><li><p>two</p></li></ol>',
    );
  });

  it('never changes a closed block again', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index} with *words* in it.\n\n`);
    const text = paragraphs.join('') + richAnswer.replace(/\[\^1\]/g, '');
    const watched = await page.evaluate((all) => markdownPage.watchClosedBlocks(all, 7), text);
    deepStrictEqual(watched, { changes: 0, areSame: true });
  });

  const longTexts: Readonly<Record<string, (length: number) => string>> = {
    'a mixed response': (length) => repeat(`${richAnswer}\n\n`, length),
    'one code block': (length) => `\`\`\`js\n${repeat('const a = b * 42;\n', length)}`,
    'one list': (length) => repeat('- An **item** with `code`\n', length),
    'one nested list': (length) => `- top\n${repeat('  - An **item** with `code`\n', length)}`,
    'one table': (length) => `| a | b |\n| - | - |\n${repeat('| **x** | `y` |\n', length)}`,
    'one paragraph': (length) => repeat('Some *words* and `code`. ', length),
  };
  for (const [name, makeText] of Object.entries(longTexts)) {
    it(`takes about the same work for each part of ${name}`, async () => {
      const workFor = async (length: number) => {
        const text = makeText(length);
        return (await page.evaluate((all) => markdownPage.measureWork(all, 100), text)) / length;
      };
      const growth = (await workFor(16_000)) / (await workFor(4_000));
      ok(growth < 1.5, `four times the text took ${(4 * growth).toFixed(1)} times the work`);
    });
  }

  const endlessTexts: Readonly<Record<string, string>> = {
    'a paragraph': repeat('Some *words* and `code`. ', 10_000),
    'a paragraph of many lines': repeat('A line of\nwords \u{1F600} ', 10_000),
    'a quote': `> ${repeat('word ', 70_000)}`,
    'a row of a table': `| a |\n| - |\n| ${repeat('word ', 70_000)}`,
    'a nested list': `- top\n${repeat('  - An **item**\n', 70_000)}\n\nThe end`,
    'empty lines and a word': `${'\n'.repeat(9_000)}${'x'.repeat(9_000)}\n\nThe end`,
    'a comment in code': `\`\`\`ts\n/*${repeat(' a comment\n', 40_000)}*/ const a = 1;\n${repeat('const b = 2;\n', 9_000)}`,
  };
  for (const [name, text] of Object.entries(endlessTexts)) {
    it(`is split at the same positions if it has no end, however it arrived: ${name}`, async () => {
      const [atOnce, inParts] = await page.evaluate(
        (ways) => ways.map((chunks) => markdownPage.drawStreamed(chunks)),
        [[text], split(text, 6_007)],
      );
      strictEqual(inParts, atOnce);
    });
  }

  it('is shown about twenty times a second, formatted soon after, and its end at once', async () => {
    const draw = (...steps: Parameters<MarkdownPage['drawInTime']>[0]) =>
      page.evaluate((all) => markdownPage.drawInTime(all), steps);
    deepStrictEqual(await draw([0, 'a'], [16, 'b'], [33, 'c'], [50, 'd'], [66, 'e'], [67], [67, 'f']), [
      ...['<p>a</p>', '<p>a</p>', '<p>a</p>', '<p>abcd</p>', '<p>abcd</p>'],
      ...['<p>abcde</p>', '<p>abcde</p>'],
    ]);
    deepStrictEqual(await draw([0, 'a **b '], [50, 'c**'], [100, ' d']), [
      ...['<p>a **b</p>', '<p>a **b c**</p>', '<p>a <strong>b c</strong> d</p>'],
    ]);
    const [, , long = ''] = await draw([0, `${'a '.repeat(500)}**b`], [50, '**'], [130, ' c']);
    ok(long.endsWith('a <strong>b</strong> c</p>'), long);
    deepStrictEqual(await draw([0, 'a\n\n '], [50, 'b\n\nc'], [100, 'd']), [
      ...['<p>a</p>', '<p>a</p>', '<p>a</p><p>b</p><p>cd</p>'],
    ]);
  });

  const line = 'const text = await readFile(path); // may throw\n';
  const openTexts: Readonly<
    Record<string, readonly [(length: number) => string, length: number, atLeast: number]>
  > = {
    'a paragraph': [(length) => repeat('Some *words* and `code`. ', length), 3_000, 19],
    'a code block': [(length) => repeat(`\`\`\`ts\n${line.repeat(400)}`, length), 10_000, 19],
    'code in a list': [
      (length) => repeat(`1. Do:\n\n   \`\`\`ts\n${`   ${line}`.repeat(400)}`, length),
      3_000,
      10,
    ],
    'a table': [(length) => `| a |\n| - |\n${repeat('| some words |\n', length)}`, 10_000, 14],
    'a long quote': [(length) => repeat('> Some *words* and `code`.\n>\n', length), 10_000, 5],
  };
  for (const [name, [makeText, length, atLeast]] of Object.entries(openTexts)) {
    it(`shows new text many times a second in ${name} of ${length} characters`, async () => {
      const text = makeText(length + 600);
      const changes = await page.evaluate(([before, more]) => markdownPage.countChanges(before, more), [
        text.slice(0, length),
        text.slice(length),
      ] as const);
      ok(changes >= atLeast && changes <= 21, `${changes} times`);
    });
  }

  const selections: readonly (readonly [string, text: string, selector: string, selected: string])[] = [
    ['a paragraph', 'one *two* ', 'em', 'two'],
    ['an item with code', '1. Do:\n\n   ```sh\n   run\n   ```\n\n   so ', 'pre', 'run'],
    ['an item below code', '1. Do:\n\n   ```sh\n   run\n   ```\n\n   *so* ', 'em', 'so'],
  ];
  for (const [name, text, selector, selected] of selections) {
    it(`keeps the selection in ${name} while more is drawn`, async () => {
      const kept = await page.evaluate(
        ([before, place]) => markdownPage.keepSelection(before, place, ['it ', '**is** ', 'there']),
        [text, selector] as const,
      );
      strictEqual(kept, selected);
    });
  }

  it('can be very long', async () => {
    const text = repeat(`${richAnswer}\n\n`, 300_000);
    const chunks = split(text, 4_000);
    const length = await page.evaluate((all) => markdownPage.drawStreamed(all).length, chunks);
    ok(length > text.length);
  });
});

function split(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

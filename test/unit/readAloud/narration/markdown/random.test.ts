import { deepStrictEqual, ok } from 'node:assert/strict';
import { createNarrateMarkdown, narrationFor } from '../../../../../src/readAloud/narration/narration.ts';
import { narratePlainText } from '../../../../../src/readAloud/narration/plainText.ts';
import { createRandom } from '../../../../randomNumbers.ts';
import { faultsOf, speak } from '../narratedBlocks.ts';

/** Lines of Markdown, separated by `¦`, that begin, end or continue a block, in five scripts. */
const lines = [
  '# Heading¦## 标题¦Setext\n---¦A sentence of words.¦Другой текст, и ещё.¦今天天气很好，我们去公园。¦カタカナとひらがな',
  '한국어 문장입니다.¦نص عربي هنا¦ends with two spaces  ¦ends with a backslash\\¦- item¦* [x] done',
  '- [ ] to do¦1. one¦2) two¦10. ten¦   indented three¦  indented two¦    code or more',
  '\tbehind a tab¦  - inner¦   1. inner number¦> quote¦> - item in a quote¦>> deeper¦> ```',
  '> [!NOTE]¦```¦```ts¦  ```¦   ```sh¦~~~¦    ```¦- ```¦const a = b && c;¦| a | b |¦|---|:-:|',
  '| 1 | `x\\|y` |¦---¦***¦* * *¦$$¦\\[¦\\]¦x^2 + y = $z$¦:::note¦:::¦<div>¦</div>',
  '<p align="center">centre</p>¦<b>¦<!--¦-->¦<script>¦</script>¦<?php¦?>',
  '[ref]: https://example.org "Title"¦[^1]: footnote¦<think>¦</think>¦¦¦¦¦ ¦===¦1.¦-¦#',
]
  .join('¦')
  .split('¦');

const inline = [
  '**bold**¦*em¦_u_¦~~gone~~¦`code`¦``a ` b``¦`getUserById`¦[text](https://example.org/a)',
  '[text][ref]¦[ref]¦![alt *x*](y.png)¦![](y.png)¦[^1]¦[[wiki|link]]¦https://example.org/a_b，',
  'www.example.com.¦<https://example.org>¦me@example.org¦$a_1 * b$¦\\(c\\)¦$5¦&amp;¦&nbsp;',
  '&#x1F600;¦\\*¦\\\\¦<br>¦<kbd>x</kbd>¦🎉¦👨‍👩‍👧‍👦¦1️⃣¦:tada:¦🇨🇳¦e\u0301¦\u200b¦\u00ad¦\u00a0¦\ud83d',
  '𠮷野¦a1b2c3d4e5f6a7b8¦src/a/b/c.ts:3¦"quoted"¦字¦(¦]¦[¦*¦_¦|¦>',
]
  .join('¦')
  .split('¦');

/** Random Markdown of at most `most` lines. */
function randomMarkdown(random: () => number, most: number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const lineEnd = random() < 0.2 ? '\r\n' : '\n';
  const count = 1 + Math.floor(random() * most);
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => pick(inline));
    return [pick(lines), ...parts].join(random() < 0.7 ? ' ' : '');
  }).join(lineEnd);
}

const whole = createNarrateMarkdown({ first: Infinity, others: Infinity, long: Infinity, longest: Infinity });
const inSmallChunks = createNarrateMarkdown({ first: 1, others: 1, long: Infinity, longest: Infinity });
/**
 * SPEAKABLE_DOCUMENTS=800 checks many more documents than a usual run has time for. In chunks, the narration of about
 * one in a thousand differs: how the parser reads a line that ends a quote or item depends on the block before it.
 */
const documents = Number(process.env['SPEAKABLE_DOCUMENTS'] ?? 150);
/** An empty item: after a paragraph, the parser reads it as text; at the start of a chunk, correctly as an item. */
const emptyItemWithin = /^(?: *(?:>|[-*+]|\d+[.)]))+ +(?:[-*+]|\d+[.)])[ \t]*\r?$/m;
const modes = ['skip', 'announce', 'read'] as const;

describe('the narration of random Markdown', () => {
  it('has an exact map to the source, within the requested range', () => {
    const random = createRandom(1);
    for (let round = 0; round < documents; round += 1) {
      const source = randomMarkdown(random, 30);
      const start = random() < 0.5 ? 0 : Math.floor(random() * source.length);
      const end = random() < 0.5 ? source.length : start + Math.floor(random() * (source.length - start));
      const codeBlocks = modes[round % 3] ?? 'read';
      const pronunciations: Record<string, string> = round % 2 === 0 ? {} : { item: 'thing', 天气: '气候' };
      for (const speakable of [narrationFor('markdown'), narratePlainText]) {
        const blocks = speak(speakable, source, { start, end, codeBlocks, pronunciations });
        const faults = blocks.flatMap((block) => faultsOf(block, source, { start, end }));
        deepStrictEqual(faults, [], JSON.stringify({ source, start, end, codeBlocks }));
      }
    }
  });

  it('is the same in chunks as in one piece', () => {
    const random = createRandom(2);
    let chunked = 0;
    for (let round = 0; round < documents; round += 1) {
      const source = randomMarkdown(random, 40);
      if (emptyItemWithin.test(source)) continue;
      const options = { wordsLanguage: 'en', codeBlocks: modes[round % 3] ?? 'read' } as const;
      const blocks = speak(whole, source, options);
      deepStrictEqual(speak(inSmallChunks, source, options), blocks, JSON.stringify(source));
      chunked += blocks.length;
    }
    ok(chunked > documents);
  });

  it('contains each letter of plain paragraphs once, in order', () => {
    const random = createRandom(3);
    const words = ['word', 'слово', '天气', 'かな', '한국어', 'a', 'été'];
    for (let round = 0; round < 200; round += 1) {
      const source = Array.from({ length: 60 }, () => {
        const word = words[Math.floor(random() * words.length)] ?? '';
        return word + (random() < 0.1 ? '\n\n' : random() < 0.2 ? '\n' : ' ');
      }).join('');
      const heard = speak(narrationFor('markdown'), source).map(({ text }) => text);
      deepStrictEqual(heard.join('').replaceAll(/\s/g, ''), source.replaceAll(/\s/g, ''));
    }
  });
});

const hostile: Readonly<Record<string, string>> = {
  'quotes in each other': '>'.repeat(5000),
  'quotes in each other with a text': `${'> '.repeat(5000)}text`,
  'footnotes in each other': '[^a]: '.repeat(5000),
  'items in each other': `${'- '.repeat(5000)}text`,
  'items that are deeper and deeper': Array.from(
    { length: 300 },
    (_, depth) => `${' '.repeat(2 * depth)}- text`,
  ).join('\n'),
  'opening brackets': '['.repeat(20_000),
  'closing brackets': ']'.repeat(20_000),
  'links in each other': `${'[a]('.repeat(5000)}text`,
  'images in each other': `${'!['.repeat(5000)}text`,
  emphasis: '*a _b '.repeat(5000),
  stars: '*'.repeat(50_000),
  'open tags': '<a '.repeat(10_000),
  'open comments': '<!-- '.repeat(10_000),
  'ticks of every length': Array.from({ length: 300 }, (_, length) => '`'.repeat(length + 1)).join(' '),
  'signs of dollars': '$a '.repeat(20_000),
  backslashes: '\\('.repeat(20_000),
  bars: `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|'.repeat(5000)}`,
  addresses: 'https://'.repeat(5000),
  folders: 'a/'.repeat(20_000),
  'words that go on': 'a1'.repeat(50_000),
  colons: ':a'.repeat(20_000),
  surrogates: '\ud83d'.repeat(5000),
  references: '&#0;&bad;&amp'.repeat(2000),
  fences: '```\n'.repeat(3001),
  'wiki links': '[[a|'.repeat(5000),
  nul: '\0\0a\0',
};

describe('the narration of hostile Markdown', () => {
  for (const [index, [name, source]] of Object.entries(hostile).entries()) {
    it(name, () => {
      const codeBlocks = modes[index % modes.length] ?? 'skip';
      const blocks = speak(narrationFor('markdown'), source, { codeBlocks });
      deepStrictEqual(
        blocks.flatMap((block) => faultsOf(block, source)),
        [],
      );
    });
  }
});

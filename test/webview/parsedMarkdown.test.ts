import { deepStrictEqual } from 'node:assert/strict';
import type { Nodes } from 'mdast';
import { parseMarkdown } from '../../src/webview/markdown/parseMarkdown.ts';

/** Texts, and the formulas and links in them. */
const cases: readonly (readonly [text: string, ...found: string[]])[] = [
  ['$5，共10$'],
  ['价格是$5\n或10$元，$100 in US$ terms, $5 or 10$'],
  ['$2x + 3$, $3$ and $2\\text{个}$', '$2x + 3$', '$3$', '$2\\text{个}$'],
  ['速度为$v=\\frac{路程}{时间}$。', '$v=\\frac{路程}{时间}$'],
  ['$ is cheap\n$$ is not\n$$$ is **dear**'],
  ['\\[see\nbelow\\] and \\[x\n= 1\\]', '\\[x\n= 1\\]'],
  ['$$\nx\n$$\n\n$$ x =\n1 $$', '$$\nx\n$$', '$$ x =\n1 $$'],
  ['https://a.bc and www.d.ef', 'https://a.bc', 'http://www.d.ef'],
  ['[来源：https://a.bc] and [https://d.ef', 'https://a.bc', 'https://d.ef'],
  ['[**See** https://a.bc], [b](https://c.de)', 'https://a.bc', 'https://c.de'],
  ['me@a.bc', 'mailto:me@a.bc'],
];

function find(node: Nodes): string[] {
  if (node.type === 'link') return [node.url];
  if (node.type === 'inlineMath' || node.type === 'math') return [node.source];
  return 'children' in node ? node.children.flatMap(find) : [];
}

describe('Markdown', () => {
  for (const [text, ...found] of cases)
    it(`has its formulas and links: ${JSON.stringify(text)}`, () => {
      deepStrictEqual(find(parseMarkdown(text).root), found);
    });
});

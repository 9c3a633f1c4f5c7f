import { deepStrictEqual } from 'node:assert/strict';
import { AnswerLines } from '../../../../src/editing/rewrite/chooseLines.ts';

import { itReads, ticks } from './answerCases.ts';

const oldCode = ['def f():', '    return 0', '', 'def g():', '    return 1'];
const docstring = ['def f():', '    """', "    '''", '    f()', "    '''", '    """', '    return 2'];
const atMargin = ['const help = `', "'''", 'tool --help', "'''", '`;'];
const first = ['def f():', '    return 2'];
const second = ['def g():', '    return 3'];
const block = (lines: readonly string[], language = 'python') => [`'''${language}`, ...lines, "'''"];
const explanations = [
  'It returns 2 now.',
  '**Changes:**',
  '**Complexity:** O(1)',
  '- `f()` returns 2',
  '- import it once',
  '- Renamed x to y',
  '2. **foo()**: called once',
  '### Explanation',
  'f() now returns 2, which is what g() needs.',
  'the new f() returns two now',
  'callers need no',
  '`count = 2;`',
  'Time complexity: O(n log n)',
  'Uses map() and filter()',
  'Hope this helps!',
  '> Note: call f() first',
  '| old() | new() |',
  '说明：f() 现在返回 2。',
  '- 修改了返回值',
  'Функция теперь возвращает другое значение',
];

describe('a response for code', () => {
  itReads(oldCode, false, [
    ...explanations.map((words) => ({
      name: `an explanation: ${words}`,
      answer: ['Here is the rewritten code:', '', ...block(first), '', words],
      taken: first,
    })),
    {
      name: 'old code after the block',
      answer: [...block(first), 'def g():'],
      taken: first,
      isUnsure: true,
    },
    {
      name: 'an example call after the block',
      answer: [...block(first), 'print(f())'],
      taken: first,
    },
    {
      name: 'old code before a block',
      answer: ['def f():', '    """', ...block(['f()'], ''), '    """'],
      isUnsure: true,
    },
    { name: 'a heading before it', answer: ['### Solution', '**New code**', ...block(first)], taken: first },
    { name: 'a block within a comment', answer: block(docstring), taken: docstring },
    { name: 'the requested fence', answer: ["'''''ts", ...atMargin, "'''''"], taken: atMargin },
    {
      name: 'the requested fence that ends with a shorter one',
      answer: ["'''''python", ...first, "'''"],
      taken: first,
    },
    {
      name: 'a fence that ends with a shorter one, and text after it',
      answer: ["'''''python", ...first, "'''", 'It returns 2.'],
      taken: [...first, "'''", 'It returns 2.'],
      isUnsure: true,
    },
    {
      name: 'a fence that ends at a block within it',
      answer: block(atMargin, 'ts'),
      taken: atMargin.slice(0, 1),
      isUnsure: true,
    },
    {
      name: 'the same without a language',
      answer: block(
        docstring.map((line) => line.trim()),
        '',
      ),
      taken: ['def f():', '"""'],
      isUnsure: true,
    },
    {
      name: 'two blocks, the second of which is longer',
      answer: [...block(['x = f()']), ...block(second)],
      taken: second,
      isUnsure: true,
    },
    { name: 'no fence', answer: second },
    {
      name: 'no fence, between sentences',
      answer: ['Here it is:', ...first, 'It returns 2 now.', 'Call it as before.'],
      taken: first,
    },
    {
      name: 'no fence, and a sentence in between',
      answer: [...first, 'And this is g now.', ...second],
      isUnsure: true,
    },
    {
      name: 'no fence, and a sentence within a comment',
      answer: ['def f():', '    """', '    It returns 2 now.', '    """', '    return 2'],
    },
    { name: 'no fence around a block within a comment', answer: docstring, isUnsure: true },
    {
      name: 'two blocks',
      answer: ['Here is f:', ...block(first), 'and g:', ...block(second)],
      taken: first,
      isUnsure: true,
    },
    {
      name: 'two blocks without a language',
      answer: ['Here is f:', ...block(first, ''), 'and g:', ...block(second, '')],
      taken: first,
      isUnsure: true,
    },
    {
      name: 'two blocks with the requested fence',
      answer: ["'''''python", ...first, "'''''", "'''''python", ...second, "'''''"],
      taken: first,
      isUnsure: true,
    },
    {
      name: 'an example before it',
      answer: ['First install it:', ...block(['npm i foo'], 'sh'), 'Then:', ...block(first)],
      taken: first,
      isUnsure: true,
    },
    {
      name: 'an example before a block with the requested fence',
      answer: ['First install it:', ...block(['npm i foo'], 'sh'), 'Then:', "'''''python", ...first, "'''''"],
      taken: first,
    },
    {
      name: 'the old code in a separate block',
      answer: ['This:', ...block(oldCode), 'becomes this:', ...block(first)],
      taken: first,
    },
    { name: 'a fence that is never closed', answer: block(first).slice(0, -1), taken: first },
    {
      name: 'a block that is never closed before the next one',
      answer: [...block(first).slice(0, -1), ...block(second)],
      taken: [...first, ...block(second)],
      isUnsure: true,
    },
  ]);

  describe('that replaces a code block', () => {
    const old = block(['f()']);
    itReads(old, false, [{ name: 'the block alone', answer: block(['g()']), isUnsure: true }]);
  });

  it('shows its block while text after it is still streaming', () => {
    const answer = new AnswerLines({ old: oldCode, isProse: false });
    const text = ticks(['Here it is:', ...block(first), 'Done', 'and explained.']);
    const shown = text.map((line) => {
      answer.push(`${line}\n`);
      return answer.choose().lines.length;
    });
    deepStrictEqual(shown, [0, 0, 1, 2, 2, 2, 2]);
  });

  it('is read in linear time, however many blocks it has, and whatever is around them', () => {
    const hostile = [
      'a'.repeat(100_000),
      '`'.repeat(100_001),
      'a '.repeat(50_000),
      '- '.repeat(50_000),
      '('.repeat(100_000),
    ];
    const answer = new AnswerLines({ old: oldCode, isProse: false });
    for (const line of hostile) answer.push(`${line}\n`);
    answer.push('```py\nf()\n```\n'.repeat(30_000));
    deepStrictEqual(answer.choose(), { isSure: false, lines: ['f()'] });
  });
});

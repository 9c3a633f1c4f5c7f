import { deepStrictEqual } from 'node:assert/strict';
import { narratePlainText } from '../../../../src/readAloud/narration/plainText.ts';
import { checkGrowth, faultsOf, type NarrationCase, repeat, speak, written } from './narratedBlocks.ts';

const cases: readonly NarrationCase[] = [
  ['paragraphs over wrapped lines', 'one\ntwo\n\nthree', {}, ['one two', 'three']],
  ['line ends of every kind', 'one\r\ntwo\rthree\n\r\nfour', {}, ['one two three', 'four']],
  ['Chinese lines', '今天天气很好，\n我们去公园。', {}, ['今天天气很好，我们去公园。']],
  [
    'items',
    '- one\n  wrapped\n* two\n1. three\n2. four',
    {},
    ['[listItem] one wrapped', '[listItem] two', '[listItem] 1. three', '[listItem] 2. four'],
  ],
  [
    'Chinese items',
    '一、准备\n二、开始\n• 结束',
    {},
    ['[listItem] 一、准备', '[listItem] 二、开始', '[listItem] 结束'],
  ],
  ['headings that are marked', '# Title\nText', {}, ['[heading1] Title.', 'Text']],
  ['lines of signs', 'Title\n=====\n\n-----\nText\n*****', {}, ['Title', 'Text']],
  ['a heading in a frame on one side', 'Setup -----', {}, ['Setup']],
  ['signs that are no frame', 'a -- b\nc --- d --', {}, ['a -- b c --- d --']],
  ['a title in a frame', '===== Setup =====\ngoes on', {}, ['Setup goes on']],
  [
    'a quote in an email',
    'She wrote:\n> Are you there?\n> Call me.',
    {},
    ['She wrote: Are you there? Call me.'],
  ],
  ['an address', 'See https://example.org/a/b?c=d.', {}, ['See link to example.org.']],
  [
    'an address with a name and a port',
    'http://me:secret@localhost:8080/x runs',
    {},
    ['link to localhost runs'],
  ],
  ['a Chinese address', '请看https://example.org/a。谢谢', {}, ['请看example.org 的链接。谢谢']],
  ['a hash', 'commit 9fceb02d0ae598e95dc970b74767f19372d61af8', {}, ['commit hash 9fce']],
  [
    'a long name is no hash',
    'ACCESSIBILITY and internationalization_of_everything',
    {},
    ['ACCESSIBILITY and internationalization_of_everything'],
  ],
  ['an id', 'Request 123e4567-e89b-12d3-a456-426614174000 failed', {}, ['Request hash 123e failed']],
  ['a path', 'at /usr/lib/node_modules/app/main.js:10:5', {}, ['at main dot J S line 10']],
  ['a path of Windows', 'Open C:\\Users\\me\\notes.txt now', {}, ['Open notes dot T X T now']],
  ['slashes behind Chinese words', '前端/React', {}, ['前端/React']],
  ['slashes between words', 'and/or, he/she/they, 2024/05/06', {}, ['and/or, he/she/they, 2024/05/06']],
  ['emoji', 'Hi 👋, all 🎉', {}, ['Hi, all']],
  ['only signs', '*** --- ???', {}, []],
  ['a selection', 'one two three\n\nfour five', { start: 4, end: 19 }, ['two three', 'four']],
];

describe('the narration of plain text', () => {
  for (const [name, source, options, expected] of cases) {
    it(name, () => {
      const blocks = speak(narratePlainText, source, options);
      deepStrictEqual(
        { heard: blocks.map(written), faults: blocks.flatMap((block) => faultsOf(block, source)) },
        { heard: [...expected], faults: [] },
      );
    });
  }

  for (const unit of [' ', '\t', '-', '=', '_', '#', '*', '~']) {
    it(`takes linear time for a line with many of ${JSON.stringify(unit)}`, () => {
      checkGrowth(narratePlainText, (length) => `one ${repeat(unit, length)} two`);
    });
  }
});

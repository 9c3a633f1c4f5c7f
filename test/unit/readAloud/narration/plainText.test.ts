import { narratePlainText } from '../../../../src/readAloud/narration/plainText.ts';
import { checkGrowth, defineCase, type NarrationCase, repeat } from './narratedBlocks.ts';

const cases: readonly NarrationCase[] = [
  ['paragraphs over wrapped lines', 'one\ntwo\n\nthree', ['one two', 'three']],
  ['line ends of every kind', 'one\r\ntwo\rthree\n\r\nfour', ['one two three', 'four']],
  ['items', '- A\n  B\n* C\n1. D', ['[listItem] A B', '[listItem] C', '[listItem] 1. D']],
  [
    'Chinese items',
    '一、准备\n二、开始\n• 结束',
    ['[listItem] 一、准备', '[listItem] 二、开始', '[listItem] 结束'],
  ],
  ['headings that are marked', '# Title\nText', ['[heading1] Title.', 'Text']],
  ['lines of signs', 'Title\n=====\n\n-----\nText\n*****', ['Title', 'Text']],
  ['a heading in a frame on one side', 'Setup -----', ['Setup']],
  ['signs that are no frame', 'a -- b\nc --- d --', ['a -- b c --- d --']],
  ['a title in a frame', '===== Setup =====\ngoes on', ['Setup goes on']],
  ['a quote in an email', 'She wrote:\n> Are you there?\n> Call me.', ['She wrote: Are you there? Call me.']],
  ['an address with a name and a port', 'http://me:secret@localhost:8080/x runs', ['link to localhost runs']],
  ['a long name is no hash', 'internationalization_of_everything', ['internationalization_of_everything']],
  ['a path', 'at /usr/lib/node_modules/app/main.js:10:5', ['at main dot J S line 10']],
  ['a path of Windows', 'Open C:\\Users\\me\\notes.txt now', ['Open notes dot T X T now']],
  ['slashes behind Chinese words', '前端/React', ['前端/React']],
  ['slashes between words', 'and/or, he/she/they, 2024/05/06', ['and/or, he/she/they, 2024/05/06']],
  ['only signs', '*** --- ???', []],
  ['a selection', 'one two three\n\nfour five', ['two three', 'four'], { start: 4, end: 19 }],
];

describe('the narration of plain text', () => {
  for (const row of cases) defineCase(narratePlainText, row);

  for (const unit of [' ', '\t', '-', '=', '_', '#', '*', '~']) {
    it(`takes linear time for a line with many of ${JSON.stringify(unit)}`, () => {
      checkGrowth(narratePlainText, (length) => `one ${repeat(unit, length)} two`);
    });
  }
});

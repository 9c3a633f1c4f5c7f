import { deepStrictEqual } from 'node:assert/strict';
import { readSlashCommand, suggestCommands } from '../../../../src/chat/view/slashCommands.ts';

describe('commands that are typed in place of a message', () => {
  it('are a slash and a name, with nothing else', () => {
    const texts = ['/new', ' /compact \n', '/clear all', '/Help', '/', 'new', '/tests'];
    deepStrictEqual(texts.map(readSlashCommand), [
      'new',
      'compact',
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are suggested by what is typed of them', () => {
    const suggest = (typed: string) => suggestCommands(typed, (words) => words).map(({ label }) => label);
    deepStrictEqual(
      [suggest(''), suggest('C'), suggest('elp'), suggest('x')],
      [['/image', '/new', '/clear', '/compact', '/help'], ['/clear', '/compact'], ['/help'], []],
    );
  });
});

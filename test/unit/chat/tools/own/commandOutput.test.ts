import { deepStrictEqual, ok } from 'node:assert/strict';
import { createCommandOutput, toPlainText } from '../../../../../src/chat/tools/own/commandOutput.ts';

describe('the output of a command', () => {
  for (const [raw, plain] of [
    ['\u001b[32mok\u001b[0m\r\n', 'ok'],
    ['\u001b]633;C\u0007one\r\ntwo\r\n\u001b]633;D;0\u0007', 'one\ntwo'],
    ['\u001b]0;title\u001b\\\u001b]8;;https://evil.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['10 %\r50 %\r100 %\r\ndone', '100 %\ndone'],
    ['a\u0000b\u0007c\td', 'abc\td'],
    ['\n\nspaces  \n', 'spaces'],
    ['\u001b[2J\u001b[H\u001b[?25lx', 'x'],
  ] as const) {
    it(`is plain text: ${JSON.stringify(raw)}`, () => deepStrictEqual(toPlainText(raw), plain));
  }

  it('is complete if it is short, however it is split into chunks', () => {
    const output = createCommandOutput('[left out]');
    for (const chunk of ['\u001b[3', '1mred', '\u001b[0m\r', '\nend\n']) output.add(chunk);
    deepStrictEqual([output.read(), output.readEnd()], [{ text: 'red\nend', isCut: false }, 'red\nend']);
  });

  it('has its beginning and end if it is long, in bounded memory', () => {
    const output = createCommandOutput('[left out]');
    for (let index = 0; index < 100_000; index++) output.add(`line ${index} 😀\n`);
    const { text, isCut } = output.read();
    ok(isCut && text.isWellFormed() && text.length < 33_000);
    deepStrictEqual(
      [text.split('\n')[0], text.includes('\n[left out]\n'), text.split('\n').at(-1)],
      ['line 0 😀', true, 'line 99999 😀'],
    );
    ok(output.readEnd().endsWith('line 99999 😀') && output.readEnd().length <= 4_000);
  });

  it('is cut in the middle if it came in one chunk', () => {
    const output = createCommandOutput('[left out]');
    output.add('x'.repeat(50_000));
    const { text, isCut } = output.read();
    deepStrictEqual([text.length, isCut], [32_012, true]);
  });
});

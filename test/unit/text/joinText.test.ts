import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { joinItems, joinSentences } from '../../../src/text/joinText.ts';

describe('sentences', () => {
  const joined: readonly (readonly [sentences: readonly (string | undefined)[], text: string])[] = [
    [['It failed.', 'Try again.'], 'It failed. Try again.'],
    [['Tools: 2 of 3', undefined, '', 'Change'], 'Tools: 2 of 3. Change'],
    [['请求失败。', '请重试。', 'Request ID: 7'], '请求失败。请重试。Request ID: 7'],
    [['已附加', '更改'], '已附加。更改'],
    [['“完成”', '次'], '“完成”。次'],
    [['工具：2 / 3', '模型（gpt）', '更改'], '工具：2 / 3。模型（gpt）。更改'],
    [['见“帮助。”', '更改'], '见“帮助。”更改'],
    [['It failed (see below.)', 'Change'], 'It failed (see below.) Change'],
    [[undefined], ''],
  ];
  for (const [sentences, text] of joined)
    it(`are joined: ${text}`, () => strictEqual(joinSentences(...sentences), text));
});

describe('items', () => {
  it('are joined as the language does', () => {
    const t = (_: string, ...[first, second]: readonly unknown[]) => `${String(first)}、${String(second)}`;
    deepStrictEqual(
      [joinItems([], t), joinItems(['一'], t), joinItems(['一', '二', '三'], t)],
      ['', '一', '一、二、三'],
    );
  });
});

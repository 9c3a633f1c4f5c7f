import { strictEqual } from 'node:assert/strict';
import { nameFromPrompt } from '../../../src/text/nameFromPrompt.ts';

describe('the file name of an image', () => {
  const cases: Readonly<Record<string, string>> = {
    'A red fox, jumping over the moon!': 'a-red-fox-jumping-over-the-moon',
    '../../etc/passwd': 'etc-passwd',
    'C:\\con': 'c-con',
    con: 'image-con',
    '…!?': 'image',
    '一只红色的狐狸跳过月亮，背景是深蓝色的夜空和许多闪烁的星星，油画风格':
      '一只红色的狐狸跳过月亮-背景是深蓝色的夜空和许多闪烁的星星-油画风格',
    [`${'word '.repeat(30)}`]: 'word-word-word-word-word-word-word-word-word-word',
    ['x'.repeat(80)]: 'x'.repeat(20),
  };
  for (const [prompt, name] of Object.entries(cases))
    it(JSON.stringify(prompt.slice(0, 40)), () => strictEqual(nameFromPrompt(prompt), name));
});

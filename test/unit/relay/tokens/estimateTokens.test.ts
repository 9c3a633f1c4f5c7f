import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { estimateTokens } from '../../../../src/relay/tokens/estimateTokens.ts';

describe('the token estimate of a text', () => {
  // Between the counts of two widely used tokenizers (o200k and cl100k).
  const texts: [what: string, text: string, counted: readonly [number, number]][] = [
    ['nothing', '', [0, 0]],
    [
      'English',
      'The chat keeps every word that was said, and it can be read again in any order. Nothing is lost when the window is closed, since each answer is written to the disk while it arrives. ',
      [41, 41],
    ],
    [
      'code',
      'export function sum(values: readonly number[]): number {\n  let total = 0;\n  for (const value of values) {\n    total += value;\n  }\n  return total;\n}\n',
      [38, 38],
    ],
    [
      'Chinese',
      '这个函数返回列表中最大的值。如果发生错误，就会抛出异常。请先读取设置文件，然后连接服务器。',
      [26, 35],
    ],
    [
      'Japanese',
      'この関数は、与えられたリストの中から最大の値を返します。エラーが発生した場合は、例外を投げます。',
      [38, 45],
    ],
    [
      'Korean',
      '이 함수는 주어진 목록에서 가장 큰 값을 반환합니다. 오류가 발생하면 예외를 던집니다.',
      [25, 36],
    ],
    ['numbers', '1234567890 3.14159 2026-11-21 127.0.0.1', [24, 24]],
  ];
  for (const [what, text, [least, most]] of texts) {
    it(`is near the count for ${what}`, () => {
      const tokens = estimateTokens(text);
      ok(tokens >= least * 0.85 && tokens <= most * 1.15, `${tokens}, counted ${least} to ${most}`);
    });
  }

  it('is the sum of its parts for a long text', () => {
    const story = `${readFileSync('scripts/demoWorkspace/story.md', 'utf8')}\n`;
    const [once, often] = [estimateTokens(story), estimateTokens(story.repeat(100))];
    ok(Math.abs(often - once * 100) <= 100, `${once} and ${often}`);
  });

  const odd: [what: string, text: string, least: number, most: number][] = [
    ['half a surrogate pair', '\ud83d', 1, 3],
    ['only spaces', ' '.repeat(100), 1, 2],
    ['empty lines', '\n   \n\t\n'.repeat(1000), 1, 2],
    ['one repeated letter', 'a'.repeat(10_000), 1000, 10_000],
    ['a drawn line', '-'.repeat(80), 1, 14],
    ['one repeated digit', '7'.repeat(9_000), 3000, 3000],
    ['emoji', '🎉'.repeat(50), 50, 200],
    ['Arabic', 'السلام عليكم ورحمة الله وبركاته', 7, 25],
    ['Russian', 'Сначала прочитайте настройки, затем подключитесь к серверу.', 11, 18],
    ['German', 'Zuerst werden die Einstellungen gelesen, danach wird die Verbindung geprüft.', 13, 19],
    ['traditional Chinese', '這個函數會從資料庫讀取使用者的設定，如果發生錯誤就會顯示訊息。', 22, 32],
  ];
  for (const [what, text, least, most] of odd) {
    it(`is bounded for ${what}`, () => {
      const tokens = estimateTokens(text);
      ok(tokens >= least && tokens <= most, `${tokens}, not ${least} to ${most}`);
    });
  }
});

import { ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { estimateTokens } from '../../../../src/relay/tokens/estimateTokens.ts';

/** The corpus has pages of code, English and Chinese. */
describe('the token estimate of a text', () => {
  it('is the sum of its parts for a long text', () => {
    const story = `${readFileSync('scripts/demoWorkspace/story.md', 'utf8')}\n`;
    const [once, often] = [estimateTokens(story), estimateTokens(story.repeat(100))];
    ok(Math.abs(often - once * 100) <= 100, `${once} and ${often}`);
  });

  const odd: [what: string, text: string, least: number, most: number][] = [
    ['nothing', '', 0, 0],
    ['half a surrogate pair', '\ud83d', 1, 3],
    ['only spaces', ' '.repeat(100), 1, 2],
    ['empty lines', '\n   \n\t\n'.repeat(1000), 1, 2],
    ['one repeated letter', 'a'.repeat(10_000), 1000, 10_000],
    ['a drawn line', '-'.repeat(80), 1, 14],
    ['one repeated digit', '7'.repeat(9_000), 3000, 3000],
    ['emoji', '🎉'.repeat(50), 50, 200],
    ['numbers', '1234567890 3.14159 2026-11-21 127.0.0.1', 21, 27],
    ['Japanese', 'この関数は、与えられたリストの中から最大の値を返します。', 17, 27],
    ['Korean', '이 함수는 주어진 목록에서 가장 큰 값을 반환합니다.', 12, 21],
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

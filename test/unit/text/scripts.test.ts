import { deepStrictEqual } from 'node:assert/strict';
import {
  languageOf,
  type ScriptLanguage,
  syllabicLetter,
  unspacedLetter,
  wideCharacter,
} from '../../../src/text/scripts.ts';

const cases: readonly (readonly [text: string, language: ScriptLanguage | undefined])[] = [
  ['The quick brown fox.', 'en'],
  ['getUserById', 'en'],
  ['Ünïcödé über alles', 'en'],
  ['今天天气很好。', 'zh'],
  ['VS Code 是一个编辑器，支持 TypeScript。', 'zh'],
  ['用 npm install 安装', 'zh'],
  ['The word 你好 means hello in Chinese.', 'en'],
  ['今日はいい天気ですね。', 'ja'],
  ['React の useState フックを使います。', 'ja'],
  ['東京都', 'zh'],
  ['我昨天在超市买了一瓶「鲜の每日」牌的酸奶，味道非常好，下次还会再买几瓶回家。', 'zh'],
  ['오늘은 날씨가 좋아요.', 'ko'],
  ['React 컴포넌트를 만듭니다.', 'ko'],
  ['Сегодня хорошая погода.', 'ru'],
  ['Функция getUserById возвращает пользователя.', 'ru'],
  ['The word привет means hello.', 'en'],
  ['مرحبا بالعالم', undefined],
  ['Ελληνικά', undefined],
  ['3.14', undefined],
  ['🎉', undefined],
  ['', undefined],
];

describe('the language of a text', () => {
  for (const [text, language] of cases) {
    it(`${JSON.stringify(text)}: ${language ?? 'none'}`, () => deepStrictEqual(languageOf(text), language));
  }
});

it('letters are classified by whether their script has no spaces or is syllabic, and by width', () => {
  const characters = ['中', 'の', 'カ', '한', '。', '，', 'ｆ', 'a', '…', '𠀀'];
  deepStrictEqual(
    [unspacedLetter, syllabicLetter, wideCharacter].map((kind) =>
      characters.filter((character) => kind.test(character)).join(''),
    ),
    ['中のカ𠀀', '中のカ한𠀀', '中のカ。，ｆ𠀀'],
  );
});

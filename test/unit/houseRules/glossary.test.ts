import { deepStrictEqual, ok } from 'node:assert/strict';

import { readJson, readSourceFiles } from './sourceFiles.ts';
import { parseTypeScript } from './syntaxTree.ts';
import { findLogTexts } from './untranslatedTexts.ts';

type Words = Record<string, string>;

/** Unwanted words, and the established term to use instead. */
const english: readonly (readonly [unwanted: RegExp, term: string])[] = [
  [/\banswer/i, 'response'],
  [/\bquestion/i, 'message, prompt'],
  [/\bsaid\b/i, 'message'],
  [/\bbase address|(?<!\bIP )\baddress/i, 'base URL, URL'],
  [/\bids?\b/, 'ID'],
  [/\bpicture/i, 'image'],
  [/\bgrow(s|n|ing)?\b/i, 'streaming'],
  [/\b(cut|broke) off\b|\bended\b/i, 'interrupted, stopped, complete'],
  [/\bgoes along\b/i, 'attachment, context'],
  [/\blets? (it|the model) use\b/i, 'approve, allow'],
  [/\b(keep|keeps|kept)\b|\bis here\b|\bon the disk\b/i, 'cached, saved, stored'],
  [/\bforg[eo]t/i, 'remove'],
  [/\b(?:what|that) waits\b/i, 'queue, draft'],
  [/\bhow often\b/i, 'rate limit'],
  [/\bpieces?\b/i, 'sentence, utterance'],
  [/\bmade out\b|\b(speech|images?) (is|are|was|were) made\b/i, 'generated'],
  [/\b(tells?|told|says?|saying)\b/i, 'announce'],
  [/\bpass(es|ed)? over\b/i, 'skip'],
  [/\bplaces?\b/i, 'offset, position, range, location'],
  [/\bothers\b|\belsewhere\b/i, 'other people, other windows'],
  [/\bseveral models\b/i, 'compare models'],
  [/\bways?\b/i, 'connection, proxy'],
  [/\bexchanges?\b/i, 'request, response'],
  [/\ball the same\b/i, 'anyway'],
  [/\bfamily [AB]\b|[AB]-family\b/i, 'Seed TTS models, Gemini TTS models'],
  [
    /colour|cancell|licen[c]e|favour|behaviour|\bcentre|\bgrey\b|[iy]s(e|ed|ing|ation)\b(?<=(organ|recogn|summar|synthe|real|author|optim|custom|minim|anal)\w+)/i,
    'American spelling, as VS Code has it',
  ],
];

/** The same for Chinese: terms of VS Code's own language pack, and of relays. */
const chinese: readonly (readonly [unwanted: RegExp, term: string])[] = [
  [/图片|照片/, '图像'],
  [/(?<!IP )地址|网址/, 'URL'],
  [/秘钥|密匙|钥匙/, '密钥'],
  [/中继/, '中转站'],
  [/答案|应答|答复/, '回答'],
  [/提示语/, '提示词'],
  [/声线|嗓音/, '音色'],
  [/您/, '你'],
  [/缺省/, '默认'],
  [/设定/, '设置'],
  [/侧栏/, '侧边栏'],
  [/登入/, '登录'],
  [/点击/, '单击'],
  [/撤销/, '撤消'],
  [/仓库/, '存储库'],
  [/\bTokens?\b(?<![a-z]\w*)|tokens\b/, 'token'],
  [/\p{Script=Han}\s*[,;:!?(]|[,;:!?)]\s*\p{Script=Han}/u, 'full-width punctuation'],
  [/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, 'a space between Chinese and Latin'],
];

/** Texts in which such a word has another meaning, by reason. */
const exceptions: Record<string, readonly string[]> = {
  'to keep: not to discard, change or stop': [
    'Applies immediately, costs nothing, and keeps the pitch',
    'Keep',
    'Keep All',
    '{0} of {1} changes kept',
    'Keep This Change',
    'Keep {0}',
    'Keep This Response',
    'Leave empty to keep the stored API key',
    'Proposed change: {0}. Keep or undo it above the input.',
    'Your next message continues the response from {0}, unless you keep another one.',
  ],
  'a command of VS Code, as it stands in the Command Palette': [
    'VS Code 可能也会要求批准。要避免重复批准，请在“聊天: 管理工具审批”中允许该工具。',
  ],
};

const bundle = readJson('l10n/bundle.l10n.zh-cn.json') as Words;
const englishTexts = [...Object.values(readJson('package.nls.json') as Words), ...Object.keys(bundle)];
const chineseTexts = [
  ...Object.values(readJson('package.nls.zh-cn.json') as Words),
  ...Object.values(bundle),
];
const excepted = new Set(Object.values(exceptions).flat());

/** Code, IDs, shortcuts, link targets, and commands, which the Command Palette shows with a colon. */
const identifiers = /`[^`]*`|\bmodelRelay\.[\w.]*|<[\w.:]+>|\]\([^)]*\)|\*\*Model Relay: [^*]*\*\*/g;

function findUnwanted(
  texts: readonly string[],
  words: readonly (readonly [unwanted: RegExp, term: string])[],
): readonly (readonly [text: string, term: string])[] {
  return texts.flatMap((text) => {
    const prose = text.replaceAll(identifiers, '');
    return words.filter(([unwanted]) => unwanted.test(prose)).map(([, term]) => [text, term] as const);
  });
}

const withoutExceptions = (found: readonly (readonly [text: string, term: string])[]) =>
  found.filter(([text]) => !excepted.has(text));

describe('the terms in the UI', () => {
  it('are the established ones in English', () => {
    ok(englishTexts.length > 500);
    deepStrictEqual(withoutExceptions(findUnwanted(englishTexts, english)), []);
  });

  it('are the established ones in Chinese', () => {
    deepStrictEqual(withoutExceptions(findUnwanted(chineseTexts, chinese)), []);
  });

  it('are used in the log as well', async () => {
    const sources = readSourceFiles();
    const texts = await Promise.all(
      sources.map(async ({ text }) => findLogTexts((await parseTypeScript(text)).program)),
    );
    ok(texts.flat().length > 50);
    deepStrictEqual(withoutExceptions(findUnwanted(texts.flat(), english)), []);
  });

  it('need every exception', () => {
    const found = [...findUnwanted(englishTexts, english), ...findUnwanted(chineseTexts, chinese)];
    const needed = new Set(found.map(([text]) => text));
    deepStrictEqual(
      [...excepted].filter((text) => !needed.has(text)),
      [],
    );
  });
});

/** Short words that stay in lower case in Title Case. */
const shortWords = ['and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'to', 'with'];

describe('titles of commands', () => {
  const titles = Object.entries(readJson('package.nls.json') as Words)
    .filter(([key]) => key.startsWith('command.'))
    .map(([, title]) => title);

  it('are in Title Case, without articles and periods', () => {
    const unlike = titles.filter((title) => {
      const words = title.replace(/…$/, '').split(' ');
      const isTitleCase = words.every(
        (word, index) => /^\p{Lu}/u.test(word) || (index > 0 && shortWords.includes(word)),
      );
      return !isTitleCase || words.some((word) => /^(a|an|the)$/i.test(word)) || /[.!?]$/.test(title);
    });
    ok(titles.length > 50);
    deepStrictEqual(unlike, []);
  });
});

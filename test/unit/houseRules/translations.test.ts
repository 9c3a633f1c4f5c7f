import { deepStrictEqual, ok } from 'node:assert/strict';
import { readJson, readSourceFiles } from './sourceFiles.ts';
import { findUntranslatedTexts, hasWords } from './untranslatedTexts.ts';

/** `t('…')`, `t(\n  '…'` and the same in double quotes: the texts that people see. */
const translated = /\bt\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

const files = readSourceFiles();
const texts = new Set(
  files.flatMap(({ text }) =>
    [...text.matchAll(translated)].map(([, single, double]) =>
      (single ?? double ?? '').replaceAll(/\\(.)/g, '$1'),
    ),
  ),
);
const chinese = readJson('l10n/bundle.l10n.zh-cn.json') as Record<string, string>;

describe('Simplified Chinese', () => {
  it('has every text, and no unused ones', () => {
    ok(texts.size > 50);
    deepStrictEqual(Object.keys(chinese).sort(), [...texts].sort());
  });

  it('keeps the placeholders', () => {
    const placeholders = (text: string) => (text.match(/\{\d\}/g) ?? []).sort();
    const differing = Object.entries(chinese).filter(
      ([english, translation]) => placeholders(english).join() !== placeholders(translation).join(),
    );
    deepStrictEqual(differing, []);
  });
});

/** Literals that are data and not text for people, each with its reason. */
const untranslated: Record<string, readonly string[] | 'all'> = {
  // Names of voices, as their providers call them.
  'src/readAloud/speech/voices/voices.ts': 'all',
  'src/readAloud/speech/voices/seedVoices.ts': 'all',
  // Sample sentences of voices, each in its own language.
  'src/readAloud/speech/voices/voicePreview.ts': 'all',
  // A marker in MP3 files.
  'src/readAloud/export/mp3Tags.ts': ['Xing'],
  // Names of keys.
  'src/webview/reader/view/readerKeys.ts': 'all',
  // Texts that the connection check sends to the relay.
  'src/connection/check/checkStages.ts': ['Hi', 'Hello there'],
  // Prompts for models, which are always in English.
  'src/images/altText.ts': [
    'You write alternative text for images on web pages. Reply with the text alone: one or two short sentences, at most 200 characters, without quotation marks. Say what is seen, not that it is an image.',
    'Write the alternative text in the language of this description: ',
    'Write it in this language: ',
  ],
  // Names of codecs.
  'src/tasks/videoFacts.ts': ['Opus'],
  // More texts for models.
  'src/chat/model/message.ts': 'all',
  'src/chat/model/chatMessages.ts': 'all',
  'src/chat/model/titles.ts': 'all',
  'src/chat/model/toolRounds.ts': 'all',
  'src/chat/tools/own/modelTexts.ts': 'all',
  'src/chat/context/prompts/builtInPrompts.ts': 'all',
  'src/editing/commitMessage/commitPrompt.ts': 'all',
  'src/chatProvider/messages/completeRounds.ts': 'all',
  'src/editing/prompts/codeInEditor.ts': ['Line ', 'And '],
  'src/editing/rewrite/rewriteQuestion.ts': 'all',
  'src/chat/code/apply/askMerge.ts': 'all',
  'src/chat/context/sources/attachedTexts.ts': ['Left out:'],
  'src/chat/context/sources/folder.ts': ['Files in '],
  'src/chat/context/sources/editorSources.ts': ['Open editors'],
  'src/chat/context/sources/pastChats.ts': ['User: ', 'Attached: ', 'Assistant: '],
  // Names of steps for keyboard navigation between messages.
  'src/webview/chat/conversation/messageList.ts': ['Question'],
};

/** Properties of the manifest whose texts people see. */
const shownInManifest =
  /^(title|contextualTitle|category|label|contents|altText|(markdown)?(description|enumDescriptions|deprecationMessage)|enumItemLabels|(patternE|e)rrorMessage)$/i;

/** Texts of the manifest that people see and that are not a `%key%`, each with its path. */
function findManifestTexts(value: unknown, path: readonly string[] = []): string[] {
  // Tools describe their input to models, always in English.
  if (path.includes('inputSchema')) return [];
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, part]) => findManifestTexts(part, [...path, name]));
  if (typeof value !== 'string' || /^%[\w.]+%$/.test(value) || !hasWords(value)) return [];
  // A list item is shown if its list is. Only views have names for people; other names are IDs.
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const isShown = shownInManifest.test(name) || (name === 'name' && path[1] === 'views');
  return isShown ? [`${path.join('.')}: ${value}`] : [];
}

describe('every text that people see is translatable', () => {
  it('in the source', async () => {
    // Texts in relay/ are for the log: messages/ has the messages for its errors. Texts in narration/ are spoken in
    // the language of the text that is read.
    const concerned = files.filter(
      ({ path }) => !/^src\/(relay|readAloud\/narration)\//.test(path) && untranslated[path] !== 'all',
    );
    const found = await Promise.all(
      concerned.map(async ({ path, text }) =>
        (await findUntranslatedTexts(text))
          .filter((literal) => !untranslated[path]?.includes(literal))
          .map((literal) => `${path}: ${literal}`),
      ),
    );
    deepStrictEqual(found.flat(), []);
  });

  it('in the manifest', () => {
    deepStrictEqual(findManifestTexts(readJson('package.json')), []);
  });
});

/** Code snippets, and the texts that must be found in them. */
const snippets: readonly (readonly [code: string, found: readonly string[]])[] = [
  [`void vscode.window.showErrorMessage(\`No relay at \${host}\`, t('Retry'));`, ['No relay at ']],
  [`const words = { title: t('Failed'), advice: ['Try again.'], actions };`, ['Try again.']],
  [`switch (x) {\n  default:\n    show('Paste the API key.');\n}`, ['Paste the API key.']],
  [`const groups = { a: ['Advanced', 'More chat models'] };`, ['Advanced', 'More chat models']],
  [`show('重试');`, ['重试']],
  [`const title = t(words);`, ['t(words): not a literal']],
  ['vscode.l10n.t(`No relay`);', ['vscode.l10n.t(`No relay`): not a literal']],
  [`html\`<p>\${name} said:</p>\`;`, ['said:']],
  [`html\`<button aria-label="stop \${name}" title='end'></button>\`;`, ['stop', 'end']],
  [`html\`<vscode-textfield placeholder=name .label=\${'Of it'}></vscode-textfield>\`;`, ['name', 'Of it']],
  [`html\`<p>\${isOpen ? 'Close' : t('Open')}</p>\`;`, ['Close']],

  // Literals that are not for people, or are translated.
  [`show('A'); vscode.window.showInformationMessage(t('Saved'), t('Undo'));`, []],
  [`item.text = '$(sync~spin)'; item.name = 'Model Relay';`, []],
  [`logger.info('Connected'); ports.logger[level](\`Panel: \${x}\`);`, []],
  [`class Session { #logger = silent; end() { this.#logger.warn('Never said'); } }`, []],
  [`class Missing extends Error { constructor() { super('Nothing chosen'); } }`, []],
  [`throw new RelayError('Never said', details);`, []],
  [
    `html\`<p class="note \${kind}">\${t("Done")} · \${count}</p>&nbsp;<code>modelRelay.chat.model</code>\`;`,
    [],
  ],
  [`html\`<!-- a remark \${x} --><p>\${t("Done")}</p>\`;`, []],
  [`if (key === 'Enter' || ['Home', 'End'].includes(key)) switch (key) { case 'Escape': stop(); }`, []],
  [`const headers = { 'Content-Type': 'text/html; charset=utf-8', Accept: 'GET' };`, []],
];

describe('the search for untranslated texts', () => {
  for (const [code, expected] of snippets)
    it(`${expected.length === 0 ? 'ignores' : 'finds'} ${code.slice(0, 90)}`, async () => {
      deepStrictEqual((await findUntranslatedTexts(code)).sort(), [...expected].sort());
    });
});

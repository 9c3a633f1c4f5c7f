import { deepStrictEqual, ok } from 'node:assert/strict';
import { findManifestTexts } from './manifestTexts.ts';
import { readJson, readSourceFiles } from './sourceFiles.ts';
import { findUntranslatedTexts } from './untranslatedTexts.ts';

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
  // Markers in MP3 files.
  'src/readAloud/speech/mp3.ts': ['Xing', 'Info'],
  'src/readAloud/export/mp3Tags.ts': ['Xing'],
  'src/readAloud/view/playInHover.ts': ['command:'],
  // An example in JSON.
  'src/webview/tasks/taskCard.ts': ['POST '],
  'src/webview/ui/furtherParameters.ts': ['{ "seed": 1 }'],
  // Names of other tools, used only in code.
  'src/images/metadata/otherTools.ts': ['comfyUi'],
  // Names of keys.
  'src/webview/reader/view/readerKeys.ts': 'all',
  // Texts that the connection check sends to the relay.
  'src/connection/check/relayStages.ts': ['Hi', 'Hello there'],
  // Prompts for models, which are always in English.
  'src/images/altText.ts': [
    'You write alternative text for images on web pages. Reply with the text alone: one or two short sentences, at most 200 characters, without quotation marks. Say what is seen, not that it is an image.',
    'Write the alternative text in the language of this description: ',
    'Write it in this language: ',
  ],
  // Names of codecs.
  'src/tasks/videoFacts.ts': ['Opus', 'Vorbis'],
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
  'src/relay/tokens/imageBudget.ts': 'all',
  'src/chat/context/sources/attachedTexts.ts': ['Left out:'],
  'src/chat/context/sources/folder.ts': ['Files in '],
  'src/chat/context/sources/editorSources.ts': ['Open editors'],
  'src/chat/context/sources/pastChats.ts': ['User: ', 'Attached: ', 'Assistant: '],
  // Names of steps for keyboard navigation between messages.
  'src/webview/chat/conversation/messageList.ts': ['Question'],
};

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
    deepStrictEqual(findManifestTexts(readJson('package.json') as object), []);
  });
});

/** Code snippets, and the texts that must be found in them. */
const snippets: readonly (readonly [code: string, found: readonly string[]])[] = [
  // Calls of VS Code's API.
  [`window.showInformationMessage('Saved');`, ['Saved']],
  [`void vscode.window.showErrorMessage(\`No relay at \${host}\`, t('Retry'));`, ['No relay at ']],
  [`vscode.window.showWarningMessage(t('Sure?'), { modal: true, detail: 'No way back' });`, ['No way back']],
  [`vscode.window.showWarningMessage(t('Sure?'), { title: 'Yes' }, 'No');`, ['No', 'Yes']],
  [`vscode.window.setStatusBarMessage(isOn ? 'On' : t('Off'), 5000);`, ['On']],
  [`vscode.window.withProgress({ location, title: 'Working' }, run);`, ['Working']],
  [`progress.report({ message: 'Half of it' });`, ['Half of it']],
  [`vscode.window.showQuickPick(['One', 'Two'], { placeHolder: 'Which?' });`, ['One', 'Two', 'Which?']],
  [`vscode.window.showQuickPick(ids.map((id) => ({ label: id, description: 'in use' })));`, ['in use']],
  [`vscode.window.showInputBox({ prompt: 'Name', validateInput: () => undefined });`, ['Name']],
  [`vscode.window.createWebviewPanel('relay.settings', 'Settings', column);`, ['Settings']],
  [`item.tooltip = new vscode.MarkdownString('Click **here**');`, ['Click **here**']],
  // Properties of input boxes, pickers and items.
  [`box.title = 'Connect';`, ['Connect']],
  [`box.placeholder = known ?? 'https://…';`, ['https://…']],
  [`box.validationMessage = { message: words, severity };`, []],
  [`picker.title = \`\${t('Models')}: all\`;`, [': all']],
  [`item.text = '$(plug) Connect';`, ['$(plug) Connect']],
  [`item.accessibilityInformation = { label: 'Model: ' + model };`, ['Model: ']],
  [`const button = { iconPath, tooltip: 'Refresh' };`, ['Refresh']],
  [`const words: string = 'Nothing to do';\nitem.tooltip = words;`, ['Nothing to do']],
  [`item.tooltip = [t('Model'), 'unknown'].filter(Boolean).join('\\n');`, ['unknown']],
  [`item.description = (await read()) || 'empty';`, ['empty']],
  [`const names = { a: 'Alpha', b: t('Beta') };\nitem.label = names[kind];`, ['Alpha']],
  [`const names = { a: 'alpha', b: 'beta' };\nitem.label = names.b;`, ['beta']],
  [`function say(n) { if (n) return 'Some'; return t('None'); }\nitem.tooltip = say(2);`, ['Some']],
  [`const say = () => 'Some';\nhtml\`<p>\${say()}</p>\`;`, ['Some']],
  // Pages.
  ['html`<p>Hello</p>`;', ['Hello']],
  [`html\`<p>\${name} said:</p>\`;`, ['said:']],
  ['html`<button title="Stop"></button>`;', ['Stop']],
  [`html\`<button aria-label="Stop \${name}"></button>\`;`, ['Stop']],
  [`html\`<vscode-textfield placeholder=Name .label=\${'Of it'}></vscode-textfield>\`;`, ['Name', 'Of it']],
  [`html\`<p>\${isOpen ? 'Close' : t('Open')}</p>\`;`, ['Close']],
  [`html\`<p>\${rows.map((row) => row.name ?? 'unnamed')}</p>\`;`, ['unnamed']],
  [`html\`<ul>\${rows.map((row) => html\`<li title="Row">\${row}</li>\`)}</ul>\`;`, ['Row']],
  [`html\`<img alt=\${isRed ? 'Red' : ''} src=\${source}>\`;`, ['Red']],
  [`element.textContent = 'Copied';`, ['Copied']],
  [`element.setAttribute('aria-label', 'Copy');`, ['Copy']],
  [`element.append(icon, 'Copy');`, ['Copy']],
  // Calls of `t`, whose texts can be collected only from literals.
  [`const title = t(words);`, ['t(words): not a literal']],
  ['vscode.l10n.t(`No relay`);', ['vscode.l10n.t(`No relay`): not a literal']],

  // Literals that look like a text for people, wherever they are.
  [`const words = { title: t('Failed'), advice: ['Try again.'], actions };`, ['Try again.']],
  [`switch (x) {\n  default:\n    show('Paste the API key.');\n}`, ['Paste the API key.']],
  [`const groups = { a: ['Advanced', 'More chat models'] };`, ['Advanced', 'More chat models']],
  [`show(icon, \`Reading \${file}…\`);`, ['Reading ']],
  [`show('重试');`, ['重试']],
  [`show('A');`, []],

  // Literals that are not for people, or are translated.
  [`vscode.window.showInformationMessage(t('Saved'), t('Undo'));`, []],
  [`vscode.window.showInformationMessage(summariseFailure(error, { t, host: 'relay' }));`, []],
  [`item.text = \`$(sparkle) \${plainLabel(model)}\`;`, []],
  [`item.text = '$(sync~spin)'; item.name = 'Model Relay';`, []],
  [`box.title = \`\${t('Connect')}: \${title}\`;`, []],
  [`createStatusBarItem('modelRelay.model'); item.command = 'modelRelay.connect';`, []],
  [
    `logger.info('Connected'); ports.logger[level](\`Settings panel: \${message}\`); throw new RelayError('Never said', details);`,
    [],
  ],
  [`class Session { #logger = silent; end() { this.#logger.warn('Never said'); } }`, []],
  [`const message = { type: 'state', text: 'abc', name: 'reader' };`, []],
  [`const size = { label: '12', description: '– · …' };`, []],
  [`html\`<p class="note \${kind}" id="note-\${id}">\${t("Done")} · \${count}</p>\`;`, []],
  ['html`<vscode-icon name="check" role="img" aria-hidden="true"></vscode-icon>&nbsp;`;', []],
  [`html\`<!-- a remark \${x} --><p>\${t("Done")}</p><code>modelRelay.chat.model</code>\`;`, []],
  [`html\`<p>\${kind === 'chat' ? nothing : renderRows('rows')}</p>\`;`, []],
  [`html\`<option ?selected=\${value === 'messages'} value=\${'messages'}>\${label}</option>\`;`, []],
  [`html\`\${['messages', 'chat'].map((name) => html\`<i>\${labels[name]}</i>\`)}\`;`, []],
  [`element.setAttribute('role', 'status'); element.className = 'note';`, []],
  [`function idOf(n) { return 'id-' + n; }\nhtml\`<p id=\${idOf(1)}></p>\`;`, []],
  [`if (key === 'Enter' || ['Home', 'End'].includes(key)) switch (key) { case 'Escape': stop(); }`, []],
  [`const headers = { 'Content-Type': 'text/html; charset=utf-8', Accept: 'GET' };`, []],
  [`class Missing extends Error { constructor() { super('Nothing chosen'); } }`, []],
  [`const css = css\`p { content: 'x' }\`;`, []],
];

describe('the search for untranslated texts', () => {
  for (const [code, expected] of snippets) {
    it(`${expected.length === 0 ? 'ignores' : 'finds'} ${code.slice(0, 90)}`, async () => {
      deepStrictEqual((await findUntranslatedTexts(code)).sort(), [...expected].sort());
    });
  }

  it('finds those in a manifest', () => {
    const manifest = {
      name: 'model-relay',
      displayName: 'Model Relay',
      description: 'Chat with any model',
      capabilities: { untrustedWorkspaces: { description: 'Limited' } },
      contributes: {
        commands: [
          {
            command: 'modelRelay.connect',
            title: '%command.connect%',
            category: 'Model Relay',
            icon: '$(plug)',
          },
          { command: 'modelRelay.check', title: 'Check', category: 'Relay' },
        ],
        views: { modelRelay: [{ id: 'modelRelay.chat', name: 'Chat', contextualTitle: 'Model Relay' }] },
        viewsWelcome: [{ view: 'modelRelay.chat', contents: '[Connect](command:modelRelay.connect)' }],
        configuration: {
          title: 'Model Relay',
          properties: {
            'modelRelay.mode': {
              default: 'fast',
              enum: ['fast', 'good'],
              enumDescriptions: ['%mode.fast%', 'Good'],
              markdownDescription: 'See %mode%',
            },
          },
        },
        walkthroughs: [
          { id: 'getStarted', steps: [{ title: '%a%', media: { svg: 'a.svg', altText: 'A box' } }] },
        ],
      },
    };
    deepStrictEqual(findManifestTexts(manifest), [
      'description: Chat with any model',
      'capabilities.untrustedWorkspaces.description: Limited',
      'contributes.commands.1.title: Check',
      'contributes.commands.1.category: Relay',
      'contributes.views.modelRelay.0.name: Chat',
      'contributes.viewsWelcome.0.contents: [Connect](command:modelRelay.connect)',
      'contributes.configuration.properties.modelRelay.mode.enumDescriptions.1: Good',
      'contributes.configuration.properties.modelRelay.mode.markdownDescription: See %mode%',
      'contributes.walkthroughs.0.steps.0.media.altText: A box',
    ]);
  });
});

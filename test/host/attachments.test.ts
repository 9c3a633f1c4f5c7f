import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { type Attachments, createAttachments } from '../../src/chat/context/attachments.ts';
import { createHistory } from '../../src/chat/storage/history.ts';
import { createJournal } from '../../src/chat/storage/journal.ts';
import { createPersistence } from '../../src/chat/storage/persistence.ts';
import { createPictureStore } from '../../src/chat/storage/pictureStore.ts';
import { createLastEditor } from '../../src/platform/lastEditor.ts';
import type { SuggestionView } from '../../src/protocol/suggestedView.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { createFullMemory, type FullMemory } from '../unit/chat/fullMemory.ts';
import { until } from './until.ts';
import { workspaceRoot } from './workspaceFolder.ts';

const secret = ['sk', 'f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA'].join('-');
const masked = 'Attach with Secrets Masked';

describe('attachments', () => {
  let workspace: string;
  let elsewhere: string;
  let workspaceState: FullMemory;
  let questions: { question: string; detail: string; buttons: string[] }[];
  /** The person's answers, in order. */
  let answers: (string | undefined)[];
  let attachments: Attachments;
  const lastEditor = createLastEditor();
  after(() => lastEditor.dispose());
  /** How the chat page scales an image; undefined when no page is open. */
  let scaled: ((bytes: Uint8Array) => Uint8Array) | undefined;

  function openHistory() {
    const folder = join(elsewhere, 'conversations');
    const journal = createJournal(folder, silentLogger);
    return { journal, history: createHistory(folder, journal, silentLogger) };
  }

  function create(): Attachments {
    const { journal, history } = openHistory();
    return createAttachments({
      chats: { list: history.list, load: journal.load },
      lastEditor,
      memory: workspaceState,
      folder: join(elsewhere, 'drafts'),
      pictures: createPictureStore(join(elsewhere, 'pictures')),
      scaleImage: async (bytes) => (scaled ? scaled(bytes) : undefined),
      logger: silentLogger,
      persistence: createPersistence({ logger: silentLogger }),
      async ask(question, detail, ...buttons) {
        questions.push({ question, detail, buttons });
        return answers.shift();
      },
      warnAbout: (kind) => (kind === 'picture' ? 'No pictures.' : undefined),
      onChange() {},
    });
  }

  async function write(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(workspace, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** The final suggestions. */
  async function suggest(text: string): Promise<readonly SuggestionView[]> {
    let shown: readonly SuggestionView[] = [];
    await attachments.suggest(text, (suggestions) => {
      shown = suggestions;
    });
    return shown;
  }

  const paste = (name: string, bytes: Buffer | string) =>
    attachments.attachBytes(name, Buffer.from(bytes).toString('base64'));
  const records = () => attachments.records().map(({ tokens: _, ...record }) => record);
  const namesAndTexts = () => attachments.records().map(({ name, text }) => [name, text]);

  async function openEditor(path: string, ...selections: vscode.Selection[]): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    if (selections.length > 0) editor.selections = selections;
    return editor;
  }

  beforeEach(async () => {
    workspace = await mkdtemp(join(workspaceRoot().fsPath, 'attach-'));
    elsewhere = await mkdtemp(join(tmpdir(), 'attachments-'));
    workspaceState = createFullMemory();
    questions = [];
    answers = [];
    scaled = undefined;
    attachments = create();
  });
  afterEach(async () => {
    await attachments.settled();
    attachments.dispose();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(workspace, { recursive: true });
    await rm(elsewhere, { recursive: true });
  });

  const nameIn = (name: string) => `${workspace.slice(workspace.lastIndexOf('/') + 1)}/${name}`;

  it('can be a selection, with its line numbers', async () => {
    const path = await write('a.py', 'one\ntwo\nthree\nfour\n');
    const editor = await openEditor(path, new vscode.Selection(1, 0, 3, 0));
    await attachments.attach('selection');
    editor.selections = [new vscode.Selection(0, 1, 0, 2), new vscode.Selection(2, 0, 2, 5)];
    await attachments.attachSelection(editor);
    // Attaching the same selection again replaces the first.
    await attachments.attachSelection(editor);
    deepStrictEqual(records(), [
      { kind: 'selection', name: nameIn('a.py:2-3'), text: 'two\nthree\n', language: 'py' },
      { kind: 'selection', name: nameIn('a.py:1,3'), text: 'n\n…\nthree', language: 'py' },
    ]);
  });

  it('can be files, with their unsaved changes', async () => {
    const path = await write('a.py', 'saved');
    const editor = await openEditor(path);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'not '));
    await attachments.attachAddresses([vscode.Uri.file(path).toString(), 'https://example.com/a']);
    deepStrictEqual(records(), [{ kind: 'file', name: nameIn('a.py'), text: 'not saved', language: 'py' }]);
    deepStrictEqual(questions, []);
  });

  it('can be text files in UTF-8 and UTF-16', async () => {
    const utf16 = (text: string) => Buffer.from(text, 'utf16le');
    const texts: readonly (readonly [text: string, bytes: Uint8Array])[] = [
      ['héllo 你好 🎉\n', Buffer.from('héllo 你好 🎉\n')],
      ['', Buffer.alloc(0)],
      ['a\r\nb', Buffer.from('\ufeffa\r\nb')],
      ['hé你', utf16('\ufeffhé你')],
      ['hé你', utf16('\ufeffhé你').swap16()],
      ['plain words\n', utf16('plain words\n')],
      ['plain words\n', utf16('plain words\n').swap16()],
      ['\u001b[31mred\u001b[0m\n', Buffer.from('\u001b[31mred\u001b[0m\n')],
    ];
    const files = texts.map(([, bytes], place) => write(`${place}.txt`, bytes));
    await attachments.attachAddresses(await Promise.all(files));
    deepStrictEqual(
      attachments.records().map(({ text }) => text),
      texts.map(([text]) => text),
    );
  });

  it('exclude files that are not text, too large or missing', async () => {
    const paths = [
      await write('zeros.bin', new Uint8Array(1000)),
      await write('latin.txt', Buffer.from('Stra\xdfe, na\xefve', 'latin1')),
      await write('control.txt', '\u0001\u0002\u0003\u0004abc'),
      await write('large.txt', 'x'.repeat(1_000_001)),
      await write('huge.txt', new Uint8Array(5_000_000)),
      join(workspace, 'missing.txt'),
      await write('picture.png', Buffer.concat([drawPng('a').subarray(0, 60)])),
    ];
    await attachments.attachAddresses(paths);
    deepStrictEqual([records(), questions], [[], []]);
  });

  it('need one confirmation for files that are ignored, outside the workspace or contain secrets', async () => {
    await write('.gitignore', '*.log\n');
    const outside = join(elsewhere, 'outside.txt');
    await writeFile(outside, 'elsewhere');
    const paths = [
      await write('plain.txt', 'plain'),
      await write('a.log', 'ignored'),
      await write('key.ts', `\n\nconst key = '${secret}';\n`),
      outside,
      join(workspace, 'link.txt'),
    ];
    await symlink(outside, join(workspace, 'link.txt'));
    answers = [undefined, masked, 'Attach Anyway'];
    await attachments.attachAddresses(paths);
    deepStrictEqual(records(), [], 'nothing is attached when it was cancelled');
    await attachments.attachAddresses(paths);
    const texts = (name: string, key: string) => [
      [nameIn('plain.txt'), 'plain'],
      [nameIn('a.log'), 'ignored'],
      [nameIn(name), `\n\nconst key = '${key}';\n`],
      ['outside.txt', 'elsewhere'],
      [nameIn('link.txt'), 'elsewhere'],
    ];
    deepStrictEqual(namesAndTexts(), texts('key (masked).ts', '[masked]'));
    await attachments.attachAddresses(paths);
    deepStrictEqual(namesAndTexts(), texts('key.ts', secret));
    const question = {
      question: 'Attach this to your message?',
      detail: [
        `Possible secrets:\n${nameIn('key.ts')}, line 3: AI provider key`,
        `Excluded by ignore rules:\n${nameIn('a.log')}`,
        `Outside the workspace:\n${outside}\n${nameIn('link.txt')}`,
        'Attachments are sent to the relay and the model.',
      ].join('\n\n'),
      buttons: [masked, 'Attach Anyway'],
    };
    deepStrictEqual(questions, [question, question, question]);
  });

  it('that are passed as records need the same confirmation, with line numbers of the file', async () => {
    const record = { kind: 'selection' as const, name: 'a.ts:7-9', text: `a\nkey = '${secret}'` };
    answers = [masked, undefined];
    await attachments.attachRecords([record]);
    deepStrictEqual(
      [records(), await attachments.approve([record])],
      [[{ ...record, name: 'a (masked).ts:7-9', text: "a\nkey = '[masked]'" }], undefined],
    );
    match(questions[0]?.detail ?? '', /a\.ts:7-9, line 8: /);
  });

  it('can be folders, without ignored, linked and non-text files', async () => {
    await write('.gitignore', 'dist/\n');
    await write('src/a.ts', 'a\n');
    await write('src/deep/b.ts', 'b');
    await write('src/dist/c.js', 'c');
    await write('src/zeros.bin', new Uint8Array(100));
    await write('src/picture.png', drawPng('a'));
    await symlink(elsewhere, join(workspace, 'src', 'link'));
    await attachments.attachAddresses([join(workspace, 'src')]);
    const name = nameIn('src');
    const text = `Files in ${name}: 2 files
- ${name}/a.ts
- ${name}/deep/b.ts

Left out:
- ${name}/dist/ (ignored)
- ${name}/link/ (a link)
- ${name}/picture.png (a picture)
- ${name}/zeros.bin (neither text nor a picture)

===== ${name}/a.ts =====
a

===== ${name}/deep/b.ts =====
b
`;
    deepStrictEqual(records(), [{ kind: 'folder', name, text }]);
  });

  it('can be linked folders, without the files that are ignored at the link’s target', async () => {
    await write('.gitignore', '/private/in/notes.txt\n');
    await write('private/in/notes.txt', 'not for anybody');
    await write('private/in/open.txt', 'for everybody\n');
    await symlink(join(workspace, 'private', 'in'), join(workspace, 'docs'));
    await attachments.attachAddresses([join(workspace, 'docs')]);
    const name = nameIn('private/in');
    const text = `Files in ${name}: 1 file\n- ${name}/open.txt\n\nLeft out:\n- ${name}/notes.txt (ignored)\n\n===== ${name}/open.txt =====\nfor everybody\n`;
    deepStrictEqual([questions, records()], [[], [{ kind: 'folder', name, text }]]);
  });

  it('can be all open editors', async () => {
    await openEditor(await write('a.txt', 'a'));
    await openEditor(await write('b.txt', 'b'));
    await attachments.attach('editors');
    const [a, b] = [nameIn('a.txt'), nameIn('b.txt')];
    const text = `Open editors: 2 files\n- ${b}\n- ${a}\n\n===== ${b} =====\nb\n\n===== ${a} =====\na\n`;
    deepStrictEqual(records(), [{ kind: 'editors', name: 'Open editors', text }]);
  });

  it('can be problems, the most severe first', async () => {
    const path = await write('a.txt', 'let a;\nlet a;\n');
    await openEditor(path);
    const collection = vscode.languages.createDiagnosticCollection('test');
    const range = new vscode.Range(1, 4, 1, 5);
    const worst = new vscode.Diagnostic(range, 'Said\n  twice', vscode.DiagnosticSeverity.Error);
    worst.source = 'checker';
    worst.code = 'E2';
    const unused = new vscode.Diagnostic(range, 'Unused', vscode.DiagnosticSeverity.Warning);
    const hint = new vscode.Diagnostic(range, 'A hint', vscode.DiagnosticSeverity.Hint);
    try {
      collection.set(vscode.Uri.file(path), [unused, hint, worst]);
      await attachments.attach('problems');
    } finally {
      collection.dispose();
    }
    const place = `${nameIn('a.txt')}:2:5`;
    const [record] = records();
    deepStrictEqual(
      [record?.kind, record?.text],
      ['problems', `${place}: error: Said twice (checker E2)\n${place}: warning: Unused\n`],
    );
  });

  it('can be images, which the chat page scales down; without a page, only those that models take', async () => {
    const images = [
      await write('large.png', drawPng('large', 8_000_000)),
      await write('fine.png', drawPng('fine', 3_000_000)),
      await write('small.png', drawPng('small')),
    ];
    const attach = async () => {
      await attachments.attachAddresses(images);
      const views = attachments.views().map(({ name, scaled }) => [name, scaled?.bytes]);
      attachments.take();
      return views;
    };
    scaled = () => drawPng('scaled', 700_000);
    const bytes = drawPng('scaled', 700_000).length;
    const [large, fine, small] = ['large.png', 'fine.png', 'small.png'].map(nameIn);
    const withPage = await attach();
    scaled = undefined;
    deepStrictEqual(
      [withPage, await attach()],
      [
        [
          [large, bytes],
          [fine, bytes],
          [small, undefined],
        ],
        [
          [fine, undefined],
          [small, undefined],
        ],
      ],
    );
  });

  it('include no more images than one request accepts', async () => {
    for (let count = 0; count < 21; count++) await paste('image.png', drawPng(String(count)));
    strictEqual(attachments.records().length, 20);
  });

  it('can be images and texts that are passed as bytes', async () => {
    await paste('../x/shot.jpg', drawPng('a'));
    // The same image is attached only once.
    await paste('', drawPng('a'));
    await paste('notes.md', '# Notes');
    await paste('zeros', Buffer.alloc(100));
    deepStrictEqual(
      attachments
        .views()
        .map(({ id: _, picture, ...view }) => ({ ...view, isPicture: picture !== undefined })),
      [
        { kind: 'picture', name: 'Pasted image', tokens: 85, warning: 'No pictures.', isPicture: true },
        { kind: 'file', name: 'notes.md', tokens: 5, isPicture: false },
      ],
    );
  });

  it('get distinct names, because all pasted images have the same name', async () => {
    for (const picture of ['a', 'b', 'b', 'c']) await paste('image.png', drawPng(picture));
    deepStrictEqual(
      attachments.views().map(({ name }) => name),
      ['image.png', 'image-2.png', 'image-3.png'],
    );
  });

  it('can be files for a single prompt, confirmed once', async () => {
    const inside = await write('a.ts', 'a');
    const outside = join(elsewhere, 'b.ts');
    await writeFile(outside, 'b');
    answers = ['Attach'];
    const record = { kind: 'selection' as const, name: 'c.ts:1', text: 'c' };
    const approved = await attachments.approve([record], [inside, outside]);
    deepStrictEqual(
      [approved?.map(({ text }) => text), questions.length, attachments.views()],
      [['c', 'a', 'b'], 1, []],
    );
  });

  it('survive a reload until they are sent', async () => {
    await attachments.attachAddresses([await write('a.txt', 'a'), await write('b.txt', 'b')]);
    const [first] = attachments.views();
    attachments.detach(first?.id ?? '');
    await attachments.settled();
    const before = attachments.records();
    attachments.dispose();
    attachments = create();
    await attachments.settled();
    deepStrictEqual([before.length, attachments.records()], [1, before]);
    const taken = attachments.take();
    deepStrictEqual([taken, attachments.records()], [before, []]);
    await attachments.attachAddresses([await write('c.txt', 'c')]);
    attachments.putBack(taken);
    deepStrictEqual(
      namesAndTexts().map(([, text]) => text),
      ['b', 'c'],
    );
    attachments.take();
    await attachments.settled();
    deepStrictEqual(await readdir(join(elsewhere, 'drafts')), []);
  });

  it('open as they will be sent, in a read-only editor', async () => {
    const path = await write('a.py', 'let a;\n');
    await attachments.attachSelection(await openEditor(path, new vscode.Selection(0, 0, 0, 3)));
    await attachments.viewDraft(attachments.views()[0]?.id ?? '');
    const { document } = vscode.window.activeTextEditor ?? {};
    deepStrictEqual(
      [document?.getText(), document?.languageId, document?.uri.path.split('/').at(-1), document?.isUntitled],
      ['let', 'python', 'a.py', false],
    );
  });

  it('open whatever their names are', async () => {
    for (const name of ['whole.txt', '/etc/hosts', '//a/b.txt:1-2']) {
      await attachments.view({ kind: 'selection', name, text: `text of ${name}` });
      deepStrictEqual(vscode.window.activeTextEditor?.document.getText(), `text of ${name}`);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });

  it('can be the changes since the last commit', async () => {
    const runGit = (...words: string[]) =>
      execFileSync('git', ['-C', workspace, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words]);
    runGit('init', '-q');
    await write('staged.txt', 'one\n');
    await write('changed.txt', 'one\n');
    runGit('add', '.');
    runGit('commit', '-qm', 'first');
    await write('staged.txt', 'two\n');
    runGit('add', '.');
    await write('changed.txt', 'three\n');
    await write('new.txt', 'new');
    const git = await vscode.extensions.getExtension('vscode.git')?.activate();
    const api = git.getAPI(1);
    const repository = await api.openRepository(vscode.Uri.file(workspace));
    ok(repository, 'git is there');
    await attachments.attach('changes');
    const [record] = records();
    deepStrictEqual(
      record?.text?.split('\n').filter((line) => /^(# |[+-](?![+-]))/.test(line)),
      [
        '# Staged',
        '-one',
        '+two',
        '# Not staged',
        '-one',
        '+three',
        '# New files that git doesn’t follow',
        `# ${nameIn('new.txt')}`,
      ],
    );
    deepStrictEqual([record?.kind, record?.language], ['changes', 'diff']);
    await vscode.commands.executeCommand('git.close', repository);
  });

  it('are suggested: open files first, then other matches, and no ignored files', async () => {
    await write('.gitignore', 'zebraIgnored.ts\n');
    await write('zebraIgnored.ts', '');
    await write('deep/zebraStripes.ts', '');
    await openEditor(await write('zebraOpen.ts', ''));
    const found = await suggest('zebra');
    deepStrictEqual(
      found.map(({ label, detail, icon, mention }) => [label, detail, icon, mention]),
      [
        ['zebraOpen.ts', nameIn('').slice(0, -1), 'file', '#zebraOpen.ts'],
        ['zebraStripes.ts', nameIn('deep'), 'file', '#zebraStripes.ts'],
      ],
    );
    await attachments.attachAddresses([found[1]?.value ?? '']);
    deepStrictEqual(namesAndTexts(), [[nameIn('deep/zebraStripes.ts'), '']]);
    const [word] = await suggest('problems');
    deepStrictEqual(word, {
      value: 'model-relay-attach:problems',
      label: 'Problems',
      detail: '0 problems',
      icon: 'error',
    });
  });

  it('are suggested with the last attached ones first, and each source once', async () => {
    await openEditor(await write('zebraOpen.ts', ''));
    const path = await write('deep/zebraStripes.ts', '');
    await suggest('zebraSt');
    const stripes = vscode.Uri.file(path).toString();
    await attachments.attachAddresses(['model-relay-attach:editors']);
    await attachments.attachAddresses([stripes]);
    const found = await suggest('');
    deepStrictEqual(
      found.slice(0, 4).map(({ label }) => label),
      ['zebraStripes.ts', 'Open editors', 'Files…', 'Folder…'],
    );
    deepStrictEqual(new Set(found.map(({ value }) => value)).size, found.length);
  });

  describe('that are symbols', () => {
    let provided: vscode.Disposable;
    let searches: string[];
    const { Method, Class } = vscode.SymbolKind;
    /** The name alone, which is what many language servers report. */
    const nameRange = new vscode.Range(1, 2, 1, 7);

    beforeEach(async () => {
      searches = [];
      await write('.gitignore', 'ignored.zebra\n');
      const text = `class Cart {\n  total() {\n    return 1; // ${secret}\n  }\n}\n`;
      const symbols = Object.entries({
        zebraTotal: await write('cart.zebra', text),
        zebraSeen: await write('ignored.zebra', text),
        zebraAway: join(elsewhere, 'away.zebra'),
      }).map(([name, path]) => {
        const place = new vscode.Location(vscode.Uri.file(path), nameRange);
        return new vscode.SymbolInformation(name, Method, 'Cart', place);
      });
      const [whole, head] = [new vscode.Range(0, 0, 4, 1), new vscode.Range(0, 6, 0, 10)];
      const cart = new vscode.DocumentSymbol('Cart', '', Class, whole, head);
      const method = new vscode.Range(1, 2, 3, 3);
      cart.children.push(new vscode.DocumentSymbol('zebraTotal', '', Method, method, nameRange));
      provided = vscode.Disposable.from(
        vscode.languages.registerWorkspaceSymbolProvider({
          provideWorkspaceSymbols(query) {
            searches.push(query);
            return symbols;
          },
        }),
        vscode.languages.registerDocumentSymbolProvider(
          { pattern: '**/*.zebra' },
          { provideDocumentSymbols: () => [cart] },
        ),
      );
    });
    afterEach(() => provided.dispose());

    it('are suggested after files, which need no search, and attached whole, after a confirmation for secrets', async () => {
      const shown: (readonly [string[], boolean])[] = [];
      await attachments.suggest('zebraT', (all, isPartial) =>
        shown.push([all.map(({ label, icon = '' }) => `${icon} ${label}`), isPartial]),
      );
      deepStrictEqual(shown, [
        [[], true],
        [['symbol-method zebraTotal'], false],
      ]);
      const [symbol] = await suggest('zebraT');
      deepStrictEqual([symbol?.detail, symbol?.mention], [`Cart · ${nameIn('cart.zebra:2')}`, '#zebraTotal']);
      answers = [masked];
      await attachments.attachAddresses([symbol?.value ?? '']);
      const text = '  total() {\n    return 1; // [masked]\n  }';
      const record = { kind: 'selection', name: nameIn('cart (masked).zebra:2-4'), text, language: 'zebra' };
      deepStrictEqual([records(), questions.length], [[record], 1]);
      // The last used suggestion now comes first.
      strictEqual((await suggest(''))[0]?.label, 'zebraTotal');
    });

    it('are not searched for while the person is still typing', async () => {
      const shown: string[] = [];
      const first = attachments.suggest('zebra', () => shown.push('first'));
      await attachments.suggest('zebraT', () => shown.push('second'));
      await first;
      deepStrictEqual([searches, shown.at(-1)], [['zebraT'], 'second']);
    });

    it('are not attached from invalid URIs', async () => {
      const uri = vscode.Uri.file(join(workspace, 'cart.zebra'));
      const values = [
        uri.with({ fragment: '1,2' }),
        uri.with({ path: '/none', fragment: '1,2,1,7' }),
        'https://a.b#1,2,1,7',
      ];
      await attachments.attachAddresses(values.map((value) => `model-relay-symbol:${value}`));
      deepStrictEqual(records(), []);
    });
  });

  it('can be past chats, as the text of their messages', async () => {
    const { history } = openHistory();
    const long = 'x'.repeat(250_000);
    const say = async (title: string, words: string) =>
      history.importConversation([
        { type: 'prompt', id: 'p', parentId: null, text: words, at: 1 },
        { type: 'answer', id: 'a', parentId: 'p', model: 'm', at: 2 },
        { type: 'delta', id: 'a', kind: 'thinking', text: 'Hm.' },
        { type: 'delta', id: 'a', kind: 'text', text: 'It is fast.' },
        { type: 'title', title, at: 3 },
      ]);
    await say('How a zebra runs', `Why? ${secret}`);
    await say('Its stripes', long);
    const [chat] = await suggest('zebra');
    deepStrictEqual(
      [chat?.label, chat?.icon, chat?.mention],
      ['How a zebra runs', 'comment-discussion', undefined],
    );
    answers = [masked];
    const [other] = await suggest('stripes');
    await attachments.attachAddresses([chat?.value ?? '', 'model-relay-chat:../../a']);
    await attachments.attachAddresses([other?.value ?? '']);
    const [first, second, ...others] = records();
    const text = 'User: Why? [masked]\n\nAssistant: It is fast.\n';
    deepStrictEqual(
      [first, others],
      [{ kind: 'file', name: 'How a zebra runs (masked).md', text, language: 'markdown' }, []],
    );
    match(second?.text ?? '', /^\(The beginning was left out.\)\nx+\n\nAssistant: It is fast.\n$/);
    ok((second?.text?.length ?? 0) < 201_000);
  });

  it('can be the terminal selection, and the clipboard keeps its content', async () => {
    const opened = new vscode.EventEmitter<string>();
    await new Promise<unknown>((open) => {
      const pty = { onDidWrite: opened.event, open, close() {} };
      vscode.window.createTerminal({ name: 'Build', pty }).show();
    });
    await vscode.env.clipboard.writeText('kept');
    opened.fire('the build failed\r\n');
    // A terminal does not draw its output at once, and no event reports when it does.
    await until(
      () => attachments.records().length > 0,
      async () => {
        await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
        await attachments.attach('terminal');
      },
    );
    deepStrictEqual(
      [records(), await vscode.env.clipboard.readText()],
      [[{ kind: 'terminal', name: 'Terminal Build', text: 'the build failed\n' }], 'kept'],
    );
    vscode.window.activeTerminal?.dispose();
  });
});

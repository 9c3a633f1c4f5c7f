import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  createPromptLibrary,
  type Expansion,
  type GivenQuestion,
  type PromptLibrary,
} from '../../src/chat/context/prompts/promptLibrary.ts';
import { findPromptCode } from '../../src/editing/prompts/codeInEditor.ts';
import { createLastEditor, type LastEditor } from '../../src/platform/lastEditor.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { usePerson } from './person.ts';
import { untilSettled } from './until.ts';
import { workspaceRoot, writeFile as write } from './workspaceFolder.ts';

const { fs } = vscode.workspace;

/** What an editor command passes when it asks about this code. */
function given(text: string): GivenQuestion {
  const piece = { kind: 'selection', name: 'given', text, language: 'typescript' } as const;
  return { code: { pieces: [piece], selection: text }, attach: async () => {} };
}

/** Runs the command on the open box until the expansion has settled. */
async function press(command: string, expansion: Promise<Expansion | undefined>): Promise<unknown> {
  await untilSettled(expansion, command);
  return await expansion;
}

describe('prompts', () => {
  const workspace = workspaceRoot();
  const person = usePerson();
  let outside: vscode.Uri;
  let ownFolder: vscode.Uri;
  let lastEditor: LastEditor;
  let prompts: PromptLibrary;
  let attached: string[];
  /** Whether the person agrees to attach the gathered code. */
  let takesRecords: boolean;
  const diagnostics = vscode.languages.createDiagnosticCollection('prompts');
  after(() => diagnostics.dispose());

  beforeEach(async () => {
    outside = vscode.Uri.file(await mkdtemp(join(tmpdir(), 'model-relay-prompts-')));
    ownFolder = vscode.Uri.joinPath(outside, 'prompts');
    attached = [];
    takesRecords = true;
    lastEditor = createLastEditor();
    prompts = createPromptLibrary({
      logger: silentLogger,
      ownFolder,
      attachments: {
        attachAddresses: async (addresses) => void attached.push(...addresses),
        attachSelection: async () => attached.push('selection') > 0,
        async attachRecords(records) {
          attached.push(...records.map(({ kind, name, text }) => `${kind} ${name}: ${text}`));
          return takesRecords;
        },
        async approve(records) {
          attached.push(...records.map(({ name }) => `asked ${name}`));
          const mask = (text = '') => (/code|GIVEN|token/.test(text) ? '[masked]' : text);
          return takesRecords ? records.map((record) => ({ ...record, text: mask(record.text) })) : undefined;
        },
        records: () => attached.map((name) => ({ kind: 'file', name })),
        settled: async () => {},
      },
      lastEditor,
      findCode: findPromptCode,
    });
  });
  afterEach(async () => {
    lastEditor.dispose();
    diagnostics.clear();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const path of ['.github', 'src']) {
      await fs.delete(vscode.Uri.joinPath(workspace, path), { recursive: true }).then(undefined, () => {});
    }
    await rm(outside.fsPath, { recursive: true, force: true });
  });

  async function edit(content: string, selected = ''): Promise<void> {
    // A text file, because starting a language server would only take time.
    const address = await write(workspace, 'src/a b.txt', content);
    const document = await vscode.workspace.openTextDocument(address);
    const editor = await vscode.window.showTextDocument(document);
    // The editor may still have the content of an earlier test instead of what is on the disk.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const start = document.positionAt(content.indexOf(selected));
    const end = document.positionAt(content.indexOf(selected) + selected.length);
    editor.selection = new vscode.Selection(start, end);
  }

  it('are built into the extension, and need no folder', async () => {
    deepStrictEqual(await prompts.suggest(''), [
      { value: 'explain', label: '/explain', detail: 'Explain the selected code · built in' },
      { value: 'fix', label: '/fix', detail: 'Find and fix problems in the selected code · built in' },
      { value: 'tests', label: '/tests', detail: 'Write tests for the selected code · built in' },
    ]);
    deepStrictEqual(await prompts.suggest('explain this'), []);
  });

  it('are files of the workspace and of the user, and the workspace’s take precedence', async () => {
    await write(workspace, '.github/prompts/Review.prompt.md', '---\nargument-hint: what\n---\nOf us.');
    await write(workspace, '.github/prompts/notes.md', 'No prompt there.');
    await write(workspace, '.github/prompts/folder.prompt.md/x.md', 'A folder.');
    await write(ownFolder, 'review.md', 'Mine.');
    await write(ownFolder, 'Explain.md', 'My way: $ARGUMENTS.');
    deepStrictEqual(await prompts.suggest('e'), [
      { value: 'Explain', label: '/Explain', detail: 'your prompts' },
      { value: 'Review', label: '/Review', detail: 'what · .github/prompts' },
      { value: 'tests', label: '/tests', detail: 'Write tests for the selected code · built in' },
    ]);
    deepStrictEqual(
      [
        await prompts.expand('/review'),
        await prompts.expand('/explain  this '),
        await prompts.expand('/notes'),
      ],
      [{ text: 'Of us.' }, { text: 'My way: this.' }, undefined],
    );
  });

  it('are read from the current files', async () => {
    const address = await write(ownFolder, 'now.md', 'One.');
    deepStrictEqual((await prompts.suggest('now')).length, 1);
    await write(ownFolder, 'now.md', 'Two, and more.');
    deepStrictEqual(await prompts.expand('/now'), { text: 'Two, and more.' });
    await fs.delete(address);
    deepStrictEqual([await prompts.suggest('now'), await prompts.expand('/now')], [[], undefined]);
  });

  it('that can’t be used show why in the suggestions, and send nothing', async () => {
    await write(ownFolder, 'binary.md', Uint8Array.of(0xff, 0x00));
    await write(ownFolder, 'broken.md', '---\ndescription: x\n');
    await write(ownFolder, 'empty.md', '');
    await write(ownFolder, 'huge.md', 'x'.repeat(200_000));
    const suggestions = await prompts.suggest('');
    deepStrictEqual(
      suggestions.map(({ value, detail }) => [value, /larger|UTF-8|empty|no end/.exec(detail)?.[0]]),
      [
        ['binary', 'UTF-8'],
        ['broken', 'no end'],
        ['empty', 'empty'],
        ['huge', 'larger'],
        ['explain', undefined],
        ['fix', undefined],
        ['tests', undefined],
      ],
    );
    for (const name of ['binary', 'broken', 'empty', 'huge']) {
      deepStrictEqual(await prompts.expand(`/${name}`), { cancelled: true });
    }
  });

  it('replace variables with values from the editor, once', async () => {
    await write(
      ownFolder,
      'all.md',
      `\${fileBasename} \${relativeFile} \${selection} \${workspaceFolderBasename} \${unknown}`,
    );
    deepStrictEqual(await prompts.expand('/all'), { cancelled: true }, 'nothing is open');
    await edit(`const a = '\${clipboard}';`, `'\${clipboard}'`);
    const folder = workspace.path.slice(workspace.path.lastIndexOf('/') + 1);
    deepStrictEqual(await prompts.expand('/all and this'), {
      text: `a b.txt src/a b.txt '\${clipboard}' ${folder} \${unknown}\n\nand this`,
      hasSelection: true,
    });
    deepStrictEqual(await prompts.expand('/all', given('GIVEN')), {
      text: `a b.txt src/a b.txt [masked] ${folder} \${unknown}`,
      hasSelection: true,
    });
  });

  it('mask secrets in the clipboard and selection, and ask before a workspace’s prompt uses the clipboard', async () => {
    await vscode.env.clipboard.writeText('token');
    await write(ownFolder, 'mine.md', `\${clipboard} \${selection}`);
    await write(workspace, '.github/prompts/theirs.prompt.md', `\${clipboard}`);
    await edit('let token = 1;', 'token = 1');
    const masked = { text: '[masked] [masked]', hasSelection: true };
    deepStrictEqual(
      [await prompts.expand('/mine'), attached],
      [masked, ['asked Clipboard', 'asked src/a b.txt']],
    );
    attached = [];
    person.willPress('Insert Clipboard');
    deepStrictEqual([await prompts.expand('/theirs'), attached], [{ text: '[masked]' }, ['asked Clipboard']]);
    deepStrictEqual(await prompts.expand('/theirs'), { cancelled: true });
    deepStrictEqual(
      person.takeTold().map(({ text }) => text),
      ['Insert the clipboard into your message?', 'Insert the clipboard into your message?'],
    );
    takesRecords = false;
    deepStrictEqual(await prompts.expand('/mine'), { cancelled: true });
  });

  it('of the workspace are ignored in Restricted Mode, and their calls are not expanded', async () => {
    await write(workspace, '.github/prompts/greet.prompt.md', 'Greet somebody.');
    await write(workspace, '.github/prompts/tests.prompt.md', 'Theirs.');
    await write(ownFolder, 'mine.md', 'Mine.');
    const names = async () => (await prompts.suggest('')).map(({ value }) => value);
    const all = ['tests', 'greet', 'mine', 'explain', 'fix'];
    deepStrictEqual((await names()).toSorted(), all.toSorted());
    const trusted = Object.getOwnPropertyDescriptor(vscode.workspace, 'isTrusted');
    ok(trusted, 'VS Code says whether the folder is trusted');
    Object.defineProperty(vscode.workspace, 'isTrusted', { ...trusted, get: () => false });
    try {
      deepStrictEqual(await names(), ['mine', 'explain', 'fix', 'tests']);
      const [theirs, mine, builtIn] = [
        await prompts.expand('/greet you'),
        await prompts.expand('/mine'),
        await prompts.expand('/explain this'),
      ];
      deepStrictEqual([theirs, mine], [undefined, { text: 'Mine.' }]);
      match(builtIn && 'text' in builtIn ? builtIn.text : '', /^Explain this code.*this$/s);
    } finally {
      Object.defineProperty(vscode.workspace, 'isTrusted', trusted);
    }
  });

  it('of the workspace do not replace built-in ones', async () => {
    await write(workspace, '.github/prompts/explain.prompt.md', `Theirs. \${clipboard}`);
    await edit('const a = 1;', 'a = 1');
    const expanded = await prompts.expand('/explain');
    deepStrictEqual(
      [expanded && 'text' in expanded && expanded.text.startsWith('Explain this code'), attached],
      [true, ['selection']],
    );
  });

  it('about code attach the selected code', async () => {
    await edit('const a = 1;');
    const without = await prompts.expand('/explain');
    deepStrictEqual(attached, ['selection src/a b.txt: const a = 1;']);
    attached = [];
    await edit('const a = 1;', 'a = 1');
    deepStrictEqual(await prompts.expand('/explain'), without);
    deepStrictEqual(attached, ['selection']);
    await write(workspace, 'src/rules.md', '');
    await write(ownFolder, 'explain.md', 'Explain, by #file:src/rules.md');
    const along: string[] = [];
    const attach = async (addresses: readonly string[]) => void along.push(...addresses);
    await prompts.expand('/explain', { ...given('a'), attach });
    const rules = vscode.Uri.joinPath(workspace, 'src/rules.md').toString();
    deepStrictEqual([attached, along], [['selection'], [rules]]);
  });

  it('about code use the last editor’s code when nothing is selected or attached', async () => {
    const file = 'selection src/a b.txt: one\ntwo';
    await edit('one\ntwo');
    const address = vscode.Uri.joinPath(workspace, 'src/a b.txt');
    diagnostics.set(address, [new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), 'Wrong.')]);
    const text = (expansion: Expansion | undefined) =>
      expansion && 'text' in expansion ? (expansion.text.split('\n\n')[1] ?? 'sent') : expansion;
    const cases: readonly (readonly [text: string, before: string[], expanded: unknown, along: string[]])[] =
      [
        ['/explain', [], 'sent', [file]],
        ['/FIX ', [], 'sent', [file, 'problems src/a b.txt: Line 2: error: Wrong.']],
        ['/explain what a monad is', [], 'what a monad is', []],
        ['/explain', ['notes'], 'sent', []],
      ];
    const results: (typeof cases)[number][] = [];
    for (const [typed, before] of cases) {
      attached = [...before];
      const expanded = text(await prompts.expand(typed));
      results.push([typed, before, expanded, attached.slice(before.length)]);
    }
    deepStrictEqual(results, cases);
  });

  it('about code are not sent when there is none, or when the person declines to attach it', async () => {
    deepStrictEqual([await prompts.expand('/explain'), attached], [{ cancelled: true }, []], 'no editor');
    await edit(' ');
    deepStrictEqual([await prompts.expand('/tests'), attached], [{ cancelled: true }, []], 'empty');
    await edit('x'.repeat(50_000));
    deepStrictEqual([await prompts.expand('/fix'), attached], [{ cancelled: true }, []], 'too long');
    await edit('secret');
    takesRecords = false;
    deepStrictEqual(await prompts.expand('/explain'), { cancelled: true }, 'not wanted');
  });

  it('of the user contain the code once if they name it, and can do without', async () => {
    await write(ownFolder, 'explain.md', `Mine: \${selection}`);
    await write(ownFolder, 'tests.md', 'Mine.');
    deepStrictEqual(
      [await prompts.expand('/explain'), await prompts.expand('/tests'), attached],
      [{ cancelled: true }, { text: 'Mine.' }, []],
    );
    await edit('code');
    attached = ['notes'];
    deepStrictEqual(
      [await prompts.expand('/explain'), await prompts.expand('/tests'), attached],
      [{ text: 'Mine: [masked]', hasSelection: true }, { text: 'Mine.' }, ['notes', 'asked src/a b.txt']],
    );
    takesRecords = false;
    deepStrictEqual(await prompts.expand('/explain'), { cancelled: true }, 'not wanted');
  });

  it('ask for their inputs one after the other, and closing one box cancels all', async () => {
    await write(ownFolder, 'ask.md', `[\${input:one:first}] [\${input:two}] [\${input:one}] #file:src/a.ts`);
    await write(workspace, 'src/a.ts', '');
    const left = await press('workbench.action.closeQuickOpen', prompts.expand('/ask'));
    deepStrictEqual([left, attached], [{ cancelled: true }, []]);
    const given = await press('workbench.action.acceptSelectedQuickOpenItem', prompts.expand('/ask'));
    deepStrictEqual(given, { text: '[] [] [] #file:src/a.ts' });
    deepStrictEqual(attached, [vscode.Uri.joinPath(workspace, 'src/a.ts').toString()]);
  });

  it('attach the files that they name, but none from outside', async () => {
    const named = [
      await write(workspace, '.github/prompts/rules.md', 'Rules.'),
      await write(workspace, 'src/a b.ts', ''),
      await write(workspace, 'src/c.ts', ''),
    ];
    await write(outside, 'secret.txt', 'Secret.');
    const up = '../'.repeat(20);
    const body = [
      '[rules](rules.md) [code](../../src/a%20b.ts) #file:src/c.ts [gone](gone.md)',
      `[s](${up}${outside.path.slice(1)}/secret.txt) [t](${outside.path}/secret.txt) #file:${outside.path}/secret.txt`,
      '[u](file:///etc/passwd)',
    ].join('\n');
    await write(workspace, '.github/prompts/shared.prompt.md', body);
    deepStrictEqual(await prompts.expand('/shared'), { text: body });
    deepStrictEqual(
      attached,
      named.map((address) => address.toString()),
    );
    attached = [];
    const beside = await write(ownFolder, 'style.txt', 'Style.');
    await write(ownFolder, 'mine.md', '[style](style.txt) [up](../secret.txt) [w](/src/c.ts)');
    await prompts.expand('/mine');
    deepStrictEqual(attached, [beside.toString(), vscode.Uri.joinPath(workspace, 'src/c.ts').toString()]);
  });
});

import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Utterance } from '../../src/readAloud/narration/plan/utterance.ts';
import type { Readable } from '../../src/readAloud/sources/readable.ts';
import { createAskedTexts } from '../../src/readAloud/view/readingCommands.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { runGit } from '../e2e/harness/git.ts';
import { attendMessages, type Person } from './person.ts';
import { until } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const { fs } = vscode.workspace;

const code = `/**
 * Adds what is left.
 *
 * @param one What is there
 */
export function add(one: number, other: number): number {
  // Nothing is carried.
  const sum = one + other;
  const unused = sum;
  void unused;
  return sum;
}
`;
const docComment = ['Adds what is left.', 'parameter one: What is there'];
const files = {
  'parts.md': 'Ants march.\n\nBees fly.\n\nCats climb.\nThey purr.\n\nDogs dig.\n',
  'one.md': '# Eels\n\nEels swim.\n\n## Foxes\n\nFoxes run.\n\n# Geese\n\nGeese honk.\n',
  'two.txt': 'Hens scratch.\n',
  'sum.ts': code,
  'broken.txt': 'A first line.\nA second line.\n',
  'picture.bin': 'GIF89a\u0000\u0000\u0000\u0001\u0000',
};
const wholeOne = ['Eels.', 'Eels swim.', 'Foxes.', 'Foxes run.', 'Geese.', 'Geese honk.'];

/** All utterances of the text, which is disposed afterwards. */
function utterancesOf(readable: Readable | undefined): Utterance[] {
  ok(readable, 'there is something to read');
  const source = readable.plan('sentence');
  const utterances: Utterance[] = [];
  for (let next = source.next(); next && next !== 'later'; next = source.next()) utterances.push(next);
  readable.dispose?.();
  return utterances;
}

const sentencesOf = (readable: Readable | undefined) => utterancesOf(readable).map(({ text }) => text);

describe('what can be read aloud', () => {
  const texts = createAskedTexts(silentLogger);
  const folder = useWorkspaceFolder('read', files);
  let person: Person;

  beforeEach(() => {
    person = attendMessages();
  });
  afterEach(async () => {
    person.leave();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Opens a file as a person does. */
  async function open(path: keyof typeof files): Promise<vscode.TextEditor> {
    await vscode.commands.executeCommand('vscode.open', folder.uriOf(path));
    const editor = vscode.window.activeTextEditor;
    ok(editor, 'an editor is open');
    ok(editor.document.fileName.endsWith(path), 'it is in front');
    return editor;
  }

  function selectionOf({ document }: vscode.TextEditor, words: string): vscode.Selection {
    const start = document.getText().indexOf(words);
    return new vscode.Selection(document.positionAt(start), document.positionAt(start + words.length));
  }

  it('is everything that is selected, in document order', async () => {
    const editor = await open('parts.md');
    editor.selections = ['Dogs dig.', 'Bees fly.'].map((words) => selectionOf(editor, words));
    deepStrictEqual(sentencesOf(await texts.selection()), ['Bees fly.', 'Dogs dig.']);
  });

  it('is everything from the cursor’s paragraph on, by command or when nothing is selected', async () => {
    const editor = await open('parts.md');
    const { end } = selectionOf(editor, 'They');
    editor.selection = new vscode.Selection(end, end);
    const rest = ['Cats climb.', 'They purr.', 'Dogs dig.'];
    deepStrictEqual(
      [sentencesOf(await texts.fromCursor()), sentencesOf(await texts.selection())],
      [rest, rest],
    );
  });

  it('is a whole file: the active one, or the one that a menu was opened on', async () => {
    await open('one.md');
    const other = await texts.file(folder.uriOf('two.txt'));
    deepStrictEqual(
      [other?.title, sentencesOf(other), sentencesOf(await texts.file(undefined))],
      ['two.txt', ['Hens scratch.'], wholeOne],
    );
  });

  it('is the text behind a Markdown preview', async () => {
    await open('one.md');
    const isInFront = () => vscode.window.tabGroups.activeTabGroup.activeTab?.label === 'Preview one.md';
    const shown = new Promise<void>((resolve) => {
      const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
        if (!isInFront()) return;
        subscription.dispose();
        resolve();
      });
    });
    await vscode.commands.executeCommand('markdown.showPreview');
    await shown;
    deepStrictEqual(
      [sentencesOf(await texts.file(undefined)), sentencesOf(await texts.selection())],
      [wholeOne, wholeOne],
    );
  });

  it('is the clipboard', async () => {
    await vscode.env.clipboard.writeText('\u001b[31mIguanas\u001b[0m sun themselves.');
    deepStrictEqual(sentencesOf(await texts.clipboard()), ['Iguanas sun themselves.']);
  });

  it('includes problems, with their locations', async () => {
    const diagnostics = vscode.languages.createDiagnosticCollection('readAloud');
    try {
      await open('one.md');
      deepStrictEqual(
        [await texts.problems(), person.takeTold()],
        [undefined, [{ text: 'There are no problems.' }]],
      );
      const uri = folder.uriOf('broken.txt');
      const range = new vscode.Range(1, 2, 1, 8);
      diagnostics.set(uri, [
        new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'Line\n  too short'),
        new vscode.Diagnostic(range, 'Value expected'),
      ]);
      const problems = await texts.problems();
      const utterances = utterancesOf(problems);
      const place = problems?.placeOf?.(utterances.at(-1)?.start ?? 0);
      deepStrictEqual(
        [utterances.map(({ text }) => text), place?.uri.toString(), place?.range],
        [
          ['broken.txt', 'Error on line 1: Line too short', 'Error on line 2: Value expected'],
          uri.toString(),
          range,
        ],
      );
      const warning = new vscode.Diagnostic(range, 'Value expected', vscode.DiagnosticSeverity.Warning);
      diagnostics.set(folder.uriOf('other/broken.txt'), [warning]);
      deepStrictEqual(sentencesOf(await texts.problems()).at(-2), 'broken.txt in other');
    } finally {
      diagnostics.dispose();
    }
  });

  it('is, for code, its comments, or a short selection word for word', async () => {
    const editor = await open('sum.ts');
    const [first, ...others] = docComment;
    // In a file, a comment starts with its symbol's name, once VS Code's language server reports the symbol.
    let sentences: readonly string[] = [];
    await until(async () => {
      sentences = sentencesOf(await texts.file(undefined));
      return sentences[0] !== first;
    });
    deepStrictEqual(sentences, [`function add: ${first}`, ...others, 'Nothing is carried.']);
    editor.selection = selectionOf(editor, 'const sum = one + other;');
    deepStrictEqual(sentencesOf(await texts.selection()), ['constant sum equals one plus other']);
  });

  it('is the section or comment that the mouse hovers over', async () => {
    await vscode.extensions.getExtension('model-relay.model-relay')?.activate();
    /** The text that the hover's link at these words reads aloud, and the link's label. */
    async function hoverOver(path: keyof typeof files, words: string) {
      const editor = await open(path);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        editor.document.uri,
        selectionOf(editor, words).start,
      );
      const links = hovers
        .flatMap(({ contents }) => contents)
        .flatMap((content) => (typeof content === 'string' ? content : content.value))
        .flatMap((text) => [
          ...text.matchAll(/\[\$\(unmute\) (.*?)\]\(command:modelRelay\.readRange\?(.*?)\)/g),
        ]);
      const [[, title, given] = []] = links;
      const [target] = JSON.parse(decodeURIComponent(given ?? '[]'));
      return [links.length, title, sentencesOf(await texts.range(target))];
    }
    deepStrictEqual(
      [
        await hoverOver('one.md', '# Eels'),
        await hoverOver('sum.ts', 'is carried'),
        await hoverOver('sum.ts', 'what is left'),
      ],
      [
        [1, 'Read this section aloud', ['Eels.', 'Eels swim.', 'Foxes.', 'Foxes run.']],
        [1, 'Read this comment aloud', ['Nothing is carried.']],
        [1, 'Read this comment aloud', docComment],
      ],
    );
  });

  it('is nothing where there is no text, or where a link’s range is invalid', async () => {
    const binary = await texts.file(folder.uriOf('picture.bin'));
    deepStrictEqual(
      [binary, person.takeTold()],
      [undefined, [{ text: 'This file can’t be read aloud because VS Code doesn’t open it as text.' }]],
    );
    const unopened = [await texts.selection(), await texts.fromCursor(), await texts.file(undefined)];
    const words = { text: 'Open a text editor and select the text to read aloud.' };
    deepStrictEqual(
      [unopened, person.takeTold()],
      [
        [undefined, undefined, undefined],
        [words, words, words],
      ],
    );
    const uri = folder.uriOf('one.md').toString();
    for (const target of [
      undefined,
      {},
      { uri, start: [0, -1], end: [1, 0] },
      { uri, start: 0, end: [1, 0] },
    ])
      deepStrictEqual(await texts.range(target), undefined);
  });

  describe('in a git repository', () => {
    const repository = folder.uriOf('repository');
    const write = (path: string, text: string) => folder.write(`repository/${path}`, text);

    before(async () => {
      await write('kept.md', 'Jackals yelp.\n\nKoalas sleep.\n');
      await write('gone.md', 'Llamas spit.\n');
      await write('中文.md', '一。\n');
      runGit(repository.fsPath, 'init', '--quiet');
      runGit(repository.fsPath, 'add', '.');
      runGit(repository.fsPath, 'commit', '--quiet', '-m', 'Animals');
      const git = await vscode.extensions.getExtension('vscode.git')?.activate();
      ok(await git.getAPI(1).openRepository(repository), 'git is there');
    });
    after(async () => {
      const git = await vscode.extensions.getExtension('vscode.git')?.activate();
      await vscode.commands.executeCommand('git.close', git.getAPI(1).getRepository(repository));
    });

    it('is the changes, file by file, with new text word for word', async () => {
      deepStrictEqual(
        [await texts.changes(), person.takeTold()],
        [undefined, [{ text: 'Nothing has changed since the last commit.' }]],
      );
      await write('kept.md', 'Jackals howl.\n\nKoalas sleep.\n');
      await write('中文.md', '二。\n');
      await write('new.md', 'Moles dig.\n');
      await fs.delete(vscode.Uri.joinPath(repository, 'gone.md'));
      runGit(repository.fsPath, 'add', 'kept.md');
      const removedAndAdded = 'Line 1. Removed: one line. Added: one line.';
      deepStrictEqual(sentencesOf(await texts.changes()), [
        ...['kept.md changed.', removedAndAdded, 'Jackals howl.'],
        'gone.md was deleted.',
        ...['中文.md changed.', removedAndAdded, '二。'],
        ...['new.md is new.', 'Added: one line.', 'Moles dig.'],
      ]);
    });
  });
});

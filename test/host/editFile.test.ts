import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { chmod, readFile, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createFileChanges, type FileChanges } from '../../src/chat/code/fileChanges.ts';
import { createEditFile } from '../../src/chat/tools/own/editFile.ts';
import { usePerson } from './person.ts';
import { closeEditors, until } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const secretKey = ['AKIA', 'Z7QJ3MNB5RTX2WVL'].join('');
const cart = `const price = 1;\nconst key = '${secretKey}';\nconst tax = 2;\n\nconst total = 3;\n`;

describe('the edit tool', () => {
  const folder = useWorkspaceFolder('edited', {
    '.env': 'TOKEN=x\n',
    'a.ts': cart,
    '.vscode/settings.json': '{}\n',
    'package.json': '{}\n',
    'book.ipynb': '{"cells":[]}\n',
    'picture.bin': '\u0000\u0001\u0002',
    'locked.ts': 'one\n',
    'twice.ts': 'one\none\n',
    'huge.txt': 'x'.repeat(1_200_000),
    'direction.ts': 'one \u202e two\n',
  });
  before(async () => {
    await chmod(folder.uriOf('locked.ts').fsPath, 0o444);
    await symlink(folder.uriOf('package.json').fsPath, folder.uriOf('linked.txt').fsPath);
  });

  const person = usePerson();
  let changes: FileChanges;
  let abort: AbortController;
  /** Aborts a single call. */
  let call: AbortController;
  let count = 0;
  let [a, b] = ['', ''];
  beforeEach(async () => {
    changes = createFileChanges();
    abort = new AbortController();
    call = new AbortController();
    // New files for each test: an editor under load may reopen a file with its old content.
    count += 1;
    [a, b] = [`a${count}.ts`, `b${count}.ts`];
    for (const name of [a, b, `any${count}.ts`]) await folder.write(name, cart);
  });
  afterEach(async () => {
    abort.abort();
    await changes.act('undo', ids());
    changes.dispose();
    await closeEditors();
  });

  const ids = () => changes.view().files.map(({ id }) => id);
  const listed = () =>
    changes.view().files.map(({ path, isProposed }) => [path.replace(/^edited\/|\d+/g, ''), isProposed]);
  const onDisk = (name: string) => readFile(folder.uriOf(name).fsPath, 'utf8');
  const edit = (input: object, responseId = 'r') =>
    createEditFile(changes).run(input, {
      conversationId: 'c',
      responseId,
      signal: AbortSignal.any([abort.signal, call.signal]),
      canceled: call.signal,
      onOutput: () => {},
    });
  const replace = (oldText: string, newText: string, name = a, responseId?: string) =>
    edit({ path: `edited/${name}`, edits: [{ oldText, newText }] }, responseId);
  /** Waits until the call has proposed its change. */
  async function propose(done: ReturnType<typeof edit>): Promise<{ readonly done: ReturnType<typeof edit> }> {
    const before = ids().length;
    await until(() => ids().length > before);
    return { done };
  }
  /** Allows the chat to write its edits at once. */
  async function allow(): Promise<void> {
    const { done } = await propose(replace('const price = 1;', 'const price = 9;', `any${count}.ts`));
    deepStrictEqual(changes.view().canAllow, true);
    await changes.act('keepInChat', ids());
    match((await done).text, /kept the change.*saved/);
    // The edit stays in the list, where it can be undone like later ones.
    await changes.act('keep', ids());
  }

  it('proposes a change, writes it once it is kept, and tells the model', async () => {
    const { done } = await propose(replace('const tax = 2;', 'const tax = 20;'));
    deepStrictEqual([listed(), await onDisk(a)], [[['a.ts', true]], cart]);
    await changes.act('keep', ids());
    const { status, text } = await done;
    deepStrictEqual(
      [status, text, await onDisk(a), ids()],
      [
        'done',
        `The person kept the change. edited/${a} is changed and saved.`,
        cart.replace('tax = 2', 'tax = 20'),
        [],
      ],
    );
  });

  it('tells the model that a change was undone, or kept in part', async () => {
    const refused = await propose(replace('const tax = 2;', 'const tax = 20;'));
    await changes.act('undo', ids());
    deepStrictEqual([(await refused.done).status, await onDisk(a)], ['refused', cart]);
    const edits = [
      { oldText: 'const price = 1;', newText: 'const price = 10;' },
      { oldText: 'const total = 3;', newText: 'const total = 30;' },
    ];
    const partly = await propose(edit({ path: `edited/${a}`, edits }));
    await until(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('(proposed)') === true,
    );
    await changes.undoHunk();
    await changes.act('keep', ids());
    deepStrictEqual(
      [(await partly.done).text, await onDisk(a)],
      [
        `The person kept 1 of 2 parts of the change. Read edited/${a} to see which.`,
        cart.replace('total = 3', 'total = 30'),
      ],
    );
  });

  it('creates a file and its folders once the proposal is kept', async () => {
    const { done } = await propose(edit({ path: 'edited/new/deep.ts', content: 'one\r\n' }));
    await changes.act('keep', ids());
    deepStrictEqual([(await done).status, await onDisk('new/deep.ts')], ['done', 'one\n']);
  });

  it('lists the edit whose approval allowed the chat to edit, and undoes it with later ones', async () => {
    const { done } = await propose(replace('const price = 1;', 'const price = 9;'));
    await changes.act('keepInChat', ids());
    match((await done).text, /kept the change.*saved/);
    deepStrictEqual([listed(), await onDisk(a)], [[['a.ts', false]], cart.replace('price = 1', 'price = 9')]);
    await replace('const tax = 2;', 'const tax = 20;');
    deepStrictEqual(listed(), [['a.ts', false]]);
    await changes.act('undo', ids());
    deepStrictEqual([ids(), await onDisk(a)], [[], cart]);
  });

  it('undoes a proposal whose call is canceled', async () => {
    const { done } = await propose(replace('const tax = 2;', 'const tax = 20;'));
    call.abort();
    deepStrictEqual([(await done).status, ids(), await onDisk(a)], ['refused', [], cart]);
  });

  it('leaves a proposal undecided when the response is stopped, and says so', async () => {
    const { done } = await propose(replace('const tax = 2;', 'const tax = 20;'));
    abort.abort();
    const { status, text } = await done;
    deepStrictEqual([status, listed()], ['cancelled', [['a.ts', true]]]);
    match(text, /proposed, and the person has not decided/);
  });

  it('writes at once in a chat that is allowed to, and undoes the whole response in one step', async () => {
    await allow();
    const done = [
      await replace('const tax = 2;', 'const tax = 20;'),
      await replace('const total = 3;', 'const total = 30;'),
      await replace('const price = 1;', 'const price = 10;', b),
      await edit({ path: 'edited/c.ts', content: 'new\n' }),
    ];
    deepStrictEqual(
      [done.map(({ status }) => status), listed(), await onDisk(a)],
      [
        ['done', 'done', 'done', 'done'],
        [
          ['a.ts', false],
          ['b.ts', false],
          ['c.ts', false],
        ],
        cart.replace('tax = 2', 'tax = 20').replace('total = 3', 'total = 30'),
      ],
    );
    // The person also edits both files: one at the same lines, the other elsewhere.
    const document = await vscode.workspace.openTextDocument(folder.uriOf(b));
    const typed = new vscode.WorkspaceEdit();
    typed.replace(document.uri, new vscode.Range(0, 14, 0, 16), '11');
    await vscode.workspace.applyEdit(typed);
    await document.save();
    const editor = await vscode.window.showTextDocument(folder.uriOf(a));
    await editor.edit((each) => each.insert(new vscode.Position(0, 0), '// mine\n'));
    await changes.act('undo', ids());
    deepStrictEqual(
      [
        editor.document.getText(),
        await onDisk(b),
        listed(),
        person.takeTold().map(({ text }) => text),
        await onDisk('c.ts').catch(() => 'gone'),
      ],
      [
        `// mine\n${cart}`,
        cart.replace('price = 1', 'price = 11'),
        [['b.ts', false]],
        [
          `The same lines of edited/${b} have changed since then. Open its diff and undo the change yourself.`,
        ],
        'gone',
      ],
    );
    await editor.document.save();
    await changes.act('keep', ids());
  });

  it('undoes one response and leaves another one’s changes to the same file', async () => {
    await allow();
    await replace('const price = 1;', 'const price = 10;', a, 'first');
    await replace('const total = 3;', 'const total = 30;', a, 'second');
    const [first] = changes.view().files.filter(({ responseId }) => responseId === 'first');
    await changes.act('undo', [first?.id ?? '']);
    deepStrictEqual(await onDisk(a), cart.replace('total = 3', 'total = 30'));
    await changes.act('undo', ids());
    deepStrictEqual(await onDisk(a), cart);
  });

  it('keeps what the person typed between two edits of a response', async () => {
    await allow();
    await replace('const price = 1;', 'const price = 10;');
    const editor = await vscode.window.showTextDocument(folder.uriOf(a));
    await editor.edit((each) => each.insert(new vscode.Position(5, 0), '// mine\n'));
    const { text } = await replace('const tax = 2;', 'const tax = 20;');
    match(text, /is changed\. .*not saved yet/);
    await changes.act('undo', ids());
    deepStrictEqual(editor.document.getText(), `${cart}// mine\n`);
    await editor.document.save();
  });

  for (const path of ['.vscode/settings.json', 'package.json', 'linked.txt'])
    it(`asks about ${path} even in a chat that may change files`, async () => {
      await allow();
      const { done } = await propose(replace('{}', '{"a":1}', path));
      deepStrictEqual([listed().length, changes.view().canAllow], [1, false]);
      await changes.act('undo', ids());
      deepStrictEqual((await done).status, 'refused');
    });

  const one = [{ oldText: 'one', newText: 'two' }];
  for (const [what, input, reason] of [
    ['a path outside the workspace', { path: '../x.ts', edits: one }, /outside of the workspace/],
    ['a file for secrets', { path: 'edited/.env', edits: one }, /file for secrets/],
    ['a folder', { path: 'edited', edits: one }, /is a folder/],
    ['a notebook', { path: 'edited/book.ipynb', edits: one }, /is a notebook/],
    ['a new notebook', { path: 'edited/new.ipynb', content: '{}' }, /is a notebook/],
    ['a binary file', { path: 'edited/picture.bin', edits: one }, /can’t be read/],
    ['a read-only file', { path: 'edited/locked.ts', edits: one }, /read-only/],
    ['a huge file', { path: 'edited/huge.txt', edits: one }, /too large/],
    ['edits to a missing file', { path: 'edited/none.ts', edits: one }, /not there\. To create it/],
    ['content for an existing file', { path: 'edited/a.ts', content: 'x' }, /there already\. Read it/],
    ['neither edits nor content', { path: 'edited/a.ts' }, /one of both/],
    ['both edits and content', { path: 'edited/a.ts', edits: one, content: 'x' }, /one of both/],
    ['text that is not in the file', { path: 'edited/a.ts', edits: one }, /edit 1 is not in the file/],
    ['text that occurs twice', { path: 'edited/twice.ts', edits: one }, /several times/],
    ['an empty old text', { path: 'edited/a.ts', edits: [{ oldText: '', newText: 'x' }] }, /edit 1 is empty/],
    [
      'a guess of a secret',
      { path: 'edited/a.ts', edits: [{ oldText: "const key = 'AKIA", newText: 'x' }] },
      /not in the file/,
    ],
    [
      'a mask in place of a secret',
      { path: 'edited/a.ts', edits: [{ oldText: 'const tax = 2;', newText: "key = '[masked]'" }] },
      /stands for a secret/,
    ],
    [
      'a bidirectional control character',
      { path: 'edited/a.ts', edits: [{ oldText: 'tax', newText: 't\u202eax' }] },
      /invisible characters \(U\+202E\)/,
    ],
    ['escape sequences', { path: 'edited/n.ts', content: 'a\u001b[2Jb\u0000' }, /U\+001B, U\+0000/],
    ['a name with U+200B', { path: 'edited/n\u200b.ts', content: 'x' }, /invisible characters \(U\+200B\)/],
    ['an unchanged text', { path: 'edited/a.ts', edits: [{ oldText: 'tax', newText: 'tax' }] }, /already/],
    ['huge content', { path: 'edited/n.ts', content: 'x'.repeat(300_000) }, /content/],
    ['many edits', { path: 'edited/a.ts', edits: Array(101).fill(one[0]) }, /edits/],
    [
      'edits that add up to a huge file',
      {
        path: 'edited/a.ts',
        edits: Array(6).fill({ oldText: 'const tax', newText: `const tax${'x'.repeat(190_000)}` }),
      },
      /longer than/,
    ],
    ['no path', { edits: one }, /path/],
  ] as const)
    it(`changes nothing for ${what}`, async () => {
      const { status, text } = await edit(input);
      deepStrictEqual([status, ids()], ['failed', []]);
      match(text, reason);
      ok(text.length < 500);
    });

  it('can repeat an invisible character that the file already has', async () => {
    const { done } = await propose(replace('one \u202e two', 'two \u202e one', 'direction.ts'));
    await changes.act('keep', ids());
    deepStrictEqual((await done).status, 'done');
  });
});

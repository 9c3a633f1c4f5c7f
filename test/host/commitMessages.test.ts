import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/manifest.ts';
import type { Repository } from '../../src/platform/git.ts';
import { runGit } from '../e2e/harness/git.ts';
import { usePerson } from './person.ts';
import { readJournal } from './relayJournal.ts';
import { until } from './until.ts';
import { workspaceRoot } from './workspaceFolder.ts';

const path = '/v1/messages';
const oldCode = "export function greet() {\n  return 'Hello';\n}\n";
const newCode = "export function greet(name = 'you') {\n  return 'Hello, ' + name;\n}\n";
const key = 'sk-proj-Zr81LqPw0XbTn5Vd7KcMh2Ys';
/** The message that the reference relay's model writes, without the words and the fence around it. */
const message = `feat: greet whoever is named

The greeting took no name, so that everybody was greeted alike. Now it
takes one, and says what it said before where there is none.

- \`greet\` has a parameter
- its callers hand the name in`;

interface GitApi {
  readonly repositories: readonly Repository[];
  openRepository(root: vscode.Uri): Promise<Repository | null>;
}

describe('commit messages', () => {
  let folder: string;
  let git: GitApi;
  let alpha: Repository;
  before(async () => {
    folder = join(workspaceRoot().fsPath, 'commits');
    const extension = vscode.extensions.getExtension('vscode.git');
    ok(extension, 'git is there');
    git = (await extension.activate()).getAPI(1);
    for (const name of ['alpha', 'beta']) {
      await mkdir(join(folder, name), { recursive: true });
      runGit(join(folder, name), 'init', '--initial-branch', `of-${name}`);
    }
    await write('greet.go', oldCode);
    run('add', '.');
    run('commit', '--message', 'feat: say hello');
    alpha = await open('alpha');
  });
  after(async () => {
    for (const repository of git.repositories) await vscode.commands.executeCommand('git.close', repository);
    await rm(folder, { recursive: true });
  });
  const person = usePerson();
  // The editor reports each value of the input box later. Any command's result comes after those reports.
  afterEach(() => vscode.commands.executeCommand('notifications.clearAll'));

  async function open(name: string): Promise<Repository> {
    const repository = await git.openRepository(vscode.Uri.file(join(folder, name)));
    ok(repository, `git knows ${name}`);
    return repository;
  }
  const run = (...words: readonly string[]) => runGit(join(folder, 'alpha'), ...words);
  const write = (file: string, text: string) => writeFile(join(folder, 'alpha', file), text);
  const questions = async () => (await readJournal()).filter((entry) => entry.path === path);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const ask = (repository = alpha) => vscode.commands.executeCommand(commands.writeCommitMessage, repository);
  const stop = (repository?: Repository) =>
    vscode.commands.executeCommand(commands.stopCommitMessage, repository);

  /** Whether the last request contains each of these texts. */
  async function sends(...texts: readonly string[]): Promise<readonly boolean[]> {
    const { messages } = JSON.parse((await questions()).at(-1)?.bodyText ?? '{}');
    const content = JSON.stringify(messages);
    return texts.map((text) => content.includes(JSON.stringify(text).slice(1, -1)));
  }
  /** Waits until the box has the beginning of the message, but not all of it. */
  async function grows({ inputBox }: Repository): Promise<void> {
    await until(() => message.startsWith(inputBox.value) && inputBox.value.length > 20);
    ok(inputBox.value.length < message.length, inputBox.value);
  }
  async function lastOutcome(): Promise<string | undefined> {
    const outcome = async () => (await questions()).at(-1)?.outcome;
    await until(async () => (await outcome()) !== 'running');
    return outcome();
  }

  it('are generated from the staged changes and what git knows about them, without secrets', async () => {
    await write('greet.go', `${newCode}const apiKey = '${key}';\n`);
    run('add', '.');
    await write('greet.go', `${newCode}const notStaged = 1;\n`);
    await ask();
    strictEqual(alpha.inputBox.value, message);
    deepStrictEqual(
      await sends(
        'Repository: alpha',
        'Branch: of-alpha',
        'feat: say hello',
        '=== greet.go (modified, +3 -2)',
        '[masked]',
        key,
        'notStaged',
      ),
      [true, true, true, true, true, false, false],
    );
  });

  it('are requested to differ while the last one is still in the input box', async () => {
    alpha.inputBox.value = '';
    await ask();
    await ask();
    deepStrictEqual(await sends('write a different one', 'The person began'), [true, false]);
  });

  it('are requested to keep what the person has typed', async () => {
    alpha.inputBox.value = 'greet people';
    await ask();
    strictEqual(alpha.inputBox.value, message);
    deepStrictEqual(await sends('The person began with this, so keep what it says: greet people'), [true]);
  });

  it('stream into the input box, and restore the draft when they are stopped', async () => {
    alpha.inputBox.value = 'stall';
    const asked = ask();
    await grows(alpha);
    await stop(alpha);
    await asked;
    deepStrictEqual([alpha.inputBox.value, await lastOutcome()], ['stall', 'closedByClient']);
  });

  it('stop when the person types in the input box, and leave that text', async () => {
    alpha.inputBox.value = 'slow';
    const asked = ask();
    await grows(alpha);
    alpha.inputBox.value = 'mine';
    await asked;
    deepStrictEqual([alpha.inputBox.value, await lastOutcome()], ['mine', 'closedByClient']);
  });

  for (const accident of ['server error', 'cut', 'max tokens', 'refuse'])
    it(`restore the draft when the request fails, and are not requested again: ${accident}`, async () => {
      alpha.inputBox.value = accident;
      const before = (await questions()).length;
      await ask();
      deepStrictEqual([alpha.inputBox.value, (await questions()).length], [accident, before + 1]);
    });

  it('are generated from all changes when nothing is staged', async () => {
    run('reset');
    await write('new.go', 'export const brandNew = 1;\n');
    alpha.inputBox.value = '';
    await ask();
    deepStrictEqual(await sends('notStaged', '=== new.go (added, +1 -0)', '+export const brandNew = 1;'), [
      true,
      true,
      true,
    ]);
  });

  it('leave out new files that git lists separately, while other changes are there', async () => {
    const settings = vscode.workspace.getConfiguration('git');
    const { Global } = vscode.ConfigurationTarget;
    try {
      await settings.update('untrackedChanges', 'separate', Global);
      await ask();
      deepStrictEqual(await sends('notStaged', 'brandNew'), [true, false]);
    } finally {
      await settings.update('untrackedChanges', undefined, Global);
    }
  });

  it('are not requested when nothing has changed', async () => {
    run('stash', '--include-untracked');
    alpha.inputBox.value = '';
    const before = (await questions()).length;
    await ask();
    deepStrictEqual([alpha.inputBox.value, (await questions()).length], ['', before]);
  });

  it('stay as git wrote them for a merge', async () => {
    run('checkout', '-b', 'other');
    await write('other.go', 'export const other = 1;\n');
    run('add', '.');
    run('commit', '--message', 'feat: other');
    run('checkout', 'of-alpha');
    run('merge', '--no-commit', '--no-ff', 'other');
    // VS Code does so in the input box of an open view.
    const words = "Merge branch 'other' into of-alpha";
    alpha.inputBox.value = words;
    const before = (await questions()).length;
    await ask();
    deepStrictEqual([alpha.inputBox.value, (await questions()).length], [words, before]);
    run('merge', '--abort');
  });

  it('are generated concurrently in several repositories, and can be stopped one by one', async () => {
    const beta = await open('beta');
    for (const repository of [alpha, beta]) repository.inputBox.value = 'stall';
    await write('greet.go', newCode);
    await writeFile(join(folder, 'beta', 'b.go'), 'export const b = 1;\n');
    const first = (await questions()).length;
    const asked = [ask(beta)];
    await grows(beta);
    // With a file in the active editor, the command uses the repository of that file.
    await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'alpha', 'greet.go')));
    asked.push(vscode.commands.executeCommand(commands.writeCommitMessage));
    await grows(alpha);
    await stop(beta);
    await asked[0];
    const state = async () => [
      alpha.inputBox.value !== 'stall',
      beta.inputBox.value !== 'stall',
      ...(await questions())
        .slice(first)
        .map(({ bodyText, outcome }) => [
          ['Repository: alpha', 'Repository: beta'].filter((words) => bodyText.includes(words)),
          outcome,
        ]),
    ];
    await until(async () => (await questions())[first]?.outcome !== 'running');
    deepStrictEqual(await state(), [
      true,
      false,
      [['Repository: beta'], 'closedByClient'],
      [['Repository: alpha'], 'running'],
    ]);
    await stop();
    await asked[1];
    strictEqual(alpha.inputBox.value, 'stall');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('are for the repository that the person picks when none is given', async () => {
    const beta = git.repositories.find(({ rootUri }) => rootUri.path.endsWith('/beta'));
    ok(beta);
    for (const repository of [alpha, beta]) repository.inputBox.value = '';
    let isWritten = false;
    const written = vscode.commands.executeCommand(commands.writeCommitMessage).then(() => {
      isWritten = true;
    });
    // Picks the first repository as soon as the list is open.
    await until(
      async () =>
        isWritten || (await questions()).at(-1)?.outcome === 'running' || alpha.inputBox.value !== '',
      async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        await turn();
      },
    );
    await written;
    deepStrictEqual([alpha.inputBox.value, beta.inputBox.value], [message, '']);
  });

  it('are not requested when no repository is open, and the person is told', async () => {
    for (const repository of [...git.repositories])
      await vscode.commands.executeCommand('git.close', repository);
    const before = (await questions()).length;
    await vscode.commands.executeCommand(commands.writeCommitMessage);
    deepStrictEqual(
      [person.takeTold(), (await questions()).length],
      [[{ text: 'No Git repository is open.' }], before],
    );
  });
});

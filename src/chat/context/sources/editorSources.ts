import * as vscode from 'vscode';
import { describeProblem, type Problem, readProblems } from '../../../platform/diagnostics.ts';
import { findGit, type Repository, untrackedOf } from '../../../platform/git.ts';
import { nameLines } from '../../../platform/lineNumbers.ts';
import type { Logger } from '../../../relay/logger.ts';
import { cleanName, maxChangesCharacters, maxProblems, maxTerminalCharacters } from './attachedTexts.ts';
import { languageOf } from './fileContent.ts';
import { gatherBundle, readTexts } from './folder.ts';
import { type Gathered, gatherText, type Refusal } from './gathered.ts';
import { askedPaths, createWorkspaceFiles, nameOf } from './workspaceFiles.ts';

/** All selections of an editor; undefined if nothing is selected. */
export function gatherSelection({ document, selections }: vscode.TextEditor): Gathered | undefined {
  const chosen = selections
    .filter((selection) => !selection.isEmpty)
    .toSorted((one, other) => one.start.compareTo(other.start));
  const [first] = chosen;
  if (!first) return undefined;
  const name = `${nameOf(document.uri)}:${chosen.map(nameLines).join(',')}`;
  const text = chosen.map((selection) => document.getText(selection)).join('\n…\n');
  return gatherText(
    { kind: 'selection', name, text, language: languageOf(document) },
    { source: `selection:${name}`, firstLine: first.start.line + 1, file: document.uri.path },
  );
}

/** Files and new documents that are open in tabs, each once; visible ones first. */
export function openEditors(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : []));
  return [...new Map(uris.map((uri) => [uri.toString(), uri])).values()];
}

/** All open editors as one attachment. */
export async function gatherEditors(signal: AbortSignal): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const name = t('Open editors');
  const uris = openEditors();
  const bundle = await readTexts(uris, signal);
  if (bundle.texts.length === 0) return { name, reason: t('No text editor is open.') };
  const files = createWorkspaceFiles();
  const asked = await Promise.all(uris.map(async (uri) => askedPaths(uri, await files.look(uri))));
  return {
    ...gatherBundle('editors', name, 'Open editors', bundle),
    source: 'editors',
    outside: asked.flatMap(({ outside }) => outside),
    ignored: asked.flatMap(({ ignored }) => ignored),
  };
}

/** Problems, the most severe first, one per line. */
export function gatherProblems(uri?: vscode.Uri): Gathered | Refusal {
  const { t } = vscode.l10n;
  const name = uri ? t('Problems in {0}', nameOf(uri)) : t('Problems in the workspace');
  const problems = readProblems(uri);
  if (problems.length === 0) return { name, reason: t('There are no problems.') };
  const lines = problems.slice(0, maxProblems).map(describeInFile);
  if (problems.length > maxProblems) lines.push(`… and ${problems.length - maxProblems} more`);
  return gatherText(
    { kind: 'problems', name, text: `${lines.join('\n')}\n` },
    { source: `problems:${uri?.toString() ?? ''}` },
  );
}

/** A problem on one line, with its place in the workspace. */
export function describeInFile({ uri, diagnostic }: Problem): string {
  const { line, character } = diagnostic.range.start;
  return describeProblem(`${nameOf(uri)}:${line + 1}:${character + 1}`, diagnostic);
}

export function countProblems(count: number): string {
  const { t } = vscode.l10n;
  return count === 1 ? t('1 problem') : t('{0} problems', count);
}

/** VS Code offers only commands that copy a terminal's text to the clipboard. */
const copySelection = 'workbench.action.terminal.copySelection';
const copyLastCommand = 'workbench.action.terminal.copyLastCommandAndLastCommandOutput';

/** The terminal's selection; if nothing is selected, its last command with its output. */
export async function gatherTerminal(): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const terminal = vscode.window.activeTerminal;
  if (!terminal) return { name: t('Terminal selection'), reason: t('No terminal is open.') };
  const name = t('Terminal {0}', cleanName(terminal.name));
  const copied = (await copyByCommand(copySelection)) ?? (await copyByCommand(copyLastCommand));
  const text = copied
    ?.replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
  if (!text) return { name, reason: t('Nothing is selected in the terminal.') };
  // Keep the end of a long output: it usually says what went wrong.
  const end = `${text.slice(-maxTerminalCharacters).toWellFormed()}\n`;
  const cut = end.length <= text.length ? `(The beginning was left out.)\n${end}` : end;
  return gatherText({ kind: 'terminal', name, text: cut });
}

/** Runs a command that copies, and restores the clipboard. */
async function copyByCommand(command: string): Promise<string | undefined> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  // A command that finds nothing leaves the clipboard unchanged: a marker text makes that detectable.
  const mark = `model-relay-${Date.now()}`;
  await clipboard.writeText(mark);
  try {
    await vscode.commands.executeCommand(command);
    const copied = await clipboard.readText();
    return copied === mark ? undefined : copied;
  } finally {
    await clipboard.writeText(before);
  }
}

/** Changes in the working trees since the last commit: staged and unstaged ones, and names of new files. */
export async function gatherChanges(logger: Logger, signal: AbortSignal): Promise<Gathered | Refusal> {
  const { t } = vscode.l10n;
  const name = t('Uncommitted changes');
  const repositories = (await findGit(logger, signal))?.repositories;
  if (!repositories) return { name, reason: t('VS Code’s Git extension is unavailable or disabled.') };
  if (repositories.length === 0) return { name, reason: t('No Git repository is open.') };
  const texts: string[] = [];
  for (const repository of repositories) {
    try {
      const changes = await readChanges(repository);
      if (changes)
        texts.push(repositories.length > 1 ? `# In ${nameOf(repository.rootUri)}\n${changes}` : changes);
    } catch (error) {
      logger.warn(`Attachments: Git: ${String(error)}`);
      return { name, reason: t('Git could not list the changes. See the Git output for details.') };
    }
    signal.throwIfAborted();
  }
  if (texts.length === 0) return { name, reason: t('Nothing has changed since the last commit.') };
  const text = texts.join('\n');
  const isCut = text.length > maxChangesCharacters;
  const whole = isCut
    ? `${text.slice(0, text.lastIndexOf('\n', maxChangesCharacters))}\n# The rest was left out: there is too much of it.\n`
    : text;
  return gatherText({ kind: 'changes', name, text: whole, language: 'diff' }, { source: 'changes' });
}

async function readChanges(repository: Repository): Promise<string> {
  await repository.status();
  const [staged, unstaged] = [await repository.diff(true), await repository.diff(false)];
  const added = untrackedOf(repository);
  const parts = [
    staged.trim() && `# Staged\n${staged.trimEnd()}\n`,
    unstaged.trim() && `# Not staged\n${unstaged.trimEnd()}\n`,
    added.length > 0 &&
      `# New files that git doesn’t follow\n${added.map(({ uri }) => `# ${nameOf(uri)}\n`).join('')}`,
  ];
  return parts.filter(Boolean).join('\n');
}

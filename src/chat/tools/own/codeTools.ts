import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readDocumentSymbols, searchSymbols } from '../../../platform/codeSymbols.ts';
import { readProblems } from '../../../platform/diagnostics.ts';
import { findGit, type Repository, readChangedFiles } from '../../../platform/git.ts';
import type { Logger } from '../../../relay/logger.ts';
import type { FileDiff } from '../../../text/gitDiff.ts';
import { maskText } from '../../../text/secrets/secrets.ts';
import { countProblems, describeInFile } from '../../context/sources/editorSources.ts';
import { countFiles, nameOf } from '../../context/sources/workspaceFiles.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, type OwnTool, ToolRefusal } from './ownTool.ts';
import { createToolFiles } from './toolFiles.ts';
import { fitList, quoteData, toListLine } from './toolResults.ts';

const mostListed = 200;
const path = z.optional(z.string());

/** Tools that ask the editor about the code. */
export function createCodeTools(
  logger: Logger,
): Readonly<Record<'findSymbols' | 'getProblems' | 'getChanges', OwnTool>> {
  const { t } = vscode.l10n;

  const findSymbols = defineTool({
    input: z.object({ query: z.optional(z.string()), path }),
    isReading: true,
    describe: ({ query, path }) => {
      if (path) return query ? t('Find {0} in {1}', query, path) : t('Symbols in {0}', path);
      return t('Find symbol {0}', query ?? '');
    },
    async run({ query, path }) {
      if (!path && !query) throw new ToolRefusal(modelTexts.symbolInput);
      const symbols = path ? await symbolsOf(path) : await symbolsNamed(query ?? '');
      const wanted = query?.toLowerCase() ?? '';
      const lines = symbols.filter((line) => !path || line.toLowerCase().includes(wanted));
      if (lines.length === 0) return { text: modelTexts.noSymbols, summary: t('No symbols') };
      const { text, isCut } = fitList(lines, mostListed);
      const count = lines.length;
      return {
        text: quoteData(modelTexts.symbols(count, isCut), text),
        summary: count === 1 ? t('1 symbol') : t('{0} symbols', count),
      };
    },
  });

  const getProblems = defineTool({
    input: z.object({ path }),
    isReading: true,
    describe: ({ path }) => (path ? t('Problems in {0}', path) : t('Problems in the workspace')),
    async run({ path }) {
      const files = createToolFiles();
      const all = readProblems(path ? await files.find(path) : undefined);
      const areOpen = await files.areOpen(all.map(({ uri }) => uri));
      const problems = all.filter((_, index) => areOpen[index]);
      if (problems.length === 0) return { text: modelTexts.noProblems, summary: t('No problems') };
      const lines = problems.map((problem) => toListLine(describeInFile(problem)));
      const { text, isCut } = fitList(lines, mostListed);
      const count = problems.length;
      return {
        text: quoteData(modelTexts.problems(count, isCut), maskText(text)),
        summary: countProblems(count),
      };
    },
  });

  const getChanges = defineTool({
    input: z.object({ path }),
    isReading: true,
    describe: ({ path }) => (path ? t('Uncommitted changes in {0}', path) : t('Uncommitted changes')),
    async run({ path }, { signal }) {
      const files = createToolFiles();
      const place = path ? await files.find(path) : undefined;
      const git = await findGit(logger, signal);
      if (!git) throw new ToolRefusal(modelTexts.noGit);
      const changed = (await Promise.all(git.repositories.map(readRepository))).flat();
      const areOpen = await files.areOpen(changed.map(({ uri }) => uri));
      const shown = changed.filter(({ uri }, index) => areOpen[index] && (!place || isBelow(uri, place)));
      if (shown.length === 0) return { text: modelTexts.noChanges, summary: t('No changes') };
      const { text, isCut } = fitList(shown.flatMap(writeDiff), Number.MAX_SAFE_INTEGER);
      const more = isCut ? `\n${modelTexts.moreChanges}` : '';
      return {
        text: `${quoteData(modelTexts.changes, text, 'diff')}${more}`,
        summary: countFiles(new Set(shown.map(({ uri }) => uri.toString())).size),
      };
    },
  });

  return { findSymbols, getProblems, getChanges };
}

function toSymbolLine(
  name: string,
  kind: vscode.SymbolKind,
  uri: vscode.Uri,
  line: number,
  depth = 0,
): string {
  const word = vscode.SymbolKind[kind]?.toLowerCase() ?? '';
  return toListLine(`${nameOf(uri)}:${line + 1}: ${'  '.repeat(depth)}${word} ${name}`);
}

/** All symbols of a file; each is followed by the symbols inside it. */
async function symbolsOf(path: string): Promise<string[]> {
  const uri = await createToolFiles().find(path);
  const list = (symbols: readonly vscode.DocumentSymbol[], depth: number): string[] =>
    symbols.flatMap(({ name, kind, selectionRange, children }) => [
      toSymbolLine(name, kind, uri, selectionRange.start.line, depth),
      ...list(children, depth + 1),
    ]);
  return list(await readDocumentSymbols(uri), 0);
}

async function symbolsNamed(query: string): Promise<string[]> {
  const symbols = (await searchSymbols(query)).slice(0, 10 * mostListed);
  const areOpen = await createToolFiles().areOpen(symbols.map(({ location }) => location.uri));
  return symbols
    .filter((_, index) => areOpen[index])
    .map(({ name, kind, location }) => toSymbolLine(name, kind, location.uri, location.range.start.line));
}

/** More would not fit into a result. */
const mostChanged = 1_000;

interface ChangedFile {
  readonly uri: vscode.Uri;
  readonly diff: FileDiff;
}

async function readRepository(repository: Repository): Promise<ChangedFile[]> {
  const files = await readChangedFiles(repository, mostListed);
  // Limited, because each file is checked against the ignore rules.
  return files
    .slice(0, mostChanged)
    .map((diff) => ({ uri: vscode.Uri.joinPath(repository.rootUri, diff.path), diff }));
}

function writeDiff({ uri, diff }: ChangedFile): string[] {
  const { change, isBinary, oldPath, lines } = diff;
  const name = nameOf(uri);
  const what = modelTexts.changedFile(name, change, oldPath, isBinary);
  return [
    what,
    ...maskText(lines.join('\n'), name)
      .split('\n')
      .filter((line) => line !== ''),
  ];
}

function isBelow(uri: vscode.Uri, place: vscode.Uri): boolean {
  return uri.path === place.path || uri.path.startsWith(`${place.path.replace(/\/$/, '')}/`);
}

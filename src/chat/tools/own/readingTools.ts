import ignore from 'ignore';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { maskText } from '../../../text/secrets/secrets.ts';
import { readFileContent } from '../../context/sources/fileContent.ts';
import { countFiles, nameOf } from '../../context/sources/workspaceFiles.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, type OwnTool, ToolRefusal } from './ownTool.ts';
import { findLines, readPattern } from './searchLines.ts';
import { createToolFiles } from './toolFiles.ts';
import { fitList, quoteData, readLines, toListLine } from './toolResults.ts';

const mostFiles = 500;
const mostMatches = 200;
const mostSearchMs = 20_000;
/** Number of files that are read at a time. */
const readAtOnce = 16;

const path = z.optional(z.string());
const lineNumber = z.optional(z.int().check(z.minimum(1)));

/** Tools that read files. */
export function createReadingTools(): Readonly<Record<'listFiles' | 'readFile' | 'searchText', OwnTool>> {
  const { t } = vscode.l10n;

  const listFiles = defineTool({
    input: z.object({ path, pattern: z.optional(z.string()) }),
    isReading: true,
    describe: ({ path, pattern }) => {
      if (path) return pattern ? t('List {0} in {1}', pattern, path) : t('List files in {0}', path);
      return pattern ? t('List {0} in the workspace', pattern) : t('List files in the workspace');
    },
    async run({ path, pattern }, { signal }) {
      const { found, isCutShort } = await createToolFiles().walk(path || undefined, signal);
      const names = found.map(nameOf).filter(fileFilter(pattern));
      const { text, isCut } = fitList(names, mostFiles);
      if (names.length === 0)
        return { text: isCutShort ? modelTexts.tooManyFiles : modelTexts.noFiles, summary: t('No files') };
      const shown = text.split('\n').length;
      const more = isCut ? `\n${modelTexts.moreFiles(shown, names.length)}` : '';
      const rest = isCutShort ? `\n${modelTexts.tooManyFiles}` : '';
      return {
        text: `${quoteData(modelTexts.files, text)}${more}${rest}`,
        summary: countFiles(shown),
      };
    },
  });

  const readFile = defineTool({
    input: z.object({ path: z.string(), startLine: lineNumber, endLine: lineNumber }),
    isReading: true,
    describe: ({ path, startLine, endLine }) => {
      if (startLine === undefined && endLine === undefined) return t('Read {0}', path);
      if (endLine === undefined) return t('Read {0} from line {1}', path, startLine ?? 1);
      return t('Read {0}, lines {1} to {2}', path, startLine ?? 1, endLine);
    },
    async run({ path, startLine, endLine }) {
      const uri = await createToolFiles().find(path);
      const content = await readFileContent(uri);
      if (content.type === 'folder') throw new ToolRefusal(modelTexts.isFolder(path));
      if (content.type === 'refused')
        throw new ToolRefusal(modelTexts.unreadable(path, content.englishReason));
      if (content.type === 'picture') return { text: '', pictures: [content.bytes], summary: t('image') };
      const masked = maskText(content.text, nameOf(uri));
      const range = readLines(masked, startLine, endLine);
      if (!range) {
        const { total } = readLines(masked) ?? { total: 0 };
        throw new ToolRefusal(modelTexts.tooShort(path, total));
      }
      const { text, first, last, total, isCut } = range;
      const heading = modelTexts.fileRange(nameOf(uri), first, last, total);
      const more = isCut ? `\n${modelTexts.readOn(last + 1)}` : '';
      const lines = last - first + 1;
      return {
        text: `${quoteData(heading, text, content.language)}${more}`,
        summary: lines === 1 ? t('1 line') : t('{0} lines', lines),
      };
    },
  });

  const searchText = defineTool({
    input: z.object({
      query: z.string().check(z.minLength(1), z.maxLength(1_000)),
      isRegex: z.optional(z.boolean()),
      path,
      pattern: z.optional(z.string()),
    }),
    isReading: true,
    describe: ({ query, path }) =>
      path ? t('Search for “{0}” in {1}', query, path) : t('Search for “{0}”', query),
    async run({ query, isRegex = false, path, pattern }, { signal }) {
      const source = readPattern(query, isRegex);
      if (source === undefined) throw new ToolRefusal(modelTexts.invalidPattern);
      const files = createToolFiles();
      const timer = AbortSignal.timeout(mostSearchMs);
      const { found, isCutShort } = await files.walk(path || undefined, signal);
      const isMeant = fileFilter(pattern);
      const uris = found.filter((uri) => isMeant(nameOf(uri)));
      const lines: string[] = [];
      let searched = 0;
      while (searched < uris.length && lines.length < mostMatches && !timer.aborted) {
        const texts = await readTexts(uris.slice(searched, searched + readAtOnce));
        signal.throwIfAborted();
        searched += readAtOnce;
        for (const { name, line, text } of findMasked(source, texts, mostMatches - lines.length))
          lines.push(`${name}:${line}: ${toListLine(text)}`);
      }
      const isUnfinished = isCutShort || searched < uris.length;
      if (lines.length === 0)
        return {
          text: isUnfinished ? modelTexts.unfinishedSearch : modelTexts.noMatches,
          summary: t('No matches'),
        };
      const { text } = fitList(lines, mostMatches);
      const more = isUnfinished ? `\n${modelTexts.unfinishedSearch}` : '';
      return {
        text: `${quoteData(modelTexts.matches(lines.length), text)}${more}`,
        summary: lines.length === 1 ? t('1 match') : t('{0} matches', lines.length),
      };
    },
  });

  return { listFiles, readFile, searchText };
}

/** Whether a name matches a pattern as in a `.gitignore`: `*.ts` matches in any folder. */
function fileFilter(pattern: string | undefined): (name: string) => boolean {
  if (!pattern?.trim()) return () => true;
  const rules = ignore().add(pattern.split(/\s*[,\n]\s*/));
  return (name) => ignore.isPathValid(name) && rules.ignores(name);
}

async function readTexts(uris: readonly vscode.Uri[]) {
  const contents = await Promise.all(uris.map((uri) => readFileContent(uri)));
  return contents.flatMap((content, index) => {
    const uri = uris[index];
    return content.type === 'text' && uri ? { name: nameOf(uri), text: content.text } : [];
  });
}

/** Searches the masked text again: a pattern must not be able to find out a secret. */
function findMasked(source: string, texts: readonly { name: string; text: string }[], most: number) {
  try {
    const names = new Set(findLines(source, texts, mostMatches).map(({ name }) => name));
    const masked = texts
      .filter(({ name }) => names.has(name))
      .map(({ name, text }) => ({ name, text: maskText(text, name) }));
    return findLines(source, masked, most);
  } catch {
    throw new ToolRefusal(modelTexts.slowSearch);
  }
}

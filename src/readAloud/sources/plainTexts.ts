import { extname, posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import { findGit, readChangedFiles } from '../../platform/git.ts';
import type { Logger } from '../../relay/logger.ts';
import { type ChangedRun, changedRuns, type FileDiff } from '../../text/gitDiff.ts';
import { joinSentences } from '../../text/joinText.ts';
import { languageOf } from '../../text/scripts.ts';
import { maskText } from '../../text/secrets/secrets.ts';
import type { NarratedBlock } from '../narration/block.ts';
import { planUtterances } from '../narration/plan/plan.ts';
import { planStreaming, type StreamingText } from '../narration/plan/streamingPlan.ts';
import { createSpokenText } from '../narration/text/spokenText.ts';
import { speakParts } from './documentText.ts';
import type { Readable } from './readable.ts';
import type { SpeakSettings } from './speakSettings.ts';

/** Maximum number of problems that are read. */
const maximumProblems = 100;

export async function readClipboard(settings: SpeakSettings): Promise<Readable> {
  // Text copied from a log may contain terminal color codes.
  const text = stripVTControlCharacters(await vscode.env.clipboard.readText());
  return { title: vscode.l10n.t('Clipboard'), plan: planPlainText(text, settings) };
}

function planPlainText(text: string, settings: SpeakSettings): Readable['plan'] {
  return (granularity) =>
    planUtterances(speakParts('plaintext', text, [{ start: 0, end: text.length }], settings), granularity);
}

/** A Markdown text of the extension or a model that may still be streaming. */
export function readStreaming(title: string, streaming: StreamingText, settings: SpeakSettings): Readable {
  const speak = settings.narrationFor('markdown');
  const { codeBlocks, pronunciations } = settings;
  return {
    title,
    plan(granularity) {
      // Detect the language once, from the beginning: a single piece might look like another language.
      const wordsLanguage = languageOf(streaming.read()) === 'zh' ? 'zh' : 'en';
      const how = { codeBlocks, code: 'comments', pronunciations, wordsLanguage } as const;
      return planStreaming(streaming, (text) => speak(text, how), granularity);
    },
  };
}

/** The problems of the open file, or else of the workspace, the worst first. Undefined if there are none. */
export function readProblemsAloud(
  file: vscode.Uri | undefined,
  settings: SpeakSettings,
): Readable | undefined {
  const { t } = vscode.l10n;
  const own = file ? readProblems(file) : [];
  const problems = (own.length > 0 ? own : readProblems()).slice(0, maximumProblems);
  if (problems.length === 0) return undefined;
  const words = [t('Error'), t('Warning'), t('Information')];
  const starts: number[] = [];
  let text = '';
  for (const [index, { uri, diagnostic }] of problems.entries()) {
    const { message, severity, range } = diagnostic;
    starts.push(text.length);
    // Each file is named once for its consecutive problems.
    if (uri.toString() !== problems[index - 1]?.uri.toString()) text += `${nameFile(uri, problems)}\n\n`;
    const kind = words[severity] ?? t('Information');
    text += `${t('{0} on line {1}: {2}', kind, range.start.line + 1, message.replace(/\s+/g, ' '))}\n\n`;
  }
  return {
    title:
      file && own.length > 0
        ? t('Problems in {0}', posix.basename(file.path))
        : t('Problems in the workspace'),
    plan: planPlainText(text, settings),
    placeOf(offset) {
      const problem = problems[starts.findLastIndex((start) => start <= offset)];
      return problem && new vscode.Location(problem.uri, problem.diagnostic.range);
    },
  };
}

/** The name of a file; with its folder if another one has the same name. */
function nameFile({ path }: vscode.Uri, others: readonly { readonly uri: vscode.Uri }[]): string {
  const { basename, dirname } = posix;
  const [name, folder] = [basename(path), basename(dirname(path))];
  const isShared = others.some(({ uri }) => uri.path !== path && basename(uri.path) === name);
  return isShared && folder ? vscode.l10n.t('{0} in {1}', name, folder) : name;
}

/** Added lines up to this number are read word for word; of longer additions only comments. */
const shortRunLines = 5;
/** Longer additions are only announced. */
const longestRunLines = 40;
/** If there are more new files, only their names are read. */
const maximumNewFiles = 20;

/** The uncommitted changes of the working trees, in words. */
export async function readChanges(
  settings: SpeakSettings,
  logger: Logger,
  signal: AbortSignal,
): Promise<Readable | 'noGit' | 'nothing'> {
  const repositories = (await findGit(logger, signal))?.repositories;
  if (!repositories || repositories.length === 0) return 'noGit';
  const files: FileDiff[] = [];
  for (const repository of repositories) {
    files.push(...(await readChangedFiles(repository, maximumNewFiles)));
    signal.throwIfAborted();
  }
  if (files.length === 0) return 'nothing';
  return {
    title: vscode.l10n.t('Changes'),
    plan: (granularity) => planUtterances(speakChanges(files, settings), granularity),
  };
}

function* speakChanges(files: readonly FileDiff[], settings: SpeakSettings): Generator<NarratedBlock> {
  for (const file of files) {
    yield { ...say(titleOf(file)), kind: 'heading', depth: 2 };
    if (file.change === 'deleted') continue;
    for (const run of changedRuns(file)) yield* speakRun(file, run, settings);
  }
}

function* speakRun(file: FileDiff, { line, added, removed }: ChangedRun, settings: SpeakSettings) {
  const { t } = vscode.l10n;
  const place = [
    ...(file.change === 'added' ? [] : [t('Line {0}.', Math.max(1, line))]),
    ...(removed.length > 0 ? [t('Removed: {0}.', countLines(removed.length))] : []),
    ...(added.length > 0 ? [t('Added: {0}.', countLines(added.length))] : []),
  ];
  yield { ...say(joinSentences(...place)), kind: 'notice' as const };
  if (added.length > longestRunLines) return;
  // Secrets are masked: spoken text is sent to the relay.
  const text = maskText(added.join('\n'), nameOf(file.path));
  const ending = extname(file.path).slice(1).toLowerCase();
  const language = ending === 'md' ? 'markdown' : ending || 'plaintext';
  const parts = [{ start: 0, end: text.length }];
  for (const block of speakParts(language, text, parts, settings, added.length <= shortRunLines)) {
    // Without ranges: these would refer to the added lines alone, not to a text that contains all blocks.
    yield { ...block, spans: [] };
  }
}

function titleOf({ path, change, isBinary, lines }: FileDiff): string {
  const { t } = vscode.l10n;
  const name = nameOf(path);
  if (change === 'deleted') return t('{0} was deleted.', name);
  if (isBinary && change !== 'added') return t('{0} changed. It is not a text file.', name);
  if (change === 'added') return t('{0} is new.', name);
  if (change === 'renamed' && lines.length === 0) return t('{0} was renamed.', name);
  return t('{0} changed.', name);
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function countLines(count: number): string {
  const { t } = vscode.l10n;
  return count === 1 ? t('one line') : t('{0} lines', count);
}

function say(words: string) {
  const spoken = createSpokenText('');
  spoken.insert(words);
  return spoken.build();
}

import { posix } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import { languageOf } from '../../text/scripts.ts';
import { planUtterances } from '../narration/plan/plan.ts';
import { planStreaming, type StreamingText } from '../narration/plan/streamingPlan.ts';
import { speakParts } from './documentText.ts';
import { writeProblems } from './problemsText.ts';
import type { Readable } from './readable.ts';
import type { SpeakSettings } from './speakSettings.ts';

/** More than so many problems are a list to look at, and none to listen to. */
const maximumProblems = 100;

export async function readClipboard(settings: SpeakSettings): Promise<Readable> {
  // What is copied out of a log may bring the colours of a terminal.
  const text = stripVTControlCharacters(await vscode.env.clipboard.readText());
  return {
    title: vscode.l10n.t('Clipboard'),
    plan: (options) =>
      planUtterances(speakParts('plaintext', text, [{ start: 0, end: text.length }], settings), options),
  };
}

/** A text of ours or of a model, in Markdown, that may still be streaming. */
export function readStreaming(title: string, streaming: StreamingText, settings: SpeakSettings): Readable {
  const speak = settings.narrationFor('markdown');
  const { codeBlocks, pronunciations } = settings;
  return {
    title,
    plan(options) {
      // By its beginning, and then for all of it: each piece on its own might be told to be in another language.
      const wordsLanguage = languageOf(streaming.read()) === 'zh' ? 'zh' : 'en';
      const how = { codeBlocks, code: 'comments', pronunciations, wordsLanguage } as const;
      return planStreaming(streaming, (text) => speak(text, how), options);
    },
  };
}

/** The problems of the open file, or else of the workspace, the worst first. Undefined where there are none. */
export function readProblemsAloud(
  file: vscode.Uri | undefined,
  settings: SpeakSettings,
): Readable | undefined {
  const { t } = vscode.l10n;
  const own = file ? readProblems(file) : [];
  const problems = (own.length > 0 ? own : readProblems()).slice(0, maximumProblems);
  if (problems.length === 0) return undefined;
  const words = [t('Error'), t('Warning'), t('Information')];
  const { text, starts } = writeProblems(
    problems.map(({ uri, diagnostic: { message, severity, range } }) => ({
      uri: uri.toString(),
      path: vscode.workspace.asRelativePath(uri),
      line: range.start.line + 1,
      severity: words[severity] ?? t('Information'),
      message,
    })),
    t,
  );
  return {
    title:
      file && own.length > 0
        ? t('Problems in {0}', posix.basename(file.path))
        : t('Problems in the workspace'),
    plan: (options) =>
      planUtterances(speakParts('plaintext', text, [{ start: 0, end: text.length }], settings), options),
    placeOf(offset) {
      const problem = problems[starts.findLastIndex((start) => start <= offset)];
      return problem && new vscode.Location(problem.uri, problem.diagnostic.range);
    },
  };
}

import * as vscode from 'vscode';
import type { AskedChatModel, AskFailure } from '../../platform/askModel.ts';
import { plainText } from '../../platform/notifications.ts';
import { isProse } from '../../text/languages.ts';
import {
  chooseLines,
  EndlessAnswerError,
  fitLines,
  type Nonsense,
  readAnswer,
  type Surroundings,
  showGrowing,
  upTo,
} from './answerCode.ts';
import {
  longestAnswerFor,
  type RewriteTask,
  type SeenText,
  writeRewriteQuestion,
} from './rewriteQuestion.ts';

/** What came of asking. */
export interface Written {
  /** The new code; if the response was cut, with the old lines that it had not reached. Undefined if there is none. */
  readonly lines?: readonly string[];
  readonly isCut?: boolean;
  /** Why there is no more; undefined if there is, or if the person wanted it so. */
  readonly failure?: AskFailure | undefined;
}

interface WritingPorts extends AskedChatModel {
  readonly signal: AbortSignal;
  /** What the code would be as far as it is known, several times a second. */
  readonly onLines: (lines: readonly string[]) => void;
}

/** Updating a diff more often than this does not make it easier to read. */
const paceMs = 170;
/** Of the time, showing what has come takes at most about a tenth, however long that is. */
const leastRest = 10;

/** Asks the model for the new code, and shows it as it comes, with progress in the status bar. */
export async function writeCode(
  task: RewriteTask,
  { ask, describeFailure, signal, onLines }: WritingPorts,
): Promise<Written> {
  const { t } = vscode.l10n;
  const { seen, ...question } = writeRewriteQuestion(task);
  const place = placeBetween(seen, task.style);
  // Behind a last line without an end, new lines begin on their own.
  const isBehindLine = task.old === '' && /[^\n]$/.test(task.before);
  const restore = (lines: readonly string[]) => [...(isBehindLine ? ['', ''] : []), ...seen.restore(lines)];
  let words = '';
  const choose = (isComplete: boolean) =>
    chooseLines(words, { old: place.old, isProse: isProse(task.language), isComplete });
  const fitSoFar = () => fitLines(choose(false), place);
  const pace = createPace(() => onLines(restore(showGrowing(place.old, fitSoFar()))));
  async function read(onWait: (reason: string) => void): Promise<void> {
    const ending = new AbortController();
    const call = { signal: AbortSignal.any([signal, ending.signal]), onWait };
    try {
      for await (const piece of upTo(longestAnswerFor(task), ask(question, call))) {
        words += piece;
        pace.poke();
      }
    } finally {
      // Closes the connection if the response was not read to its end.
      ending.abort();
    }
  }
  try {
    const options = { location: vscode.ProgressLocation.Window, title: t('Rewriting…') };
    await vscode.window.withProgress(options, (progress) =>
      read((reason) => progress.report({ message: plainText(reason) })),
    );
  } catch (error) {
    const lines = fitSoFar();
    const failure =
      error instanceof EndlessAnswerError
        ? { words: t('The model wrote far more than this code needs, so the response was stopped.') }
        : describeFailure(error);
    // Half a line is of no use.
    if (lines.length === 0) return { failure };
    return { lines: restore(showGrowing(place.old, lines)), isCut: true, failure };
  } finally {
    pace.stop();
  }
  const code = readAnswer(choose(true), words, place);
  if (typeof code === 'string') return { failure: { words: describeNonsense(code, words) } };
  return { lines: restore(code) };
}

/** What stands around as the model has seen it: that is what it may repeat. */
function placeBetween({ before, old, after }: SeenText, style: RewriteTask['style']): Surroundings {
  return {
    old: old.split('\n'),
    before: before.split('\n').slice(0, -1),
    after: after.split('\n').slice(1),
    style,
  };
}

/** Calls back soon after it was poked, never more often than the pace, and less often where that takes long. */
function createPace(callback: () => void): { poke(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let delayMs = paceMs;
  return {
    poke() {
      timer ??= setTimeout(() => {
        timer = undefined;
        const startMs = performance.now();
        callback();
        delayMs = Math.max(paceMs, (performance.now() - startMs) * leastRest);
      }, delayMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Why a response can't be put into a file. */
function describeNonsense(nonsense: Nonsense, words: string): string {
  const { t } = vscode.l10n;
  switch (nonsense) {
    case 'nothing':
      return t('The response contains no code. Nothing was changed.');
    case 'same':
      return t('The model suggests no changes to this code.');
    case 'words':
      return t(
        'The model returned no code. Response: {0}',
        words.replaceAll(/\s+/g, ' ').trim().slice(0, 300),
      );
  }
}

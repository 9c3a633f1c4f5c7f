import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { type AskModelPorts, createAskModel } from '../../platform/askModel.ts';
import { isReadOnly } from '../../platform/diffPreview/readOnly.ts';
import { notify, notifyBriefly } from '../../platform/notifications.ts';
import { readMaxOutputTokens } from '../../platform/settings/settings.ts';
import { estimateTokens } from '../../relay/tokens/estimateTokens.ts';
import { findCommandCode, pathOf, problemsOf } from '../prompts/codeInEditor.ts';
import { findEnclosingSymbol, showSymbolSearch } from '../prompts/enclosingSymbol.ts';
import {
  createDocumentPlace,
  type DocumentPart,
  type DocumentPlace,
  findPart,
  markPlace,
  widenPart,
  withCommentAbove,
} from './documentPlace.ts';
import { createInstructions, type InstructionMemory } from './instructions.ts';
import { rewriteTasks } from './rewriteQuestion.ts';
import { createRewrites } from './rewrites.ts';
import { type FindNewFile, findTestTarget, type TestTarget } from './testTarget.ts';

interface RewritePorts extends AskModelPorts {
  /** Stores the last instructions. */
  readonly context: { readonly globalState: InstructionMemory };
  readonly findNewFile: FindNewFile;
}

export function registerRewrite(ports: RewritePorts): vscode.Disposable {
  const { t } = vscode.l10n;
  const instructions = createInstructions(ports.context.globalState);
  const rewrites = createRewrites(createAskModel(ports), instructions);

  /** Where a command is called; undefined where nothing can be changed, which is said before anything is asked. */
  async function startingPartAt(place: unknown): Promise<DocumentPart | undefined> {
    const part = await findPart(place instanceof vscode.Location ? place : undefined);
    if (!part) {
      void notify('info', t('Open a file, and select the code to change.'));
      return undefined;
    }
    const isPossible = (await isChangeable(part.document)) && isAnswerable(part);
    return isPossible ? part : undefined;
  }

  /** The whole code that a command is about. */
  async function partAt(place: unknown): Promise<DocumentPart | undefined> {
    const start = await startingPartAt(place);
    const part = start && (await showSymbolSearch(() => widenPart(start)));
    return part && isAnswerable(part) ? part : undefined;
  }

  function isAnswerable({ document, range }: DocumentPart): boolean {
    const [tokens, most] = [estimateTokens(document.getText(range)), readMaxOutputTokens()];
    if (tokens <= most) return true;
    const words = t(
      'This code is too long for one response: about {0} tokens, and the limit is {1}. Select less, or increase the setting modelRelay.chat.maxOutputTokens.',
      tokens.toLocaleString(vscode.env.language),
      most.toLocaleString(vscode.env.language),
    );
    void notify('info', words);
    return false;
  }

  async function isChangeable(document: vscode.TextDocument): Promise<boolean> {
    if (!(await isReadOnly(document))) return true;
    void notify('info', t('{0} is read-only and can’t be changed.', pathOf(document)));
    return false;
  }

  async function rewriteSelection(place: unknown): Promise<void> {
    const part = await startingPartAt(place);
    if (!part) return;
    const isOneOfSeveral = part.isSelected && (vscode.window.activeTextEditor?.selections.length ?? 0) > 1;
    const rewritten = createDocumentPlace(part);
    const words = await askWhatToDo(part, rewritten);
    if (words === undefined) return rewritten.dispose();
    if (isOneOfSeveral) notifyBriefly(t('Only the first selection is rewritten.'));
    await rewrites.start({ place: rewritten, words });
  }

  /** Asks at once, or the first words would go into the file; what is around the cursor is found, and marked, meanwhile. */
  async function askWhatToDo(part: DocumentPart, place: DocumentPlace): Promise<string | undefined> {
    const { document, isSelected } = part;
    const mark = markPlace(place);
    const widened = isSelected ? Promise.resolve() : widen();
    async function widen(): Promise<void> {
      const symbol = await findEnclosingSymbol(document, () => place.range);
      if (symbol) place.moveTo(symbol);
    }
    try {
      const words = await instructions.ask({
        title: () => titleOf(document, place.range),
        onDidChangeTitle: place.onDidChange,
      });
      if (words === undefined) return undefined;
      const isFound = await showSymbolSearch(() => widened.then(() => true));
      return isFound && isAnswerable({ ...part, range: place.range }) ? words : undefined;
    } finally {
      mark.dispose();
    }
  }

  async function writeDocComments(place: unknown): Promise<void> {
    const part = await partAt(place);
    if (part)
      await rewrites.start({
        place: createDocumentPlace(withCommentAbove(part)),
        task: rewriteTasks.documentation,
        words: '',
      });
  }

  async function fixProblems(place: unknown): Promise<void> {
    const part = await partAt(place);
    if (!part) return;
    const problems = problemsOf({ document: part.document, ranges: [part.range] });
    if (problems.length === 0) return void notify('info', t('No problems are reported for this code.'));
    const others = problems.map(({ text }) => ({ name: 'problems, with lines of the whole file', text }));
    await rewrites.start({ place: createDocumentPlace(part), task: rewriteTasks.fix, words: '', others });
  }

  async function writeTests(place: unknown): Promise<void> {
    const code = await findCommandCode(place);
    if (!code) return;
    const { document, ranges } = code;
    const target = await findTestTarget(document, ports.findNewFile, readMaxOutputTokens());
    if (typeof target === 'string') return void notify('info', target);
    if (!target || !(await isTargetChangeable(target))) return target?.place.dispose();
    const text = ranges.map((range) => document.getText(range)).join('\n\n');
    await rewrites.start({
      place: target.place,
      task: rewriteTasks.tests[target.kind],
      words: '',
      others: [{ name: `source, of ${pathOf(document)}`, text, path: pathOf(document) }],
    });
  }

  async function isTargetChangeable({ place }: TestTarget): Promise<boolean> {
    return !place.uri || isChangeable(await vscode.workspace.openTextDocument(place.uri));
  }

  return vscode.Disposable.from(
    rewrites,
    vscode.commands.registerCommand(commands.rewriteSelection, rewriteSelection),
    vscode.commands.registerCommand(commands.writeDocComments, writeDocComments),
    vscode.commands.registerCommand(commands.fixProblems, fixProblems),
    vscode.commands.registerCommand(commands.writeTests, writeTests),
    vscode.commands.registerCommand(commands.acceptRewrite, () => rewrites.acceptShown()),
    vscode.commands.registerCommand(commands.discardRewrite, () => rewrites.discardShown()),
    vscode.commands.registerCommand(commands.refineRewrite, () => rewrites.retryShown()),
    vscode.commands.registerCommand(commands.acceptRewriteButton, () => rewrites.acceptShown()),
    vscode.commands.registerCommand(commands.discardRewriteButton, () => rewrites.discardShown()),
  );
}

function titleOf(document: vscode.TextDocument, { start, end }: vscode.Range): string {
  const { t } = vscode.l10n;
  const name = pathOf(document).split('/').at(-1) ?? '';
  return start.line === end.line
    ? t('Rewrite Line {1} of {0}', name, start.line + 1)
    : t('Rewrite Lines {1} to {2} of {0}', name, start.line + 1, end.line + 1);
}

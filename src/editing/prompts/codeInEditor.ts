import * as vscode from 'vscode';
import { describeProblem } from '../../platform/diagnostics.ts';
import { nameLines } from '../../platform/lineNumbers.ts';
import { notify } from '../../platform/notifications.ts';
import { findEnclosingSymbol, showSymbolSearch } from './enclosingSymbol.ts';

/** Ranges of one document that a prompt is about. */
interface CodeInEditor {
  readonly document: vscode.TextDocument;
  readonly ranges: readonly vscode.Range[];
}

/** An attachment that an editor adds to a prompt in the chat. */
export interface CodeAttachment {
  readonly kind: 'selection' | 'problems';
  /** Its display name: a path from its workspace folder on, with lines. */
  readonly name: string;
  readonly text: string;
  /** As code fences name it. */
  readonly language: string;
}

/** A whole file is attached automatically only if it is about as long as a selection. */
const maximumFileLength = 40_000;
/** About 100,000 tokens, which most models don't take. */
const maximumSelectionLength = 400_000;

/**
 * A document, and the ranges in it that are meant. `place` is where a light bulb is, which need not be where the cursor
 * is, nor in the active editor.
 */
export async function findMeantPlace(place?: vscode.Location) {
  const editor = vscode.window.activeTextEditor;
  const document = place ? await vscode.workspace.openTextDocument(place.uri) : editor?.document;
  if (!document) return undefined;
  const isActive = editor?.document === document;
  const ranges = place ? [place.range] : (editor?.selections ?? []);
  // A light bulb for a problem passes the problem's range, which is no selection.
  const isSelection = !place || (isActive && editor.selections.some((each) => each.isEqual(place.range)));
  return { document, ranges, isSelection };
}

/**
 * The code that a prompt is about: the selection; else the function or class around the position; else the file, if it
 * is small. A message if there is none.
 */
export async function findCode(place?: vscode.Location): Promise<CodeInEditor | string> {
  const { document, ranges = [], isSelection } = (await findMeantPlace(place)) ?? {};
  return findCodeIn(document, ranges, isSelection);
}

/** The same in a document, by where the cursors are in it, if that is known. */
async function findCodeIn(
  document: vscode.TextDocument | undefined,
  selected: readonly vscode.Range[],
  isSelection = true,
): Promise<CodeInEditor | string> {
  const { t } = vscode.l10n;
  if (!document) return t('Open a file, and select the code for your prompt.');
  const ranges = selected
    .filter((range) => document.getText(range).trim() !== '')
    .toSorted((a, b) => a.start.compareTo(b.start));
  if (ranges.length > 0 && isSelection) {
    const length = ranges.reduce((sum, range) => sum + document.getText(range).length, 0);
    return length > maximumSelectionLength
      ? t('The selected code is too long to attach. Select less.')
      : { document, ranges };
  }
  const text = document.getText();
  if (text.trim() === '') return t('This file is empty.');
  const around = selected[0];
  const symbol = around && (await findEnclosingSymbol(document, () => around));
  if (symbol && document.getText(symbol).length <= maximumSelectionLength)
    return { document, ranges: [symbol] };
  if (text.length > maximumFileLength)
    return t('This file is too long to attach as a whole. Select the relevant code.');
  return { document, ranges: [new vscode.Range(document.positionAt(0), document.positionAt(text.length))] };
}

export function toAttachments({ document, ranges }: CodeInEditor): CodeAttachment[] {
  return ranges.map((range) => ({
    kind: 'selection',
    name: nameCode(document, range),
    text: document.getText(range),
    language: document.languageId,
  }));
}

/** More problems, which mostly follow from the first ones, don't help. */
const maximumProblems = 50;

/** The problems that the editor reports for this code, the worst first. */
export function problemsOf({ document, ranges }: CodeInEditor): CodeAttachment[] {
  const reported = vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => ranges.some((range) => range.intersection(diagnostic.range)))
    .toSorted((a, b) => a.severity - b.severity || a.range.start.line - b.range.start.line);
  const [first] = ranges;
  const last = ranges.at(-1);
  if (reported.length === 0 || !first || !last) return [];
  const name = nameCode(document, first.union(last));
  const lines = reported
    .slice(0, maximumProblems)
    .map((diagnostic) => describeProblem(`Line ${diagnostic.range.start.line + 1}`, diagnostic));
  const rest = reported.length - lines.length;
  const text = [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n');
  return [{ kind: 'problems', name, text, language: '' }];
}

/** The code of a prompt. */
export interface PromptCode {
  readonly pieces: readonly CodeAttachment[];
  /** All of them as one text, for prompts that have a place for it. */
  readonly selection: string;
  /** What is reported for the code, where the prompt is about that. */
  readonly problems: readonly CodeAttachment[];
}

export function codeForPrompt(prompt: string, code: CodeInEditor): PromptCode {
  const pieces = toAttachments(code);
  return {
    pieces,
    selection: pieces.map(({ text }) => text).join('\n\n'),
    problems: prompt === 'fix' ? problemsOf(code) : [],
  };
}

/**
 * The code that an editor command is about. Undefined if there is none, which the person is told, or if they canceled
 * the search.
 */
export async function findCommandCode(place: unknown): Promise<CodeInEditor | undefined> {
  // A menu passes the URI of its editor, which is the active one; a light bulb passes a location.
  const code = await showSymbolSearch(() => findCode(place instanceof vscode.Location ? place : undefined));
  if (typeof code !== 'string') return code;
  void notify('info', code);
  return undefined;
}

/**
 * For a prompt that is run outside of the editor: the code of a document, or a message why there is none. Undefined if
 * the person canceled the search.
 */
export async function findPromptCode(
  prompt: string,
  document: vscode.TextDocument | undefined,
  selections: readonly vscode.Selection[],
): Promise<PromptCode | string | undefined> {
  const code = await showSymbolSearch(() => findCodeIn(document, selections));
  return typeof code === 'object' ? codeForPrompt(prompt, code) : code;
}

/** `a.ts`, `a.ts:3` or `a.ts:3-9`, with lines from 1 on. */
function nameCode(document: vscode.TextDocument, range: vscode.Range): string {
  const { start, end } = range;
  const path = pathOf(document);
  const isWhole = end.isEqual(document.lineAt(document.lineCount - 1).range.end);
  return isWhole && start.line === 0 && start.character === 0 ? path : `${path}:${nameLines(range)}`;
}

export function pathOf(document: vscode.TextDocument): string {
  const { t } = vscode.l10n;
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = notebook.getCells().find((each) => each.document === document);
    if (cell) return t('{0}, cell {1}', vscode.workspace.asRelativePath(notebook.uri), cell.index + 1);
  }
  if (document.uri.scheme === 'untitled')
    return document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
  return vscode.workspace.asRelativePath(document.uri);
}

import * as vscode from 'vscode';
import { type IndentStyle, indentStyleOf } from '../../platform/diffPreview/indentation.ts';
import { rangeAt, readText } from '../../platform/diffPreview/proposedTexts.ts';
import { fileTypeOf } from '../../platform/fileType.ts';
import { lastLineOf } from '../../platform/lineNumbers.ts';
import { isProse } from '../../text/languages.ts';
import { findTextChanges, type TextChange } from '../../text/textChanges.ts';
import { findMeantPlace, pathOf } from '../prompts/codeInEditor.ts';
import { findCommentAbove, findEnclosingSymbol } from '../prompts/enclosingSymbol.ts';
import { type FollowedRange, followEdit } from './followedRange.ts';
import type { PlaceText } from './rewriteQuestion.ts';

/** The target of new code: a range of a document, or a new file. */
export interface RewritePlace extends vscode.Disposable {
  /** Display name of the file. */
  readonly name: string;
  readonly language: string;
  readonly style: IndentStyle;
  /** Whose path the text beside it has in the diff. */
  readonly path: string;
  /** The left side of the diff: the document itself. Undefined where there is nothing yet. */
  readonly uri: vscode.Uri | undefined;
  /** The current code, wherever edits have moved it. */
  text(): PlaceText;
  /** Whether the code was changed since the request. */
  readonly isTouched: boolean;
  readonly onDidChange: vscode.Event<void>;
  /** Resets the change tracking before a new request. */
  reset(): void;
  /** Applies the new code in one edit. Returns why it can't, in words. */
  write(code: string): Promise<string | undefined>;
  /** Reveals the new code. */
  show(): Promise<void>;
}

export interface DocumentPart {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  /** It was selected, and so is what takes its place. */
  readonly isSelected: boolean;
}

/**
 * The code to rewrite, as far as it is known immediately: the lines of the selection, with several the one that was made
 * first; else the cursor's line. In prose, exactly what is selected. `place` is where a light bulb is. Undefined if no
 * editor is open.
 */
export async function findPart(place?: vscode.Location): Promise<DocumentPart | undefined> {
  const { document, ranges: [selection] = [], isSelection = false } = (await findMeantPlace(place)) ?? {};
  if (!document || !selection) return undefined;
  const isSelected = isSelection && document.getText(selection).trim() !== '';
  if (isSelected && isProse(document.languageId))
    return { document, range: findWritten(document, selection), isSelected };
  const last = document.lineAt(lastLineOf(selection)).range.end;
  const range = new vscode.Range(new vscode.Position(selection.start.line, 0), last);
  return { document, range, isSelected };
}

/** Without white space at both ends, but with the indentation of the first line. */
function findWritten(document: vscode.TextDocument, selection: vscode.Range): vscode.Range {
  const text = document.getText(selection);
  const from = document.offsetAt(selection.start);
  const start = document.positionAt(from + text.length - text.trimStart().length);
  const { firstNonWhitespaceCharacterIndex: indent } = document.lineAt(start.line);
  return new vscode.Range(
    start.with({ character: start.character > indent ? start.character : 0 }),
    document.positionAt(from + text.trimEnd().length),
  );
}

/** What is not selected is widened to the function or class around it, where there is one. */
export async function widenPart(part: DocumentPart): Promise<DocumentPart> {
  const { document, range, isSelected } = part;
  const symbol = isSelected ? undefined : await findEnclosingSymbol(document, () => range);
  return symbol ? { ...part, range: symbol } : part;
}

/** Together with the comment right above, which belongs to it. */
export function withCommentAbove(part: DocumentPart): DocumentPart {
  const { document, range } = part;
  // It begins within a line of prose.
  if (range.start.character > 0) return part;
  const line = findCommentAbove(document, range.start.line);
  return { ...part, range: range.with({ start: new vscode.Position(line, 0) }) };
}

export interface DocumentPlace extends RewritePlace {
  /** Its current range. */
  readonly range: vscode.Range;
  /** Makes it another part of the document. */
  moveTo(range: vscode.Range): void;
}

/** A range of a document that is tracked through edits. */
export function createDocumentPlace({ document: first, range, isSelected }: DocumentPart): DocumentPlace {
  const { t } = vscode.l10n;
  const key = first.uri.toString();
  const name = pathOf(first);
  const changed = new vscode.EventEmitter<void>();
  const editor = findEditor();
  let document = first;
  /** As far as it was followed, with line feeds only, so that other line ends change nothing. */
  let whole = readText(first);
  let { eol } = first;
  let followed = followFrom(range);
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document: edited, contentChanges }) => {
      if (edited.uri.toString() !== key || contentChanges.length === 0) return;
      follow(contentChanges.map((change) => toTextChange(change, eol)));
    }),
    vscode.workspace.onDidOpenTextDocument((opened) => {
      if (opened === document || opened.uri.toString() !== key) return;
      // The document was reopened, or its language was changed: the text decides whether the range is the same.
      document = opened;
      const text = readText(opened);
      if (text !== whole) follow([{ start: 0, end: whole.length, text }]);
      eol = opened.eol;
    }),
  );

  function followFrom({ start, end }: vscode.Range): FollowedRange {
    return {
      start: document.offsetAt(start) - returnsBefore(start, eol),
      end: document.offsetAt(end) - returnsBefore(end, eol),
      isTouched: false,
    };
  }

  function findEditor(): vscode.TextEditor | undefined {
    const shown = vscode.window.visibleTextEditors.filter((each) => each.document.uri.toString() === key);
    return shown.find((each) => each === vscode.window.activeTextEditor) ?? shown[0];
  }

  function follow(changes: readonly TextChange[]): void {
    followed = followEdit(followed, whole, changes);
    whole = readText(document);
    eol = document.eol;
    changed.fire();
  }

  function rangeNow(): vscode.Range {
    return rangeAt(whole, followed.start, followed.end);
  }

  function text() {
    const { start, end, lost } = followed;
    if (lost !== undefined) {
      // The lost code is shown on separate lines, near where it was; it can't be applied there.
      const line = start === 0 ? 0 : whole.lastIndexOf('\n', start - 1) + 1;
      return { before: whole.slice(0, line), old: lost, after: `\n${whole.slice(line)}` };
    }
    return { before: whole.slice(0, start), old: whole.slice(start, end), after: whole.slice(end) };
  }

  async function isGone(): Promise<boolean> {
    if (document.isUntitled || document.uri.scheme === 'vscode-notebook-cell') return document.isClosed;
    return (await fileTypeOf(document.uri)) === undefined;
  }

  return {
    name,
    language: document.languageId,
    style: indentStyleOf(editor),
    // A cell has the path of its notebook, which would open a notebook diff.
    path: document.uri.scheme === 'vscode-notebook-cell' ? `${document.uri.path}/cell` : document.uri.path,
    uri: document.uri,
    text,
    get range() {
      return rangeNow();
    },
    moveTo(other) {
      followed = followFrom(other);
      changed.fire();
    },
    get isTouched() {
      // A rewrite of lost code can't be accepted anyway.
      return followed.isTouched && followed.lost === undefined;
    },
    onDidChange: changed.event,
    reset() {
      followed = { ...followed, isTouched: false };
    },
    async write(code) {
      if (await isGone()) return t('{0} no longer exists. Nothing was changed.', name);
      document = await vscode.workspace.openTextDocument(document.uri);
      if (followed.lost !== undefined)
        return t('The code to rewrite is no longer in {0}. Nothing was changed.', name);
      const { start: at } = followed;
      const { old, after } = text();
      const edit = new vscode.WorkspaceEdit();
      // Only differences within the range: those of whole files may be found in a part that another rewrite follows.
      for (const { start, end, text: fresh } of findTextChanges(old, code))
        edit.replace(document.uri, rangeAt(whole, at + start, at + end), fresh);
      if (!(await vscode.workspace.applyEdit(edit))) return t('{0} could not be changed.', name);
      // An edit at the edge would count as outside of the range.
      followed = { start: at, end: whole.length - after.length, isTouched: false };
      return undefined;
    },
    async show() {
      if (document.uri.scheme === 'vscode-notebook-cell')
        return void (await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup'));
      const column = editor?.viewColumn;
      const shown = await vscode.window.showTextDocument(document, {
        ...(column !== undefined && { viewColumn: column }),
      });
      const now = rangeNow();
      if (isSelected) shown.selection = new vscode.Selection(now.start, now.end);
      shown.revealRange(now, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    },
    dispose: () => subscriptions.dispose(),
  };
}

function toTextChange(
  { range, rangeOffset, rangeLength, text }: vscode.TextDocumentContentChangeEvent,
  eol: vscode.EndOfLine,
): TextChange {
  return {
    start: rangeOffset - returnsBefore(range.start, eol),
    end: rangeOffset + rangeLength - returnsBefore(range.end, eol),
    text: text.replaceAll('\r\n', '\n'),
  };
}

/** How much further VS Code counts there than a text with line feeds only. */
function returnsBefore({ line }: vscode.Position, eol: vscode.EndOfLine): number {
  return eol === vscode.EndOfLine.CRLF ? line : 0;
}

/** Highlights the code to rewrite, in every editor that shows it, until it is disposed. */
export function markPlace(place: RewritePlace): vscode.Disposable {
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    borderColor: new vscode.ThemeColor('focusBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    isWholeLine: true,
  });
  const key = place.uri?.toString();
  function paint(): void {
    const { before, old } = place.text();
    const whole = before + old;
    const range = rangeAt(whole, before.length, whole.length);
    for (const editor of vscode.window.visibleTextEditors)
      if (editor.document.uri.toString() === key) editor.setDecorations(decoration, [range]);
  }
  paint();
  return vscode.Disposable.from(
    decoration,
    place.onDidChange(paint),
    vscode.window.onDidChangeVisibleTextEditors(paint),
  );
}

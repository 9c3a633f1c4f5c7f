import * as vscode from 'vscode';
import { lastLineOf } from '../../platform/lineNumbers.ts';
import { isProse } from '../../text/languages.ts';
import { findMeantPlace } from '../prompts/codeInEditor.ts';
import { findCommentAbove, findEnclosingSymbol } from '../prompts/enclosingSymbol.ts';
import type { DocumentPart } from './documentPlace.ts';

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

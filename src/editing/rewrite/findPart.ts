import * as vscode from 'vscode';
import { lastLineOf } from '../../platform/lineNumbers.ts';
import { findMeantPlace } from '../prompts/codeInEditor.ts';
import { findCommentAbove, findEnclosingSymbol } from '../prompts/enclosingSymbol.ts';
import type { DocumentPart } from './documentPlace.ts';

/**
 * The code to rewrite, as far as it is known immediately: the selection, with several the one that was made first; else
 * the cursor's line. `place` is where a light bulb is. Undefined if no editor is open.
 */
export async function findPart(place?: vscode.Location): Promise<DocumentPart | undefined> {
  const { document, ranges: [selection] = [], isSelection } = (await findMeantPlace(place)) ?? {};
  if (!document || !selection) return undefined;
  if (isSelection && document.getText(selection).trim() !== '')
    return { document, range: fitToLines(document, selection), isSelected: true };
  const line = document.lineAt(selection.start.line).range.union(document.lineAt(selection.end.line).range);
  return { document, range: line, isSelected: false };
}

/** What is not selected is widened to the function or class around it, where there is one. */
export async function widenPart(part: DocumentPart): Promise<DocumentPart> {
  const { document, range, isSelected } = part;
  const symbol = isSelected ? undefined : await findEnclosingSymbol(document, () => range);
  return symbol ? { ...part, range: symbol } : part;
}

/** With the indentation of the first line, and without the line break behind the last. */
function fitToLines(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  const before = document.lineAt(start.line).text.slice(0, start.character);
  const first = before.trim() === '' ? start.with({ character: 0 }) : start;
  const last = lastLineOf({ start, end });
  return new vscode.Range(first, last < end.line ? document.lineAt(last).range.end : end);
}

/** Together with the comment right above, which belongs to it. */
export function withCommentAbove(part: DocumentPart): DocumentPart {
  const { document, range } = part;
  const { line: first } = range.start;
  if (document.lineAt(first).text.slice(0, range.start.character).trim() !== '') return part;
  const line = findCommentAbove(document, first);
  return {
    ...part,
    range: range.with({
      start: new vscode.Position(line, line === first ? range.start.character : 0),
    }),
  };
}

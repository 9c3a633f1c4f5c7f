import * as vscode from 'vscode';
import { lastLineOf } from '../../platform/lineNumbers.ts';
import { findMeantPlace } from '../prompts/codeInEditor.ts';
import { findCommentAbove, findEnclosingSymbol } from '../prompts/enclosingSymbol.ts';
import type { DocumentPart } from './documentPlace.ts';

/**
 * The code to rewrite in whole lines, as far as it is known immediately: the selection, with several the one that was made
 * first; else the cursor's line. `place` is where a light bulb is. Undefined if no editor is open.
 */
export async function findPart(place?: vscode.Location): Promise<DocumentPart | undefined> {
  const { document, ranges: [selection] = [], isSelection = false } = (await findMeantPlace(place)) ?? {};
  if (!document || !selection) return undefined;
  const isSelected = isSelection && document.getText(selection).trim() !== '';
  const last = document.lineAt(lastLineOf(selection)).range.end;
  const range = new vscode.Range(new vscode.Position(selection.start.line, 0), last);
  return { document, range, isSelected };
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
  const line = findCommentAbove(document, range.start.line);
  return { ...part, range: range.with({ start: new vscode.Position(line, 0) }) };
}

import * as vscode from 'vscode';
import { type ChangeLog, createChangeLog, type TextChange, type TextRange } from '../text/ranges.ts';

/** A document as it was when its reading was asked for, with the edits made to it since. */
export interface FollowedDocument extends vscode.Disposable {
  /** Another object once it was closed and opened again. */
  readonly document: vscode.TextDocument;
  /** As it was then; ranges are offsets into this text. */
  readonly text: string;
  /** The parts of it that are read, in order. */
  readonly parts: readonly TextRange[];
  readonly onChange: vscode.Event<void>;
  /** Where a range of the text lies now; undefined when it went away. */
  locate(range: TextRange): vscode.Range | undefined;
  /** Where a place of the document lay in the text. */
  placeBefore(position: vscode.Position): number;
}

export function followDocument(
  first: vscode.TextDocument,
  parts: readonly TextRange[],
  text = first.getText(),
): FollowedDocument {
  const changes: ChangeLog = createChangeLog();
  const changed = new vscode.EventEmitter<void>();
  let document = first;
  const onEdit = vscode.workspace.onDidChangeTextDocument(({ document: edited, contentChanges }) => {
    if (edited !== document || contentChanges.length === 0) return;
    // From the end to the start, so that each change's offset still holds after those before it.
    for (const change of contentChanges.toSorted((a, b) => b.rangeOffset - a.rangeOffset)) {
      changes.record({
        offset: change.rangeOffset,
        removedLength: change.rangeLength,
        insertedLength: change.text.length,
      });
    }
    changed.fire();
  });
  const onOpen = vscode.workspace.onDidOpenTextDocument((opened) => {
    if (opened === document || opened.uri.toString() !== document.uri.toString()) return;
    // It may have been closed without saving, or have changed on the disk.
    const before = document.getText();
    document = opened;
    if (before !== opened.getText()) changes.record(differenceOf(before, opened.getText()));
    changed.fire();
  });
  return {
    get document() {
      return document;
    },
    text,
    parts,
    onChange: changed.event,
    locate(range) {
      const found = changes.locate(range);
      return found && new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
    },
    placeBefore: (position) => changes.placeBefore(document.offsetAt(position)),
    dispose: () => vscode.Disposable.from(onEdit, onOpen, changed).dispose(),
  };
}

/** As one change, the smallest that makes one text the other. */
function differenceOf(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return {
    offset: start,
    removedLength: before.length - start - same,
    insertedLength: after.length - start - same,
  };
}

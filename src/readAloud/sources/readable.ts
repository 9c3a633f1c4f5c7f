import * as vscode from 'vscode';
import { findTextChanges, type TextChange } from '../../text/textChanges.ts';
import type { Granularity } from '../narration/plan/plan.ts';
import type { UtteranceSource } from '../narration/plan/utterance.ts';
import { createChangeLog, type TextRange } from '../narration/text/ranges.ts';

/** A text that can be read aloud, now or from the queue. */
export interface Readable {
  /** File name or the like. */
  readonly title: string;
  plan(granularity: Granularity): UtteranceSource;
  /** The document in which the current sentence is highlighted. */
  readonly followed?: FollowedDocument;
  /** The location that a part of the text refers to, such as the file of a problem. */
  readonly placeOf?: (offset: number) => vscode.Location | undefined;
  /** Call it when the text is neither read nor queued. */
  dispose?(): void;
}

/** A document as it was when its reading was requested, with the edits made since. */
export interface FollowedDocument extends vscode.Disposable {
  /** A different object after the document was closed and opened again. */
  readonly document: vscode.TextDocument;
  /** As it was then; ranges are offsets into this text. */
  readonly text: string;
  /** The ranges that are read, in order. */
  readonly parts: readonly TextRange[];
  readonly onChange: vscode.Event<void>;
  /** The current range of a range of the text; undefined if it was deleted. */
  locate(range: TextRange): vscode.Range | undefined;
  /** The original offset of a position of the document. */
  placeBefore(position: vscode.Position): number;
}

export function followDocument(first: vscode.TextDocument, parts: readonly TextRange[]): FollowedDocument {
  const text = first.getText();
  const changes = createChangeLog();
  const changed = new vscode.EventEmitter<void>();
  let document = first;
  const onEdit = vscode.workspace.onDidChangeTextDocument(({ document: edited, contentChanges }) => {
    if (edited !== document || contentChanges.length === 0) return;
    record(
      contentChanges.map(({ rangeOffset: start, rangeLength, text }) => {
        return { start, end: start + rangeLength, text };
      }),
    );
  });
  const onOpen = vscode.workspace.onDidOpenTextDocument((opened) => {
    if (opened === document || opened.uri.toString() !== document.uri.toString()) return;
    // The document may have been closed without saving, or may have changed on disk.
    const before = document.getText();
    document = opened;
    record(findTextChanges(before, opened.getText()));
  });

  function record(edits: readonly TextChange[]): void {
    changes.record(edits);
    changed.fire();
  }

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

import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { ChangedFilesView } from '../../protocol/protocolViews.ts';
import { findHunks, type LineHunk } from '../../text/textChanges.ts';

/** A change of one file that somebody is to decide about. All texts have line feeds only. */
export interface FileChange {
  readonly id: string;
  /** Of the file; that of a new one is there once it is written. */
  readonly uri: vscode.Uri;
  readonly isNew: boolean;
  /** Whether the file is saved as well; what a person applies waits to be saved by that person. */
  readonly isSaved: boolean;
  /** The chat whose model asks for it by a tool, where that chat may be allowed to change such files unasked. */
  readonly conversationId?: string | undefined;
  /** The response that it is of; undefined for code that a person applies. */
  readonly responseId: string | undefined;
  /** The file as it is, or was before it was written. */
  before: string;
  /** The file as it is to be, or as it was written. */
  after: string;
  isWritten: boolean;
  /** The file was changed elsewhere at the same lines. */
  isStale: boolean;
  /** Parts of it that the person took, and did not take. */
  kept: number;
  undone: number;
  /** The text beside the file in its diff, while one is open. */
  side?: vscode.Uri | undefined;
  /** Settles when the diff of a proposal is open. */
  opening?: Promise<void>;
  readonly settle: (review: Review) => void;
}

/** What became of a change. */
export interface Review {
  readonly kept: number;
  readonly undone: number;
  /** Why it could not be written, in words for the person. */
  readonly problem?: string;
}

export interface ChangeProposal {
  readonly uri: vscode.Uri;
  readonly isNew?: boolean;
  readonly isSaved?: boolean;
  readonly text: string;
  readonly conversationId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly preserveFocus?: boolean;
}

/** Changes as a page shows them. */
export function viewChanges(changes: readonly FileChange[]): ChangedFilesView {
  return {
    files: changes.map((change) => ({
      id: change.id,
      path: vscode.workspace.asRelativePath(change.uri),
      ...countLines(change),
      isProposed: !change.isWritten,
      isNew: change.isNew,
      ...(change.responseId !== undefined && { responseId: change.responseId }),
    })),
    canAllow: changes.some(({ conversationId, isWritten }) => conversationId !== undefined && !isWritten),
  };
}

function countLines({ before, after }: FileChange): { readonly added: number; readonly removed: number } {
  // Neither the final line break nor an empty text counts as a line.
  const [old = '', fresh = ''] = [before, after].map((text) => text.replace(/(?<=.)\n$/, ''));
  const hunks = findHunks(old, fresh);
  const removed = hunks.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0);
  return {
    added: hunks.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0),
    removed: old === '' ? 0 : removed,
  };
}

/** The hunk that a line of one side is in, or nearest to. */
export function nearestHunk(
  hunks: readonly LineHunk[],
  line: number,
  side: 'old' | 'new',
): LineHunk | undefined {
  const distance = ({ oldStart, oldEnd, newStart, newEnd }: LineHunk) => {
    const [start, end] = side === 'new' ? [newStart, newEnd] : [oldStart, oldEnd];
    return line < start ? start - line : Math.max(0, line - Math.max(start, end - 1));
  };
  return hunks.reduce<LineHunk | undefined>(
    (best, hunk) => (best && distance(best) <= distance(hunk) ? best : hunk),
    undefined,
  );
}

/** Above each hunk, for those whose diffs show code lenses (`diffEditor.codeLens`). */
export function createLenses(hunks: readonly LineHunk[]): vscode.CodeLens[] {
  const { t } = vscode.l10n;
  return hunks.flatMap(({ newStart }) => {
    const range = new vscode.Range(newStart, 0, newStart, 0);
    const lens = (title: string, command: string) =>
      new vscode.CodeLens(range, { title, command, arguments: [newStart] });
    return [lens(t('Keep'), commands.keepChange), lens(t('Undo'), commands.undoChange)];
  });
}

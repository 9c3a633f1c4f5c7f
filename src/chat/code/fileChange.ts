import * as vscode from 'vscode';
import type { ChangedFilesView } from '../../protocol/protocolViews.ts';
import { findHunks, type LineHunk } from '../../text/textChanges.ts';

/** A change of one file that the person has to decide about. All texts have line feeds only. */
export interface FileChange {
  readonly id: string;
  /** The file; a new one exists once the change is written. */
  readonly uri: vscode.Uri;
  readonly isNew: boolean;
  /** Whether the file is saved as well; code that the person applies is left unsaved. */
  readonly isSaved: boolean;
  /** The chat whose model proposes it with a tool, if the person may allow that chat to change such files. */
  readonly conversationId?: string | undefined;
  /** The response that made the change; undefined for code that the person applies. */
  readonly responseId: string | undefined;
  /** The file before the change. */
  before: string;
  /** The file after the change. */
  after: string;
  isWritten: boolean;
  /** Numbers of hunks that the person kept and undid. */
  kept: number;
  undone: number;
  /** The other side of the open diff, next to the file. */
  side?: vscode.Uri | undefined;
  /** Settles when the diff of a proposal is open. */
  opening?: Promise<void>;
  readonly settle: (review: Review) => void;
}

/** The outcome of a change. */
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

/** The hunk that a line of one side is in, or else the next one; below all of them, the last one. */
export function hunkAt(hunks: readonly LineHunk[], line: number, side: 'old' | 'new'): LineHunk | undefined {
  const isReached = ({ oldStart, oldEnd, newStart, newEnd }: LineHunk) =>
    side === 'new' ? line <= Math.max(newStart, newEnd - 1) : line <= Math.max(oldStart, oldEnd - 1);
  return hunks.find(isReached) ?? hunks.at(-1);
}

import * as vscode from 'vscode';
import type { Repository } from '../../platform/git.ts';
import { plainLineEnds } from './undoMessage.ts';

/** The box of a repository that a message is written into, as long as nobody else writes there. */
export interface MessageBox extends vscode.Disposable {
  /** What the person had in it. */
  readonly draft: string;
  /** Once the person wrote there in the meantime, nothing of ours is written any more. */
  readonly isTakenOver: () => boolean;
  write(text: string): void;
  /** The whole message, so that undoing once brings the draft back. */
  finish(text: string): void;
  restore(): void;
}

/** What was written has arrived after this, or never will. */
const longestWayMs = 2_000;

/** Takes a repository's box; tells when the person writes into it. */
export function openMessageBox({ inputBox, rootUri }: Repository, onTakeOver: () => void): MessageBox {
  const draft = inputBox.value;
  let settled = plainLineEnds(draft);
  /** Written by us, and not heard of from the editor yet. */
  let pending: string[] = [];
  const ours = new Set([plainLineEnds(draft)]);
  let isTakenOver = false;
  /** What the person wrote while something of ours was on its way, which is going to replace it. */
  let theirs: string | undefined;

  function takeOver(): void {
    if (isTakenOver) return;
    isTakenOver = true;
    onTakeOver();
  }

  function hear(value: string): void {
    const text = plainLineEnds(value);
    const place = pending.indexOf(text);
    if (place >= 0) {
      settled = text;
      pending = pending.slice(place + 1);
      if (theirs === undefined) return;
      inputBox.value = theirs;
      theirs = undefined;
    } else if (text !== settled) {
      theirs = pending.length > 0 ? value : undefined;
      takeOver();
    }
  }

  function set(text: string): void {
    pending.push(plainLineEnds(text));
    ours.add(plainLineEnds(text));
    inputBox.value = text;
  }

  /** The box is not always shown, and then only its value tells; it may lag behind. */
  function look(): boolean {
    if (!ours.has(plainLineEnds(inputBox.value))) takeOver();
    return !isTakenOver;
  }

  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (isBoxOf(rootUri, document.uri)) hear(document.getText());
  });

  return {
    draft,
    isTakenOver: () => isTakenOver,
    write: (text) => {
      if (look() && text !== inputBox.value) set(text);
    },
    finish: (text) => {
      if (!look()) return;
      // Each value is a step of its own for undo: the last step leads from the draft to the message.
      if (inputBox.value !== draft) set(draft);
      set(text);
    },
    restore: () => {
      if (look() && inputBox.value !== draft) set(draft);
    },
    dispose: () => {
      if (theirs === undefined) listening.dispose();
      else setTimeout(() => listening.dispose(), longestWayMs);
    },
  };
}

/** Each box is a document, whose address names the repository. */
function isBoxOf(rootUri: vscode.Uri, { scheme, query }: vscode.Uri): boolean {
  if (scheme !== 'vscode-scm') return false;
  return new URLSearchParams(query).get('rootUri') === rootUri.toString();
}

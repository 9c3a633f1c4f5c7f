import * as vscode from 'vscode';
import { readText } from '../../../proposals/documentText.ts';
import { indentStyleOf } from '../../../proposals/indentStyle.ts';
import { findLineChanges } from '../../../proposals/lineChanges.ts';
import { pathOf } from '../../prompts/codeInEditor.ts';
import { type FollowedRange, followEdit } from './followedRange.ts';
import type { RewritePlace } from './rewritePlace.ts';

export interface DocumentPart {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  /** It was selected, and so is what takes its place. */
  readonly isSelected: boolean;
}

/** A part of a document, which is followed through the edits that are made meanwhile. */
export function createDocumentPlace({ document: first, range, isSelected }: DocumentPart): RewritePlace {
  const { t } = vscode.l10n;
  const key = first.uri.toString();
  const name = pathOf(first);
  const changed = new vscode.EventEmitter<void>();
  const editor = findEditor();
  let document = first;
  let followed: FollowedRange = {
    start: first.offsetAt(range.start),
    end: first.offsetAt(range.end),
    isTouched: false,
  };
  const subscriptions = vscode.Disposable.from(
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document: edited, contentChanges }) => {
      if (edited.uri.toString() !== key || contentChanges.length === 0) return;
      followed = followEdit(followed, contentChanges);
      changed.fire();
    }),
    vscode.workspace.onDidOpenTextDocument((opened) => {
      if (opened === document || opened.uri.toString() !== key) return;
      // It was closed and opened again, or its language was changed: the text decides whether the place is the same.
      const before = text();
      document = opened;
      if (readText(opened) === before.before + before.old + before.after) return;
      followed = { start: 0, end: opened.getText().length, isTouched: true };
      changed.fire();
    }),
  );

  function findEditor(): vscode.TextEditor | undefined {
    const shown = vscode.window.visibleTextEditors.filter((each) => each.document.uri.toString() === key);
    return shown.find((each) => each === vscode.window.activeTextEditor) ?? shown[0];
  }

  function rangeNow(): vscode.Range {
    return new vscode.Range(document.positionAt(followed.start), document.positionAt(followed.end));
  }

  function text() {
    const lineFeeds = (part: string) => part.replaceAll('\r\n', '\n');
    const whole = document.getText();
    return {
      before: lineFeeds(whole.slice(0, followed.start)),
      old: lineFeeds(whole.slice(followed.start, followed.end)),
      after: lineFeeds(whole.slice(followed.end)),
    };
  }

  async function isGone(): Promise<boolean> {
    if (document.isUntitled || document.uri.scheme === 'vscode-notebook-cell') return document.isClosed;
    try {
      await vscode.workspace.fs.stat(document.uri);
      return false;
    } catch {
      return true;
    }
  }

  return {
    name,
    language: document.languageId,
    style: indentStyleOf(editor),
    // A cell has the path of its notebook, whose diffs are of another kind.
    path: document.uri.scheme === 'vscode-notebook-cell' ? `${document.uri.path}/cell` : document.uri.path,
    uri: document.uri,
    text,
    get isTouched() {
      return followed.isTouched;
    },
    onDidChange: changed.event,
    reset() {
      followed = { ...followed, isTouched: false };
    },
    async write(code) {
      if (await isGone()) return t('{0} is not there any more, so nothing was changed.', name);
      document = await vscode.workspace.openTextDocument(document.uri);
      const { old } = text();
      const { start } = rangeNow();
      const edit = new vscode.WorkspaceEdit();
      const lines = old.split('\n');
      const lineAt = (line: number) =>
        new vscode.Position(start.line + line, line === 0 ? start.character : 0);
      const endOf = (line: number) => lineAt(line).translate(0, (lines[line] ?? '').length);
      for (const { start: from, end, lines: replaced } of findLineChanges(lines, code.split('\n'))) {
        const joined = replaced.join('\n');
        // Each line goes with the line break behind it, and the last one with that before it.
        if (end < lines.length)
          edit.replace(
            document.uri,
            new vscode.Range(lineAt(from), lineAt(end)),
            replaced.length > 0 ? `${joined}\n` : '',
          );
        else if (from > 0)
          edit.replace(
            document.uri,
            new vscode.Range(endOf(from - 1), endOf(lines.length - 1)),
            replaced.length > 0 ? `\n${joined}` : '',
          );
        else edit.replace(document.uri, new vscode.Range(start, endOf(lines.length - 1)), joined);
      }
      const begin = followed.start;
      const behind = document.getText().length - followed.end;
      if (!(await vscode.workspace.applyEdit(edit))) return t('{0} could not be changed.', name);
      // An edit at the edge is followed as one outside of it.
      followed = { start: begin, end: document.getText().length - behind, isTouched: false };
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

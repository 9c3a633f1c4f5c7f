import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { findTextChanges, mergeTexts } from '../../text/textChanges.ts';
import { fileTypeOf } from '../fileType.ts';
import { rangeAt, readText } from './proposedTexts.ts';
import { isReadOnly } from './readOnly.ts';

const mostSaves = 10;
const betweenSavesMs = 300;

/** An edit that changes a file from one text to another, both with line feeds only; undefined: there is no file. */
export interface FileEdit {
  readonly uri: vscode.Uri;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Saves the file as well, unless it had unsaved changes of the person. */
  readonly isSaved: boolean;
  /** The message if somebody changed the same lines of the file in the meantime. */
  readonly conflict: string;
}

interface EditedFile {
  readonly uri: vscode.Uri;
  readonly document: vscode.TextDocument | undefined;
  readonly before: string | undefined;
  readonly wasDirty: boolean;
  after: string | undefined;
  isSaved: boolean;
}

/**
 * Edits several files in one step, and keeps other changes made to them in the meantime. Returns, for each edit in
 * order, a message if it was not made.
 */
export async function editFiles(edits: readonly FileEdit[]): Promise<(string | undefined)[]> {
  const { t } = vscode.l10n;
  const failed = ({ uri, from }: FileEdit) => {
    const name = vscode.workspace.asRelativePath(uri);
    return from === undefined ? t('{0} could not be created.', name) : t('{0} could not be changed.', name);
  };
  const files = new Map<string, EditedFile | string>();
  for (const each of edits)
    if (!files.has(each.uri.toString()))
      files.set(each.uri.toString(), await open(each.uri).catch(() => failed(each)));
  // No await from here until `applyEdit`, so that nobody can type in between.
  const problems = edits.map((each) => {
    const file = files.get(each.uri.toString());
    return file === undefined || typeof file === 'string' ? file : change(file, each);
  });
  const changed = [...files.values()].filter(
    (file) => typeof file !== 'string' && file.before !== file.after,
  ) as EditedFile[];
  if (changed.length === 0) return problems;
  const isDone = await Promise.resolve(vscode.workspace.applyEdit(toWorkspaceEdit(changed))).catch(
    () => false,
  );
  if (!isDone) return edits.map((each, index) => problems[index] ?? failed(each));
  for (const file of changed) {
    const { document, isSaved, wasDirty, after } = file;
    if (!document || after === undefined || !isSaved || wasDirty) continue;
    if (await save(document)) continue;
    const last = edits.findLastIndex(({ uri }) => uri.toString() === file.uri.toString());
    problems[last] ??= t('{0} could not be saved.', vscode.workspace.asRelativePath(file.uri));
  }
  return problems;
}

/** VS Code cancels a save if its auto save interferes, so it is tried again after a while. */
async function save(document: vscode.TextDocument): Promise<boolean> {
  for (let tries = 0; tries < mostSaves; tries += 1) {
    if ((await document.save()) || !document.isDirty) return true;
    await setTimeout(betweenSavesMs);
  }
  return !document.isDirty;
}

async function open(uri: vscode.Uri): Promise<EditedFile | string> {
  const { t } = vscode.l10n;
  const none = { uri, document: undefined, before: undefined, after: undefined };
  const isInFile = !['untitled', 'vscode-notebook-cell'].includes(uri.scheme);
  if (isInFile && (await fileTypeOf(uri)) === undefined) return { ...none, wasDirty: false, isSaved: false };
  const document = await vscode.workspace.openTextDocument(uri);
  if (await isReadOnly(document))
    return t('{0} is read-only and can’t be changed.', vscode.workspace.asRelativePath(uri));
  const text = readText(document);
  return { uri, document, before: text, after: text, wasDirty: document.isDirty, isSaved: false };
}

/** Makes one edit in the new text of a file; returns a message if it can't. */
function change(file: EditedFile, { from, to, isSaved, conflict }: FileEdit): string | undefined {
  const { t } = vscode.l10n;
  const name = vscode.workspace.asRelativePath(file.uri);
  const { document, after } = file;
  // Include what was typed since the file was opened.
  const current = document && after === file.before ? readText(document) : after;
  if (from === undefined && current !== undefined) return t('{0} already exists. Nothing was changed.', name);
  if (from !== undefined && current === undefined)
    return t('{0} no longer exists. Nothing was changed.', name);
  const isWhole = from === undefined || to === undefined || current === undefined;
  const merged = isWhole ? to : mergeTexts(from, current, to);
  if ((isWhole && current !== from) || (!isWhole && merged === undefined)) return conflict;
  file.after = merged;
  file.isSaved = isSaved;
  return undefined;
}

function toWorkspaceEdit(files: readonly EditedFile[]): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, document, after } of files) {
    if (after === undefined) edit.deleteFile(uri);
    else if (!document) edit.createFile(uri, { contents: new TextEncoder().encode(after) });
    else {
      const current = readText(document);
      for (const { start, end, text } of findTextChanges(current, after))
        edit.replace(uri, rangeAt(current, start, end), text);
    }
  }
  return edit;
}

import { relative } from 'node:path';
import * as vscode from 'vscode';
import { indentStyleOf } from '../../../platform/diffPreview/indentation.ts';
import { readText } from '../../../platform/diffPreview/proposedTexts.ts';
import { isReadOnly } from '../../../platform/diffPreview/readOnly.ts';
import { confirm, notify } from '../../../platform/notifications.ts';
import { findRealPath } from '../../storage/diskFiles.ts';
import { type CodeDescription, withoutDiffPrefix } from '../describeCode.ts';
import type { LastEditor } from '../lastEditor.ts';
import { chooseFile } from './chooseFile.ts';
import { findWay, isPatch, makeResult, type Placement, parsePatch, readNewText } from './placeCode.ts';
import type { Proposals } from './proposals.ts';

interface ApplyPorts {
  readonly lastEditor: LastEditor;
  readonly proposals: Proposals;
  /** Asks whether the file may be changed that a link in the workspace leads to. */
  readonly mayFollow?: (name: string, target: string) => Promise<boolean>;
}

/** Lets the person choose a file, and shows what it would be with the code. False where none was chosen. */
export async function applyCode(
  code: string,
  described: CodeDescription,
  { lastEditor, proposals, mayFollow = askAboutLink }: ApplyPorts,
): Promise<boolean> {
  const { t } = vscode.l10n;
  if (!isPatch(code)) {
    const target = await chooseTarget(t('Apply Code'), described.paths, code);
    if (!target) return false;
    if (target === 'created') return true;
    const way = await decideWay(target, code);
    if (!way) return false;
    await propose(target, code, way);
    return true;
  }
  const files = parsePatch(code);
  for (const [index, { paths, hunks }] of files.entries()) {
    const title =
      files.length === 1 ? t('Apply Code') : t('Apply Code ({0} of {1})', index + 1, files.length);
    const named = paths.filter((path) => path.trim() !== '/dev/null').map(withoutDiffPrefix);
    const suggested = [...named, ...(files.length === 1 ? described.paths : [])];
    const target = await chooseTarget(title, suggested, readNewText(hunks));
    if (!target) return index > 0;
    if (target === 'created') continue;
    const shown = propose(target, code, { kind: 'patch', hunks });
    // Several diffs are opened one after the other, and each is decided for itself.
    if (index === files.length - 1) await shown;
  }
  return files.length > 0;

  /** `newText` is what a new file would be made of, which is done at once: nothing is on the disk before it is saved. */
  async function chooseTarget(
    title: string,
    suggested: readonly string[],
    newText: string | undefined,
  ): Promise<vscode.TextDocument | 'created' | undefined> {
    const near = lastEditor.document?.uri;
    const choice = await chooseFile({ title, suggested, canBeNew: newText !== undefined, near });
    const target = choice && !choice.isNew ? await findLinked(choice.uri) : undefined;
    if (choice && target !== undefined) {
      if (!(await mayFollow(vscode.workspace.asRelativePath(choice.uri), target))) return undefined;
    }
    const document = choice && (await openDocument(choice.uri));
    // One that waits to be saved since the last time is changed like any other.
    const isNew = choice?.isNew && document?.getText() === '';
    if (!document || !isNew || newText === undefined) return document;
    return (await createFile(document, newText)) ? 'created' : undefined;
  }

  async function propose(document: vscode.TextDocument, text: string, way: Placement): Promise<void> {
    const style = indentStyleOf(editorOf(document));
    await proposals.show({ document, make: (current) => makeResult(current, text, way, style) });
  }

  async function decideWay(document: vscode.TextDocument, text: string): Promise<Placement | undefined> {
    return findWay(readText(document), text, indentStyleOf(editorOf(document))) ?? askForWay(document);
  }

  async function askForWay(document: vscode.TextDocument): Promise<Placement | undefined> {
    const selection = lastEditor.selectionsIn(document).find(({ isEmpty }) => !isEmpty);
    const items: (vscode.QuickPickItem & { readonly way: Placement })[] = [
      ...(selection
        ? [
            {
              label: t('Replace selection'),
              description: nameLines(selection),
              way: selectionWay(document, selection),
            },
          ]
        : []),
      { label: t('Replace whole file'), way: { kind: 'whole' } },
      { label: t('Append to end of file'), way: { kind: 'end' } },
    ];
    const name = vscode.workspace.asRelativePath(document.uri);
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Apply Code'),
      placeHolder: t('Select where to apply the code in {0}', name),
      ignoreFocusOut: true,
    });
    return chosen?.way;
  }
}

/** Where a file of the workspace really is, when a link in the workspace leads there. */
async function findLinked(uri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (uri.scheme !== 'file' || folder === undefined) return undefined;
  const [real = uri.fsPath, root = folder] = await Promise.all([uri.fsPath, folder].map(findRealPath));
  return relative(root, real) === relative(folder, uri.fsPath) ? undefined : real;
}

function askAboutLink(name: string, target: string): Promise<boolean> {
  const { t } = vscode.l10n;
  return confirm('warning', t('Change the target of the symbolic link {0}?', name), target, t('Continue'));
}

async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { t } = vscode.l10n;
  const name = vscode.workspace.asRelativePath(uri);
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    if (!(await isReadOnly(document))) return document;
    void notify('info', t('{0} is read-only and can’t be changed.', name));
  } catch {
    void notify('warning', t('{0} can’t be opened as text.', name));
  }
  return undefined;
}

/** Writes into a document that has no file yet; undone in one step. */
async function createFile(document: vscode.TextDocument, text: string): Promise<boolean> {
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const content = text.endsWith('\n') ? text : `${text}\n`;
  const isDone = await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), content));
  const start = new vscode.Position(0, 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection);
  return isDone;
}

/** A selection that ends at the beginning of a line has nothing of it. */
function nameLines({ start, end }: vscode.Selection): string {
  const { t } = vscode.l10n;
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const first = start.line + 1;
  return first === last ? t('line {0}', first) : t('lines {0} to {1}', first, last);
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find((editor) => editor.document === document);
}

function selectionWay(document: vscode.TextDocument, selection: vscode.Selection): Placement {
  const textIn = (range: vscode.Range) => document.getText(range).replaceAll('\r\n', '\n');
  const before = textIn(new vscode.Range(new vscode.Position(0, 0), selection.start));
  return { kind: 'selection', selected: textIn(selection), offset: before.length };
}

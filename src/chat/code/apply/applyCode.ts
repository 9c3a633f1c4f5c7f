import { relative } from 'node:path';
import * as vscode from 'vscode';
import type { AskedChatModel } from '../../../platform/askModel.ts';
import { readText } from '../../../platform/diffPreview/proposedTexts.ts';
import { isReadOnly } from '../../../platform/diffPreview/readOnly.ts';
import { findRealPath } from '../../../platform/disk/diskFiles.ts';
import type { LastEditor } from '../../../platform/lastEditor.ts';
import { lastLineOf } from '../../../platform/lineNumbers.ts';
import { confirm, notify, plainText } from '../../../platform/notifications.ts';
import { withDelayedProgress } from '../../../platform/withDelayedProgress.ts';
import { estimateTokens } from '../../../relay/tokens/estimateTokens.ts';
import { type CodeDescription, withoutDiffPrefix, withoutPathLine } from '../../../text/describeCode.ts';
import { mergeTexts } from '../../../text/textChanges.ts';
import type { FileChanges } from '../fileChanges.ts';
import { askMerge, longestMerged, writeMergeQuestion } from './askMerge.ts';
import { chooseFile } from './chooseFile.ts';
import { findTarget, mergeInto, styleOf } from './findTarget.ts';
import { applyPatch, type Hunk, isPatch, parsePatch, readNewText } from './patch.ts';
import { placeAsWhole, placeAt, placeAtEnd, withLineEnd } from './placeCode.ts';

export interface ApplyPorts {
  readonly lastEditor: LastEditor;
  readonly changes: Pick<FileChanges, 'propose'>;
  /** Asked only if it is unclear where the code goes, and the person agrees. */
  readonly mergeModel: AskedChatModel;
}

/** Finds the file and the place that code is for, and shows a diff of the result. False if nothing is proposed. */
export async function applyCode(
  code: string,
  described: CodeDescription,
  { lastEditor, changes, mergeModel }: ApplyPorts,
): Promise<boolean> {
  const { t } = vscode.l10n;
  if (isPatch(code)) return applyPatches();
  const found = await findTarget(code, described, lastEditor);
  if (found?.isNew) return proposeNew(found.uri, code);
  const target = found?.uri ?? (await choose(t('Apply Code'), described.paths));
  const document = target && (await openDocument(target));
  return document !== undefined && applyTo(document);

  async function applyPatches(): Promise<boolean> {
    const files = parsePatch(code);
    for (const [index, { paths, hunks }] of files.entries()) {
      const title =
        files.length === 1 ? t('Apply Code') : t('Apply Code ({0} of {1})', index + 1, files.length);
      const named = paths.filter((path) => path.trim() !== '/dev/null').map(withoutDiffPrefix);
      const suggested = [...named, ...(files.length === 1 ? described.paths : [])];
      const newText = readNewText(hunks);
      const found =
        suggested.length > 0
          ? await findTarget('', { language: '', paths: suggested }, lastEditor)
          : undefined;
      if (found?.isNew && newText !== undefined) {
        await proposeNew(found.uri, newText);
        continue;
      }
      const target = found?.isNew === false ? found.uri : await choose(title, suggested);
      const document = target && (await openDocument(target));
      if (!document) return index > 0;
      await proposePatch(document, hunks);
    }
    return files.length > 0;
  }

  function choose(title: string, suggested: readonly string[]): Promise<vscode.Uri | undefined> {
    return chooseFile(title, suggested, lastEditor.document?.uri);
  }

  async function proposeNew(uri: vscode.Uri, text: string): Promise<boolean> {
    await changes.propose({ uri, isNew: true, text: withLineEnd(withoutPathLine(text, '')) });
    return true;
  }

  async function applyTo(document: vscode.TextDocument): Promise<boolean> {
    const merge = mergeInto(document, code, lastEditor);
    const text = readText(document);
    if (merge?.text === text) {
      const name = vscode.workspace.asRelativePath(document.uri);
      void notify('info', t('{0} already contains this code.', name));
      return true;
    }
    if (merge) return propose(document, merge.text);
    const own = withoutPathLine(code, text);
    const way = await askForWay(document, text, own);
    const merged = way === 'model' ? await mergeByModel(document, text, own) : way?.();
    return merged !== undefined && propose(document, merged);
  }

  async function propose(document: vscode.TextDocument, text: string): Promise<boolean> {
    await changes.propose({ uri: document.uri, text });
    return true;
  }

  async function proposePatch(document: vscode.TextDocument, hunks: readonly Hunk[]): Promise<void> {
    const name = vscode.workspace.asRelativePath(document.uri);
    const before = readText(document);
    const { text, failed } = applyPatch(before, hunks);
    if (text !== before) await propose(document, text);
    if (text === before)
      void notify(
        'info',
        failed.length > 0
          ? t(
              'Nothing was changed because this diff does not match {0}. Open the file that the diff was made for.',
              name,
            )
          : t('{0} already contains this code.', name),
      );
    else if (failed.length > 0)
      void notify(
        'warning',
        t('These hunks do not match and are skipped: {0}', failed.slice(0, 5).join(', ')),
      );
  }

  /** Asks the model once, after the person has seen how much is sent. */
  async function mergeByModel(
    document: vscode.TextDocument,
    text: string,
    own: string,
  ): Promise<string | undefined> {
    const name = vscode.workspace.asRelativePath(document.uri);
    const { ask, describeFailure } = mergeModel;
    try {
      const merged = await withDelayedProgress(t('Merging the code into {0}…', name), (signal) =>
        askMerge({ path: name, text, code: own }, ask, signal),
      );
      if (merged === undefined) return undefined;
      if (merged === 'nothing')
        return void notify('info', t('The model found nothing to change in {0}.', name));
      const result = merged === 'unusable' ? undefined : mergeTexts(text, readText(document), merged.text);
      if (result !== undefined) return result;
      return void notify(
        'warning',
        merged === 'unusable'
          ? t(
              'The response can’t be merged into {0}. Nothing was changed. Insert the code at the cursor instead.',
              name,
            )
          : t(
              'The same lines of {0} changed in the meantime, so the code was not applied. Apply it again.',
              name,
            ),
      );
    } catch (error) {
      const failure = describeFailure(error);
      if (failure) void notify('warning', failure.words);
      return undefined;
    }
  }

  /** How the person wants to merge: with the model, or with a function that returns the new text of the file. */
  async function askForWay(
    document: vscode.TextDocument,
    text: string,
    own: string,
  ): Promise<'model' | (() => string) | undefined> {
    const name = vscode.workspace.asRelativePath(document.uri);
    const selection = lastEditor.selectionsIn(document)[0];
    const tokens = text.length > longestMerged ? undefined : countTokens({ path: name, text, code });
    const items = [
      tokens !== undefined && {
        label: t('Let the model merge the code'),
        description: t('sends the file: about {0} tokens', tokens.toLocaleString(vscode.env.language)),
        way: 'model' as const,
      },
      selection && {
        label: selection.isEmpty ? t('Insert at cursor') : t('Replace selection'),
        description: describeLines(selection),
        way: () => replaceSelection(document, selection, own),
      },
      { label: t('Append to end of file'), way: () => placeAtEnd(text, own) },
      { label: t('Replace whole file'), way: () => placeAsWhole(text, own) },
    ].flatMap((each) => each || []);
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Apply Code'),
      placeHolder: plainText(t('The location in {0} is unclear. Select where the code goes.', name)),
      ignoreFocusOut: true,
    });
    return chosen?.way;
  }
}

function countTokens(question: Parameters<typeof writeMergeQuestion>[0]): number {
  const { system, content } = writeMergeQuestion(question);
  return estimateTokens(system) + estimateTokens(content);
}

/** The real path of a workspace file if a symbolic link leads to it; otherwise undefined. */
async function findLinked(uri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (uri.scheme !== 'file' || folder === undefined) return undefined;
  const [real = uri.fsPath, root = folder] = await Promise.all([uri.fsPath, folder].map(findRealPath));
  return relative(root, real) === relative(folder, uri.fsPath) ? undefined : real;
}

/** Undefined if the file can't be changed, which the person is told, or should not be. */
async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const { t } = vscode.l10n;
  const name = vscode.workspace.asRelativePath(uri);
  const target = await findLinked(uri);
  if (target !== undefined) {
    const question = t('{0} is a symbolic link. Change the file that it points to?', name);
    if (!(await confirm('warning', question, target, t('Continue')))) return undefined;
  }
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    if (!(await isReadOnly(document))) return document;
    void notify('info', t('{0} is read-only and can’t be changed.', name));
  } catch {
    void notify('warning', t('{0} can’t be opened as text.', name));
  }
  return undefined;
}

function describeLines(selection: vscode.Selection): string {
  const { t } = vscode.l10n;
  const [first, last] = [selection.start.line + 1, lastLineOf(selection) + 1];
  return first === last ? t('line {0}', first) : t('lines {0} to {1}', first, last);
}

function replaceSelection(document: vscode.TextDocument, selection: vscode.Selection, code: string): string {
  const textIn = (range?: vscode.Range) => document.getText(range).replaceAll('\r\n', '\n');
  const before = textIn(new vscode.Range(new vscode.Position(0, 0), selection.start));
  return placeAt(textIn(), code, before.length, textIn(selection), styleOf(document));
}

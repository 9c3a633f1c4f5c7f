import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { readText } from '../../../platform/diffPreview/proposedTexts.ts';
import { isReadOnly } from '../../../platform/diffPreview/readOnly.ts';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { raceAbort } from '../../../relay/raceAbort.ts';
import { type Replacement, replaceExactly } from '../../../text/replacements.ts';
import { maskText, maskWord } from '../../../text/secrets/secrets.ts';
import type { Review } from '../../code/fileChange.ts';
import type { FileChanges } from '../../code/fileChanges.ts';
import { findOpenDocument, readFileContent } from '../../context/sources/fileContent.ts';
import { nameOf } from '../../context/sources/workspaceFiles.ts';
import { findHiddenCharacters } from './hiddenCharacters.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, ToolRefusal } from './ownTool.ts';
import { createToolFiles } from './toolFiles.ts';
import { isProtectedPath } from './toolPaths.ts';

const mostEdits = 100;
const longestPart = 200_000;
const longestFile = 1_000_000;

/** Receives the changes of the tool. */
export type ProposedChanges = Pick<FileChanges, 'propose' | 'write' | 'act' | 'isAllowed' | 'isFull'>;

const part = z.pipe(
  z.string().check(z.maxLength(longestPart)),
  z.transform((text: string) => text.replaceAll('\r\n', '\n')),
);

/** The tool that changes a file, as a proposal that the person keeps or undoes. */
export function createEditFile(changes: ProposedChanges) {
  const { t } = vscode.l10n;

  return defineTool({
    input: z.object({
      path: z.string(),
      edits: z.optional(z.array(z.object({ oldText: part, newText: part })).check(z.maxLength(mostEdits))),
      content: z.optional(part),
    }),
    isReading: false,
    describe: ({ path, content }) => (content === undefined ? t('Edit {0}', path) : t('Create {0}', path)),
    async run({ path, edits = [], content }, { conversationId, responseId, signal, canceled, onWaiting }) {
      if ((content === undefined) === (edits.length === 0)) throw new ToolRefusal(modelTexts.editOrCreate);
      const uri = await createToolFiles().findWritten(path);
      const name = nameOf(uri);
      const from = content === undefined ? await readEdited(uri, path) : await readNone(uri, path);
      const text = content ?? replaceIn(from, name, edits);
      checkText(from, text);
      if (changes.isFull) throw new ToolRefusal(modelTexts.tooManyChanges);
      signal.throwIfAborted();
      const change = { uri, isNew: content !== undefined, isSaved: true, text, responseId };
      const isProtected = isProtectedPath(path) || isProtectedPath(name);
      if (!isProtected && conversationId !== undefined && changes.isAllowed(conversationId)) {
        const problem = await changes.write({ ...change, from });
        if (problem !== undefined) throw new ToolRefusal(modelTexts.notWritten(problem));
        return { text: tellSaved(uri, modelTexts.edited(path)), summary: t('Changed') };
      }
      const { id, decided } = await changes.propose({
        ...change,
        conversationId: isProtected ? undefined : conversationId,
        preserveFocus: true,
      });
      onWaiting?.();
      // The diff takes a moment to open: the response may have been stopped in the meantime.
      const review = await raceAbort(decided, signal).catch(() => undefined);
      if (review) return describeReview(uri, path, review);
      if (!canceled?.aborted) return waiting(path);
      // Canceling this one call rejects the change.
      await changes.act('undo', [id]);
      return describeReview(uri, path, await decided);
    },
  });

  /** Stopping the response does not decide about the change: it waits in the chat. */
  function waiting(path: string) {
    return { status: 'cancelled' as const, text: modelTexts.editWaits(path), summary: t('Proposed') };
  }

  function describeReview(uri: vscode.Uri, path: string, { kept, undone, problem }: Review) {
    if (problem !== undefined) throw new ToolRefusal(modelTexts.notWritten(problem));
    if (kept > 0 && undone > 0)
      return {
        text: tellSaved(uri, modelTexts.editPartlyKept(path, kept, kept + undone)),
        summary: t('{0} of {1} changes kept', kept, kept + undone),
      };
    if (kept > 0) return { text: tellSaved(uri, modelTexts.editKept(path)), summary: t('Changed') };
    if (undone > 0)
      return { status: 'refused' as const, text: modelTexts.editUndone(path), summary: t('Undone') };
    return { text: modelTexts.editReplaced(path), summary: t('No changes') };
  }
}

/** The text of a file to change, as it is in the editor. */
async function readEdited(uri: vscode.Uri, path: string): Promise<string> {
  if ((await fileTypeOf(uri)) === undefined) throw new ToolRefusal(modelTexts.isNotThere(path));
  if (isNotebook(uri)) throw new ToolRefusal(modelTexts.notebook(path));
  const content = await readFileContent(uri);
  if (content.type === 'folder') throw new ToolRefusal(modelTexts.isFolder(path));
  if (content.type === 'refused') throw new ToolRefusal(modelTexts.unreadable(path, content.englishReason));
  if (content.type === 'picture') throw new ToolRefusal(modelTexts.noText(path));
  const document = await vscode.workspace.openTextDocument(uri);
  if (await isReadOnly(document)) throw new ToolRefusal(modelTexts.readOnly(path));
  return readText(document);
}

async function readNone(uri: vscode.Uri, path: string): Promise<string> {
  if ((await fileTypeOf(uri)) !== undefined) throw new ToolRefusal(modelTexts.isThere(path));
  if (isNotebook(uri)) throw new ToolRefusal(modelTexts.notebook(path));
  return '';
}

function isNotebook(uri: vscode.Uri): boolean {
  const isOpen = vscode.workspace.notebookDocuments.some((each) => each.uri.toString() === uri.toString());
  return isOpen || /\.ipynb$/i.test(uri.path);
}

function replaceIn(text: string, name: string, edits: readonly Replacement[]): string {
  const isMasked = (part: string) => part.includes(maskWord) && !text.includes(maskWord);
  if (edits.some(({ oldText, newText }) => isMasked(oldText) || isMasked(newText)))
    throw new ToolRefusal(modelTexts.maskedEdit(maskWord));
  // Try the masked text first: whether a text is found must not reveal a secret.
  const [masked, replaced] = [maskText(text, name), text].map((each) => replaceExactly(each, edits));
  for (const each of [masked, replaced])
    if (each && 'failed' in each) throw new ToolRefusal(modelTexts.noMatch(each.failed + 1, each.found));
  return replaced && 'text' in replaced ? replaced.text : text;
}

function checkText(from: string, text: string): void {
  const hidden = findHiddenCharacters(text, from);
  if (hidden) throw new ToolRefusal(modelTexts.hiddenCharacters(hidden));
  if (text === from && text !== '') throw new ToolRefusal(modelTexts.unchanged);
  if (text.length > longestFile) throw new ToolRefusal(modelTexts.tooLong(longestFile));
}

function tellSaved(uri: vscode.Uri, words: string): string {
  return findOpenDocument(uri)?.isDirty ? `${words.replace(' and saved', '')} ${modelTexts.unsaved}` : words;
}

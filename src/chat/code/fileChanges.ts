import * as vscode from 'vscode';
import { proposalScheme } from '../../manifest.ts';
import { editFiles, type FileEdit } from '../../platform/diffPreview/editFiles.ts';
import { createProposedTexts, readText } from '../../platform/diffPreview/proposedTexts.ts';
import { fileTypeOf } from '../../platform/fileType.ts';
import { notify } from '../../platform/notifications.ts';
import { joinSentences } from '../../text/joinText.ts';
import { findHunks, type LineHunk, mergeTexts, takeHunks } from '../../text/textChanges.ts';
import { type ChangeProposal, type FileChange, hunkAt, type Review, viewChanges } from './fileChange.ts';

/** Nobody reviews more changes. */
const mostChanges = 200;
/** Maximum number of problems in one message. */
const mostProblems = 3;

export type FileChanges = ReturnType<typeof createFileChanges>;

/**
 * Changes of files that models made: proposed ones, which are written once the person keeps them, and written ones,
 * which the person allowed beforehand and can still undo.
 */
export function createFileChanges() {
  const { t } = vscode.l10n;
  const all = new Map<string, FileChange>();
  /** Chats that may change files unasked; what they change can be undone. */
  const allowed = new Set<string>();
  const changed = new vscode.EventEmitter<void>();
  let count = 0;
  /** Changes that are being written now, so that their documents' edits are our own. */
  const writing = new Set<FileChange>();
  const texts = createProposedTexts(proposalScheme, (key) => {
    const change = findBySide(key);
    if (change) change.side = undefined;
  });

  const subscriptions = vscode.Disposable.from(
    texts,
    changed,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      for (const change of all.values())
        if (!change.isWritten && !writing.has(change) && change.uri.toString() === document.uri.toString())
          rebase(change, readText(document));
    }),
  );

  const findBySide = (key: string | undefined) =>
    [...all.values()].find(({ side }) => key !== undefined && side?.toString() === key);
  /** The proposal whose diff is in front, if any. */
  const shown = () =>
    [findBySide(texts.findShown())].flatMap((each) => (each?.isWritten === false ? each : []));
  const nameOf = ({ uri }: Pick<FileChange, 'uri'>) => vscode.workspace.asRelativePath(uri);
  const hunksOf = ({ before, after }: FileChange) => findHunks(before, after);

  async function currentText({ uri, isNew, isWritten }: FileChange): Promise<string> {
    return isNew && !isWritten ? '' : readText(await vscode.workspace.openTextDocument(uri));
  }

  function newChange(
    given: Pick<FileChange, 'uri' | 'isNew' | 'responseId' | 'before' | 'after'>,
  ): FileChange {
    count += 1;
    const undecided = { isSaved: false, isWritten: false, kept: 0, undone: 0 };
    return { ...given, ...undecided, id: String(count), settle() {} };
  }

  /** Adds a change; resolves when all of it is decided. */
  async function propose({
    uri,
    isNew = false,
    isSaved = false,
    text,
    conversationId,
    responseId,
    preserveFocus = false,
  }: ChangeProposal) {
    const decided = Promise.withResolvers<Review>();
    const before = isNew ? '' : readText(await vscode.workspace.openTextDocument(uri));
    const older = [...all.values()].find((each) => !each.isWritten && each.uri.toString() === uri.toString());
    if (older) await finish(older);
    const change: FileChange = {
      ...newChange({ uri, isNew, responseId, before, after: text }),
      isSaved,
      conversationId,
      settle: decided.resolve,
    };
    all.set(change.id, change);
    change.opening = open(change, preserveFocus);
    changed.fire();
    // The person may decide in the list before the diff is open.
    await Promise.race([change.opening, decided.promise]);
    return { id: change.id, decided: decided.promise };
  }

  /** Opens the diff. A proposal has the file on the left; a written change on the right, to revert parts of it. */
  async function open(change: FileChange, preserveFocus = false): Promise<void> {
    const { uri, isWritten, isNew } = change;
    const name = uri.path.split('/').at(-1) ?? '';
    const side =
      change.side && texts.has(change.side)
        ? change.side
        : texts.add(uri.path, isWritten ? change.before : change.after);
    change.side = side;
    const own = isNew && !isWritten ? texts.add(uri.path, '') : uri;
    const title = isWritten ? t('{0} (changed)', name) : t('{0} (proposed)', name);
    const sides = isWritten ? [side, uri] : [own, side];
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: false, preserveFocus });
  }

  /** Adapts a proposal to the file's current text; false if the same lines have changed. */
  function rebase(change: FileChange, current: string): boolean {
    const merged = mergeTexts(change.before, current, change.after);
    if (merged === undefined) return false;
    change.before = current;
    change.after = merged;
    if (change.side) texts.update(change.side, merged);
    if (merged === current) void finish(change);
    changed.fire();
    return true;
  }

  /** Closes a change that is decided. */
  async function finish(change: FileChange, problem?: string): Promise<void> {
    if (!all.delete(change.id)) return;
    change.settle({ kept: change.kept, undone: change.undone, ...(problem !== undefined && { problem }) });
    changed.fire();
    await change.opening?.catch(() => {});
    if (change.side) await texts.remove(change.side);
  }

  /** Edits the files of changes in one step; returns a problem for each that could not be written. */
  async function write(edits: ReadonlyMap<FileChange, Omit<FileEdit, 'uri' | 'isSaved'>>) {
    for (const change of edits.keys()) writing.add(change);
    try {
      const problems = await editFiles(
        [...edits].map(([{ uri, isSaved }, edit]) => ({ uri, isSaved, ...edit })),
      );
      return [...edits.keys()].map((change, index) => [change, problems[index]] as const);
    } finally {
      for (const change of edits.keys()) writing.delete(change);
    }
  }

  /** Lists a written change, so that it can be undone. All changes of a file by one response are one change. */
  async function addWritten(
    { uri, isNew, responseId, after }: Pick<FileChange, 'uri' | 'isNew' | 'responseId' | 'after'>,
    from: string,
  ): Promise<void> {
    const older = [...all.values()].find(
      (each) => each.isWritten && each.responseId === responseId && each.uri.toString() === uri.toString(),
    );
    const before = older && withSince(older, from);
    const goesOn = older && before !== undefined;
    const document = await vscode.workspace.openTextDocument(uri);
    // What happens on save, such as formatting, belongs to the change.
    const text = document.isDirty ? after : readText(document);
    const change: FileChange = {
      ...newChange({ uri, isNew, responseId, before: before ?? from, after: text }),
      ...(goesOn && { id: older.id, isNew: older.isNew }),
      isSaved: true,
      isWritten: true,
    };
    if (older?.side) await texts.remove(older.side);
    if (older && !goesOn) await finish(older);
    all.set(change.id, change);
    changed.fire();
  }

  /**
   * Writes one hunk of a proposal, or all remaining hunks of several proposals; with `isUndoable`, they can be undone
   * afterwards. Returns the problems as messages.
   */
  async function keep(
    changes: readonly FileChange[],
    chosen?: LineHunk,
    { isUndoable = false } = {},
  ): Promise<string[]> {
    const found: string[] = [];
    const taken = new Map<FileChange, readonly LineHunk[]>();
    for (const change of changes) {
      if (change.isWritten) {
        await finish(change);
        continue;
      }
      const current = await currentText(change).catch(() => change.before);
      if (current !== change.before && !rebase(change, current))
        found.push(
          t(
            'The same lines of {0} have changed. Undo this proposal, then apply the code again.',
            nameOf(change),
          ),
        );
      else if (all.has(change.id)) taken.set(change, chosen ? [chosen] : hunksOf(change));
    }
    const edits = [...taken].map(([change, hunks]) => {
      const { before, after, isNew } = change;
      const to = takeHunks(before, after, hunks);
      const conflict = t('{0} could not be changed.', nameOf(change));
      return [change, { from: isNew ? undefined : before, to, conflict }] as const;
    });
    for (const [change, problem] of await write(new Map(edits))) {
      if (problem !== undefined) {
        found.push(problem);
        continue;
      }
      const hunks = taken.get(change) ?? [];
      const all = hunksOf(change);
      const { before } = change;
      change.kept += hunks.length;
      change.before = takeHunks(change.before, change.after, hunks);
      if (hunks.length < all.length && !change.isNew) {
        changed.fire();
        continue;
      }
      // List the change before the tool continues, which may change the same file again.
      if (isUndoable) await addWritten(change, before).catch(() => {});
      await finish(change);
      if (!change.isSaved) await revealLine(change.uri, hunks[0]?.newStart ?? 0);
    }
    return found;
  }

  /** Keeps proposals, and allows their chats to change files without a question from now on. */
  function keepInChat(changes: readonly FileChange[]): Promise<string[]> {
    const proposed = changes.filter(({ isWritten }) => !isWritten);
    for (const { conversationId } of proposed) if (conversationId !== undefined) allowed.add(conversationId);
    return keep(proposed, undefined, { isUndoable: true });
  }

  /** Rejects proposals and reverts written changes. Later edits at other places in the file stay. */
  async function undo(changes: readonly FileChange[], chosen?: LineHunk): Promise<string[]> {
    for (const change of changes.filter((each) => !each.isWritten && !writing.has(each))) {
      const hunks = hunksOf(change);
      const left = chosen ? hunks.filter((hunk) => hunk.newStart !== chosen.newStart) : [];
      change.undone += hunks.length - left.length;
      if (left.length === 0) {
        await finish(change);
        continue;
      }
      change.after = takeHunks(change.before, change.after, left);
      if (change.side) texts.update(change.side, change.after);
      changed.fire();
    }
    const edits = new Map<FileChange, Omit<FileEdit, 'uri' | 'isSaved'>>();
    // Undo the latest change first, so that an earlier one of the same file finds the text that it wrote.
    for (const change of changes.filter(({ isWritten }) => isWritten).toReversed()) {
      const { uri, isNew, before, after } = change;
      const conflict = isNew
        ? t('{0} has changed since it was created. Delete it yourself if you don’t need it.', nameOf(change))
        : t(
            'The same lines of {0} have changed since then. Open its diff and undo the change yourself.',
            nameOf(change),
          );
      if (isNew && (await fileTypeOf(uri)) === undefined) await finish(change);
      else edits.set(change, { from: after, to: isNew ? undefined : before, conflict });
    }
    const found: string[] = [];
    for (const [change, problem] of await write(edits))
      if (problem === undefined) await finish(change);
      else found.push(problem);
    return found;
  }

  /** Shows all problems in one notification. */
  async function report(deciding: Promise<readonly string[]>): Promise<void> {
    const problems = await deciding;
    if (problems.length > 0) void notify('warning', joinSentences(...problems.slice(0, mostProblems)));
  }

  /** The hunk of the diff in front that the cursor is in, or else the next one. */
  function hunkAtCursor(change: FileChange): LineHunk | undefined {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    const side = document?.uri.toString() === change.side?.toString() ? 'new' : 'old';
    return hunkAt(hunksOf(change), selection?.active.line ?? 0, side);
  }

  /** Keeps or undoes the hunk at the cursor in the diff in front. */
  async function decideHunk(act: typeof keep): Promise<void> {
    const [change] = shown();
    const hunk = change && hunkAtCursor(change);
    if (!hunk) return;
    await report(act([change], hunk));
    if (all.has(change.id)) await vscode.commands.executeCommand('workbench.action.compareEditor.nextChange');
  }

  return {
    propose,
    /** Writes at once, because the person allowed it; `from` is the text before. Returns a message if it can't. */
    async write({ uri, isNew = false, text, responseId, from }: ChangeProposal & { readonly from: string }) {
      const conflict = t('The same lines of {0} changed in the meantime.', nameOf({ uri }));
      const edit = { uri, isSaved: true, from: isNew ? undefined : from, to: text, conflict };
      const [problem] = await editFiles([edit]);
      if (problem === undefined) await addWritten({ uri, isNew, responseId, after: text }, from);
      return problem;
    },
    view: () => viewChanges([...all.values()]),
    /** Whether there are too many changes, proposed and written, for another one. */
    get isFull(): boolean {
      return all.size >= mostChanges;
    },
    /** Whether the person allowed a chat to change files without a question each time. */
    isAllowed: (conversationId: string): boolean => allowed.has(conversationId),
    onDidChange: changed.event,
    /** Returns whether a file is in front afterwards. */
    async act(action: 'keep' | 'undo' | 'open' | 'keepInChat', ids: readonly string[]): Promise<boolean> {
      const changes = [...all.values()].filter(({ id }) => ids.includes(id));
      if (action === 'open') await Promise.all(changes.map((change) => open(change)));
      else await report({ keep, undo, keepInChat }[action](changes));
      return action === 'open' || (action === 'keep' && changes.some(({ isSaved }) => !isSaved));
    },
    /** For the diff in front, whose title has these buttons. */
    keepShown: () => report(keep(shown())),
    undoShown: () => report(undo(shown())),
    keepHunk: () => decideHunk(keep),
    undoHunk: () => decideHunk(undo),
    dispose: () => subscriptions.dispose(),
  };
}

/** The text before a written change, with later edits by the person; undefined if the two overlap. */
function withSince({ isNew, before, after }: FileChange, current: string): string | undefined {
  if (current === after) return before;
  return isNew ? undefined : mergeTexts(after, current, before);
}

/** Shows a file, with the cursor on a line. */
async function revealLine(uri: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  const start = new vscode.Position(Math.min(line, document.lineCount - 1), 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

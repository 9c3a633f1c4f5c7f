import * as vscode from 'vscode';
import { proposalScheme } from '../../manifest.ts';
import { createProposedTexts, readText } from '../../platform/diffPreview/proposedTexts.ts';
import { fileTypeOf } from '../../platform/fileType.ts';
import { notify } from '../../platform/notifications.ts';
import { findHunks, type LineHunk, mergeTexts, takeHunks } from '../../text/textChanges.ts';
import { type ChangeProposal, type FileChange, type Review, viewChanges } from './fileChange.ts';
import { createLenses, nearestHunk } from './hunks.ts';
import { deleteFile, revealLine, writeFile } from './writeFile.ts';

export type FileChanges = ReturnType<typeof createFileChanges>;

/**
 * Changes of files that models made: proposed ones, which are written once the person keeps them, and written ones, which
 * the person allowed beforehand and can still take back.
 */
export function createFileChanges() {
  const { t } = vscode.l10n;
  const all = new Map<string, FileChange>();
  /** Chats that may change files unasked; what they change can be undone. */
  const allowed = new Set<string>();
  const changed = new vscode.EventEmitter<void>();
  const lenses = new vscode.EventEmitter<void>();
  let count = 0;
  /** While we write, the file's change is ours. */
  let writing: string | undefined;
  const texts = createProposedTexts(proposalScheme, (key) => {
    const change = findBySide(key);
    if (change) change.side = undefined;
  });

  const subscriptions = vscode.Disposable.from(
    texts,
    changed,
    lenses,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0 || document.uri.toString() === writing) return;
      for (const change of all.values())
        if (!change.isWritten && change.uri.toString() === document.uri.toString())
          rebase(change, readText(document));
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: proposalScheme },
      { onDidChangeCodeLenses: lenses.event, provideCodeLenses: ({ uri }) => lensesOf(uri.toString()) },
    ),
  );

  function tell(): void {
    changed.fire();
    lenses.fire();
  }

  const findBySide = (key: string | undefined) =>
    [...all.values()].find(({ side }) => key !== undefined && side?.toString() === key);
  const findShown = () => {
    const change = findBySide(texts.findShown());
    return change?.isWritten === false ? change : undefined;
  };
  const nameOf = ({ uri }: FileChange) => vscode.workspace.asRelativePath(uri);
  const hunksOf = ({ before, after }: FileChange) => findHunks(before, after);

  async function currentText({ uri, isNew, isWritten }: FileChange): Promise<string> {
    return isNew && !isWritten ? '' : readText(await vscode.workspace.openTextDocument(uri));
  }

  /** Adds a change; resolves when all of it is decided. */
  async function propose({
    uri,
    isNew = false,
    isSaved = false,
    text,
    conversationId,
    preserveFocus = false,
  }: ChangeProposal) {
    const decided = Promise.withResolvers<Review>();
    const before = isNew ? '' : readText(await vscode.workspace.openTextDocument(uri));
    const older = [...all.values()].find((each) => !each.isWritten && each.uri.toString() === uri.toString());
    if (older) await finish(older);
    count += 1;
    const change: FileChange = {
      id: String(count),
      uri,
      isNew,
      isSaved,
      conversationId,
      before,
      after: text,
      isWritten: false,
      isStale: false,
      kept: 0,
      undone: 0,
      settle: decided.resolve,
    };
    all.set(change.id, change);
    await open(change, preserveFocus);
    tell();
    return { id: change.id, decided: decided.promise };
  }

  /** Opens the diff: of a proposal the file stands left, of a written change right, where parts can be taken back. */
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

  function rebase(change: FileChange, current: string): void {
    const merged = mergeTexts(change.before, current, change.after);
    change.isStale = merged === undefined;
    if (merged === undefined) return;
    change.before = current;
    change.after = merged;
    if (change.side) texts.update(change.side, merged);
    if (merged === current) void finish(change);
    tell();
  }

  /** Closes what is decided. */
  async function finish(change: FileChange, problem?: string): Promise<void> {
    if (!all.delete(change.id)) return;
    change.settle({ kept: change.kept, undone: change.undone, ...(problem !== undefined && { problem }) });
    tell();
    if (change.side) await texts.remove(change.side);
  }

  async function write(change: FileChange, text: string): Promise<string | undefined> {
    writing = change.uri.toString();
    try {
      return await writeFile({ ...change, isNew: change.isNew && !change.isWritten }, text);
    } finally {
      writing = undefined;
    }
  }

  /** Writes some parts of a proposal, or all that are left. */
  async function keep(change: FileChange, chosen?: LineHunk): Promise<string | undefined> {
    if (change.isWritten) return void (await finish(change));
    const current = await currentText(change);
    if (current !== change.before) rebase(change, current);
    if (change.isStale)
      return t(
        '{0} was changed at the same lines. Undo this proposal, and apply the code again.',
        nameOf(change),
      );
    const hunks = hunksOf(change);
    const taken = chosen ? [chosen] : hunks;
    const text = takeHunks(change.before, change.after, taken);
    const problem = await write(change, text);
    if (problem !== undefined) return problem;
    change.kept += taken.length;
    change.before = text;
    if (taken.length < hunks.length && !change.isNew) {
      tell();
      return undefined;
    }
    await finish(change);
    if (!change.isSaved) await revealLine(change.uri, taken[0]?.newStart ?? 0);
    return undefined;
  }

  async function undo(change: FileChange, chosen?: LineHunk): Promise<string | undefined> {
    if (change.isWritten) return takeBack(change);
    const hunks = hunksOf(change);
    const left = chosen ? hunks.filter((hunk) => hunk.newStart !== chosen.newStart) : [];
    change.undone += hunks.length - left.length;
    if (left.length === 0) return void (await finish(change));
    change.after = takeHunks(change.before, change.after, left);
    if (change.side) texts.update(change.side, change.after);
    tell();
    return undefined;
  }

  /** Undoes what was written; what somebody changed since stays, where it is elsewhere in the file. */
  async function takeBack(change: FileChange): Promise<string | undefined> {
    const { uri, isNew } = change;
    const name = nameOf(change);
    if ((await fileTypeOf(uri)) === undefined) {
      if (isNew) return void (await finish(change));
      return t('{0} no longer exists. Nothing was changed.', name);
    }
    const current = await currentText(change);
    if (isNew) {
      if (current !== change.after)
        return t('{0} was changed since it was created. Delete it yourself if you don’t need it.', name);
      if (!(await deleteFile(uri))) return t('{0} could not be changed.', name);
      return void (await finish(change));
    }
    const merged = mergeTexts(change.after, current, change.before);
    if (merged === undefined)
      return t('{0} was changed at the same lines since. Open its diff, and undo by hand.', name);
    const problem = await write(change, merged);
    if (problem === undefined) await finish(change);
    return problem;
  }

  /** Does something with some changes, and says what went wrong. */
  async function decide(
    changes: readonly FileChange[],
    act: (change: FileChange) => Promise<string | undefined>,
  ): Promise<void> {
    for (const change of changes) {
      const problem = await act(change).catch(() => t('{0} could not be changed.', nameOf(change)));
      if (problem !== undefined) void notify('warning', problem);
    }
  }

  /** The part of the diff in front that the cursor is in, or nearest to. */
  function hunkAtCursor(change: FileChange): LineHunk | undefined {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    const side = document?.uri.toString() === change.side?.toString() ? 'new' : 'old';
    return nearestHunk(hunksOf(change), selection?.active.line ?? 0, side);
  }

  /** With a line, as a lens names its part, or the number of a line that was clicked. */
  async function decideHunk(act: typeof keep, at: unknown): Promise<void> {
    const change = findShown();
    if (!change) return;
    const hunk =
      typeof at === 'number' ? hunksOf(change).find(({ newStart }) => newStart === at) : hunkAtCursor(change);
    if (!hunk) return;
    await decide([change], (each) => act(each, hunk));
    if (all.has(change.id)) await vscode.commands.executeCommand('workbench.action.compareEditor.nextChange');
  }

  function lensesOf(key: string): vscode.CodeLens[] {
    const change = findBySide(key);
    return !change || change.isWritten ? [] : createLenses(hunksOf(change));
  }

  return {
    propose,
    /** Adds what was written already, because the person allowed it. Returns why it can't be, in words. */
    async write({ uri, isNew = false, text }: ChangeProposal): Promise<string | undefined> {
      const older = [...all.values()].find(
        (each) => each.isWritten && each.uri.toString() === uri.toString(),
      );
      const before = isNew ? '' : readText(await vscode.workspace.openTextDocument(uri));
      count += 1;
      const change: FileChange = {
        id: older?.id ?? String(count),
        uri,
        isNew: older?.isNew ?? isNew,
        isSaved: true,
        conversationId: undefined,
        before: older?.before ?? before,
        after: text,
        isWritten: older !== undefined,
        isStale: false,
        kept: 0,
        undone: 0,
        settle: () => {},
      };
      const problem = await write(change, text);
      if (problem !== undefined) return problem;
      change.isWritten = true;
      all.set(change.id, change);
      tell();
      return undefined;
    },
    view: () => viewChanges([...all.values()]),
    /** Whether the person allowed a chat to change files without a question each time. */
    isAllowed: (conversationId: string): boolean => allowed.has(conversationId),
    onDidChange: changed.event,
    /** Without an id: all of them. */
    async act(action: 'keep' | 'undo' | 'open' | 'keepInChat', id?: string): Promise<void> {
      const changes = [...all.values()].filter((each) => id === undefined || each.id === id);
      if (action === 'undo') return decide(changes, (change) => undo(change));
      if (action === 'open') return void (await Promise.all(changes.map((change) => open(change))));
      if (action === 'keepInChat')
        for (const { conversationId, isWritten } of changes)
          if (conversationId !== undefined && !isWritten) allowed.add(conversationId);
      const kept = action === 'keep' ? changes : changes.filter(({ isWritten }) => !isWritten);
      return decide(kept, (change) => keep(change));
    },
    /** For the diff in front, as the buttons of its title mean it. */
    keepShown: () =>
      decide(
        [findShown()].flatMap((change) => change ?? []),
        (change) => keep(change),
      ),
    undoShown: () =>
      decide(
        [findShown()].flatMap((change) => change ?? []),
        (change) => undo(change),
      ),
    keepHunk: (at: unknown) => decideHunk(keep, at),
    undoHunk: (at: unknown) => decideHunk(undo, at),
    dispose: () => subscriptions.dispose(),
  };
}

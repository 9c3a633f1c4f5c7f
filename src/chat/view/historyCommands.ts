import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { notify, notifyOfLogged, offerToOpen, plainText } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Attachments } from '../context/attachments.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { Conversation } from '../model/conversation.ts';
import { titleOf, toFileName } from '../model/titles.ts';
import type { FoundChat, History, HistoryEntry } from '../storage/history.ts';
import { findInTurns } from '../storage/historySearch.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import { picturesOf, readTranscript, writeTranscript } from '../storage/transcript.ts';
import { confirmSwitch } from './chatCommands.ts';
import type { ChatView, WayBack } from './chatView.ts';
import { describeAge, type HistorySection, sectionOf } from './historyDates.ts';

interface HistoryCommandsPorts {
  readonly history: History;
  readonly pictures: PictureStore;
  readonly attachments: Pick<Attachments, 'view'>;
  readonly session: () => Promise<ChatSession>;
  readonly focusInput: () => Promise<void>;
  readonly view: Pick<ChatView, 'isInUse' | 'postSnapshot' | 'postToLast' | 'wayBack'>;
  readonly logger: Logger;
}

/** Maximum size of an imported file. */
const largestImportBytes = 64 * 1024 ** 2;

/** Registers the commands of the history, and of the open conversation as a whole. */
export function registerHistoryCommands(ports: HistoryCommandsPorts): vscode.Disposable {
  const { history } = ports;
  const { t } = vscode.l10n;

  /** `words`: the search text. If the current turns contain it, the chat opens at the match. */
  async function open(id: string, words = ''): Promise<void> {
    const session = await ports.session();
    // Focus the input first: by the time the file is read, the person may have moved on to something else.
    await ports.focusInput();
    if (session.conversation.id !== id) {
      if (!(await confirmSwitch(session))) return;
      if (!(await session.open(id))) return void notify('warning', t('This chat no longer exists.'));
    }
    if (findInTurns(session.conversation.turns, words).length === 0) return;
    // The pages need the chat before they can find anything in it.
    await ports.view.postSnapshot();
    await ports.view.postToLast({ type: 'openFind', text: words });
  }

  /** Returns the focus to the chat, if the person came from there. Call it before something opens. */
  function wayBack(): WayBack | undefined {
    const goBack = ports.view.wayBack();
    return ports.view.isInUse ? goBack : undefined;
  }

  async function showHistory(): Promise<void> {
    const onLeft = wayBack();
    pickConversation(ports, await ports.session(), open, onLeft);
  }

  async function rename(): Promise<void> {
    const { conversation } = await ports.session();
    if (conversation.messages.size === 0) return;
    const goBack = wayBack();
    const title = await askForTitle(titleOf(conversation));
    if (title !== undefined) await history.rename(conversation.id, title);
    await goBack?.();
  }

  /** The title as a file name. */
  function nameOf(conversation: Conversation): string {
    return toFileName(titleOf(conversation)) || t('Chat');
  }

  async function openTranscript(): Promise<void> {
    const { conversation } = await ports.session();
    await ports.attachments.view({
      kind: 'file',
      name: `${nameOf(conversation)}.md`,
      text: writeTranscript(conversation, t),
      language: 'markdown',
    });
  }

  async function exportChat(): Promise<void> {
    const { conversation } = await ports.session();
    const name = nameOf(conversation);
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${name}.md`) }),
      filters: { Markdown: ['md'] },
      title: t('Export Chat'),
    });
    if (!target) return;
    const transcript = writeTranscript(conversation, t, await readPictures(ports.pictures, conversation));
    await vscode.workspace.fs.writeFile(target, Buffer.from(transcript));
    await offerToOpen(target, 'info', t('Saved as {0}.', basename(target.path)));
  }

  async function importChat(): Promise<void> {
    const [source] =
      (await vscode.window.showOpenDialog({ filters: { Markdown: ['md'] }, title: t('Import Chat') })) ?? [];
    if (!source) return;
    const { size } = await vscode.workspace.fs.stat(source);
    const text =
      size > largestImportBytes ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
    const transcript = readTranscript(text);
    if (!transcript) {
      return void notify(
        'warning',
        t(
          '{0} contains no complete chat. Select a file saved with Export Chat. Its texts can be edited, but not its comments.',
          basename(source.path),
        ),
      );
    }
    for (const bytes of transcript.pictures) await ports.pictures.keep(Buffer.from(bytes, 'base64'));
    await open(await history.importConversation(transcript.records));
  }

  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    register(commands.showHistory, showHistory),
    register(commands.renameChat, rename),
    register(commands.openTranscript, openTranscript),
    register(commands.exportChat, exportChat),
    register(commands.importChat, importChat),
  );
}

/** All images that still exist, in base64, by the names of their files. */
async function readPictures(store: PictureStore, conversation: Conversation): Promise<Map<string, string>> {
  const read = picturesOf(conversation).map(async (picture) => {
    const bytes = await store.read(picture).catch(() => undefined);
    return bytes ? [[picture.file, Buffer.from(bytes).toString('base64')] as const] : [];
  });
  return new Map((await Promise.all(read)).flat());
}

interface HistoryItem extends vscode.QuickPickItem {
  /** Undefined in the separator above a section. */
  readonly entry?: HistoryEntry;
}

/** Delay of a search after the last keystroke. */
const searchPauseMs = 200;

/**
 * Shows the history picker: search titles and messages; open, rename, pin or delete conversations.
 *
 * @param open opens a conversation where these words are
 * @param onLeft called when the person closes the list with Escape without opening anything; undefined if they did not
 * come from the chat: then the list also closes when it loses the focus
 */
function pickConversation(
  { history, logger }: HistoryCommandsPorts,
  session: ChatSession,
  open: (id: string, words: string) => Promise<void>,
  onLeft: WayBack | undefined,
): void {
  /** The conversation that was open when the list was. */
  const openId = session.conversation.id;
  const { t } = vscode.l10n;
  const renameButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Rename') };
  const pinButton = { iconPath: new vscode.ThemeIcon('pin'), tooltip: t('Pin') };
  const unpinButton = { iconPath: new vscode.ThemeIcon('pinned'), tooltip: t('Unpin') };
  const deleteButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete') };
  const picker = vscode.window.createQuickPick<HistoryItem>();
  picker.title = t('Chats');
  picker.placeholder = t('Search in all chats');
  picker.ignoreFocusOut = onLeft !== undefined;
  /** Aborts the current read when a newer one replaces it. */
  let reading = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** The picker is hidden because something else opens. */
  let goesOn = false;
  const sections: Readonly<Record<HistorySection, string>> = {
    pinned: t('Pinned'),
    today: t('Today'),
    yesterday: t('Yesterday'),
    lastWeek: t('Last 7 days'),
    older: t('Older'),
  };

  /** Reports errors of the list's actions, which nothing else would report. */
  async function report(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      logger.error(`History: ${String(error)}`);
      void notifyOfLogged(t('Something went wrong. See the log for details.'));
    }
  }

  /** The chats, with a line above the first one of each section. */
  function toItems(found: readonly FoundChat[]): HistoryItem[] {
    const now = Date.now();
    let last: HistorySection | undefined;
    return found.flatMap(({ entry, snippet }) => {
      const section = sectionOf(entry, now);
      const isFirst = section !== last;
      last = section;
      const item = toItem(entry, now, snippet);
      const line = { kind: vscode.QuickPickItemKind.Separator, label: sections[section] };
      return isFirst ? [line, item] : [item];
    });
  }

  function toItem(entry: HistoryEntry, now: number, detail?: string): HistoryItem {
    return {
      entry,
      label: plainText(entry.title || t('Untitled')),
      description: [
        entry.id === openId ? t('open') : undefined,
        describeAge(entry.updatedAt, now, vscode.env.language),
        entry.turnCount === 1 ? t('1 message') : t('{0} messages', entry.turnCount),
      ]
        .filter((fact) => fact !== undefined)
        .join(' · '),
      ...(detail !== undefined && { detail: plainText(detail) }),
      // The match is not in the label, which the list would filter by.
      alwaysShow: detail !== undefined,
      buttons: [renameButton, entry.isPinned ? unpinButton : pinButton, deleteButton],
    };
  }

  async function read(): Promise<void> {
    reading.abort();
    const own = new AbortController();
    reading = own;
    picker.busy = true;
    try {
      const found = await history.search(picker.value, own);
      if (!own.signal.aborted) picker.items = toItems(found);
    } catch (error) {
      if (!own.signal.aborted) throw error;
    } finally {
      if (reading === own) picker.busy = false;
    }
  }

  async function change(entry: HistoryEntry, button: vscode.QuickInputButton): Promise<void> {
    if (button === renameButton) {
      goesOn = true;
      picker.hide();
      const title = await askForTitle(entry.title);
      if (title !== undefined) await history.rename(entry.id, title);
      return onLeft?.();
    }
    if (button !== deleteButton) await history.pin(entry.id, !entry.isPinned);
    else {
      await history.delete(entry.id);
      if (session.conversation.id === entry.id) session.newConversation();
      void report(offerUndo(entry));
    }
    await read();
  }

  async function offerUndo({ id, title }: HistoryEntry): Promise<void> {
    const undo = t('Undo');
    if ((await notify('info', t('“{0}” was deleted.', title), undo)) !== undo) return;
    await history.restore(id);
    // Reopen the restored chat if it was open, unless the person has started another one in the meantime.
    if (id === openId && session.conversation.messages.size === 0) await session.open(id);
  }

  picker.onDidChangeValue(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(read()), searchPauseMs);
  });
  picker.onDidTriggerItemButton(({ item: { entry }, button }) => {
    if (entry) void report(change(entry, button));
  });
  picker.onDidAccept(() => {
    const entry = picker.selectedItems[0]?.entry;
    // The list was replaced at that moment, so it is unclear which item was meant.
    if (!entry) return;
    const words = picker.value.trim();
    goesOn = true;
    picker.hide();
    void report(open(entry.id, words));
  });
  picker.onDidHide(() => {
    clearTimeout(timer);
    reading.abort();
    picker.dispose();
    if (!goesOn && onLeft) void report(onLeft());
  });
  picker.show();
  void report(read());
}

/** Asks for a conversation's title; an empty one restores its first words. */
async function askForTitle(current: string): Promise<string | undefined> {
  const { t } = vscode.l10n;
  return vscode.window.showInputBox({
    title: t('Rename Chat'),
    value: current,
    prompt: t('Leave empty to use the first words of the conversation.'),
    ignoreFocusOut: true,
  });
}

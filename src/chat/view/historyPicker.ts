import * as vscode from 'vscode';
import { notify, plainText } from '../../platform/notifications.ts';
import type { History, HistoryEntry } from '../storage/history.ts';

interface HistoryItem extends vscode.QuickPickItem {
  readonly entry: HistoryEntry;
}

interface HistoryPickerPorts {
  readonly history: History;
  /** Id of the conversation that is open. */
  readonly openId: string;
  readonly open: (id: string) => Promise<void>;
  /** A conversation was deleted or is there again. */
  readonly onDeleted: (id: string) => void;
  readonly onRestored: (id: string) => Promise<void>;
  /**
   * The person left the list without opening anything, by Escape. Without it they came from elsewhere, and the list
   * closes as well where they go on there.
   */
  readonly onLeft: (() => Promise<void>) | undefined;
  /** Says so when it rejects. Never rejects itself. */
  readonly report: (work: Promise<unknown>) => Promise<void>;
}

/** So long after the last letter a search begins. */
const searchPauseMs = 200;

/** Lets a person find a conversation by its title or by anything that was said in it; open, rename, pin or delete it. */
export function pickConversation(ports: HistoryPickerPorts): void {
  const { history, openId, open, onDeleted, onRestored, onLeft, report } = ports;
  const { t } = vscode.l10n;
  const renameButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Rename') };
  const pinButton = { iconPath: new vscode.ThemeIcon('pin'), tooltip: t('Pin') };
  const unpinButton = { iconPath: new vscode.ThemeIcon('pinned'), tooltip: t('Unpin') };
  const deleteButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete') };
  const picker = vscode.window.createQuickPick<HistoryItem>();
  picker.title = t('Chats');
  picker.placeholder = t('Search in all chats');
  picker.ignoreFocusOut = onLeft !== undefined;
  /** Ends the reading that a newer one makes useless. */
  let reading = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  /** It is hidden for something else to come. */
  let goesOn = false;

  function toItem(entry: HistoryEntry, detail?: string): HistoryItem {
    return {
      entry,
      label: plainText(entry.title || t('Untitled')),
      description: [
        entry.id === openId ? t('open') : undefined,
        new Date(entry.updatedAt).toLocaleString(vscode.env.language, {
          dateStyle: 'medium',
          timeStyle: 'short',
        }),
        entry.turnCount === 1 ? t('1 message') : t('{0} messages', entry.turnCount),
      ]
        .filter((fact) => fact !== undefined)
        .join(' · '),
      ...(detail !== undefined && { detail: plainText(detail) }),
      // What was found is not in the label, by which the list would filter.
      alwaysShow: detail !== undefined,
      buttons: [renameButton, entry.isPinned ? unpinButton : pinButton, deleteButton],
    };
  }

  async function read(): Promise<void> {
    reading.abort();
    const own = new AbortController();
    reading = own;
    const text = picker.value.trim();
    picker.busy = true;
    try {
      const items =
        text === ''
          ? (await history.list()).map((entry) => toItem(entry))
          : (await history.search(text, own)).map(({ entry, snippet }) => toItem(entry, snippet));
      if (!own.signal.aborted) picker.items = items;
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
      onDeleted(entry.id);
      void report(offerUndo(entry));
    }
    await read();
  }

  async function offerUndo({ id, title }: HistoryEntry): Promise<void> {
    const undo = t('Undo');
    if ((await notify('info', t('“{0}” was deleted.', title), undo)) !== undo) return;
    await history.restore(id);
    await onRestored(id);
  }

  picker.onDidChangeValue(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void report(read()), searchPauseMs);
  });
  picker.onDidTriggerItemButton(({ item, button }) => void report(change(item.entry, button)));
  picker.onDidAccept(() => {
    const [item] = picker.selectedItems;
    // What was found came in just that moment, and nobody knows what was meant.
    if (!item) return;
    goesOn = true;
    picker.hide();
    void report(open(item.entry.id));
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

/** Asks for a conversation's title; an empty one brings its first words back. */
export async function askForTitle(current: string): Promise<string | undefined> {
  const { t } = vscode.l10n;
  return vscode.window.showInputBox({
    title: t('Rename Chat'),
    value: current,
    prompt: t('Leave empty to use the first words of the conversation.'),
    ignoreFocusOut: true,
  });
}

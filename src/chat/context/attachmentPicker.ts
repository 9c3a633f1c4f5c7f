import { basename, dirname } from 'node:path/posix';
import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import { countChanges } from '../../platform/git.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import { plainText } from '../../platform/notifications.ts';
import { type AttachmentKind, attachmentIcons } from '../../protocol/attachmentKinds.ts';
import type { SuggestionIcon } from '../../protocol/suggestedView.ts';
import type { HistoryEntry } from '../storage/history.ts';
import { describeAge } from '../view/historyDates.ts';
import { countProblems, openEditors } from './sources/editorSources.ts';
import { countFiles, nameOf } from './sources/workspaceFiles.ts';

/** A source of attachments, with what it would add now. */
export interface AttachmentSource {
  readonly what: AttachmentKind | 'chat';
  readonly label: string;
  readonly detail: string;
  readonly icon: SuggestionIcon;
  /** The person selects the attachment in a second step, so nothing is known about it yet. */
  readonly isChooser?: true;
}

/** Sources other than files, as values among the suggestions. */
export const sourceScheme = 'model-relay-attach:';

export const isAttachmentSource = (value: string) => value.startsWith(sourceScheme);

/** All sources of attachments. Must be cheap: it runs on every keystroke. */
export function listAttachmentSources({ editor }: Pick<LastEditor, 'editor'>): AttachmentSource[] {
  const { t } = vscode.l10n;
  const problems = readProblems().length;
  const changes = countChanges();
  const editors = openEditors().length;
  const selection = editor?.selections.some(({ isEmpty }) => !isEmpty);
  const terminal = vscode.window.activeTerminal;
  const sources: Record<AttachmentSource['what'], Omit<AttachmentSource, 'what' | 'icon'>> = {
    file: { label: t('Files…'), detail: '', isChooser: true },
    folder: { label: t('Folder…'), detail: '', isChooser: true },
    picture: { label: t('Image…'), detail: '', isChooser: true },
    chat: { label: t('Chat…'), detail: '', isChooser: true },
    selection: {
      label: t('Selection'),
      detail: editor && selection ? nameOf(editor.document.uri) : t('nothing is selected'),
    },
    editors: { label: t('Open editors'), detail: countFiles(editors) },
    problems: { label: t('Problems'), detail: countProblems(problems), isChooser: true },
    terminal: { label: t('Terminal selection'), detail: terminal?.name ?? t('no terminal is open') },
    changes: {
      label: t('Uncommitted changes'),
      detail: changes === undefined ? '' : countFiles(changes),
    },
  };
  return Object.entries(sources).map(([name, source]) => {
    const what = name as AttachmentSource['what'];
    return { what, ...source, icon: what === 'chat' ? 'comment-discussion' : attachmentIcons[what] };
  });
}

/** Shows the picker of attachment sources. */
export async function chooseAttachmentSource(
  ways: readonly AttachmentSource[],
): Promise<AttachmentSource['what'] | undefined> {
  const { t } = vscode.l10n;
  const items = ways.map(({ what, label, detail, icon }) => ({
    what,
    label,
    description: plainText(detail),
    iconPath: new vscode.ThemeIcon(icon),
  }));
  const options = {
    title: t('Attach'),
    placeHolder: t('Select context to attach'),
    matchOnDescription: true,
    // Only Escape closes the picker and returns to the chat: after a click elsewhere, the focus must stay there.
    ignoreFocusOut: true,
  };
  return (await vscode.window.showQuickPick(items, options))?.what;
}

/** A file of the workspace that can be chosen. */
export interface WorkspaceFile {
  readonly path: string;
  readonly uri: string;
  readonly isOpen: boolean;
}

interface FileItem extends vscode.QuickPickItem {
  readonly uri: string;
  readonly path: string;
}

/** The file with the typed name, or the only one whose path contains the typed text. */
function findTyped(items: readonly FileItem[], value: string): FileItem | undefined {
  const typed = value.trim().toLowerCase();
  if (typed === '') return undefined;
  const matches = items.filter(({ path }) => path.toLowerCase().includes(typed));
  const named = matches.filter(({ path }) => `/${path.toLowerCase()}`.endsWith(`/${typed}`));
  return [named, matches].find(({ length }) => length === 1)?.[0];
}

/** Shows a picker of workspace files; a button opens the dialog for other files. */
export async function chooseFiles(
  listFiles: () => Promise<readonly WorkspaceFile[]>,
): Promise<readonly vscode.Uri[]> {
  const { t } = vscode.l10n;
  if (!vscode.workspace.workspaceFolders?.length) return browse({ canSelectMany: true });
  const picker = vscode.window.createQuickPick<FileItem>();
  picker.title = t('Attach Files');
  picker.placeholder = t('Select one or more files');
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.busy = true;
  picker.buttons = [{ iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: t('Browse…') }];
  const chosen = new Promise<readonly vscode.Uri[]>((resolve) => {
    picker.onDidTriggerButton(() => {
      resolve(browse({ canSelectMany: true }));
      picker.hide();
    });
    picker.onDidAccept(() => {
      // If no file is checked, Enter picks the focused one. Typing focuses none.
      const [active = findTyped(picker.items, picker.value)] = picker.activeItems;
      const items = picker.selectedItems.length > 0 ? picker.selectedItems : active ? [active] : [];
      if (items.length === 0) return;
      resolve(items.map(({ uri }) => vscode.Uri.parse(uri, true)));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve([]);
      picker.dispose();
    });
  });
  picker.show();
  try {
    picker.items = (await listFiles()).map(({ path, uri, isOpen }) => ({
      uri,
      path,
      label: plainText(basename(path)),
      description: plainText(
        [path.includes('/') && dirname(path), isOpen && t('open')].filter(Boolean).join(' · '),
      ),
    }));
  } finally {
    picker.busy = false;
  }
  return chosen;
}

/** Shows the dialog for files and folders. */
export async function browse(options: vscode.OpenDialogOptions): Promise<readonly vscode.Uri[]> {
  const { t } = vscode.l10n;
  return (
    (await vscode.window.showOpenDialog({ ...options, openLabel: t('Attach'), title: t('Attach') })) ?? []
  );
}

/** Shows a picker of past chats. */
export async function chooseChat(
  list: () => Promise<readonly HistoryEntry[]>,
): Promise<HistoryEntry | undefined> {
  const { t } = vscode.l10n;
  const now = Date.now();
  const items = list().then((entries) =>
    entries.map((entry) => ({
      entry,
      label: plainText(entry.title || t('Untitled')),
      description: describeAge(entry.updatedAt, now, vscode.env.language),
    })),
  );
  const options = { title: t('Attach Chat'), placeHolder: t('Select a chat'), ignoreFocusOut: true };
  return (await vscode.window.showQuickPick(items, options))?.entry;
}

/** Asks whether to attach the active file's problems or all, if the two differ. Undefined if the person canceled. */
export async function chooseProblems(
  file: vscode.Uri | undefined,
): Promise<{ readonly uri: vscode.Uri | undefined } | undefined> {
  const { t } = vscode.l10n;
  const [own, all] = [file ? readProblems(file).length : 0, readProblems().length];
  if (!file || own === 0 || own === all) return { uri: undefined };
  const items = [
    { label: plainText(t('Problems in {0}', nameOf(file))), description: countProblems(own), uri: file },
    { label: t('Problems in the workspace'), description: countProblems(all), uri: undefined },
  ];
  return await vscode.window.showQuickPick(items, { title: t('Attach'), ignoreFocusOut: true });
}

import { basename } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { notify } from '../../platform/notifications.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { Conversation } from '../model/conversation.ts';
import type { History } from '../storage/history.ts';
import { titleOf } from '../storage/historySummary.ts';
import type { PictureStore } from '../storage/pictureStore.ts';
import { readTranscript } from '../storage/readTranscript.ts';
import {
  picturesOf,
  type TranscriptPictures,
  writeReadableTranscript,
  writeTranscript,
} from '../storage/writeTranscript.ts';
import type { ChatView } from './chatView.ts';
import { confirmSwitch } from './confirmSwitch.ts';
import { askForTitle, pickConversation } from './historyPicker.ts';

interface HistoryCommandsPorts {
  readonly history: History;
  readonly pictures: PictureStore;
  /** Shows a text that is only to be read. */
  readonly showText: (name: string, text: string) => Promise<void>;
  readonly session: () => Promise<ChatSession>;
  readonly focusInput: () => Promise<void>;
  readonly view: Pick<ChatView, 'isInUse' | 'show'>;
  readonly logger: Logger;
}

/** How large a file may be that is imported. */
const largestImportBytes = 64 * 1024 ** 2;

/** The commands around all conversations, and around the open one as a whole. */
export function registerHistoryCommands(ports: HistoryCommandsPorts): vscode.Disposable {
  const { history } = ports;
  const { t } = vscode.l10n;

  async function open(id: string): Promise<void> {
    const session = await ports.session();
    // First, so that the focus does not come to whatever the person has opened by the time the file is read.
    await ports.focusInput();
    if (session.conversation.id === id || !(await confirmSwitch(session))) return;
    if (!(await session.open(id))) void notify('warning', t('This chat no longer exists.'));
  }

  /** For what a list does by itself, of which nobody else hears. */
  async function report(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch (error) {
      ports.logger.error(`History: ${String(error)}`);
      void notify('warning', t('Something went wrong. See the log for details.'));
    }
  }

  /** Of a person who comes from the chat: to be looked for before something opens. */
  function wayBack(): (() => Promise<void>) | undefined {
    return ports.view.isInUse ? ports.view.show : undefined;
  }

  async function showHistory(): Promise<void> {
    const onLeft = wayBack();
    const session = await ports.session();
    const openId = session.conversation.id;
    pickConversation({
      history,
      openId,
      open,
      onLeft,
      report,
      onDeleted(id) {
        if (session.conversation.id === id) session.newConversation();
      },
      async onRestored(id) {
        // What was open is open again, unless something else was begun meanwhile.
        if (id === openId && session.conversation.messages.size === 0) await session.open(id);
      },
    });
  }

  async function rename(): Promise<void> {
    const { conversation } = await ports.session();
    if (conversation.messages.size === 0) return;
    const goBack = wayBack();
    const title = await askForTitle(titleOf(conversation));
    if (title !== undefined) await history.rename(conversation.id, title);
    await goBack?.();
  }

  /** As a file may be called. */
  function nameOf(conversation: Conversation): string {
    const title = titleOf(conversation).replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ');
    return title.trim() || t('Chat');
  }

  async function openTranscript(): Promise<void> {
    const { conversation } = await ports.session();
    await ports.showText(`${nameOf(conversation)}.md`, writeReadableTranscript(conversation, t));
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
    const show = t('Open');
    if ((await notify('info', t('Saved as {0}.', basename(target.path)), show)) === show)
      await vscode.window.showTextDocument(target);
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
          '{0} contains no chat. Select a file saved with Export Chat. Edited files can be imported too.',
          basename(source.path),
        ),
      );
    }
    for (const bytes of transcript.pictures.values()) await ports.pictures.keep(Buffer.from(bytes, 'base64'));
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

/** All that are still there. */
async function readPictures(store: PictureStore, conversation: Conversation): Promise<TranscriptPictures> {
  const read = picturesOf(conversation).map(async (picture) => {
    const bytes = await store.read(picture).catch(() => undefined);
    return bytes ? [[picture.file, Buffer.from(bytes).toString('base64')] as const] : [];
  });
  return new Map((await Promise.all(read)).flat());
}

import { basename, parse } from 'node:path/posix';
import * as vscode from 'vscode';
import type { LastEditor } from '../../platform/lastEditor.ts';
import { notify, notifyOfLogged } from '../../platform/notifications.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import type { AttachmentView } from '../../protocol/protocolViews.ts';
import type { AttachmentRecord } from '../model/records.ts';
import { toAttachmentView } from '../model/turnViews.ts';
import { type Ask, askFirst, findRoom, refusalWords } from './attachmentChecks.ts';
import {
  type AttachmentSource,
  browse,
  chooseAttachmentSource,
  chooseChat,
  chooseFiles,
  chooseProblems,
  isAttachmentSource,
  listAttachmentSources,
  sourceScheme,
} from './attachmentPicker.ts';
import { attachmentTokens } from './contextMeter.ts';
import { registerAttachmentDocuments } from './documents.ts';
import { createAttachmentDraft, type DraftPorts } from './draft.ts';
import { gatherBytes, gatherFiles, type ImageMeans, parseAddress } from './sources/attachedFiles.ts';
import { cleanName } from './sources/attachedTexts.ts';
import {
  gatherChanges,
  gatherEditors,
  gatherProblems,
  gatherSelection,
  gatherTerminal,
} from './sources/editorSources.ts';
import { type Gathering, gatherRecord, splitGathering } from './sources/gathered.ts';
import { gatherChat, isPastChat, type PastChats, toChatValue } from './sources/pastChats.ts';
import { gatherSymbol, isSymbol } from './sources/symbols.ts';
import { createContextSuggestions } from './suggestions.ts';

/** The dependencies of attachments. */
interface AttachmentPorts extends DraftPorts, ImageMeans {
  readonly lastEditor: LastEditor;
  readonly chats: PastChats;
  /** Asks in a modal dialog with several buttons; undefined if it was canceled. */
  readonly ask: Ask;
  /** Why attachments of this kind may not be used, for example because the model takes no images. */
  readonly warnAbout: (kind: AttachmentRecord['kind']) => string | undefined;
}

/** The attachments of the draft: gathered, approved where needed, and stored until they are sent. */
export type Attachments = ReturnType<typeof createAttachments>;

export function createAttachments(ports: AttachmentPorts) {
  const { lastEditor, logger } = ports;
  const { t } = vscode.l10n;
  const documents = registerAttachmentDocuments(ports.pictures);
  const suggestions = createContextSuggestions(() => listAttachmentSources(lastEditor), ports.chats);
  const draft = createAttachmentDraft(ports);
  /** Serialized, because two dialogs at once could be confused. */
  let last: Promise<unknown> = draft.loaded;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** Gathers attachments, asks for approval if needed, adds them, and reports what failed. True if all were added. */
  function attachGathered(gather: (signal: AbortSignal) => Promise<Gathering>): Promise<boolean> {
    return inTurn(async () => {
      const found = await withDelayedProgress(t('Attaching…'), gather).catch((error: unknown) => {
        logger.error(`Attachments: ${String(error)}`);
        void notifyOfLogged(t('The attachment could not be added. See the log for details.'));
      });
      if (!found) return false;
      const { gathered, refusals } = splitGathering(found);
      const records = gathered.length > 0 ? await askFirst(gathered, ports.ask) : [];
      const { fitting, unfit } = findRoom(draft.items, gathered, records ?? []);
      if (fitting.length > 0) draft.add(fitting);
      const all = [...refusals, ...unfit];
      if (all.length > 0) void notify('warning', refusalWords(all));
      return records !== undefined && all.length === 0 && records.length > 0;
    });
  }

  async function attachFiles(uris: readonly vscode.Uri[]): Promise<void> {
    if (uris.length === 0) return;
    for (const uri of uris) suggestions.remember(uri.toString());
    await attachGathered((signal) => gatherFiles(uris, ports, signal));
  }

  function attachSelection(editor: vscode.TextEditor | undefined): Promise<boolean> {
    const reason = editor ? t('Nothing is selected in the editor.') : t('No text editor is open.');
    const selection = (editor && gatherSelection(editor)) ?? { name: t('Selection'), reason };
    return attachGathered(async () => [selection]);
  }

  /** The problems of a file, or of all. */
  async function attachProblemsOf(uri: vscode.Uri | undefined): Promise<void> {
    await attachGathered(async () => [gatherProblems(uri)]);
  }

  /** A symbol or a past chat. */
  async function attachNamed(value: string): Promise<void> {
    await attachGathered(async () => [
      isSymbol(value) ? await gatherSymbol(value) : await gatherChat(value, ports.chats),
    ]);
  }

  const attachSource: Record<AttachmentSource['what'], () => Promise<unknown>> = {
    file: async () => attachFiles(await chooseFiles(suggestions.listFiles)),
    folder: async () => attachFiles(await browse({ canSelectFolders: true, canSelectFiles: false })),
    picture: async () => {
      const filters = { [t('Images')]: ['png', 'jpg', 'jpeg', 'gif', 'webp'] };
      await attachFiles(await browse({ canSelectMany: true, filters }));
    },
    chat: async () => {
      const chat = await chooseChat(ports.chats.list);
      if (chat) await attachNamed(toChatValue(chat));
    },
    selection: () => attachSelection(lastEditor.editor),
    editors: () => attachGathered(async (signal) => [await gatherEditors(signal)]),
    problems: async () => {
      const choice = await chooseProblems(lastEditor.editor?.document.uri);
      if (choice) await attachProblemsOf(choice.uri);
    },
    terminal: () => attachGathered(async () => [await gatherTerminal()]),
    changes: () => attachGathered(async (signal) => [await gatherChanges(logger, signal)]),
  };

  return {
    /** Views of the draft's attachments. */
    views: (): AttachmentView[] =>
      draft.items.map(({ id, record }) => {
        const warning = ports.warnAbout(record.kind);
        const tokens = attachmentTokens(record);
        return { ...toAttachmentView(record), id, tokens, ...(warning !== undefined && { warning }) };
      }),
    /** Records of the draft's attachments. */
    records: (): readonly AttachmentRecord[] => draft.items.map(({ record }) => record),
    /** Whether the draft has an attachment from this source. */
    has: (source: string): boolean => draft.items.some((item) => item.source === source),
    /** Attaches what this source has now; without one, a picker opens. */
    async attach(source?: AttachmentSource['what']): Promise<void> {
      const chosen = source ?? (await chooseAttachmentSource(listAttachmentSources(lastEditor)));
      if (chosen) await attachSource[chosen]();
    },
    /** Attaches dropped files and folders, by URI or path, and selected suggestions. */
    async attachAddresses(addresses: readonly string[]): Promise<void> {
      for (const address of addresses) suggestions.remember(address);
      const ways = listAttachmentSources(lastEditor).map(({ what }) => what);
      const way = ways.find((what) => addresses.includes(`${sourceScheme}${what}`));
      if (way) await attachSource[way]();
      const named = addresses.filter((address) => isSymbol(address) || isPastChat(address));
      for (const value of named) await attachNamed(value);
      const files = addresses.filter((address) => !isAttachmentSource(address) && !named.includes(address));
      const uris = await Promise.all(files.map((address) => parseAddress(address)));
      const known = uris.filter((uri) => uri !== undefined);
      await attachFiles(known);
      if (known.length < files.length) void notify('warning', t('Only files and folders can be attached.'));
    },
    /** Attaches an image or a text that was pasted or dropped. */
    async attachBytes(name: string, base64: string, isScaled = false): Promise<void> {
      const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
      const given = cleanName(basename(name)) || t('Pasted image');
      await attachGathered(async () => {
        const found = await gatherBytes(given, bytes, { ...ports, isScaled });
        if ('reason' in found) return [found];
        const { source } = found;
        const others = draft.items.filter((item) => source === undefined || item.source !== source);
        const apart = nameApart(given, new Set(others.map(({ record }) => record.name)));
        const toRecord = (texts: readonly string[]) => ({ ...found.toRecord(texts), name: apart });
        return [{ ...found, toRecord }];
      });
    },
    /** Attaches an editor's selection; false if nothing is selected or the person declined. */
    attachSelection,
    attachProblemsOf,
    /** Attaches records that other code gathered, such as editor commands; false if the person declined. */
    attachRecords: (records: readonly AttachmentRecord[]): Promise<boolean> =>
      attachGathered(async () => records.map(gatherRecord)),
    /**
     * The same for a prompt that is sent at once, with files by their URIs: resolves to the approved records; undefined
     * if the person declined.
     */
    async approve(
      records: readonly AttachmentRecord[],
      addresses: readonly string[] = [],
    ): Promise<readonly AttachmentRecord[] | undefined> {
      const approved = await inTurn(async () => {
        const uris = (await Promise.all(addresses.map(parseAddress))).flatMap((uri) => uri ?? []);
        const found = await withDelayedProgress(t('Attaching…'), (signal) =>
          gatherFiles(uris, ports, signal),
        );
        if (!found) return undefined;
        const { gathered, refusals } = splitGathering(found);
        if (refusals.length > 0) void notify('warning', refusalWords(refusals));
        return askFirst([...records.map(gatherRecord), ...gathered], ports.ask);
      });
      return approved?.map((record) => ({ ...record, tokens: attachmentTokens(record) }));
    },
    detach: (id: string): void => draft.remove(id),
    /** Opens an attachment of the draft. */
    async viewDraft(id: string): Promise<void> {
      const item = draft.items.find((each) => each.id === id);
      if (item) await documents.show(item.record);
    },
    /** Opens an attachment that was sent. */
    view: documents.show,
    /** Settles when pending attachments are added and saved; sending waits for it. */
    async settled(): Promise<void> {
      await last;
      await draft.written();
    },
    /** Removes and returns the draft's attachments, for sending. */
    take: (): readonly AttachmentRecord[] => draft.takeAll(),
    /** Puts the attachments of a prompt that was not sent back before those in the draft. */
    putBack: (records: readonly AttachmentRecord[]): void => draft.putFirst(records),
    /** Suggestions for text after `#`. */
    suggest: suggestions.suggest,
    dispose: (): void => documents.dispose(),
  };
}

/** Pasted images are all named image.png: the second one becomes image-2.png. */
function nameApart(name: string, taken: ReadonlySet<string>): string {
  const { name: stem, ext } = parse(name);
  let apart = name;
  for (let count = 2; taken.has(apart); count++) apart = `${stem}-${count}${ext}`;
  return apart;
}

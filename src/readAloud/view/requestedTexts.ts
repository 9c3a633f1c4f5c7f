import { basename } from 'node:path';
import * as vscode from 'vscode';
import { notify } from '../../platform/notifications.ts';
import { withDelayedProgress } from '../../platform/withDelayedProgress.ts';
import type { Logger } from '../../relay/logger.ts';
import { readChanges } from '../sources/changesText.ts';
import { readFromCursor, readRange, readSelections, readWhole } from '../sources/documentText.ts';
import { readClipboard, readProblemsAloud } from '../sources/plainTexts.ts';
import type { Readable } from '../sources/readable.ts';
import { readSpeakSettings } from '../sources/speakSettings.ts';
import type { HoverTarget } from './playInHover.ts';

/**
 * What a command asks to have read; undefined where there is nothing, of which the person has been told. By name of
 * the command.
 */
export function createAskedTexts(logger: Logger) {
  const { t } = vscode.l10n;

  function tell(words: string): undefined {
    void notify('info', words);
  }

  function activeEditor(): vscode.TextEditor | undefined {
    return vscode.window.activeTextEditor ?? tell(t('Open a text editor and select the text to read aloud.'));
  }

  async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
    try {
      return await vscode.workspace.openTextDocument(uri);
    } catch (error) {
      logger.warn(`Read Aloud: failed to open ${uri.scheme} document: ${String(error)}`);
      return tell(t('This file can’t be read aloud because VS Code doesn’t open it as text.'));
    }
  }

  return {
    async selection(): Promise<Readable | undefined> {
      const editor = vscode.window.activeTextEditor;
      if (editor) return readSelections(editor, await readSpeakSettings(editor.document));
      const previewed = await findPreviewedDocument();
      if (previewed) return readWhole(previewed, await readSpeakSettings(previewed));
      return tell(t('Open a text editor and select the text to read aloud.'));
    },

    async fromCursor(): Promise<Readable | undefined> {
      const editor = activeEditor();
      return editor && readFromCursor(editor, await readSpeakSettings(editor.document));
    },

    /** The file that a menu was opened on, or else what is in front: a Markdown preview's source, or the editor. */
    async file(target: unknown): Promise<Readable | undefined> {
      const isFile = target instanceof vscode.Uri && target.scheme !== 'webview-panel';
      const document = isFile
        ? await open(target)
        : ((await findPreviewedDocument()) ?? activeEditor()?.document);
      return document && readWhole(document, await readSpeakSettings(document));
    },

    async range(target: unknown): Promise<Readable | undefined> {
      const found = parseTarget(target);
      const document = found && (await open(found.uri));
      return (
        document &&
        readRange(document, document.validateRange(found.range), await readSpeakSettings(document))
      );
    },

    clipboard: async (): Promise<Readable> => readClipboard(await readSpeakSettings()),

    async problems(): Promise<Readable | undefined> {
      const readable = readProblemsAloud(
        vscode.window.activeTextEditor?.document.uri,
        await readSpeakSettings(),
      );
      return readable ?? tell(t('There are no problems.'));
    },

    async changes(): Promise<Readable | undefined> {
      const found = await withDelayedProgress(t('Looking for changes…'), async (signal) => {
        try {
          return (await readChanges(await readSpeakSettings(), logger, signal)) ?? 'nothing';
        } catch (error) {
          logger.warn(`Read Aloud: Git: ${String(error)}`);
          return 'failed';
        }
      });
      if (found === 'noGit') return tell(t('No Git repository is open.'));
      if (found === 'nothing') return tell(t('Nothing has changed since the last commit.'));
      if (found === 'failed') return tell(t('Git could not list the changes. See the Git log for details.'));
      return found;
    },
  };
}

export type AskedTexts = ReturnType<typeof createAskedTexts>;

/** Any extension may run a command with whatever arguments. */
function parseTarget(target: unknown): { uri: vscode.Uri; range: vscode.Range } | undefined {
  const { uri, start, end } = (target ?? {}) as Partial<HoverTarget>;
  if (typeof uri !== 'string' || !isPlace(start) || !isPlace(end)) return undefined;
  return { uri: vscode.Uri.parse(uri), range: new vscode.Range(...start, ...end) };
}

function isPlace(value: unknown): value is readonly [number, number] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((part) => Number.isInteger(part) && part >= 0)
  );
}

const previewEditor = 'vscode.markdown.preview.editor';

/** The document that the Markdown preview in front shows; undefined where no preview is in front. */
async function findPreviewedDocument(): Promise<vscode.TextDocument | undefined> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab?.input instanceof vscode.TabInputCustom && tab.input.viewType === previewEditor)
    return vscode.workspace.openTextDocument(tab.input.uri);
  if (!(tab?.input instanceof vscode.TabInputWebview) || !/markdown\.preview$/.test(tab.input.viewType))
    return undefined;
  // Such a preview doesn't say what it shows, but its tab is called after it, and its text is open behind it.
  const open = vscode.workspace.textDocuments.filter(
    ({ languageId, fileName, isClosed }) =>
      !isClosed && languageId === 'markdown' && ` ${tab.label}`.endsWith(` ${basename(fileName)}`),
  );
  if (open.length === 1) return open[0];
  // Two of the same name: VS Code knows, and shows the right one.
  await vscode.commands.executeCommand('markdown.showSource');
  return vscode.window.activeTextEditor?.document;
}

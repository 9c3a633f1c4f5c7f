import * as vscode from 'vscode';
import { indentStyleOf } from '../../platform/diffPreview/indentation.ts';
import { isReadOnly } from '../../platform/diffPreview/readOnly.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { notify, plainText } from '../../platform/notifications.ts';
import { promptForWorkspaceTrust } from '../../platform/promptForWorkspaceTrust.ts';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import { describeCode } from '../../text/describeCode.ts';
import { isShell, knownLanguageOf } from '../../text/languages.ts';
import { applyCode, type MergeModel } from './apply/applyCode.ts';
import { fitCode } from './apply/placeCode.ts';
import { createDiagramPanels } from './diagramPanel.ts';
import { createFileChanges } from './fileChanges.ts';
import { createCommandTerminal } from './runInTerminal.ts';

export type CodeAction = Extract<WebviewMessage, { type: 'code' }>['action'];

/** A block of a response; `language` is all that stands behind its fence. */
interface CodeBlock {
  readonly text: string;
  readonly language: string;
}

interface CodeActionPorts {
  readonly extensionUri: vscode.Uri;
  readonly pages: Pages;
  readonly logger: Logger;
  readonly lastEditor: LastEditor;
  readonly mergeModel: () => Promise<MergeModel>;
  /** Returns the focus to the chat after a cancelled action. */
  readonly returnToChat: () => Promise<void>;
}

/** The actions of code blocks. */
export type CodeActions = ReturnType<typeof createCodeActions>;

export function createCodeActions(ports: CodeActionPorts) {
  const { t } = vscode.l10n;
  const { lastEditor } = ports;
  const changes = createFileChanges();
  const terminal = createCommandTerminal();
  const diagrams = createDiagramPanels(ports);

  async function run(action: CodeAction, code: CodeBlock): Promise<void> {
    // The page hides what isn't allowed; it is never relied on.
    if (!vscode.workspace.isTrusted)
      return promptForWorkspaceTrust('warning', t('This folder is not trusted. Code can only be copied.'));
    const described = describeCode(code.language, code.text);
    switch (action) {
      case 'insert':
      case 'replace': {
        const insertion = await insertCode(lastEditor, code.text, { needsSelection: action === 'replace' });
        return insertion === 'elsewhere' ? openNewFile(code.text, described.language) : undefined;
      }
      case 'newFile':
        return openNewFile(code.text, described.language);
      case 'apply':
        if (await applyCode(code.text, described, { ...ports, changes })) return;
        return ports.returnToChat();
      case 'runInTerminal':
        if (!isShell(described.language)) return;
        return terminal.run(code.text, described.language, folderOf(lastEditor.document));
      case 'preview':
        return isDiagram(described.language) ? diagrams.show(code.text) : undefined;
      case 'more':
        return choose(code, described.language);
    }
  }

  async function choose(code: CodeBlock, language: string): Promise<void> {
    const { document } = lastEditor;
    const hasSelection = document && lastEditor.selectionsIn(document).some(({ isEmpty }) => !isEmpty);
    const description = document ? plainText(vscode.workspace.asRelativePath(document.uri)) : '';
    const items: (vscode.QuickPickItem & { readonly action: CodeAction | 'copy' })[] = [
      ...(isDiagram(language)
        ? [{ label: t('Preview diagram'), action: 'preview' as const, icon: 'open-preview' }]
        : []),
      ...(isShell(language)
        ? [{ label: t('Run in Terminal…'), action: 'runInTerminal' as const, icon: 'terminal' }]
        : []),
      ...(document && !hasSelection
        ? [{ label: t('Insert at Cursor'), description, action: 'insert' as const, icon: 'insert' }]
        : []),
      ...(hasSelection
        ? [{ label: t('Replace selection'), description, action: 'replace' as const, icon: 'replace' }]
        : []),
      { label: t('Apply to File…'), action: 'apply' as const, icon: 'diff' },
      { label: t('New File'), action: 'newFile' as const, icon: 'new-file' },
      { label: t('Copy'), action: 'copy' as const, icon: 'copy' },
    ].map(({ icon, ...item }) => ({ ...item, iconPath: new vscode.ThemeIcon(icon) }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Code'),
      placeHolder: t('Select an action'),
      // So that it closes by Escape alone, which leads back to the chat: a click elsewhere means the other place.
      ignoreFocusOut: true,
    });
    if (chosen && chosen.action !== 'copy') return run(chosen.action, code);
    if (chosen) await vscode.env.clipboard.writeText(code.text);
    return ports.returnToChat();
  }

  return {
    run,
    /** The changes of files that are to be decided about. */
    changes,
    dispose: () => vscode.Disposable.from(changes, terminal, diagrams).dispose(),
  };
}

function isDiagram(language: string): boolean {
  return language === 'mermaid';
}

/** The folder of the workspace that the person works in, where there are several. */
function folderOf(document: vscode.TextDocument | undefined): vscode.Uri | undefined {
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri;
}

/** Opens code as a document without a file, in its language. */
async function openNewFile(code: string, language: string): Promise<void> {
  const id = knownLanguageOf(language, new Set(await vscode.languages.getLanguages()));
  const content = code === '' || code.endsWith('\n') ? code : `${code}\n`;
  const document = await vscode.workspace.openTextDocument({
    content,
    ...(id !== undefined && { language: id }),
  });
  await vscode.window.showTextDocument(document, { preview: false });
}

/** The outcome; `elsewhere`: the person chose a new file instead. */
type Insertion = 'done' | 'elsewhere' | 'not done';

/**
 * Puts code where the cursors of the last used editor are, in place of what is selected, and goes there. Undone in
 * one step.
 */
async function insertCode(
  lastEditor: LastEditor,
  code: string,
  { needsSelection }: { readonly needsSelection: boolean },
): Promise<Insertion> {
  const { t } = vscode.l10n;
  const { document } = lastEditor;
  if (!document) return offerNewFile(t('Open a file in an editor to insert the code.'));
  const name = vscode.workspace.asRelativePath(document.uri);
  if (await isReadOnly(document)) return offerNewFile(t('{0} is read-only and can’t be changed.', name));
  const editor = await lastEditor.show(document);
  if (needsSelection && editor.selections.every(({ isEmpty }) => isEmpty)) {
    await notify('info', t('Select the text in {0} to replace with the code, then try again.', name));
    return 'not done';
  }
  const style = indentStyleOf(editor);
  const replaced = editor.selections.filter(({ isEmpty }) => !needsSelection || !isEmpty);
  const isDone = await editor.edit((edit) => {
    for (const selection of replaced) {
      const lineStart = selection.start.with({ character: 0 });
      const before = document.getText(new vscode.Range(lineStart, selection.start));
      const selected = document.getText(selection).replaceAll('\r\n', '\n');
      const after = document.lineAt(selection.end).text.slice(selection.end.character);
      edit.replace(selection, fitCode(code, { before, selected, after }, style));
    }
  });
  if (!isDone) return offerNewFile(t('{0} is read-only and can’t be changed.', name));
  // The cursors go behind what was put in, as after pasting.
  editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return 'done';
}

async function offerNewFile(words: string): Promise<Insertion> {
  const newFile = vscode.l10n.t('New File');
  return (await notify('info', words, newFile)) === newFile ? 'elsewhere' : 'not done';
}

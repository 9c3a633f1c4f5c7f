import * as vscode from 'vscode';
import { indentStyleOf } from '../../platform/diffPreview/indentation.ts';
import { isReadOnly } from '../../platform/diffPreview/readOnly.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import { confirm, notify, plainText, promptForWorkspaceTrust } from '../../platform/notifications.ts';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import { type CodeDescription, describeCode } from '../../text/describeCode.ts';
import { isShell, knownLanguageOf } from '../../text/languages.ts';
import { type ApplyPorts, applyCode } from './apply/applyCode.ts';
import { fitCode, withLineEnd } from './apply/placeCode.ts';
import { createDiagramPanels, type DiagramPorts } from './diagramPanel.ts';
import { createFileChanges } from './fileChanges.ts';
import { fitsInDialog, hasControlCharacters, readCommands, showInvisible } from './linksAndCommands.ts';
import { createOwnTerminals, type OwnTerminals } from './ownTerminals.ts';

type CodeAction = Extract<WebviewMessage, { type: 'code' }>['action'];

/** A code block of a response; `language` is the whole info string after its fence. */
interface CodeBlock {
  readonly text: string;
  readonly language: string;
}

interface CodeActionPorts extends DiagramPorts, Omit<ApplyPorts, 'changes'> {
  /** Call it before a list opens: the result returns the focus to the chat after a canceled action. */
  readonly wayBack: () => () => Promise<void>;
}

const diagramLanguage = 'mermaid';

/** The actions of code blocks. */
export type CodeActions = ReturnType<typeof createCodeActions>;

export function createCodeActions(ports: CodeActionPorts) {
  const { t } = vscode.l10n;
  const { lastEditor } = ports;
  const changes = createFileChanges();
  const terminals = createOwnTerminals(t('Chat'));
  const diagrams = createDiagramPanels(ports);

  async function run(action: CodeAction, code: CodeBlock): Promise<void> {
    // The page hides actions that are not allowed, but never rely on that.
    if (!vscode.workspace.isTrusted)
      return promptForWorkspaceTrust('warning', t('This folder is not trusted. Code can only be copied.'));
    const described = describeCode(code.language, code.text);
    switch (action) {
      case 'insert': {
        const problem = await insertCode(lastEditor, code.text);
        if (problem === undefined) return;
        const newFile = t('New File');
        if ((await notify('info', problem, newFile)) !== newFile) return;
        return openNewFile(code.text, described.language);
      }
      case 'newFile':
        return openNewFile(code.text, described.language);
      case 'apply':
        return apply(code, described);
      case 'runInTerminal':
        if (!isShell(described.language)) return;
        return runInTerminal(terminals, code.text, described.language, folderOf(lastEditor.document));
      case 'preview':
        return described.language === diagramLanguage ? diagrams.show(code.text) : undefined;
      case 'more':
        return choose(code, described.language);
    }
  }

  async function apply({ text }: CodeBlock, described: CodeDescription): Promise<void> {
    const goBack = ports.wayBack();
    if (!(await applyCode(text, described, { ...ports, changes }))) await goBack();
  }

  async function choose(code: CodeBlock, language: string): Promise<void> {
    const goBack = ports.wayBack();
    const { document } = lastEditor;
    const hasSelection = document && lastEditor.selectionsIn(document).some(({ isEmpty }) => !isEmpty);
    const description = document ? plainText(vscode.workspace.asRelativePath(document.uri)) : '';
    const [insert, insertIcon] = hasSelection
      ? [t('Replace selection'), 'replace']
      : [t('Insert at Cursor'), 'insert'];
    const item = (action: CodeAction | 'copy', label: string, icon: string, about = '') => ({
      action,
      label,
      description: about,
      iconPath: new vscode.ThemeIcon(icon),
    });
    const items = [
      language === diagramLanguage && item('preview', t('Preview diagram'), 'open-preview'),
      isShell(language) && item('runInTerminal', t('Run in Terminal…'), 'terminal'),
      document && item('insert', insert, insertIcon, description),
      item('apply', t('Apply to File…'), 'diff'),
      item('newFile', t('New File'), 'new-file'),
      item('copy', t('Copy'), 'copy'),
    ].flatMap((each) => each || []);
    const chosen = await vscode.window.showQuickPick(items, {
      title: t('Code'),
      placeHolder: t('Select an action'),
      // Only Escape closes the picker and returns to the chat: after a click elsewhere, the focus must stay there.
      ignoreFocusOut: true,
    });
    if (chosen && chosen.action !== 'copy') return run(chosen.action, code);
    if (chosen) await vscode.env.clipboard.writeText(code.text);
    return goBack();
  }

  return {
    run,
    /** The file changes that the person has to decide about. */
    changes,
    dispose: () => vscode.Disposable.from(changes, terminals, diagrams).dispose(),
  };
}

/** The workspace folder that the person works in, or else the first one. */
function folderOf(document: vscode.TextDocument | undefined): vscode.Uri | undefined {
  const folder = document && vscode.workspace.getWorkspaceFolder(document.uri);
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri;
}

/** Opens code as an untitled document, in its language. */
async function openNewFile(code: string, language: string): Promise<void> {
  const id = knownLanguageOf(language, new Set(await vscode.languages.getLanguages()));
  const content = code && withLineEnd(code);
  const options = { content, ...(id !== undefined && { language: id }) };
  const document = await vscode.workspace.openTextDocument(options);
  await vscode.window.showTextDocument(document, { preview: false });
}

/**
 * Inserts code at the cursors of the last used editor, in place of the selections, and reveals it. Undone in one step.
 * Returns a message if it can't be inserted.
 */
async function insertCode(lastEditor: LastEditor, code: string): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const { document } = lastEditor;
  if (!document) return t('Open a file in an editor to insert the code.');
  const readOnly = t('{0} is read-only and can’t be changed.', vscode.workspace.asRelativePath(document.uri));
  if (await isReadOnly(document)) return readOnly;
  const editor = await lastEditor.show(document);
  const style = indentStyleOf(editor);
  const isDone = await editor.edit((edit) => {
    for (const selection of editor.selections) {
      const lineStart = selection.start.with({ character: 0 });
      const before = document.getText(new vscode.Range(lineStart, selection.start));
      const selected = document.getText(selection).replaceAll('\r\n', '\n');
      const after = document.lineAt(selection.end).text.slice(selection.end.character);
      edit.replace(selection, fitCode(code, { before, selected, after }, style));
    }
  });
  if (!isDone) return readOnly;
  // Place the cursors after the inserted code, as pasting does.
  editor.selections = editor.selections.map(({ end }) => new vscode.Selection(end, end));
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return undefined;
}

/** Runs the commands of a code block in a terminal, after the person saw them and agreed. */
async function runInTerminal(
  terminals: OwnTerminals,
  code: string,
  language: string,
  folder: vscode.Uri | undefined,
): Promise<void> {
  const { t } = vscode.l10n;
  const commands = readCommands(code, language);
  if (commands === '') return void (await notify('info', t('This code contains no command.')));
  if (hasControlCharacters(commands)) {
    const words = t(
      'The code was not run because it contains control characters that the terminal would execute.',
    );
    return void (await notify('warning', words));
  }
  if (!fitsInDialog(commands)) return offerInEditor(code);
  if (!(await agrees(commands))) return;
  const ready = await terminals.take(folder);
  if (ready?.shell) ready.shell.executeCommand(commands);
  else ready?.terminal.sendText(commands, true);
}

/** Offers to open the commands in an editor, where the person can read all of them and run them. */
async function offerInEditor(code: string): Promise<void> {
  const { t } = vscode.l10n;
  const words = t('This code is too long to review here. Open it in an editor and run it from there.');
  const open = t('Open in Editor');
  if ((await notify('info', words, open)) !== open) return;
  const document = await vscode.workspace.openTextDocument({ content: code, language: 'shellscript' });
  await vscode.window.showTextDocument(document);
}

async function agrees(commands: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const lines = commands.split('\n').length;
  const question =
    lines === 1 ? t('Run this command in the terminal?') : t('Run these {0} lines in the terminal?', lines);
  return confirm('warning', question, showInvisible(commands), t('Run'));
}

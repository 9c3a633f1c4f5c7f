import * as vscode from 'vscode';
import { commands } from '../../../manifest.ts';
import { fileTypeOf } from '../../../platform/fileType.ts';
import { notifyOfLogged, plainText } from '../../../platform/notifications.ts';
import type { Logger } from '../../../relay/logger.ts';
import { builtInPrompts } from './builtInPrompts.ts';
import { type PromptFile, toPromptName } from './promptFile.ts';
import { createPromptLibrary, type PromptLibrary, type PromptLibraryPorts } from './promptLibrary.ts';
import { type ListedPrompt, sharedFolder } from './promptStore.ts';

export interface PromptPorts extends Omit<PromptLibraryPorts, 'ownFolder'> {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri'>;
}

/** Reusable prompts with their commands. */
export interface Prompts extends PromptLibrary, vscode.Disposable {}

/**
 * User prompts are stored next to the chat history, on the machine where the extension runs, and not in a setting: a
 * path that is right on one machine is wrong on another.
 */
export function createPrompts({ context, ...ports }: PromptPorts): Prompts {
  const ownFolder = vscode.Uri.joinPath(context.globalStorageUri, 'prompts');
  const library = createPromptLibrary({ ...ports, ownFolder });
  const { logger } = ports;
  const { t } = vscode.l10n;

  async function openPrompts(): Promise<void> {
    const newItem: PromptItem = { label: `$(add) ${t('New Prompt…')}` };
    const items = (await library.list()).map(toItem);
    const chosen = await vscode.window.showQuickPick([newItem, ...items], {
      title: t('Prompts'),
      placeHolder: t('Select a prompt to edit'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!chosen) return;
    const { prompt } = chosen;
    if (!prompt) return askForNewPrompt(ownFolder, logger);
    if (prompt.address) {
      // VS Code's own command reports why a file can't be shown.
      await vscode.commands.executeCommand('vscode.open', prompt.address);
      return;
    }
    // Built-in prompts are edited as a copy: a user prompt of the same name replaces the built-in one.
    const builtIn = builtInPrompts(t).find(({ name }) => name === prompt.name);
    if (builtIn) await writePrompt({ folder: ownFolder, ending: '.md' }, logger, builtIn);
  }

  const registered = vscode.Disposable.from(
    vscode.commands.registerCommand(commands.newPrompt, () => askForNewPrompt(ownFolder, logger)),
    vscode.commands.registerCommand(commands.openPrompts, openPrompts),
  );
  return { ...library, dispose: () => registered.dispose() };
}

interface PromptItem extends vscode.QuickPickItem {
  readonly prompt?: ListedPrompt;
}

function toItem(prompt: ListedPrompt): PromptItem {
  const { name, description, from } = prompt;
  return {
    prompt,
    label: `/${name}`,
    description: plainText(from),
    ...(description && { detail: plainText(description) }),
  };
}

/** The place of a new prompt file. */
interface Place {
  readonly folder: vscode.Uri;
  readonly ending: '.md' | '.prompt.md';
}

/** Asks for the place and the name of a new prompt, then opens its file for editing. */
async function askForNewPrompt(ownFolder: vscode.Uri, logger: Logger): Promise<void> {
  const { t } = vscode.l10n;
  const place = await askForPlace(ownFolder);
  if (!place) return;
  const typed = await vscode.window.showInputBox({
    title: t('New Prompt'),
    prompt: t('Prompt name. In the chat, type / and this name.'),
    placeHolder: t('review'),
    validateInput: async (value) => {
      const name = toPromptName(value.trim());
      if (!name || name !== value.trim().normalize('NFC'))
        return t('Use letters, digits, hyphens and underscores, without spaces.');
      return (await fileTypeOf(fileOf(place, name))) !== undefined
        ? t('A prompt with this name already exists.')
        : undefined;
    },
  });
  if (typed === undefined) return;
  await writePrompt(place, logger, {
    name: toPromptName(typed.trim()),
    description: t('What this prompt does'),
    body: t(
      'Write the prompt here. {0} inserts the editor selection, {1} inserts the text typed after the prompt’s name, and {2} asks for a value first.',
      asCode('selection'),
      asCode('argument'),
      asCode('input:name'),
    ),
  });
}

/** Without a trusted folder there is only one place, so nothing is asked. */
async function askForPlace(ownFolder: vscode.Uri): Promise<Place | undefined> {
  const { t } = vscode.l10n;
  const own = { label: t('For me, in all workspaces'), folder: ownFolder, ending: '.md' as const };
  if (!vscode.workspace.isTrusted) return own;
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({
    label: t('For everyone in {0}', name),
    description: sharedFolder,
    folder: vscode.Uri.joinPath(uri, sharedFolder),
    ending: '.prompt.md' as const,
  }));
  if (folders.length === 0) return own;
  return await vscode.window.showQuickPick([own, ...folders], {
    title: t('New Prompt'),
    placeHolder: t('Select who can use the prompt'),
  });
}

async function writePrompt(place: Place, logger: Logger, draft: PromptFile): Promise<void> {
  const { t } = vscode.l10n;
  const address = fileOf(place, draft.name);
  try {
    if ((await fileTypeOf(address)) === undefined) {
      const text = `---\ndescription: ${JSON.stringify(draft.description)}\n---\n${draft.body}\n`;
      await vscode.workspace.fs.createDirectory(place.folder);
      await vscode.workspace.fs.writeFile(address, new TextEncoder().encode(text));
    }
  } catch (error) {
    logger.error(`Prompts: failed to save ${address.path}: ${String(error)}`);
    return void notifyOfLogged(t('The prompt {0} can’t be saved. See the log for details.', draft.name));
  }
  const document = await vscode.workspace.openTextDocument(address);
  const start = document.positionAt(document.getText().indexOf(draft.body));
  const end = document.positionAt(document.getText().lastIndexOf(draft.body) + draft.body.length);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, end) });
}

function fileOf({ folder, ending }: Place, name: string): vscode.Uri {
  return vscode.Uri.joinPath(folder, `${name}${ending}`);
}

function asCode(variable: string): string {
  return `\`$\{${variable}}\``;
}

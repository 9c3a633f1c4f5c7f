import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import type { Logger } from '../../../relay/logger.ts';
import { builtInPrompts } from './builtInPrompts.ts';
import {
  isPromptFileName,
  maximumPromptBytes,
  type PromptFile,
  type PromptProblem,
  promptNameOf,
  readPromptFile,
} from './promptFile.ts';
import { isSameName } from './promptText.ts';

type PromptReading = PromptFile | PromptProblem;

/** A prompt in the list. */
export interface ListedPrompt extends Omit<PromptFile, 'body'> {
  /** Its origin, in words. */
  readonly from: string;
  readonly place: 'workspace' | 'own' | 'builtIn';
  /** Undefined for built-in prompts. */
  readonly address?: vscode.Uri;
  /** Why its file is invalid. */
  readonly problem?: PromptProblem;
}

interface PromptFolder {
  readonly address: vscode.Uri;
  readonly ending: '.md' | '.prompt.md';
  readonly from: string;
  readonly place: 'workspace' | 'own';
}

/** The workspace's folder, which VS Code's own chat reads as well. */
export const sharedFolder = '.github/prompts';

/** Nobody would look through a longer list. */
const maximumFiles = 500;

/**
 * Prompts as files. Each lookup lists the folders and checks each file, but reads a file again only if it has changed.
 * So no file watcher is needed, which works in every kind of workspace.
 */
export function createPromptStore(ownFolder: vscode.Uri, logger: Logger) {
  const { t } = vscode.l10n;
  const { fs } = vscode.workspace;
  const known = new Map<string, { readonly version: string; readonly reading: PromptReading }>();

  function folders(): PromptFolder[] {
    const workspace = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
    return [
      ...workspace.map(({ uri, name }) => ({
        address: vscode.Uri.joinPath(uri, sharedFolder),
        ending: '.prompt.md' as const,
        from: workspace.length > 1 ? `${name}/${sharedFolder}` : sharedFolder,
        place: 'workspace' as const,
      })),
      { address: ownFolder, ending: '.md', from: t('your prompts'), place: 'own' },
    ];
  }

  async function filesOf({ address, ending }: PromptFolder): Promise<string[]> {
    try {
      return (await fs.readDirectory(address))
        .filter(([name, type]) => (type & vscode.FileType.File) !== 0 && isPromptFileName(name, ending))
        .map(([name]) => name)
        .sort()
        .slice(0, maximumFiles);
    } catch (error) {
      // Most workspaces have no such folder.
      logger.debug(`Prompts: ${address.path}: ${String(error)}`);
      return [];
    }
  }

  async function look(address: vscode.Uri, fileName: string): Promise<PromptReading> {
    try {
      const { mtime, size } = await fs.stat(address);
      if (size > maximumPromptBytes) return 'tooLarge';
      const version = `${mtime} ${size}`;
      const before = known.get(address.toString());
      if (before?.version === version) return before.reading;
      const reading = readPromptFile(fileName, await fs.readFile(address));
      known.set(address.toString(), { version, reading });
      return reading;
    } catch (error) {
      logger.warn(`Prompts: failed to read ${address.path}: ${String(error)}`);
      return 'unreadable';
    }
  }

  async function listFolder(folder: PromptFolder): Promise<ListedPrompt[]> {
    const { from, place } = folder;
    const names = await filesOf(folder);
    return await Promise.all(
      names.map(async (fileName) => {
        const address = vscode.Uri.joinPath(folder.address, fileName);
        const reading = await look(address, fileName);
        if (typeof reading === 'object') return { ...reading, from, place, address };
        const name = promptNameOf(fileName);
        return { name, description: '', from, place, address, problem: reading };
      }),
    );
  }

  return {
    /**
     * All prompts, each name once: the workspace's (if it is trusted), the person's, then the built-in ones, which only
     * the person's prompts can replace.
     */
    async list(): Promise<ListedPrompt[]> {
      const inFiles = (await Promise.all(folders().map(listFolder))).flat();
      const builtIn = builtInPrompts(t).map(
        (prompt): ListedPrompt => ({ ...prompt, from: t('built in'), place: 'builtIn' }),
      );
      // Editor commands use the built-in prompts, too: a workspace's file must not replace their text.
      const isReplaced = ({ name, place }: ListedPrompt) =>
        place === 'workspace' && builtIn.some((prompt) => isSameName(prompt.name, name));
      return firstOfEachName([...inFiles.filter((prompt) => !isReplaced(prompt)), ...builtIn]);
    },
    /** The prompt as its file is now. */
    async read({ name, description, address }: ListedPrompt): Promise<PromptReading> {
      if (address) {
        known.delete(address.toString());
        return await look(address, basename(address.path));
      }
      const body = builtInPrompts(t).find((prompt) => prompt.name === name)?.body ?? '';
      return { name, description, body };
    },
  };
}

function firstOfEachName(prompts: readonly ListedPrompt[]): ListedPrompt[] {
  return prompts.filter(
    (prompt, place) => prompts.findIndex(({ name }) => isSameName(name, prompt.name)) === place,
  );
}

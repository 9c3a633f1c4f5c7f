import * as vscode from 'vscode';
import { notify } from '../../platform/notifications.ts';
import {
  type CodeAttachment,
  type CodeInEditor,
  findCode,
  findCodeIn,
  problemsOf,
  toAttachments,
} from './codeInEditor.ts';
import { showSymbolSearch } from './enclosingSymbol.ts';

/** The code of a prompt. */
export interface PromptCode {
  readonly pieces: readonly CodeAttachment[];
  /** All of them as one text, for prompts that have a place for it. */
  readonly selection: string;
  /** What is reported for the code, where the prompt is about that. */
  readonly problems: readonly CodeAttachment[];
}

export function codeForPrompt(prompt: string, code: CodeInEditor): PromptCode {
  const pieces = toAttachments(code);
  return {
    pieces,
    selection: pieces.map(({ text }) => text).join('\n\n'),
    problems: prompt === 'fix' ? problemsOf(code) : [],
  };
}

/**
 * The code that an editor command is about. Undefined if there is none, which the person is told, or if they canceled
 * the search.
 */
export async function findCommandCode(place: unknown): Promise<CodeInEditor | undefined> {
  // A menu passes the URI of its editor, which is the active one; a light bulb passes a location.
  const code = await showSymbolSearch(() => findCode(place instanceof vscode.Location ? place : undefined));
  if (typeof code !== 'string') return code;
  void notify('info', code);
  return undefined;
}

/**
 * For a prompt that is run outside of the editor: the code of a document, or a message why there is none. Undefined if
 * the person canceled the search.
 */
export async function findPromptCode(
  prompt: string,
  document: vscode.TextDocument | undefined,
  selections: readonly vscode.Selection[],
): Promise<PromptCode | string | undefined> {
  const code = await showSymbolSearch(() => findCodeIn(document, selections));
  return typeof code === 'object' ? codeForPrompt(prompt, code) : code;
}

import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { toAttachments } from './codeInEditor.ts';
import type { CodeAttachment, CodeQuestion } from './codeQuestion.ts';
import { codeForPrompt, findCommandCode, type PromptCode } from './promptCode.ts';
import { registerCodeActions } from './promptCodeActions.ts';

/** What the commands need of the chat. */
export interface EditorPromptPorts {
  /**
   * What a prompt says, the person's own words for it included, about this code; undefined where there is nothing to ask,
   * of which the person knows.
   */
  readonly prepare: (text: string, code: PromptCode) => Promise<CodeQuestion | undefined>;
  /** Opens the chat, with this attached to what is being written there. */
  readonly attach: (attachments: readonly CodeAttachment[]) => Promise<void>;
}

/** The editor's commands that ask about code, and the light bulb that offers them. */
export function registerEditorPrompts(ports: EditorPromptPorts): vscode.Disposable {
  async function ask(prompt: 'explain' | 'fix', place: unknown): Promise<void> {
    const code = await findCommandCode(place);
    if (!code) return;
    const given = codeForPrompt(prompt, code);
    const question = await ports.prepare(`/${prompt}`, given);
    if (!question) return;
    // A person's own words may have a place for the code: once is enough.
    const attachments = question.hasSelection ? [] : given.pieces;
    await question.ask([...attachments, ...given.problems]);
  }

  async function addToChat(): Promise<void> {
    const code = await findCommandCode(undefined);
    if (code) await ports.attach(toAttachments(code));
  }

  return vscode.Disposable.from(
    registerCodeActions(),
    vscode.commands.registerCommand(commands.explainSelection, (place: unknown) => ask('explain', place)),
    vscode.commands.registerCommand(commands.fixSelection, (place: unknown) => ask('fix', place)),
    vscode.commands.registerCommand(commands.addSelectionToChat, addToChat),
  );
}

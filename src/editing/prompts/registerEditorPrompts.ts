import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import type { Lazy } from '../../platform/loadWhenUsed.ts';
import type { CodeAttachment, PromptCode } from './codeInEditor.ts';

/** A prompt that is ready to be sent. */
interface CodeQuestion {
  readonly text: string;
  /** Whether the text already includes the code, where the prompt has a placeholder for it. */
  readonly hasSelection?: boolean | undefined;
  /** Opens the chat and sends the prompt, with these and with the files that it names. */
  ask(attachments: readonly CodeAttachment[]): Promise<void>;
}

/** What the commands need of the chat. */
interface Chat {
  /**
   * The text of a prompt about this code, which the person may have customized; undefined if there is nothing to ask,
   * which the person has been told.
   */
  prepare(text: string, code: PromptCode): Promise<CodeQuestion | undefined>;
  /** Opens the chat, with this attached to what is being written there. */
  attach(attachments: readonly CodeAttachment[]): Promise<void>;
}

/** Registers the editor's commands about code, and their code actions. */
export function registerEditorPrompts(chat: Lazy<Chat>): vscode.Disposable {
  async function ask(prompt: 'explain' | 'fix', place: unknown): Promise<void> {
    const { codeForPrompt, findCommandCode } = await import('./codeInEditor.ts');
    const code = await findCommandCode(place);
    if (!code) return;
    const given = codeForPrompt(prompt, code);
    const question = await (await chat.get()).prepare(`/${prompt}`, given);
    if (!question) return;
    // A customized prompt may include the code already: don't attach it again.
    const attachments = question.hasSelection ? [] : given.pieces;
    await question.ask([...attachments, ...given.problems]);
  }

  async function addToChat(): Promise<void> {
    const { findCommandCode, toAttachments } = await import('./codeInEditor.ts');
    const code = await findCommandCode(undefined);
    if (code) await (await chat.get()).attach(toAttachments(code));
  }

  return vscode.Disposable.from(
    registerCodeActions(),
    vscode.commands.registerCommand(commands.explainSelection, (place: unknown) => ask('explain', place)),
    vscode.commands.registerCommand(commands.fixSelection, (place: unknown) => ask('fix', place)),
    vscode.commands.registerCommand(commands.addSelectionToChat, addToChat),
  );
}

/** Editors that hold no code of a person's: logs, boxes for a comment or a commit message. */
const otherSchemes: ReadonlySet<string> = new Set([
  'output',
  'comment',
  'vscode-scm',
  'vscode',
  'vscode-terminal',
]);

const { QuickFix, RefactorRewrite, Empty } = vscode.CodeActionKind;

/**
 * The actions of the light bulb. A fix wherever a problem is reported; the others only for a selection, or if the
 * person asks for actions: a light bulb on each line would mean nothing.
 */
function registerCodeActions(): vscode.Disposable {
  const { t } = vscode.l10n;
  const actions: readonly (readonly [title: string, kind: vscode.CodeActionKind, command: string])[] = [
    [t('Fix with Model Relay'), QuickFix, commands.fixProblems],
    [t('Fix in Chat with Model Relay'), QuickFix, commands.fixSelection],
    [t('Rewrite with Model Relay…'), RefactorRewrite, commands.rewriteSelection],
    [t('Write Doc Comments with Model Relay'), RefactorRewrite, commands.writeDocComments],
    [t('Explain with Model Relay'), Empty, commands.explainSelection],
    [t('Write Tests with Model Relay'), Empty, commands.writeTests],
  ];
  return vscode.languages.registerCodeActionsProvider(
    '*',
    {
      provideCodeActions(document, range, { diagnostics, only, triggerKind }) {
        if (otherSchemes.has(document.uri.scheme)) return [];
        const isAsked = !range.isEmpty || triggerKind === vscode.CodeActionTriggerKind.Invoke;
        return actions
          .filter(([, kind]) => !only || only.contains(kind))
          .filter(([, kind]) => (kind === QuickFix ? diagnostics.length > 0 : isAsked))
          .map(([title, kind, command]) => {
            const action = new vscode.CodeAction(title, kind);
            action.command = { command, title, arguments: [new vscode.Location(document.uri, range)] };
            if (kind === QuickFix) action.diagnostics = [...diagnostics];
            return action;
          });
      },
    },
    { providedCodeActionKinds: [QuickFix, RefactorRewrite, Empty] },
  );
}

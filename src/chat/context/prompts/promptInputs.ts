import * as vscode from 'vscode';
import { plainText } from '../../../platform/notifications.ts';
import { inputKey, type PromptInput } from './promptVariables.ts';

/** Asks for all that a prompt wants to know, one after the other; undefined as soon as one box is left. */
export async function askForInputs(
  prompt: string,
  inputs: readonly PromptInput[],
): Promise<Map<string, string> | undefined> {
  const { t } = vscode.l10n;
  const answers = new Map<string, string>();
  for (const [place, { name, placeholder }] of inputs.entries()) {
    const step = inputs.length > 1 ? ` (${t('{0} of {1}', place + 1, inputs.length)})` : '';
    const answer = await vscode.window.showInputBox({
      title: plainText(`/${prompt}: ${name}${step}`),
      placeHolder: plainText(placeholder),
      // A look into another file, to copy from it, must not throw away what was answered before.
      ignoreFocusOut: true,
    });
    if (answer === undefined) return undefined;
    answers.set(inputKey(name), answer);
  }
  return answers;
}

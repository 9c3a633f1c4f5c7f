import type { Translate } from '../../../text/translate.ts';
import type { PromptProblem } from './promptFile.ts';
import type { EditorVariable } from './promptVariables.ts';

/** Why a prompt's file can't be used, and what to do. */
export function describePromptProblem(file: string, problem: PromptProblem, t: Translate): string {
  switch (problem.reason) {
    case 'tooLarge':
      return t('The prompt {0} is larger than 100 KB. Make it shorter.', file);
    case 'notText':
      return t('The prompt {0} is not UTF-8 text. Save it with UTF-8 encoding.', file);
    case 'empty':
      return t('The prompt {0} is empty. Write the prompt below its front matter.', file);
    case 'unreadable':
      return t('The prompt {0} can’t be read. See the log for details.', file);
    case 'frontMatter':
      return t(
        'The front matter of the prompt {0} is invalid at line {1}. Write it between two lines of ---, with one “name: value” per line.',
        file,
        problem.line,
      );
  }
}

/** What a prompt takes from the editor and isn't there. */
export function describeMissing(prompt: string, variable: EditorVariable, t: Translate): string {
  switch (variable) {
    case 'selection':
      return t('/{0} uses the selection. Select text in an editor, then send the message again.', prompt);
    case 'clipboard':
      return t(
        '/{0} uses the clipboard, which is empty. Copy some text, then send the message again.',
        prompt,
      );
    case 'workspaceFolder':
    case 'workspaceFolderBasename':
      return t('/{0} uses the open folder. Open a folder, then send the message again.', prompt);
    default:
      return t('/{0} uses the open file. Open a file in an editor, then send the message again.', prompt);
  }
}

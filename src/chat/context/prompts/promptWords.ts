import type { Translate } from '../../../text/translate.ts';
import type { PromptProblem } from './promptFile.ts';
import type { EditorVariable } from './promptVariables.ts';

/** Why a prompt's file can't be used, and what to do. */
export function describePromptProblem(file: string, problem: PromptProblem, t: Translate): string {
  switch (problem.reason) {
    case 'tooLarge':
      return t('The prompt {0} is larger than 100 KB. Make it shorter.', file);
    case 'notText':
      return t('The prompt {0} is not a text in UTF-8. Save it as one.', file);
    case 'empty':
      return t('The prompt {0} is empty. Write below its front matter what is to be asked.', file);
    case 'unreadable':
      return t('The prompt {0} can’t be read. The log says why.', file);
    case 'frontMatter':
      return t(
        'The front matter of the prompt {0} can’t be read, at line {1}. It stands between two lines of ---, with a name and a colon on each line.',
        file,
        problem.line,
      );
  }
}

/** What a prompt takes from the editor and isn't there. */
export function describeMissing(prompt: string, variable: EditorVariable, t: Translate): string {
  switch (variable) {
    case 'selection':
      return t('/{0} asks about selected text. Select some in an editor, then send it again.', prompt);
    case 'clipboard':
      return t(
        '/{0} asks about the text on the clipboard, and there is none. Copy it, then send again.',
        prompt,
      );
    case 'workspaceFolder':
    case 'workspaceFolderBasename':
      return t('/{0} asks about the open folder. Open one, then send it again.', prompt);
    default:
      return t('/{0} asks about the open file. Open one in an editor, then send it again.', prompt);
  }
}

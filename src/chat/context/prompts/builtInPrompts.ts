import type { Translate } from '../../../text/translate.ts';

/** A prompt that comes with the extension. A user prompt file of the same name replaces it. */
interface BuiltInPrompt {
  readonly name: 'explain' | 'fix' | 'tests';
  readonly description: string;
  /** For models, in English, which all of them understand best. */
  readonly body: string;
}

/** Whether a prompt is about the selected code, which is then attached, even if the person replaced its text. */
export function isAboutSelection(name: string): boolean {
  return ['explain', 'fix', 'tests'].includes(name.toLowerCase());
}

export function builtInPrompts(t: Translate): BuiltInPrompt[] {
  return [
    {
      name: 'explain',
      description: t('Explain the selected code'),
      body: 'Explain this code: what it does, how it works, and which details are easy to miss. Skip what is obvious.',
    },
    {
      name: 'fix',
      description: t('Find and fix problems in the selected code'),
      body: 'Find the problems in this code, starting with the reported ones, if any. State the cause in a sentence or two. Then show the corrected code as one block that can replace it, and change nothing else.',
    },
    {
      name: 'tests',
      description: t('Write tests for the selected code'),
      body: 'Write tests for this code, with the test framework and in the style of its project. Cover its behavior, edge cases and errors. Show them as one complete file, and say where in the project it belongs.',
    },
  ];
}

/**
 * Asks the model to respond in the display language, because the person may not read English well. '' for English, the
 * language of the prompts. The language that the person writes in takes precedence.
 */
export function languageRequest(displayLanguage: string): string {
  const tag = /^zh-(cn|hans)/i.test(displayLanguage)
    ? 'zh-Hans'
    : /^zh-(tw|hk|hant)/i.test(displayLanguage)
      ? 'zh-Hant'
      : displayLanguage;
  if (/^en(-|$)/i.test(tag)) return '';
  return `Answer in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(tag)}, unless I write in another language.`;
}

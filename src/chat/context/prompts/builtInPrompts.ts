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
      body: 'Explain this code: what it is for, how it goes about it, and what in it is easily overlooked. Leave out what is plain from reading it.',
    },
    {
      name: 'fix',
      description: t('Find and fix problems in the selected code'),
      body: 'Find what is wrong with this code, beginning with the problems that were reported for it, if any. Say in a sentence or two what the cause is. Then show the code corrected, as one block that can take its place, and change nothing in it that is right.',
    },
    {
      name: 'tests',
      description: t('Write tests for the selected code'),
      body: 'Write tests for this code, with the test framework and in the style that its project seems to use. Cover what it promises, its edge cases and its errors. Show them as one complete file, and say where in the project it belongs.',
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
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag);
    return name === undefined ? '' : `Answer in ${name}, unless I write in another language.`;
  } catch {
    return '';
  }
}

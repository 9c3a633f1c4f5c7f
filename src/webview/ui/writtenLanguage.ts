import { languageOf, type ScriptLanguage } from '../../text/scripts.ts';
import { language } from './l10n.ts';

/** Enough of a text to tell its language by. */
const sampleLength = 400;
/** Pages in these languages are not written in Latin letters, so that a text in those is in another language. */
const otherScripts: readonly string[] = ['zh', 'ja', 'ko', 'ru'] satisfies ScriptLanguage[];

/** The language of a text that is not in the page's own, for its `lang`: voices and fonts are chosen by that. */
export function foreignLanguage(text: string): ScriptLanguage | undefined {
  const found = languageOf(text.slice(0, sampleLength));
  const [own = ''] = (language() ?? navigator.language).toLowerCase().split('-');
  if (found === own || (found === 'en' && !otherScripts.includes(own))) return undefined;
  return found;
}

/** Says in which language an element is written, where that is not the page's own. */
export function withLanguage<Kind extends HTMLElement>(element: Kind): Kind {
  const found = foreignLanguage(element.textContent ?? '');
  if (found !== undefined) element.lang = found;
  return element;
}

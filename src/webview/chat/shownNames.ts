import { html, type TemplateResult } from 'lit';
import { ellipsize } from '../../text/ellipsize.ts';
import { t } from '../ui/l10n.ts';

/**
 * An external name for use in the UI: on one line, with limited length, and without characters that change the text
 * direction.
 */
export function shortenName(name: string, maximumLength: number): string {
  const shortened = ellipsize(name, maximumLength);
  return shortened.replace(/\p{Bidi_Control}/gu, '').replace(/\p{Cc}+/gu, ' ');
}

/** Number of characters that distinguish a prompt from others. */
const maximumPromptStart = 40;

/** A name with the start of its prompt, so that entries in a list of such names can be told apart. */
export function nameWithPrompt(name: string, prompt: string): string {
  const firstLine = /\S[^\n]{0,100}/.exec(prompt)?.[0].trimEnd() ?? '';
  return firstLine === '' ? name : t('{0}: {1}', name, shortenName(firstLine, maximumPromptStart));
}

/** Relays choose the names of models freely; no legitimate name is longer than this. */
const maximumModelLength = 100;

/** The name of a model, as far as there is room for it. */
export function shortenModel(model: string): string {
  return shortenName(model, maximumModelLength);
}

/** Number of characters at the end of a model's name that are always shown. */
const nameEnd = 6;

/**
 * Shortens a name in the middle if there is no room, because its end distinguishes versions. The style sheet shows
 * either the whole name or the shortened one, whose texts are attributes: they are not part of the name.
 */
export function renderModelName(name: string): TemplateResult {
  const end = name.length > 2 * nameEnd ? name.length - nameEnd : name.length;
  return html`<span class="model-name"
    ><span class="model-name-short" aria-hidden="true" data-start=${name.slice(0, end)} data-end=${name.slice(end)}></span
    ><span class="model-name-whole">${name}</span></span
  >`;
}

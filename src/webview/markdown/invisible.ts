import { codePointName } from '../../text/invisibleCharacters.ts';
import { createElement } from '../ui/dom.ts';

/** Scripts in which a joiner between two letters changes their shape, and emoji, which are composed with it. */
const joinable = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F`;

/**
 * Invisible characters that mislead: they change the direction of the text around them (as in "Trojan Source"), or hide
 * in seemingly empty text. Line breaks and tabs are harmless.
 */
const invisible = new RegExp(
  [
    String.raw`(?<![${joinable}])[\u200C\u200D]`,
    String.raw`[\u200C\u200D](?![${joinable}])`,
    String.raw`[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F]`,
    String.raw`[\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}]`,
  ].join('|'),
  'u',
);
/** Splits a text into ordinary parts and, between them, the single invisible characters. */
const aroundInvisible = new RegExp(`(${invisible.source})`, 'u');

/**
 * The text with every invisible character shown as its code, and isolated from the text around it. Copying gives the
 * exact text: the style sheet generates the codes.
 */
export function createVisibleText(text: string): Text | DocumentFragment {
  if (!invisible.test(text)) return document.createTextNode(text);
  const fragment = document.createDocumentFragment();
  for (const [place, part] of text.split(aroundInvisible).entries()) {
    const isInvisible = place % 2 === 1;
    const attributes = { class: 'invisible-character', 'data-code': codePointName(part) };
    fragment.append(isInvisible ? createElement('span', attributes, part) : part);
  }
  return fragment;
}

/** Appends text to an element, to its last text node if possible: many text nodes in one box are slow to lay out. */
export function appendVisibleText(element: Element, text: string): void {
  const added = createVisibleText(text);
  const { lastChild } = element;
  if (added instanceof Text && lastChild instanceof Text) lastChild.appendData(text);
  else element.append(added);
}

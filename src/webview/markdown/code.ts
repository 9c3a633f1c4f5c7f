import { createElement, createIcon } from '../dom.ts';
import { t } from '../l10n.ts';
import { colourCode } from './highlight.ts';

/**
 * Lines in one box of plain code. The browser lays out a box of text again whenever it grows, so code that may be
 * long is a stack of boxes, of which only the last one grows.
 */
const linesInChunk = 200;

const copyTexts = new WeakMap<Element, () => string>();

/** The exact text that a Copy button stands for. */
export function copyTextOf(button: Element): string | undefined {
  return copyTexts.get(button)?.();
}

/** A finished code block. */
export function createCodeBlock(code: string, language: string): HTMLElement {
  const coloured = colourCode(code, language.toLowerCase());
  const content = createElement('code');
  if (coloured) content.append(...coloured);
  else appendPlainCode(content, code);
  return createFrame(content, language, () => code);
}

function createFrame(content: HTMLElement, language: string, copyText: () => string): HTMLElement {
  const button = createElement(
    'button',
    { type: 'button', class: 'icon-button copy-code', 'aria-label': t('Copy code'), title: t('Copy code') },
    createIcon('copy'),
  );
  copyTexts.set(button, copyText);
  return createElement(
    'div',
    { class: 'code-block' },
    createElement(
      'div',
      { class: 'code-header' },
      createElement('span', { class: 'code-language' }, language),
      button,
    ),
    createElement('pre', {}, content),
  );
}

/** Adds code at the end of an element. What it makes depends on the whole text only, not on how it was cut. */
function appendPlainCode(content: HTMLElement, code: string): void {
  createPlainAppender(content)(code);
}

/** A function that adds text at the end of an element, a line break at the end of which is kept for later. */
function createPlainAppender(content: HTMLElement): (text: string) => void {
  let chunk: HTMLElement | undefined;
  let breaksInChunk = 0;
  const write = (text: string): void => {
    if (text === '') return;
    if (!chunk) {
      chunk = createElement('span', { class: 'code-chunk' });
      content.append(chunk);
      breaksInChunk = 0;
    }
    chunk.append(text);
  };
  return (text) => {
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      breaksInChunk += 1;
      if (breaksInChunk < linesInChunk) continue;
      write(text.slice(from, at + 1));
      chunk = undefined;
      from = at + 1;
    }
    write(text.slice(from));
  };
}

const openingFence = /^(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)\n/;

/** The line that opens a code block at the very start of the text, when that line is complete. */
export function matchOpeningFence(text: string): string | undefined {
  return openingFence.exec(text)?.[0];
}

/** A code block whose closing fence has not come. Text is added to it without looking at the old text again. */
export class OpenCodeBlock {
  readonly element: HTMLElement;
  readonly #language: string;
  readonly #parts: string[] = [];
  readonly #appendToElement: (text: string) => void;
  readonly #closingFence: RegExp;
  readonly #startOfClosingFence: RegExp;
  /** The current line as long as it may turn out to be the closing fence; undefined once it is known as code. */
  #undecided: string | undefined = '';

  constructor(openingLine: string, language: string) {
    const marker = openingLine.charAt(0);
    const length = openingLine.length - openingLine.replace(/^(.)\1*/, '').length;
    this.#closingFence = new RegExp(`^ {0,3}${marker}{${length},}[ \\t]*$`);
    this.#startOfClosingFence = new RegExp(`^ {0,3}${marker}*[ \\t]*$`);
    this.#language = language;
    const content = createElement('code');
    this.#appendToElement = createPlainAppender(content);
    this.element = createFrame(content, language, () => this.#parts.join(''));
  }

  /** Adds text. Returns what follows the closing fence's line when that came, else undefined. */
  add(text: string): string | undefined {
    let from = 0;
    for (;;) {
      const lineBreak = text.indexOf('\n', from);
      const isWhole = lineBreak !== -1;
      const piece = text.slice(from, isWhole ? lineBreak : undefined);
      if (this.#undecided === undefined) {
        this.#write(piece);
      } else {
        const line = this.#undecided + piece;
        if (isWhole && this.#closingFence.test(line)) {
          this.#undecided = '';
          return text.slice(lineBreak + 1);
        }
        const isUndecided = !isWhole && this.#startOfClosingFence.test(line);
        if (!isUndecided) this.#writeLine(line);
        this.#undecided = isUndecided ? line : undefined;
      }
      if (!isWhole) return undefined;
      this.#undecided = '';
      from = lineBreak + 1;
    }
  }

  /** The finished block, when no more text comes or the closing fence came. */
  finish(): HTMLElement {
    if (this.#undecided && !this.#closingFence.test(this.#undecided)) this.#writeLine(this.#undecided);
    return createCodeBlock(this.#parts.join(''), this.#language);
  }

  /** Writes the start of a line, after the break that ends the line before it. */
  #writeLine(line: string): void {
    this.#write(this.#parts.length === 0 ? line : `\n${line}`);
  }

  #write(text: string): void {
    this.#parts.push(text);
    this.#appendToElement(text);
  }
}

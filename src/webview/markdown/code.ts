import { createElement } from '../dom.ts';
import { codeOfButton, createCodeHeader, type HeadedCode, languageOf, nameCode } from './codeHeader.ts';
import { colourCode } from './highlight.ts';
import { createVisibleText } from './invisible.ts';
import { watchWidth } from './scrolling.ts';

/**
 * Lines in one box of plain code. The browser lays out a box of text again whenever it grows, so code that may be
 * long is a stack of boxes, of which only the last one grows.
 */
const linesInChunk = 200;

/** A finished code block. `info` is what stands behind the opening fence: the language, and what may follow it. */
export function createCodeBlock(code: string, info: string): HTMLElement {
  const coloured = colourCode(code, languageOf(info).toLowerCase());
  const content = createElement('code');
  if (coloured) content.append(...coloured);
  else createPlainAppender(content, createVisibleText)(code);
  const { block, frame } = createFrame(content, { info, readText: () => code, isFinished: true });
  watchWidth(frame, nameCode(info, code));
  return block;
}

function createFrame(content: HTMLElement, code: HeadedCode): { block: HTMLElement; frame: HTMLElement } {
  const frame = createElement('pre', {}, content);
  return { block: createElement('div', { class: 'code-block' }, createCodeHeader(code), frame), frame };
}

/** A function that adds text at the end of an element, in boxes of so many lines. */
function createPlainAppender(
  content: HTMLElement,
  toNode: (text: string) => Node | string = (text) => text,
): (text: string) => void {
  let chunk: HTMLElement | undefined;
  let breaksInChunk = 0;
  const write = (text: string): void => {
    if (text === '') return;
    if (!chunk) {
      chunk = createElement('span', { class: 'code-chunk' });
      content.append(chunk);
      breaksInChunk = 0;
    }
    chunk.append(toNode(text));
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
  readonly #info: string;
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
    const rest = openingLine.slice(openingLine.indexOf(language) + language.length).trim();
    this.#info = language === '' || rest === '' ? language : `${language} ${rest}`;
    const content = createElement('code');
    this.#appendToElement = createPlainAppender(content);
    const readText = () => this.#parts.join('');
    this.element = createFrame(content, { info: this.#info, readText, isFinished: false }).block;
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
    const block = createCodeBlock(this.#parts.join(''), this.#info);
    if (this.element.contains(document.activeElement)) moveFocus(block);
    return block;
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

/** The focus goes on from the open block to the finished one, which stands in its place in a moment. */
function moveFocus(block: Element): void {
  queueMicrotask(() => {
    const copy = [...block.querySelectorAll('button')].find(
      (button) => codeOfButton(button)?.action === 'copy',
    );
    if (document.hasFocus()) copy?.focus({ preventScroll: true });
  });
}

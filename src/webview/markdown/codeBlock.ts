import { endsCode, languageOfInfo, mayEndCode, readFence } from '../../text/codeFence.ts';
import { createElement } from '../ui/dom.ts';
import { t } from '../ui/l10n.ts';
import { codeOfButton, createCodeHeader, nameCode } from './codeHeader.ts';
import { CodeText } from './codeText.ts';
import { watchWidth } from './scrolling.ts';

/** A finished code block. `info` is what stands behind the opening fence: the language, and what may follow it. */
export function createCodeBlock(code: string, info: string): HTMLElement {
  const text = new CodeText(languageOfInfo(info).toLowerCase());
  text.add(code);
  text.finish();
  const header = createCodeHeader({ info, readText: () => code, isFinished: true });
  return createBlock(header, text, nameCode(info, code));
}

function createBlock(header: Element, text: CodeText, name: string): HTMLElement {
  const frame = createElement('pre', {}, text.element);
  watchWidth(frame, name || t('Code'));
  return createElement('div', { class: 'code-block' }, header, frame);
}

/** The line that opens a code block at the very start of the text, when that line is complete. */
export function matchOpeningFence(text: string): string | undefined {
  const line = /^[`~][^\n]*\n/.exec(text)?.[0];
  return line !== undefined && readFence(line) ? line : undefined;
}

/** A code block whose closing fence has not come. Text is added to it without looking at the old text again. */
export class OpenCodeBlock {
  readonly element: HTMLElement;
  readonly #info: string;
  readonly #parts: string[] = [];
  readonly #text: CodeText;
  readonly #mark: string;
  /** The current line as long as it may turn out to be the closing fence; undefined once it is known as code. */
  #undecided: string | undefined = '';

  constructor(openingLine: string, language: string) {
    this.#mark = readFence(openingLine)?.mark ?? '';
    const rest = openingLine.slice(openingLine.indexOf(language) + language.length).trim();
    this.#info = language === '' || rest === '' ? language : `${language} ${rest}`;
    this.#text = new CodeText(language.toLowerCase());
    this.element = createBlock(this.#createHeader(false), this.#text, language);
  }

  /** Adds text. Returns what follows the closing fence's line when that came, else undefined. */
  add(text: string): string | undefined {
    const before = this.#parts.length;
    const rest = this.#takeLines(text);
    this.#text.add(this.#parts.slice(before).join(''));
    return rest;
  }

  /** Says that no more text comes, or that the closing fence came. */
  finish(): void {
    if (this.#undecided && !endsCode(this.#undecided, this.#mark))
      this.#text.add(this.#takeLine(this.#undecided));
    this.#text.finish();
    const [openHeader, frame] = this.element.children;
    const hasFocus = openHeader?.contains(document.activeElement);
    const header = this.#createHeader(true);
    openHeader?.replaceWith(header);
    if (hasFocus) focusCopy(header);
    if (frame) watchWidth(frame, nameCode(this.#info, this.#readText()) || t('Code'));
  }

  #takeLines(text: string): string | undefined {
    let from = 0;
    for (;;) {
      const lineBreak = text.indexOf('\n', from);
      const isWhole = lineBreak !== -1;
      const piece = text.slice(from, isWhole ? lineBreak : undefined);
      if (this.#undecided === undefined) {
        this.#parts.push(piece);
      } else {
        const line = this.#undecided + piece;
        if (isWhole && endsCode(line, this.#mark)) {
          this.#undecided = '';
          return text.slice(lineBreak + 1);
        }
        const isUndecided = !isWhole && mayEndCode(line, this.#mark);
        if (!isUndecided) this.#takeLine(line);
        this.#undecided = isUndecided ? line : undefined;
      }
      if (!isWhole) return undefined;
      this.#undecided = '';
      from = lineBreak + 1;
    }
  }

  /** Takes the start of a line, after the break that ends the line before it. */
  #takeLine(line: string): string {
    const part = this.#parts.length === 0 ? line : `\n${line}`;
    this.#parts.push(part);
    return part;
  }

  #createHeader(isFinished: boolean): HTMLElement {
    return createCodeHeader({ info: this.#info, readText: () => this.#readText(), isFinished });
  }

  #readText(): string {
    return this.#parts.join('');
  }
}

/** The focus goes on from the header of the open block to that of the finished one. */
function focusCopy(header: Element): void {
  const buttons = [...header.querySelectorAll('button')];
  buttons.find((button) => codeOfButton(button)?.action === 'copy')?.focus({ preventScroll: true });
}

import { endsCode, languageOfInfo, mayEndCode, readFence } from '../../text/codeFence.ts';
import { describeCode, readNewPath } from '../../text/describeCode.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { isShell } from '../../text/languages.ts';
import { createElement, createIcon } from '../ui/dom.ts';
import { t } from '../ui/l10n.ts';
import { hasModifier, stepByKey } from '../ui/listeners.ts';
import { CodeText } from './codeText.ts';
import { watchWidth } from './scrolling.ts';

/** The action of a button above a code block. The page handles `copy`, the host all others. */
type CodeButtonAction = 'copy' | 'insert' | 'apply' | 'runInTerminal' | 'preview' | 'more';

/** The code that a button acts on. */
interface CodeOfButton {
  readonly action: CodeButtonAction;
  /** The exact text received so far. */
  readonly text: string;
  /** The complete info string after the opening fence. */
  readonly language: string;
}

const codes = new WeakMap<Element, () => CodeOfButton>();

/** The code that a button acts on; undefined for any other element. */
export function codeOfButton(button: Element): CodeOfButton | undefined {
  return codes.get(button)?.();
}

/**
 * The language and the buttons. A block that is not complete can only be copied. In Restricted Mode, the style sheet
 * hides all actions of the host.
 */
function createCodeHeader(info: string, readText: () => string, isFinished: boolean): HTMLElement {
  const language = languageOfInfo(info);
  const name = isFinished ? nameCode(info, readText()) : language;
  const plainButton = (className: string, icon: string, words: string) =>
    createElement(
      'button',
      {
        type: 'button',
        class: `icon-button ${className}`,
        'aria-label': name === '' ? words : t('{0}: {1}', words, name),
        title: words,
      },
      createIcon(icon),
    );
  const button = (action: CodeButtonAction, icon: string, words: string) => {
    const element = plainButton(action === 'copy' ? 'copy-code' : 'code-action', icon, words);
    codes.set(element, () => ({ action, text: readText(), language: info }));
    return element;
  };
  const listButtons = () => {
    const copy = button('copy', 'copy', t('Copy code'));
    if (!isFinished) return [copy];
    const isDiagram = language.toLowerCase() === 'mermaid';
    const isLong = readText().split('\n', foldableLines + 1).length > foldableLines;
    return [
      isDiagram && button('preview', 'open-preview', t('Preview diagram')),
      copy,
      isShell(language) && button('runInTerminal', 'play', t('Run in Terminal…')),
      button('insert', 'insert', t('Insert at cursor')),
      button('apply', 'git-pull-request-go-to-changes', t('Apply to file')),
      addToggle(plainButton('wrap-code', 'word-wrap', t('Wrap lines')), 'is-wrapped'),
      isLong && addToggle(plainButton('fold-code', 'fold', t('Collapse')), 'is-folded'),
      button('more', 'ellipsis', t('More actions')),
    ].filter((shown) => shown !== false);
  };
  return createElement(
    'div',
    { class: 'code-header' },
    createCodeName(language, isFinished ? describeCode(info, readText()).paths[0] : undefined),
    createCodeToolbar(name === '' ? t('Code') : name, listButtons()),
  );
}

/** Shorter blocks have no Collapse button. */
const foldableLines = 30;

/** The file that a block belongs to, or its language. A path with misleading characters is not shown. */
function createCodeName(language: string, path: string | undefined): HTMLElement {
  const plain = path === undefined ? undefined : readNewPath(path);
  if (plain === undefined) return createElement('span', { class: 'code-language' }, language);
  const [, folder = '', file = plain] = /^(?:(.*)\/)?([^/]*)$/.exec(plain) ?? [];
  return createElement(
    'span',
    { class: 'code-language', title: plain },
    createElement('span', { class: 'code-file' }, file),
    ...(folder === '' ? [] : [` ${folder}`]),
  );
}

/** A button that changes how its block is shown. */
function addToggle(button: HTMLElement, className: string): HTMLElement {
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => {
    const isOn = button.closest('.code-block')?.classList.toggle(className) ?? false;
    button.setAttribute('aria-pressed', String(isOn));
  });
  return button;
}

const longestFirstLine = 40;

/** The name of a block for screen readers: its language and first words. */
function nameCode(info: string, code: string): string {
  const firstLine = /\S[^\n]*/.exec(code)?.[0].trimEnd() ?? '';
  return [languageOfInfo(info), ellipsize(firstLine, longestFirstLine)]
    .filter((part) => part !== '')
    .join(', ');
}

/** Sets whether the workspace is trusted, for all current and future blocks. */
export function showTrust(isTrusted: boolean): void {
  document.documentElement.toggleAttribute('data-trusted-workspace', isTrusted);
}

/** The buttons of a code block: a single tab stop, with arrow keys between them. */
function createCodeToolbar(name: string, buttons: readonly HTMLElement[]): HTMLElement {
  const toolbar = createElement(
    'div',
    { class: 'code-buttons', role: 'toolbar', 'aria-label': name },
    ...buttons,
  );
  const setStop = (stop: HTMLElement | undefined) => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  setStop(buttons[0]);
  toolbar.addEventListener('focusin', ({ target }) => {
    setStop(buttons.find((button) => button === target));
  });
  toolbar.addEventListener('keydown', (event) => {
    if (hasModifier(event)) return;
    // In Restricted Mode, only some buttons are visible.
    const shown = buttons.filter((button) => button.checkVisibility());
    const next = stepByKey(shown, event.target, event.key, ['ArrowLeft', 'ArrowRight']);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return toolbar;
}

/** A complete code block. `info` is the info string after the opening fence: the language, and what may follow it. */
export function createCodeBlock(code: string, info: string): HTMLElement {
  const text = new CodeText(languageOfInfo(info).toLowerCase());
  text.add(code);
  text.finish();
  const header = createCodeHeader(info, () => code, true);
  const block = createBlock(header, text, nameCode(info, code));
  sources.set(block, `${info}\n${code}`);
  return block;
}

const sources = new WeakMap<Node, string>();

/** Whether both are complete blocks of the same code: then the first can stay, with its focus, selection and toggles. */
export function isSameCode(one: Node, other: Node): boolean {
  const source = sources.get(one);
  return source !== undefined && source === sources.get(other);
}

function createBlock(header: Element, text: CodeText, name: string): HTMLElement {
  const frame = createElement('pre', {}, text.element);
  watchWidth(frame, name || t('Code'));
  return createElement('div', { class: 'code-block' }, header, frame);
}

/** The line that opens a code block at the very start of the text, if that line is complete. */
export function matchOpeningFence(text: string): string | undefined {
  const line = /^[`~][^\n]*\n/.exec(text)?.[0];
  return line !== undefined && readFence(line) ? line : undefined;
}

/** A code block without its closing fence yet. Text is appended without processing the earlier text again. */
export class OpenCodeBlock {
  readonly element: HTMLElement;
  readonly #info: string;
  readonly #parts: string[] = [];
  readonly #text: CodeText;
  readonly #mark: string;
  /** The current line while it may still become the closing fence; undefined once it is known to be code. */
  #undecided: string | undefined = '';

  constructor(openingLine: string, language: string) {
    this.#mark = readFence(openingLine)?.mark ?? '';
    const rest = openingLine.slice(openingLine.indexOf(language) + language.length).trim();
    this.#info = language === '' || rest === '' ? language : `${language} ${rest}`;
    this.#text = new CodeText(language.toLowerCase());
    this.element = createBlock(this.#createHeader(false), this.#text, language);
  }

  /** Adds text. Returns the text after the line of the closing fence once that has arrived, otherwise undefined. */
  add(text: string): string | undefined {
    const before = this.#parts.length;
    const rest = this.#takeLines(text);
    this.#text.add(this.#parts.slice(before).join(''));
    return rest;
  }

  /** Call it when the closing fence or the end of the text has arrived. */
  finish(): void {
    if (this.#undecided && !endsCode(this.#undecided, this.#mark))
      this.#text.add(this.#takeLine(this.#undecided));
    this.#text.finish();
    const [openHeader, frame] = this.element.children;
    const hasFocus = openHeader?.contains(document.activeElement);
    const header = this.#createHeader(true);
    openHeader?.replaceWith(header);
    if (hasFocus) header.querySelector<HTMLElement>('.copy-code')?.focus({ preventScroll: true });
    if (frame) watchWidth(frame, nameCode(this.#info, this.#readText()) || t('Code'));
  }

  #takeLines(text: string): string | undefined {
    let end = 0;
    for (const piece of text.split('\n')) {
      end += piece.length + 1;
      const isWhole = end <= text.length;
      const line = this.#undecided === undefined ? undefined : this.#undecided + piece;
      this.#undecided = isWhole ? '' : undefined;
      if (line === undefined) this.#parts.push(piece);
      else if (isWhole && endsCode(line, this.#mark)) return text.slice(end);
      else if (!isWhole && mayEndCode(line, this.#mark)) this.#undecided = line;
      else this.#takeLine(line);
    }
    return undefined;
  }

  /** Takes the start of a line, after the line break. */
  #takeLine(line: string): string {
    const part = this.#parts.length === 0 ? line : `\n${line}`;
    this.#parts.push(part);
    return part;
  }

  #createHeader(isFinished: boolean): HTMLElement {
    return createCodeHeader(this.#info, () => this.#readText(), isFinished);
  }

  #readText(): string {
    return this.#parts.join('');
  }
}

import { languageOfInfo } from '../../text/codeFence.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { createElement, createIcon } from '../ui/dom.ts';
import { t } from '../ui/l10n.ts';
import { stepByKey } from '../ui/listeners.ts';

/** What a button above a block of code does with it. `copy` is the page's own, all else the host's. */
export type CodeButtonAction = 'copy' | 'insert' | 'apply' | 'preview' | 'more';

/** What a button stands for. */
export interface CodeOfButton {
  readonly action: CodeButtonAction;
  /** The exact text, as far as it has come. */
  readonly text: string;
  /** All that stands behind the opening fence. */
  readonly language: string;
}

const codes = new WeakMap<Element, () => CodeOfButton>();

/** The code that a button above it stands for; undefined for any other element. */
export function codeOfButton(button: Element): CodeOfButton | undefined {
  return codes.get(button)?.();
}

/** A block of code as its header wants it. */
export interface HeadedCode {
  readonly info: string;
  readonly readText: () => string;
  /** Nothing more comes. What isn't whole can only be copied. */
  readonly isFinished: boolean;
}

/** The language, and the buttons. Those beside Copy are hidden by the style sheet where the workspace isn't trusted. */
export function createCodeHeader({ info, readText, isFinished }: HeadedCode): HTMLElement {
  const language = languageOfInfo(info);
  const isDiagram = isFinished && language.toLowerCase() === 'mermaid';
  const name = isFinished ? nameCode(info, readText()) : language;
  const button = (action: CodeButtonAction, icon: string, words: string) => {
    const element = createElement(
      'button',
      {
        type: 'button',
        class: `icon-button ${action === 'copy' ? 'copy-code' : 'code-action'}`,
        'aria-label': name === '' ? words : `${words}: ${name}`,
        title: words,
      },
      createIcon(icon),
    );
    codes.set(element, () => ({ action, text: readText(), language: info }));
    return element;
  };
  return createElement(
    'div',
    { class: 'code-header' },
    createElement('span', { class: 'code-language' }, language),
    createCodeToolbar(name === '' ? t('Code') : name, [
      ...(isDiagram ? [button('preview', 'open-preview', t('Preview diagram'))] : []),
      button('copy', 'copy', t('Copy code')),
      ...(isFinished
        ? [
            button('insert', 'insert', t('Insert at cursor')),
            button('apply', 'git-pull-request-go-to-changes', t('Apply to file')),
            button('more', 'ellipsis', t('More actions')),
          ]
        : []),
    ]),
  );
}

const longestFirstLine = 40;

/** Which block it is, for those who don't see it: its language, and how it begins. */
export function nameCode(info: string, code: string): string {
  const firstLine = /\S[^\n]*/.exec(code)?.[0].trimEnd() ?? '';
  return [languageOfInfo(info), ellipsize(firstLine, longestFirstLine)]
    .filter((part) => part !== '')
    .join(', ');
}

/** Says whether the workspace is trusted: at once for every block that is drawn, and for those to come. */
export function showTrust(isTrusted: boolean): void {
  document.documentElement.toggleAttribute('data-trusted-workspace', isTrusted);
}

/** Buttons of a block of code: one stop of Tab, and arrow keys between them. */
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
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    // Where the workspace isn't trusted, only some are there.
    const shown = buttons.filter((button) => button.checkVisibility());
    const next = stepByKey(shown, event.target, key, ['ArrowLeft', 'ArrowRight']);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  return toolbar;
}

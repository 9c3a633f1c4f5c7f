import { stepByKey } from '../ui/arrowKeys.ts';
import { createElement } from '../ui/dom.ts';

/** Buttons of a block of code: one stop of Tab, and arrow keys between them. */
export function createCodeToolbar(name: string, buttons: readonly HTMLElement[]): HTMLElement {
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

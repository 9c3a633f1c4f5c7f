import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { openPlayerPage } from './playerPage.ts';
import { openTabPage } from './tabPage.ts';
import { focusIfNothingIs, ReaderView } from './view/readerElement.ts';

customElements.define('relay-reader', ReaderView);
const view =
  document.querySelector<ReaderView>('relay-reader') ?? document.body.appendChild(new ReaderView());

window.addEventListener('focus', () => focusIfNothingIs(view));
// The page gets no click when the person clicks elsewhere in VS Code, so its menus would stay open.
window.addEventListener('blur', () => {
  for (const popup of document.querySelectorAll<HTMLElement>(':popover-open')) popup.hidePopover();
});

if (view.isInTab) openTabPage(view);
else openPlayerPage(view);
// After the page's own listeners: a key unlocks the sound before it acts as a command.
window.addEventListener('keydown', (event) => view.handleKey(event));

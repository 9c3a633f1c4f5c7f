import { ellipsize } from '../../../text/ellipsize.ts';
import { codeOfButton } from '../../markdown/codeBlock.ts';
import { createElement } from '../../ui/dom.ts';
import { copyText, emitMessage } from '../pageEvents.ts';

/** How long a Copy button shows its success. */
const copiedMs = 2_000;

/** Handles clicks on links and code buttons in rendered Markdown, which have no listeners of their own. */
export function handleClickInText(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest('button');
  const link = event.target.closest('a');
  if (button) handleCode(button);
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  // VS Code listens on the document and would open the link without asking the extension.
  event.stopPropagation();
  const { href, footnote } = link.dataset;
  if (href !== undefined) emitMessage(link, { type: 'openLink', href });
  if (footnote !== undefined) showFootnote(link, footnote);
}

export function isLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('a');
}

function handleCode(button: Element): void {
  const code = codeOfButton(button);
  if (!code) return;
  const { action, text, language } = code;
  if (action !== 'copy') return emitMessage(button, { type: 'code', action, text, language });
  copyText(button, text);
  const icon = button.querySelector('.codicon');
  icon?.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => icon?.classList.replace('codicon-check', 'codicon-copy'), copiedMs);
}

function showFootnote(from: Element, label: string): void {
  const notes = from.closest('.markdown')?.querySelectorAll<HTMLElement>('.footnote') ?? [];
  [...notes].find(({ dataset }) => dataset['footnoteText'] === label)?.focus();
}

/** A user name, as in `https://bank.example@elsewhere.example`, could push the host out of view. */
const longestUserLength = 20;

/** A longer host is shortened in the middle: its end, the registered domain, is visible even in a narrow view. */
const shownHost = { start: 16, end: 72 };

/**
 * Shows the URL of a link in a response while it is hovered or focused: in a line at the bottom of the conversation,
 * above the input. Screen readers get the URL from the link's own description.
 */
export function showLinkAddresses(root: HTMLElement): void {
  const line = createElement('div', { class: 'link-address', 'aria-hidden': 'true' });
  let pointed: HTMLElement | undefined;
  let focused: HTMLElement | undefined;

  function show(): void {
    const address = (pointed ?? focused)?.dataset['href'];
    if (address === undefined) return line.remove();
    line.replaceChildren(...writeAddress(address));
    root.querySelector('.conversation-area')?.append(line);
  }

  for (const type of ['pointerover', 'pointerleave'])
    root.addEventListener(type, ({ target }) => {
      pointed = linkAt(target);
      show();
    });
  for (const type of ['focusin', 'focusout'])
    root.addEventListener(type, ({ target }) => {
      focused = type === 'focusin' ? linkAt(target) : undefined;
      show();
    });
}

function linkAt(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('a[data-href]')) || undefined;
}

/** The URL with its host highlighted, which decides where the link leads. Hosts in other scripts are in punycode. */
function writeAddress(address: string): (Node | string)[] {
  if (!URL.canParse(address)) return [address];
  const { protocol, host, href } = new URL(address);
  if (host === '') return [href];
  const start = `${protocol}//`;
  const [authority = ''] = href.slice(start.length).split(/[/?#]/, 1);
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const shownUser = ellipsize(user, longestUserLength, 1);
  return [
    start,
    shownUser,
    createElement('strong', {}, ellipsize(host, shownHost.start, shownHost.end)),
    href.slice(start.length + authority.length),
  ];
}

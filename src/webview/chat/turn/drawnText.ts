import { codeOfButton } from '../../markdown/codeHeader.ts';
import { copyText, emitMessage } from '../pageEvents.ts';

/** How long a Copy button shows that it copied. */
const copiedMs = 2_000;

/** Handles a click on links and on the buttons of code in the drawn Markdown, which listen to nothing themselves. */
export function handleClickInText(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest('button');
  const link = event.target.closest('a');
  if (button) handleCode(button);
  if (!(link instanceof HTMLElement)) return;
  event.preventDefault();
  // The editor listens at the document and would open links without asking us.
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

import { html, nothing, type TemplateResult } from 'lit';
import type { AttachmentView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { shortenName } from '../shownNames.ts';

/** More than so many warnings are a wall, and say the same. */
const maximumWarnings = 3;

/** A longer name is no help in finding it. */
const maximumNameLength = 100;

/** The warnings of attachments in words, each once, with the names of those that it is about. */
export function describeWarnings(attachments: readonly AttachmentView[]): string[] {
  const names = new Map<string, string[]>();
  for (const { name, warning } of attachments) {
    if (warning === undefined) continue;
    names.set(warning, [...(names.get(warning) ?? []), name]);
  }
  const warnings = [...names].map(([warning, about]) => t('{0}: {1}', nameAll(about), warning));
  const more = warnings.length - maximumWarnings;
  return more > 0 ? [...warnings.slice(0, maximumWarnings), t('{0} more warnings', more)] : warnings;
}

/** The names of attachments, as far as anyone wants to read or hear them. */
export function nameAttachments(attachments: readonly AttachmentView[]): string {
  if (attachments.length > 3) return nameAll(attachments.map(({ name }) => name));
  return attachments.map(({ name }) => shortenName(name, maximumNameLength)).join(', ');
}

function nameAll(names: readonly string[]): string {
  const [first = '', second] = names.map((name) =>
    shortenName(name.slice(name.lastIndexOf('/', name.length - 2) + 1), maximumNameLength),
  );
  if (second === undefined) return first;
  return names.length === 2 ? `${first}, ${second}` : t('{0} and {1} more', first, names.length - 1);
}

/** What to know before sending, as a line with an icon. */
export function renderWarning(words: string): TemplateResult {
  return html`<p class="composer-warning">
    ${renderIcon('warning')}
    <span>${words}</span>
  </p>`;
}

/** A long text that was pasted can go along instead, and the input is free for what is asked about it. */
export function renderLongPaste(isOffered: boolean, attach: () => void): TemplateResult | typeof nothing {
  if (!isOffered) return nothing;
  return html`<p class="composer-hint">
    ${t('This is a long text.')}
    <button type="button" class="link-button" @click=${attach}>${t('Attach Instead')}</button>
  </p>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { formatNumber, t } from '../../l10n.ts';
import { on } from '../../listener.ts';
import type { AttachmentView } from '../../protocolViews.ts';
import { emitIntent } from '../events.ts';
import { formatCompactly } from '../input/tokens.ts';
import { pictureAddress } from './picture.ts';

const icons: Readonly<Record<AttachmentView['kind'], string>> = {
  file: 'file',
  folder: 'folder',
  selection: 'list-selection',
  editors: 'files',
  problems: 'error',
  terminal: 'terminal',
  changes: 'git-compare',
  picture: 'file-media',
};

/** What went along with a question. */
export function renderSentAttachments(
  turnId: string,
  attachments: readonly AttachmentView[],
  pictures: string,
): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<ul class="sent-attachments" aria-label=${t('Attachments')}>
    ${attachments.map((attachment, place) => {
      const view = (button: Element) => emitIntent(button, { type: 'viewSent', turnId, place });
      return html`<li>${renderChip(attachment, pictures, view)}</li>`;
    })}
  </ul>`;
}

function renderChip(
  { kind, name, tokens, picture }: AttachmentView,
  pictures: string,
  view: (button: Element) => void,
): TemplateResult {
  const amount = tokens > 0 ? t('about {0} tokens', formatNumber(tokens)) : '';
  const [folder, file] = splitName(name);
  return html`<button
    type="button"
    class="sent-attachment ${picture ? 'with-picture' : ''}"
    title=${[name, amount].filter(Boolean).join('\n')}
    @click=${on(view)}
  >
    ${
      picture
        ? html`<img class="sent-picture" src=${pictureAddress(pictures, picture.file)} alt="" />`
        : html`<span class="codicon codicon-${icons[kind]}" aria-hidden="true"></span>`
    }
    <span class="visually-hidden">${[name, amount].filter(Boolean).join(', ')}</span>
    <span class="attachment-name" aria-hidden="true"
      >${folder === '' ? nothing : html`<span class="attachment-folder">${folder}</span>`}<span
        class="attachment-stem"
        >${file}</span
      ></span
    >
    ${tokens > 0 ? html`<span class="attachment-tokens" aria-hidden="true">~${formatCompactly(tokens)}</span>` : nothing}
  </button>`;
}

/** The folder, which is cut where there is no room, and the file with its lines, which is to be read. */
function splitName(name: string): readonly [folder: string, file: string] {
  const start = name.lastIndexOf('/', name.length - 2) + 1;
  return [name.slice(0, start), name.slice(start)];
}

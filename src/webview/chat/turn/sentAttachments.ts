import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import { on } from '../../listener.ts';
import type { AttachmentView } from '../../protocolViews.ts';
import { describeAttachment, renderAttachment } from '../attachmentChip.ts';
import { emitIntent } from '../events.ts';

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
      return html`<li>
        <button
          type="button"
          class="sent-attachment ${attachment.picture ? 'with-picture' : ''}"
          title=${describeAttachment(attachment).join('\n')}
          @click=${on(view)}
        >
          ${renderAttachment(attachment, pictures)}
        </button>
      </li>`;
    })}
  </ul>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { AttachmentView } from '../../../protocol/protocolViews.ts';
import { t } from '../../ui/l10n.ts';
import { on } from '../../ui/listener.ts';
import { describeAttachment, renderAttachment } from '../attachmentChip.ts';
import { emitMessage } from '../pageEvents.ts';

/** What went along with a question. */
export function renderSentAttachments(
  turnId: string,
  attachments: readonly AttachmentView[],
  pictures: string,
): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<ul class="sent-attachments" aria-label=${t('Attachments')}>
    ${attachments.map((attachment, place) => {
      const view = (button: Element) => emitMessage(button, { type: 'viewSent', turnId, place });
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

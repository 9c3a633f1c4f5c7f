import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { QueuedView } from '../../../protocol/protocolViews.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { sends } from '../pageEvents.ts';

/** A message may be a whole file: the line and its tooltip show this much of it. */
const maximumLineLength = 300;
const maximumTipLength = 1_000;

/**
 * The queued messages, with their actions. Buttons stay with their message: when an earlier one is sent, the focus must not
 * move on to the buttons of a later one.
 */
export function renderQueue(
  messages: readonly QueuedView[],
  isHeld: boolean,
  isAnswering: boolean,
): TemplateResult | typeof nothing {
  const [first] = messages;
  if (!first) return nothing;
  return html`<section class="queue" aria-labelledby="queue-title">
    <h2 id="queue-title">${t('Queued messages')}</h2>
    ${isHeld ? renderHeld(first.id, isAnswering) : nothing}
    <ul>
      ${repeat(
        messages,
        ({ id }) => id,
        ({ id, text, attachments }) => html`<li>
          <span class="queued-text" title=${ellipsize(text, maximumTipLength)}>${ellipsize(text, maximumLineLength)}</span>
          ${renderAttached(attachments ?? 0)}
          ${renderIconButton('arrow-up', t('Send Now'), sends({ type: 'sendQueued', id }), {
            tip: [t('Send Now'), ...(isAnswering ? [t('Stops the current response')] : [])].join('\n'),
            isPressedOnce: true,
          })}
          ${renderIconButton('edit', t('Edit'), sends({ type: 'dequeue', id, isEdit: true }))}
          ${renderIconButton('close', t('Remove'), sends({ type: 'dequeue', id, isEdit: false }))}
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Sends all messages in order, the first one now; while a response is running, they can wait for its end. */
function renderHeld(id: string, isAnswering: boolean): TemplateResult {
  const send = sends({ type: 'sendQueued', id });
  return html`<p class="queue-held">
    ${t('Paused. Send when ready.')}
    ${
      isAnswering
        ? nothing
        : html`<button type="button" class="link-button" @click=${on(send)}>${t('Send All')}</button>`
    }
  </p>`;
}

/** The number of attachments. */
function renderAttached(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const words = count === 1 ? t('1 attachment') : t('{0} attachments', formatNumber(count));
  return html`<span class="queued-attachments" role="img" aria-label=${words} title=${words}>
    ${renderIcon('attach')}${formatNumber(count)}
  </span>`;
}

import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { FailureAction, FailureView } from '../../protocol/protocolViews.ts';
import { joinItems, joinSentences } from '../../text/joinText.ts';
import { renderCopyable } from './iconButton.ts';
import { t } from './l10n.ts';
import { onOnce } from './listeners.ts';

/** Handlers for the buttons of a failure; `from` is the button. */
export interface FailureListeners {
  readonly act: (from: Element, action: FailureAction['id']) => void;
  readonly copy: (from: Element, text: string) => void;
}

/** A failure without its title, which is already shown elsewhere. */
export function renderFailureDetails(
  { advice, relayMessage, requestId, actions }: FailureView,
  listeners: FailureListeners,
  hasPrimary = true,
): TemplateResult {
  return html`
    ${
      relayMessage
        ? html`<p class="relay-label">${t('Message from the relay:')}</p>
            <blockquote class="relay-words">${relayMessage}</blockquote>`
        : nothing
    }
    ${advice.map((line) => html`<p>${line}</p>`)}
    ${requestId ? html`<p class="request-id">${renderCopyable(requestId, t('Copy request ID'), listeners.copy, t('Request ID:'))}</p>` : nothing}
    ${
      actions.length > 0
        ? html`<div class="failure-actions">
            ${actions.map((action, place) => renderAction(action, hasPrimary && place === 0, listeners.act))}
          </div>`
        : nothing
    }
  `;
}

/**
 * Describes a failure for screen readers: what happened, what to do, and the available buttons. `first`: the label of a
 * button that precedes those of the host.
 */
export function describeFailure(
  { title, advice, actions }: Pick<FailureView, 'title' | 'advice' | 'actions'>,
  first?: string,
): string {
  const labels = joinItems([...(first ? [first] : []), ...actions.map(({ label }) => label)], t);
  return joinSentences(title, ...advice, labels && t('Buttons: {0}', labels));
}

export function renderAction(
  { id, label }: FailureAction,
  isPrimary: boolean,
  act: FailureListeners['act'],
): TemplateResult {
  return html`<vscode-button ?secondary=${!isPrimary} @click=${onOnce((button) => act(button, id))}
    >${label}</vscode-button
  >`;
}

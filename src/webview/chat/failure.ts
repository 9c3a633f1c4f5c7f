import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../l10n.ts';
import type { FailureAction, FailureView } from '../protocol.ts';
import { copyText, emitIntent } from './events.ts';

/** What went wrong, what to do about it, the relay's own words, and buttons for what we can do. */
export function renderFailure(
  failure: FailureView,
  severity: 'error' | 'warning',
  turnId?: string,
): TemplateResult {
  const { title, advice, relayMessage, requestId, actions } = failure;
  return html`
    <div class="failure ${severity}">
      <span class="codicon codicon-${severity}" aria-hidden="true"></span>
      <div class="failure-words">
        <p class="failure-title">${title}</p>
        ${advice.map((line) => html`<p>${line}</p>`)}
        ${
          relayMessage
            ? html`<p class="relay-label">${t('The relay said:')}</p>
                <blockquote class="relay-words">${relayMessage}</blockquote>`
            : nothing
        }
        ${requestId ? renderRequestId(requestId) : nothing}
        ${
          actions.length > 0
            ? html`<div class="failure-actions">
                ${actions.map((action, place) => renderAction(action, place === 0, turnId))}
              </div>`
            : nothing
        }
      </div>
    </div>
  `;
}

function renderRequestId(requestId: string): TemplateResult {
  const label = t('Copy request id');
  return html`<p class="request-id">
    <span>${t('Request id:')} <code>${requestId}</code></span>
    <button
      type="button"
      class="icon-button"
      title=${label}
      aria-label=${label}
      @click=${on((button) => copyText(button, requestId, t('Copied')))}
    >
      <span class="codicon codicon-copy" aria-hidden="true"></span>
    </button>
  </p>`;
}

export function renderAction(
  { id, label }: FailureAction,
  isPrimary: boolean,
  turnId?: string,
): TemplateResult {
  return html`<vscode-button
    ?secondary=${!isPrimary}
    @click=${on((button) =>
      emitIntent(button, { type: 'action', action: id, ...(turnId !== undefined && { turnId }) }),
    )}
    >${label}</vscode-button
  >`;
}

/** A listener that gets the element it was put on. */
export function on(listener: (element: Element) => void): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof Element) listener(currentTarget);
  };
}

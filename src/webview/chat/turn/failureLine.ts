import { html, nothing, type TemplateResult } from 'lit';
import type { FailureView } from '../../../protocol/protocolViews.ts';
import { renderAction, renderFailureDetails } from '../../ui/failure.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { failureListeners } from '../pageEvents.ts';

/** Number of buttons next to the title; the others are in the details. */
const buttonsBesideTitle = 2;

interface FailureLine {
  readonly severity: 'error' | 'warning';
  /** A button of the view's own, before those of the host. */
  readonly first?: TemplateResult | undefined;
  /** The response that failed, which its buttons are about. */
  readonly answerId?: string;
  /** Whether the conversation continued after it: then its buttons are in the details. */
  readonly isOld?: boolean;
}

/** A failure in one line that opens to its details, with the most important actions. */
export function renderFailure(
  failure: FailureView,
  { severity, first, answerId, isOld = false }: FailureLine,
): TemplateResult {
  const { advice, relayMessage, requestId, actions } = failure;
  const listeners = failureListeners(answerId);
  const beside = isOld ? [] : actions.slice(0, buttonsBesideTitle - (first ? 1 : 0));
  const rest = actions.slice(beside.length);
  const hasMore = advice.length > 0 || relayMessage || requestId || rest.length > 0;
  const title = html`${renderIcon(severity)}<span class="failure-title">${failure.title}</span>`;
  return html`
    <div class="failure ${severity}">
      ${
        hasMore
          ? html`<details>
              <summary>${title}${renderIcon('chevron-right')}</summary>
              <div class="failure-words">${renderFailureDetails({ ...failure, actions: rest }, listeners, isOld)}</div>
            </details>`
          : html`<p class="failure-whole">${title}</p>`
      }
      ${
        (first && !isOld) || beside.length > 0
          ? html`<div class="failure-actions">
              ${first} ${beside.map((action, place) => renderAction(action, place === 0 && !first, listeners.act))}
            </div>`
          : nothing
      }
    </div>
  `;
}

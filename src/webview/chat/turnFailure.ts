import { html, type TemplateResult } from 'lit';
import type { FailureAction, FailureView } from '../../protocol/protocolViews.ts';
import {
  type FailureListeners,
  renderAction as renderFailureAction,
  renderFailureDetails,
  renderFailure as renderViewFailure,
} from '../ui/failure.ts';
import { t } from '../ui/l10n.ts';
import { copyText, emitMessage } from './pageEvents.ts';

/** A failure of this turn, or of none. `first` is a button of ours that stands before those of the host. */
export function renderFailure(
  failure: FailureView,
  severity: 'error' | 'warning',
  turnId?: string,
  first?: TemplateResult,
): TemplateResult {
  const listeners: FailureListeners = {
    act: actOn(turnId),
    copy: (from, text) => copyText(from, text, t('Copied')),
  };
  if (!first) return renderViewFailure(failure, severity, listeners);
  return html`
    <div class="failure ${severity}">
      <span class="codicon codicon-${severity}" aria-hidden="true"></span>
      <div class="failure-words">
        <p class="failure-title">${failure.title}</p>
        ${renderFailureDetails({ ...failure, actions: [] }, listeners)}
        <div class="failure-actions">
          ${first} ${failure.actions.map((action) => renderFailureAction(action, false, listeners.act))}
        </div>
      </div>
    </div>
  `;
}

export function renderAction(action: FailureAction, isPrimary: boolean): TemplateResult {
  return renderFailureAction(action, isPrimary, actOn(undefined));
}

function actOn(turnId: string | undefined): FailureListeners['act'] {
  return (from, action) =>
    emitMessage(from, { type: 'action', action, ...(turnId !== undefined && { turnId }) });
}

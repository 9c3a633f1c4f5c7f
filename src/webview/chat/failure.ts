import type { TemplateResult } from 'lit';
import {
  type FailureListeners,
  renderAction as renderFailureAction,
  renderFailure as renderViewFailure,
} from '../failure.ts';
import { t } from '../l10n.ts';
import type { FailureAction, FailureView } from '../protocol.ts';
import { copyText, emitIntent } from './events.ts';

/** A failure of this turn, or of none. */
export function renderFailure(
  failure: FailureView,
  severity: 'error' | 'warning',
  turnId?: string,
): TemplateResult {
  return renderViewFailure(failure, severity, {
    act: actOn(turnId),
    copy: (from, text) => copyText(from, text, t('Copied')),
  });
}

export function renderAction(action: FailureAction, isPrimary: boolean): TemplateResult {
  return renderFailureAction(action, isPrimary, actOn(undefined));
}

function actOn(turnId: string | undefined): FailureListeners['act'] {
  return (from, action) =>
    emitIntent(from, { type: 'action', action, ...(turnId !== undefined && { turnId }) });
}

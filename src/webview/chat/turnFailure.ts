import type { TemplateResult } from 'lit';
import type { FailureAction, FailureView } from '../../protocol/protocolViews.ts';
import {
  type FailureListeners,
  renderAction as renderFailureAction,
  renderFailure as renderViewFailure,
} from '../ui/failure.ts';
import { copyText, emitMessage } from './pageEvents.ts';

/** A failure of this turn, or of none. `first` is a button of ours that stands before those of the host. */
export function renderFailure(
  failure: FailureView,
  severity: 'error' | 'warning',
  turnId?: string,
  first?: TemplateResult,
): TemplateResult {
  return renderViewFailure(failure, severity, { act: actOn(turnId), copy: copyText }, first);
}

export function renderAction(action: FailureAction, isPrimary: boolean): TemplateResult {
  return renderFailureAction(action, isPrimary, actOn(undefined));
}

function actOn(turnId: string | undefined): FailureListeners['act'] {
  return (from, action) =>
    emitMessage(from, { type: 'action', action, ...(turnId !== undefined && { turnId }) });
}

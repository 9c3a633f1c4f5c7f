import { html, nothing, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { VersionView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { emitMessage } from '../pageEvents.ts';

export type ChooseVersion = Extract<WebviewMessage, { type: 'chooseVersion' }>;
type Of = ChooseVersion['of'];
type Step = ChooseVersion['step'];

/** Which version is shown, and the way to those before and after it; nothing where there is only one. */
export function renderVersions(
  of: Of,
  version: VersionView | undefined,
  turnId: string,
): TemplateResult | typeof nothing {
  if (!version || version.count < 2) return nothing;
  const { place, count } = version;
  const name =
    of === 'prompt'
      ? t('Message, version {0} of {1}', place, count)
      : t('Response, version {0} of {1}', place, count);
  return html`<div class="versions" role="group" aria-label=${name} data-of=${of}>
    ${renderStep(of, -1, place > 1, turnId)}
    <span aria-hidden="true">${place}/${count}</span>
    ${renderStep(of, 1, place < count, turnId)}
  </div>`;
}

function renderStep(of: Of, step: Step, isPossible: boolean, turnId: string): TemplateResult {
  const name = nameStep(of, step);
  const choose = (button: Element) => emitMessage(button, { type: 'chooseVersion', turnId, of, step });
  // At the ends a button stays in the order of the focus, or the focus would fall off it on the way there.
  return renderIconButton(`chevron-${step === 1 ? 'right' : 'left'}`, name, choose, {
    className: stepClass(step),
    isDisabled: !isPossible,
  });
}

function stepClass(step: Step): string {
  return step === 1 ? 'to-later' : 'to-earlier';
}

function nameStep(of: Of, step: Step): string {
  if (of === 'prompt') {
    return step === 1 ? t('Next version of the message') : t('Previous version of the message');
  }
  return step === 1 ? t('Next version of the response') : t('Previous version of the response');
}

/** The button of this turn that takes this step. */
export function findStep(turn: Element | undefined, { of, step }: ChooseVersion): HTMLElement | undefined {
  return turn?.querySelector<HTMLElement>(`.versions[data-of="${of}"] .${stepClass(step)}`) ?? undefined;
}

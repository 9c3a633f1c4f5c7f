import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { AnswerView, VersionView } from '../../../protocol/protocolViews.ts';
import { type IconButtonOptions, renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { copyText, sends } from '../pageEvents.ts';
import { nameWithPrompt, shortenModel } from '../shownNames.ts';
import { renderReceiptLine } from './receipt.ts';

/** Whether there is anything to read: before a tool call, some models send only line breaks. */
export function hasText({ parts }: AnswerView): boolean {
  return parts.some((part) => part.type === 'text' && /\S/.test(part.text));
}

/** All text, as Markdown: texts before and after a tool call are separate paragraphs. */
export function textOf({ parts }: AnswerView): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** A response, as its element knows it. */
interface Shown {
  readonly answer: AnswerView;
  /** The prompt that it responds to. */
  readonly prompt: string;
  readonly isAnyRunning: boolean;
  readonly isCompared: boolean;
}

interface Receipt {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/**
 * The actions and cost of a response. Actions that are available while streaming come first and keep their buttons
 * afterwards: neither the mouse nor the focus misses them. `progress`: that of a streaming response, if nothing else
 * shows it. `receipt`: the response details, if there are any.
 */
export function renderFooter(
  shown: Shown,
  progress: TemplateResult | typeof nothing | undefined,
  receipt: Receipt | undefined,
): TemplateResult {
  const { answer, isCompared } = shown;
  return html`
    <div class="turn-footer">
      <div class="turn-actions">
        ${hasText(answer) ? renderNamed(shown, 'unmute', t('Read Aloud'), sends({ type: 'readAnswer', turnId: answer.id })) : nothing} ${progress ? nothing : renderActions(shown, receipt)}
      </div>
      ${isCompared && answer.parts.length > 0 && !progress ? renderKeep(answer) : nothing}
      ${progress ?? renderCost(shown)}
    </div>
  `;
}

/** A button whose name contains the start of the prompt, so that a list of all buttons tells them apart. */
function renderNamed(
  { prompt }: Shown,
  icon: string,
  name: string,
  press: (button: Element) => void,
  options: IconButtonOptions = {},
): TemplateResult {
  return renderIconButton(icon, nameWithPrompt(name, prompt), press, { tip: name, ...options });
}

function renderActions(shown: Shown, receipt: Receipt | undefined): TemplateResult {
  const { answer, isCompared } = shown;
  return html`
    ${hasText(answer) ? renderNamed(shown, 'copy', t('Copy response'), (button) => copyText(button, textOf(answer))) : nothing}
    ${isCompared ? nothing : renderRetries(shown)}
    ${receipt ? renderNamed(shown, 'info', t('Response details'), receipt.toggle, { isExpanded: receipt.isOpen }) : nothing}
    ${isCompared ? nothing : renderVersions('answer', answer.answerVersion, answer.id)}
  `;
}

/** The model picker is a VS Code quick pick, so the second name ends with an ellipsis. */
function renderRetries(shown: Shown): TemplateResult {
  const again = t('Try Again');
  const emit = (type: 'retry' | 'retryWith') => sends({ type, turnId: shown.answer.id });
  return html`
    ${renderNamed(shown, 'refresh', again, emit('retry'), {
      tip: shown.isAnyRunning ? `${again}\n${t('Stops the current response')}` : again,
      isPressedOnce: true,
    })}
    ${renderNamed(shown, 'arrow-swap', t('Try Again with Another Model…'), emit('retryWith'))}
  `;
}

function renderCost({ answer, isCompared }: Shown): TemplateResult {
  // In a comparison the model is named above each response.
  const isNamed = isCompared && !answer.receipt?.servedModel;
  return renderReceiptLine(isNamed ? '' : shortenModel(answer.model), answer);
}

function renderKeep({ id, model }: AnswerView): TemplateResult {
  const keep = sends({ type: 'keepAnswer', turnId: id });
  return html`<vscode-button
    class="keep-answer"
    secondary
    title=${t('Continue with the response from {0}', shortenModel(model) || t('the relay'))}
    @click=${onOnce(keep)}
    >${t('Keep This Response')}</vscode-button
  >`;
}

export type ChooseVersion = Extract<WebviewMessage, { type: 'chooseVersion' }>;
type Of = ChooseVersion['of'];
type Step = ChooseVersion['step'];

/** The number of the version, with buttons for the previous and next one; nothing if there is only one. */
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
  const choose = sends({ type: 'chooseVersion', turnId, of, step });
  // At either end, the disabled button stays focusable: otherwise stepping there would lose the focus.
  return renderIconButton(step === 1 ? 'chevron-right' : 'chevron-left', name, choose, {
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

/** The button of this turn for this step. */
export function findStep(turn: Element | undefined, { of, step }: ChooseVersion): HTMLElement | undefined {
  return turn?.querySelector<HTMLElement>(`.versions[data-of="${of}"] .${stepClass(step)}`) ?? undefined;
}

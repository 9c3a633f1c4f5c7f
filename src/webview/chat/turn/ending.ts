import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerView, FailureView } from '../../../protocol/protocolViews.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { describeFailure, renderAction, renderFailureDetails } from '../../ui/failure.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { countWords, formatNumber, t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { failureListeners, sends } from '../pageEvents.ts';

/** How a response ended. */
type Outcome = Pick<
  AnswerView,
  'status' | 'failure' | 'cause' | 'endedBy' | 'pictures' | 'withheld' | 'isImage'
>;

export function isRunning({ status }: Pick<AnswerView, 'status'>): boolean {
  return status === 'waiting' || status === 'running';
}

/** Maximum length of a text whose words are counted. */
const maximumCountedLength = 100_000;

/** What is said below a response that did not end normally. */
interface EndLine {
  readonly icon: 'circle-slash' | 'warning' | 'info' | 'error';
  readonly title: string;
  readonly failure?: FailureView | undefined;
}

function findEndLine({ status, failure, cause, isImage }: Outcome): EndLine | undefined {
  if (status === 'stopped') {
    const title = isImage ? t('Stopped. The relay may still bill this request.') : t('Stopped');
    return { icon: 'circle-slash', title };
  }
  if (status === 'interrupted') {
    const title = t('The response was interrupted. The partial response is saved.');
    const advice = failure ? [failure.title, ...failure.advice] : [];
    return { icon: 'warning', title, failure: failure && { ...failure, title, advice } };
  }
  if (status === 'failed') return { icon: 'error', title: t('The response failed'), failure };
  return status === 'complete' && cause === 'length'
    ? { icon: 'info', title: t('The response reached the output token limit') }
    : undefined;
}

/** The notice below a response that did not end normally, with its actions. */
export function renderEnding(answer: AnswerView, isContinuable: boolean, isLast: boolean): TemplateResult {
  const { id } = answer;
  const line = findEndLine(answer);
  const first = isContinuable && line && line.icon !== 'error' ? renderContinue(id) : undefined;
  const severity = line?.icon === 'error' ? 'error' : 'warning';
  return html`
    ${listNotes(answer).map(({ icon, words }) => renderNote(icon, words))}
    ${line?.failure ? renderFailure(line.failure, { severity, first, answerId: id, isOld: !isLast }) : nothing}
    ${line && !line.failure ? renderNote(line.icon, line.title, first) : nothing}
  `;
}

/** Notes about a response that was not interrupted. */
function listNotes(outcome: Outcome): { readonly icon: string; readonly words: string }[] {
  const { cause, endedBy, pictures, withheld = [] } = outcome;
  return [
    ...(pictures ? [{ icon: 'file-media', words: describeLostPictures(pictures) }] : []),
    ...[...new Set(withheld)].map((reason) => ({ icon: 'warning', words: describeWithheld(reason) })),
    ...(cause === 'refusal' ? [{ icon: 'info', words: t('The model declined to respond') }] : []),
    ...(endedBy ? [{ icon: 'info', words: describeEndedBy(endedBy) }] : []),
  ];
}

function describeWithheld(reason: string): string {
  return reason
    ? t('An image was blocked: {0}', reason)
    : t('One image was not returned. The relay gave no reason.');
}

function describeEndedBy(endedBy: NonNullable<Outcome['endedBy']>): string {
  return endedBy === 'person'
    ? t('You stopped the response before its next tool call')
    : t('Stopped because the model repeated the same tool calls');
}

function describeLostPictures(count: number): string {
  return count === 1
    ? t('An image could not be saved')
    : t('{0} images could not be saved', formatNumber(count));
}

function renderNote(icon: string, words: string, action?: TemplateResult): TemplateResult {
  return html`<div class="note-line">
    <p class="note">${renderIcon(icon)}<span>${words}</span></p>
    ${action ?? nothing}
  </div>`;
}

function renderContinue(turnId: string): TemplateResult {
  return html`<vscode-button
    class="continue"
    @click=${onOnce(sends({ type: 'continue', turnId }))}
    >${t('Continue')}</vscode-button
  >`;
}

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

/** Describes the end of a response for screen readers. */
export function describeEnd(outcome: Outcome, text: string, isContinuable: boolean): string {
  const line = findEndLine(outcome);
  if (outcome.status === 'stopped' && !outcome.isImage) return t('Response stopped');
  if (line) {
    const first = isContinuable && line.icon !== 'error' ? t('Continue') : undefined;
    return describeFailure(line.failure ?? { title: line.title, advice: [], actions: [] }, first);
  }
  const notes = listNotes(outcome);
  if (notes.length > 0) return joinSentences(...notes.map(({ words }) => words));
  if (text.length > maximumCountedLength) return t('Response complete');
  const words = countWords(text);
  if (words === 0) return t('Response complete');
  return words === 1
    ? t('Response complete, 1 word')
    : t('Response complete, {0} words', formatNumber(words));
}

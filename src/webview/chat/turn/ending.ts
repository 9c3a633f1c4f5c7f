import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerView, FailureView } from '../../../protocol/protocolViews.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { describeFailure } from '../../ui/failure.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { countWords, formatNumber, t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { emitMessage } from '../pageEvents.ts';
import { renderFailure } from './failureLine.ts';

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

/** The notice below a response that did not end normally, with its actions. */
export function renderEnding(answer: AnswerView, isContinuable: boolean, isLast: boolean): TemplateResult {
  const { id, status, failure, cause } = answer;
  const cut = t('The response was interrupted. The partial response is saved.');
  const goOn = isContinuable && isCut(answer) ? renderContinue(id) : undefined;
  const line = { answerId: id, isOld: !isLast };
  if (status === 'interrupted' && failure) {
    return html`${renderNotes(answer)}${renderFailure(describeCut(cut, failure), { severity: 'warning', first: goOn, ...line })}`;
  }
  return html`
    ${renderNotes(answer)}
    ${status === 'stopped' ? renderNote('circle-slash', describeStop(answer), goOn) : nothing}
    ${status === 'interrupted' ? renderNote('warning', cut, goOn) : nothing}
    ${
      status === 'complete' && cause === 'length'
        ? renderNote('info', t('The response reached the output token limit'), goOn)
        : nothing
    }
    ${status === 'failed' && failure ? renderFailure(failure, { severity: 'error', ...line }) : nothing}
    ${status === 'failed' && !failure ? renderNote('error', t('The response failed')) : nothing}
  `;
}

/** A failure after a part of the response. */
function describeCut(title: string, failure: FailureView): FailureView {
  return { ...failure, title, advice: [failure.title, ...failure.advice] };
}

function noFailure(title: string): Pick<FailureView, 'title' | 'advice' | 'actions'> {
  return { title, advice: [], actions: [] };
}

function describeStop({ isImage }: Outcome): string {
  return isImage ? t('Stopped. The relay may still bill this request.') : t('Stopped');
}

/** Whether the response may be incomplete. */
function isCut({ status, cause }: Outcome): boolean {
  return status === 'interrupted' || status === 'stopped' || (status === 'complete' && cause === 'length');
}

function renderNotes(outcome: Outcome): TemplateResult[] {
  return listNotes(outcome).map(({ icon, words }) => renderNote(icon, words));
}

/** Notes about a response that was not interrupted. */
function listNotes({
  cause,
  endedBy,
  pictures,
  withheld = [],
}: Outcome): { readonly icon: string; readonly words: string }[] {
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
    @click=${onOnce((button) => emitMessage(button, { type: 'continue', turnId }))}
    >${t('Continue')}</vscode-button
  >`;
}

/** Describes the end of a response for screen readers. */
export function describeEnd(outcome: Outcome, text: string, isContinuable: boolean): string {
  const { status, failure, cause } = outcome;
  const goOn = isContinuable ? t('Continue') : undefined;
  if (status === 'stopped') return outcome.isImage ? describeStop(outcome) : t('Response stopped');
  if (status === 'interrupted') {
    const cut = t('The response was interrupted. The partial response is saved.');
    return describeFailure(failure ? describeCut(cut, failure) : noFailure(cut), goOn);
  }
  if (status === 'complete' && cause === 'length')
    return describeFailure(noFailure(t('The response reached the output token limit')), goOn);
  if (status === 'failed') return failure ? describeFailure(failure) : t('The response failed');
  const notes = listNotes(outcome);
  if (notes.length > 0) return joinSentences(...notes.map(({ words }) => words));
  if (text.length > maximumCountedLength) return t('Response complete');
  const words = countWords(text);
  if (words === 0) return t('Response complete');
  return words === 1
    ? t('Response complete, 1 word')
    : t('Response complete, {0} words', formatNumber(words));
}

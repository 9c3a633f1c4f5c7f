import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type { AnswerView, VersionView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatCompactly, formatDuration, formatNumber, t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { copyText, emitMessage } from '../pageEvents.ts';
import { nameWithPrompt, shortenModel, shortenName } from '../shownNames.ts';

interface Footer {
  readonly answer: AnswerView;
  /** The prompt that it responds to. */
  readonly prompt: string;
  /** Of a response that is being written: that more is to come, where nothing else says so. */
  readonly progress: TemplateResult | typeof nothing | undefined;
  readonly hasText: boolean;
  /** All text of the response, as Markdown. */
  readonly text: () => string;
  readonly isAnyRunning: boolean;
  readonly isCompared: boolean;
  /** Whether there is anything in it to go on with. */
  readonly isKeepable: boolean;
  /** The details, where there are any. */
  readonly receipt: { readonly isOpen: boolean; readonly toggle: () => void } | undefined;
}

/**
 * What can be done with a response, and what it cost. What can be done while it is written comes first, and is the same
 * button when it is over: neither the mouse nor the focus misses it.
 */
export function renderFooter(footer: Footer): TemplateResult {
  const { answer, progress, hasText, isCompared } = footer;
  return html`
    <div class="turn-footer">
      <div class="turn-actions">
        ${hasText ? renderRead(footer) : nothing} ${progress ? nothing : renderActions(footer)}
      </div>
      ${isCompared && footer.isKeepable && !progress ? renderKeep(answer) : nothing}
      ${progress ?? renderCost(footer)}
    </div>
  `;
}

function renderRead({ answer, prompt }: Footer): TemplateResult {
  return renderIconButton(
    'unmute',
    nameWithPrompt(t('Read Aloud'), prompt),
    (button) => emitMessage(button, { type: 'readAnswer', turnId: answer.id }),
    { tip: t('Read Aloud') },
  );
}

function renderActions(footer: Footer): TemplateResult {
  const { answer, hasText, isCompared, receipt } = footer;
  return html`
    ${
      hasText
        ? renderIconButton(
            'copy',
            nameWithPrompt(t('Copy response'), footer.prompt),
            (button) => copyText(button, footer.text()),
            { tip: t('Copy response') },
          )
        : nothing
    }
    ${isCompared ? nothing : renderRetry(footer)} ${receipt ? renderReceiptButton(receipt, footer.prompt) : nothing}
    ${isCompared ? nothing : renderVersions('answer', answer.answerVersion, answer.id)}
  `;
}

function renderCost({ answer, isCompared }: Footer): TemplateResult {
  // In a comparison the model is named above each response.
  const isNamed = isCompared && !answer.receipt?.servedModel;
  return renderReceiptLine(isNamed ? '' : shortenModel(answer.model), answer);
}

function renderKeep({ id, model }: AnswerView): TemplateResult {
  const keep = (button: Element) => emitMessage(button, { type: 'keepAnswer', turnId: id });
  return html`<vscode-button
    class="keep-answer"
    secondary
    title=${t('Continue with the response from {0}', shortenModel(model) || t('the relay'))}
    @click=${onOnce(keep)}
    >${t('Keep This Response')}</vscode-button
  >`;
}

function renderRetry({ answer, prompt, isAnyRunning }: Footer): TemplateResult {
  const name = t('Try Again');
  return renderIconButton(
    'refresh',
    nameWithPrompt(name, prompt),
    (button) => emitMessage(button, { type: 'retry', turnId: answer.id }),
    { tip: isAnyRunning ? `${name}\n${t('Stops the current response')}` : name, isPressedOnce: true },
  );
}

function renderReceiptButton(
  { isOpen, toggle }: NonNullable<Footer['receipt']>,
  prompt: string,
): TemplateResult {
  const name = t('Response details');
  return renderIconButton('info', nameWithPrompt(name, prompt), toggle, { tip: name, isExpanded: isOpen });
}

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

/** Relays may write anything into a field; a line takes this much of it. */
const maximumWordLength = 60;

type Usage = NonNullable<AnswerView['usage']>;

/** The receipt in a line: what most people want to know of it; in one row with less, where there is little room. */
function renderReceiptLine(model: string, answer: AnswerView): TemplateResult {
  const { receipt = {}, status, cause } = answer;
  const { servedModel, firstTokenMs, durationMs, retries, finishReason } = receipt;
  const isOrdinary = cause === 'stop' && status === 'complete';
  const models = describeModels(model, servedModel);
  const details = [
    describeTokens(answer),
    firstTokenMs === undefined ? '' : t('first token after {0}', formatDuration(firstTokenMs)),
    durationMs === undefined ? '' : t('{0} in total', formatDuration(durationMs)),
    retries ? countRetries(retries) : '',
    finishReason && !isOrdinary ? t('finish reason “{0}”', shortenName(finishReason, maximumWordLength)) : '',
  ].filter(Boolean);
  const shortModel = servedModel ? shortenName(servedModel, maximumWordLength) : model;
  return html`<div class="turn-details">
    ${[models, ...details].filter(Boolean).map((words) => html`<span class="detail">${words}</span> `)}
    <span class="short-model model-name" title=${models}>${shortModel}</span>
    <span class="short-detail">${describeAmount(answer)}</span>
  </div>`;
}

/** All of it, a line each; what the relay does not report is not made up. */
export function renderReceipt(model: string, answer: AnswerView): TemplateResult {
  const { receipt = {} } = answer;
  const { inputTokens, cachedInputTokens: cached, cacheWrittenTokens: written } = answer.usage ?? {};
  const outputTokens = countedOutput(answer);
  const { servedModel, requestId, firstTokenMs, durationMs, retries, finishReason } = receipt;
  const unknown = t('not reported');
  const count = (tokens: number | undefined) => (tokens === undefined ? unknown : formatNumber(tokens));
  return html`<dl class="receipt">
    ${renderEntry(t('Requested model'), model || unknown)}
    ${renderEntry(t('Served model'), servedModel ?? t('not reported, or the same'))}
    ${renderEntry(t('Input tokens'), count(inputTokens))}
    ${cached === undefined ? nothing : renderEntry(t('Cached'), formatNumber(cached))}
    ${written === undefined ? nothing : renderEntry(t('Cache write'), formatNumber(written))}
    ${renderEntry(t('Output tokens'), count(outputTokens))}
    ${firstTokenMs === undefined ? nothing : renderEntry(t('Time to first token'), formatDuration(firstTokenMs))}
    ${durationMs === undefined ? nothing : renderEntry(t('Total time'), formatDuration(durationMs))}
    ${retries === undefined ? nothing : renderEntry(t('Retries'), formatNumber(retries))}
    ${renderEntry(t('Finish reason'), finishReason ?? unknown)}
    ${renderEntry(t('Request ID'), requestId ?? unknown, requestId ? renderCopy(requestId) : nothing)}
  </dl>`;
}

function renderEntry(
  term: string,
  words: string,
  control: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div><dt>${term}</dt><dd><span>${words}</span>${control}</dd></div>`;
}

function renderCopy(requestId: string): TemplateResult {
  return renderIconButton('copy', t('Copy request ID'), (button) => copyText(button, requestId));
}

function describeModels(asked: string, served: string | undefined): string {
  if (!served || served === asked) return asked;
  return t('requested {0}, response from {1}', asked, shortenName(served, maximumWordLength));
}

function describeTokens(answer: AnswerView): string {
  const outputTokens = countedOutput(answer);
  return [
    describeInput(answer.usage),
    outputTokens === undefined ? '' : t('{0} out', formatNumber(outputTokens)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** All tokens, as far as they are known; or the time where nobody counts them. */
function describeAmount(answer: AnswerView): string {
  const { usage, receipt } = answer;
  const inputTokens = usage?.inputTokens;
  const outputTokens = countedOutput(answer);
  if (inputTokens !== undefined && outputTokens !== undefined) {
    return t('{0} tokens', formatCompactly(inputTokens + outputTokens));
  }
  if (inputTokens !== undefined) return t('{0} tokens in', formatCompactly(inputTokens));
  if (outputTokens !== undefined) return t('{0} out', formatCompactly(outputTokens));
  return receipt?.durationMs === undefined ? '' : formatDuration(receipt.durationMs);
}

function describeInput({ inputTokens, cachedInputTokens, cacheWrittenTokens }: Usage = {}): string {
  if (inputTokens === undefined) return '';
  const words = inputTokens === 1 ? t('1 token in') : t('{0} tokens in', formatNumber(inputTokens));
  const parts = [
    cachedInputTokens === undefined ? '' : t('{0} cached', formatNumber(cachedInputTokens)),
    cacheWrittenTokens === undefined ? '' : t('{0} written to cache', formatNumber(cacheWrittenTokens)),
  ].filter(Boolean);
  return parts.length > 0 ? t('{0} ({1})', words, parts.join(', ')) : words;
}

/** What a cut response cost is not known: relays count at the end. */
function countedOutput({ usage, status }: AnswerView): number | undefined {
  return status === 'complete' ? usage?.outputTokens : undefined;
}

function countRetries(retries: number): string {
  return retries === 1 ? t('1 retry') : t('{0} retries', formatNumber(retries));
}

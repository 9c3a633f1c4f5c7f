import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatCompactly, formatDuration, formatNumber, t } from '../../ui/l10n.ts';
import { copyText } from '../pageEvents.ts';
import { shortenName } from '../shownNames.ts';

/** Relays may write anything into a field; a line takes this much of it. */
const maximumWordLength = 60;

type Usage = NonNullable<AnswerView['usage']>;

/** The receipt in a line: what most people want to know of it; in one row with less, where there is little room. */
export function renderReceiptLine(model: string, answer: AnswerView): TemplateResult {
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

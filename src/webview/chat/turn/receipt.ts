import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import {
  formatCompactly,
  formatDollars,
  formatDuration,
  formatNumber,
  formatShare,
  t,
} from '../../ui/l10n.ts';
import { copyText } from '../pageEvents.ts';
import { shortenName } from '../shownNames.ts';

/** Relays may put anything into a field; a line shows this much of it. */
const maximumWordLength = 60;

/** Longer values get a row of their own. */
const longestShort = 16;

/** Shorter durations are too short to measure a speed. */
const shortestMeasuredMs = 200;

/** The most important facts in one line; fewer of them if there is little room. */
export function renderReceiptLine(model: string, answer: AnswerView): TemplateResult {
  const { receipt = {}, status, cause } = answer;
  const { servedModel, durationMs, retries, finishReason, cost } = receipt;
  const isOrdinary = cause === 'stop' && status === 'complete';
  const models = describeModels(model, servedModel);
  const details = [
    describeOutput(countedOutput(answer), formatNumber),
    describeSpeed(answer),
    durationMs === undefined ? '' : formatDuration(durationMs),
    retries ? countRetries(retries) : '',
    finishReason && !isOrdinary ? t('finish reason “{0}”', shortenName(finishReason, maximumWordLength)) : '',
  ].filter(Boolean);
  const shortModel = servedModel ? shortenName(servedModel, maximumWordLength) : model;
  return html`<div class="turn-details">
    ${[models, ...details].filter(Boolean).map((words) => html`<span class="detail">${words}</span> `)}
    ${cost === undefined ? nothing : html`<span class="detail">${renderCost(cost)}</span>`}
    <span class="short-model model-name" title=${models}>${shortModel}</span>
    <span class="short-detail">${describeAmount(answer)}</span>
  </div>`;
}

/** All facts, one entry each; missing ones are omitted or shown as not reported. */
export function renderReceipt(model: string, answer: AnswerView): TemplateResult {
  const { receipt = {}, usage = {} } = answer;
  const { inputTokens, cachedInputTokens: cached, cacheWrittenTokens: written } = usage;
  const { servedModel, requestId, firstTokenMs, durationMs, retries, finishReason, cost } = receipt;
  const unknown = t('not reported');
  const count = (tokens: number | undefined) => (tokens === undefined ? unknown : formatNumber(tokens));
  return html`<dl class="receipt">
    ${renderEntry(t('Input tokens'), count(inputTokens))}
    ${renderEntry(t('Output tokens'), count(countedOutput(answer)))}
    ${renderOptional(t('Cached input'), cached, (tokens) => describeCached(tokens, inputTokens))}
    ${renderOptional(t('Cache write'), written, formatNumber)}
    ${renderOptional(t('Estimated cost'), cost, describeCost)}
    ${renderOptional(t('Speed'), describeSpeed(answer) || undefined, String)}
    ${renderOptional(t('Time to first token'), firstTokenMs, formatDuration)}
    ${renderOptional(t('Total time'), durationMs, formatDuration)}
    ${renderOptional(t('Retries'), retries, formatNumber)}
    ${renderOptional(t('Finish reason'), finishReason, String)}
    ${renderEntry(servedModel ? t('Requested model') : t('Model'), model || unknown)}
    ${renderOptional(t('Responding model'), servedModel, String)}
    ${requestId ? renderEntry(t('Request ID'), requestId, renderCopy(requestId)) : nothing}
  </dl>`;
}

function renderOptional<Value extends string | number>(
  term: string,
  value: Value | undefined,
  describe: (value: Value) => string,
): TemplateResult | typeof nothing {
  return value === undefined ? nothing : renderEntry(term, describe(value));
}

function renderEntry(
  term: string,
  words: string,
  control: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const className = words.length > longestShort ? 'long' : '';
  return html`<div class=${className}><dt>${term}</dt><dd><span>${words}</span>${control}</dd></div>`;
}

function renderCopy(requestId: string): TemplateResult {
  return renderIconButton('copy', t('Copy request ID'), (button) => copyText(button, requestId));
}

function describeCost(cost: number): string {
  return t('≈ {0}', formatDollars(cost));
}

/** The cost: with a sign for the eye and words for screen readers. */
function renderCost(cost: number): TemplateResult {
  const words = t('estimated cost {0}', formatDollars(cost));
  return html`<span aria-hidden="true">${describeCost(cost)}</span><span class="visually-hidden">${words}</span>`;
}

function describeModels(asked: string, served: string | undefined): string {
  if (!served || served === asked) return asked;
  return t('requested {0}, response from {1}', asked, shortenName(served, maximumWordLength));
}

/** The tokens of the response, or its duration if the relay does not count them. */
function describeAmount(answer: AnswerView): string {
  const { durationMs } = answer.receipt ?? {};
  const output = describeOutput(countedOutput(answer), formatCompactly);
  return output || (durationMs === undefined ? '' : formatDuration(durationMs));
}

function describeOutput(tokens: number | undefined, format: (count: number) => string): string {
  if (tokens === undefined) return '';
  return tokens === 1 ? t('1 token') : t('{0} tokens', format(tokens));
}

/** Tokens per second. Unknown with tools: they took a part of the time. */
function describeSpeed(answer: AnswerView): string {
  const { firstTokenMs = 0, durationMs = 0 } = answer.receipt ?? {};
  const tokens = countedOutput(answer);
  const writtenMs = durationMs - firstTokenMs;
  const isMeasured = firstTokenMs > 0 && writtenMs >= shortestMeasuredMs;
  if (!tokens || !isMeasured || answer.parts.some(({ type }) => type === 'tool')) return '';
  return t('{0} tokens/s', formatCompactly((tokens * 1000) / writtenMs));
}

function describeCached(cached: number, input: number | undefined): string {
  return input ? t('{0} ({1})', formatNumber(cached), formatShare(cached / input)) : formatNumber(cached);
}

/** The output tokens; unknown for an interrupted response, because relays count at the end. */
function countedOutput({ usage, status }: AnswerView): number | undefined {
  return status === 'complete' ? usage?.outputTokens : undefined;
}

function countRetries(retries: number): string {
  return retries === 1 ? t('1 retry') : t('{0} retries', formatNumber(retries));
}

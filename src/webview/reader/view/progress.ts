import { html, nothing, type TemplateResult } from 'lit';
import type { AccountView } from '../../../protocol/readerProtocol.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { formatNumber, formatSeconds, t } from '../../ui/l10n.ts';
import { formatBytes } from '../../ui/mediaWords.ts';
import type { ReaderModel } from './readerModel.ts';
import { describeSleep } from './toolbar.ts';

/** The progress, remaining time and cost of the reading. */
export function renderProgress(model: ReaderModel): TemplateResult {
  const { status, index, sentences, isWhole, account, queue } = model;
  const total = isWhole ? formatNumber(sentences.length) : `${formatNumber(sentences.length)}+`;
  // While a text is streaming, the next sentence may not exist yet.
  const shown = formatNumber(Math.min(index + 1, sentences.length));
  const place = t('Sentence {0} of {1}', shown, total);
  const left = describeLeft(model);
  const state = describeStatus(model);
  return html`
    <progress
      class="bar"
      aria-label=${t('Progress')}
      aria-valuetext=${joinSentences(place, left)}
      max="1"
      .value=${shareHeard(model)}
    ></progress>
    <div class="facts">
      <span class="progress" title=${place}>${t('{0} of {1}', shown, total)}</span>
      ${state ? html`<span class="status">${state}</span>` : nothing}
      ${left && status !== 'finished' ? html`<span class="left">${left}</span>` : nothing}
      ${
        queue.sleepAfter === 'off' || status === 'finished'
          ? nothing
          : html`<span class="aside">${t('{0}: {1}', t('Sleep Timer'), describeSleep(queue.sleepAfter))}</span>`
      }
      ${account && account.totalBytes > 0 ? renderCost(account) : nothing}
    </div>
  `;
}

export function describeStatus({ status }: Pick<ReaderModel, 'status'>): string {
  if (status === 'loading') return t('Loading…');
  if (status === 'paused') return t('Paused');
  return status === 'finished' ? t('Finished') : '';
}

/** The share that was heard: by time if it is known, else by sentences. */
function shareHeard({ status, index, seconds, sentences, account }: ReaderModel): number {
  if (status === 'finished') return 1;
  const whole = account ? account.heardSeconds + account.leftSeconds : 0;
  if (account && whole > 0) return Math.min(1, (account.heardSeconds + seconds) / whole);
  return sentences.length > 0 ? index / sentences.length : 0;
}

/** The remaining time at the current speed. Empty if unknown. */
function describeLeft({ account, seconds, sound, isWhole }: ReaderModel): string {
  if (!account || account.leftSeconds <= 0) return '';
  const left = describeRoughly(Math.max(0, account.leftSeconds - seconds) / sound.speed);
  // More sentences may follow than are planned so far.
  return isWhole ? t('about {0} left', left) : t('more than {0} left', left);
}

/** A time, rounded to five seconds, or to a minute. */
function describeRoughly(seconds: number): string {
  if (seconds < 55) return formatSeconds(Math.max(5, Math.ceil(seconds / 5) * 5));
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return t('{0} min', minutes);
  const hours = formatNumber(Math.floor(minutes / 60));
  return minutes % 60 === 0 ? t('{0} h', hours) : t('{0} h {1} min', hours, minutes % 60);
}

function renderCost({ totalBytes, keptBytes, unpaidBytes }: AccountView): TemplateResult {
  if (unpaidBytes === 0)
    return html`<span class="aside cost">${t('Fully cached. No relay requests needed.')}</span>`;
  const total = formatBytes(totalBytes);
  const words =
    keptBytes > 0 ? t('{0} of text, {1} cached', total, formatBytes(keptBytes)) : t('{0} of text', total);
  const tip = t('{0} of text will still be sent to the relay.', formatBytes(unpaidBytes));
  return html`<span class="aside cost" title=${tip}>${words}</span>`;
}

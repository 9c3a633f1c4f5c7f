import { html, nothing, type TemplateResult } from 'lit';
import { language, t } from '../../ui/l10n.ts';

/** When something was sent: the time of day, and the day too where it is not today; all of it in its tip. */
export function renderSentTime(sentAt: number | undefined): TemplateResult | typeof nothing {
  const date = new Date(sentAt ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return nothing;
  const short = format(date, { ...dayFormat(date, new Date()), hour: 'numeric', minute: '2-digit' });
  const whole = format(date, { dateStyle: 'full', timeStyle: 'medium' });
  return html`<time class="sent-time" datetime=${date.toISOString()} title=${whole}>
    <span aria-hidden="true">${short}</span><span class="visually-hidden">${t('Sent: {0}', whole)}</span>
  </time>`;
}

/** The parts of a day that tell it from this one. */
function dayFormat(date: Date, today: Date): Intl.DateTimeFormatOptions {
  if (date.toDateString() === today.toDateString()) return {};
  const isThisYear = date.getFullYear() === today.getFullYear();
  return { month: 'short', day: 'numeric', ...(!isThisYear && { year: 'numeric' }) };
}

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), options).format(date);
}

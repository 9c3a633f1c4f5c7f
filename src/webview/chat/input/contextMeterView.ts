import { html, nothing, type TemplateResult } from 'lit';
import type { ContextView } from '../../../protocol/protocolViews.ts';
import { formatCompactly, formatNumber, formatShare, t } from '../../ui/l10n.ts';

/** From this share on the meter warns, and shows the share in words. */
const warningShare = 0.8;

/** How full the model's context would be, as a ring; the number where nobody says what the model takes. */
export function renderContextMeter(context: ContextView | undefined): TemplateResult | typeof nothing {
  if (!context || (context.tokens <= 0 && context.limit === undefined)) return nothing;
  const amount = describeAmount(context);
  const share = shareOf(context);
  if (share === undefined) {
    return html`<span class="context-meter" title=${amount}>
      <span aria-hidden="true">${context.isEstimate ? '~' : ''}${formatCompactly(context.tokens)}</span>
      <span class="visually-hidden">${t('Context: {0}', amount)}</span>
    </span>`;
  }
  const level = share > 1 ? 'full' : share >= warningShare ? 'warning' : '';
  return html`<span
    class="context-meter ${level}"
    role="meter"
    aria-label=${t('Context')}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.min(100, Math.round(share * 100))}
    aria-valuetext=${amount}
    title=${amount}
  >
    <svg class="context-ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle class="context-whole" cx="8" cy="8" r="6" />
      <circle
        class="context-part"
        cx="8"
        cy="8"
        r="6"
        pathLength="100"
        stroke-dasharray="${Math.min(100, share * 100)} 100"
        transform="rotate(-90 8 8)"
      />
    </svg>
    ${share >= warningShare ? html`<span class="context-share" aria-hidden="true">${formatShare(share)}</span>` : nothing}
  </span>`;
}

/** What to do when more would be sent than the model takes. */
export function describeOverflow(context: ContextView | undefined, model: string): string | undefined {
  if (!context || (shareOf(context) ?? 0) <= 1) return undefined;
  return t(
    'This may exceed the context of {0}: {1}. Start a new chat, remove attachments, or select another model.',
    model,
    describeAmount(context),
  );
}

function shareOf({ tokens, limit }: ContextView): number | undefined {
  return limit === undefined || limit <= 0 ? undefined : tokens / limit;
}

function describeAmount(context: ContextView): string {
  const amount = describeTokens(context);
  const { omittedImages = 0 } = context;
  if (omittedImages === 0) return amount;
  const omitted =
    omittedImages === 1
      ? t('1 older image is no longer sent')
      : t('{0} older images are no longer sent', formatNumber(omittedImages));
  return `${amount}\n${omitted}`;
}

function describeTokens(context: ContextView): string {
  const tokens = `${context.isEstimate ? '~' : ''}${formatNumber(context.tokens)}`;
  const share = shareOf(context);
  if (context.limit === undefined || share === undefined) return t('{0} tokens', tokens);
  return t('{0} of {1} tokens ({2})', tokens, formatNumber(context.limit), formatShare(share));
}

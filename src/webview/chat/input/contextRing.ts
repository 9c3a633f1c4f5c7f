import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ContextView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatCompactly, formatDollars, formatNumber, formatShare, t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { emitMessage } from '../pageEvents.ts';

/** From this share on, the meter warns, and a summary is offered. */
const warningShare = 0.8;

const popoverId = 'context-details';

/** A ring that shows how full the context would be; the number of tokens if its size is unknown. Opens details. */
export function renderContextMeter(
  context: ContextView | undefined,
  isAnswering: boolean,
): TemplateResult | typeof nothing {
  if (!context || (context.tokens <= 0 && context.limit === undefined)) return nothing;
  const amount = describeAmount(context);
  const share = shareOf(context);
  const level = share === undefined ? '' : share > 1 ? 'full' : share >= warningShare ? 'warning' : '';
  return html`<button
      type="button"
      class="context-meter ${level}"
      title=${amount}
      popovertarget=${popoverId}
    >
      ${share === undefined ? renderNumber(context) : renderRing(share)}
      <span class="visually-hidden">${t('Context window: {0}', amount)}</span>
    </button>
    ${renderDetails(context, isAnswering)}`;
}

function renderNumber({ tokens, isEstimate }: ContextView): TemplateResult {
  return html`<span aria-hidden="true">${isEstimate ? '~' : ''}${formatCompactly(tokens)}</span>`;
}

function renderRing(share: number): TemplateResult {
  return html`<svg class="context-ring" viewBox="0 0 16 16" aria-hidden="true">
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
    ${share >= warningShare ? html`<span class="context-share" aria-hidden="true">${formatShare(share)}</span>` : nothing}`;
}

/** The details: the browser opens and closes them, also with Escape. */
function renderDetails(context: ContextView, isAnswering: boolean): TemplateResult {
  const share = shareOf(context);
  return html`<div
    id=${popoverId}
    class="context-details"
    popover
    role="dialog"
    aria-label=${t('Context window')}
  >
    <p class="context-title">${t('Context window')}</p>
    <p>${describeAmount(context)}</p>
    ${context.toolTokens === undefined ? nothing : html`<p>${t('Tools: ~{0} tokens', formatNumber(context.toolTokens))}</p>`}
    ${context.limit === undefined ? html`<p class="discreet">${t('The limit of this model is not known.')}</p>` : nothing}
    ${share !== undefined && share >= warningShare ? html`<p class="discreet">${t('Quality may decline near the limit.')}</p>` : nothing}
    ${context.cost === undefined ? nothing : html`<p>${describeCost(context.cost, context.isCostPartial)}</p>`}
    ${isAnswering ? nothing : renderCompact()}
  </div>`;
}

function describeCost(cost: number, isPartial = false): string {
  const amount = formatDollars(cost);
  return isPartial
    ? t('Estimated cost of this chat: {0}, without responses of unknown cost', amount)
    : t('Estimated cost of this chat: {0}', amount);
}

function renderCompact(): TemplateResult {
  const compact = (button: Element) => {
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    emitMessage(button, { type: 'compact' });
  };
  return html`<vscode-button
    secondary
    title=${t('Sends one request for a summary that replaces the earlier messages in later requests')}
    @click=${onOnce(compact)}
    >${t('Compact Conversation')}</vscode-button
  >`;
}

/** Offers a summary if the conversation nearly fills the context. */
export function renderCompactOffer(
  context: ContextView | undefined,
  isAnswering: boolean,
): TemplateResult | typeof nothing {
  const share = context && shareOf(context);
  if (share === undefined || share < warningShare || isAnswering) return nothing;
  return html`<div class="compact-offer">
    <p class="note">${renderIcon('info')}<span>${t('The context window is {0} full.', formatShare(share))}</span></p>
    ${renderCompact()}
  </div>`;
}

/** Advice if more would be sent than fits into the context, or less than a person may think. */
export function describeContext(context: ContextView | undefined, model: string): string | undefined {
  if (context?.isMessageOnly)
    return t(
      '{0} generates images from this message and its attachments. Earlier messages are not sent.',
      model,
    );
  if (!context || (shareOf(context) ?? 0) <= 1) return undefined;
  return t(
    'This may exceed the context window of {0}: {1}. Start a new chat, remove attachments, or select another model.',
    model,
    describeAmount(context),
  );
}

function shareOf({ tokens, limit }: ContextView): number | undefined {
  return limit === undefined || limit <= 0 ? undefined : tokens / limit;
}

function describeAmount(context: ContextView): string {
  const { limit = 0, omittedImages = 0, isEstimate } = context;
  const tokens = `${isEstimate ? '~' : ''}${formatNumber(context.tokens)}`;
  const share = shareOf(context);
  const amount =
    share === undefined
      ? t('{0} tokens', tokens)
      : t('{0} of {1} tokens ({2})', tokens, formatNumber(limit), formatShare(share));
  if (omittedImages === 0) return amount;
  const omitted =
    omittedImages === 1
      ? t('1 older image is no longer sent')
      : t('{0} older images are no longer sent', formatNumber(omittedImages));
  return `${amount}\n${omitted}`;
}

import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ImageView, RunView } from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderFailureDetails } from '../ui/failure.ts';
import { renderCopyable, renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { formatDuration, formatSeconds, t } from '../ui/l10n.ts';
import { on, onOnce } from '../ui/listeners.ts';
import { renderRemark } from '../ui/remark.ts';
import { renderImageCard } from './imageCard.ts';
import { emitIntent, emitMessage, failureListeners } from './imagesEvents.ts';

interface RunContext {
  readonly folder: string;
  readonly find: (id: string) => ImageView | undefined;
  readonly versionsOf: (image: ImageView) => readonly ImageView[];
}

/** A request for images: prompt, elapsed time, results, and failures. */
export function renderRun(run: RunView, elapsedMs: number, context: RunContext): TemplateResult {
  const { id, request, state, text, taskId, addresses = [] } = run;
  const missing = state === 'done' ? countMissing(run) : 0;
  const isIncomplete =
    state === 'done' &&
    (run.imageIds.length === 0 || missing > 0 || !!run.failures || run.withheld.length > 0);
  const { icon, tone } = isIncomplete ? incompleteIcon : stateIcons[state];
  const images = run.imageIds.flatMap((imageId) => context.find(imageId) ?? []);
  const remark = describeOutcome(run, elapsedMs, images.length);
  return html`<article class="run ${state}" data-id=${id} aria-label=${shortenPrompt(request.prompt)}>
    <header>
      ${renderIcon(icon, tone)}
      <h2>${shortenPrompt(request.prompt, 200)}</h2>
      <span class="run-facts">${[run.model, describeState(run, elapsedMs)].filter(Boolean).join(' · ')}</span>
      <div class="icon-actions">${renderButtons(run)}</div>
    </header>
    ${remark ? html`<p class="quiet">${remark}</p>` : nothing}
    ${renderRemark('warning', run.isMaskLost && t('The mask was lost when the window closed. Reuse the prompt and paint the mask again.'))}
    ${addresses.map(
      (address) => html`<div class="failure-words">
        <p>${t('An image was generated but could not be downloaded. Open its URL in a browser before it expires.')}</p>
        <p class="request-id">
          ${renderCopyable(address, t('Copy image URL'), failureListeners.copy)}
        </p>
      </div>`,
    )}
    ${renderFailure(run)}
    ${renderRemark('warning', missing > 0 && run.imageIds.length > 0 && t('The relay sent {0} of {1} images.', run.imageIds.length, request.parameters.count ?? 1))}
    ${
      taskId
        ? html`<div class="failure-words">
            <p>${t('The relay started a task instead of sending images.')}</p>
            <p class="request-id">
              ${renderCopyable(taskId, t('Copy task ID'), failureListeners.copy, t('Task ID:'))}
            </p>
            <p>${t('Use this ID to find the task in the relay’s console.')}</p>
          </div>`
        : nothing
    }
    ${images.length > 0 ? html`<div class="run-images">${images.map((image) => renderImageCard(image, { folder: context.folder, versions: context.versionsOf(image), siblings: images.filter((other) => other !== image) }))}</div>` : nothing}
    ${renderUnsaved(run)} ${renderFailures(run)} ${renderWithheld(run)}
    ${text ? html`<blockquote class="relay-words">${text}</blockquote>` : nothing}
  </article>`;
}

export function describeDeleted(count: number): string {
  return count === 1 ? t('Image deleted.') : t('{0} images deleted.', count);
}

/** What the state means for the person; undefined if the images say it. */
function describeOutcome({ state, imageIds }: RunView, elapsedMs: number, shown: number): string | undefined {
  if (state === 'running') return t('You can continue working. Canceling may not prevent billing.');
  if (state === 'canceled')
    return t('Canceled after {0}. The relay may still bill this request.', formatSeconds(elapsedMs / 1000));
  return state === 'done' && shown === 0 && imageIds.length > 0
    ? describeDeleted(imageIds.length)
    : undefined;
}

const stateIcons = {
  running: { icon: 'loading', tone: 'spinning' },
  done: { icon: 'check', tone: 'tone-ok' },
  failed: { icon: 'error', tone: 'tone-error' },
  canceled: { icon: 'circle-slash', tone: 'tone-quiet' },
} as const;

const incompleteIcon = { icon: 'warning', tone: 'tone-warning' };

/** Number of requested images that are neither delivered nor reported as failed. */
function countMissing({
  request,
  imageIds,
  withheld,
  failures = [],
  addresses = [],
  unsaved,
}: RunView): number {
  const known =
    imageIds.length + withheld.length + failures.length + addresses.length + (unsaved?.count ?? 0);
  return (request.parameters.count ?? 1) - known;
}

/** The state in words, for screen readers next to the prompt. */
export function describeState({ state, request, imageIds }: RunView, elapsedMs: number): string {
  const seconds = state === 'running' ? formatSeconds(elapsedMs / 1000) : formatDuration(elapsedMs);
  const { count = 1 } = request.parameters;
  switch (state) {
    case 'running':
      return count === 1 ? t('generating, {0}', seconds) : t('generating {0} images, {1}', count, seconds);
    case 'done':
      return imageIds.length === 1
        ? t('1 image in {0}', seconds)
        : t('{0} images in {1}', imageIds.length, seconds);
    case 'failed':
      return t('failed after {0}', seconds);
    case 'canceled':
      return t('canceled');
  }
}

function renderButtons(run: RunView): TemplateResult {
  const { id, request } = run;
  if (run.state === 'running')
    return html`<vscode-button
      secondary
      title=${t('Cancel. The relay may still bill this request.')}
      @click=${on((button) => emitMessage(button, { type: 'cancel', runId: id }))}
      >${t('Cancel')}</vscode-button
    >`;
  return html`${renderIconButton('edit', t('Reuse prompt and settings'), (button) => emitIntent(button, { type: 'reuse', made: { ...request, model: run.model } }))}
  ${renderIconButton('close', t('Close'), (button) => emitMessage(button, { type: 'dismiss', runId: id }))}`;
}

function renderFailure({ id, request, failure, isMaskLost }: RunView): TemplateResult | typeof nothing {
  if (!failure) return nothing;
  // Without its mask, the request would be another one.
  const actions = failure.actions.filter((action) => action.id !== 'tryAgain' || !isMaskLost);
  return html`<div class="failure-words">
    <p>${failure.title}</p>
    ${renderFailureDetails(
      { ...failure, actions },
      {
        ...failureListeners,
        act: (from, action) =>
          action === 'tryAgain'
            ? emitMessage(from, { type: 'generate', request, replaces: id })
            : failureListeners.act(from, action),
      },
    )}
  </div>`;
}

function renderUnsaved({ id, unsaved }: RunView): TemplateResult | typeof nothing {
  if (!unsaved) return nothing;
  const { count, reason } = unsaved;
  return html`<div class="failure-words">
    <p>
      ${renderIcon('error', 'tone-error')}
      ${
        count === 1
          ? t('1 image could not be saved: {0}', reason)
          : t('{0} images could not be saved: {1}', count, reason)
      }
    </p>
    <p>${t('Free up disk space, then save again. If you close this message, the unsaved images are discarded.')}</p>
    <div class="failure-actions">
      <vscode-button @click=${onOnce((button) => emitMessage(button, { type: 'saveAgain', runId: id }))}
        >${t('Save Again')}</vscode-button
      >
    </div>
  </div>`;
}

/** Images that failed while others succeeded. */
function renderFailures({ failures = [] }: RunView): TemplateResult | typeof nothing {
  if (failures.length === 0) return nothing;
  return html`<div class="failure-words">
    <p>
      ${renderIcon('error', 'tone-error')}
      ${failures.length === 1 ? t('1 image failed.') : t('{0} images failed.', failures.length)}
    </p>
    ${failures.map(
      (failure) => html`<p>${failure.title}</p>
        ${renderFailureDetails(failure, failureListeners, false)}`,
    )}
  </div>`;
}

function renderWithheld({ withheld }: RunView): TemplateResult | typeof nothing {
  const { length } = withheld;
  if (length === 0) return nothing;
  const reasons = [...new Set(withheld.flatMap(({ reason }) => reason ?? []))];
  const words =
    reasons.length > 0
      ? length === 1
        ? t('1 image was blocked.')
        : t('{0} images were blocked.', length)
      : length === 1
        ? t('One image was not returned. The relay gave no reason.')
        : t('{0} images were not returned. The relay gave no reason.', length);
  return html`<div class="withheld">
    <p>${renderIcon('warning', 'tone-warning')} ${words}</p>
    ${reasons.map((reason) => html`<blockquote class="relay-words">${reason}</blockquote>`)}
  </div>`;
}

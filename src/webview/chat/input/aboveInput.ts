import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChangedFilesView, ChangedFileView, QueuedView } from '../../../protocol/protocolViews.ts';
import type { ReadingAction, ReadingView } from '../../../protocol/readerProtocol.ts';
import { ellipsize } from '../../../text/ellipsize.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { renderSpeedSelect } from '../../ui/speedSelect.ts';
import type { ChatState } from '../chatState.ts';
import { emitMessage, sends } from '../pageEvents.ts';
import { renderFailure } from '../turn/ending.ts';
import { renderDisconnected } from './connection.ts';
import { renderCompactOffer } from './contextRing.ts';

/** What stands above the input: the reading, changed files, queued messages, and notices. */
export function renderAboveInput(state: ChatState, isStarted: boolean): TemplateResult {
  const { running, queue, isQueueHeld, connection, context, rejection, changes, reading } = state;
  const isAnswering = running.size > 0;
  return html`
    ${reading ? renderMiniPlayer(reading) : nothing} ${renderChangedFiles(changes)} ${renderQueue(queue, isQueueHeld, isAnswering)}
    ${rejection ? renderFailure(rejection, { severity: 'error' }) : nothing}
    ${isStarted ? renderCompactOffer(context, isAnswering) : nothing}
    ${isStarted && connection?.state === 'missing' ? renderDisconnected(connection) : nothing}
  `;
}

/** The current reading with its controls: one row, in which only the title shrinks. */
function renderMiniPlayer(reading: ReadingView): TemplateResult {
  const { title, sentence, total, isWhole, speed } = reading;
  const act = (action: ReadingAction) => sends({ type: 'reading', action });
  const { stateIcon, icon, name } = looksOf(reading);
  const place = t(
    'Sentence {0} of {1}',
    formatNumber(sentence),
    `${formatNumber(total)}${isWhole ? '' : '+'}`,
  );
  return html`<section class="mini-player" aria-label=${t('Read Aloud')}>
    <button
      type="button"
      class="mini-player-title"
      title=${`${title}\n${place}`}
      aria-label=${t('Show {0} in the Read Aloud view', title)}
      @click=${on(act('show'))}
    >
      ${renderIcon(stateIcon)}<span dir="auto">${title}</span>
    </button>
    ${renderIconButton('chevron-left', t('Previous Sentence'), act('previous'))}
    ${renderIconButton(icon, name, act('toggle'))}
    ${renderIconButton('chevron-right', t('Next Sentence'), act('next'))}
    ${renderSpeedSelect(speed, (chosen, select) => emitMessage(select, { type: 'setReadingSpeed', speed: chosen }))}
    ${renderIconButton('debug-stop', t('Stop Reading'), act('stop'))}
  </section>`;
}

interface Looks {
  readonly stateIcon: string;
  /** Icon of the button that pauses and resumes. */
  readonly icon: string;
  readonly name: string;
}

/** The same icons as in the status bar item. */
function looksOf({ status, hasPlayer }: ReadingView): Looks {
  if (!hasPlayer || status === 'blocked')
    return { stateIcon: 'mute', icon: 'play', name: t('Listen in the Read Aloud view') };
  if (status === 'failed') return { stateIcon: 'warning', icon: 'debug-restart', name: t('Try Again') };
  if (status === 'paused') return { stateIcon: 'unmute', icon: 'play', name: t('Resume') };
  const stateIcon = status === 'loading' ? 'loading codicon-modifier-spin' : 'unmute';
  return { stateIcon, icon: 'debug-pause', name: t('Pause') };
}

/**
 * The files that models changed or want to change, until the person has decided: grouped by response, the latest first.
 * Buttons stay with their file: when a model changes another one, the focus must not move to the buttons of that.
 */
function renderChangedFiles({ files, canAllow }: ChangedFilesView): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  const responses = [...Map.groupBy(files, ({ responseId }) => responseId)].toReversed();
  return html`<section class="changed-files" aria-label=${t('Changed files')}>
    ${repeat(
      responses,
      ([id]) => id,
      ([, own], index) => renderResponse(own, index, canAllow),
    )}
  </section>`;
}

function renderResponse(files: readonly ChangedFileView[], index: number, canAllow: boolean): TemplateResult {
  const ids = files.map(({ id }) => id);
  const decide = (action: 'keep' | 'undo' | 'keepInChat') => sends({ type: 'change', action, ids });
  const isAllowable = canAllow && files.some(({ isProposed, responseId }) => isProposed && responseId);
  const count = countFiles(files.length);
  return html`<div role="group" aria-labelledby=${`changed-files-${index}`}>
    <div class="changed-files-header">
      <h2 id=${`changed-files-${index}`}>${index === 0 ? count : t('{0} (earlier)', count)}</h2>
      <div class="changed-files-actions">
      <button type="button" class="link-button" @click=${on(decide('keep'))}>${t('Keep All')}</button>
      <button type="button" class="link-button" @click=${on(decide('undo'))}>${t('Undo All')}</button>
      ${
        isAllowable
          ? html`<button type="button" class="link-button" title=${t('The model’s edits are written immediately and can be undone here')} @click=${on(decide('keepInChat'))}>${t('Allow in This Chat')}</button>`
          : nothing
      }
      </div>
    </div>
    <ul>
      ${repeat(files, ({ id }) => id, renderFile)}
    </ul>
  </div>`;
}

function renderFile({ id, path, added, removed, isProposed, isNew }: ChangedFileView): TemplateResult {
  const [, folder = '', name = path] = /^(?:(.*)\/)?([^/]*)$/.exec(path) ?? [];
  const state = isProposed ? t('proposed') : isNew ? t('created') : t('changed');
  const lines = t('Lines added: {0}, removed: {1}', formatNumber(added), formatNumber(removed));
  const act = (action: 'keep' | 'undo' | 'open') => sends({ type: 'change', action, ids: [id] });
  return html`<li>
    <button
      type="button"
      class="changed-file"
      title=${t('{0} ({1})', path, state)}
      aria-label=${joinSentences(t('{0} ({1})', t('Open diff of {0}', path), state), lines)}
      @click=${on(act('open'))}
    >
      <span class="changed-file-name">${name}</span>
      <span class="changed-file-folder">${folder}</span>
      <span class="added-lines">+${formatNumber(added)}</span>
      <span class="removed-lines">−${formatNumber(removed)}</span>
    </button>
    ${renderIconButton('check', t('Keep {0}', path), act('keep'), { tip: t('Keep') })}
    ${renderIconButton('discard', t('Undo {0}', path), act('undo'), { tip: t('Undo') })}
  </li>`;
}

function countFiles(count: number): string {
  return count === 1 ? t('1 changed file') : t('{0} changed files', formatNumber(count));
}

/** A message may be a whole file: the line and its tooltip show this much of it. */
const maximumLineLength = 300;
const maximumTipLength = 1_000;

/**
 * The queued messages, with their actions. Buttons stay with their message: when an earlier one is sent, the focus must not
 * move on to the buttons of a later one.
 */
function renderQueue(
  messages: readonly QueuedView[],
  isHeld: boolean,
  isAnswering: boolean,
): TemplateResult | typeof nothing {
  const [first] = messages;
  if (!first) return nothing;
  return html`<section class="queue" aria-labelledby="queue-title">
    <h2 id="queue-title">${t('Queued messages')}</h2>
    ${isHeld ? renderHeld(first.id, isAnswering) : nothing}
    <ul>
      ${repeat(
        messages,
        ({ id }) => id,
        ({ id, text, attachments }) => html`<li>
          <span class="queued-text" title=${ellipsize(text, maximumTipLength)}>${ellipsize(text, maximumLineLength)}</span>
          ${renderAttached(attachments ?? 0)}
          ${renderIconButton('arrow-up', t('Send Now'), sends({ type: 'sendQueued', id }), {
            tip: [t('Send Now'), ...(isAnswering ? [t('Stops the current response')] : [])].join('\n'),
            isPressedOnce: true,
          })}
          ${renderIconButton('edit', t('Edit'), sends({ type: 'dequeue', id, isEdit: true }))}
          ${renderIconButton('close', t('Remove'), sends({ type: 'dequeue', id, isEdit: false }))}
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Sends all messages in order, the first one now; while a response is running, they can wait for its end. */
function renderHeld(id: string, isAnswering: boolean): TemplateResult {
  const send = sends({ type: 'sendQueued', id });
  return html`<p class="queue-held">
    ${t('Paused. Send when ready.')}
    ${
      isAnswering
        ? nothing
        : html`<button type="button" class="link-button" @click=${on(send)}>${t('Send All')}</button>`
    }
  </p>`;
}

/** The number of attachments. */
function renderAttached(count: number): TemplateResult | typeof nothing {
  if (count === 0) return nothing;
  const words = count === 1 ? t('1 attachment') : t('{0} attachments', formatNumber(count));
  return html`<span class="queued-attachments" role="img" aria-label=${words} title=${words}>
    ${renderIcon('attach')}${formatNumber(count)}
  </span>`;
}

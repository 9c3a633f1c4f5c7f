import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { TaskRecordState } from '../../protocol/taskRecord.ts';
import { describeTaskState, isTaskOver, nameOfTask } from '../../protocol/taskStateWords.ts';
import type { TasksWebviewMessage, TaskView } from '../../protocol/tasksProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { renderAction, renderFailureDetails } from '../ui/failure.ts';
import { renderReceipt } from '../ui/generationReceipt.ts';
import { renderCopyable, renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { formatSeconds, formatShare, language, t } from '../ui/l10n.ts';
import { onOnce } from '../ui/listeners.ts';
import { renderRemark } from '../ui/remark.ts';
import type { FilmPlace } from './taskFilm.ts';
import { emitIntent, emitMessage, failureListeners } from './tasksEvents.ts';

interface TaskContext {
  readonly place: FilmPlace;
  /** Current time by the host's clock. */
  readonly now: number;
}

type TaskAction = Extract<TasksWebviewMessage, { readonly id: string }>['type'];
/** Actions that need only the task. */
type PlainAction = Exclude<TaskAction, 'openInPlayer' | 'reveal' | 'save' | 'poster'>;

const running = { icon: 'loading', tone: 'spinning' };
const warning = { icon: 'warning', tone: 'tone-warning' };
const stateIcons: Readonly<Record<TaskRecordState, { readonly icon: string; readonly tone: string }>> = {
  submitting: running,
  queued: running,
  running,
  fetching: running,
  uncertain: warning,
  withoutResult: warning,
  stopped: { icon: 'debug-pause', tone: 'tone-quiet' },
  done: { icon: 'check', tone: 'tone-ok' },
  fetchFailed: { icon: 'error', tone: 'tone-error' },
  failed: { icon: 'error', tone: 'tone-error' },
  canceled: { icon: 'circle-slash', tone: 'tone-quiet' },
};

/** The display name of a task. */
export function nameOf(task: TaskView, length?: number): string {
  return shortenPrompt(nameOfTask(task), length);
}

/** The state in words, for screen readers next to the prompt. */
export function describeState(task: TaskView): string {
  return describeTaskState(task, t, formatShare);
}

/** How long it takes or took, by the host's clock. */
function describeElapsed({ createdAt, endedAt }: TaskView, now: number): string {
  return formatSeconds(Math.max(0, (endedAt ?? now) - createdAt) / 1000);
}

function formatTime(time: number): string {
  return new Date(time).toLocaleTimeString(language(), { timeStyle: 'short' });
}

/** A task: its request, state, results and actions. */
export function renderTask(task: TaskView, { place, now }: TaskContext): TemplateResult {
  const { id, state, request, otherProfile, results, poster } = task;
  const { icon, tone } = stateIcons[state];
  const name = nameOf(task);
  const facts = [request.model, describeState(task), describeElapsed(task, now), otherProfile];
  return html`<article class="run task ${state}" data-id=${id} tabindex="-1" aria-label=${name}>
    <header>
      ${renderIcon(icon, tone)}
      <h2>${nameOf(task, 200)}</h2>
      <span class="run-facts">${facts.filter(Boolean).join(' · ')}</span>
      <div class="icon-actions">
        ${renderIconButton('edit', t('Reuse prompt and settings'), (button) => emitIntent(button, { type: 'reuse', task }))}
        ${isTaskOver(task) ? renderIconButton('trash', t('Delete task'), (button) => emitIntent(button, { type: 'delete', task })) : nothing}
      </div>
    </header>
    ${renderBody(task)}
    ${results.map(
      (result, index) =>
        html`<tasks-film
          .task=${id}
          .name=${results.length === 1 ? name : t('{0} ({1} of {2})', name, index + 1, results.length)}
          .result=${result}
          .poster=${index === 0 ? poster : ''}
          .place=${place}
        ></tasks-film>`,
    )}
    ${renderTaskId(task)} ${renderFacts(task)}
  </article>`;
}

function renderBody(task: TaskView): TemplateResult | typeof nothing {
  switch (task.state) {
    case 'submitting':
      return html`<p class="quiet">${t('Waiting for the relay to send a task ID.')}</p>`;
    case 'uncertain':
      return renderUncertain(task);
    case 'queued':
    case 'running':
      return renderWaiting(task);
    case 'fetching':
      return html`${renderProgress(task)}
        ${renderRemark('warning', task.failureView && t('The last attempt failed: {0}', task.failureView.title))}
        ${renderActions(secondary(task, 'stopDownload', t('Stop Download')))}`;
    case 'stopped':
      return renderStopped(task);
    case 'done':
      return task.results.some(({ isCutShort }) => isCutShort)
        ? renderActions(secondary(task, 'fetchAgain', t('Download Again')))
        : nothing;
    case 'withoutResult':
      return renderWithoutResult(task);
    case 'fetchFailed':
      return html`${
        task.stoppedBy === 'person'
          ? html`<p class="quiet">${t('The download was stopped. It can continue later.')}</p>`
          : renderFailure(task)
      }
      ${renderActions(primary(task, 'fetchAgain', t('Download Again')))}`;
    case 'failed':
      return html`${renderFailure(task)} ${isPathWrong(task) ? renderWrongPath(task) : nothing}`;
    case 'canceled':
      return html`<p class="quiet">${t('The task was canceled on the relay. It may still be billed.')}</p>
        ${task.failureView?.relayMessage ? renderFailureDetails(task.failureView, failureListeners, false) : nothing}
        ${renderActions(primary(task, 'lookAgain', t('Check Again')))}`;
  }
}

/** Explains what to do if it is unknown whether the relay received the task. */
function renderUncertain(task: TaskView): TemplateResult {
  const { createdAt, request, paths, origin } = task;
  return html`<div class="failure-words">
      <p>${t('The relay’s response with the task ID did not arrive. The task is not sent again automatically.')}</p>
      <p>
        ${t('Look in the log of {0} for the request below. If it is there, the task was started and may be billed.', new URL(origin).host)}
      </p>
      <ul class="log-entry">
        <li><code>${`POST ${String(paths['submit'])}`}</code></li>
        <li>${t('Time: {0}', new Date(createdAt).toLocaleString(language()))}</li>
        <li>${t('Model: {0}', request.model)}</li>
      </ul>
      <p>${t('Enter the task ID from the log to continue.')}</p>
    </div>
    ${renderFailure(task)} ${renderActions(primary(task, 'enterTaskId', t('Enter Task ID…')))}`;
}

function renderWaiting(task: TaskView): TemplateResult {
  const { failureView, deadlineAt } = task;
  return html`${renderProgress(task)}
    <p class="quiet">${t('Checking for the result until {0}. You can continue working or close the window.', formatTime(deadlineAt))}</p>
    ${renderRemark('warning', failureView && t('The last check failed: {0}', failureView.title))}
    ${renderActions(
      failureView?.actions.map((action) => renderAction(action, true, failureListeners.act)),
      secondary(
        task,
        'stopWaiting',
        t('Stop Waiting'),
        t('Stops checking for the result. The task continues on the relay.'),
      ),
      renderCancel(task),
      secondary(task, 'extend', t('Extend'), t('Checks for the result for another hour.')),
      secondary(task, 'lookAgain', t('Check Now'), t('Checks the task now.')),
    )}`;
}

function renderStopped(task: TaskView): TemplateResult {
  const words =
    task.stoppedBy === 'deadline'
      ? t(
          'There was no result by {0}. The task may still be running on the relay.',
          formatTime(task.deadlineAt),
        )
      : t('The task may still be running on the relay. Check again later.');
  return html`${task.failureView ? renderFailure(task) : html`<p class="quiet">${words}</p>`}
  ${renderActions(
    primary(task, 'lookAgain', t('Check Again')),
    // A task ID that the relay does not know may be mistyped.
    task.stoppedBy === 'failure' ? secondary(task, 'enterTaskId', t('Enter Task ID…')) : nothing,
    renderCancel(task),
  )}`;
}

function renderWithoutResult(task: TaskView): TemplateResult {
  const { replyKeys = [] } = task;
  return html`<div class="failure-words">
      <p>${t('The relay reports that the task is done, but its response contains no result.')}</p>
      ${
        replyKeys.length > 0
          ? html`<p>${t('Fields of the response:')}</p>
              <p class="reply-keys">${replyKeys.map((key) => html`<code>${key}</code> `)}</p>`
          : nothing
      }
      <p>
        ${t('The relay may need a little more time. If one of the fields contains the result, specify that field in the path settings.')}
      </p>
    </div>
    ${renderActions(primary(task, 'lookAgain', t('Check Again')), renderEditPaths())}`;
}

/** Whether the relay seems to have no endpoint at the path where the task was submitted. */
function isPathWrong({ taskId, failure }: TaskView): boolean {
  return taskId === undefined && ['notFound', 'wrongAddress'].includes(failure?.kind ?? '');
}

function renderWrongPath({ paths }: TaskView): TemplateResult {
  return html`<p>
      ${t('The relay may not have the path {0}. Select other paths above and test them, or edit the path settings. Then reuse this prompt.', String(paths['submit']))}
    </p>
    ${renderActions(renderEditPaths())}`;
}

function renderEditPaths(): TemplateResult {
  return html`<vscode-button secondary @click=${onOnce((button) => emitMessage(button, { type: 'openSettings' }))}
    >${t('Edit Paths in Settings')}</vscode-button
  >`;
}

function renderProgress(task: TaskView): TemplateResult | typeof nothing {
  const { progress, state } = task;
  if (typeof progress !== 'number') return nothing;
  const words = state === 'fetching' ? t('Download') : t('Progress');
  return html`<progress
    max="1"
    value=${progress}
    aria-label=${t('{0}: {1}', words, nameOf(task, 60))}
  ></progress>`;
}

function renderFailure({ failureView }: TaskView): TemplateResult | typeof nothing {
  if (!failureView) return nothing;
  return html`<div class="failure-words">
    <p>${failureView.title}</p>
    ${renderFailureDetails(failureView, failureListeners, false)}
  </div>`;
}

function renderActions(...actions: readonly unknown[]): TemplateResult {
  return html`<div class="card-actions">${actions}</div>`;
}

function primary({ id }: TaskView, type: PlainAction, label: string): TemplateResult {
  return html`<vscode-button @click=${onOnce((button) => emitMessage(button, { type, id }))}
    >${label}</vscode-button
  >`;
}

function secondary({ id }: TaskView, type: PlainAction, label: string, tip = label): TemplateResult {
  return html`<vscode-button secondary title=${tip} @click=${onOnce((button) => emitMessage(button, { type, id }))}
    >${label}</vscode-button
  >`;
}

function renderCancel(task: TaskView): TemplateResult | typeof nothing {
  if (!task.canCancel) return nothing;
  const tip = t('Asks the relay to cancel the task. The task may still be billed.');
  return secondary(task, 'cancelAtRelay', t('Cancel on Relay'), tip);
}

function renderTaskId({ taskId }: TaskView): TemplateResult | typeof nothing {
  if (taskId === undefined) return nothing;
  return html`<p class="request-id quiet">
    ${renderCopyable(taskId, t('Copy task ID'), failureListeners.copy, t('Task ID:'))}
  </p>`;
}

function renderFacts({ request, createdAt, origin, paths, requestId }: TaskView): TemplateResult {
  const { prompt, model, seconds, size, further, source } = request;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t('Prompt'), prompt],
    [t('Model'), model],
    [t('Seconds'), seconds === undefined ? undefined : String(seconds)],
    [t('Size'), size],
    [t('Source image'), source?.name],
    [t('Additional parameters'), further && JSON.stringify(further)],
    [t('Started'), new Date(createdAt).toLocaleString(language())],
    [t('Relay'), new URL(origin).host],
    [t('Path'), String(paths['submit'])],
  ];
  return renderReceipt(t('Details'), rows, requestId, failureListeners.copy);
}

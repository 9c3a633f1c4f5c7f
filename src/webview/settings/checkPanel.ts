import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CheckStageView, CheckStatus, CheckView } from '../../protocol/settingsProtocol.ts';
import { renderFailureDetails } from '../ui/failure.ts';
import { renderIcon } from '../ui/iconButton.ts';
import { formatDuration, formatSeconds, t } from '../ui/l10n.ts';
import { onOnce } from '../ui/listeners.ts';
import { announce, emitMessage, failureListeners } from './settingsEvents.ts';

/** How often the elapsed time is updated. */
const tickMs = 250;

/** How long the Copy Report button shows its success. */
const copiedMs = 2_000;

/** The icon and the name of each status of a stage. */
const stageStatuses: Readonly<Record<CheckStatus, readonly [icon: string, words: () => string]>> = {
  waiting: ['circle-outline tone-quiet', () => t('waiting')],
  running: ['loading spinning', () => t('running')],
  asks: ['question tone-info', () => t('needs your approval')],
  ok: ['pass tone-ok', () => t('passed')],
  warning: ['warning tone-warning', () => t('passed with warnings')],
  failed: ['error tone-error', () => t('failed')],
  skipped: ['circle-slash tone-quiet', () => t('skipped')],
  cancelled: ['circle-slash tone-quiet', () => t('canceled')],
};

/** The connection check: its button, and the result of every stage. */
export class SettingsCheck extends PageElement {
  static override readonly properties = drawnProperties('check', 'profile', 'isNext', 'isCopied');

  /** The last check of this profile, or a running check of any profile. */
  declare check: CheckView | undefined;
  declare profile: string;
  /** Whether base URL and API key are set, so that the check is the next step. */
  declare isNext: boolean;
  declare isCopied: boolean;
  #ticking: ReturnType<typeof setInterval> | undefined;
  #startedAt = 0;
  #hadFocus = false;
  #isAsked = false;

  focusControl(): void {
    this.querySelector<HTMLElement>('.check-button')?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopTicking();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#hadFocus = this.contains(document.activeElement);
    if (!changed.has('check')) return;
    const before = changed.get('check');
    const isRunning = this.check?.isRunning ?? false;
    if (isRunning && !before?.isRunning) this.#startedAt = performance.now();
    if (isRunning) this.#ticking ??= setInterval(() => this.requestUpdate(), tickMs);
    else this.#stopTicking();
    // A check that ended before anyone here asked for one is not news.
    if (before || isRunning || this.#isAsked) this.#announceNews(before);
  }

  protected override updated(): void {
    // The buttons of a question go away once it is answered.
    if (this.#hadFocus && document.activeElement === document.body) this.focusControl();
  }

  protected override render(): TemplateResult {
    const { check } = this;
    return html`
      <div class="setting">
        <div class="setting-title"><h3 id="label-check">${t('Connection check')}</h3></div>
        <p class="setting-description">
          ${t('Tests every step of the connection and reports the first failure. Sends one short message to the chat model.')}
        </p>
        <div class="buttons">
          ${this.#renderCheckButton()}
          ${check?.summary ? this.#renderCopyButton() : nothing}
        </div>
        ${check?.profile === this.profile ? this.#renderProgress(check) : nothing}
        ${
          check?.isRunning && check.profile !== this.profile
            ? html`<p class="check-summary">
                ${renderIcon(stageStatuses.running[0])}
                <span>${t('Another profile is being checked.')}</span>
              </p>`
            : nothing
        }
      </div>
    `;
  }

  /** A single button for Check and Cancel, so that it keeps the focus. */
  #renderCheckButton(): TemplateResult {
    const isRunning = this.check?.isRunning ?? false;
    return html`<vscode-button
      class="check-button"
      ?secondary=${!this.isNext || this.check !== undefined}
      @click=${onOnce(() => {
        this.#isAsked = true;
        emitMessage(this, isRunning ? { type: 'cancelCheck' } : { type: 'check', profile: this.profile });
      })}
      >${isRunning ? t('Cancel') : t('Check Connection')}</vscode-button
    >`;
  }

  #renderCopyButton(): TemplateResult {
    return html`<vscode-button
      class="copy-report"
      secondary
      @click=${() => {
        emitMessage(this, { type: 'copyReport' });
        announce(this, t('Copied'));
        this.isCopied = true;
        setTimeout(() => {
          this.isCopied = false;
        }, copiedMs);
      }}
      >${this.isCopied ? t('Copied') : t('Copy Report')}</vscode-button
    >`;
  }

  #renderProgress(check: CheckView): TemplateResult {
    return html`
      ${check.summary ? renderSummary(check.summary) : this.#renderElapsed(check)}
      <ol class="stages" aria-labelledby="label-check">
        ${check.stages.map((stage) => this.#renderStage(stage))}
      </ol>
    `;
  }

  #renderElapsed({ stages }: CheckView): TemplateResult {
    const done = stages.filter(isOver).length;
    return html`<p class="check-summary">
      ${renderIcon(stageStatuses.running[0])}
      <span
        >${t('Checking… {0} of {1}', done, stages.length)}
        <span class="stage-time">${formatSeconds((performance.now() - this.#startedAt) / 1000)}</span></span
      >
    </p>`;
  }

  #renderStage({ status, label, verdict, failure, ms }: CheckStageView): TemplateResult {
    return html`<li class="stage ${status}">
      ${renderIcon(stageStatuses[status][0])}
      <div class="stage-words">
        <p class="stage-title">
          <span class="stage-label">${label}</span><span class="visually-hidden">: ${stageStatuses[status][1]()}</span>
          ${ms === undefined ? nothing : html`<span class="stage-time">${formatDuration(ms)}</span>`}
        </p>
        ${verdict ? html`<p class="stage-verdict">${verdict}</p>` : nothing}
        ${status === 'asks' ? this.#renderQuestion() : nothing}
        ${failure ? renderStageFailure(failure, verdict) : nothing}
      </div>
    </li>`;
  }

  #renderQuestion(): TemplateResult {
    const answer = (isWanted: boolean) => () => emitMessage(this, { type: 'answerSpeech', isWanted });
    return html`<div class="buttons">
      <vscode-button class="speak" @click=${answer(true)}>${t('Test Speech')}</vscode-button>
      <vscode-button class="skip" secondary @click=${answer(false)}>${t('Skip')}</vscode-button>
    </div>`;
  }

  /** Announces start, question and end; announcing all nine stages would be too much. */
  #announceNews(before: CheckView | undefined): void {
    const { check } = this;
    if (!check) return;
    const question = findQuestion(check);
    // A check that resumes after an answered question does not count as a new one.
    const isBeginning = check.isRunning && !before?.isRunning && (this.#isAsked || !findQuestion(before));
    if (check.isRunning) this.#isAsked = false;
    const news = [
      ...(isBeginning ? [t('Checking the connection…')] : []),
      ...(check.summary && check.summary.text !== before?.summary?.text ? [check.summary.text] : []),
      ...(question && !findQuestion(before) ? [t('{0}: {1}', question.label, question.verdict ?? '')] : []),
    ].join(' ');
    if (news !== '') announce(this, news);
  }

  #stopTicking(): void {
    clearInterval(this.#ticking);
    this.#ticking = undefined;
  }
}

function renderSummary({ status, text }: NonNullable<CheckView['summary']>): TemplateResult {
  return html`<p class="check-summary ${status}">
    ${renderIcon(stageStatuses[status][0])}<span>${text}</span>
  </p>`;
}

function renderStageFailure(
  failure: NonNullable<CheckStageView['failure']>,
  verdict: string | undefined,
): TemplateResult {
  return html`<div class="failure-words">
    ${verdict === failure.title ? nothing : html`<p>${failure.title}</p>`}
    ${renderFailureDetails(failure, failureListeners)}
  </div>`;
}

function findQuestion(check: CheckView | undefined): CheckStageView | undefined {
  return check?.stages.find(({ status }) => status === 'asks');
}

function isOver({ status }: CheckStageView): boolean {
  return status !== 'waiting' && status !== 'running' && status !== 'asks';
}

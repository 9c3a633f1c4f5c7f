import '@vscode-elements/elements/dist/vscode-button/index.js';
import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import type { WaitPhase } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatSeconds, t } from '../../ui/l10n.ts';
import { on, onOnce } from '../../ui/listeners.ts';
import { sends } from '../pageEvents.ts';

/** Shorter waits are shown without seconds. */
const shortestShownSeconds = 3;

/** What a prompt without a response waits for. */
interface Wait {
  readonly phase: WaitPhase | undefined;
  readonly model: string;
  /** Host name of the relay. */
  readonly relay: string | undefined;
  readonly seconds: number;
  /** Whether it waits for an image. */
  readonly isImage?: boolean | undefined;
}

/** The wait before a retry, and its reason. */
export interface Retry {
  readonly title: string;
  /** By the clock of this page, in milliseconds. */
  readonly at: number;
}

/** Shows that the response is still streaming. */
export function renderProgress(): TemplateResult {
  return html`<p class="progress">${renderIcon('loading', 'spinning')}</p>`;
}

export function renderWaiting(wait: Wait): TemplateResult {
  return html`
    <p class="progress late">
      ${renderIcon('loading', 'spinning')}
      <span>${describeWait(wait)}</span>${renderSeconds(wait.seconds)}
    </p>
    ${
      wait.isImage
        ? html`<p class="wait-note">${t('You can continue working. Stopping may not prevent billing.')}</p>`
        : nothing
    }
  `;
}

function describeWait({ phase, model, relay, isImage }: Wait): string {
  if (phase === 'connecting') return t('Connecting to {0}…', relay ?? t('the relay'));
  if (phase === 'uploading') return t('Sending…');
  if (isImage) return t('Generating an image with {0}…', model);
  return t('Waiting for {0}…', model || (relay ?? t('the relay')));
}

/** Seconds so far; hidden from screen readers, which would announce every second. */
export function renderSeconds(seconds: number): TemplateResult | typeof nothing {
  if (seconds < shortestShownSeconds) return nothing;
  return html`<span class="elapsed" aria-hidden="true">${formatSeconds(seconds)}</span>`;
}

/** `turnId`: the response to stop if several are running. */
export function renderRetry(retry: Retry, turnId?: string): TemplateResult {
  const about = turnId === undefined ? {} : { turnId };
  const now = on(sends({ type: 'retryNow', ...about }));
  return renderDelay(
    'history',
    describeRetry(retry),
    html`<vscode-button @click=${now}>${t('Try Again Now')}</vscode-button> ${renderStop(about)}`,
  );
}

/** A stream without data for so long is reported as stalled. */
export const stallSeconds = 10;

/**
 * Shows that no text has arrived for a while, and the possible actions. It does not claim that there was no data: the
 * relay may keep the connection alive, or the model may be writing a tool call, which arrives as a whole.
 */
export function renderStall(seconds: number, turnId: string, isCompared: boolean): TemplateResult {
  const again = onOnce(sends({ type: 'retry', turnId }));
  return renderDelay(
    'watch',
    describeStall(seconds),
    isCompared
      ? renderStop({ turnId })
      : html`${renderStop({})} <vscode-button secondary @click=${again}>${t('Try Again')}</vscode-button>`,
    'stall',
  );
}

function renderDelay(icon: string, words: string, buttons: TemplateResult, className = ''): TemplateResult {
  return html`
    <div class="retry ${className}">
      <p class="progress">${renderIcon(icon)}<span>${words}</span></p>
      <div class="retry-actions">${buttons}</div>
    </div>
  `;
}

function renderStop(about: { readonly turnId?: string }): TemplateResult {
  const stop = on(sends({ type: 'stop', ...about }));
  return html`<vscode-button secondary @click=${stop}>${t('Stop')}</vscode-button>`;
}

export function describeStall(seconds: number): string {
  return t('Nothing received for {0}.', formatSeconds(seconds));
}

export function describeRetry(retry: Retry): string {
  return t('{0} Retrying in {1} s.', retry.title, secondsUntil(retry));
}

export function secondsUntil({ at }: Retry): number {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** Updates an element every second while it shows elapsed time. */
export class SecondsTicker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #isNeeded: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, isNeeded: () => boolean) {
    this.#host = host;
    this.#isNeeded = isNeeded;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    if (!this.#isNeeded()) this.#stop();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../l10n.ts';
import type { ReaderStatus, SentenceView } from '../protocol.ts';
import type { FailureAction, FailureView } from '../protocolViews.ts';
import { createFollower } from './follower.ts';

/** All that the view shows. */
export interface ReaderModel {
  readonly status: ReaderStatus;
  readonly index: number;
  readonly title: string;
  readonly sentences: readonly SentenceView[];
  readonly isWhole: boolean;
  readonly failure: FailureView | undefined;
}

/** What a person can do in the view. */
export interface ReaderActions {
  pause(): void;
  resume(): void;
  stop(): void;
  /** The gesture that lets sound begin. */
  listen(): void;
  run(action: FailureAction['id']): void;
}

const nothingYet: ReaderModel = {
  status: 'idle',
  index: 0,
  title: '',
  sentences: [],
  isWhole: true,
  failure: undefined,
};

/** The view's page: what is read, how far it is, and the controls. In the page's own DOM, styled by reader.css. */
export class ReaderView extends LitElement {
  static override readonly properties = { model: { attribute: false } };

  declare model: ReaderModel;
  actions: ReaderActions | undefined;
  readonly #follower = createFollower();
  /** Whether this reading was heard already: later waits are too short to be worth a word. */
  #wasHeard = false;

  constructor() {
    super();
    this.model = nothingYet;
  }

  show(change: Partial<ReaderModel>): void {
    this.model = { ...this.model, ...change };
    // Only a reading that begins or ends has a new title.
    if (change.title !== undefined) this.#wasHeard = false;
    if (change.status === 'playing') this.#wasHeard = true;
  }

  handleKey(event: KeyboardEvent): void {
    const { status } = this.model;
    if (status === 'idle' || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') {
      this.actions?.stop();
    } else if (event.key === ' ' && !isOnControl(event)) {
      event.preventDefault();
      // A key already lets a blocked reading sound; it must not pause it in the same breath.
      if (status !== 'blocked' && !event.repeat) this.#toggle();
    }
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { status } = this.model;
    return html`
      ${status === 'idle' ? renderWelcome() : this.#renderReading()}
      <div class="visually-hidden" role="status">${this.#announcement()}</div>
    `;
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('.sentences');
    if (list) this.#follower.follow(list, list.querySelector<HTMLElement>('[aria-current]'));
  }

  #toggle(): void {
    const { status } = this.model;
    if (status === 'failed') return;
    if (status === 'playing' || status === 'loading') this.actions?.pause();
    else this.actions?.resume();
  }

  #renderReading(): TemplateResult {
    const { status, title, failure } = this.model;
    return html`
      ${status === 'loading' ? html`<vscode-progress-bar aria-hidden="true"></vscode-progress-bar>` : nothing}
      <header class="heading">
        <h1 class="title" title=${title}>${title}</h1>
        ${this.#renderControls()}
      </header>
      ${status === 'blocked' ? this.#renderListen() : nothing}
      ${failure ? this.#renderFailure(failure) : nothing} ${this.#renderSentences()}
    `;
  }

  #renderControls(): TemplateResult {
    const { status, index, sentences, isWhole } = this.model;
    const [icon, label] = toggleFaces[status] ?? [];
    const total = isWhole ? sentences.length : `${sentences.length}+`;
    return html`
      <div class="controls" role="toolbar" aria-label=${t('Reading')}>
        ${
          icon && label
            ? html`<vscode-toolbar-button
                class="toggle"
                icon=${icon}
                label=${label()}
                title=${label()}
                @click=${this.#toggle}
              ></vscode-toolbar-button>`
            : nothing
        }
        <vscode-toolbar-button
          class="stop"
          icon="debug-stop"
          label=${t('Stop')}
          title=${t('Stop')}
          @click=${() => this.actions?.stop()}
        ></vscode-toolbar-button>
        <span class="status">${statusLabel(status)}</span>
        <span class="progress" title=${t('Sentence {0} of {1}', index + 1, total)}>
          ${t('{0} of {1}', index + 1, total)}
        </span>
      </div>
    `;
  }

  #renderListen(): TemplateResult {
    return html`
      <section class="listen">
        <vscode-button block icon="unmute" @click=${() => this.actions?.listen()}>${t('Click to Listen')}</vscode-button>
        <p class="hint">${t('VS Code lets this view make a sound only after a click or a key in it.')}</p>
      </section>
    `;
  }

  #renderFailure({ title, advice, relayMessage, requestId, actions }: FailureView): TemplateResult {
    return html`
      <section class="failure">
        <p class="failure-title"><span class="codicon codicon-error" aria-hidden="true"></span>${title}</p>
        ${advice.length > 0 ? html`<ul>${advice.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
        ${relayMessage ? html`<p class="hint">${t('The relay says: {0}', relayMessage)}</p>` : nothing}
        ${requestId ? html`<p class="hint">${t('Request id: {0}', requestId)}</p>` : nothing}
        <div class="failure-actions">
          ${actions.map(
            ({ id, label }, place) =>
              html`<vscode-button ?secondary=${place > 0} @click=${() => this.actions?.run(id)}>${label}</vscode-button>`,
          )}
        </div>
      </section>
    `;
  }

  #renderSentences(): TemplateResult {
    const { status, index: current, sentences } = this.model;
    const heardUntil = status === 'finished' ? sentences.length : current;
    return html`
      <ol class="sentences" tabindex="0" aria-label=${t('Sentences')}>
        ${sentences.map(({ index, text }) => {
          const isCurrent = index === current && status !== 'finished';
          return html`<li class=${index < heardUntil ? 'heard' : ''} aria-current=${isCurrent ? 'true' : nothing}>${text}</li>`;
        })}
      </ol>
    `;
  }

  /** What a screen reader says. Nothing while the reading itself speaks. */
  #announcement(): string {
    const { status, failure } = this.model;
    if (status === 'loading') return this.#wasHeard ? '' : t('Loading speech…');
    if (status === 'failed') return failure?.title ?? '';
    if (status === 'blocked') return t('Press any key to listen.');
    return statusLabel(status);
  }
}

/** The face of the one button that pauses and resumes. */
const toggleFaces: Partial<Record<ReaderStatus, readonly [icon: string, label: () => string]>> = {
  loading: ['debug-pause', () => t('Pause')],
  playing: ['debug-pause', () => t('Pause')],
  paused: ['play', () => t('Resume')],
  finished: ['play', () => t('Read Again')],
};

function statusLabel(status: ReaderStatus): string {
  if (status === 'loading') return t('Loading…');
  if (status === 'paused') return t('Paused');
  return status === 'finished' ? t('Finished') : '';
}

function renderWelcome(): TemplateResult {
  return html`
    <section class="welcome">
      <p>${t('Select text in an editor and run "Read Selection Aloud" to hear it.')}</p>
      <p>${t('With nothing selected, reading starts at the paragraph of the cursor.')}</p>
      <p class="hint">${t('While this view has the focus, Space pauses and Escape stops.')}</p>
    </section>
  `;
}

function isOnControl(event: Event): boolean {
  return event
    .composedPath()
    .some((target) => target instanceof Element && target.matches('button, vscode-button, a'));
}

import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ReaderFact } from '../../../protocol/readerProtocol.ts';
import { stepSpeed } from '../../../protocol/readingSpeeds.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { Announcer } from '../../ui/announcer.ts';
import { describeFailure } from '../../ui/failure.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { drawnProperties, PageElement } from '../../ui/pageElement.ts';
import { describeStatus, renderProgress } from './progress.ts';
import { findCommand, isTakenByControl, type KeyCommand, listKeys } from './readerKeys.ts';
import { renderMessages, renderSoundChecks } from './readerMessages.ts';
import { emptyModel, type Queue, type ReaderActions, type ReaderModel } from './readerModel.ts';
import { ReadingText } from './readingText.ts';
import { renderToolbar } from './toolbar.ts';

/** The view's page: the text, the progress, and the controls. In the page's own DOM, styled by reader.css. */
export class ReaderView extends PageElement {
  static override readonly properties = drawnProperties('model');

  declare model: ReaderModel;
  /** Set by the page before anything is shown. */
  declare actions: ReaderActions;
  readonly #text = new ReadingText((index) => this.actions.send({ type: 'jump', index }));
  /** Whether this reading has already played: later waits are too short to announce. */
  #wasHeard = false;
  readonly #announcer = new Announcer();
  /** The announcement of the last update. */
  #announced = '';
  #restoreFocus = () => {};
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.model = emptyModel;
  }

  show(change: Partial<ReaderModel>): void {
    this.model = { ...this.model, ...change };
    // The title changes only when a reading begins or ends.
    if (change.title !== undefined) this.#wasHeard = false;
    if (change.status === 'playing') this.#wasHeard = true;
    this.#tick(this.model.wait !== undefined);
  }

  showFact(fact: ReaderFact): void {
    switch (fact.type) {
      case 'sound':
        return this.show({ sound: fact });
      case 'queue':
        return this.show({ queue: fact });
      case 'notice':
        return this.show({ notice: fact.text });
      case 'account':
        return this.show({ account: fact.account });
      case 'waiting': {
        const { wait } = fact;
        this.show({ wait: wait && { title: wait.title, endsAt: Date.now() + wait.remainingMs } });
      }
    }
  }

  /** Whether this page is an editor tab, which shows what the view plays. */
  get isInTab(): boolean {
    return this.hasAttribute('tab');
  }

  handleKey(event: KeyboardEvent): void {
    const command = findCommand(event);
    if (!command || isTakenByControl(event, command)) return;
    // Without a reading, Stop still works: a preview or test sound may be playing.
    if (this.model.status === 'idle' && command !== 'stop') return;
    event.preventDefault();
    this.#run(command);
  }

  protected override render(): TemplateResult {
    const { status, soundTest, queue } = this.model;
    return html`
      <main>
        ${status === 'idle' ? nothing : this.#renderHeading()}
        <div class="rest">
          ${status === 'idle' ? nothing : renderMessages(this.model, this.actions, this.isInTab)}
          ${renderSoundChecks(soundTest, this.actions)}
          ${status === 'idle' ? renderWelcome(this.actions) : this.#text.element}
          ${renderQueue(queue, this.actions)}
        </div>
      </main>
      ${this.#announcer.element}
    `;
  }

  protected override willUpdate(): void {
    this.#restoreFocus = noteFocus(this);
  }

  protected override updated(): void {
    this.#text.show(this.model);
    this.#restoreFocus();
    const announcement = this.#announcement();
    // The view also announces for the tab, unless the tab has the focus.
    const isSilent = this.isInTab && !document.hasFocus();
    if (announcement !== this.#announced && !isSilent) this.#announcer.announce(announcement);
    this.#announced = announcement;
  }

  #run(command: KeyCommand): void {
    const { send, stop, setSound } = this.actions;
    const { speed } = this.model.sound;
    switch (command) {
      case 'toggle':
        return this.#toggle();
      case 'stop':
        return stop();
      case 'slower':
        return setSound({ speed: stepSpeed(speed, -1) }, true);
      case 'faster':
        return setSound({ speed: stepSpeed(speed, 1) }, true);
      case 'normalSpeed':
        return setSound({ speed: 1 }, true);
      default:
        return send(command);
    }
  }

  readonly #toggle = (): void => {
    const { status } = this.model;
    // If playback was blocked, this key or click has just unlocked it, and must not pause it as well.
    if (status === 'playing' || status === 'loading') this.actions.send({ type: 'pause' });
    else if (status === 'paused' || status === 'finished') this.actions.send({ type: 'resume' });
  };

  /** Turns the countdown of a wait on or off. */
  #tick(isOn: boolean): void {
    if (isOn === (this.#ticking !== undefined)) return;
    clearInterval(this.#ticking);
    this.#ticking = isOn ? setInterval(() => this.requestUpdate(), 1000) : undefined;
  }

  #renderHeading(): TemplateResult {
    const { status, title } = this.model;
    const button = (icon: string, name: string, type: 'showInEditor' | 'openInEditor') =>
      renderIconButton(icon, name, () => this.actions.send({ type }), { className: 'show-in-editor' });
    return html`
      ${status === 'loading' ? html`<vscode-progress-bar aria-hidden="true"></vscode-progress-bar>` : nothing}
      <header class="heading">
        <div class="title-row">
          <h1 class="title" dir="auto" title=${title}>${title}</h1>
          ${button('go-to-file', t('Show in Editor'), 'showInEditor')}
          ${this.isInTab ? nothing : button('book', t('Open Read Aloud in Editor'), 'openInEditor')}
        </div>
        ${renderToolbar(this.model, this.actions, this.#toggle)} ${renderProgress(this.model)}
      </header>
    `;
  }

  /** The announcement for screen readers. Empty while the reading itself is speaking. */
  #announcement(): string {
    const { status, failure, wait, notice } = this.model;
    if (status === 'failed') return failure ? describeFailure(failure) : '';
    if (status === 'blocked') return t('Press any key to listen.');
    if (status === 'loading' && wait) return wait.title;
    if (status === 'loading') return this.#wasHeard ? '' : t('Loading speech…');
    return joinSentences(describeStatus(this.model), status === 'playing' ? '' : notice);
  }
}

/** The queue of readings. */
function renderQueue({ items }: Queue, { send }: ReaderActions): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<section class="queue" aria-labelledby="queue-title">
    <h2 id="queue-title">${t('Up Next')}</h2>
    <ul>
      ${repeat(
        items,
        ({ id }) => id,
        ({ id, title }) => html`<li>
          <span class="queued-title" dir="auto" title=${title}>${title}</span>
          ${renderIconButton('play', t('Read {0} Now', title), () => send({ type: 'playQueued', id }), {
            tip: t('Read Now'),
            className: 'play-queued',
          })}
          ${renderIconButton('close', t('Remove {0}', title), () => send({ type: 'dropQueued', id }), {
            tip: t('Remove'),
            className: 'drop-queued',
          })}
        </li>`,
      )}
    </ul>
  </section>`;
}

/** The content of the view without a reading. */
function renderWelcome({ send }: ReaderActions): TemplateResult {
  return html`
    <section class="welcome" tabindex="-1" aria-labelledby="welcome-title">
      <h1 class="visually-hidden" id="welcome-title">${t('Read Aloud')}</h1>
      <p>${t('Select text in an editor and run “Read Selection Aloud” to hear it.')}</p>
      <p>${t('If nothing is selected, reading starts at the cursor’s paragraph.')}</p>
      <div class="buttons">
        <vscode-button secondary @click=${() => send({ type: 'selectVoice' })}>${t('Select Voice…')}</vscode-button>
        <vscode-button secondary @click=${() => send({ type: 'testSound' })}>${t('Test Sound')}</vscode-button>
      </div>
      <table class="keys">
        <caption>
          ${t('Keyboard shortcuts in this view')}
        </caption>
        <tbody>
          ${listKeys().map(
            ([keys, what]) =>
              html`<tr>
                <th scope="row">${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}</th>
                <td>${what}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
  `;
}

/**
 * Notes the focus before an update. Afterwards, the result restores it if the focused element is gone: to a button of the
 * same kind in the queue, so that the next press repeats the action; else to the text, or the content without a reading.
 */
function noteFocus(view: Element): () => void {
  const focused = document.activeElement;
  // The focus must not be taken from the editor.
  const isWithin = focused instanceof HTMLElement && focused !== view && view.contains(focused);
  if (!document.hasFocus() || !isWithin) return () => {};
  const kind = ['.play-queued', '.drop-queued'].find((selector) => focused.matches(selector));
  const listSame = () => (kind ? [...view.querySelectorAll<HTMLElement>(kind)] : []);
  const place = listSame().indexOf(focused);
  return () => {
    if (view.contains(document.activeElement)) return;
    const rest = view.querySelector<HTMLElement>('.sentence[tabindex="0"], .welcome');
    const same = listSame();
    (same[Math.min(place, same.length - 1)] ?? rest)?.focus({ preventScroll: true });
  };
}

/** VS Code focuses the page as a whole; focus a button that waits, the current sentence, or the first control. */
export function focusIfNothingIs(view: Element): void {
  if (document.activeElement !== document.body) return;
  const target =
    view.querySelector<HTMLElement>('.listen vscode-button') ??
    view.querySelector<HTMLElement>('.sentence[tabindex="0"], .welcome vscode-button');
  target?.focus({ preventScroll: true });
}

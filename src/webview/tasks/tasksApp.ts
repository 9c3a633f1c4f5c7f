import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { isTaskOver } from '../../protocol/taskStateWords.ts';
import type { TaskFormView, TasksHostMessage, TaskView } from '../../protocol/tasksProtocol.ts';
import { describeFailure } from '../ui/failure.ts';
import { GenerationPage } from '../ui/generationPage.ts';
import { t } from '../ui/l10n.ts';
import { formatBytes } from '../ui/mediaWords.ts';
import { drawnProperties } from '../ui/pageElement.ts';
import { describeState, nameOf, renderTask } from './taskCard.ts';
import type { TaskComposer } from './taskComposer.ts';
import type { FilmPlace } from './taskFilm.ts';
import { emitMessage, type TasksIntent } from './tasksEvents.ts';

/** The whole tab. Shows the host's state. */
export class TasksApp extends GenerationPage<TaskComposer> {
  static override readonly properties = drawnProperties('tasks', 'form', 'place', 'now');

  /** The latest first; undefined until the host has sent them. */
  declare tasks: readonly TaskView[] | undefined;
  declare form: TaskFormView | undefined;
  place: FilmPlace = { folder: '', isBrowser: false, isLocal: false };
  /** The host's time at the last tick, for the elapsed time of tasks. */
  now = Date.now();
  /** Offset of the host's clock from the page's: the host may run on another machine. */
  #clockOffset = 0;
  #bytes = 0;
  /** The task that should get the focus. */
  #wantedId: string | undefined;

  constructor() {
    super('tasks');
    this.addEventListener('tasks-intent', ({ detail }) => this.#heed(detail));
  }

  receive(message: TasksHostMessage): void {
    switch (message.type) {
      case 'state': {
        const { folder, isBrowser, isLocal } = message;
        this.place = { folder, isBrowser, isLocal };
        this.#setTime(message);
        this.tasks = message.tasks;
        return;
      }
      case 'tasks': {
        this.#setTime(message);
        const known = new Map((this.tasks ?? []).map((task) => [task.id, task]));
        for (const id of message.removed) known.delete(id);
        for (const task of message.changed) {
          this.#announceChange(known.get(task.id), task);
          known.set(task.id, task);
        }
        this.tasks = [...known.values()].toSorted((one, other) => other.createdAt - one.createdAt);
        return;
      }
      case 'form':
        this.form = message.form;
        return;
      case 'model':
        return this.composer?.setModel(message.model);
      case 'source':
        return this.composer?.setSource(message.source);
      case 'tested':
        return this.composer?.setVerdict(message.verdict);
      case 'submitted':
        return this.composer?.endSending(message.isStarted);
      case 'show':
        return void this.#show(message.id);
      case 'notice':
        return this.tell(message.text);
    }
  }

  async #show(id: string): Promise<void> {
    this.#wantedId = id;
    await this.updateComplete;
    this.#focusWanted();
  }

  /** Focuses the wanted task. A hidden or unfocused page can't do that: it tries again when it has the focus. */
  #focusWanted(): void {
    const card = this.querySelector<HTMLElement>(`.task[data-id="${this.#wantedId}"]`);
    card?.scrollIntoView({ block: 'start' });
    card?.focus({ preventScroll: true });
    if (!card || document.hasFocus()) this.#wantedId = undefined;
  }

  #setTime({ now, bytes }: { readonly now: number; readonly bytes: number }): void {
    this.#clockOffset = now - Date.now();
    this.now = now;
    this.#bytes = bytes;
  }

  #announceChange(before: TaskView | undefined, task: TaskView): void {
    if (!before || before.state === task.state) return;
    const words = task.failureView ? describeFailure(task.failureView) : describeState(task);
    this.announce(t('{0}: {1}', nameOf(task, 60), words));
  }

  protected override get isRunning(): boolean {
    return this.tasks?.every(isTaskOver) === false;
  }

  protected override tick(): void {
    this.now = Date.now() + this.#clockOffset;
  }

  protected override takeFocus(): void {
    if (this.#wantedId !== undefined) this.#focusWanted();
    else super.takeFocus();
  }

  protected override render(): TemplateResult {
    const { tasks, place, now } = this;
    return html`
      <main>
        <h1 class="visually-hidden">${t('Model Relay: Video Tasks')}</h1>
        <tasks-composer class="composer" .form=${this.form} .folder=${place.folder}></tasks-composer>
        <section class="results" aria-label=${t('Tasks')}>
          ${tasks ? this.#renderList(tasks, now) : nothing}
        </section>
      </main>
      ${this.renderNotices()}
    `;
  }

  #renderList(tasks: readonly TaskView[], now: number): TemplateResult {
    if (tasks.length === 0)
      return html`<p class="quiet empty">
        ${t('No tasks yet. A task can take several minutes. Its result is downloaded as soon as it is ready.')}
      </p>`;
    const total = tasks.length === 1 ? t('1 task') : t('{0} tasks', tasks.length);
    return html`<p class="quiet total">
        ${this.#bytes > 0 ? t('{0}, {1} on disk', total, formatBytes(this.#bytes)) : total}
      </p>
      ${repeat(
        tasks,
        ({ id }) => id,
        (task) => renderTask(task, { place: this.place, now }),
      )}`;
  }

  #heed(intent: TasksIntent): void {
    switch (intent.type) {
      case 'reuse':
        return this.composer?.reuse(intent.task);
      case 'delete': {
        emitMessage(this, { type: 'delete', ids: [intent.task.id] });
        this.offerUndo({ text: t('Task deleted.'), undo: () => this.#undo(intent.task) });
        return this.composer?.focusPrompt();
      }
    }
  }

  #undo({ id }: TaskView): void {
    emitMessage(this, { type: 'restore', ids: [id] });
    this.dropUndo();
    this.announce(t('Task restored'));
    this.composer?.focusPrompt();
  }
}

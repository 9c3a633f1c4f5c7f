import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { TaskRequestFields } from '../../protocol/taskRecord.ts';
import type { PathsVerdict, TaskFormView, TaskSource, TaskView } from '../../protocol/tasksProtocol.ts';
import { DraftComposer } from '../ui/draftComposer.ts';
import { furtherProblem, parseFurther, renderFurther } from '../ui/furtherParameters.ts';
import { restoreFields } from '../ui/host.ts';
import { renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { onEnter, onOnce, valueIn } from '../ui/listeners.ts';
import { fileAddress } from '../ui/mediaWords.ts';
import { drawnProperties } from '../ui/pageElement.ts';
import { renderRemark, renderUndoable } from '../ui/remark.ts';
import { announce, emitMessage } from './tasksEvents.ts';

/** Sizes that video models commonly accept; others can be typed. */
const commonSizes = ['1280x720', '720x1280', '1920x1080', '16:9', '9:16', '1:1'];

const verdictIcons = {
  ok: ['check', 'tone-ok'],
  warning: ['warning', 'tone-warning'],
  error: ['error', 'tone-error'],
} as const;

/** The draft of a task. '' leaves a value to the host, the model or the relay. */
interface TaskDraft {
  readonly prompt: string;
  readonly model: string;
  readonly paths: string;
  readonly seconds: string;
  readonly size: string;
  /** JSON, as typed. */
  readonly further: string;
  readonly source: TaskSource | undefined;
}

const emptyDraft: TaskDraft = {
  prompt: '',
  model: '',
  paths: '',
  seconds: '',
  size: '',
  further: '',
  source: undefined,
};

/** A problem with a control, and how to fix it. */
interface DraftProblem {
  readonly field: 'seconds' | 'further' | 'model';
  readonly problem: string;
}

/** The composer of a task: prompt, parameters and paths. */
export class TaskComposer extends DraftComposer<TaskDraft> {
  static override readonly properties = drawnProperties('form', 'problem', 'verdict');

  declare form: TaskFormView | undefined;
  declare problem: DraftProblem | undefined;
  /** 'testing' until the host has a verdict. */
  declare verdict: PathsVerdict | 'testing' | undefined;

  constructor() {
    super({
      key: 'taskDraft',
      restore: (state) => restoreFields(emptyDraft, state),
      mostSources: 1,
      emitMessage,
      announce,
    });
  }

  reuse(task: TaskView): void {
    this.replace(draftOf(task), this.draft.source !== undefined);
  }

  setModel(model: string): void {
    this.edit({ model });
    announce(this, t('Model: {0}', model));
  }

  setSource(source: TaskSource): void {
    this.edit({ source });
    announce(this, t('Source image: {0}', source.name));
  }

  setVerdict(verdict: PathsVerdict): void {
    if (verdict.paths !== this.#paths) return;
    this.verdict = verdict;
    announce(this, verdict.text);
  }

  /** Call it when the task has started, or has not: then the draft stays. */
  endSending(isStarted: boolean): void {
    this.isSending = false;
    if (!isStarted) return;
    announce(this, t('Task started'));
    this.edit({ prompt: '', source: undefined });
    this.focusPrompt();
  }

  get #paths(): string {
    const { form, draft } = this;
    return form?.paths.some(({ name }) => name === draft.paths) ? draft.paths : (form?.selectedPaths ?? '');
  }

  get #model(): string | undefined {
    return this.draft.model || this.form?.model;
  }

  protected override edit(change: Partial<TaskDraft>, loss?: string): void {
    this.problem = undefined;
    super.edit(change, loss);
  }

  protected override render(): TemplateResult {
    const { draft, problem } = this;
    const problemOf = (field: DraftProblem['field']) => (problem?.field === field ? problem.problem : '');
    return html`
      ${this.renderPrompt(
        draft.source ? t('Describe how the image should move') : t('Describe a video'),
        () => this.#submit(),
        draft.source ? this.#renderSource(draft.source) : nothing,
      )}
      <div class="choices">
        ${this.renderModelButton(this.#model)}
        <vscode-button secondary @click=${() => emitMessage(this, { type: 'addFile' })}
          >${draft.source ? t('Replace Source Image…') : t('Add Source Image…')}</vscode-button
        >
      </div>
      <div class="choices">
        <label class="choice"
          ><span>${t('Seconds')}</span>
          <input
            class="text-input seconds"
            inputmode="decimal"
            placeholder=${t('Auto')}
            aria-invalid=${problemOf('seconds') === '' ? 'false' : 'true'}
            .value=${live(draft.seconds)}
            @input=${({ target }: Event) => this.edit({ seconds: valueIn(target) })}
            @keydown=${onEnter(() => this.#submit())}
        /></label>
        <label class="choice"
          ><span>${t('Size')}</span>
          <input
            class="text-input"
            list="task-sizes"
            maxlength="40"
            placeholder=${t('Auto')}
            .value=${live(draft.size)}
            @input=${({ target }: Event) => this.edit({ size: valueIn(target) })}
        /></label>
        <datalist id="task-sizes">${commonSizes.map((size) => html`<option value=${size}></option>`)}</datalist>
      </div>
      ${this.#renderPaths()}
      ${renderFurther(draft.further, problemOf('further'), (further) => this.edit({ further }))}
      <div class="remarks" role="status">
        ${renderRemark('error', problem?.field !== 'further' && problem?.problem)}
        ${renderUndoable(this.undoable)}
      </div>
      <vscode-button
        class="generate"
        ?disabled=${draft.prompt.trim() === '' && !draft.source}
        @click=${onOnce(() => this.#submit())}
        >${t('Start Task')}</vscode-button
      >
    `;
  }

  #renderSource({ file, name }: TaskSource): TemplateResult {
    return html`<div class="sources">
      <p class="quiet">
        <img
          class="task-source"
          src=${this.folder ? fileAddress(this.folder, file) : nothing}
          alt=""
          decoding="async"
        />
        <span>${name}</span>
        ${renderIconButton('close', t('Remove source image'), () => {
          this.edit({ source: undefined }, t('Removed {0}', name));
          this.focusPrompt();
        })}
      </p>
    </div>`;
  }

  #renderPaths(): TemplateResult | typeof nothing {
    const { form, verdict } = this;
    if (!form) return nothing;
    const selected = this.#paths;
    const [icon, tone] = verdict && verdict !== 'testing' ? verdictIcons[verdict.severity] : ['', ''];
    return html`<div class="task-paths">
      <label class="choice"
        ><span>${t('API paths')}</span>
        <select
          class="select paths"
          @change=${({ target }: Event) => {
            this.verdict = undefined;
            this.edit({ paths: valueIn(target) });
          }}
        >
          ${form.paths.map(
            ({ name, submit }) =>
              html`<option value=${name} .selected=${name === selected}>${t('{0} ({1})', submit, name)}</option>`,
          )}
        </select></label
      >
      <p class="links">
        <button
          type="button"
          class="link"
          title=${t('Looks up a made-up task ID. Nothing is billed.')}
          @click=${() => this.#testPaths()}
        >
          ${verdict === 'testing' ? t('Testing…') : t('Test Paths')}
        </button>
        <button type="button" class="link" @click=${() => emitMessage(this, { type: 'openSettings' })}>
          ${t('Edit Paths in Settings')}
        </button>
      </p>
      ${
        verdict && verdict !== 'testing'
          ? html`<p class="remark verdict">${renderIcon(icon, tone)}<span>${verdict.text}</span></p>`
          : nothing
      }
      ${form.problems.map((words) => renderRemark('warning', words))}
    </div>`;
  }

  #testPaths(): void {
    if (this.verdict === 'testing') return;
    this.verdict = 'testing';
    emitMessage(this, { type: 'testPaths', paths: this.#paths });
  }

  #submit(): void {
    const { draft } = this;
    if ((draft.prompt.trim() === '' && !draft.source) || this.isSending || !this.form) return;
    const request = toRequest(draft, this.#model);
    if ('problem' in request) {
      this.problem = request;
      announce(this, request.problem);
      return this.focusOn(
        { seconds: '.seconds', further: '.further', model: '.model-button' }[request.field],
      );
    }
    this.isSending = true;
    emitMessage(this, { type: 'submit', request, paths: this.#paths });
  }
}

/** A draft with the request of a task, without its paths. */
function draftOf({ request }: TaskView): Omit<TaskDraft, 'paths'> {
  const { model, prompt, seconds, size = '', further, source } = request;
  return {
    model,
    prompt,
    seconds: seconds === undefined ? '' : String(seconds),
    size,
    further: further ? JSON.stringify(further, undefined, 2) : '',
    source,
  };
}

function toRequest(
  { prompt, seconds, size, further, source }: TaskDraft,
  model: string | undefined,
): TaskRequestFields | DraftProblem {
  if (!model) return { field: 'model', problem: t('Select a model first.') };
  const count = Number(seconds);
  if (seconds.trim() !== '' && !(count >= 1 && count <= 3_600))
    return { field: 'seconds', problem: t('Enter a number of seconds from 1 to 3600.') };
  const fields = parseFurther(further);
  if (!fields) return { field: 'further', problem: furtherProblem() };
  return {
    model,
    prompt: prompt.trim(),
    ...(seconds.trim() !== '' && { seconds: count }),
    ...(size.trim() !== '' && { size: size.trim() }),
    ...(Object.keys(fields).length > 0 && { further: fields }),
    ...(source && { source }),
  };
}

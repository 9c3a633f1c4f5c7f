import { randomUUID } from 'node:crypto';
import { describeClosedWindow, describeImageFailure } from '../messages/imageFailures.ts';
import { SourceRefusedError } from '../messages/ownErrors.ts';
import { type RunRequest, type RunView, runView } from '../protocol/imagesProtocol.ts';
import type { FailureView } from '../protocol/protocolViews.ts';
import type { Translate } from '../text/translate.ts';
import {
  type AskedModel,
  type ImagesEvent,
  isEditedInChat,
  orderImages,
  type SourceBytes,
} from './imageEndpoints.ts';
import type { ImageStore, NewImage } from './imageStore.ts';

/** Maximum length of the text that a model writes in addition to its images. */
const maximumTextLength = 2_000;
/** Maximum number of runs: beyond it, the oldest finished and saved ones are closed. */
const mostRuns = 20;
/** Maximum number of runs whose results are all in the gallery: beyond it, the oldest are closed. */
const mostDone = 3;
/** Within this time, an identical request is sent by mistake. */
const momentMs = 1_500;
const memoryKey = 'imageRuns';

/** Prepares a source for sending, for a chat in a format that chat models accept; or returns why it can't be sent. */
export type PrepareSource = (
  source: SourceBytes,
  isForChat: boolean,
) => Promise<SourceBytes | { readonly refusal: string }>;

interface ImageRunPorts {
  readonly store: ImageStore;
  /** The selected image model. Rejects with a NotReadyError, or the reason why the lists can’t be read. */
  readonly findModel: () => Promise<AskedModel>;
  readonly prepareSource: PrepareSource;
  readonly t: Translate;
  /** Stores runs that are not fully in the gallery, until the window opens again. */
  readonly memory: {
    get(key: string, fallback: readonly unknown[]): readonly unknown[];
    update(key: string, runs: readonly RunView[]): Thenable<void>;
  };
}

interface Run {
  view: RunView;
  readonly startedAt: number;
  readonly abort: AbortController;
  /** Resolves when its results are stored. */
  readonly over: Promise<void>;
  /** Images that could not be stored. */
  readonly unsaved: { readonly bytes: Uint8Array; readonly about: NewImage }[];
}

/**
 * The image requests of this window, from the moment that they are sent. Never retried automatically: each may be
 * billed. A run keeps its request, whatever the outcome is, also when the window closes.
 */
export class ImageRuns {
  readonly #ports: ImageRunPorts;
  readonly #onChange: (id: string, view: RunView | undefined) => void;
  readonly #runs = new Map<string, Run>();

  /** `onChange` gets no view for a closed run. */
  constructor(ports: ImageRunPorts, onChange: (id: string, view: RunView | undefined) => void) {
    this.#ports = ports;
    this.#onChange = onChange;
    for (const view of ports.memory.get(memoryKey, []).flatMap((kept) => runView.safeParse(kept).data ?? []))
      this.#runs.set(view.id, { ...newRun(), view: toKept(view, ports), over: Promise.resolve() });
  }

  /** The oldest first. */
  list(): readonly RunView[] {
    return [...this.#runs.values()].map((run) => ({ ...run.view, elapsedMs: elapsedOf(run) }));
  }

  /** Starts a run, optionally in place of a finished one, and returns its id. */
  start(request: RunRequest, replaced?: string): string {
    const id = randomUUID();
    const view: RunView = {
      id,
      state: 'running',
      request,
      model: '',
      elapsedMs: 0,
      imageIds: [],
      withheld: [],
    };
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const run: Run = { ...newRun(), view, over };
    this.#runs.set(id, run);
    const others = this.list();
    const done = others.filter((other) => !isWorthKeeping(other));
    const surplus = [...others.slice(0, -mostRuns), ...done.slice(0, -mostDone)];
    for (const other of [...surplus.map((each) => each.id), replaced ?? ''])
      if (this.#runs.get(other)?.unsaved.length === 0) this.dismiss(other);
    void this.#work(run).finally(resolve);
    this.#change(run, {});
    return id;
  }

  /** Whether an identical run started a moment ago and is still running: then a key was pressed twice by mistake. */
  isJustBegun(request: RunRequest): boolean {
    const json = JSON.stringify(request);
    return this.list().some(
      ({ state, elapsedMs, request: other }) =>
        state === 'running' && elapsedMs < momentMs && JSON.stringify(other) === json,
    );
  }

  /** Resolves to the run once it is over; immediately if it was closed. */
  async whenOver(id: string): Promise<RunView | undefined> {
    await this.#runs.get(id)?.over;
    return this.#runs.get(id)?.view;
  }

  /** Ends the request. Whether the relay stops and what it bills is up to the relay. */
  cancel(id: string): void {
    this.#runs.get(id)?.abort.abort();
  }

  /** Tries again to store the images of a run. */
  async saveAgain(id: string): Promise<void> {
    const run = this.#runs.get(id);
    for (const { bytes, about } of run?.unsaved.splice(0) ?? []) if (run) await this.#save(run, bytes, about);
  }

  /** Closes a finished run. */
  dismiss(id: string): void {
    if (this.#runs.get(id)?.view.state === 'running') return;
    if (!this.#runs.delete(id)) return;
    this.#remember();
    this.#onChange(id, undefined);
  }

  /** Ends all runs, and resolves when their results are stored. */
  async close(): Promise<void> {
    for (const id of this.#runs.keys()) this.cancel(id);
    await Promise.all([...this.#runs.values()].map(({ over }) => over));
  }

  #change(run: Run, change: Partial<RunView>): void {
    run.view = { ...run.view, ...change, elapsedMs: elapsedOf(run) };
    this.#remember();
    this.#onChange(run.view.id, run.view);
  }

  #remember(): void {
    const kept = this.list().filter(isWorthKeeping).map(withoutMasks);
    this.#ports.memory.update(memoryKey, kept).then(undefined, () => {});
  }

  async #work(run: Run): Promise<void> {
    let asked: AskedModel | undefined;
    try {
      const { prompt, parameters } = run.view.request;
      const found = await this.#ports.findModel();
      asked = found;
      const sources = await this.#readSources(run.view.request, isEditedInChat(found));
      run.abort.signal.throwIfAborted();
      this.#change(run, { model: found.model });
      const order = { ...found, prompt, parameters, sources };
      await orderImages(order, { signal: run.abort.signal }, (event) => this.#take(run, found, event));
      this.#change(run, { state: 'done' });
    } catch (error) {
      if (run.abort.signal.aborted) return this.#change(run, { state: 'canceled' });
      this.#change(run, { state: 'failed', failure: this.#describe(error, run, asked) });
    }
  }

  async #readSources({ sources }: RunRequest, isForChat: boolean): Promise<SourceBytes[]> {
    const all: SourceBytes[] = [];
    for (const { file, name, mask } of sources) {
      // The person may have changed the setting for locations since the source was added.
      const source = { bytes: await this.#ports.store.read(file), name };
      const prepared = await this.#ports.prepareSource(source, isForChat);
      if ('refusal' in prepared) throw new SourceRefusedError(prepared.refusal);
      all.push({
        ...prepared,
        ...(mask !== undefined && { mask: new Uint8Array(Buffer.from(mask, 'base64')) }),
      });
    }
    return all;
  }

  async #take(run: Run, asked: AskedModel, event: ImagesEvent): Promise<void> {
    const { view } = run;
    const { model } = asked;
    switch (event.type) {
      case 'image': {
        const { bytes, revisedPrompt, requestId, servedModel } = event;
        const { prompt, parameters, sources } = view.request;
        return this.#save(run, bytes, {
          createdAt: Date.now(),
          prompt,
          model,
          parameters,
          parentIds: sources.flatMap(({ imageId }) => imageId ?? []),
          ...(sources.length > 0 && { sourceCount: sources.length }),
          seconds: elapsedOf(run) / 1000,
          ...(revisedPrompt && { revisedPrompt }),
          ...(requestId && { requestId }),
          ...(servedModel && servedModel !== model && { servedModel }),
        });
      }
      case 'withheld': {
        const { reason } = event;
        return this.#change(run, { withheld: [...view.withheld, reason ? { reason } : {}] });
      }
      case 'failed': {
        const failure = this.#describe(event.error, run, asked);
        // Trying again would generate all images again.
        const actions = failure.actions.filter(({ id }) => id !== 'tryAgain');
        return this.#change(run, { failures: [...(view.failures ?? []), { ...failure, actions }] });
      }
      case 'address':
        return this.#change(run, { addresses: [...(view.addresses ?? []), event.url] });
      case 'task':
        return this.#change(run, { taskId: event.id });
      case 'text':
        return this.#change(run, {
          text: [view.text, event.text].filter(Boolean).join('\n\n').slice(0, maximumTextLength),
        });
    }
  }

  /** Images are billed: those that the disk does not take stay in memory. */
  async #save(run: Run, bytes: Uint8Array, about: NewImage): Promise<void> {
    let reason = run.view.unsaved?.reason ?? '';
    try {
      const { id } = await this.#ports.store.add(bytes, about);
      this.#change(run, { imageIds: [...run.view.imageIds, id] });
    } catch (error) {
      run.unsaved.push({ bytes, about });
      reason = error instanceof Error ? error.message : String(error);
    }
    const { unsaved: _, ...view } = run.view;
    run.view = view;
    this.#change(run, run.unsaved.length > 0 ? { unsaved: { count: run.unsaved.length, reason } } : {});
  }

  #describe(error: unknown, run: Run, asked: AskedModel | undefined): FailureView {
    const seconds = elapsedOf(run) / 1000;
    return describeImageFailure(error, { t: this.#ports.t, host: asked?.host, model: asked?.model, seconds });
  }
}

function newRun() {
  return { startedAt: performance.now(), abort: new AbortController(), unsaved: [] };
}

/** Whether the run has anything that the gallery does not have. */
function isWorthKeeping({ state, withheld, failures, unsaved, addresses, taskId, text }: RunView): boolean {
  return state !== 'done' || withheld.length > 0 || !!(failures ?? unsaved ?? addresses ?? taskId ?? text);
}

/** A run of a closed window: what was in progress, or only in its memory, is lost. */
function toKept({ unsaved, ...view }: RunView, { t }: ImageRunPorts): RunView {
  if (view.state !== 'running' && !unsaved) return view;
  return { ...view, state: 'failed', failure: describeClosedWindow({ t }) };
}

/** Masks are large, and the window's memory is written as a whole. */
function withoutMasks(view: RunView): RunView {
  const sources = view.request.sources.map(({ mask: _, ...source }) => source);
  const isMaskLost = view.request.sources.some(({ mask }) => mask !== undefined) || view.isMaskLost;
  return { ...view, request: { ...view.request, sources }, ...(isMaskLost && { isMaskLost }) };
}

function elapsedOf({ view, startedAt }: Run): number {
  return view.state === 'running' ? performance.now() - startedAt : view.elapsedMs;
}

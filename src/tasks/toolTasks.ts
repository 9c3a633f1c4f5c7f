import * as vscode from 'vscode';
import { createFiles } from '../platform/saveFiles.ts';
import type { TaskRecord } from '../protocol/taskRecord.ts';
import { isTaskOver } from '../protocol/taskStateWords.ts';
import type { TaskPlan } from './taskForm.ts';
import type { TaskSources } from './taskSources.ts';
import type { TaskStore } from './taskStore.ts';
import { toTaskView } from './taskViews.ts';

/** The request of a tool. The caller has checked the source file. */
interface ToolTaskRequest {
  readonly prompt: string;
  readonly seconds?: number | undefined;
  readonly size?: string | undefined;
  readonly source?: vscode.Uri | undefined;
}

interface ToolTaskPorts {
  readonly store: TaskStore;
  readonly sources: TaskSources;
  /** Undefined if no video model is known. Loads the lists if needed. */
  readonly plan: () => Promise<TaskPlan | undefined>;
  /** Resolves when the relay has responded; rejects if nothing was sent. */
  readonly submit: (request: TaskRecord['request'], plan: TaskPlan) => Promise<TaskRecord>;
  /** The folder of the results. */
  readonly folder: vscode.Uri;
}

/** Video tasks for tools: started as the person has allowed, and polled like all others. */
export function createToolTasks({ store, sources, plan, submit, folder }: ToolTaskPorts) {
  /** Describes a task for a tool; `problem` is a message, which may include the relay's own. */
  function describe(record: TaskRecord) {
    const { id, state, progress, results } = record;
    const { failureView } = toTaskView(record);
    const isCutShort = results.some((result) => result.isCutShort);
    return {
      id,
      state,
      progress: progress ?? undefined,
      problem:
        failureView?.title ??
        (isCutShort ? vscode.l10n.t('The file is incomplete, but the server has no more data.') : undefined),
      files: results.map(({ file, mediaType }) => ({ uri: vscode.Uri.joinPath(folder, file), mediaType })),
    };
  }

  return {
    plan,

    /** Starts a task, once. Resolves to a message if it can't be sent. */
    async start({ prompt, seconds, size, source: uri }: ToolTaskRequest, taskPlan: TaskPlan) {
      const source = uri && (await sources.read(uri));
      if (typeof source === 'string') return source;
      const request = {
        model: taskPlan.model,
        prompt,
        ...(seconds !== undefined && { seconds }),
        ...(size !== undefined && { size }),
        ...(source && { source }),
      };
      return describe(await submit(request, taskPlan));
    },

    /** A task by our ID, once it is over or the signal ends the wait. Undefined if there is none. */
    async find(id: string, signal: AbortSignal) {
      await store.list();
      const over = Promise.withResolvers<void>();
      const look = () => {
        const record = store.get(id);
        if (!record || record.deletedAt || isTaskOver(record) || signal.aborted) over.resolve();
      };
      const stop = store.onDidChange(look);
      signal.addEventListener('abort', look);
      look();
      await over.promise;
      stop();
      signal.removeEventListener('abort', look);
      const record = store.get(id);
      return record && !record.deletedAt ? describe(record) : undefined;
    },

    /**
     * Copies the results of a task under a name without extension, over no existing file. Rejects if the disk fails.
     */
    async save(
      { files }: { readonly files: readonly { readonly uri: vscode.Uri }[] },
      target: vscode.Uri,
      name: string,
    ): Promise<readonly vscode.Uri[]> {
      const saved = await Promise.all(
        files.map(({ uri }) =>
          createFiles(target, name, [
            { suffix: '', extension: uri.path.slice(uri.path.lastIndexOf('.') + 1), content: uri },
          ]),
        ),
      );
      return saved.flat();
    },
  };
}

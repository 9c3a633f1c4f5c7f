import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { RelayModels } from '../../../platform/connectedModel.ts';
import type { Lazy } from '../../../platform/loadWhenUsed.ts';
import { describeProfile } from '../../../platform/settings/profiles.ts';
import { type TaskRecordState, taskRecordId, taskRequest } from '../../../protocol/taskRecord.ts';
import { shortenPrompt } from '../../../text/ellipsize.ts';
import { joinItems } from '../../../text/joinText.ts';
import { nameOf } from '../../context/sources/workspaceFiles.ts';
import { findTarget, longestShown, mediaPath, mediaPrompt } from './mediaTools.ts';
import { modelTexts } from './modelTexts.ts';
import { defineTool, fingerprintOf, type OwnTool, type ToolQuestion, ToolRefusal } from './ownTool.ts';
import { createToolFiles } from './toolFiles.ts';
import { isProtectedPath } from './toolPaths.ts';
import { quoteData } from './toolResults.ts';

const usualWaitSeconds = 60;
const longestWaitSeconds = 300;
const endings = /\.(?:mp4|webm|mov|mkv)$/i;

/** The model, relay and path that a task would use now. */
interface VideoPlan {
  readonly profile: string;
  readonly origin: string;
  readonly model: string;
  readonly paths: string;
  readonly submit: string;
}

interface VideoTask {
  readonly id: string;
  readonly state: TaskRecordState;
  /** From 0 to 1. */
  readonly progress?: number | undefined;
  /** A message, which may include the relay's own. */
  readonly problem?: string | undefined;
  readonly files: readonly { readonly uri: vscode.Uri; readonly mediaType: string }[];
}

/** The part of the video tasks feature that the chat uses. */
interface VideoTasks {
  readonly plan: () => Promise<VideoPlan | undefined>;
  /** Starts a task, without retries; a message if the request can't be sent. Rejects if nothing was sent. */
  readonly start: (
    request: {
      readonly prompt: string;
      readonly seconds?: number | undefined;
      readonly size?: string | undefined;
      readonly source?: vscode.Uri | undefined;
    },
    plan: VideoPlan,
  ) => Promise<VideoTask | string>;
  /** Resolves to a task when it is over, or when the signal ends the wait. */
  readonly find: (id: string, signal: AbortSignal) => Promise<VideoTask | undefined>;
  /** Copies the files of a task, without overwriting any. `name` has no extension. */
  readonly save: (task: VideoTask, folder: vscode.Uri, name: string) => Promise<readonly vscode.Uri[]>;
}

/** The part of the tasks feature that the tools use. */
export type VideosOfTools = Lazy<{ readonly forTools: VideoTasks }>;

const creationInput = z.object({
  prompt: mediaPrompt,
  seconds: z.optional(z.number().check(z.minimum(1), z.maximum(3_600))),
  size: z.optional(taskRequest.shape.size),
  source: z.optional(mediaPath),
});
const lookInput = z.object({
  id: taskRecordId,
  waitSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(longestWaitSeconds))),
  path: z.optional(mediaPath),
});

/** The tools that start a video task, after the person allowed it, and look it up. */
export function createVideoTools(
  tasks: VideosOfTools,
  models: Pick<RelayModels, 'state'>,
): Readonly<Record<'createVideo' | 'getVideo', OwnTool>> {
  const isAvailable = () => models.state.models.some(({ kind }) => kind === 'video');
  const { t } = vscode.l10n;
  let plan: VideoPlan | undefined;
  /** Calls that the person was asked about, each with its plan: no other call runs. */
  const asked = new Set<string>();

  function askToStart(input: z.infer<typeof creationInput>): ToolQuestion {
    const { prompt, seconds, size, source } = input;
    const { profile = '', origin = '', model = '', submit = '' } = plan ?? {};
    asked.add(fingerprintOf(input, plan));
    const details = joinItems(
      [seconds === undefined ? '' : t('{0} seconds', seconds), size ?? ''].filter(Boolean),
      t,
    );
    const lines = [
      t('Profile: {0}', describeProfile(profile, t)),
      t('Relay: {0}', URL.parse(origin)?.host ?? ''),
      t('Model: {0}', model),
      t('Path: {0}', submit),
      ...(details ? [t('Length and size: {0}', details)] : []),
      ...(source === undefined ? [] : [t('Source image: {0}', source)]),
      t('The relay may bill you for the video.'),
      // The prompt comes last, so that nothing in it can pass for another line.
      t('Prompt: {0}', prompt),
    ];
    return {
      text: lines.join('\n'),
      // Applies to this model at this path of this relay, and to the profile that may be billed.
      fingerprint: fingerprintOf(profile, origin, model, submit),
    };
  }

  return {
    createVideo: defineTool({
      input: creationInput,
      isReading: false,
      isAvailable,
      async prepare({ source }) {
        if (source !== undefined) await createToolFiles().find(source);
        plan = await (await tasks.get()).forTools.plan();
      },
      describe: ({ prompt }) => t('Generate video: {0}', shortenPrompt(prompt, longestShown)),
      ask: askToStart,
      async run(input, { signal }) {
        if (!vscode.workspace.isTrusted) throw new ToolRefusal(modelTexts.untrustedEdit);
        const { prompt, seconds, size, source: path } = input;
        const source = path === undefined ? undefined : await createToolFiles().find(path);
        const { plan: planNow, start } = (await tasks.get()).forTools;
        const current = await planNow();
        if (!current) throw new ToolRefusal(modelTexts.noVideoModel);
        if (!asked.has(fingerprintOf(input, current))) throw new ToolRefusal(modelTexts.changedVideoPlan);
        signal.throwIfAborted();
        const task = await start({ prompt, seconds, size, source }, current);
        if (typeof task === 'string')
          return { status: 'failed', text: quoteData(modelTexts.videoProblem, task) };
        const { id, state, problem } = task;
        const text = modelTexts.startedVideo(id, state);
        const isLost = state === 'failed' || state === 'uncertain';
        return {
          status: isLost ? 'failed' : 'done',
          text: problem === undefined ? text : `${text}\n${quoteData(modelTexts.videoProblem, problem)}`,
          summary: isLost ? t('Not started') : t('Task started'),
        };
      },
    }),
    getVideo: defineTool({
      input: lookInput,
      isReading: false,
      isAvailable,
      prepare: async ({ path }) => path !== undefined && findTarget(path, endings, 'video'),
      describe: () => t('Get video'),
      ask: ({ path }) =>
        path === undefined
          ? undefined
          : {
              text: t('Save to: {0}', path),
              fingerprint: isProtectedPath(path) ? undefined : fingerprintOf(),
            },
      async run({ id, waitSeconds = usualWaitSeconds, path }, { signal }) {
        const target = path === undefined ? undefined : await findTarget(path, endings, 'video');
        const { find, save } = (await tasks.get()).forTools;
        const task = await find(id, AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)]));
        signal.throwIfAborted();
        if (!task) throw new ToolRefusal(modelTexts.noVideoTask);
        const { state, progress, problem, files } = task;
        const isSaved = state === 'done' && target !== undefined;
        const uris = isSaved ? await save(task, target.folder, target.name) : files.map(({ uri }) => uri);
        const names = uris.map((uri) => (isSaved ? nameOf(uri) : uri.fsPath));
        const text = [
          modelTexts.videoState(state, progress),
          ...names.map((name) => modelTexts.videoFile(name)),
          ...(problem === undefined ? [] : [quoteData(modelTexts.videoProblem, problem)]),
        ].join('\n');
        return { text, ...(isSaved && { summary: t('Saved {0}', names.join(', ')) }) };
      },
    }),
  };
}

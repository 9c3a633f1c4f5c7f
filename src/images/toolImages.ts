import * as vscode from 'vscode';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import type { RunRequest } from '../protocol/imagesProtocol.ts';
import type { Logger } from '../relay/logger.ts';
import { joinSentences } from '../text/joinText.ts';
import type { ImageRuns } from './imageRuns.ts';
import type { ImageSources } from './imageSources.ts';
import type { ImageRecord, ImageStore } from './imageStore.ts';
import type { ImageSaver } from './saveImages.ts';

interface ToolImagesPorts {
  readonly store: Pick<ImageStore, 'get'>;
  readonly sources: ImageSources;
  readonly runs: ImageRuns;
  readonly saver: Pick<ImageSaver, 'saveInto'>;
  /** A preview for the model; undefined if it can't be drawn. */
  readonly makePreview: (image: ImageRecord) => Promise<Uint8Array | undefined>;
  readonly logger: Logger;
}

/** The request of a tool. The caller has checked the source files and the folder. */
interface ToolImageRequest extends Omit<RunRequest, 'sources'> {
  readonly sources: readonly vscode.Uri[];
  readonly folder: vscode.Uri;
  /** Name of the files, without extension. */
  readonly name: string;
}

/**
 * Generates images for tools and saves them in the workspace, as the person has allowed, and describes what is
 * missing. The signal cancels a request.
 */
export function createToolImages(ports: ToolImagesPorts) {
  const { store, runs, saver, makePreview, logger } = ports;
  const { t } = vscode.l10n;

  return async (request: ToolImageRequest, signal: AbortSignal) => {
    const { prompt, parameters, sources: uris, folder, name } = request;
    const gathered = await ports.sources.gather(uris);
    const refusals = gathered.flatMap((each) => ('refusal' in each ? each.refusal : []));
    const sources = gathered.flatMap((each) => ('source' in each ? each.source : []));
    if (refusals.length > 0) return { saved: [], problems: refusals, isSent: false };
    if (sources.reduce((sum, { bytes }) => sum + bytes, 0) > maximumSourceBytes)
      return { saved: [], problems: [t('The source images exceed 64 MB in total.')], isSent: false };
    signal.throwIfAborted();
    const id = runs.start({ prompt, parameters, sources });
    const cancel = () => runs.cancel(id);
    signal.addEventListener('abort', cancel, { once: true });
    const run = await runs.whenOver(id);
    signal.removeEventListener('abort', cancel);
    if (!run || run.state === 'canceled')
      return { saved: [], problems: [t('The request was canceled.')], isSent: true };
    const { failure, failures = [], withheld, unsaved, taskId, text } = run;
    const problems = [
      // The first sentence of the advice says whether the request may be billed.
      ...[...(failure ? [failure] : []), ...failures].map(({ title, advice }) =>
        joinSentences(title, ...advice.slice(0, 1)),
      ),
      ...withheld.map(({ reason = t('The relay gave no reason.') }) => reason),
      ...(unsaved ? [unsaved.reason] : []),
      ...(taskId === undefined
        ? []
        : [t('The relay started a task instead of returning an image: {0}', taskId)]),
      ...(text === undefined ? [] : [text]),
    ];
    const saved = [];
    for (const image of run.imageIds.flatMap((imageId) => store.get(imageId) ?? []))
      try {
        const uri = await saver.saveInto(folder, name, image);
        saved.push({ uri, image, preview: await makePreview(image) });
      } catch (error) {
        logger.error(`Images: failed to save an image for a tool: ${String(error)}`);
        problems.push(t('An image could not be saved in the workspace. It is in the Images tab.'));
      }
    return { saved, problems, isSent: true };
  };
}

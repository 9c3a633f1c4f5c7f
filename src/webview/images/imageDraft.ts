import type {
  ImageModelView,
  ImageParameters,
  ImageView,
  ModelOptions,
  SourceView,
} from '../../protocol/imagesProtocol.ts';
import { shortenPrompt } from '../../text/ellipsize.ts';
import { furtherProblem, parseFurther } from '../ui/furtherParameters.ts';
import { restoreFields } from '../ui/host.ts';

/** The draft of a request. */
export interface ImageDraft {
  readonly prompt: string;
  readonly count: number;
  /** '' leaves it to the model; the same for all that follow. */
  readonly aspectRatio: string;
  readonly size: string;
  /** JSON, as typed. */
  readonly further: string;
  readonly sources: readonly SourceView[];
}

const emptyDraft: ImageDraft = {
  prompt: '',
  count: 1,
  aspectRatio: '',
  size: '',
  further: '',
  sources: [],
};

/** A larger mask, in base64, is not persisted across a reload. */
const longestStoredMask = 100_000;

/** The part of a draft that VS Code persists for when it recreates the page. */
export function storedDraft(draft: ImageDraft): ImageDraft {
  const sources = draft.sources.map(({ mask, ...source }) =>
    mask !== undefined && mask.length <= longestStoredMask ? { ...source, mask } : source,
  );
  return { ...draft, sources };
}

/** The draft from before VS Code recreated the page. */
export function restoreDraft(state: unknown): ImageDraft {
  return restoreFields(emptyDraft, state);
}

/** The request with which images were generated: of a run, with its sources; of an image, with those of the gallery. */
export interface MadeWith extends Pick<ImageView, 'prompt' | 'parameters' | 'sourceCount'> {
  readonly model?: string;
  readonly sources?: readonly SourceView[];
  /** The images that are, or were, its sources. */
  readonly parentIds?: readonly string[];
}

/** A draft with the contents of an earlier request. */
export function draftOf(
  prompt: string,
  { count = 1, aspectRatio = '', size = '', further }: ImageParameters,
  sources: readonly SourceView[],
): ImageDraft {
  const json = further ? JSON.stringify(further, undefined, 2) : '';
  return { prompt, count, aspectRatio, size, further: json, sources };
}

/** An image of the gallery as a source. */
export function toSource({ id, file, prompt, bytes, width, height }: ImageView): SourceView {
  return { file, name: shortenPrompt(prompt, 60), bytes, width, height, imageId: id };
}

const anyOptions: ModelOptions = {
  mostImages: 4,
  aspectRatios: [],
  sizes: [],
  isOneByOne: false,
  takesMask: false,
};

/** The options of the model, with or without sources as in the draft. */
export function optionsOf(model: ImageModelView | undefined, { sources }: ImageDraft): ModelOptions {
  return (sources.length > 0 ? model?.withSources : model?.withoutSources) ?? anyOptions;
}

/** The sources to send: only the first one with its mask, if the model accepts masks. */
export function toSources({ sources }: ImageDraft, { takesMask }: ModelOptions): SourceView[] {
  return sources.map(({ mask, ...source }, index) =>
    takesMask && index === 0 && mask !== undefined ? { ...source, mask } : source,
  );
}

/** The names of sources that must be converted for the model. */
export function namesOfConverted(
  { sources }: ImageDraft,
  { sourceLimits: limits }: ModelOptions,
): readonly string[] {
  if (!limits) return [];
  const isTaken = ({ file, bytes, width, height }: SourceView) =>
    limits.endings.includes(file.slice(file.lastIndexOf('.') + 1)) &&
    bytes <= limits.bytes &&
    Math.max(width, height) <= limits.side;
  return sources.filter((source) => !isTaken(source)).map(({ name }) => name);
}

/** Whether the person painted a mask that is not sent. */
export function isMaskLeftOut(draft: ImageDraft, options: ModelOptions): boolean {
  const sent = toSources(draft, options);
  return draft.sources.some(({ mask }, index) => mask !== undefined && sent[index]?.mask === undefined);
}

/** The parameters for the host, without those that the model does not accept; or why the JSON is invalid. */
export function toParameters(
  draft: ImageDraft,
  { mostImages, aspectRatios, sizes }: ModelOptions,
): ImageParameters | { readonly problem: string } {
  const further = parseFurther(draft.further);
  if (further === undefined) return { problem: furtherProblem() };
  return {
    count: Math.min(draft.count, mostImages),
    ...(aspectRatios.includes(draft.aspectRatio) && { aspectRatio: draft.aspectRatio }),
    ...(sizes.includes(draft.size) && { size: draft.size }),
    ...(Object.keys(further).length > 0 && { further }),
  };
}

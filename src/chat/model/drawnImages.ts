import type { PictureStore } from '../storage/pictureStore.ts';
import type { Conversation } from './conversation.ts';
import { type Prompt, readImagePrompt } from './message.ts';

/** A prompt for an image model, and what is attached to it: images that it edits. */
export interface DrawRequest {
  readonly prompt: string;
  readonly sources: readonly { readonly bytes: Uint8Array; readonly name: string }[];
}

/** An image that a response drew, as it is added to the gallery. */
export interface DrawnImage {
  /** Path of its file, which still belongs to the conversation. */
  readonly path: string;
  readonly prompt: string;
  readonly model: string;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
  readonly seconds: number;
  /** Names of the files of the images that were attached to the prompt. */
  readonly sources: readonly string[];
  readonly revisedPrompt?: string;
  readonly requestId?: string;
  readonly servedModel?: string;
}

/** The images of a response, in order, without those from tool results. */
export function listDrawn(
  conversation: Conversation,
  answerId: string,
  { pathOf }: Pick<PictureStore, 'pathOf'>,
): readonly DrawnImage[] {
  const turn = conversation.turnsTo(answerId).at(-1);
  if (!turn) return [];
  const { text, attachments } = turn.prompt;
  const { model, end, at, parts } = turn.answer;
  const { durationMs = 0, requestId, servedModel } = end ?? {};
  const about = {
    prompt: readImagePrompt(text) ?? text,
    model,
    createdAt: at + durationMs,
    seconds: durationMs / 1000,
    sources: attachments.flatMap(({ picture }) => picture?.file ?? []),
    ...(requestId && { requestId }),
    ...(servedModel && servedModel !== model && { servedModel }),
  };
  return parts.flatMap((part) => {
    if (part.type !== 'picture') return [];
    const { picture, revisedPrompt } = part;
    return { ...about, path: pathOf(picture), ...(revisedPrompt && { revisedPrompt }) };
  });
}

/** The prompt for an image model: attached texts become part of it. Rejects if an image is missing. */
export async function toDrawRequest(
  { text, attachments }: Prompt,
  pictures: Pick<PictureStore, 'read'>,
): Promise<DrawRequest> {
  const texts = attachments.flatMap((each) => (each.text === undefined ? [] : `${each.name}:\n${each.text}`));
  const sources = await Promise.all(
    attachments.flatMap(({ name, picture }) =>
      picture ? pictures.read(picture).then((bytes) => ({ name, bytes })) : [],
    ),
  );
  return { prompt: [readImagePrompt(text) ?? text, ...texts].join('\n\n'), sources };
}

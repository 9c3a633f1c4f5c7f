import type { PictureStore } from '../storage/pictureStore.ts';
import type { Conversation } from './conversation.ts';
import { type Prompt, readImagePrompt } from './message.ts';

/** A prompt for an image model, and what is attached to it: images that it edits. */
export interface DrawRequest {
  readonly prompt: string;
  readonly sources: readonly { readonly bytes: Uint8Array; readonly name: string }[];
}

/** An image that a response drew, as the gallery of all images takes it. */
export interface DrawnImage {
  /** Path of its file, which stays the conversation's. */
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

/** The images of a response, in their order; what tools gave it is not among them. */
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

/** What an image model is asked: texts that are attached are a part of the prompt. Rejects where an image is gone. */
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

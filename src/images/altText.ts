import * as vscode from 'vscode';
import { type AskedChatModel, offerRetry } from '../platform/askModel.ts';
import { notify } from '../platform/notifications.ts';
import { withDelayedProgress } from '../platform/withDelayedProgress.ts';
import type { ImagePart } from '../relay/chat/chatRequest.ts';
import { readChatImage } from '../relay/tokens/imageBudget.ts';
import { altFromPrompt } from './imageSnippet.ts';
import { refuseConversion, refuseLocation } from './imageSources.ts';
import { prepareSent } from './sentPhotos.ts';

interface AltTextPorts extends AskedChatModel {
  /** Redraws an image as a JPEG that models accept; undefined if no page is open to draw it. */
  readonly draw: (bytes: Uint8Array) => Promise<Uint8Array> | undefined;
}

/**
 * Asks the selected chat model what an image shows. Undefined if the person canceled, or is told why the image can’t be
 * sent. For a generated image, its prompt tells the model the language and what the image is meant to show.
 */
export type WriteAltText = (name: string, bytes: Uint8Array, prompt?: string) => Promise<string | undefined>;

type SeenImage = Pick<ImagePart, 'mediaType' | 'bytes'>;

const system =
  'You write alternative text for images on web pages. Reply with the text alone: one or two short sentences, at most 200 ' +
  'characters, without quotation marks. Say what is seen, not that it is an image.';

export function createAltText({ ask, describeFailure, draw }: AltTextPorts): WriteAltText {
  const { t } = vscode.l10n;

  /** Prepares an image for a model; undefined if that fails, which the person is told. */
  async function prepare(name: string, bytes: Uint8Array): Promise<SeenImage | undefined> {
    // A redrawn image has no metadata, and so no location.
    const drawn = await draw(bytes);
    if (drawn) return { mediaType: 'image/jpeg', bytes: drawn };
    const sent = prepareSent(bytes);
    if (!sent) return void notify('warning', refuseLocation(name));
    return readChatImage(sent.bytes) ?? void notify('warning', refuseConversion(name));
  }

  return async (name, bytes, prompt) => {
    const image = await prepare(name, bytes);
    if (!image) return undefined;
    const instruction =
      prompt === undefined
        ? `Write it in this language: ${vscode.env.language}`
        : `Write the alternative text in the language of this description: ${prompt.slice(0, 2_000)}`;
    const content = [
      { type: 'image', ...image },
      { type: 'text', text: instruction },
    ] as const;
    for (;;) {
      try {
        return await withDelayedProgress(t('Writing alt text…'), async (signal) => {
          let text = '';
          for await (const delta of ask({ system, content }, { signal })) text += delta;
          return altFromPrompt(text);
        });
      } catch (error) {
        const failure = describeFailure(error);
        if (!failure || !(await offerRetry(failure))) return undefined;
      }
    }
  };
}

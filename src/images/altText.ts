import * as vscode from 'vscode';
import { type AskModel, type DescribeAskFailure, offerRetry } from '../platform/askModel.ts';
import { withDelayedProgress } from '../platform/withDelayedProgress.ts';
import type { ImagePart } from '../relay/chat/chatRequest.ts';
import { altFromPrompt } from './imageSnippet.ts';

export interface AltTextPorts {
  readonly ask: AskModel;
  readonly describeFailure: DescribeAskFailure;
}

const system =
  'You write alternative text for images on web pages. Reply with the text alone: one or two short sentences, at most 200 ' +
  'characters, without quotation marks. Say what is seen, not that it is an image.';

/** An image that models take. */
export type SeenImage = Pick<ImagePart, 'mediaType' | 'bytes'>;

/** Of an image that was generated: its prompt says in which language, and what is meant. */
export function languageOfPrompt(prompt: string): string {
  return `Write the alternative text in the language of this description: ${prompt.slice(0, 2_000)}`;
}

/** Of any other image: the language is the editor's. */
export function languageOfEditor(): string {
  return `Write it in this language: ${vscode.env.language}`;
}

/** Asks the selected chat model what an image shows. Undefined where the person cancelled. */
export async function writeAltText(
  image: SeenImage,
  instruction: string,
  ports: AltTextPorts,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const content = [
    { type: 'image', ...image },
    { type: 'text', text: instruction },
  ] as const;
  for (;;) {
    try {
      return await withDelayedProgress(t('Writing alt text…'), async (signal) => {
        let text = '';
        for await (const delta of ports.ask({ system, content }, { signal })) text += delta;
        return altFromPrompt(text);
      });
    } catch (error) {
      const failure = ports.describeFailure(error);
      if (!failure || !(await offerRetry(failure))) return undefined;
    }
  }
}

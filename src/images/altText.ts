import * as vscode from 'vscode';
import { type AskModel, type DescribeAskFailure, offerRetry } from '../platform/askModel.ts';
import { withDelayedProgress } from '../platform/withDelayedProgress.ts';
import { altFromPrompt } from './imageSnippet.ts';

export interface AltTextPorts {
  readonly ask: AskModel;
  readonly describeFailure: DescribeAskFailure;
}

const system =
  'You write alternative text for images on web pages. Reply with the text alone: one or two short sentences, at most 200 ' +
  'characters, without quotation marks. Say what is seen, not that it is an image.';

/**
 * Asks the selected chat model what an image shows. Undefined where the person cancelled. The prompt that the image was made
 * by says in which language, and what is meant.
 */
export async function writeAltText(
  jpeg: Uint8Array,
  prompt: string,
  ports: AltTextPorts,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const content = [
    { type: 'image', mediaType: 'image/jpeg', bytes: jpeg },
    {
      type: 'text',
      text: `Write the alternative text in the language of this description: ${prompt.slice(0, 2_000)}`,
    },
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

import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { areFilesLocal } from '../platform/localFiles.ts';
import type { ChatMessage } from '../relay/chat/chatRequest.ts';
import type { Logger } from '../relay/logger.ts';

const longestPrompt = 2_000;

/** An image that a model drew in VS Code's own chat, which does not show any. */
export interface DrawnInEditor {
  readonly model: string;
  readonly prompt: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly seconds: number;
}

export interface DrawnImagePorts {
  /** Stores an image of VS Code's chat in the gallery; resolves to the path of its file. */
  readonly saveImage: (bytes: Uint8Array, image: DrawnInEditor) => Promise<string>;
  readonly logger: Logger;
}

/** Saves a drawn image and returns Markdown that tells where it is. */
export async function saveDrawnImage(
  bytes: Uint8Array,
  image: Omit<DrawnInEditor, 'seconds'>,
  { saveImage, logger }: DrawnImagePorts,
): Promise<string> {
  const { t } = vscode.l10n;
  try {
    const path = await saveImage(bytes, { ...image, seconds: (Date.now() - image.createdAt) / 1000 });
    // In a remote window or a browser, a file URL of the extension's machine does not work.
    const file = areFilesLocal() ? `[${t('Open Image')}](${pathToFileURL(path).href})` : `\`${path}\``;
    return `\n\n${t('This chat can’t show images. The image is saved in Model Relay: Images.')} ${file}\n\n`;
  } catch (error) {
    logger.error(`Images: failed to save an image of VS Code’s chat: ${String(error)}`);
    return `\n\n${t('The model sent an image that this chat can’t show. The image could not be saved.')}\n\n`;
  }
}

/** The person's last prompt. VS Code's chat encloses it in tags and adds more context. */
export function promptOf(messages: readonly ChatMessage[]): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  const [, own = text] = /<userRequest>\s*([\s\S]*?)\s*<\/userRequest>/.exec(text) ?? [];
  return own.trim().slice(0, longestPrompt);
}

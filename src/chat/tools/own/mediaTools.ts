import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { modelTexts } from './modelTexts.ts';
import { createToolFiles } from './toolFiles.ts';

/** Limited, because people read the prompt before they approve it. */
const longestPrompt = 8_000;
/** Maximum length of a prompt in the description of a call. */
export const longestShown = 60;

export const mediaPrompt = z.string().check(z.trim(), z.minLength(1), z.maxLength(longestPrompt));

export const mediaPath = z.string().check(
  z.minLength(1),
  z.refine((path) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path), modelTexts.controlCharacters),
);

/** The folder, and the name without extension, which the format decides. Throws a refusal if tools can't save there. */
export async function findTarget(path: string, endings: RegExp, usualName: string) {
  const file = await createToolFiles().findWritten(path);
  return {
    folder: vscode.Uri.joinPath(file, '..'),
    name: basename(file.path).replace(endings, '') || usualName,
  };
}

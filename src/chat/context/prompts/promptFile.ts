import { ellipsize } from '../../../text/ellipsize.ts';
import type { Translate } from '../../../text/translate.ts';
import { toOneLine } from '../../model/titles.ts';
import { decodeUtf8 } from '../sources/attachedTexts.ts';
import type { EditorVariable } from './promptText.ts';

/** A prompt is a page or two: a larger file is something else. */
export const maximumPromptBytes = 100 * 1024;

const descriptionLength = 200;

/** A prompt as read from its file. */
export interface PromptFile {
  /** The name to type after the slash. */
  readonly name: string;
  readonly description: string;
  /** The hint for the argument. */
  readonly argumentHint?: string;
  readonly body: string;
}

/** Why a file is no prompt. */
export type PromptProblem = 'tooLarge' | 'notText' | 'empty' | 'unreadable' | 'openFrontMatter';

/** Which files of a folder are prompts. */
export function isPromptFileName(fileName: string, ending: '.md' | '.prompt.md'): boolean {
  return fileName.toLowerCase().endsWith(ending) && promptNameOf(fileName) !== '';
}

/** The name of a file's prompt, unless the file specifies another. */
export function promptNameOf(fileName: string): string {
  return toPromptName(fileName.replace(/(\.prompt)?\.md$/i, ''));
}

/** A name that can be typed after a slash: without characters that would end it, or look like something else. */
export function toPromptName(words: string): string {
  return words
    .slice(0, 200)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_.:-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}_]+/u, '')
    .slice(0, 64)
    .replace(/[-.:]+$/, '');
}

/**
 * Reads a prompt in the format of VS Code's own prompt files. Fields other than names and descriptions, such as the
 * model and the tools, are ignored: a file does not decide what the person pays for.
 */
export function readPromptFile(fileName: string, bytes: Uint8Array): PromptFile | PromptProblem {
  if (bytes.length > maximumPromptBytes) return 'tooLarge';
  const text = decodeUtf8(bytes);
  if (text === undefined) return 'notText';
  const reading = readFrontMatter(text);
  if (!reading) return 'openFrontMatter';
  const { fields } = reading;
  const body = reading.body.trim();
  if (!body) return 'empty';
  return {
    name: toPromptName(fields.get('name') ?? '') || promptNameOf(fileName),
    description: shorten(fields.get('description') ?? ''),
    argumentHint: shorten(fields.get('argument-hint') ?? ''),
    body,
  };
}

/** Shortens a text for a row of a list. */
function shorten(words: string): string {
  return ellipsize(toOneLine(words), descriptionLength);
}

const fence = /^---[ \t]*$/;

/**
 * Splits a text into the fields of its front matter and its body; undefined if the front matter has no end. It reads only
 * the YAML that prompt files use: one field per line, with a plain or quoted text. Lists and the like belong to fields of
 * other programs and are ignored, so nothing can refer to itself or expand.
 */
export function readFrontMatter(
  text: string,
): { readonly fields: ReadonlyMap<string, string>; readonly body: string } | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!fence.test(lines[0] ?? '')) return { fields: new Map(), body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && fence.test(line));
  if (end < 0) return undefined;
  const fields = lines.slice(1, end).flatMap((line) => {
    const [, name, value] = /^([\w-]+):\s(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name, readText(value.trim())] as const];
  });
  return { fields: new Map(fields), body: lines.slice(end + 1).join('\n') };
}

/** '' for values that are not text on one line: a list, a mapping, an anchor, an alias, a tag, a block. */
function readText(value: string): string {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(value) ?? [];
  if (double !== undefined) return double.replaceAll(/\\(.)/g, '$1');
  if (single !== undefined) return single.replaceAll("''", "'");
  return /^["'|>#[\]{}&*!%@`,]/.test(value) ? '' : value.replace(/\s#.*/, '').trim();
}

/** Why a prompt's file can't be used, and what to do. */
export function describePromptProblem(file: string, problem: PromptProblem, t: Translate): string {
  const words: Readonly<Record<PromptProblem, string>> = {
    tooLarge: t('The prompt {0} is larger than 100 KB. Make it shorter.', file),
    notText: t('The prompt {0} is not UTF-8 text. Save it with UTF-8 encoding.', file),
    empty: t('The prompt {0} is empty. Write the prompt below its front matter.', file),
    unreadable: t('The prompt {0} can’t be read. See the log for details.', file),
    openFrontMatter: t(
      'The front matter of the prompt {0} has no end. Write it between two lines of ---.',
      file,
    ),
  };
  return words[problem];
}

/** The message for an editor value that a prompt needs and that is missing. */
export function describeMissing(prompt: string, variable: EditorVariable, t: Translate): string {
  if (variable === 'selection')
    return t('/{0} uses the selection. Select text in an editor, then send the message again.', prompt);
  if (variable === 'clipboard')
    return t('/{0} uses the clipboard, which is empty. Copy some text, then send the message again.', prompt);
  return variable.startsWith('workspaceFolder')
    ? t('/{0} uses the open folder. Open a folder, then send the message again.', prompt)
    : t('/{0} uses the open file. Open a file in an editor, then send the message again.', prompt);
}

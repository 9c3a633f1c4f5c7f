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
  readonly argumentHint: string;
  readonly body: string;
}

export interface PromptProblem {
  readonly reason: 'tooLarge' | 'notText' | 'empty' | 'unreadable' | 'frontMatter';
  /** The line of the file at which its front matter can't be read. */
  readonly line?: number;
}

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
  if (bytes.length > maximumPromptBytes) return { reason: 'tooLarge' };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { reason: 'notText' };
  const reading = readFrontMatter(text, ['name', 'description', 'argument-hint']);
  if ('line' in reading) return { reason: 'frontMatter', line: reading.line };
  const { fields } = reading;
  const body = reading.body.trim();
  if (!body) return { reason: 'empty' };
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

/** The body and the requested front matter fields, or the line that can't be read. */
export type FrontMatterReading =
  | { readonly fields: ReadonlyMap<string, string>; readonly body: string }
  | { readonly line: number };

/** A field as it is written: the text after its colon, and the lines that belong to it. */
interface RawField {
  readonly name: string;
  readonly line: number;
  readonly value: string;
  readonly more: string[];
}

const fence = /^---[ \t]*$/;

/**
 * Splits a text into its front matter and its body. It reads only the YAML that prompt files use: one field per line,
 * with a plain, quoted or block text, which is joined to one line. Lists and the like belong to fields of other
 * programs and are ignored, so nothing can refer to itself or expand.
 */
export function readFrontMatter(text: string, wanted: readonly string[]): FrontMatterReading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!fence.test(lines[0] ?? '')) return { fields: new Map(), body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && fence.test(line));
  if (end < 0) return { line: 1 };
  const raw: RawField[] = [];
  for (const [at, line] of lines.slice(1, end).entries()) {
    const owner = raw.at(-1);
    if (/^(\s|-(\s|$)|[\]}])/.test(line) && owner) owner.more.push(line);
    else if (/^\s*(#|$)/.test(line)) owner?.more.push('');
    else {
      const colon = line.search(/:(\s|$)/);
      if (colon < 1) return { line: at + 2 };
      const name = line.slice(0, colon).replaceAll(/["']/g, '').trim();
      raw.push({ name, line: at + 2, value: line.slice(colon + 1).trim(), more: [] });
    }
  }
  const fields = new Map<string, string>();
  for (const field of raw) {
    if (!wanted.includes(field.name)) continue;
    const text = readText(field);
    if (text === undefined) return { line: field.line };
    fields.set(field.name, text);
  }
  return { fields, body: lines.slice(end + 1).join('\n') };
}

/** Undefined for an unclosed quote; '' for values that are not text: a list, a mapping, an anchor, an alias, a tag. */
function readText({ value, more }: RawField): string | undefined {
  const lines = more.map((line) => line.trim());
  if (/^[|>][-+\d]*\s*(#.*)?$/.test(value)) return lines.filter(Boolean).join(' ');
  const whole = [value, ...lines].filter(Boolean).join(' ');
  if (/^["']/.test(value)) {
    const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(whole) ?? [];
    return double === undefined ? single?.replaceAll("''", "'") : unescapeText(double);
  }
  if (value === '' || /^[#[\]{}&*!%@`,]/.test(value)) return '';
  return whole.replace(/\s#.*/s, '').trim();
}

function unescapeText(text: string): string {
  return text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return sign === 'n' ? '\n' : sign === 't' ? '\t' : sign;
  });
}

/** Why a prompt's file can't be used, and what to do. */
export function describePromptProblem(
  file: string,
  { reason, line = 1 }: PromptProblem,
  t: Translate,
): string {
  const words: Readonly<Record<PromptProblem['reason'], string>> = {
    tooLarge: t('The prompt {0} is larger than 100 KB. Make it shorter.', file),
    notText: t('The prompt {0} is not UTF-8 text. Save it with UTF-8 encoding.', file),
    empty: t('The prompt {0} is empty. Write the prompt below its front matter.', file),
    unreadable: t('The prompt {0} can’t be read. See the log for details.', file),
    frontMatter: t(
      'The front matter of the prompt {0} is invalid at line {1}. Write it between two lines of ---, with one “name: value” per line.',
      file,
      line,
    ),
  };
  return words[reason];
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

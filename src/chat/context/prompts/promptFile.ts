import { ellipsize } from '../../../text/ellipsize.ts';
import type { Translate } from '../../../text/translate.ts';
import { toOneLine } from '../../model/titles.ts';
import type { EditorVariable } from './promptText.ts';

/** A prompt is a page or two; what is larger is something else. */
export const maximumPromptBytes = 100 * 1024;

const descriptionLength = 200;

/** A prompt as read from its file. */
export interface PromptFile {
  /** What is typed after the slash. */
  readonly name: string;
  readonly description: string;
  /** The hint for the argument. */
  readonly argumentHint: string;
  readonly body: string;
}

export type PromptProblem =
  | { readonly reason: 'tooLarge' | 'notText' | 'empty' | 'unreadable' }
  /** The front matter, at this line of the file. */
  | { readonly reason: 'frontMatter'; readonly line: number };

export type PromptReading =
  | { readonly ok: true; readonly file: PromptFile }
  | { readonly ok: false; readonly problem: PromptProblem };

/** Which files of a folder are prompts. */
export function isPromptFileName(fileName: string, ending: '.md' | '.prompt.md'): boolean {
  return fileName.toLowerCase().endsWith(ending) && promptNameOf(fileName) !== '';
}

/** The name by which a file's prompt is called, unless the file says another. */
export function promptNameOf(fileName: string): string {
  return toPromptName(fileName.replace(/(\.prompt)?\.md$/i, ''));
}

/** A name as it can be typed after a slash: nothing in it that would end it, or draw something else. */
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
 * Reads a prompt of the format that VS Code's own prompt files have. Fields that are not about what is said, such as the
 * model and the tools, are passed over: a file doesn't choose what a person pays for.
 */
export function readPromptFile(fileName: string, bytes: Uint8Array): PromptReading {
  if (bytes.length > maximumPromptBytes) return fail({ reason: 'tooLarge' });
  const text = decode(bytes);
  if (text === undefined) return fail({ reason: 'notText' });
  const reading = readFrontMatter(text, ['name', 'description', 'argument-hint']);
  if (!reading.ok) return fail({ reason: 'frontMatter', line: reading.line });
  const body = reading.body.trim();
  if (!body) return fail({ reason: 'empty' });
  const { fields } = reading;
  return {
    ok: true,
    file: {
      name: toPromptName(fields.get('name') ?? '') || promptNameOf(fileName),
      description: shorten(fields.get('description') ?? ''),
      argumentHint: shorten(fields.get('argument-hint') ?? ''),
      body,
    },
  };
}

function fail(problem: PromptProblem): PromptReading {
  return { ok: false, problem };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** For a row of a list. */
function shorten(words: string): string {
  return ellipsize(toOneLine(words), descriptionLength);
}

/** A text with the fields of its front matter that were asked for; or the line that can't be read. */
export type FrontMatterReading =
  | { readonly ok: true; readonly fields: ReadonlyMap<string, string>; readonly body: string }
  | { readonly ok: false; readonly line: number };

/** A field as it is written: what stands behind its colon, and the lines that belong to it. */
interface RawField {
  readonly name: string;
  readonly line: number;
  readonly value: string;
  readonly more: string[];
}

const fence = /^---[ \t]*$/;
const blockMark = /^([|>])[-+\d]*\s*(#.*)?$/;

/**
 * Splits a text into its front matter and its body. Of YAML it reads what prompt files are written in: one field a
 * line, with a plain, quoted or block text. Lists and the like belong to fields of other programs and are passed over,
 * so there is nothing that could refer to itself or grow.
 */
export function readFrontMatter(text: string, wanted: readonly string[]): FrontMatterReading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (!fence.test(lines[0] ?? '')) return { ok: true, fields: new Map(), body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && fence.test(line));
  if (end < 0) return { ok: false, line: 1 };
  const raw: RawField[] = [];
  for (const [at, line] of lines.slice(1, end).entries()) {
    const owner = raw.at(-1);
    if (/^(\s|-(\s|$)|[\]}])/.test(line) && owner) owner.more.push(line);
    else if (/^\s*(#|$)/.test(line)) owner?.more.push('');
    else {
      const colon = line.search(/:(\s|$)/);
      if (colon < 1) return { ok: false, line: at + 2 };
      const name = line.slice(0, colon).replaceAll(/["']/g, '').trim();
      raw.push({ name, line: at + 2, value: line.slice(colon + 1).trim(), more: [] });
    }
  }
  const fields = new Map<string, string>();
  for (const field of raw) {
    if (!wanted.includes(field.name)) continue;
    const value = readText(field);
    if (value === 'unclosed') return { ok: false, line: field.line };
    if (value) fields.set(field.name, value.text);
  }
  return { ok: true, fields, body: lines.slice(end + 1).join('\n') };
}

function readText({ value, more }: RawField): { readonly text: string } | 'unclosed' | undefined {
  const block = blockMark.exec(value);
  const lines = more.map((line) => line.trim());
  if (block) return { text: lines.join(block[1] === '|' ? '\n' : ' ').trim() };
  const whole = [value, ...lines].filter(Boolean).join(' ');
  if (value.startsWith('"')) {
    const [, inside] = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(whole) ?? [];
    return inside === undefined ? 'unclosed' : { text: unescapeText(inside) };
  }
  if (value.startsWith("'")) {
    const [, inside] = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(whole) ?? [];
    return inside === undefined ? 'unclosed' : { text: inside.replaceAll("''", "'") };
  }
  // A list, a mapping, an anchor, an alias, a tag: no text.
  if (value === '' || value.startsWith('#') || /^[[\]{}&*!%@`,]/.test(value)) return undefined;
  const comment = whole.search(/\s#/);
  return { text: comment < 0 ? whole : whole.slice(0, comment).trim() };
}

function unescapeText(text: string): string {
  return text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return sign === 'n' ? '\n' : sign === 't' ? '\t' : sign;
  });
}

/** Why a prompt's file can't be used, and what to do. */
export function describePromptProblem(file: string, problem: PromptProblem, t: Translate): string {
  switch (problem.reason) {
    case 'tooLarge':
      return t('The prompt {0} is larger than 100 KB. Make it shorter.', file);
    case 'notText':
      return t('The prompt {0} is not UTF-8 text. Save it with UTF-8 encoding.', file);
    case 'empty':
      return t('The prompt {0} is empty. Write the prompt below its front matter.', file);
    case 'unreadable':
      return t('The prompt {0} can’t be read. See the log for details.', file);
    case 'frontMatter':
      return t(
        'The front matter of the prompt {0} is invalid at line {1}. Write it between two lines of ---, with one “name: value” per line.',
        file,
        problem.line,
      );
  }
}

/** What a prompt takes from the editor and isn't there. */
export function describeMissing(prompt: string, variable: EditorVariable, t: Translate): string {
  switch (variable) {
    case 'selection':
      return t('/{0} uses the selection. Select text in an editor, then send the message again.', prompt);
    case 'clipboard':
      return t(
        '/{0} uses the clipboard, which is empty. Copy some text, then send the message again.',
        prompt,
      );
    case 'workspaceFolder':
    case 'workspaceFolderBasename':
      return t('/{0} uses the open folder. Open a folder, then send the message again.', prompt);
    default:
      return t('/{0} uses the open file. Open a file in an editor, then send the message again.', prompt);
  }
}

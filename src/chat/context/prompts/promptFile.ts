import { ellipsize } from '../../../text/ellipsize.ts';
import { toOneLine } from '../../model/historyText.ts';
import { readFrontMatter } from './frontMatter.ts';

/** A prompt is a page or two; what is larger is something else. */
export const maximumPromptBytes = 100 * 1024;

const descriptionLength = 200;

/** A prompt as its file says it. */
export interface PromptFile {
  /** What is typed after the slash. */
  readonly name: string;
  readonly description: string;
  /** What may be typed after the name. */
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

import { seenParts } from '../../relay/chat/responseParts.ts';
import { CodeFollower, fenceAround } from '../../text/codeFence.ts';
import type { Translate } from '../../text/translate.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Answer, AnswerPart, Prompt } from '../model/message.ts';
import type { EndRecord, PictureRecord } from '../model/records.ts';
import { titleOf, toOneLine } from '../model/titles.ts';

/** The bytes of images in base64, by the names of their files. */
export type TranscriptPictures = ReadonlyMap<string, string>;

/**
 * The conversation as Markdown, to be read by people and by `readTranscript`: the branch that is shown, with unchanged
 * texts, and with images if they are given. Lone surrogates, which no file can hold, become replacement characters.
 * Content that only its service can read is left out.
 */
export function writeTranscript(
  conversation: Conversation,
  t: Translate,
  pictures: TranscriptPictures = new Map(),
): string {
  const heading = titleOf(conversation) || t('Conversation');
  const isTitled = toOneLine(conversation.title ?? '') !== '';
  const parts = [
    writeMark('conversation', { version: 1, ...(!isTitled && { heading }) }),
    `<!-- ${t('This file contains only the branch that was shown. The comments are needed to import it again. Do not remove them.')} -->`,
    '',
    headingOf('#', heading),
    ...conversation.turns.flatMap(({ prompt, answer }) => [
      ...promptParts(prompt, t, pictures),
      ...answerParts(answer, t, pictures),
    ]),
  ];
  return `${parts.join('\n')}\n`;
}

/** The same, but only for people: without the data that an import needs. */
export function writeReadableTranscript(conversation: Conversation, t: Translate): string {
  const [, , , ...lines] = writeTranscript(conversation, t).split('\n');
  const kept: string[] = [];
  let isBehindMark = false;
  for (const line of lines) {
    // Marks within messages are escaped, so no message loses a line here.
    const isMark = /^<!-- model-relay:\w[^<>]*-->$/.test(line);
    if (!isMark && !(isBehindMark && line === '' && kept.at(-1) === '')) kept.push(line);
    isBehindMark = isMark;
  }
  return unescapeMarks(kept.join('\n'));
}

/** All images of the branch that is shown. */
export function picturesOf(conversation: Conversation): PictureRecord[] {
  return conversation.turns.flatMap(({ prompt, answer }) => [
    ...prompt.attachments.flatMap(({ picture }) => picture ?? []),
    ...answer.parts.flatMap((part) => {
      if (part.type === 'picture') return part.picture;
      return part.type === 'tool' ? (part.result?.pictures ?? []) : [];
    }),
  ]);
}

function promptParts({ text, at, kind, attachments }: Prompt, t: Translate, pictures: TranscriptPictures) {
  const data = {
    at,
    ...(kind === 'continue' && { kind }),
    ...(kind === 'compact' && { isCompaction: true }),
  };
  return [
    '',
    headingOf('##', t('You')),
    '',
    ...section('prompt', data, text),
    ...attachments.flatMap(({ text: attached = '', ...attachment }) => {
      const { name, language, picture } = attachment;
      const body = picture ? pictureLine(picture, t, pictures) : fenceOf(attached, language);
      return ['', ...folded(`${t('Attached')}: ${name}`, section('attachment', attachment, body))];
    }),
  ];
}

function answerParts(answer: Answer, t: Translate, pictures: TranscriptPictures): string[] {
  const { model, at, end } = answer;
  const note = end && endWords(end, t);
  const parts = seenParts(answer.parts);
  const first = parts.findIndex(({ type }) => type === 'text');
  const ending = (text: string) => section('answer', { model, at }, text, end && endData(end));
  return [
    '',
    headingOf('##', toOneLine(model) || t('Response')),
    ...parts.flatMap((part, place) => {
      if (place === first && part.type === 'text') return ['', ...ending(part.text)];
      return ['', ...partLines(part, place > first && first >= 0, t, pictures)];
    }),
    ...(first < 0 ? ['', ...ending('')] : []),
    ...(note ? ['', `*${note}*`] : []),
  ];
}

function partLines(
  part: AnswerPart,
  isBehindText: boolean,
  t: Translate,
  pictures: TranscriptPictures,
): string[] {
  switch (part.type) {
    case 'text':
      return section('text', {}, part.text);
    case 'thinking':
      return folded(t('Thinking'), section(isBehindText ? 'moreThinking' : 'thinking', {}, part.text));
    case 'redactedThinking':
      return [];
    case 'picture':
      return section('picture', part.picture, pictureLine(part.picture, t, pictures));
    case 'tool': {
      const { callId, name, input, invalidInput } = part.call;
      const { status, text = '', pictures: resulting = [] } = part.result ?? {};
      const data = { callId, name, input, ...(invalidInput !== undefined && { invalidInput }), status };
      return folded(`${t('Tool')}: ${name}`, [
        fenceOf(escapeMarks(invalidInput ?? JSON.stringify(input, undefined, 2)), 'json'),
        '',
        ...section('tool', data, fenceOf(text)),
        ...resulting.flatMap((picture) => [
          '',
          ...section('picture', { ...picture, callId }, pictureLine(picture, t, pictures)),
        ]),
      ]);
    }
  }
}

function folded(summary: string, lines: readonly string[]): string[] {
  const words = toOneLine(summary).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return ['<details>', `<summary>${words}</summary>`, '', ...lines, '', '</details>'];
}

function fenceOf(text: string, language = ''): string {
  const ticks = fenceAround(text);
  return `${ticks}${toOneLine(language).replaceAll('`', '')}\n${text}\n${ticks}`;
}

function pictureLine({ file, mediaType }: PictureRecord, t: Translate, pictures: TranscriptPictures): string {
  const bytes = pictures.get(file);
  return bytes
    ? `![${t('Image')}](data:${mediaType};base64,${bytes})`
    : `*${t('The image is not included.')}*`;
}

const headingOf = (level: string, words: string) => `${level} ${escapeMarks(words)}`;

function section(name: string, data: object, text: string, end: object = {}): string[] {
  const written = escapeMarks(text.toWellFormed());
  const fence = openFence(written);
  const mark = writeMark('end', { ...end, ...(fence && { fence }) });
  return [writeMark(name, data), '', written, ...(fence ? [fence] : []), '', mark];
}

function endWords({ status, endedBy }: EndRecord, t: Translate): string | undefined {
  switch (endedBy === 'closing' ? 'interrupted' : status) {
    case 'complete':
      return undefined;
    case 'stopped':
      return t('Stopped.');
    case 'interrupted':
      return t('The response was interrupted. The partial response is saved.');
    case 'failed':
      return t('The response failed');
  }
}

/** Transcripts are shared: of a failure, they have its kind and status, but not the relay's message or URL. */
function endData({ type, id, requestId, failure, ...data }: EndRecord): object {
  if (!failure || failure.kind === 'internal') return data;
  const { status, missing } = failure.details;
  const details = {
    ...(typeof status === 'number' && { status }),
    ...(typeof missing === 'string' && { missing }),
  };
  return { ...data, failure: { kind: failure.kind, details } };
}

/**
 * A transcript stores data in comments, which are invisible in rendered Markdown. The JSON in them has neither `<` nor
 * `>`, so that nothing in it can end or begin a comment.
 */

/** Escapes marks within a text: each gets one more backslash than it had. */
function escapeMarks(text: string): string {
  return text.replace(/<!-- model-relay(\\*):/g, '<!-- model-relay$1\\:');
}

export function unescapeMarks(text: string): string {
  return text.replace(/<!-- model-relay\\(\\*):/g, '<!-- model-relay$1:');
}

export function writeMark(name: string, data: object = {}): string {
  const json = JSON.stringify(data).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<!-- model-relay:${name}${json === '{}' ? '' : ` ${json}`} -->`;
}

export interface Mark {
  readonly name: string;
  /** The parsed JSON; undefined if somebody broke it by editing the file. */
  readonly data: unknown;
  readonly start: number;
  readonly end: number;
}

export function readMarks(markdown: string): Mark[] {
  return [...markdown.matchAll(/<!-- model-relay:(\w+)(?!\w)([^<>\n]*)-->/g)].map(
    ({ 0: { length }, 1: name = '', 2: json = '', index }) => ({
      name,
      data: readJson(json.trim() || '{}'),
      start: index,
      end: index + length,
    }),
  );
}

/** No tool call is nested deeper. Deeper JSON can be parsed, but not stringified again. */
const deepestNesting = 500;

function readJson(json: string): unknown {
  try {
    return isTooDeep(json) ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') depth++;
    else if (sign === ']' || sign === '}') depth--;
    if (depth > deepestNesting) return true;
  }
  return false;
}

/** The fence of a code block that a text leaves open, which would swallow everything after it; '' for none. */
function openFence(text: string): string {
  // Indented fences are ignored: they may be part of a list or quote, which ends by itself.
  const follower = new CodeFollower(0);
  for (const line of text.split(/\r\n|\n|\r/)) follower.isCode(line);
  return follower.open ?? '';
}

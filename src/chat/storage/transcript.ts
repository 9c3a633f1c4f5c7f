import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { seenParts } from '../../relay/chat/responseParts.ts';
import { isFields, parseJson } from '../../relay/json.ts';
import { CodeFollower, fenceAround, withoutFences } from '../../text/codeFence.ts';
import type { Translate } from '../../text/translate.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Answer, AnswerPart, Prompt } from '../model/message.ts';
import {
  attachmentRecord,
  type EndRecord,
  type JournalRecord,
  journalRecord,
  type PictureRecord,
} from '../model/records.ts';
import { titleOf, toOneLine } from '../model/titles.ts';

interface Writing {
  readonly t: Translate;
  /** The bytes of images in base64, by the names of their files. Undefined for a text that is only for people. */
  readonly pictures: ReadonlyMap<string, string> | undefined;
}

/**
 * The conversation as Markdown: the branch that is shown, with unchanged texts. With `pictures`, `readTranscript` can
 * read it again: before each text stands a comment with the rest of its record, and images are included. Without, it
 * is only for people. Lone surrogates, which no file can hold, become replacement characters. Content that only its
 * service can read is left out.
 */
export function writeTranscript(
  conversation: Conversation,
  t: Translate,
  pictures?: Writing['pictures'],
): string {
  const writing = { t, pictures };
  const { title } = conversation;
  const hint = t(
    'This file contains only the branch that was shown. The comments are needed to import it again. Do not remove them.',
  );
  const blocks = [
    ...mark('chat', { version: 2, title }, writing),
    ...(pictures ? [`<!-- ${hint} -->`] : []),
    `# ${escapeMarks(titleOf(conversation) || t('Conversation'))}`,
    ...conversation.turns.flatMap(({ prompt, answer }) => [
      ...promptBlocks(prompt, writing),
      ...answerBlocks(answer, writing),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
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

function promptBlocks({ text, at, kind, attachments }: Prompt, writing: Writing): string[] {
  const { t } = writing;
  const data = kind === 'compact' ? { at, isCompaction: true } : { at, kind };
  return [
    `## ${t('You')}`,
    ...section('prompt', data, text, writing),
    ...attachments.flatMap(({ text: attached = '', ...attachment }) => {
      const { name, language, picture } = attachment;
      const body = picture ? pictureLine(picture, writing) : fenceOf(attached, language);
      return folded(`${t('Attached')}: ${name}`, section('attachment', attachment, body, writing));
    }),
  ];
}

function answerBlocks({ model, at, isImage, parts, end }: Answer, writing: Writing): string[] {
  const { t } = writing;
  const note = end && endWords(end, t);
  return [
    `## ${escapeMarks(toOneLine(model) || t('Response'))}`,
    ...mark('answer', { model, at, isImage }, writing),
    ...seenParts(parts).flatMap((part) => partBlocks(part, writing)),
    ...(end ? mark('end', toShared(end), writing) : []),
    ...(note ? [`*${note}*`] : []),
  ];
}

function partBlocks(part: AnswerPart, writing: Writing): string[] {
  const { t } = writing;
  switch (part.type) {
    case 'text':
      return section('delta', { kind: 'text' }, part.text, writing);
    case 'thinking':
      return folded(t('Thinking'), section('delta', { kind: 'thinking' }, part.text, writing));
    case 'redactedThinking':
      return [];
    case 'picture': {
      const { picture, revisedPrompt } = part;
      return [...mark('picture', { picture, revisedPrompt }, writing), pictureLine(picture, writing)];
    }
    case 'tool': {
      const { callId, name, input, invalidInput } = part.call;
      const { status, summary, text = '', pictures = [] } = part.result ?? {};
      const result = { callId, status, summary, pictures };
      return folded(`${t('Tool')}: ${name}`, [
        ...mark('toolCall', { callId, name, input, invalidInput }, writing),
        fenceOf(escapeMarks(invalidInput ?? JSON.stringify(input, undefined, 2)), 'json'),
        ...(part.result ? section('toolResult', result, fenceOf(text), writing) : []),
        ...pictures.map((picture) => pictureLine(picture, writing)),
      ]);
    }
  }
}

function folded(summary: string, blocks: readonly string[]): string[] {
  const words = toOneLine(summary).replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  return [`<details>\n<summary>${words}</summary>`, ...blocks, '</details>'];
}

function fenceOf(text: string, language = ''): string {
  const ticks = fenceAround(text);
  return `${ticks}${toOneLine(language).replaceAll('`', '')}\n${text}\n${ticks}`;
}

function pictureLine({ file, mediaType }: PictureRecord, { t, pictures }: Writing): string {
  const bytes = pictures?.get(file);
  return bytes
    ? `![${t('Image')}](data:${mediaType};base64,${bytes})`
    : `*${t('The image is not included.')}*`;
}

/** A text after the rest of its record. */
function section(name: string, data: object, text: string, writing: Writing): string[] {
  const written = escapeMarks(text.toWellFormed());
  const fence = openFence(written);
  return [
    ...mark(name, data, writing),
    written,
    ...mark('textEnd', {}, writing),
    // A code block that the text leaves open would swallow everything after it.
    ...(fence ? [fence] : []),
  ];
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

/** Transcripts are shared: no message, ID or URL of the relay gets in, and no field that comes later. */
function toShared({ status, at, cause, endedBy, usage, servedModel, durationMs, cost }: EndRecord): object {
  return { status, at, cause, endedBy, usage, servedModel, durationMs, cost };
}

/**
 * The records stand in comments, which are invisible in rendered Markdown. The JSON in them has neither `<` nor `>`, so
 * that nothing in it can end or begin a comment.
 */
function mark(name: string, data: object, { pictures }: Writing): string[] {
  if (!pictures) return [];
  const json = JSON.stringify(data).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [`<!-- model-relay:${name}${json === '{}' ? '' : ` ${json}`} -->`];
}

/** Escapes marks within a text: each gets one more backslash than it had. */
function escapeMarks(text: string): string {
  return text.replace(/<!-- model-relay(\\*):/g, '<!-- model-relay$1\\:');
}

/** The mark of a code block that a text leaves open; '' for none. */
function openFence(text: string): string {
  // Indented fences are ignored: they may be part of a list or quote, which ends by itself.
  const follower = new CodeFollower(0);
  for (const line of text.split(/\r\n|\n|\r/)) follower.isCode(line);
  return follower.open ?? '';
}

interface ReadTranscript {
  readonly records: readonly JournalRecord[];
  /** The bytes of the images in it, in base64. */
  readonly pictures: readonly string[];
}

const header = z.object({ version: z.literal(2), title: z.catch(z.optional(z.string()), undefined) });

/** The marks that a transcript may have: attachments and records. All others are ignored. */
const known: ReadonlySet<string> = new Set<JournalRecord['type'] | 'attachment'>([
  'prompt',
  'attachment',
  'answer',
  'delta',
  'picture',
  'toolCall',
  'toolResult',
  'end',
]);

/**
 * The records of a conversation from the Markdown of `writeTranscript`, in which texts may have been edited, and turns
 * removed. Undefined for any other text, and if the comments no longer fit together.
 */
export function readTranscript(markdown: string): ReadTranscript | undefined {
  const source = markdown.replace(/^\uFEFF/, '').trimStart();
  // A tool that converts line breaks converts all of them, including this one.
  const text = /^<!-- model-relay:[^\n]*\r\n/.test(source) ? source.replaceAll('\r\n', '\n') : source;
  const marks = [...text.matchAll(/<!-- model-relay:(\w+)(?!\w)([^<>\n]*)-->/g)].map(
    ({ 0: { length }, 1: name = '', 2: json = '', index }) => ({ name, json, index, end: index + length }),
  );
  const [first] = marks;
  const { data: chat } = header.safeParse(readJson(first?.json));
  if (first?.index !== 0 || first.name !== 'chat' || !chat) return undefined;
  const title = toOneLine(chat.title ?? '');
  const records: JournalRecord[] = title ? [{ type: 'title', title, at: 0 }] : [];
  let last: Extract<JournalRecord, { type: 'prompt' | 'answer' }> | undefined;
  for (const [place, { name, json, end }] of marks.entries()) {
    if (!known.has(name)) continue;
    const written = readJson(json);
    if (!written) return undefined;
    // Only the window that wrote a response, and the service that signed it, can use these.
    const { writer, signature, failure, ...data } = written;
    const own = readText(text.slice(end, marks[place + 1]?.index), name);
    if (name === 'attachment') {
      const attachment = attachmentRecord.safeParse(data['picture'] ? data : { ...data, text: own }).data;
      if (attachment && last?.type === 'prompt') last.attachments?.push(attachment);
      continue;
    }
    const isMessage = name === 'prompt' || name === 'answer';
    const { data: record } = journalRecord.safeParse({
      ...data,
      text: own,
      type: name,
      id: isMessage ? randomUUID() : last?.id,
      parentId: last?.id ?? null,
      ...(name === 'prompt' && { attachments: [] }),
    });
    // Another version may have written other values: what is not a text of the conversation is left out then.
    if (!record && !isMessage && name !== 'delta') continue;
    const isInOrder = name === 'prompt' ? last?.type !== 'prompt' : isMessage === (last?.type === 'prompt');
    if (!record || !isInOrder) return undefined;
    if (record.type === 'prompt' || record.type === 'answer') last = record;
    records.push(record);
  }
  if (last?.type === 'prompt') return undefined;
  const images = text.matchAll(/\(data:image\/\w+;base64,([\w+/=]+)\)/g);
  return { records, pictures: [...images].map(([, bytes = '']) => bytes) };
}

/** The data of a mark, which may have none; undefined if an edit broke it. */
function readJson(json = ''): Readonly<Record<string, unknown>> | undefined {
  const data = json.trim() ? parseJson(json) : {};
  return isFields(data) ? data : undefined;
}

/** A text without the blank lines around it, and code without its fences. */
function readText(framed: string, name: string): string {
  const text = framed
    .replace(/^\n{1,2}|\n{1,2}$/g, '')
    .replace(/<!-- model-relay\\(\\*):/g, '<!-- model-relay$1:');
  return name === 'attachment' || name === 'toolResult' ? withoutFences(text) : text;
}

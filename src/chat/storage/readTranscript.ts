import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isFields, parseJson } from '../../relay/json.ts';
import { withoutFences } from '../../text/codeFence.ts';
import { continueText } from '../model/message.ts';
import { attachmentRecord, type JournalRecord, journalRecord } from '../model/records.ts';
import { toOneLine } from '../model/titles.ts';

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
 * The records of a conversation from the Markdown of `writeTranscript`, in which texts may have been edited, and parts
 * removed; undefined for any other text.
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

  function add(type: string, data: object, own = ''): void {
    complete(type);
    const isMessage = type === 'prompt' || type === 'answer';
    const parse = (written: object) =>
      journalRecord.safeParse({
        at: 0,
        model: '',
        ...(type === 'delta' && { kind: 'text' }),
        ...written,
        text: own,
        type,
        id: isMessage ? randomUUID() : last?.id,
        parentId: last?.id ?? null,
        ...(type === 'prompt' && { attachments: [] }),
      }).data;
    // If an edit broke the data, the text counts.
    const record = parse(data) ?? parse({});
    if (record?.type === 'prompt' || record?.type === 'answer') last = record;
    if (record) records.push(record);
  }

  function addAttachment(data: object): void {
    complete('attachment');
    const { data: attachment } = attachmentRecord.safeParse(data);
    if (attachment && last?.type === 'prompt') last.attachments?.push(attachment);
  }

  /** Adds the message to which the next part belongs, if an edit removed it: what is left stays in order. */
  function complete(next: string): void {
    if (next === 'answer' || next === 'attachment') {
      if (last?.type !== 'prompt') add('prompt', { kind: 'continue' }, continueText);
    } else if (last ? last.type === 'prompt' : next !== 'prompt') {
      add('answer', {});
      add('end', { status: 'stopped' });
    }
  }

  for (const [place, { name, json, end }] of marks.entries()) {
    if (!known.has(name)) continue;
    // Only the window that wrote a response, and the service that signed it, can use these.
    const { writer, signature, failure, ...data } = readJson(json);
    const own = readText(text.slice(end, marks[place + 1]?.index), name);
    if (name === 'attachment') addAttachment(data['picture'] ? data : { ...data, text: own });
    else add(name, data, own);
  }
  complete('prompt');
  const images = text.matchAll(/\(data:image\/\w+;base64,([\w+/=]+)\)/g);
  return { records, pictures: [...images].map(([, bytes = '']) => bytes) };
}

/** The data of a mark; empty if an edit broke it. */
function readJson(json = ''): Readonly<Record<string, unknown>> {
  const data = parseJson(json);
  return isFields(data) ? data : {};
}

/** A text without the blank lines around it, and code without its fences. */
function readText(framed: string, name: string): string {
  const text = framed
    .replace(/^\n{1,2}|\n{1,2}$/g, '')
    .replace(/<!-- model-relay\\(\\*):/g, '<!-- model-relay$1:');
  return name === 'attachment' || name === 'toolResult' ? withoutFences(text) : text;
}

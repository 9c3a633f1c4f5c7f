import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { withoutFences } from '../../text/codeFence.ts';
import { continueText } from '../model/message.ts';
import {
  attachmentRecord,
  type JournalRecord,
  journalRecord,
  type PictureRecord,
  pictureRecord,
} from '../model/records.ts';
import { type Mark, readMarks, type TranscriptPictures, unescapeMarks } from './writeTranscript.ts';

const conversationData = z.object({
  version: z.literal(1),
  heading: z.catch(z.optional(z.string()), undefined),
});
const time = z.catch(z.number(), 0);
const answerData = z.catch(z.object({ at: time, model: z.catch(z.string(), '') }), { at: 0, model: '' });
const toolPicture = z.extend(pictureRecord, { callId: z.optional(z.string()) });
const fenceData = z.catch(z.object({ fence: z.catch(z.string(), '') }), { fence: '' });

interface Section {
  readonly mark: Mark;
  readonly text: string;
  /** The mark after the section, if it marks its end. */
  readonly end: Mark | undefined;
}

interface ReadTranscript {
  readonly records: readonly JournalRecord[];
  /** The bytes of the images in it, in base64, by the names of their files. */
  readonly pictures: TranscriptPictures;
}

/**
 * The records of a conversation from the Markdown of `writeTranscript`, even if a person has edited it; undefined for
 * any other text.
 */
export function readTranscript(markdown: string): ReadTranscript | undefined {
  const source = markdown.replace(/^\uFEFF/, '').trimStart();
  // A tool that converts line breaks converts all of them, including this one.
  const text = /^<!-- model-relay:[^\n]*\r\n/.test(source) ? source.replaceAll('\r\n', '\n') : source;
  const [first, ...marks] = readMarks(text);
  if (first?.start !== 0 || first.name !== 'conversation') return undefined;
  const header = conversationData.safeParse(first.data);
  if (!header.success) return undefined;
  const reader = new SectionReader();
  for (const section of readSections(text, marks)) reader.read(section);
  reader.end();
  const title = readTitle(text.slice(first.end, marks[0]?.start), header.data.heading);
  return {
    records: [...(title ? [{ type: 'title', title, at: 0 } satisfies JournalRecord] : []), ...reader.records],
    pictures: reader.pictures,
  };
}

/** The person's own title; undefined if the heading is still the generated one. */
function readTitle(beginning: string, madeHeading: string | undefined): string | undefined {
  const heading = unescapeMarks(/^# (.*)$/m.exec(beginning)?.[1] ?? '').trim();
  return heading === madeHeading ? undefined : heading;
}

function readSections(text: string, marks: readonly Mark[]): Section[] {
  return marks.flatMap((mark, index) => {
    if (mark.name === 'end') return [];
    const next = marks[index + 1];
    const end = next?.name === 'end' ? next : undefined;
    return [{ mark, end, text: readText(text.slice(mark.end, next?.start), end) }];
  });
}

/** The content of a section, without the line breaks and the fence that were written around it. */
function readText(framed: string, end: Mark | undefined): string {
  const inner = framed.replace(/^\n{1,2}/, '');
  const text = inner.endsWith('\n\n') ? inner.slice(0, -2) : inner.replace(/\n$/, '');
  const { fence } = fenceData.parse(end?.data);
  return unescapeMarks(fence && text.endsWith(`\n${fence}`) ? text.slice(0, -fence.length - 1) : text);
}

type RecordOf<Type extends JournalRecord['type']> = Extract<JournalRecord, { readonly type: Type }>;

/** A record from the data of a mark. If an edit broke the data, only the defaults are used, if they are enough. */
function toRecord<Type extends JournalRecord['type']>(
  data: unknown,
  defaults: object,
  own: { readonly type: Type } & Readonly<Record<string, unknown>>,
): RecordOf<Type> | undefined {
  const read = (written: unknown) =>
    journalRecord.safeParse({ ...defaults, ...(written as object), ...own }).data as
      | RecordOf<Type>
      | undefined;
  return read(data) ?? read(undefined);
}

/** Converts sections to records. An edit may have removed a prompt or a response: the rest stays in order. */
class SectionReader {
  readonly records: JournalRecord[] = [];
  /** The bytes of the included images, by the names of their files. */
  readonly pictures = new Map<string, string>();
  #prompt: RecordOf<'prompt'> | undefined;
  /** The response to the last prompt, if it has one. */
  #answer: RecordOf<'answer'> | undefined;
  /** Whether the section with the model and the end of the response was read. */
  #isNamed = false;
  /** The results of its tools, by their calls. */
  #results = new Map<string, RecordOf<'toolResult'>>();

  read({ mark: { name, data }, text, end }: Section): void {
    if ((name === 'answer' || name === 'thinking') && this.#isNamed) this.#beginPrompt();
    switch (name) {
      case 'prompt':
        return void this.#beginPrompt(text, data);
      case 'attachment':
        return this.#addAttachment(data, text);
      case 'answer':
        return this.#nameAnswer(data, text, end?.data);
      case 'text':
      case 'thinking':
      case 'moreThinking':
        return this.#addText(name === 'text' ? 'text' : 'thinking', text);
      case 'picture':
        return this.#addPicture(data, text);
      case 'tool': {
        const { id } = this.#currentAnswer();
        const call = toRecord(data, { input: {} }, { type: 'toolCall', id });
        const result = toRecord(data, {}, { type: 'toolResult', id, text: withoutFences(text) });
        // A service accepts only its own signatures.
        if (call) delete call.signature;
        this.#add(call);
        if (!call || !result) return;
        this.#add(result);
        this.#results.set(result.callId, result);
      }
    }
  }

  /** Ends the current response. If the section about its end is missing, it counts as stopped. */
  end(): void {
    if (!this.#prompt) return;
    const { id, at } = this.#currentAnswer();
    if (!this.#isNamed) this.#add({ type: 'end', id, status: 'stopped', at });
  }

  #add(record: JournalRecord | undefined): void {
    if (record) this.records.push(record);
  }

  /** If the prompt was removed, its response continues the one before. */
  #beginPrompt(text?: string, data?: unknown): RecordOf<'prompt'> | undefined {
    this.end();
    const parentId = this.#answer?.id ?? null;
    const own = { type: 'prompt', id: randomUUID(), parentId, text: text ?? continueText } as const;
    this.#prompt = toRecord(text === undefined ? { kind: 'continue' } : data, { at: 0 }, own);
    this.#add(this.#prompt);
    this.#answer = undefined;
    this.#isNamed = false;
    this.#results = new Map();
    return this.#prompt;
  }

  #currentAnswer(): RecordOf<'answer'> {
    if (this.#answer) return this.#answer;
    const { id: parentId } = this.#prompt ?? this.#beginPrompt() ?? { id: '' };
    this.#answer = { type: 'answer', id: randomUUID(), parentId, model: '', at: 0 };
    this.#add(this.#answer);
    return this.#answer;
  }

  #nameAnswer(data: unknown, text: string, ended: unknown): void {
    const answer = this.#currentAnswer();
    const { id } = answer;
    const { model, at } = answerData.parse(data);
    Object.assign(answer, { model, at });
    this.#isNamed = true;
    this.#addText('text', text);
    // Without a status, the response was still streaming.
    if (typeof ended === 'object' && !Object.hasOwn(ended ?? {}, 'status')) return;
    this.#add(toRecord(ended, { status: 'complete', at }, { type: 'end', id }));
  }

  #addText(kind: 'text' | 'thinking', text: string): void {
    const { id } = this.#currentAnswer();
    if (text) this.#add({ type: 'delta', id, kind, text });
  }

  #addAttachment(data: unknown, text: string): void {
    const { data: attachment } = attachmentRecord.safeParse(data);
    const prompt = this.#prompt ?? this.#beginPrompt();
    if (!attachment || !prompt) return;
    prompt.attachments ??= [];
    prompt.attachments.push(attachment.picture ? attachment : { ...attachment, text: withoutFences(text) });
    this.#addBytes(attachment.picture, text);
  }

  /** Adds an image; those of a tool go into its result. */
  #addPicture(data: unknown, text: string): void {
    const found = toolPicture.safeParse(data);
    if (!found.success) return;
    const { callId, ...picture } = found.data;
    const { id } = this.#currentAnswer();
    const result = this.#results.get(callId ?? '');
    if (result) {
      result.pictures ??= [];
      result.pictures.push(picture);
    } else if (callId === undefined) this.#add({ type: 'picture', id, picture });
    this.#addBytes(picture, text);
  }

  #addBytes(picture: PictureRecord | undefined, text: string): void {
    const [, bytes] = /\(data:image\/\w+;base64,([\w+/=]+)\)$/.exec(text) ?? [];
    if (picture && bytes) this.pictures.set(picture.file, bytes);
  }
}

import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { withoutFences } from '../../text/codeFence.ts';
import { continueText } from '../model/message.ts';
import {
  type AttachmentRecord,
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
const promptData = z.catch(
  z.object({
    at: time,
    kind: z.catch(z.optional(z.enum(['question', 'continue'])), undefined),
    isCompaction: z.catch(z.optional(z.boolean()), undefined),
  }),
  { at: 0, kind: undefined, isCompaction: undefined },
);
const answerData = z.catch(z.object({ at: time, model: z.catch(z.string(), '') }), { at: 0, model: '' });
const pictureData = z.extend(pictureRecord, { callId: z.optional(z.string()) });
const toolData = z.object({
  callId: z.string(),
  name: z.string(),
  input: z.catch(z.record(z.string(), z.unknown()), {}),
  invalidInput: z.optional(z.string()),
  status: z.optional(z.enum(['done', 'failed', 'refused', 'cancelled'])),
});
const endData = z.object({ status: z.string() });
const fenceData = z.catch(z.object({ fence: z.catch(z.string(), '') }), { fence: '' });

interface Section {
  readonly mark: Mark;
  readonly text: string;
  /** The mark behind it, when that is its end. */
  readonly end: Mark | undefined;
}

interface ReadTurn {
  prompt?: Section;
  attachments: Section[];
  /** Those of the response, in order; the one called `answer` says who wrote it and how it ended. */
  parts: Section[];
  answer?: Section;
}

interface ReadTranscript {
  readonly records: readonly JournalRecord[];
  /** The bytes of the images in it, in base64, by the names of their files. */
  readonly pictures: TranscriptPictures;
}

/**
 * The records of a conversation from the Markdown that `writeTranscript` made of it, also after a person has
 * edited that; undefined for any other text.
 */
export function readTranscript(markdown: string): ReadTranscript | undefined {
  const source = markdown.replace(/^\uFEFF/, '').trimStart();
  // A tool that changed the line breaks has changed them all, this one too.
  const text = /^<!-- model-relay:[^\n]*\r\n/.test(source) ? source.replaceAll('\r\n', '\n') : source;
  const [first, ...marks] = readMarks(text);
  if (first?.start !== 0 || first.name !== 'conversation') return undefined;
  const header = conversationData.safeParse(first.data);
  if (!header.success) return undefined;
  const turns = toTurns(readSections(text, marks));
  const title = readTitle(text.slice(first.end, marks[0]?.start), header.data.heading);
  return {
    records: [
      ...(title ? [{ type: 'title', title, at: 0 } satisfies JournalRecord] : []),
      ...toRecords(turns),
    ],
    pictures: readPictures(turns),
  };
}

/** The person's own title. Where the heading is still what it was made as without one, there is none. */
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

/** What a section holds, without the frame that was written around it. */
function readText(framed: string, end: Mark | undefined): string {
  const inner = framed.replace(/^\n{1,2}/, '');
  const text = inner.endsWith('\n\n') ? inner.slice(0, -2) : inner.replace(/\n$/, '');
  const { fence } = fenceData.parse(end?.data);
  return unescapeMarks(fence && text.endsWith(`\n${fence}`) ? text.slice(0, -fence.length - 1) : text);
}

const partNames = new Set(['thinking', 'answer', 'text', 'moreThinking', 'tool', 'picture']);

function toTurns(sections: readonly Section[]): ReadTurn[] {
  const turns: ReadTurn[] = [];
  const begin = (turn: Partial<ReadTurn>) => {
    turns.push({ attachments: [], parts: [], ...turn });
    return turns.at(-1);
  };
  for (const section of sections) {
    const { name } = section.mark;
    const last = turns.at(-1);
    if (name === 'prompt') begin({ prompt: section });
    else if (name === 'attachment') (last ?? begin({}))?.attachments.push(section);
    else if (partNames.has(name)) {
      // A hand may have taken out a question or a response: what is left stays in order.
      const isOver = (name === 'answer' || name === 'thinking') && last?.answer;
      const turn = !last || isOver ? begin({}) : last;
      turn?.parts.push(section);
      if (turn && name === 'answer') turn.answer = section;
    }
  }
  return turns;
}

function toRecords(turns: readonly ReadTurn[]): JournalRecord[] {
  let parentId: string | null = null;
  return turns.flatMap(({ prompt, attachments, parts, answer }) => {
    const promptId = randomUUID();
    const id = randomUUID();
    const pictures = groupPictures(parts);
    const asked = promptData.parse(prompt?.mark.data);
    const answered = answerData.parse(answer?.mark.data);
    const kind = prompt ? asked.kind : 'continue';
    const attached = attachments.flatMap(readAttachment);
    const records: JournalRecord[] = [
      {
        type: 'prompt',
        id: promptId,
        parentId,
        text: prompt?.text ?? continueText,
        ...(kind && { kind }),
        ...(asked.isCompaction && { isCompaction: true }),
        ...(attached.length > 0 && { attachments: attached }),
        at: asked.at,
      },
      { type: 'answer', id, parentId: promptId, model: answered.model, at: answered.at },
      ...parts.flatMap((part) => readPart(id, part, pictures)),
    ];
    const end = readEnd(id, answer, answered.at);
    if (end) records.push(end);
    parentId = id;
    return records;
  });
}

function readAttachment({ mark, text }: Section): AttachmentRecord[] {
  const found = attachmentRecord.safeParse(mark.data);
  if (!found.success) return [];
  return [found.data.picture ? found.data : { ...found.data, text: withoutFences(text) }];
}

/** The images of a response's tools, by their calls. */
function groupPictures(parts: readonly Section[]): ReadonlyMap<string, readonly PictureRecord[]> {
  const pictures = new Map<string, PictureRecord[]>();
  for (const { mark } of parts) {
    const found = mark.name === 'picture' ? pictureData.safeParse(mark.data).data : undefined;
    if (found?.callId === undefined) continue;
    const { callId, file, mediaType } = found;
    const ofCall = pictures.get(callId) ?? [];
    ofCall.push({ file, mediaType });
    pictures.set(callId, ofCall);
  }
  return pictures;
}

function readPart(
  id: string,
  { mark, text }: Section,
  picturesOf: ReadonlyMap<string, readonly PictureRecord[]>,
): JournalRecord[] {
  switch (mark.name) {
    case 'picture': {
      const found = pictureData.safeParse(mark.data);
      // Those of a tool are in its result.
      if (!found.success || found.data.callId !== undefined) return [];
      const { file, mediaType } = found.data;
      return [{ type: 'picture', id, picture: { file, mediaType } }];
    }
    case 'tool': {
      const found = toolData.safeParse(mark.data);
      if (!found.success) return [];
      const { status, callId, name, input, invalidInput } = found.data;
      const pictures = picturesOf.get(callId) ?? [];
      return [
        { type: 'toolCall', id, callId, name, input, ...(invalidInput !== undefined && { invalidInput }) },
        ...(status
          ? [
              {
                type: 'toolResult' as const,
                id,
                callId,
                status,
                text: withoutFences(text),
                ...(pictures.length > 0 && { pictures: [...pictures] }),
              },
            ]
          : []),
      ];
    }
    default: {
      const kind = mark.name === 'thinking' || mark.name === 'moreThinking' ? 'thinking' : 'text';
      return text ? [{ type: 'delta', id, kind, text }] : [];
    }
  }
}

function readPictures(turns: readonly ReadTurn[]): TranscriptPictures {
  const sections = turns.flatMap(({ attachments, parts }) => [...attachments, ...parts]);
  return new Map(
    sections.flatMap(({ mark, text }) => {
      const data =
        mark.name === 'attachment' ? attachmentRecord.safeParse(mark.data).data?.picture : mark.data;
      const found = pictureData.safeParse(data);
      const [, bytes] = /\(data:image\/\w+;base64,([\w+/=]+)\)$/.exec(text) ?? [];
      return found.success && bytes ? [[found.data.file, bytes] as const] : [];
    }),
  );
}

function readEnd(id: string, answer: Section | undefined, at: number): JournalRecord | undefined {
  const data = answer?.end?.data;
  const written = endData.safeParse(data);
  if (written.success) {
    const end = journalRecord.safeParse({ ...written.data, ...(data as object), type: 'end', id });
    if (end.success) return end.data;
  } else if (typeof data === 'object') {
    // It was still being written.
    return undefined;
  }
  return { type: 'end', id, status: answer ? 'complete' : 'stopped', at };
}

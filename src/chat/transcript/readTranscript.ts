import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { continueText } from '../conversation.ts';
import { type JournalRecord, journalRecord } from '../records.ts';
import { type Mark, readMarks, unescapeMarks } from './marks.ts';

const conversationData = z.object({
  version: z.literal(1),
  heading: z.catch(z.optional(z.string()), undefined),
});

const time = z.catch(z.number(), 0);
const promptData = z.catch(
  z.object({ at: time, kind: z.catch(z.optional(z.enum(['question', 'continue'])), undefined) }),
  { at: 0, kind: undefined },
);
const answerData = z.catch(z.object({ at: time, model: z.catch(z.string(), '') }), { at: 0, model: '' });
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
  thinking?: Section;
  answer?: Section;
}

/**
 * The records of a conversation from the Markdown that `writeTranscript` made of it, also after a person has
 * edited that; undefined for any other text.
 */
export function readTranscript(markdown: string): JournalRecord[] | undefined {
  const source = markdown.replace(/^\uFEFF/, '').trimStart();
  // A tool that changed the line breaks has changed them all, this one too.
  const text = /^<!-- model-relay:[^\n]*\r\n/.test(source) ? source.replaceAll('\r\n', '\n') : source;
  const [first, ...marks] = readMarks(text);
  if (first?.start !== 0 || first.name !== 'conversation') return undefined;
  const header = conversationData.safeParse(first.data);
  if (!header.success) return undefined;
  const turns = toTurns(readSections(text, marks));
  const title = readTitle(text.slice(first.end, marks[0]?.start), header.data.heading);
  return [...(title ? [{ type: 'title', title, at: 0 } satisfies JournalRecord] : []), ...toRecords(turns)];
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

function toTurns(sections: readonly Section[]): ReadTurn[] {
  const turns: ReadTurn[] = [];
  for (const section of sections) {
    const { name } = section.mark;
    if (name !== 'prompt' && name !== 'thinking' && name !== 'answer') continue;
    const last = turns.at(-1);
    // A hand may have taken out a question or an answer: what is left stays in order.
    const turn = last && name !== 'prompt' && !last[name] && !last.answer ? last : {};
    turn[name] = section;
    if (turn !== last) turns.push(turn);
  }
  return turns;
}

function toRecords(turns: readonly ReadTurn[]): JournalRecord[] {
  let parentId: string | null = null;
  return turns.flatMap(({ prompt, thinking, answer }) => {
    const promptId = randomUUID();
    const id = randomUUID();
    const asked = promptData.parse(prompt?.mark.data);
    const answered = answerData.parse(answer?.mark.data);
    const kind = prompt ? asked.kind : 'continue';
    const records: JournalRecord[] = [
      {
        type: 'prompt',
        id: promptId,
        parentId,
        text: prompt?.text ?? continueText,
        ...(kind && { kind }),
        at: asked.at,
      },
      { type: 'answer', id, parentId: promptId, model: answered.model, at: answered.at },
    ];
    if (thinking?.text) records.push({ type: 'delta', id, kind: 'thinking', text: thinking.text });
    if (answer?.text) records.push({ type: 'delta', id, kind: 'text', text: answer.text });
    const end = readEnd(id, answer, answered.at);
    if (end) records.push(end);
    parentId = id;
    return records;
  });
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

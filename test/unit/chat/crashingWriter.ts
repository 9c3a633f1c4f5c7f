import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerEvent, recordResponse } from '../../../src/chat/model/recordResponse.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

// A child process of crash.test.ts: it streams responses, edits questions and renames the conversation until it is
// killed. It prints each piece as `<number> <time>` when the client delivers it, and `-1 <time>` after each disk
// access, which shows how much this process and its disk got to run.
const [folder = '', id = '', firstNumber = '0'] = process.argv.slice(2);
const journal = createJournal(folder, silentLogger);
const append = (record: JournalRecord) => void journal.append(id, record);
let number = Number(firstNumber);

/** The next piece, which counts as delivered from now on. */
function handOver(): string {
  const piece = `[${number}]`;
  writeSync(1, `${number} ${Date.now()}\n`);
  number += 1;
  return piece;
}

function* callTool(): Generator<AnswerEvent> {
  const callId = randomUUID();
  yield { type: 'toolCall', id: callId, name: 'look', input: { at: handOver() } };
  yield { type: 'toolResult', callId, status: 'done', text: handOver() };
}

async function* stream(): AsyncGenerator<AnswerEvent> {
  const count = 1 + Math.floor(Math.random() * (Math.random() < 0.5 ? 30 : 300));
  for (let index = 0; index < count; index++) {
    if (Math.random() < 0.5) await wait(Math.random() * 10);
    if (Math.random() < 0.05) yield* callTool();
    yield { type: index < count / 4 ? 'thinking' : 'text', text: handOver() };
  }
  yield { type: 'finish', verdict: 'complete' };
}

async function lookAtDisk(): Promise<never> {
  for (;;) {
    await stat(folder);
    writeSync(1, `-1 ${Date.now()}\n`);
    await wait(5);
  }
}

void lookAtDisk();
append({ type: 'conversation', version: 1, id, at: Date.now() });
let parentId: string | null = null;
for (;;) {
  const promptId = randomUUID();
  const answerId = randomUUID();
  append({ type: 'prompt', id: promptId, parentId, text: handOver(), at: Date.now() });
  append({ type: 'answer', id: answerId, parentId: promptId, model: 'm', at: Date.now() });
  const { signal } = new AbortController();
  append(
    await recordResponse({
      answerId,
      open: stream,
      keepPicture: async () => undefined,
      signal,
      record: append,
    }),
  );
  if (Math.random() < 0.3) append({ type: 'title', title: handOver(), at: Date.now() });
  // Without another parent, the next question is an edit of this one.
  if (Math.random() < 0.5) parentId = answerId;
}

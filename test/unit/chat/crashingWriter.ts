import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerEvent, recordResponse } from '../../../src/chat/model/recordResponse.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

// A child process of crash.test.ts: it streams responses until it is killed, and prints the number of each piece once
// the journal says that it is written.
const [folder = '', id = '', firstNumber = '0'] = process.argv.slice(2);
const journal = createJournal(folder, silentLogger);
let number = Number(firstNumber);
const nextPiece = () => `[${number++}]`;

async function append(record: JournalRecord): Promise<void> {
  await journal.append(id, record);
  for (const [, piece] of JSON.stringify(record).matchAll(/\[(\d+)\]/g)) writeSync(1, `${piece}\n`);
}

async function* stream(): AsyncGenerator<AnswerEvent> {
  for (let index = 0; index < 100; index++) {
    if (Math.random() < 0.5) await wait(Math.random() * 10);
    yield { type: index < 20 ? 'thinking' : 'text', text: nextPiece() };
  }
  yield { type: 'finish', verdict: 'complete' };
}

void append({ type: 'conversation', version: 1, id, at: Date.now() });
for (let parentId: string | null = null; ; ) {
  const promptId = randomUUID();
  const answerId: string = randomUUID();
  void append({ type: 'prompt', id: promptId, parentId, text: nextPiece(), at: Date.now() });
  void append({ type: 'answer', id: answerId, parentId: promptId, model: 'm', at: Date.now() });
  void append(
    await recordResponse({
      answerId,
      open: stream,
      keepPicture: async () => undefined,
      signal: new AbortController().signal,
      record: (record) => void append(record),
    }),
  );
  parentId = answerId;
}

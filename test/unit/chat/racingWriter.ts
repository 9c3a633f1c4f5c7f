import { Conversation } from '../../../src/chat/model/conversation.ts';
import type { JournalRecord } from '../../../src/chat/model/records.ts';
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

// A child process of crash.test.ts: a window that writes to a conversation as fast as it can while another does the
// same. It prints what it received from the other once it has everything.
const [folder = '', name = '', countText = '0'] = process.argv.slice(2);
const count = Number(countText);
const journal = createJournal(folder, silentLogger);
const conversation = new Conversation('c');
const heard: string[] = [];
const heardAll = new Promise<void>((resolve) => {
  journal.keep(conversation, () => {});
  conversation.onDidChange(({ record, isOwn }) => {
    if (isOwn) return;
    if (record.type === 'prompt') heard.push(record.id);
    if (heard.length === count) resolve();
  });
});

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
for (let number = 0; number < count; number++) {
  // Texts of all lengths, some of which fill many memory pages.
  const text = 'x'.repeat(number % 100 === 0 ? 100_000 : number % 50);
  const record: JournalRecord = { type: 'prompt', id: `${name}${number}`, parentId: null, text, at: 1 };
  conversation.append(record);
  if (number % 3 === 0) await journal.flush();
}
await journal.flush();
await heardAll;
process.stdout.write(`${JSON.stringify(heard)}\n`);
process.exit();

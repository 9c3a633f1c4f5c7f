import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MPEGDecoder } from 'mpg123-decoder';
import { readMp3 } from '../../unit/readAloud/export/savingParts.ts';
import { chooseSpeed, openReader, type ReaderDriver } from '../harness/drivers/readerDriver.ts';
import type { UsedEditor } from '../harness/relayEditor.ts';

const book = [
  '# Otters',
  'Otters float on their backs in the cold water.',
  '# Pelicans',
  'Pelicans carry their catch in the pouch below.',
];
const spokenBook = ['Otters.', ...book.slice(1, 2), 'Pelicans.', ...book.slice(3)];

export const keptFiles = {
  'book.md': `${book.join('\n\n')}\n`,
};

/** The cost of a reading, and its cached speech. */
export function describeKept({ editor, relay }: UsedEditor): void {
  let reader: ReaderDriver;
  before(async () => {
    reader = await openReader(editor);
    await chooseSpeed(editor, 3);
  });

  const read = () => editor.runCommand('Model Relay: Read File Aloud');

  it('is requested once, and can be saved as an MP3 with chapters and sentence timings', async () => {
    await editor.openFile('book.md');
    const before = relay.utterances.length;
    const utterances = () => relay.utterances.slice(before);
    for (const _ of ['from the relay', 'from the disk'])
      deepStrictEqual(await reader.readToEnd(read), spokenBook);
    // A low view has no room for this line, a higher one shows it.
    await reader.frame.getByText('Fully cached. No relay requests needed.').waitFor({ state: 'attached' });
    const path = join(editor.workspaceFolder, 'book.mp3');
    await editor.runCommand('Model Relay: Save Speech as MP3…');
    await editor.chooseFile('Save Speech', path);
    await editor.notification('Saved as book.mp3. The sentence timings are in a file next to it.').waitFor();
    const file = await readFile(path);
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { samplesDecoded, sampleRate } = decoder.decode(file);
    decoder.free();
    const seconds = utterances().reduce((sum, utterance) => sum + utterance.seconds, 0);
    const played = samplesDecoded / sampleRate;
    ok(played > seconds && played < seconds + 0.5, `${played} of ${seconds} seconds`);
    const { title, chapters } = readMp3(file);
    deepStrictEqual([title, ...chapters.map((chapter) => chapter.title)], ['book.md', 'Otters', 'Pelicans']);
    const captions = await readFile(join(editor.workspaceFolder, 'book.vtt'), 'utf8');
    match(captions, /^WEBVTT\n/);
    // Sentences are requested ahead, two at a time, so their order is not fixed.
    deepStrictEqual(
      [
        spokenBook.filter((sentence) => !captions.includes(sentence)),
        utterances()
          .map(({ text }) => text)
          .toSorted(),
      ],
      [[], spokenBook.toSorted()],
    );
  });
}

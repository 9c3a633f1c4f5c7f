import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFile } from '../../../src/tasks/videoFacts.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useFolder } from '../testFolder.ts';
import { createFilm, createWebm, recordedFilm } from './filmSamples.ts';

describe('the metadata of a film', () => {
  const folder = useFolder();

  const inspect = async (bytes: Uint8Array) => {
    const path = join(folder(), 'film.part');
    await writeFile(path, bytes);
    return inspectFile(path);
  };
  for (const [name, film, mediaType, facts] of [
    [
      'H.264 with AAC, made for the web',
      createFilm({ audio: 'mp4a', isMovieFirst: true }),
      'video/mp4',
      { videoCodec: 'H.264', audioCodec: 'AAC', unplayable: ['audio'] },
    ],
    [
      'HEVC with AAC in a QuickTime file',
      createFilm({ brand: 'qt  ', video: 'hev1', audio: 'mp4a' }),
      'video/quicktime',
      { videoCodec: 'HEVC', audioCodec: 'AAC', unplayable: ['video', 'audio'] },
    ],
    ['AV1', createFilm({ video: 'av01' }), 'video/mp4', { videoCodec: 'AV1', unplayable: ['video'] }],
    [
      'an unknown codec',
      createFilm({ video: 'x<b>' }),
      'video/mp4',
      { videoCodec: 'xb', unplayable: ['video'] },
    ],
  ] as const)
    it(`is read: ${name}`, async () => {
      deepStrictEqual(await inspect(film), {
        mediaType,
        bytes: film.length,
        isCutShort: false,
        facts: { seconds: 8, width: 1280, height: 720, ...facts },
      });
    });

  it('is read as a browser recorded it', async () => {
    const { mediaType, isCutShort, facts } = (await inspect(recordedFilm)) ?? {};
    const expected = { seconds: 0.333, width: 64, height: 48, videoCodec: 'H.264', unplayable: [] };
    deepStrictEqual([mediaType, isCutShort, facts], ['video/mp4', false, expected]);
    strictEqual((await inspect(recordedFilm.subarray(0, -100)))?.isCutShort, true);
  });

  it('marks a film as truncated, wherever it is cut', async () => {
    for (const film of [createFilm({ bytes: 60 }), createFilm({ bytes: 60, isMovieFirst: true })])
      for (let length = 16; length < film.length; length += 7)
        strictEqual((await inspect(film.subarray(0, length)))?.isCutShort, true, String(length));
    const webm = createWebm();
    for (let length = 40; length < webm.length; length += 7)
      strictEqual((await inspect(webm.subarray(0, length)))?.isCutShort, true, String(length));
    // A recording of unknown length.
    strictEqual((await inspect(createWebm(true).subarray(0, -1)))?.isCutShort, false);
  });

  it('has no facts for a WebM or an image, and is absent for other files', async () => {
    for (const [bytes, mediaType] of [
      [createWebm(), 'video/webm'],
      [drawPng('a'), 'image/png'],
    ] as const)
      deepStrictEqual(await inspect(bytes), { mediaType, bytes: bytes.length, isCutShort: false });
    strictEqual(await inspect(Buffer.from('<html></html>')), undefined);
    strictEqual(await inspect(Buffer.alloc(0)), undefined);
  });

  it('is read from corrupted bytes without throwing', async () => {
    const film = createFilm({ audio: 'mp4a', isMovieFirst: true });
    for (let index = 0; index < 700; index += 1) {
      const changed = Buffer.from(film);
      changed[index] = 0xff;
      await inspect(changed);
    }
    const webm = createWebm();
    for (let index = 4; index < webm.length; index += 1) {
      const changed = Buffer.from(webm);
      changed[index] = index % 2 ? 0xff : 0;
      await inspect(changed);
    }
  });
});

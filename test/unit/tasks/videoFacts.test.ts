import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectFile } from '../../../src/tasks/videoFacts.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { useFolder } from '../testFolder.ts';
import { createFilm, createWebm } from './filmSamples.ts';

describe('the metadata of a film', () => {
  const folder = useFolder();

  const inspect = async (bytes: Uint8Array) => {
    const path = join(folder(), 'film.part');
    await writeFile(path, bytes);
    return inspectFile(path);
  };
  const shape = { seconds: 8, width: 1280, height: 720 };

  const films: readonly (readonly [name: string, film: Buffer, mediaType: string, facts: object])[] = [
    ['H.264 alone', createFilm(), 'video/mp4', { videoCodec: 'H.264', unplayable: [] }],
    [
      'H.264 with AAC, made for the web',
      createFilm({ audio: 'mp4a', isMovieFirst: true }),
      'video/mp4',
      { videoCodec: 'H.264', audioCodec: 'AAC', unplayable: ['audio'] },
    ],
    [
      'HEVC with AAC',
      createFilm({ video: 'hvc1', audio: 'mp4a' }),
      'video/mp4',
      { videoCodec: 'HEVC', audioCodec: 'AAC', unplayable: ['video', 'audio'] },
    ],
    [
      'HEVC in a QuickTime file',
      createFilm({ brand: 'qt  ', video: 'hev1' }),
      'video/quicktime',
      { videoCodec: 'HEVC', unplayable: ['video'] },
    ],
    ['AV1', createFilm({ video: 'av01' }), 'video/mp4', { videoCodec: 'AV1', unplayable: ['video'] }],
    [
      'an unknown codec',
      createFilm({ video: 'x<b>' }),
      'video/mp4',
      { videoCodec: 'xb', unplayable: ['video'] },
    ],
    [
      'VP8 with Vorbis',
      createWebm('V_VP8', 'A_VORBIS'),
      'video/webm',
      { videoCodec: 'VP8', audioCodec: 'Vorbis', unplayable: [] },
    ],
    [
      'VP9 in a file of unknown size',
      createWebm('V_VP9', 'A_OPUS', true),
      'video/webm',
      { videoCodec: 'VP9', audioCodec: 'Opus', unplayable: ['video', 'audio'] },
    ],
  ];
  for (const [name, film, mediaType, facts] of films)
    it(`is read: ${name}`, async () => {
      deepStrictEqual(await inspect(film), {
        mediaType,
        bytes: film.length,
        isCutShort: false,
        facts: { ...shape, ...facts },
      });
    });

  it('has no duration if the header’s is not valid', async () => {
    for (const length of [Number.POSITIVE_INFINITY, Number.NaN, -1, 1e307]) {
      const { facts } = (await inspect(createWebm('V_VP8', 'A_VORBIS', false, length))) ?? {};
      strictEqual(facts?.seconds, undefined, String(length));
    }
  });

  it('marks a film as truncated, wherever it is cut', async () => {
    for (const film of [createFilm({ bytes: 60 }), createFilm({ bytes: 60, isMovieFirst: true })])
      for (let length = 16; length < film.length; length += 7)
        strictEqual((await inspect(film.subarray(0, length)))?.isCutShort, true, String(length));
    const webm = createWebm('V_VP8', 'A_VORBIS');
    strictEqual((await inspect(webm.subarray(0, -1)))?.isCutShort, true);
  });

  it('has no facts for an image, and is absent for other files', async () => {
    const image = drawPng('a');
    deepStrictEqual(await inspect(image), { mediaType: 'image/png', bytes: image.length, isCutShort: false });
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
    const webm = createWebm('V_VP8', 'A_VORBIS');
    for (let index = 4; index < 150; index += 1) {
      const changed = Buffer.from(webm);
      changed[index] = index % 2 ? 0xff : 0;
      await inspect(changed);
    }
  });
});

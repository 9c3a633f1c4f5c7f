import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRelayClient } from '../../../src/relay/client.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { downloadResult, findDownloaded } from '../../../src/tasks/taskDownload.ts';
import { ExpiredUrlError } from '../../../src/tasks/taskFailures.ts';
import { type Call, reply, startServer } from '../relay/misbehavingServer.ts';
import { useFolder } from '../testFolder.ts';
import { createFilm } from './filmSamples.ts';

const film = createFilm({ audio: 'mp4a', bytes: 300_000 });
const piece = 64 * 1024;

function rangeOf({ request }: Call): number {
  return Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
}

/** Sends the rest of a file, and closes the connection after `most` bytes. */
async function sendCut(call: Call, file: Buffer, most: number, takesRanges = true): Promise<void> {
  const from = takesRanges ? rangeOf(call) : 0;
  const rest = file.subarray(from);
  const { response } = call;
  response.writeHead(from > 0 ? 206 : 200, {
    'content-type': 'video/mp4',
    'content-length': String(rest.length),
    ...(from > 0 && { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
  });
  if (rest.length <= most) return void response.end(rest);
  response.write(rest.subarray(0, most), () => response.socket?.end());
}

describe('the download of a result', () => {
  const folder = useFolder();
  /** The failures that the download reported before each further attempt. */
  let failures: unknown[];

  /** Downloads from a server that is also the relay. */
  async function download(answer: (call: Call, turn: number) => unknown) {
    let turn = 0;
    await using server = await startServer((call) => answer(call, turn++));
    const client = createRelayClient({ baseUrl: server.origin, apiKey: 'sk-0aB1cD2eF3gH4iJ5' });
    const progress: number[] = [];
    failures = [];
    try {
      const file = await downloadResult({
        client,
        url: `${server.origin}/film`,
        base: join(folder(), 'film'),
        signal: new AbortController().signal,
        checkLease: async () => {},
        onProgress: (part) => progress.push(part),
        onFailure: (failure) => failures.push(failure),
        delaysMs: [1, 1, 1, 1],
      });
      return { file, progress, requests: server.requests.map(({ headers }) => headers.range) };
    } finally {
      await client.close();
    }
  }

  const isWhole = async (file = film) => {
    deepStrictEqual(await readdir(folder()), ['film.mp4']);
    ok((await readFile(join(folder(), 'film.mp4'))).equals(file));
  };

  it('resumes where it was interrupted, every 64 KB', async () => {
    const { file, progress, requests } = await download((call) => sendCut(call, film, piece));
    await isWhole();
    deepStrictEqual([file.mediaType, file.bytes, progress.at(-1)], ['video/mp4', film.length, 1]);
    deepStrictEqual(requests.slice(0, 3), [
      undefined,
      `bytes=${piece - 1024}-`,
      `bytes=${2 * (piece - 1024)}-`,
    ]);
  });

  it('resumes a part left by an earlier window, also through a redirect', async () => {
    await writeFile(join(folder(), 'film.part'), film.subarray(0, 200_000));
    const { requests } = await download((call, turn) =>
      turn === 0 ? reply(call, 302, '', { location: '/moved' }) : sendCut(call, film, film.length),
    );
    await isWhole();
    deepStrictEqual(requests, ['bytes=198976-', 'bytes=198976-']);
  });

  it('starts over if the file has changed, or the part is longer than the file', async () => {
    for (const part of [Buffer.alloc(200_000, 7), Buffer.alloc(400_000, 7)]) {
      await writeFile(join(folder(), 'film.part'), part);
      await download((call) =>
        rangeOf(call) > film.length ? reply(call, 416, '') : sendCut(call, film, film.length),
      );
      await isWhole();
      await rm(join(folder(), 'film.mp4'));
    }
  });

  it('writes everything even if each write is only partial', async () => {
    const handle = await open(join(folder(), 'any'), 'w');
    const disk = Object.getPrototypeOf(handle);
    await handle.close();
    await rm(join(folder(), 'any'));
    const { write } = disk;
    disk.write = function (bytes: Uint8Array, offset: number, length: number, position: number) {
      return write.call(this, bytes, offset, Math.min(length, 1_000), position);
    };
    try {
      await download((call) => sendCut(call, film, film.length));
    } finally {
      disk.write = write;
    }
    await isWhole();
  });

  it('gets the whole file from a server without ranges after interruptions', async () => {
    await download((call, turn) => sendCut(call, film, turn < 3 ? 70_000 : film.length, false));
    await isWhole();
  });

  it('survives temporary failures, and fails with permanent ones', async () => {
    await download((call, turn) =>
      turn === 0
        ? reply(call, 503, '')
        : turn === 1
          ? reply(call, 429, '', { 'retry-after-ms': '1' })
          : turn === 2
            ? call.socket.destroy()
            : sendCut(call, film, film.length),
    );
    await isWhole();
    deepStrictEqual(
      failures.map((failure) => failure instanceof RelayError && failure.kind),
      ['server', 'rateLimit'],
    );
    await rm(join(folder(), 'film.mp4'));
    await rejects(
      download((call) => sendCut(call, film, 20_000, false)),
      { name: 'RelayError', kind: 'interrupted' },
    );
    deepStrictEqual(await readdir(folder()), ['film.part']);
  });

  it('does not trust a length that is too short, and gets the rest', async () => {
    await download((call, turn) => {
      const lie = film.subarray(0, 100_000);
      return turn === 0 ? reply(call, 200, lie) : sendCut(call, film, film.length);
    });
    await isWhole();
  });

  it('downloads a truncated film again, and keeps it, marked as truncated, if the result is the same', async () => {
    const lie = film.subarray(0, 100_000);
    const { file, requests } = await download((call) => sendCut(call, lie, lie.length));
    deepStrictEqual([file.isCutShort, requests], [true, [undefined, undefined]]);
    await isWhole(lie);
  });

  it('keeps the longer of two truncated files', async () => {
    await writeFile(join(folder(), 'film.mp4'), film.subarray(0, 200_000));
    const lie = film.subarray(0, 100_000);
    const { file } = await download((call) => sendCut(call, lie, lie.length));
    deepStrictEqual([file.bytes, file.isCutShort], [200_000, true]);
    await isWhole(film.subarray(0, 200_000));
  });

  it('never keeps a truncated film if the server sends a different length each time', async () => {
    await rejects(
      download((call, turn) => reply(call, 200, film.subarray(0, 100_000 + (turn % 2)))),
      { name: 'RelayError', kind: 'interrupted' },
    );
    ok(!(await readdir(folder())).includes('film.mp4'));
  });

  it('is not needed if the whole file is there', async () => {
    const paths = ['gone.mp4', 'cut.mp4', 'whole.mp4'].map((name) => join(folder(), name));
    const [, cut = '', whole = ''] = paths;
    await writeFile(cut, film.subarray(0, -1));
    deepStrictEqual(await findDownloaded(paths), undefined);
    await writeFile(whole, film);
    deepStrictEqual((await findDownloaded(paths))?.path, whole);
  });

  it('reports an expired URL if it is refused, gone, or returns a page instead', async () => {
    for (const [status, body] of [
      [403, '<Error><Code>AccessDenied</Code></Error>'],
      [404, ''],
      [410, '{"error":{"message":"expired"}}'],
      [200, '<!doctype html><html></html>'],
      [200, '{"error":{"message":"Link expired"}}'],
    ] as const)
      await rejects(
        download((call) => reply(call, status, body)),
        (error) => error instanceof ExpiredUrlError && error.reason.details.status === status,
      );
  });

  it('reports a redirect that is not followed as such, and does not try again', async () => {
    let calls = 0;
    await rejects(
      download((call) => {
        calls += 1;
        return reply(call, 302, '', { location: 'http://10.0.0.1/film' });
      }),
      { name: 'RelayError', kind: 'invalidResponse' },
    );
    deepStrictEqual([calls, failures], [1, []]);
  });
});

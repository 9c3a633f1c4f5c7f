import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each test of a suite. They are removed at its end: a test may leave speech that is still written. */
export function useFolder(): { path: string } {
  const folder = { path: '' };
  const made: string[] = [];
  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'reading-'));
    made.push(folder.path);
  });
  after(async () => {
    for (const path of made) await rm(path, { recursive: true, maxRetries: 5 });
  });
  return folder;
}

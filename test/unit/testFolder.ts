import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * An empty folder for each of a suite's tests, and its path. It is removed after the suite's `afterEach` functions that
 * stand above the call.
 */
export function useFolder(): () => string {
  let path = '';
  beforeEach(async () => {
    path = await mkdtemp(join(tmpdir(), 'test-'));
  });
  afterEach(() => rm(path, { recursive: true, force: true }));
  return () => path;
}

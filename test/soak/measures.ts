import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import type { EditorWindow } from '../e2e/harness/editor.ts';
import type { Soak } from './load.ts';

/** What a window and its extension host hold, after their garbage is collected. */
interface WindowSample {
  readonly hostBytes: number;
  readonly hostResidentBytes: number;
  /** Of the workbench and of our views in it, which are one process. */
  readonly pageBytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

export interface Sample {
  readonly minute: number;
  readonly first: WindowSample;
  readonly second: WindowSample;
  readonly connections: number;
  readonly running: number;
  /** On the disk, of our extension. */
  readonly files: number;
  readonly fileBytes: number;
}

export const storageFolder = (dataFolder: string) =>
  join(dataFolder, 'data', 'User', 'globalStorage', 'model-relay.model-relay');

async function measureFiles(folder: string): Promise<Pick<Sample, 'files' | 'fileBytes'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      // One that was there a moment ago may be gone.
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => undefined,
        ),
      ),
  );
  const there = sizes.filter((size) => size !== undefined);
  return { files: there.length, fileBytes: there.reduce((sum, size) => sum + size, 0) };
}

const sessions = new WeakMap<EditorWindow, Promise<CDPSession>>();

function provideSession(window: EditorWindow): Promise<CDPSession> {
  let session = sessions.get(window);
  if (!session) {
    session = window.page.context().newCDPSession(window.page);
    sessions.set(window, session);
  }
  return session;
}

async function measureWindow(window: EditorWindow): Promise<WindowSample> {
  const session = await provideSession(window);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const host = (await window.execute('endToEndTests.measureHost')) as {
    readonly heldBytes: number;
    readonly residentBytes: number;
  };
  return {
    hostBytes: host.heldBytes,
    hostResidentBytes: host.residentBytes,
    pageBytes: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
  };
}

export async function takeSample({ editor, otherWindow, relay }: Soak, minute: number): Promise<Sample> {
  return {
    minute,
    first: await measureWindow(editor),
    second: await measureWindow(otherWindow),
    connections: await relay.current.countConnections(),
    running: relay.countRunning(),
    ...(await measureFiles(storageFolder(editor.dataFolder))),
  };
}

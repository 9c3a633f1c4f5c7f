import { homedir } from 'node:os';
import { join } from 'node:path';

/** The project's root folder. */
export const projectFolder = join(import.meta.dirname, '..');

/** Where things live that are too big for node_modules and good for many runs and checkouts. */
export const cacheFolder = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'model-relay-vscode',
);

/** What tests leave behind for people: screenshots and reports. Not in git. */
export const testResultsFolder = join(projectFolder, 'test-results');

/** A tool of node_modules/.bin. */
export function projectTool(name: string): string {
  return join(projectFolder, 'node_modules', '.bin', name);
}

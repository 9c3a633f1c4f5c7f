import * as vscode from 'vscode';
import { readUserValue } from '../platform/settings/settings.ts';
import type { PathsView } from '../protocol/tasksProtocol.ts';
import { isFields } from '../relay/json.ts';
import { parseTaskPaths, type TaskPaths, taskPaths } from '../relay/tasks/taskPaths.ts';

export const pathsSetting = 'modelRelay.tasks.paths';

/** All paths for tasks, and the problems with those in the settings that can't be used. */
interface KnownPaths {
  readonly byName: ReadonlyMap<string, TaskPaths>;
  readonly views: readonly PathsView[];
  readonly problems: readonly string[];
}

/** The paths of the settings first; one with a known name replaces the known paths. */
export function readKnownPaths(): KnownPaths {
  const { t } = vscode.l10n;
  const set = readUserValue(pathsSetting);
  const own = new Map<string, TaskPaths>();
  const problems: string[] = [];
  for (const [name, value] of Object.entries(isFields(set) ? set : {})) {
    const parsed = parseTaskPaths(value);
    if ('paths' in parsed) own.set(name, parsed.paths);
    else
      problems.push(
        t('The paths “{0}” in {1} can’t be used. Check “{2}”.', name, pathsSetting, parsed.problemAt),
      );
  }
  const byName = new Map<string, TaskPaths>([
    ...own,
    ...Object.entries(taskPaths).filter(([name]) => !own.has(name)),
  ]);
  const views = [...byName].map(([name, { submit }]) => ({ name, submit, isOwn: own.has(name) }));
  return { byName, views, problems };
}

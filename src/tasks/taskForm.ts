import * as vscode from 'vscode';
import type { Account } from '../platform/settings/profiles.ts';
import { readActiveProfile, readUserValue } from '../platform/settings/settings.ts';
import type { PathsView, TaskFormView } from '../protocol/tasksProtocol.ts';
import { isFields } from '../relay/json.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
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

/** The last choices in the form, by the name of the profile: another relay has other models and paths. */
type Choices = Readonly<Record<string, { readonly model?: string; readonly paths?: string }>>;

const key = 'tasks.choices';

function readChoices(memory: vscode.Memento): Choices {
  return memory.get(key, {});
}

/** Keeps choices for the profile in use. */
export async function keepTaskChoices(memory: vscode.Memento, choices: Choices[string]): Promise<void> {
  await memory.update(key, { ...readChoices(memory), [readActiveProfile().name]: choices });
}

/** The initial state of the form. */
export function readForm(memory: vscode.Memento, models: readonly RelayModel[]): TaskFormView {
  const { views, problems } = readKnownPaths();
  const { model, paths } = readChoices(memory)[readActiveProfile().name] ?? {};
  const [own] = views.filter(({ isOwn }) => isOwn);
  return {
    model: model ?? models.find(({ kind }) => kind === 'video')?.id,
    paths: views,
    selectedPaths: views.some(({ name }) => name === paths) && paths ? paths : (own?.name ?? 'videos'),
    problems,
  };
}

/** What a task of a tool would use now: relay, model and paths. */
export type TaskPlan = NonNullable<ReturnType<typeof toPlan>>;

/** The form's initial choices, for a tool. Undefined if no model is known. */
export function toPlan({ model, paths, selectedPaths }: TaskFormView, { profile, base }: Account) {
  const submit = paths.find(({ name }) => name === selectedPaths)?.submit;
  return model !== undefined && submit !== undefined
    ? {
        ...{ profile, origin: new URL(base).origin, model },
        ...{ paths: selectedPaths, submit: submit.replace('{model}', model) },
      }
    : undefined;
}

import type * as vscode from 'vscode';
import type { Account } from '../platform/settings/profiles.ts';
import { readActiveProfile } from '../platform/settings/settings.ts';
import type { TaskFormView } from '../protocol/tasksProtocol.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { readKnownPaths } from './pathSettings.ts';

/** What was last chosen in the form. */
interface Choices {
  readonly model?: string;
  readonly paths?: string;
}

const key = 'tasks.choices';

function readAll(memory: vscode.Memento): Readonly<Record<string, Choices>> {
  return memory.get(key, {});
}

/** Those of the profile in use: another relay has other models and paths. */
function readTaskChoices(memory: vscode.Memento): Choices {
  return readAll(memory)[readActiveProfile().name] ?? {};
}

export async function keepTaskChoices(memory: vscode.Memento, choices: Choices): Promise<void> {
  await memory.update(key, { ...readAll(memory), [readActiveProfile().name]: choices });
}

/** What the form begins with. */
export function readForm(memory: vscode.Memento, models: readonly RelayModel[]): TaskFormView {
  const { views, problems } = readKnownPaths();
  const { model, paths } = readTaskChoices(memory);
  const [own] = views.filter(({ isOwn }) => isOwn);
  return {
    model: model ?? models.find(({ kind }) => kind === 'video')?.id,
    paths: views,
    selectedPaths: views.some(({ name }) => name === paths) && paths ? paths : (own?.name ?? 'videos'),
    problems,
  };
}

/** What a tool would ask now, of which relay, and at which path. */
export type TaskPlan = NonNullable<ReturnType<typeof toPlan>>;

/** What the form begins with, for a tool. Undefined where no model is known. */
export function toPlan({ model, paths, selectedPaths }: TaskFormView, { profile, base }: Account) {
  const submit = paths.find(({ name }) => name === selectedPaths)?.submit;
  return model !== undefined && submit !== undefined
    ? {
        ...{ profile, origin: new URL(base).origin, model },
        ...{ paths: selectedPaths, submit: submit.replace('{model}', model) },
      }
    : undefined;
}

import type * as vscode from 'vscode';
import { readActiveProfile } from '../platform/settings/settings.ts';

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
export function readTaskChoices(memory: vscode.Memento): Choices {
  return readAll(memory)[readActiveProfile().name] ?? {};
}

export async function keepTaskChoices(memory: vscode.Memento, choices: Choices): Promise<void> {
  await memory.update(key, { ...readAll(memory), [readActiveProfile().name]: choices });
}

import { readPageState, writePageState } from '../../host.ts';

const key = 'edits';

/** More edits than these nobody has open; the oldest are of turns that are gone. */
const maximumEdits = 20;

/** What is being written into the question of a turn, where that was not sent: a page that is built anew has it again. */
export function readOpenEdit(turnId: string): string | undefined {
  return readEdits().find(([id]) => id === turnId)?.[1];
}

/** Without a text, there is no edit any more. */
export function keepOpenEdit(turnId: string, text: string | undefined): void {
  const others = readEdits().filter(([id]) => id !== turnId);
  const edits = text === undefined ? others : [...others, [turnId, text] as const];
  writePageState(key, edits.slice(-maximumEdits));
}

type Edit = readonly [turnId: string, text: string];

function readEdits(): readonly Edit[] {
  const edits = readPageState(key);
  return Array.isArray(edits) ? edits.filter(isEdit) : [];
}

function isEdit(value: unknown): value is Edit {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}

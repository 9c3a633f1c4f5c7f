import { PageMemory } from './pageMemory.ts';

/** What was written into a text that is there already, and neither sent nor saved. */
export interface KeptText {
  readonly text: string;
  /** The person is at it; else it was left, and waits. */
  readonly isOpen: boolean;
}

/** In other words: what is written into questions, by their ids. */
export const keptQuestions = new PageMemory('edits', isKeptText);

/** What is written into the system prompts of conversations, by their ids. */
export const keptSystems = new PageMemory('systems', isKeptText);

/** Whether this is worth keeping beside the text that is there. */
export function isOther(text: string, original: string): boolean {
  return text.trim() !== original.trim();
}

function isKeptText(value: unknown): value is KeptText {
  if (typeof value !== 'object' || value === null) return false;
  const { text, isOpen } = value as Readonly<Record<string, unknown>>;
  return typeof text === 'string' && typeof isOpen === 'boolean';
}

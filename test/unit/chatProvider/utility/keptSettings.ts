import type { ChatSettings } from '../../../../src/chatProvider/utility/utilityChoices.ts';

/** Settings in memory: those with these names exist, and locked ones can't be written. */
export function keepSettings(
  names: readonly string[],
  first: Readonly<Record<string, unknown>> = {},
  locked: readonly string[] = [],
): {
  readonly settings: ChatSettings;
  readonly written: readonly string[];
  values(): Record<string, unknown>;
} {
  const kept = new Map<string, unknown>(Object.entries(first));
  const written: string[] = [];
  return {
    settings: {
      read: (name) => (names.includes(name) ? { own: kept.get(name) } : undefined),
      async write(name, value) {
        if (locked.includes(name)) throw new Error(`${name} is locked`);
        written.push(name);
        if (value === undefined) kept.delete(name);
        else kept.set(name, value);
      },
    },
    written,
    values: () => Object.fromEntries(kept),
  };
}

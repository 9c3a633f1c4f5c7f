/** An exact text of a file, and what takes its place. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

/**
 * The text after all replacements; or the index of one that can't be made, because its text is missing or occurs more
 * than once.
 */
export type Replaced =
  | { readonly text: string }
  | { readonly failed: number; readonly found: 'nowhere' | 'often' | 'empty' };

/** Makes exact replacements one after the other. Line ends are line feeds in all of them. */
export function replaceExactly(text: string, replacements: readonly Replacement[]): Replaced {
  let result = text;
  for (const [failed, { oldText, newText }] of replacements.entries()) {
    if (oldText === '') return { failed, found: 'empty' };
    const at = result.indexOf(oldText);
    if (at === -1) return { failed, found: 'nowhere' };
    if (result.indexOf(oldText, at + 1) !== -1) return { failed, found: 'often' };
    result = result.slice(0, at) + newText + result.slice(at + oldText.length);
  }
  return { text: result };
}

/** Reads replacements as models write them in a text, between lines of signs. Undefined if one is incomplete. */
export function readReplacements(answer: string): Replacement[] | undefined {
  const replacements: Replacement[] = [];
  let side: 'none' | 'old' | 'new' = 'none';
  let [old, fresh]: [string[], string[]] = [[], []];
  for (const line of answer.replaceAll('\r\n', '\n').split('\n')) {
    if (side === 'none') {
      if (/^<{5,9} SEARCH\s*$/.test(line)) side = 'old';
    } else if (side === 'old') {
      if (/^={5,9}\s*$/.test(line)) side = 'new';
      else old.push(line);
    } else if (/^>{5,9} REPLACE\s*$/.test(line)) {
      replacements.push(toReplacement(old, fresh));
      [old, fresh] = [[], []];
      side = 'none';
    } else fresh.push(line);
  }
  return side === 'none' ? replacements : undefined;
}

/** Whole lines: if nothing replaces them, their line break is removed, too. */
function toReplacement(old: readonly string[], fresh: readonly string[]): Replacement {
  const end = fresh.length === 0 ? '\n' : '';
  return { oldText: old.join('\n') + end, newText: fresh.join('\n') };
}

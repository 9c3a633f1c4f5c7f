import type { WordsLanguage } from '../../block.ts';
import { sayKey, sayModifier } from '../words/keys.ts';
import { codeWords } from '../words.ts';

const longestPresses = 60;

/**
 * Keys that are pressed: `Ctrl+F` "Control F", `⌘K ⌘S` "Command K, Command S", `Page Down`. Undefined for anything
 * else.
 */
export function sayKeyPresses(content: string, language: WordsLanguage): string | undefined {
  if (content.length > longestPresses) return undefined;
  // One of these words alone may be anything, but for the names that only keys have.
  if (/^(?:Page ?(?:Up|Down)|Pg(?:Up|Dn|Down)|Esc|Print ?Screen|Caps ?Lock)$/.test(content)) {
    return sayKey(content, language);
  }
  const presses: string[] = [];
  let hasModifier = false;
  for (const press of content.replace(/(?<=Page|Caps|Print) (?=Up|Down|Lock|Screen)/g, '').split(/\s+/)) {
    const keys = keysOf(press);
    const held = keys.slice(0, -1).map(sayModifier);
    const last = keys.at(-1) ?? '';
    const pressed = sayKey(last, language) ?? (held.length > 0 ? sayModifier(last) : undefined);
    if (pressed === undefined || held.includes(undefined)) return undefined;
    hasModifier ||= held.length > 0;
    presses.push([...held, pressed].join(' '));
  }
  const { comma } = codeWords[language];
  return hasModifier ? presses.join(comma === ',' ? ', ' : comma) : undefined;
}

/** `Shift+Alt+=`, `Ctrl-C`, `⌘⇧P`; a plus at the end is the key itself. */
function keysOf(press: string): string[] {
  const signs = /^[⌘⇧⌥⌃]+/.exec(press)?.[0] ?? '';
  const rest = press.slice(signs.length).replace(/^\+(?=.)/, '');
  const isHyphened = /^(?:(?:Ctrl|Control|Shift|Alt|Option|Cmd|Command|Meta)-)+(?!$)/.test(rest);
  const keys = rest === '' ? [] : rest.split(isHyphened ? /-(?=.)/ : /\+(?=.)/);
  return [...signs, ...keys];
}

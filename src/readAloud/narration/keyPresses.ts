import type { WordsLanguage } from './block.ts';
import { wordMap } from './vocabulary.ts';
import { vocabularies } from './wordsLanguage.ts';

/** Signs on keys by their names; in the middle of code they mean something, on a key they don't. */
const signs = "=-+,./\\`;'[]";
const signNames: Readonly<Record<WordsLanguage, string>> = {
  en: 'equals,minus,plus,comma,period,slash,backslash,backtick,semicolon,quote,left bracket,right bracket',
  zh: '等号,减号,加号,逗号,句号,斜杠,反斜杠,反引号,分号,引号,左方括号,右方括号',
};

/** Keys that are held while another one is pressed. */
const modifiers = wordMap(
  `ctrl Control, control Control, ⌃ Control, shift Shift, ⇧ Shift, alt Alt, altgr Alt Graph, option Option, opt Option,
   ⌥ Option, cmd Command, command Command, ⌘ Command, meta Meta, super Super, win Windows, windows Windows`,
);

/** Keys whose name on the key is short, or has no space in code. */
const namedKeys = wordMap(
  `esc Escape, escape Escape, ⎋ Escape, del Delete, delete Delete, ⌫ Delete, ins Insert, insert Insert, pageup Page Up,
   pgup Page Up, pagedown Page Down, pgdn Page Down, pgdown Page Down, printscreen Print Screen, capslock Caps Lock,
   enter Enter, return Return, ⏎ Return, ↩ Return, tab Tab, ⇥ Tab, space Space, backspace Backspace, home Home, end End,
   up Up, down Down, left Left, right Right, uparrow Up Arrow, downarrow Down Arrow, leftarrow Left Arrow,
   rightarrow Right Arrow, ↑ Up, ↓ Down, ← Left, → Right, click click`,
);

function modifierInWords(word: string): string | undefined {
  return modifiers.get(word.toLowerCase());
}

/** A key as people name it: `PgDn` "Page Down", `=` "equals", `l` "L". Undefined for what is no key. */
function keyInWords(word: string, language: WordsLanguage): string | undefined {
  if (/^[A-Za-z\d]$/.test(word) || /^[Ff]\d{1,2}$/.test(word)) return word.toUpperCase();
  const sign = word.length === 1 ? signNames[language].split(',')[signs.indexOf(word)] : undefined;
  return sign ?? namedKeys.get(word.replace(/\s/g, '').toLowerCase());
}

/** Keys with plus signs between them, in the middle of a text: as they stand there, but for names that are short. */
export function heldKeysInWords(keys: string): string {
  const parts = keys.split(/\+(?=.)/);
  return parts.map((part) => modifierInWords(part) ?? namedKeys.get(part.toLowerCase()) ?? part).join(' ');
}

const longestPresses = 60;

/**
 * Keys that are pressed: `Ctrl+F` "Control F", `⌘K ⌘S` "Command K, Command S", `Page Down`. Undefined for anything
 * else.
 */
export function keyPressesInWords(content: string, language: WordsLanguage): string | undefined {
  if (content.length > longestPresses) return undefined;
  // One of these words alone may be anything, but for the names that only keys have.
  if (/^(?:Page ?(?:Up|Down)|Pg(?:Up|Dn|Down)|Esc|Print ?Screen|Caps ?Lock)$/.test(content)) {
    return keyInWords(content, language);
  }
  const presses: string[] = [];
  let hasModifier = false;
  for (const press of content.replace(/(?<=Page|Caps|Print) (?=Up|Down|Lock|Screen)/g, '').split(/\s+/)) {
    const keys = keysOf(press);
    const held = keys.slice(0, -1).map(modifierInWords);
    const last = keys.at(-1) ?? '';
    const pressed = keyInWords(last, language) ?? (held.length > 0 ? modifierInWords(last) : undefined);
    if (pressed === undefined || held.includes(undefined)) return undefined;
    hasModifier ||= held.length > 0;
    presses.push([...held, pressed].join(' '));
  }
  const { comma } = vocabularies[language];
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

import type { CodeSpeech } from '../codeSpeech.ts';
import { sayName } from '../names/names.ts';
import { sayFile, sayOpaque } from '../names/opaque.ts';
import { sayKeyPresses } from './keyPresses.ts';

/** Ratios, dates, times, ranges, addresses and versions, as they stand in a text: a voice knows how to say them. */
const written = [
  /^\d+(?:[.,:/–-]\d+)+%?$/,
  /^[\^~]?\d+(?:\.(?:\d+|[x*]))*(?:-[A-Za-z][\w.-]*)?(?:\+[\w.]+)?$/,
  /^(?:%[\da-fA-F]{2})+$/,
  /^[\w.~-]+(?:%[\da-fA-F]{2}[\w.~-]*)*%[\da-fA-F]{2}[A-Za-z_][\w.~-]*$/,
  /^%[-+0]?[\d.]*[A-Za-z]$/,
];
const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/** What is one thing, however many signs are in it; undefined for what is said by its parts. */
export function sayWholeThing({ words, wordsLanguage }: CodeSpeech, content: string): string | undefined {
  if (content.length <= 100) {
    const said = sayKeyPresses(content, wordsLanguage);
    if (said !== undefined) return said;
    const time = moment.exec(content);
    if (time) return [time[1], time[2], time[3]].filter(Boolean).join(' ');
    const inside = content.replace(/^[([‹«“•\s]+|[)\]›»”•\s]+$/gu, '');
    if (/[%.,:/–^~-]/.test(inside) && written.some((form) => form.test(inside))) return inside;
  }
  const opaque = sayOpaque(content, wordsLanguage);
  if (opaque !== undefined) return opaque;
  if (content.length > 100) return undefined;
  const release = /^v(\d+(?:\.\d+)+-[A-Za-z][\w.-]*)$/.exec(content);
  if (release?.[1] !== undefined) return `${words.version} ${release[1]}`;
  const factor = /^(\d+(?:\.\d+)?)\s?×$/.exec(content);
  if (factor?.[1] !== undefined) return `${factor[1]} ${words.timesAsMuch}`;
  const environment = /^%(\w{2,60})%$/.exec(content);
  if (environment?.[1] !== undefined) return sayName(environment[1]);
  const color = /^#([\da-fA-F]{3,4}|[\da-fA-F]{6}|[\da-fA-F]{8})$/.exec(content);
  if (color?.[1] !== undefined) return `${words.color} ${color[1].split('').join(' ')}`;
  const tag = /^<\/?([A-Za-z][\w.-]{0,60})\s?\/?>$/.exec(content);
  if (tag?.[1] !== undefined) return `${words.tag} ${sayName(tag[1])}`;
  if (content === '{}') return words.emptyObject;
  if (content === '[]') return words.emptyArray;
  const beginning = /^([A-Za-z]\w{0,20}(?:-\w{1,20}){0,4})-$/.exec(content);
  if (beginning?.[1] !== undefined) {
    return `${beginning[1].split('-').map(sayBeginning).join(` ${words.dash} `)} ${words.dash}`;
  }
  if (
    /^@?\w[\w.-]*(?:\/(?:[\w@.-]+|<[\w-]+>))*\/?$/.test(content) &&
    /[-/]/.test(content) &&
    (/[A-Za-z]{2}/.test(content) || /^\w*[A-Za-z]\w*\/$/.test(content))
  ) {
    const segments = content.split('/').filter((segment) => segment !== '');
    const said = segments.map((segment) => sayFile(segment.replace(/[<>]/g, ''), wordsLanguage));
    return said.join(` ${words.slash} `);
  }
  return undefined;
}

/** What keys and names begin with, as in `sk-`, has letters where it is short and no voice could say it. */
function sayBeginning(part: string): string {
  return /^[b-df-hj-np-tv-xz]{1,4}$/i.test(part) ? part.toUpperCase().split('').join(' ') : sayName(part);
}

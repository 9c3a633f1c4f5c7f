import { english } from '../english.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';

/** What begins a paragraph of documentation. */
export interface Lead {
  /** The tag or mark by its name in the tables of words; '' where it has none. */
  readonly words: string;
  readonly range: TextRange;
  /** The name of what it is about. */
  readonly name?: TextRange;
  /** What stands behind it on its line. */
  readonly text: TextRange;
  /** Says something without any text. */
  readonly isEnough?: boolean;
  /** Neither it nor what follows it is for listeners. */
  readonly isSilent?: boolean;
  readonly isExample?: boolean;
}

const named = /^(?:param|parameter|arg|argument|property|prop|typeparam|template|key|keyword)$/;
/** Nobody wants to hear them, nor what stands behind them. */
const silent =
  /^(?:author|version|module|type|typedef|override|license|package|packagedocumentation|memberof|namespace|name|function|class|public|private|protected|internal|static|readonly|async|abstract|virtual|category|group|ingroup|ignore|hidden|export|generated|copyright|implements|extends|augments|callback|constructor|enum|event|fires|global|inheritdoc|instance|interface|kind|lends|listens|mixes|mixin|requires|this|tutorial|variation|addtogroup|defgroup|date|sealed|beta|alpha|experimental|noinspection|codecoverageignore|test|vararg|var|satisfies|import)$/;

/** Tags and marks at the start of a line; undefined where there is none. */
export function readLead(text: string, range: TextRange, isDocumentation: boolean): Lead | undefined {
  const line = text.slice(range.start, Math.min(range.end, range.start + 1000));
  return (
    readMark(text, range, line) ??
    readTag(text, range, line) ??
    readField(text, range, line) ??
    (isDocumentation ? readElement(text, range, line) : undefined)
  );
}

function leadOf(
  text: string,
  range: TextRange,
  words: string,
  length: number,
  name?: readonly [at: number, length: number],
): Lead {
  const rest = trimRange(text, { start: Math.min(range.end, range.start + length), end: range.end });
  return {
    words,
    range: { start: range.start, end: range.start + (name?.[0] ?? Math.max(1, length)) },
    ...(name && { name: { start: range.start + name[0], end: range.start + name[0] + name[1] } }),
    text: rest,
  };
}

/** `TODO:`, `FIXME(name):` */
function readMark(text: string, range: TextRange, line: string): Lead | undefined {
  const found = /^(?:@(?=TODO))?([A-Z]{3,8})\b(?:\([^()]{0,80}\))?(?:\s?[:-]|(?=\s|$))/.exec(line);
  const mark = found?.[1];
  if (!found || mark === undefined || !english.marks.has(mark)) return undefined;
  if (/^(?:NOTE|INFO|WARNING|BUG)$/.test(mark) && !/[:-]$/.test(found[0])) return undefined;
  return { ...leadOf(text, range, mark, found[0].length), isEnough: true };
}

/** `@param {string} name - what it is`, `\param name what it is` */
function readTag(text: string, range: TextRange, line: string): Lead | undefined {
  const found = /^[@\\]([A-Za-z]{2,30})\b(?:\[(?:in|out|in,\s?out)\])?:?/.exec(line);
  const tag = found?.[1]?.toLowerCase();
  if (!found || tag === undefined) return undefined;
  if (silent.test(tag)) return { ...leadOf(text, range, tag, found[0].length), isSilent: true };
  if (!english.tags.has(tag) && !/^file(?:overview)?$/.test(tag)) return undefined;
  let length = found[0].length;
  const type = /^\s+\{/.test(line.slice(length)) ? endOfType(line, length) : undefined;
  if (type !== undefined && /^(?:throws?|exception|raises?)$/.test(tag)) {
    const inside = trimRange(text, {
      start: range.start + line.indexOf('{', length) + 1,
      end: range.start + type - 1,
    });
    const dashes = /^\s+[-–—](?=\s)/.exec(line.slice(type))?.[0].length ?? 0;
    return leadOf(text, range, tag, type + dashes, [inside.start - range.start, inside.end - inside.start]);
  }
  if (type !== undefined) length = type;
  const throwsName = /^(?:throws?|exception)$/.test(tag) && found[0].startsWith('\\');
  const name =
    named.test(tag) || throwsName
      ? /^(\s*)(\[?)([\w$.]+(?:\[\])?)(?:\s?=\s?[^\]]{0,100})?\]?(?:\s+[-–—]|\s?:)?/.exec(line.slice(length))
      : null;
  if (name?.[3] !== undefined) {
    const at = length + (name[1]?.length ?? 0) + (name[2]?.length ?? 0);
    return leadOf(text, range, tag, length + name[0].length, [at, name[3].length]);
  }
  const dash = /^\s+[-–—](?=\s)/.exec(line.slice(length));
  return {
    ...leadOf(text, range, tag, length + (dash?.[0].length ?? 0)),
    isEnough: tag === 'deprecated',
    isExample: tag === 'example',
  };
}

/** Behind the brackets of a type, which may hold others. */
function endOfType(line: string, from: number): number | undefined {
  let depth = 0;
  for (let at = line.indexOf('{', from); at >= 0 && at < line.length; at += 1) {
    if (line.charAt(at) === '{') depth += 1;
    else if (line.charAt(at) === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** `:param int name: what it is` */
function readField(text: string, range: TextRange, line: string): Lead | undefined {
  const found = /^:([a-z]{2,12})(?:\s+([^:]{1,120}))?:(?=\s|$)/.exec(line);
  const tag = found?.[1];
  if (!found || tag === undefined) return undefined;
  if (tag === 'type' || tag === 'rtype')
    return { ...leadOf(text, range, tag, found[0].length), isSilent: true };
  if (!english.tags.has(tag)) return undefined;
  const names = found[2]?.trim();
  if (names === undefined) return leadOf(text, range, tag, found[0].length);
  const name = names.split(/\s+/).at(-1) ?? names;
  return leadOf(text, range, tag, found[0].length, [found[0].lastIndexOf(name), name.length]);
}

/** `<param name="x">what it is</param>` */
function readElement(text: string, range: TextRange, line: string): Lead | undefined {
  const found =
    /^<(param|typeparam|returns|exception|remarks|example|value|summary)\b(?:\s+(?:name|cref)\s?=\s?"([^"]{1,200})")?\s?>/i.exec(
      line,
    );
  const tag = found?.[1]?.toLowerCase();
  if (!found || tag === undefined || tag === 'summary' || tag === 'value') return undefined;
  const name = found[2]?.replace(/^[A-Z]:/, '');
  const lead = leadOf(
    text,
    range,
    tag,
    found[0].length,
    name === undefined ? undefined : [found[0].indexOf(name), name.length],
  );
  return { ...lead, isExample: tag === 'example' };
}

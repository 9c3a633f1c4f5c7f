import { CodeFollower } from '../../../text/codeFence.ts';
import { english } from '../english.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import type { CommentGroup } from './commentGroups.ts';
import { isDirective, isDrawing, isLicense, looksLikeCode, looksLikeMarkup } from './leftOut.ts';

/** A paragraph of a comment: words of ours for what begins it, and the lines of its text. */
interface CommentParagraph {
  readonly lead?: Lead;
  readonly lines: readonly TextRange[];
}

const listItem = /^(?:[-*+•‣◦]|(\d{1,3}[.)]))\s+(?=\S)/;
const heading = /^#{1,6}\s+(?=\S)/;
/** Sections of documentation, as they are written in Python: what stands in them has names of its own. */
const section =
  /^(?:Args|Arguments|Parameters|Params|Keyword Args|Other Parameters|Attributes|Returns?|Raises|Yields?|Examples?|Notes?|Warnings?|See Also|References):?$/;
const sectionEntry =
  /^(?<name>\*{0,2}[A-Za-z_][\w.]{0,80})(?:\s?\([^()]{0,200}\))?\s?:(?=\s|$)(?<type>\s(?:[\w.]+(?:\[[^\]]{0,80}\])?(?:, optional)?)$)?/;
/** In a section about what comes back: its type, written as code. */
const typeEntry =
  /^(?<name>[A-Za-z_][\w.]{0,80}(?:\[[^\r\n:]{0,120}\])?(?:\s\|\s[A-Za-z_][\w.]{0,80}(?:\[[^\]\r\n]{0,80}\])?){0,5})\s?:(?=\s)/;

/** What people wrote for people in a comment, a paragraph at a time; nothing of a licence. */
export function* paragraphsOf(text: string, group: CommentGroup): Generator<CommentParagraph> {
  if (isLicense(text, group)) return;
  let lines: TextRange[] = [];
  let lead: Lead | undefined;
  const follower = new CodeFollower();
  let isSilent = false;
  let isExample = false;
  let entryForm: RegExp | undefined;
  let wasCode = false;
  let isSession = false;

  function take(): CommentParagraph[] {
    const taken = { ...(lead && { lead }), lines };
    const hasText = lines.length > 0 || lead?.isEnough === true;
    lines = [];
    lead = undefined;
    return hasText ? [taken] : [];
  }

  for (const range of group.lines) {
    const line = text.slice(range.start, range.end);
    if (
      follower.isCode(line) ||
      line === '' ||
      (group.start === 0 && range.start < 4 && text.startsWith('#!'))
    ) {
      yield* take();
      isSilent = isSilent && line !== '';
      wasCode = wasCode && line === '';
      isSession = false;
      continue;
    }
    const tag = readLead(text, range, group.isDocumentation);
    if (tag) {
      yield* take();
      isSilent = tag.isSilent === true;
      isExample = tag.isExample === true;
      entryForm = undefined;
      if (isSilent) continue;
      lead = tag;
      if (
        tag.text.end > tag.text.start &&
        !(isExample && looksLikeCode(line.slice(tag.text.start - range.start)))
      ) {
        lines.push(tag.text);
      }
      continue;
    }
    if (/^>>>\s/.test(line)) isSession = true;
    if (isSilent) continue;
    const mayBeCode = !group.isDocumentation || isExample || /^(?:>>>|\.\.\.)\s/.test(line);
    const isCode: boolean =
      mayBeCode &&
      (looksLikeCode(line) || looksLikeMarkup(line) || (wasCode && !/\s\S+\s/.test(line.trim())));
    if (isSession || isDirective(line) || isDrawing(line) || isCode) {
      yield* take();
      wasCode = isCode;
      continue;
    }
    wasCode = false;
    const mark = listItem.exec(line) ?? heading.exec(line);
    const banner = withoutRules(text, range);
    const entry = entryForm?.exec(line);
    if (section.test(line)) {
      yield* take();
      entryForm = /^(?:Arg|Param|Keyword|Other|Attr|Raises)/.test(line)
        ? sectionEntry
        : /^(?:Return|Yield)/.test(line)
          ? typeEntry
          : undefined;
      yield { lines: [range] };
    } else if (entry?.groups) {
      yield* take();
      const name = entry.groups['name'] ?? '';
      const from = range.start + entry[0].length;
      lead = { words: '', range, name: { start: range.start, end: range.start + name.length }, text: range };
      const rest = trimRange(text, { start: from, end: range.end });
      if (rest.end > rest.start) lines.push(rest);
    } else if (mark) {
      yield* take();
      const isNumber = mark[1] !== undefined;
      lines.push({ start: range.start + (isNumber ? 0 : mark[0].length), end: range.end });
      if (heading.test(line)) yield* take();
    } else if (banner.end - banner.start < line.length) {
      yield* take();
      yield { lines: [banner] };
    } else {
      lines.push(range);
    }
  }
  yield* take();
}

/** A title between rules: `=== Helpers ===`. */
function withoutRules(text: string, range: TextRange): TextRange {
  const line = text.slice(range.start, Math.min(range.end, range.start + 300));
  const opening = /^(?:[-=*#~+/|_─═]{3,}|[-=*#/]{2,}(?=\s))/.exec(line)?.[0].length ?? 0;
  const closing = /(?:[-=*#~+|_─═]{3,}|\s[-=*#/]{2,})$/.exec(line)?.[0].length ?? 0;
  if (range.end - range.start > 300 || opening + closing >= line.length) return range;
  if (/^--?[A-Za-z]/.test(line)) return range;
  return trimRange(text, { start: range.start + opening, end: range.end - closing });
}

/** What begins a paragraph of documentation. */
interface Lead {
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
function readLead(text: string, range: TextRange, isDocumentation: boolean): Lead | undefined {
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

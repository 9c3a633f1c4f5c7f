import { CodeFollower } from '../../../text/codeFence.ts';
import { english } from '../english.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import type { CommentGroup } from './commentGroups.ts';
import { isDirective, isDrawing, isLicense, looksLikeCode, looksLikeMarkup } from './leftOut.ts';

/** A paragraph of a comment: the tag or mark that begins it, and the lines of its text. */
interface CommentParagraph {
  readonly lead?: Lead;
  readonly lines: readonly TextRange[];
}

const listMark = /^(?:[-*+•‣◦]\s+(?=\S)|\d{1,3}[.)]\s+(?=\S)|#{1,6}\s+(?=\S))/;
const section = /^[A-Z]\w*(?: [A-Z]\w*)?:$/;
/** An entry in a section of a docstring: "user_id (int): whose". */
const entry = /^\*{0,2}[A-Za-z_][\w.]{0,80}(?:\s?\([^()]{0,200}\)|\[[^\r\n:]{0,120}\])?\s?:(?:\s|$)/;
/** A title between rules: `=== Helpers ===`. */
const openingRule = /^(?:[-=*#~+/|_─═]{3,}|[-=*#/]{2,}(?=\s))/;
const closingRule = /(?:[-=*#~+|_─═]{3,}|\s[-=*#/]{2,})$/;
/** Longer lines are not titles, and searching them would be slow. */
const longestTitle = 300;

/** The prose of a comment, paragraph by paragraph; nothing of a license. */
export function* paragraphsOf(text: string, group: CommentGroup): Generator<CommentParagraph> {
  if (isLicense(text, group)) return;
  const follower = new CodeFollower();
  let lines: TextRange[] = [];
  let lead: Lead | undefined;
  let isSilent = false;
  let isExample = false;
  let isInSection = false;
  let wasCode = false;
  let isSession = false;

  function* flush(): Generator<CommentParagraph> {
    if (lines.length > 0 || (lead && isEnough.test(lead.words))) yield { ...(lead && { lead }), lines };
    lines = [];
    lead = undefined;
  }

  for (const range of group.lines) {
    const line = text.slice(range.start, range.end);
    if (follower.isCode(line) || line === '' || (range.start < 4 && text.startsWith('#!'))) {
      yield* flush();
      isSilent &&= line !== '';
      wasCode &&= line === '';
      isSession = false;
      continue;
    }
    const tag = readLead(text, range, group.isDocumentation);
    if (tag) {
      yield* flush();
      isSilent = !isSpoken(tag);
      isExample = tag.words === 'example';
      if (!isSilent) lead = tag;
    }
    if (isSilent) continue;
    const prose = tag?.text ?? range;
    const said = text.slice(prose.start, prose.end);
    isSession ||= /^>>>\s/.test(said);
    const isCode = isSession || isCodeIn(said, !group.isDocumentation || isExample, wasCode);
    if (!tag && (isCode || isDirective(said) || isDrawing(said))) yield* flush();
    else if (said !== '' && !isCode) {
      const title = withoutRules(text, prose);
      const mark = listMark.exec(said)?.[0] ?? '';
      const isSection = section.test(said);
      isInSection ||= isSection;
      const isTitle = isSection || title.end - title.start < said.length || mark.startsWith('#');
      if (!tag && (isTitle || mark !== '' || (isInSection && entry.test(said)))) yield* flush();
      // The marks of a heading also look like a rule.
      const start = /^\d/.test(mark) ? prose.start : Math.max(title.start, prose.start + mark.length);
      lines.push({ start, end: title.end });
      if (isTitle) yield* flush();
    }
    wasCode = isCode && !isSession;
  }
  yield* flush();
}

/** Whether a line is code: put aside, or of an example. A short line after code is code, too. */
function isCodeIn(line: string, mayBeCode: boolean, wasCode: boolean): boolean {
  if (wasCode && !/\s\S+\s/.test(line)) return true;
  return mayBeCode && (looksLikeCode(line) || looksLikeMarkup(line));
}

function withoutRules(text: string, range: TextRange): TextRange {
  const line = text.slice(range.start, range.end);
  if (line.length > longestTitle || /^--?[A-Za-z]/.test(line)) return range;
  const opening = openingRule.exec(line)?.[0].length ?? 0;
  const closing = closingRule.exec(line)?.[0].length ?? 0;
  return trimRange(text, { start: range.start + opening, end: range.end - closing });
}

/** A tag or mark that begins a paragraph of documentation. */
interface Lead {
  /** The key of the tag or mark in the word tables. */
  readonly words: string;
  readonly range: TextRange;
  /** The name that it is about, such as that of a parameter. */
  readonly name?: TextRange;
  /** The rest of its line. */
  readonly text: TextRange;
}

/** Tags and marks that are narrated even without text. */
const isEnough = /^(?:[A-Z]+|deprecated)$/;
/** Fields of reStructuredText that are silent. In documentation, so are all `@` tags without words. */
const silentFields = /^:(?:type|rtype|vartype|meta)\b/;
const isSpoken = ({ words }: Lead) => /^[A-Z]/.test(words) || english.tags.has(words);

const type = String.raw`(?:\s+\{(?:[^{}]|\{[^{}]{0,200}\}){0,300}\})?`;
const forms = [
  // `TODO:`, `FIXME(name):`
  /^@?(?<mark>TODO|FIXME|XXX|HACK|OPTIMIZE)\b(?:\([^()]{0,80}\))?(?:\s?[:-]|(?=\s|$))/d,
  /^(?<mark>BUG|NOTE|INFO|WARNING)(?:\([^()]{0,80}\))?\s?[:-]/d,
  // `@param {string} name - what it is`, `\param name what it is`, `@throws {Fault} when`
  new RegExp(
    String.raw`^[@\\](?<tag>param|parameter|arg|argument|property|prop|typeparam|template|key|keyword)\b(?:\[(?:in|out|in,\s?out)\])?${type}\s+\[?(?<name>[\w$.]+(?:\[\])?)(?:\s?=\s?[^\]]{0,100})?\]?(?:\s+[-–—]|\s?:)?`,
    'd',
  ),
  /^[@\\](?<tag>throws?|exception|raises?)\b\s+\{(?<name>[^{}]{1,200})\}(?:\s+[-–—](?=\s))?/d,
  new RegExp(String.raw`^[@\\](?<tag>[A-Za-z]{2,30})(?=[\s:{]|$):?${type}(?:\s+[-–—](?=\s))?`, 'd'),
  // `:param int name: what it is`
  /^:(?<tag>[a-z]{2,12})(?:\s+(?:[^:]{1,120}\s)?(?<name>[^\s:]{1,120}))?:(?=\s|$)/d,
  // `<param name="x">what it is</param>`
  /^<(?<tag>param|typeparam|returns|exception|remarks|example)\b(?:\s+(?:name|cref)\s?=\s?"(?:[A-Z]:)?(?<name>[^"]{1,200})")?\s?>/d,
];

/** Tags and marks at the start of a line; undefined if there is none. */
function readLead(text: string, range: TextRange, isDocumentation: boolean): Lead | undefined {
  const line = text.slice(range.start, Math.min(range.end, range.start + 1000));
  for (const form of forms) {
    const found = form.exec(line);
    const { mark, tag = '' } = found?.groups ?? {};
    const words = mark ?? tag.toLowerCase();
    const isSilent = (isDocumentation && line.startsWith('@')) || silentFields.test(line);
    if (!found || (mark === undefined && !isSilent && !english.tags.has(words))) continue;
    const end = range.start + found[0].length;
    const [nameStart, nameEnd] = found.indices?.groups?.['name'] ?? [];
    return {
      words,
      range: { start: range.start, end: nameStart === undefined ? end : range.start + nameStart },
      ...(nameStart !== undefined &&
        nameEnd !== undefined && { name: { start: range.start + nameStart, end: range.start + nameEnd } }),
      text: trimRange(text, { start: end, end: range.end }),
    };
  }
  return undefined;
}

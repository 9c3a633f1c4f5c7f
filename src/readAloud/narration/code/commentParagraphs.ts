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

const listItem = /^(?:[-*+•‣◦]|(\d{1,3}[.)]))\s+(?=\S)/;
const heading = /^#{1,6}\s+(?=\S)/;
/** Sections of Python docstrings: their entries begin with a name or a type. */
const section =
  /^(?:Args|Arguments|Parameters|Params|Keyword Args|Other Parameters|Attributes|Returns?|Raises|Yields?|Examples?|Notes?|Warnings?|See Also|References):?$/;
const entry = /^\*{0,2}[A-Za-z_][\w.]{0,80}(?:\s?\([^()]{0,200}\)|\[[^\r\n:]{0,120}\])?\s?:(?:\s|$)/;

/** The prose of a comment, paragraph by paragraph; nothing of a license. */
export function* paragraphsOf(text: string, group: CommentGroup): Generator<CommentParagraph> {
  if (isLicense(text, group)) return;
  let lines: TextRange[] = [];
  let lead: Lead | undefined;
  const follower = new CodeFollower();
  let isSilent = false;
  let isExample = false;
  let isInSection = false;
  let wasCode = false;
  let isSession = false;

  function take(): CommentParagraph[] {
    const taken = { ...(lead && { lead }), lines };
    const hasText = lines.length > 0 || (lead !== undefined && isEnough.test(lead.words));
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
    const tag = readLead(text, range);
    if (tag) {
      yield* take();
      isSilent = silent.test(tag.words);
      isExample = tag.words === 'example';
      isInSection = false;
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
    if (section.test(line)) {
      yield* take();
      isInSection = true;
      yield { lines: [range] };
    } else if (isInSection && entry.test(line)) {
      yield* take();
      lines.push(range);
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
/** Tags that are not narrated, including their text. */
const silent =
  /^(?:author|version|module|type|rtype|typedef|override|license|package|packagedocumentation|memberof|namespace|name|function|class|public|private|protected|internal|static|readonly|async|abstract|virtual|category|group|ingroup|ignore|hidden|export|generated|copyright|implements|extends|augments|callback|constructor|enum|event|fires|global|inheritdoc|instance|interface|kind|lends|listens|mixes|mixin|requires|this|tutorial|variation|addtogroup|defgroup|date|sealed|beta|alpha|experimental|noinspection|codecoverageignore|test|vararg|var|satisfies|import)$/;

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
  new RegExp(String.raw`^[@\\](?<tag>[A-Za-z]{2,30})\b:?${type}(?:\s+[-–—](?=\s))?`, 'd'),
  // `:param int name: what it is`
  /^:(?<tag>[a-z]{2,12})(?:\s+(?:[^:]{1,120}\s)?(?<name>[^\s:]{1,120}))?:(?=\s|$)/d,
  // `<param name="x">what it is</param>`
  /^<(?<tag>param|typeparam|returns|exception|remarks|example)\b(?:\s+(?:name|cref)\s?=\s?"(?:[A-Z]:)?(?<name>[^"]{1,200})")?\s?>/d,
];

/** Tags and marks at the start of a line; undefined if there is none. */
function readLead(text: string, range: TextRange): Lead | undefined {
  const line = text.slice(range.start, Math.min(range.end, range.start + 1000));
  for (const form of forms) {
    const found = form.exec(line);
    const { mark, tag = '' } = found?.groups ?? {};
    const words = mark ?? tag.toLowerCase();
    if (!found || (mark === undefined && !silent.test(words) && !english.tags.has(words))) continue;
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

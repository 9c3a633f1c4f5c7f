import { CodeFollower } from '../../../text/codeFence.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import type { CommentGroup } from './commentGroups.ts';
import { type Lead, readLead } from './docTags.ts';
import { isDirective, isDrawing, isLicense, looksLikeCode, looksLikeMarkup } from './leftOut.ts';

/** A paragraph of a comment: words of ours for what begins it, and the lines of its text. */
export interface CommentParagraph {
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

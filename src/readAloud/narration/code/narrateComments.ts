import { CodeFollower } from '../../../text/codeFence.ts';
import type { CodeSymbol, NarratedBlock } from '../block.ts';
import { english } from '../english.ts';
import { splitName } from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import { type TextRange, trimRange } from '../text/ranges.ts';
import type { CodeReading } from './codeTokens.ts';
import type { CommentGroup } from './commentGroups.ts';
import { narrateInlineCode } from './inlineCode.ts';
import { isDirective, isDrawing, isLicense, looksLikeCode, looksLikeMarkup } from './leftOut.ts';

/** Longer lines are not searched for markup: no comment written by a person is this long. */
const longestLine = 20_000;

/** The narrated paragraphs of a comment; the first one begins with the name of the comment's owner. */
export function* narrateComments(
  { text, asked, language }: CodeReading,
  group: CommentGroup,
  owner?: CodeSymbol,
): Generator<NarratedBlock> {
  if (group.end <= asked.start || group.start >= asked.end) return;
  // A person who starts in the middle of a comment knows what the comment belongs to.
  let due = group.start >= asked.start ? owner : undefined;
  for (const { lead, lines } of paragraphsOf(text, group)) {
    const narrator = createNarrator(text, asked, language);
    const { words } = narrator;
    if (due) {
      narrator.insert(`${words.kinds.get(due.kind) ?? due.kind} ${splitName(due.name)}`);
      narrator.colonBeforeMore();
    }
    if (lead) {
      narrator.say(words.tags.get(lead.words) ?? words.marks.get(lead.words) ?? '', lead.range);
      if (lead.name) {
        narrator.space();
        narrateInlineCode(narrator, text, lead.name);
      }
      narrator.colonBeforeMore();
    }
    for (const line of lines) {
      narrator.wrap();
      if (line.end - line.start > longestLine) narrator.copy(line, true);
      else narrateMarkedProse(narrator, text, line);
    }
    const blocks = narrator.build('comment');
    yield* blocks;
    if (blocks.length > 0) due = undefined;
  }
}

/** Markup in comments, of which only the text is narrated. */
const marked =
  /(?<ticks>`{1,2})(?<code>[^`\r\n]{1,300})\k<ticks>|\{@(?:link|linkcode|linkplain|code|see|inheritDoc)\s{0,20}(?<link>[^{}]{0,300})\}|\[(?<label>[^[\]\r\n]{1,200})\](?<target>\([^()\s]{1,500}\)|\[[^[\]\r\n]{0,200}\])?|<\/?(?<tag>[A-Za-z][\w.-]{0,40})(?<attributes>(?:\s[^<>]{0,300})?)\/?>|(?<![\p{L}\p{N}*_~])(?<emphasis>\*{1,3}|~~|_{1,2})(?=[\p{L}\p{N}"'(])(?<stressed>[^*_~`\r\n]{1,200})\k<emphasis>(?![\p{L}\p{N}])/gu;

/** Narrates prose with the markup of comments: code in backticks, links, tags. */
function narrateMarkedProse(narrator: Narrator, text: string, { start, end }: TextRange): void {
  let at = start;
  for (const found of text.slice(start, end).matchAll(marked)) {
    const from = start + found.index;
    narrator.copy({ start: at, end: from }, true);
    at = from + found[0].length;
    narrateMark(narrator, text, found, from);
  }
  narrator.copy({ start: at, end }, true);
}

function narrateMark(narrator: Narrator, text: string, found: RegExpExecArray, start: number): void {
  const { code, link, label = '', target, tag = '', attributes = '', stressed } = found.groups ?? {};
  const place = (content: string): TextRange => {
    const from = start + found[0].lastIndexOf(content);
    return { start: from, end: from + content.length };
  };
  const ticked =
    code ?? link?.trim().replace(/^[^|\s]*\s*[|\s]\s*(?=\S)/, '') ?? /^`([^`]+)`$/.exec(label)?.[1];
  if (ticked !== undefined) narrateTicked(narrator, text, place(ticked));
  else if (stressed !== undefined) narrator.copy(place(stressed), true);
  else if (label !== '') {
    if (!/^[ xX]$/.test(label)) narrator.copy(place(target === undefined ? found[0] : label), true);
  } else if (/^(?:see|seealso|paramref|typeparamref)$/i.test(tag)) {
    const reference = /\b(?:cref|name|langword|href)\s?=\s?["'](?:[A-Z]:)?([^"']{1,200})["']/.exec(
      attributes,
    )?.[1];
    if (reference !== undefined) narrateTicked(narrator, text, place(reference));
  }
}

/** Narrates code in backticks: a phrase as prose, anything else as code. */
function narrateTicked(narrator: Narrator, text: string, range: TextRange): void {
  const content = text.slice(range.start, range.end);
  if (/^[\p{L}\s,']+$/u.test(content) && /\s/.test(content.trim())) narrator.copy(range, true);
  else narrateInlineCode(narrator, text, range);
}

/** A paragraph of a comment: the tag or mark that begins it, and the lines of its text. */
interface CommentParagraph {
  readonly lead: Lead | undefined;
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
    if (lines.length > 0 || (lead && isEnough.test(lead.words))) yield { lead, lines };
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
  readonly name: TextRange | undefined;
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
    const place = found.indices?.groups?.['name'];
    const name = place && { start: range.start + place[0], end: range.start + place[1] };
    return {
      words,
      range: { start: range.start, end: name?.start ?? end },
      name,
      text: trimRange(text, { start: end, end: range.end }),
    };
  }
  return undefined;
}

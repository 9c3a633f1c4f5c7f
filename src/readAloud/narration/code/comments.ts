import type { CodeSymbol, NarratedBlock } from '../block.ts';
import { splitName } from '../names.ts';
import { createNarrator, type Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import type { CodeReading } from './codeTokens.ts';
import type { CommentGroup } from './commentGroups.ts';
import { paragraphsOf } from './commentParagraphs.ts';
import { narrateInlineCode } from './inlineCode.ts';

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

import type { TextRange } from '../../../text/ranges.ts';
import type { CodeSpeech } from '../codeSpeech.ts';
import { sayExpression } from '../expressions/expressions.ts';
import { sayProse } from '../prose.ts';

/** Marks that people put into comments, of which only the text is said. */
const marked =
  /``(?<code>[^`\r\n]{1,300})``|`(?<ticks>[^`\r\n]{1,300})`|\{@(?:link|linkcode|linkplain|code|see|inheritDoc)\s{0,20}(?<link>[^{}]{0,300})\}|\[(?<label>[^[\]\r\n]{1,200})\](?:\((?<target>[^()\s]{1,500})\)|\[[^[\]\r\n]{0,200}\])?|<\/?(?<tag>[A-Za-z][\w.-]{0,40})(?<attributes>(?:\s[^<>]{0,300})?)\/?>/gu;
/** A text for people, with what comments have in it: code between ticks, links, tags. */
export function sayMarkedProse(speech: CodeSpeech, range: TextRange): void {
  const { text } = speech;
  const content = text.slice(range.start, range.end);
  let at = range.start;
  for (const found of content.matchAll(marked)) {
    const start = range.start + found.index;
    const end = start + found[0].length;
    sayProse(speech, { start: at, end: start });
    at = end;
    sayMark(speech, found, start);
  }
  sayProse(speech, { start: at, end: range.end });
}

function sayMark(speech: CodeSpeech, found: RegExpExecArray, start: number): void {
  const whole = { start, end: start + found[0].length };
  const { code, ticks, link, label, target, tag, attributes } = found.groups ?? {};
  if (code !== undefined) {
    sayInline(speech, { start: start + 2, end: whole.end - 2 });
  } else if (ticks !== undefined) {
    sayInline(speech, { start: start + 1, end: whole.end - 1 });
  } else if (link !== undefined) {
    const shown = /[|\s]/.test(link.trim()) ? link.trim().replace(/^[^|\s]*[|\s]\s*/, '') : link.trim();
    const from = start + found[0].lastIndexOf(shown);
    if (shown !== '') sayInline(speech, { start: from, end: from + shown.length });
  } else if (label !== undefined) {
    const inside = { start: start + 1, end: start + 1 + label.length };
    const isTask = /^[ xX]$/.test(label);
    if (!isTask && (target !== undefined || found[0].startsWith('[`'))) {
      if (/^`[^`]+`$/.test(label)) sayInline(speech, { start: inside.start + 1, end: inside.end - 1 });
      else sayProse(speech, inside);
    } else if (!isTask) {
      sayProse(speech, whole);
    }
  } else if (tag !== undefined) {
    const name = /\b(?:cref|name|langword|href)\s?=\s?["']([^"']{1,200})["']/.exec(attributes ?? '');
    const isReference = /^(?:see|seealso|paramref|typeparamref)$/i.test(tag);
    if (isReference && name?.[1]) {
      const from = start + found[0].indexOf(name[1]);
      const reference = name[1].replace(/^[A-Z]:/, '');
      sayInline(speech, { start: from + name[1].length - reference.length, end: from + name[1].length });
    }
  }
}

/** Code in a text: its own words if it is a phrase, else as code is said. */
function sayInline(speech: CodeSpeech, range: TextRange): void {
  const content = speech.text.slice(range.start, range.end);
  if (/^[\p{L}\s,']+$/u.test(content) && /\s/.test(content.trim())) sayProse(speech, range);
  else sayExpression(speech, range);
}

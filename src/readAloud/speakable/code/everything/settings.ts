import { type TextRange, trimRange } from '../../../text/ranges.ts';
import type { CodeSpeech } from '../codeSpeech.ts';
import { sayString } from '../expressions/literals.ts';
import { sayName } from '../names/names.ts';

/** A line of YAML, TOML or an INI file: "name: value". */
export function saySetting(speech: CodeSpeech, range: TextRange): void {
  const { text, words } = speech;
  const line = text.slice(range.start, range.end);
  const section = /^\[{1,2}([^[\]]{1,200})\]{1,2}$/.exec(line);
  if (section?.[1] !== undefined) {
    speech.say(words.section, { start: range.start, end: range.start + 1 });
    speech.space();
    sayNames(
      speech,
      trimRange(text, {
        start: range.start + 1,
        end: range.start + 1 + section[1].length + (line.startsWith('[[') ? 1 : 0),
      }),
    );
    return;
  }
  if (/^(?:---|\.\.\.)$/.test(line)) return;
  const dashes = /^(?:-\s+){1,5}/.exec(line)?.[0].length ?? 0;
  const start = range.start + dashes;
  const rest = text.slice(start, Math.min(range.end, start + 300));
  const key =
    /^(?:"([^"]{1,200})"|'([^']{1,200})'|([^\s"'#:=[\]{}][^:=#]{0,200}?))\s{0,40}(?::(?=\s|$)|=)/.exec(rest);
  if (!key) {
    sayValue(speech, { start, end: range.end });
    return;
  }
  const name = key[1] ?? key[2] ?? key[3] ?? '';
  const quote = key[3] === undefined ? 1 : 0;
  const value = trimRange(text, { start: start + key[0].length, end: range.end });
  const isEmpty = /^(?:[|>][+-]?\d?)?$/.test(text.slice(value.start, value.end));
  const nameRange = { start: start + quote, end: start + quote + name.length };
  if (isEmpty && speech.language.id === 'yaml') {
    speech.insert(words.inside);
    speech.space();
    sayNames(speech, nameRange);
    return;
  }
  sayNames(speech, nameRange);
  speech.colon();
  if (!isEmpty) sayValue(speech, value);
}

function sayNames(speech: CodeSpeech, range: TextRange): void {
  const name = speech.text.slice(range.start, range.end);
  const said = name.replace(/["']/g, '').split(/[./]/).map(sayName).join(' ');
  if (said.toLowerCase() === name.toLowerCase() && name !== name.toUpperCase()) speech.copy(range);
  else speech.say(said, range);
}

function sayValue(speech: CodeSpeech, range: TextRange): void {
  const value = speech.text.slice(range.start, Math.min(range.end, range.start + 2000));
  const quoted = /^("""|'''|["'])([\s\S]*)\1$/.exec(value);
  if (quoted?.[1] !== undefined) {
    const length = quoted[1].length;
    const content = { start: range.start + length, end: range.end - length };
    sayString(speech, { kind: 'string', ...range, content });
    return;
  }
  if (!/^[[{]/.test(value)) {
    sayString(speech, { kind: 'string', ...range, content: range });
    return;
  }
  // A list or a table in one line: its parts, with pauses between them.
  for (const { index, 0: part } of value.matchAll(
    /"[^"]{0,300}"|'[^']{0,300}'|[^[\]{},"':=\s][^[\]{},=:]*|[:=,]/g,
  )) {
    const start = range.start + index;
    if (/^[:=]$/.test(part)) speech.colon();
    else if (part === ',') speech.pause();
    else {
      const isQuoted = /^["']/.test(part);
      const content = trimRange(speech.text, {
        start: start + (isQuoted ? 1 : 0),
        end: start + part.length - (isQuoted ? 1 : 0),
      });
      speech.space();
      sayString(speech, { kind: 'string', start, end: start + part.length, content });
    }
  }
}

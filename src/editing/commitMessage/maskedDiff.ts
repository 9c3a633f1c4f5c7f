import type { FileDiff } from '../../text/gitDiff.ts';
import { findSecrets, maskWord } from '../../text/secrets/secrets.ts';
import { findKeyBodies, type Range } from './keyBodies.ts';

/**
 * The lines of a file's diff with all masked that looks like a secret. Looked at are the file as it was and as it will
 * be, each without the signs: a key over several lines, or what begins a line, is not seen between them.
 */
export function maskLines({ lines, path }: FileDiff): string[] {
  const found = lines.map((): Range[] => []);
  for (const other of ['+', '-']) {
    // Behind a backslash, git says that no line end follows.
    const places = [...lines.keys()].filter(
      (place) => !lines[place]?.startsWith(other) && !lines[place]?.startsWith('\\'),
    );
    const texts = places.map((place) => withoutSign(lines[place] ?? ''));
    const text = texts.join('\n');
    let line = 0;
    let start = 0;
    for (const secret of findSecrets(text, path)) {
      while (start + (texts[line]?.length ?? 0) < secret.start) start += (texts[line++]?.length ?? 0) + 1;
      // Over several lines: the part of it in each.
      for (let at = line, from = start; from < secret.end && at < texts.length; at++) {
        const length = texts[at]?.length ?? 0;
        const range = { start: Math.max(0, secret.start - from), end: Math.min(length, secret.end - from) };
        if (range.start < range.end) found[places[at] ?? 0]?.push(range);
        from += length + 1;
      }
    }
    const hunks = places.flatMap((place, at) => (lines[place]?.startsWith('@@') ? [at] : []));
    for (const [at, first] of hunks.entries())
      for (const [offset, range] of findKeyBodies(texts.slice(first, hunks[at + 1])).entries())
        if (range) found[places[first + offset] ?? 0]?.push(range);
  }
  return lines.map((line, place) => maskRanges(line, found[place] ?? []));
}

function withoutSign(line: string): string {
  // Behind the places of a hunk, git writes the line that its function begins with.
  return line.slice(signLength(line));
}

function signLength(line: string): number {
  return line.startsWith('@@') ? (/^@@+ [^@]*@@+ ?/.exec(line)?.[0].length ?? 0) : 1;
}

function maskRanges(line: string, ranges: readonly Range[]): string {
  const sign = signLength(line);
  let masked = line.slice(0, sign);
  let end = 0;
  const text = line.slice(sign);
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    if (range.end <= end) continue;
    if (range.start >= end) masked += text.slice(end, range.start) + maskWord;
    end = range.end;
  }
  return masked + text.slice(end);
}

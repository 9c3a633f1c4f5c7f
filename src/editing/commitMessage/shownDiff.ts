import type { FileDiff } from '../../text/gitDiff.ts';
import { isMixed, isRandom } from '../../text/randomText.ts';
import { findSecrets, maskText, maskWord } from '../../text/secrets/secrets.ts';

export interface ShownDiff {
  readonly text: string;
  readonly isCut: boolean;
}

/** About 20,000 tokens: models with a small context still have room for it. */
const maxDiffCharacters = 60_000;
/** What a model needs to see of a line: longer ones are data, or written by a program. */
const longestLine = 1_000;
/** No secret that begins in what is shown of a line ends behind this. */
const longestLookedAt = 25_000;

const lockFile =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|packages\.lock\.json|go\.(?:work\.)?sum|gradle\.lockfile|bun\.lockb|[^/]*\.lock)$/i;
const generatedFile =
  /(?:^|\/)(?:node_modules|dist|vendor|third_party)\/|\.min\.(?:js|css)$|\.(?:map|snap|pb\.go|pb\.cc|pb\.h|g\.dart|g\.cs|designer\.cs)$|_pb2(?:_grpc)?\.pyi?$/i;
const generatedMark = /@generated\b|\bcode generated\b.{0,80}\bdo not edit\b/i;
/** Files that are a secret as a whole, and what editors and people keep of them. */
const keyFile =
  /\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|asc|gpg|ppk)(?:\.(?:bak|old|orig)|~)*$|(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)(?:\.\w+)?(?:\.(?:bak|old|orig)|~)*$/i;

/**
 * Changes as the model gets them: each file's name with the number of its changed lines, then its diff. If there is too
 * much, the biggest files are cut first. Secrets are masked.
 */
export function showDiff(files: readonly FileDiff[], maxCharacters = maxDiffCharacters): ShownDiff {
  const { titles, unnamed } = nameFiles(files, maxCharacters / 2);
  const named = files.slice(0, titles.length);
  const room = maxCharacters - titles.reduce((sum, title) => sum + title.length + 1, 0);
  const bodies = named.map((file) => (whyOnlyNamed(file) ? [] : file.lines));
  // Only what may be shown is scanned, with room to spare, so that a secret across the cut is seen as a whole.
  const looked = cutBodies(bodies, 2 * room);
  const masked = named.map((file, place) => {
    const lines = (looked[place] ?? []).map((line) => line.slice(0, longestLookedAt));
    return maskLines({ ...file, lines }).map(shortenLine);
  });
  const shown = cutBodies(masked, room);
  const parts = titles.map((title, place) => {
    const left = (bodies[place]?.length ?? 0) - (shown[place]?.length ?? 0);
    return [title, ...(shown[place] ?? []), ...(left > 0 ? [`[${left} more lines are left out here]`] : [])];
  });
  const rest = unnamed.length > 0 ? [describeRest(unnamed)] : [];
  return {
    // The whole text is masked again: for secrets in names, and those whose parts only come together here.
    text: maskText([...parts.map((part) => part.join('\n')), ...rest].join('\n')),
    isCut: unnamed.length > 0 || bodies.some((body, place) => body.length > (shown[place]?.length ?? 0)),
  };
}

/** Why a file's lines are left out: useless to the model, or secret. */
function whyOnlyNamed(file: FileDiff): string | undefined {
  // If a key file was renamed, the diff shows most of the key, whatever the new name is.
  if (keyFile.test(file.path) || keyFile.test(file.oldPath ?? '')) return 'may hold a key, not shown';
  if (file.isBinary) return 'no text';
  if (lockFile.test(file.path)) return 'lock file, not shown';
  if (generatedFile.test(file.path) || file.lines.slice(0, 40).some((line) => generatedMark.test(line)))
    return 'generated, not shown';
  return undefined;
}

function nameFiles(files: readonly FileDiff[], room: number) {
  const titles: string[] = [];
  let length = 0;
  for (const file of files) {
    const title = nameFile(file);
    length += title.length + 1;
    if (length > room) break;
    titles.push(title);
  }
  return { titles, unnamed: files.slice(titles.length) };
}

function nameFile(file: FileDiff): string {
  const facts = [
    file.oldPath === undefined ? file.change : `${file.change} from ${file.oldPath}`,
    ...(file.isBinary ? [] : [`+${file.added} -${file.removed}`]),
    whyOnlyNamed(file),
  ];
  return `=== ${file.path} (${facts.filter(Boolean).join(', ')})`;
}

function describeRest(files: readonly FileDiff[]): string {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  return `=== and ${files.length} more files (+${added} -${removed})`;
}

function shortenLine(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}[…]` : line;
}

/** As many lines of each as fit when every file may be as long as the others that are cut. */
function cutBodies(bodies: readonly (readonly string[])[], room: number): string[][] {
  const shownLength = (line: string) => Math.min(line.length, longestLine) + 1;
  const lengthOf = (body: readonly string[]) => body.reduce((sum, line) => sum + shownLength(line), 0);
  let left = room;
  let share = Number.POSITIVE_INFINITY;
  const lengths = bodies.map(lengthOf).sort((one, other) => one - other);
  for (const [place, length] of lengths.entries()) {
    const equal = left / (lengths.length - place);
    if (length > equal) {
      share = Math.max(0, equal);
      break;
    }
    left -= length;
  }
  return bodies.map((body) => {
    const kept: string[] = [];
    let length = 0;
    for (const line of body) {
      length += shownLength(line);
      if (length > share) break;
      kept.push(line);
    }
    return kept;
  });
}

/**
 * The lines of a file's diff, with everything masked that looks like a secret. The old and the new version are scanned
 * one by one and without the signs, which would hide a key over several lines, or a secret that begins a line.
 */
function maskLines({ lines, path }: FileDiff): string[] {
  const found = lines.map((): Range[] => []);
  for (const other of ['+', '-']) {
    // After a backslash, git notes that the file has no line break at its end.
    const places = [...lines.keys()].filter(
      (place) => !lines[place]?.startsWith(other) && !lines[place]?.startsWith('\\'),
    );
    const texts = places.map((place) => withoutSign(lines[place] ?? ''));
    const text = texts.join('\n');
    let line = 0;
    let start = 0;
    for (const secret of findSecrets(text, path)) {
      while (start + (texts[line]?.length ?? 0) < secret.start) start += (texts[line++]?.length ?? 0) + 1;
      // For a secret over several lines: the part of it in each line.
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
  // After the line numbers of a hunk, git repeats the first line of the enclosing function.
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

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Lines below each other that may all be of one key. */
interface Chain {
  readonly lines: { readonly place: number; readonly text: string; readonly range: Range }[];
  readonly isBelowBegin: boolean;
  /** What is above it isn't shown. */
  readonly isAtTop: boolean;
}

/** Where a private key begins or ends, in any file. */
const mark = /-{4,5} ?(?<side>BEGIN|END) [A-Z\d ]{0,40}PRIVATE KEY/g;
/** Before the body of a key, or empty, also in a remark. */
const between = /^[\s#*/>|]*$|^\W{0,40}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): /;
/** Also several lines of a key that are one in a string. */
const longBody = /[A-Za-z\d+/]{40}[A-Za-z\d+/=\\]*/d;
/** Alone in its line, but for signs around it: those of a string, a list or a remark. */
const shortBody = /^[^A-Za-z\d]{0,40}(?<body>[A-Za-z\d+/]{1,80}={0,2})(?:\\[nr])*[^A-Za-z\d]{0,40}$/d;
/** A string in code, which may be the end of a key. */
const quotedBody = /["'`](?<body>[A-Za-z\d+/]{4,80}={0,2})(?:\\[nr])*["'`]/d;
/** Keys are written in lines of 64 or more. */
const fullLength = 60;
const longLength = 40;

/**
 * The lines of private keys in a hunk, which may show any part of a key: its beginning, its end, or neither. The first
 * text is the hunk's heading, a line from further above. Returns the range in each line that is part of a key.
 */
export function findKeyBodies(hunk: readonly string[]): (Range | undefined)[] {
  const found = hunk.map((): Range | undefined => undefined);
  let chain: Chain = { lines: [], isBelowBegin: false, isAtTop: true };
  for (const [place, text] of hunk.entries()) {
    const sides = [...text.matchAll(mark)].map(({ groups }) => groups?.['side']);
    const range = place === 0 ? findRandomBody(text) : findBody(text);
    if (range && sides[0] !== 'BEGIN')
      chain.lines.push({ place, text: text.slice(range.start, range.end), range });
    // The heading, which is from further above, doesn't end a key at the top of the hunk.
    if (sides.length === 0 && (range || place === 0 || between.test(text))) continue;
    for (const line of keyLinesOf(chain, sides[0] === 'END', false)) found[line.place] = line.range;
    if (range && sides[0] === 'BEGIN') found[place] = range;
    chain = { lines: [], isBelowBegin: sides.at(-1) === 'BEGIN', isAtTop: false };
  }
  for (const line of keyLinesOf(chain, false, true)) found[line.place] = line.range;
  return found;
}

function findBody(text: string): Range | undefined {
  const short = shortBody.exec(text) ?? quotedBody.exec(text);
  const [start, end] = longBody.exec(text)?.indices?.[0] ?? short?.indices?.groups?.['body'] ?? [];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** For a heading, whose neighbors say nothing about it: it must look random. */
function findRandomBody(text: string): Range | undefined {
  const range = findBody(text);
  const body = range && text.slice(range.start, range.end);
  return body !== undefined && isMixed(body) && isRandom(body) ? range : undefined;
}

function keyLinesOf(
  { lines, isBelowBegin, isAtTop }: Chain,
  isAboveEnd: boolean,
  isAtBottom: boolean,
): Chain['lines'] {
  const isOpen = (isAboveEnd && isAtTop) || (isBelowBegin && isAtBottom);
  const isMarked = isAboveEnd || isBelowBegin;
  if (isMarked && (isOpen || lines.some(({ text }) => text.length >= longLength))) return lines;
  const isFull = ({ text }: { readonly text: string }) => text.length >= fullLength;
  const full = lines.filter(isFull);
  const isKey = full.length >= 2 && full.some(({ text }) => isKeyLike(text));
  const start = lines.findIndex(isFull);
  // The last line of a key is shorter.
  const end = lines.findLastIndex(isFull) + 1;
  return lines.filter(({ place }, at) => place === 0 || (isKey && at >= start && at <= end));
}

/** Letters of both cases and digits in turn: no name, path, or number, however long. */
function isKeyLike(text: string): boolean {
  const changes = text.match(/[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && changes >= text.length / 6;
}

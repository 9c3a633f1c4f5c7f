/** Characters after which a word of a path begins. */
const wordBreaks = '/\\._- ';

/** A path, prepared for matching at each typed letter. */
export interface Candidate {
  readonly path: string;
  readonly lower: string;
  /** Offset of the file name. */
  readonly nameStart: number;
  /** Breaks ties between equal matches: open files are higher. */
  readonly rank: number;
}

export function toCandidate(path: string, rank = 0): Candidate {
  const lower = path.toLowerCase();
  return { path, lower, nameStart: lower.lastIndexOf('/', lower.length - 2) + 1, rank };
}

/** The best matches for a query, best first. Linear in the number of candidates. */
export function bestMatches<T extends Candidate>(
  typed: string,
  candidates: readonly T[],
  count: number,
): T[] {
  const wanted = typed.toLowerCase().replaceAll('\\', '/').replaceAll(' ', '');
  const best: { readonly candidate: T; readonly score: number }[] = [];
  for (const candidate of candidates) {
    const score = scorePath(wanted, candidate);
    if (score === undefined) continue;
    const scored = { candidate, score: score + candidate.rank * 6 };
    const last = best[count - 1];
    if (last && compare(scored, last) >= 0) continue;
    const place = best.findIndex((other) => compare(scored, other) < 0);
    best.splice(place < 0 ? best.length : place, 0, scored);
    best.length = Math.min(best.length, count);
  }
  return best.map(({ candidate }) => candidate);
}

function compare(one: { candidate: Candidate; score: number }, other: typeof one): number {
  const [a, b] = [one.candidate.path, other.candidate.path];
  return other.score - one.score || a.length - b.length || (a < b ? -1 : 1);
}

/**
 * Scores how well typed text matches a path: its characters in order, better if close together, at word starts and in
 * the file name. Undefined if it doesn't match; higher is better.
 */
function scorePath(wanted: string, { path, lower, nameStart }: Candidate): number | undefined {
  if (wanted === '') return -lower.length / 50;
  // A match in the name alone is more likely meant than one spread over the folders.
  const inName = wanted.includes('/') ? undefined : scoreFrom(wanted, path, lower, nameStart);
  const score = inName !== undefined ? inName + 40 : scoreFrom(wanted, path, lower, 0);
  return score === undefined ? undefined : score - lower.length / 50;
}

function scoreFrom(wanted: string, path: string, lower: string, start: number): number | undefined {
  const whole = lower.indexOf(wanted, start);
  if (whole >= 0) {
    const isAtWord = whole === start || beginsWord(path, whole);
    return wanted.length * 4 + (isAtWord ? 20 : 8) + (whole === start ? 10 : 0);
  }
  let score = 0;
  let place = start - 1;
  for (let index = 0; index < wanted.length; index++) {
    const next = lower.indexOf(wanted.charAt(index), place + 1);
    if (next < 0) return undefined;
    if (next === place + 1) score += 3;
    else if (beginsWord(path, next)) score += 2.5;
    else score += 1 - Math.min(0.9, (next - place) / 20);
    place = next;
  }
  return score;
}

/** After a separator, or an uppercase letter after a lowercase one. */
function beginsWord(path: string, place: number): boolean {
  const [before, character] = [path.charAt(place - 1), path.charAt(place)];
  return wordBreaks.includes(before) || (isCapital(character) && !isCapital(before));
}

function isCapital(character: string): boolean {
  return character >= 'A' && character <= 'Z';
}

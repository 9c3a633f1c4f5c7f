/** Characters that begin a word of a path behind them. */
const wordBreaks = '/\\._- ';

/**
 * How well what was typed fits a path: its characters in their order, better close together, at the beginnings of words
 * and in the file's own name. Undefined where it doesn't fit; higher is better.
 */
export function scorePath(typed: string, path: string): number | undefined {
  const wanted = typed.toLowerCase().replaceAll('\\', '/').replaceAll(' ', '');
  if (wanted === '') return 0;
  const lower = path.toLowerCase();
  const nameStart = lower.lastIndexOf('/', lower.length - 2) + 1;
  // What fits the name alone is meant more often than what is spread over its folders.
  const inName = wanted.includes('/') ? undefined : scoreFrom(wanted, path, lower, nameStart);
  const score = inName !== undefined ? inName + 40 : scoreFrom(wanted, path, lower, 0);
  return score === undefined ? undefined : score - lower.length / 50;
}

function scoreFrom(wanted: string, path: string, lower: string, start: number): number | undefined {
  const whole = lower.indexOf(wanted, start);
  if (whole >= 0) {
    const isAtWord =
      whole === start || wordBreaks.includes(lower.charAt(whole - 1)) || isCapital(path, whole);
    return wanted.length * 4 + (isAtWord ? 20 : 8) + (whole === start ? 10 : 0);
  }
  let score = 0;
  let place = start - 1;
  for (const character of wanted) {
    const next = lower.indexOf(character, place + 1);
    if (next < 0) return undefined;
    if (next === place + 1) score += 3;
    else if (wordBreaks.includes(lower.charAt(next - 1)) || isCapital(path, next)) score += 2.5;
    else score += 1 - Math.min(0.9, (next - place) / 20);
    place = next;
  }
  return score;
}

function isCapital(path: string, place: number): boolean {
  const character = path.charAt(place);
  return (
    character !== character.toLowerCase() && path.charAt(place - 1) === path.charAt(place - 1).toLowerCase()
  );
}

export interface Candidate {
  readonly path: string;
  /** Of those that fit as well: open ones and recent ones are higher. */
  readonly rank: number;
}

/** The best of these for what was typed, best first. */
export function bestMatches<T extends Candidate>(
  typed: string,
  candidates: readonly T[],
  count: number,
): T[] {
  return candidates
    .flatMap((candidate) => {
      const score = scorePath(typed, candidate.path);
      return score === undefined ? [] : [{ candidate, score: score + candidate.rank * 6 }];
    })
    .toSorted(
      (one, other) => other.score - one.score || comparePaths(one.candidate.path, other.candidate.path),
    )
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

function comparePaths(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

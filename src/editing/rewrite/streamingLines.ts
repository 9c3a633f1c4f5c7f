/** So far a line that is there more than once may lie ahead and still be the one that is meant. */
const nearLines = 8;
/** A line is another one's new form when so much of the longer one is the same at both ends. */
const likeness = 0.5;

/**
 * The old lines while their replacement still comes: what has come, and of the old ones those that it has not reached. So
 * a diff never shows all the rest as deleted.
 */
export function showGrowing(old: readonly string[], arrived: readonly string[]): string[] {
  return [...arrived, ...old.slice(findReached(old, arrived))];
}

/** How many of the old lines the new ones have dealt with. */
function findReached(old: readonly string[], arrived: readonly string[]): number {
  const places = Map.groupBy(old.keys(), (at) => old[at]?.trim());
  /** How many of each line's places lie behind: they are asked for in rising order only. */
  const passed = new Map<string, number>();
  let reached = 0;
  for (const line of arrived) {
    const text = line.trim();
    if (text === old[reached]?.trim()) {
      reached += 1;
      continue;
    }
    // A bracket or an empty line is found everywhere, and tells nothing about the place.
    if (!/[\p{L}\p{N}]{2}/u.test(text)) continue;
    const found = nextPlace(text, reached);
    if (found !== undefined) reached = found + 1;
    else if (isLike(text, old[reached]?.trim() ?? '')) reached += 1;
  }
  return reached;

  function nextPlace(text: string, from: number): number | undefined {
    const known = places.get(text) ?? [];
    let index = passed.get(text) ?? 0;
    while (index < known.length && (known[index] ?? 0) < from) index += 1;
    passed.set(text, index);
    const place = known[index];
    if (place === undefined) return undefined;
    return known.length === 1 || place - from < nearLines ? place : undefined;
  }
}

function isLike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return shorter > 0 && start + end >= Math.max(one.length, other.length) * likeness;
}

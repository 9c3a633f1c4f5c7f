/** Lines [start, end) of the old text that give way to others. */
export interface LineChange {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Letters [start, end) of the old text that give way to others. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What makes one text the other, as small as is cheap to find: lines that are there once in both hold their places, and
 * only what differs between two of them is replaced. So marks, folds and cursors elsewhere stay.
 */
export function findLineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const changes: LineChange[] = [];
  let doneBefore = 0;
  let doneAfter = 0;
  for (const [atBefore, atAfter] of [...findAnchors(before, after), [before.length, after.length] as const]) {
    addChange(doneBefore, atBefore, doneAfter, atAfter);
    doneBefore = atBefore + 1;
    doneAfter = atAfter + 1;
  }
  return changes;

  function addChange(start: number, end: number, from: number, to: number): void {
    let [first, last, head, tail] = [start, end, from, to];
    while (first < last && head < tail && before[first] === after[head]) {
      first += 1;
      head += 1;
    }
    while (first < last && head < tail && before[last - 1] === after[tail - 1]) {
      last -= 1;
      tail -= 1;
    }
    if (first < last || head < tail)
      changes.push({ start: first, end: last, lines: after.slice(head, tail) });
  }
}

/** The same of texts, in offsets, without what both have at a change's start and end. */
export function findTextChanges(before: string, after: string): TextChange[] {
  const lines = before.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  return findLineChanges(lines, after.split('\n')).map(({ start, end, lines: added }) => {
    const joined = added.map((line) => `${line}\n`).join('');
    const change = { start: starts[start] ?? 0, end: starts[end] ?? 0, text: joined };
    // Each line goes with the line break behind it, and the last one, which has none, with that before it.
    if (end < lines.length) return trimChange(change, before);
    const isFirst = start === 0;
    return trimChange(
      {
        start: change.start - (isFirst ? 0 : 1),
        end: before.length,
        text: isFirst ? joined.slice(0, -1) : `\n${joined}`.slice(0, -1),
      },
      before,
    );
  });
}

function trimChange({ start, end, text }: TextChange, before: string): TextChange {
  const shorter = Math.min(end - start, text.length);
  let head = 0;
  while (head < shorter && before[start + head] === text[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[end - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

/** Pairs of lines that are each once in both texts, in an order that both have. */
function findAnchors(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const places = findOnlyPlaces(before);
  const pairs = [...findOnlyPlaces(after)].flatMap(([line, atAfter]) => {
    const atBefore = places.get(line);
    return atBefore === undefined ? [] : [[atBefore, atAfter] as const];
  });
  return longestRising(pairs);
}

/** Where those lines are that a text has once; of these lines, where only some are sought. */
export function findOnlyPlaces(lines: readonly string[], sought?: ReadonlySet<string>): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [at, line] of lines.entries()) {
    if (sought && !sought.has(line)) continue;
    if (places.has(line)) repeated.add(line);
    places.set(line, at);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** The longest choice of pairs whose first numbers rise; the second ones do already. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  interface Link {
    readonly pair: readonly [number, number];
    readonly previous: Link | undefined;
  }
  /** For each length, the choice that ends lowest. */
  const ends: Link[] = [];
  for (const pair of pairs) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[0] ?? 0) < pair[0]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, previous: ends[low - 1] };
  }
  const chosen: (readonly [number, number])[] = [];
  for (let link = ends.at(-1); link; link = link.previous) chosen.push(link.pair);
  return chosen.reverse();
}

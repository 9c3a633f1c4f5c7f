/**
 * Which of the patterns fit a model's id, the best first: the id itself, then a longer pattern before a shorter one.
 * In a pattern, `*` stands for any characters.
 */
export function matchingPatterns(patterns: readonly string[], id: string): string[] {
  return patterns
    .filter((pattern) => pattern === id || matches(pattern, id))
    .sort((a, b) => Number(b === id) - Number(a === id) || b.length - a.length);
}

function matches(pattern: string, id: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined || !id.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = id.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return id.length - end.length >= at && id.endsWith(end);
}

import { fitLines, type Surroundings } from './fitLines.ts';

/** Why an answer is nothing that could be put into a file. */
export type Nonsense = 'nothing' | 'words' | 'same';

/** The new lines; or why there are none. */
export function readAnswer(
  lines: readonly string[],
  words: string,
  place: Surroundings,
): readonly string[] | Nonsense {
  const fitted = fitLines(lines, place);
  if (fitted.length === 0) return words.trim() === '' || lines.length > 0 ? 'nothing' : onlyFence(words);
  const plain = (some: readonly string[]) => some.map((line) => line.trimEnd()).join('\n');
  return plain(fitted) === plain(place.old) ? 'same' : fitted;
}

function onlyFence(words: string): Nonsense {
  return /^[\s`~\w]*$/.test(words) && /^\s*(?:`{3}|~{3})/.test(words) ? 'nothing' : 'words';
}

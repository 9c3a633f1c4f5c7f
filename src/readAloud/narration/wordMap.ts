/** A table of words: `px pixels, ms milliseconds`. What has no words behind it is said with silence. */
export function wordMap(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(/,\s+/).map((entry): [string, string] => {
      const [word = '', ...said] = entry.trim().split(' ');
      return [word, said.join(' ')];
    }),
  );
}

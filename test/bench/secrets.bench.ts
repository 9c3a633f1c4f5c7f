/**
 * What is taken for a secret in real code, of which nearly all is a false alarm: the packages that are installed, and our own
 * source. `npm run bench:secrets` prints each file with the lines and kinds, and how many of how many it are; at most one in
 * 3,000 is the aim.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { findSecrets } from '../../src/text/secrets/secrets.ts';

const textFiles =
  /(?:^|\/)[^./]+$|\.(?:[cm]?[jt]sx?|json|md|ya?ml|html|s?css|less|txt|py|sh|xml|toml|ini|cfg|conf|properties|go|rs|[ch]|cc|cpp|java|gypi?|lock)$/i;
const largestFile = 2_000_000;

let files = 0;
let characters = 0;
let milliseconds = 0;
const flagged: string[] = [];
for (const path of globSync(['node_modules/**/*', 'src/**/*'], { cwd: projectFolder })) {
  const file = join(projectFolder, path);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > largestFile || !textFiles.test(path)) continue;
  const text = readFileSync(file, 'utf8');
  if (text.includes('\0')) continue;
  files += 1;
  characters += text.length;
  const start = performance.now();
  const found = findSecrets(text, path);
  milliseconds += performance.now() - start;
  if (found.length > 0)
    flagged.push(`${path}: ${found.map(({ line, kind }) => `${line} ${kind}`).join(', ')}`);
}
console.log(flagged.join('\n'));
console.log(
  `${flagged.length} of ${files} files: 1 in ${Math.round(files / Math.max(1, flagged.length))}. ${(characters / milliseconds / 1_000).toFixed(1)} million characters a second.`,
);

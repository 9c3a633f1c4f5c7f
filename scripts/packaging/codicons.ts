import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../projectPaths.ts';

/**
 * The font and the style sheet of VS Code's icons, with those alone that a page can show: whose name is in a string of the
 * pages, or of what the host tells them. No name is put together there (`icons.test.ts`).
 */
export function provideCodicons(): Promise<Codicons> {
  codicons ??= subsetCodicons();
  return codicons;
}

interface Codicons {
  readonly css: string;
  readonly ttf: Buffer;
}

let codicons: Promise<Codicons> | undefined;

async function subsetCodicons(): Promise<Codicons> {
  const [css, ttf] = await Promise.all(
    ['codicon.css', 'codicon.ttf'].map((file) =>
      readFile(join(projectFolder, 'node_modules/@vscode/codicons/dist', file)),
    ),
  );
  const names = await findWordsInStrings();
  const characters = new Set<number>();
  const used = String(css)
    .split('\n')
    .filter((line) => {
      const [, name = '', character = ''] =
        /^\.codicon-([\w-]+):before \{ content: "\\(\w+)" \}/.exec(line) ?? [];
      const isKept = name === '' || names.has(name);
      if (isKept && character !== '') characters.add(Number.parseInt(character, 16));
      return isKept;
    });
  return { css: used.join('\n'), ttf: subsetFont(ttf ?? Buffer.of(), characters) };
}

async function findWordsInStrings(): Promise<ReadonlySet<string>> {
  const paths = globSync('src/{webview,protocol}/**/*.ts', { cwd: projectFolder });
  const sources = await Promise.all(paths.map((path) => readFile(join(projectFolder, path), 'utf8')));
  return new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/["'`](?:codicon )?(?:codicon-)?([\w-]+)/g)].map(([, word = '']) => word),
    ),
  );
}

/** TrueType's `post` without names of glyphs. */
const withoutNames = 0x0003_0000;

/** All other glyphs become empty, and keep their numbers. */
function subsetFont(font: Buffer, characters: ReadonlySet<number>): Buffer {
  const tables = readTables(font);
  const table = (tag: string) => tables.get(tag) ?? Buffer.of();
  const glyphs = findGlyphs(table('cmap'), characters);
  const kept = new Set(glyphs.values());
  const outlines: Buffer[] = [];
  const places = Buffer.from(table('loca'));
  let length = 0;
  for (let glyph = 0; glyph < places.length / 2 - 1; glyph += 1) {
    // The short format has offsets in 16-bit words.
    const [start, end] = [glyph, glyph + 1].map((place) => table('loca').readUInt16BE(place * 2) * 2);
    const outline = table('glyf').subarray(start, kept.has(glyph) || glyph === 0 ? end : start);
    outlines.push(outline);
    length += outline.length;
    places.writeUInt16BE(length / 2, glyph * 2 + 2);
  }
  tables.set('glyf', Buffer.concat(outlines));
  tables.set('loca', places);
  tables.set('cmap', writeCharacters(glyphs));
  const post = Buffer.from(table('post').subarray(0, 32));
  post.writeUInt32BE(withoutNames);
  tables.set('post', post);
  return writeTables(font, tables);
}

function readTables(font: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, place) => {
      const entry = 12 + place * 16;
      const start = font.readUInt32BE(entry + 8);
      return [
        font.toString('latin1', entry, entry + 4),
        font.subarray(start, start + font.readUInt32BE(entry + 12)),
      ];
    }),
  );
}

/** The checksums are left out: browsers make them anew. */
function writeTables(font: Buffer, tables: ReadonlyMap<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + tables.size * 16);
  font.copy(head, 0, 0, 12);
  const parts: Buffer[] = [head];
  let start = head.length;
  let entry = 12;
  for (const [tag, bytes] of tables) {
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(start, entry + 8);
    head.writeUInt32BE(bytes.length, entry + 12);
    const gap = -bytes.length & 3;
    parts.push(bytes, Buffer.alloc(gap));
    start += bytes.length + gap;
    entry += 16;
  }
  return Buffer.concat(parts);
}

/** The glyph of each character, in order, by the table for all of Unicode (format 12), which every tool writes. */
function findGlyphs(cmap: Buffer, characters: ReadonlySet<number>): ReadonlyMap<number, number> {
  const starts = Array.from({ length: cmap.readUInt16BE(2) }, (_, place) => cmap.readUInt32BE(8 + place * 8));
  const start = starts.find((each) => cmap.readUInt16BE(each) === 12);
  if (start === undefined) throw new Error('The font of icons has another table of characters by now.');
  const groups = Array.from({ length: cmap.readUInt32BE(start + 12) }, (_, place) => {
    const group = start + 16 + place * 12;
    return [0, 4, 8].map((at) => cmap.readUInt32BE(group + at)) as [number, number, number];
  });
  return new Map(
    groups.flatMap(([first, last, glyph]) =>
      Array.from({ length: last - first + 1 }, (_, at) => [first + at, glyph + at] as const).filter(
        ([character]) => characters.has(character),
      ),
    ),
  );
}

function writeCharacters(glyphs: ReadonlyMap<number, number>): Buffer {
  const length = 16 + glyphs.size * 12;
  // One subtable, with the platform and encoding IDs of Windows for all of Unicode.
  const head = Buffer.from([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12, 0, 12, 0, 0]);
  const rest = Buffer.alloc(12 + glyphs.size * 12);
  [
    length,
    0,
    glyphs.size,
    ...[...glyphs].flatMap(([character, glyph]) => [character, character, glyph]),
  ].forEach((value, place) => void rest.writeUInt32BE(value, place * 4));
  return Buffer.concat([head, rest]);
}

import { deepStrictEqual, ok } from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideCodicons } from '../../scripts/packaging/codicons.ts';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { provideViewBrowser } from './viewServer.ts';

describe('the icons that ship', () => {
  it('include all that pages name', async () => {
    const { css } = await provideCodicons();
    const missing: string[] = [];
    for (const path of globSync('src/webview/**/*.ts', { cwd: projectFolder })) {
      const source = await readFile(join(projectFolder, path), 'utf8');
      for (const [, name = ''] of source.matchAll(
        /(?<!function )(?:createIcon|renderIcon(?:Button)?)\(\s*(['"`].*?['"`])[,)]/g,
      )) {
        const [icon = ''] = /[\w-]*/.exec(name.slice(1)) ?? [];
        // A composed name would be in no string, and so not in the font.
        if (name.includes('$') || !css.includes(`.codicon-${icon}:before`)) missing.push(`${path}: ${name}`);
      }
    }
    deepStrictEqual(missing, []);
  });

  it('look like VS Code’s, and there are no others', async () => {
    const { css, ttf } = await provideCodicons();
    const folder = join(projectFolder, 'node_modules/@vscode/codicons/dist');
    const charactersOf = (sheet: string) =>
      [...sheet.matchAll(/content: "\\(\w+)"/g)].map(([, code = '']) => Number.parseInt(code, 16));
    const page = await (await provideViewBrowser()).newPage();
    const drawn = await page.evaluate(
      async ({ all, fonts }) => {
        const [whole, part] = await Promise.all(
          fonts.map(async (bytes, place) => {
            const font = await new FontFace(
              `icons${place}`,
              Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0)),
            ).load();
            document.fonts.add(font);
            const context = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true });
            return (character: number) => {
              if (!context) return '';
              context.clearRect(0, 0, 32, 32);
              context.font = `32px icons${place}`;
              context.textBaseline = 'top';
              context.fillText(String.fromCodePoint(character), 0, 0);
              return String(context.getImageData(0, 0, 32, 32).data);
            };
          }),
        );
        return all.filter((character) => whole?.(character) === part?.(character));
      },
      {
        all: [...new Set(charactersOf(await readFile(join(folder, 'codicon.css'), 'utf8')))],
        fonts: [await readFile(join(folder, 'codicon.ttf')), ttf].map((bytes) => bytes.toString('base64')),
      },
    );
    await page.close();
    const used = new Set(charactersOf(css));
    deepStrictEqual(new Set(drawn), used);
    ok(used.size > 50);
  });
});

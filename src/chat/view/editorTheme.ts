import stripJsonComments from 'strip-json-comments';
import * as vscode from 'vscode';
import { readEditorTheme } from '../../platform/settings/editorSettings.ts';
import { onEditorThemeChange } from '../../platform/settings/settings.ts';
import { isFields } from '../../relay/json.ts';
import type { Logger } from '../../relay/logger.ts';
import { codeStyles } from './codeStyles.ts';

/** Themes include others; a theme that includes itself must end. */
const mostIncluded = 8;

/**
 * The style sheet for code in the colors of the active color theme. VS Code tells views its own colors, not those of
 * code: they are read from the theme's files. `''` if those can't be read: a theme on the other side of a remote connection,
 * or one in TextMate's own format. While the picker previews a theme, its name is not known yet.
 */
export function createEditorTheme(logger: Logger, onChange: (styles: string) => void) {
  let styles: Promise<string> | undefined;
  const read = () => {
    styles ??= readStyles(logger);
    return styles;
  };
  const subscription = onEditorThemeChange(async () => {
    // Nobody has shown code yet.
    if (!styles) return;
    styles = undefined;
    const latest = read();
    const found = await latest;
    // Only of the latest change: an earlier one may be read later.
    if (styles === latest) onChange(found);
  });
  return {
    read,
    dispose(): void {
      styles = undefined;
      subscription.dispose();
    },
  };
}

async function readStyles(logger: Logger): Promise<string> {
  try {
    const { names, uiTheme, customizations } = readEditorTheme();
    for (const name of names) {
      const file = findThemeFile(name, uiTheme);
      const rules = file ? await readTokenColors(file) : [];
      if (rules.length > 0) return codeStyles([...rules, ...customRules(customizations, name)]);
    }
  } catch (error) {
    logger.warn(`Colors of code: the color theme could not be read: ${String(error)}`);
  }
  return '';
}

function findThemeFile(name: unknown, uiTheme: string): vscode.Uri | undefined {
  for (const { packageJSON, extensionUri } of vscode.extensions.all) {
    const manifest: unknown = packageJSON;
    if (!isFields(manifest) || !isFields(manifest['contributes'])) continue;
    for (const theme of [manifest['contributes']['themes']].flat()) {
      if (!isFields(theme) || typeof theme['path'] !== 'string') continue;
      const id = theme['id'] ?? theme['label'];
      if ((theme['uiTheme'] ?? 'vs-dark') !== uiTheme || currentName(id) !== currentName(name)) continue;
      return vscode.Uri.joinPath(extensionUri, theme['path']);
    }
  }
  return undefined;
}

/** VS Code has renamed its own themes, such as “Default Dark+” to “Dark+”, and settings may have the old names. */
function currentName(name: unknown): string {
  return String(name).replace(/^Default /, '');
}

/** The theme's rules, after those of the theme that it includes. */
async function readTokenColors(file: vscode.Uri, included = 0): Promise<unknown[]> {
  const bytes = await vscode.workspace.fs.readFile(file);
  const theme: unknown = JSON.parse(
    stripJsonComments(new TextDecoder().decode(bytes), { trailingCommas: true }),
  );
  if (!isFields(theme)) return [];
  const { include, tokenColors } = theme;
  // The path of a file in TextMate's format.
  if (typeof tokenColors === 'string') return [];
  const base =
    typeof include === 'string' && included < mostIncluded
      ? await readTokenColors(vscode.Uri.joinPath(file, '..', include), included + 1)
      : [];
  return Array.isArray(tokenColors) ? [...base, ...tokenColors] : base;
}

/** The short names of `editor.tokenColorCustomizations`. */
const customScopes: Readonly<Record<string, readonly string[]>> = {
  comments: ['comment'],
  strings: ['string'],
  keywords: ['keyword.other', 'keyword.control', 'storage', 'storage.type'],
  numbers: ['constant.numeric'],
  types: ['entity.name.type', 'entity.name.class', 'support.type', 'support.class'],
  functions: ['entity.name.function', 'support.function'],
  variables: ['variable', 'entity.name.variable'],
};

/** The person's own rules: for all themes, then for those whose names a key such as `[Abyss][Monokai]` has. */
function customRules(customizations: unknown, name: unknown): unknown[] {
  if (!isFields(customizations)) return [];
  const own = Object.entries(customizations).flatMap(([key, custom]) =>
    key.includes(`[${String(name)}]`) ? [custom] : [],
  );
  return [customizations, ...own].filter(isFields).flatMap((custom) => [
    ...Object.entries(customScopes).map(([key, scope]) => {
      const settings = typeof custom[key] === 'string' ? { foreground: custom[key] } : custom[key];
      return { scope, settings };
    }),
    ...[custom['textMateRules'] ?? []].flat(),
  ]);
}

import { colorsOf } from './settingsThemes.ts';

export const themeNames = ['dark', 'light', 'highContrast'] as const;
export type ThemeName = (typeof themeNames)[number];

/** Colors that the reader and its controls use, in addition to those of a page in an editor's tab: one for each theme. */
const readerColors: Readonly<Record<string, Readonly<Record<ThemeName, string>>>> = {
  'inputValidation-errorBackground': of('#5a1d1d', '#f2dede', '#000000'),
  'menu-background': of('#1f1f1f', '#ffffff', '#000000'),
  'menu-foreground': of('#cccccc', '#3b3b3b', '#ffffff'),
  'menu-border': of('#454545', '#cecece', '#6fc3df'),
  'menu-selectionBackground': of('#0078d4', '#005fb8', 'transparent'),
  'menu-selectionForeground': of('#ffffff', '#ffffff', ''),
  'menu-selectionBorder': of('', '', '#f38518'),
  'sideBarSectionHeader-border': of('#2b2b2b', '#e5e5e5', '#6fc3df'),
  'inputOption-activeBackground': of('#2489db82', '#bed6ed', '#00000000'),
  'inputOption-activeBorder': of('#2488db', '#005fb8', '#f38518'),
  'inputOption-activeForeground': of('#ffffff', '#000000', '#ffffff'),
  'testing-iconFailed': of('#f14c4c', '#f14c4c', '#f14c4c'),
  'notificationsInfoIcon-foreground': of('#3794ff', '#1a85ff', '#3794ff'),
  'keybindingLabel-background': of('#8080802b', '#dddddd66', '#00000000'),
  'keybindingLabel-foreground': of('#cccccc', '#3b3b3b', '#ffffff'),
  'keybindingLabel-border': of('#33333399', '#cccccc66', '#6fc3df'),
  'modelRelay-readingSentenceBackground': of('#e2b71455', '#ffcc0066', '#00000000'),
  'button-secondaryBackground': of('', '', '#000000'),
  'button-secondaryHoverBackground': of('', '', '#000000'),
  'toolbar-hoverBackground': of('', '', 'transparent'),
};

/** A color of each theme; '' is none of its own. */
function of(dark: string, light: string, highContrast: string): Readonly<Record<ThemeName, string>> {
  return { dark, light, highContrast };
}

/** The styles that VS Code puts into every webview before our own. */
export function themeCss(theme: ThemeName): string {
  const ofReader = Object.entries(readerColors).map(([name, colors]) => [name, colors[theme]] as const);
  const colors = [...Object.entries(colorsOf(theme)), ...ofReader];
  const variables = colors.flatMap(([name, value]) => (value === '' ? [] : [`--vscode-${name}: ${value};`]));
  return `:root {
  --theme: ${theme};
  ${variables.join('\n  ')}
  --vscode-font-family: system-ui, "Ubuntu", "Droid Sans", sans-serif;
  --vscode-font-size: 13px;
  --vscode-font-weight: normal;
  --vscode-editor-font-family: monospace;
  --vscode-editor-font-size: 13px;
}
html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
body {
  background: var(--vscode-sideBar-background);
  color: var(--vscode-foreground);
  font: 13px var(--vscode-font-family);
  margin: 0;
  padding: 0 20px;
}`;
}

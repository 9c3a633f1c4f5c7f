import { colorsOf } from './settingsThemes.ts';

export const themeNames = ['dark', 'light', 'highContrast'] as const;
export type ThemeName = (typeof themeNames)[number];

/** Colors that the reader and its controls use, in addition to those of a page in an editor's tab. */
const readerColors: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = {
  dark: {
    'inputValidation-errorBackground': '#5a1d1d',
    'menu-background': '#1f1f1f',
    'menu-foreground': '#cccccc',
    'menu-border': '#454545',
    'menu-selectionBackground': '#0078d4',
    'menu-selectionForeground': '#ffffff',
    'sideBarSectionHeader-border': '#2b2b2b',
    'inputOption-activeBackground': '#2489db82',
    'inputOption-activeBorder': '#2488db',
    'inputOption-activeForeground': '#ffffff',
    'testing-iconFailed': '#f14c4c',
    'notificationsInfoIcon-foreground': '#3794ff',
    'keybindingLabel-background': '#8080802b',
    'keybindingLabel-foreground': '#cccccc',
    'keybindingLabel-border': '#33333399',
    'modelRelay-readingSentenceBackground': '#e2b71455',
  },
  light: {
    'inputValidation-errorBackground': '#f2dede',
    'menu-background': '#ffffff',
    'menu-foreground': '#3b3b3b',
    'menu-border': '#cecece',
    'menu-selectionBackground': '#005fb8',
    'menu-selectionForeground': '#ffffff',
    'sideBarSectionHeader-border': '#e5e5e5',
    'inputOption-activeBackground': '#bed6ed',
    'inputOption-activeBorder': '#005fb8',
    'inputOption-activeForeground': '#000000',
    'testing-iconFailed': '#f14c4c',
    'notificationsInfoIcon-foreground': '#1a85ff',
    'keybindingLabel-background': '#dddddd66',
    'keybindingLabel-foreground': '#3b3b3b',
    'keybindingLabel-border': '#cccccc66',
    'modelRelay-readingSentenceBackground': '#ffcc0066',
  },
  highContrast: {
    'button-secondaryBackground': '#000000',
    'button-secondaryHoverBackground': '#000000',
    'toolbar-hoverBackground': 'transparent',
    'inputValidation-errorBackground': '#000000',
    'menu-background': '#000000',
    'menu-foreground': '#ffffff',
    'menu-border': '#6fc3df',
    'menu-selectionBackground': 'transparent',
    'menu-selectionBorder': '#f38518',
    'sideBarSectionHeader-border': '#6fc3df',
    'inputOption-activeBackground': '#00000000',
    'inputOption-activeBorder': '#f38518',
    'inputOption-activeForeground': '#ffffff',
    'testing-iconFailed': '#f14c4c',
    'notificationsInfoIcon-foreground': '#3794ff',
    'keybindingLabel-background': '#00000000',
    'keybindingLabel-foreground': '#ffffff',
    'keybindingLabel-border': '#6fc3df',
    'modelRelay-readingSentenceBackground': '#00000000',
  },
};

/** The styles that VS Code puts into every webview before our own. */
export function themeCss(theme: ThemeName): string {
  const colors = { ...colorsOf(theme), ...readerColors[theme] };
  const variables = Object.entries(colors).map(([name, value]) => `--vscode-${name}: ${value};`);
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

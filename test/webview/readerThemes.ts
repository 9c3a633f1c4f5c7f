export const themeNames = ['dark', 'light', 'highContrast'] as const;
export type ThemeName = (typeof themeNames)[number];

/** The colours that VS Code gives a view, for the variables that the reader and its controls use. */
const colours: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = {
  dark: {
    foreground: '#cccccc',
    descriptionForeground: '#9d9d9d',
    errorForeground: '#f85149',
    focusBorder: '#0078d4',
    'sideBar-background': '#181818',
    'button-background': '#0078d4',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#026ec1',
    'button-border': '#ffffff12',
    'button-secondaryBackground': '#313131',
    'button-secondaryForeground': '#cccccc',
    'button-secondaryHoverBackground': '#3c3c3c',
    'toolbar-hoverBackground': '#5a5d5e50',
    'toolbar-activeBackground': '#63666750',
    'icon-foreground': '#cccccc',
    'progressBar-background': '#0078d4',
    'list-inactiveSelectionBackground': '#37373d',
    'inputValidation-errorBackground': '#5a1d1d',
    'inputValidation-errorBorder': '#be1100',
    'scrollbarSlider-background': '#79797966',
  },
  light: {
    foreground: '#3b3b3b',
    descriptionForeground: '#3b3b3b',
    errorForeground: '#f85149',
    focusBorder: '#005fb8',
    'sideBar-background': '#f8f8f8',
    'button-background': '#005fb8',
    'button-foreground': '#ffffff',
    'button-hoverBackground': '#0258a8',
    'button-border': '#0000001a',
    'button-secondaryBackground': '#e5e5e5',
    'button-secondaryForeground': '#3b3b3b',
    'button-secondaryHoverBackground': '#cccccc',
    'toolbar-hoverBackground': '#b8b8b850',
    'toolbar-activeBackground': '#a6a6a650',
    'icon-foreground': '#3b3b3b',
    'progressBar-background': '#005fb8',
    'list-inactiveSelectionBackground': '#e4e6f1',
    'inputValidation-errorBackground': '#f2dede',
    'inputValidation-errorBorder': '#be1100',
    'scrollbarSlider-background': '#64646466',
  },
  highContrast: {
    foreground: '#ffffff',
    descriptionForeground: '#ffffffb3',
    errorForeground: '#f48771',
    focusBorder: '#f38518',
    contrastBorder: '#6fc3df',
    contrastActiveBorder: '#f38518',
    'sideBar-background': '#000000',
    'button-foreground': '#ffffff',
    'button-background': '#000000',
    'button-border': '#6fc3df',
    'button-hoverBackground': '#000000',
    'button-secondaryBackground': '#000000',
    'button-secondaryForeground': '#ffffff',
    'button-secondaryHoverBackground': '#000000',
    'toolbar-hoverBackground': 'transparent',
    'toolbar-hoverOutline': '#f38518',
    'icon-foreground': '#ffffff',
    'progressBar-background': '#6fc3df',
    'inputValidation-errorBackground': '#000000',
    'inputValidation-errorBorder': '#be1100',
    'scrollbarSlider-background': '#6fc3df99',
  },
};

/** What VS Code puts into every webview before our own styles. */
export function themeCss(theme: ThemeName): string {
  const variables = Object.entries(colours[theme]).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `:root {
  --theme: ${theme};
  --vscode-font-family: system-ui, "Ubuntu", "Droid Sans", sans-serif;
  --vscode-font-size: 13px;
  --vscode-font-weight: normal;
  ${variables.join('\n  ')}
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

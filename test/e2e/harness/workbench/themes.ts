import type { Editor, EditorWindow } from '../editor.ts';

/** Themes of VS Code by what the picker calls them, each with the class that it gives the window. */
const themes = [
  { title: 'Light Modern', windowClass: 'vs', name: 'light' },
  { title: 'Dark High Contrast', windowClass: 'hc-black', name: 'contrast' },
  { title: 'Dark Modern', windowClass: 'vs-dark', name: 'dark' },
] as const;

/** Chooses a theme by what the picker calls it. The focus goes to the editor. */
export async function chooseTheme(
  { quickInput, runCommand }: Pick<EditorWindow, 'quickInput' | 'runCommand'>,
  title: string,
): Promise<void> {
  await runCommand('Preferences: Color Theme');
  await quickInput.waitFor('Select Color Theme');
  await quickInput.type(title);
  await quickInput.accept();
  await quickInput.waitUntilClosed();
}

/**
 * Writes test-results/screenshots/NAME-THEME.png for a light, a high contrast and the dark theme, in which the editor
 * stays: it is the one that it starts with. The focus goes to the editor.
 */
export async function screenshotInThemes(editor: Editor, name: string): Promise<void> {
  for (const theme of themes) {
    await chooseTheme(editor, theme.title);
    await editor.page.locator(`.monaco-workbench.${theme.windowClass}`).waitFor();
    await editor.screenshot(`${name}-${theme.name}`);
  }
}

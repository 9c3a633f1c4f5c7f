import type { Editor } from '../editor.ts';

/** Themes of VS Code by what the picker calls them, each with the class that it gives the window. */
const themes = [
  { id: 'Light Modern', title: 'Light Modern', windowClass: 'vs' },
  { id: 'Default High Contrast', title: 'Dark High Contrast', windowClass: 'hc-black' },
  { id: 'Default High Contrast Light', title: 'Light High Contrast', windowClass: 'hc-light' },
  { id: 'Dark Modern', title: 'Dark Modern', windowClass: 'vs-dark' },
] as const;

/** Chooses a theme by what the picker calls it. */
export async function chooseTheme(editor: Editor, title: string): Promise<void> {
  const theme = themes.find((each) => each.title === title);
  if (theme === undefined) throw new Error(`There is no theme “${title}”.`);
  await editor.changeSettings({ 'workbench.colorTheme': theme.id });
  await editor.page.locator(`.monaco-workbench.${theme.windowClass}`).waitFor();
}

import * as vscode from 'vscode';
import { fenceLanguage } from './bundle.ts';
import { gatherBundle, readTexts } from './folder.ts';
import { type Gathered, type Gathering, gatherText } from './gathered.ts';
import { createWorkspaceFiles, nameOf, pathOf } from './workspaceFiles.ts';

/** Remembers which editor was the last, since a custom editor or a page in the editor area hides that. */
export interface LastEditor extends vscode.Disposable {
  readonly editor: vscode.TextEditor | undefined;
}

export function watchLastEditor(): LastEditor {
  let last = vscode.window.activeTextEditor;
  const subscription = vscode.window.onDidChangeActiveTextEditor((editor) => {
    last = editor ?? last;
  });
  return {
    get editor() {
      const { activeTextEditor, visibleTextEditors } = vscode.window;
      const isThere = last && visibleTextEditors.includes(last);
      return activeTextEditor ?? (isThere ? last : visibleTextEditors[0]);
    },
    dispose: () => subscription.dispose(),
  };
}

/** What is selected in an editor, at all places; undefined where nothing is. */
export function gatherSelection({ document, selections }: vscode.TextEditor): Gathered | undefined {
  const chosen = selections
    .filter((selection) => !selection.isEmpty)
    .toSorted((one, other) => one.start.compareTo(other.start));
  const [first] = chosen;
  if (!first) return undefined;
  const name = `${nameOf(document.uri)}:${chosen.map(toLines).join(',')}`;
  const language = fenceLanguage(document.uri.path) ?? document.languageId;
  return gatherText(
    {
      kind: 'selection',
      name,
      text: chosen.map((selection) => document.getText(selection)).join('\n…\n'),
      ...(language !== 'plaintext' && { language }),
    },
    { source: `selection:${name}`, firstLine: first.start.line + 1, file: document.uri.path },
  );
}

/** A selection that ends at the beginning of a line has nothing of it. */
function toLines({ start, end }: vscode.Selection): string {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return last === start.line + 1 ? `${last}` : `${start.line + 1}-${last}`;
}

interface OpenEditor {
  readonly uri: string;
  readonly file: vscode.Uri;
  readonly name: string;
}

/** Files and new documents that are open in tabs, each once; those in front first. */
export function openEditors(): readonly OpenEditor[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const inputs = tabs
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
    .flatMap(({ input }) => (input instanceof vscode.TabInputText ? input.uri : []));
  return [...new Map(inputs.map((uri) => [uri.toString(), uri]))].map(([uri, file]) => ({
    uri,
    file,
    name: nameOf(file),
  }));
}

/** All open editors as one attachment. */
export async function gatherEditors(signal: AbortSignal): Promise<Gathering> {
  const { t } = vscode.l10n;
  const name = t('Open editors');
  const uris = openEditors().map(({ file }) => file);
  const bundle = await readTexts(uris, signal);
  if (bundle.texts.length === 0)
    return { gathered: [], refusals: [{ name, reason: t('No text editor is open.') }] };
  const files = createWorkspaceFiles();
  const asked = await Promise.all(
    uris.map(async (uri) => ({ path: pathOf(uri), ...(await files.look(uri)) })),
  );
  const outside = asked.filter(({ isOutside }) => isOutside).map(({ path }) => path);
  const ignored = asked.filter(({ isIgnored }) => isIgnored).map(({ path }) => path);
  const gathered = {
    ...gatherBundle('editors', name, 'Open editors', bundle),
    source: 'editors',
    ...(outside.length > 0 && { outside }),
    ...(ignored.length > 0 && { ignored }),
  };
  return { gathered: [gathered], refusals: [] };
}

import * as vscode from 'vscode';

/**
 * Read-only documents with proposed content of a file, each one side of a diff. `onClosed` is called with the URI of a
 * text when a person closes its last diff. The scheme is in the manifest, too.
 */
export function createProposedTexts(scheme: string, onClosed: (key: string) => void) {
  const texts = new Map<string, string>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  let count = 0;

  const subscriptions = vscode.Disposable.from(
    changes,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changes.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const tab of closed) {
        const key = keyOf(tab);
        if (key !== undefined && findTabs(key).length === 0 && texts.delete(key)) onClosed(key);
      }
      for (const key of new Set(closed.flatMap(shownIn))) empty(key);
    }),
  );

  /**
   * Empties a closed document, because VS Code keeps it for a while, with its diagnostics. One that is also open on its
   * own stays as it is until that editor is closed, too.
   */
  function empty(key: string): void {
    if (findTabs(key).length === 0 && !texts.has(key)) changes.fire(vscode.Uri.parse(key));
  }

  /** All of our texts that a tab shows, on either side. */
  function shownIn({ input }: vscode.Tab): string[] {
    const uris =
      input instanceof vscode.TabInputTextDiff
        ? [input.original, input.modified]
        : input instanceof vscode.TabInputText
          ? [input.uri]
          : [];
    return uris.filter((uri) => uri.scheme === scheme).map(String);
  }

  function keyOf({ input }: vscode.Tab): string | undefined {
    if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== scheme) return undefined;
    return input.modified.toString();
  }

  function findTabs(key: string): vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.filter((tab) => shownIn(tab).includes(key)),
    );
  }

  // VS Code restores diffs after a restart, but their texts are gone: close them.
  const leftOver = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => shownIn(tab)[0]));
  if (leftOver.length > 0) void vscode.window.tabGroups.close(leftOver);

  return {
    /**
     * Creates the URI of such a text. It has the path of its document, and so the same language. The authority makes it
     * unique, not a query: VS Code's TypeScript ignores queries, and takes the edits of one text for another's.
     */
    add(path: string, text: string): vscode.Uri {
      count += 1;
      const rooted = path.startsWith('/') ? path : `/${path}`;
      const uri = vscode.Uri.from({ scheme, authority: String(count), path: rooted });
      texts.set(uri.toString(), text);
      return uri;
    },
    /** Replaces the content. */
    update(uri: vscode.Uri, text: string): void {
      const key = uri.toString();
      if (!texts.has(key) || texts.get(key) === text) return;
      texts.set(key, text);
      changes.fire(uri);
    },
    has: (uri: vscode.Uri): boolean => texts.has(uri.toString()),
    /** Whether a diff that shows it is the active tab of its group. */
    isInFront: (uri: vscode.Uri): boolean => findTabs(uri.toString()).some(({ isActive }) => isActive),
    /** Removes it, and closes every diff that shows it. */
    async remove(uri: vscode.Uri): Promise<void> {
      const key = uri.toString();
      texts.delete(key);
      await vscode.window.tabGroups.close(findTabs(key));
      empty(key);
    },
    /** The key of the text that the active tab shows, for the buttons in the editor's title bar. */
    findShown(): string | undefined {
      // After an edit, the oldest supported VS Code reports the file's own tab as active while the diff is in front.
      const edited = vscode.window.activeTextEditor?.document.uri.toString() ?? '';
      if (texts.has(edited)) return edited;
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab && keyOf(tab);
    },
    dispose: (): void => subscriptions.dispose(),
  };
}

/** The text with line feeds only, like code from a response; the editor writes the document's own line endings. */
export function readText(document: vscode.TextDocument): string {
  return document.getText().replaceAll('\r\n', '\n');
}

/** The same range of a document, independent of its line endings. */
export function rangeAt(text: string, start: number, end: number): vscode.Range {
  return new vscode.Range(positionAt(text, start), positionAt(text, end));
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset);
  return new vscode.Position(before.split('\n').length - 1, offset - (before.lastIndexOf('\n') + 1));
}

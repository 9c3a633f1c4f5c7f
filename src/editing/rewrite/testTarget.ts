import { posix } from 'node:path';
import * as vscode from 'vscode';
import { editFiles } from '../../platform/diffPreview/editFiles.ts';
import { indentStyleOf } from '../../platform/diffPreview/indentation.ts';
import { estimateTokens } from '../../relay/tokens/estimateTokens.ts';
import { createDocumentPlace, type RewritePlace } from './documentPlace.ts';
import {
  chooseTestFile,
  isTestFile,
  patternOfTests,
  patternOfTestsOf,
  proposeTestPath,
} from './testPaths.ts';

/** A place of the workspace at which a file could be made; undefined for every other, and where one is. */
export type FindNewFile = (
  paths: readonly string[],
  near: vscode.Uri | undefined,
) => Promise<{ readonly uri: vscode.Uri; readonly path: string } | undefined>;

/** Where the tests of a document go. */
export interface TestTarget {
  readonly place: RewritePlace;
  /** What the model does there. */
  readonly kind: 'whole' | 'end' | 'new';
}

/** A longer test file is not rewritten as a whole: tests are added at its end. */
const longestWholeFile = 20_000;
const mostTestFiles = 200;
const ignored = '**/{node_modules,.git,dist,out,build,target,vendor,.venv}/**';

/**
 * The file with this document's tests, by the naming conventions of its language; else a new one, whose path the person
 * may change. Undefined if the person canceled; a message if tests can't be placed anywhere.
 */
export async function findTestTarget(
  document: vscode.TextDocument,
  findNewFile: FindNewFile,
  maxOutputTokens: number,
): Promise<TestTarget | string | undefined> {
  const { t } = vscode.l10n;
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (!folder) return t('Open the folder that contains this file. Tests are created in that folder.');
  const path = pathIn(folder, document.uri);
  if (isTestFile(path)) return targetIn(document, maxOutputTokens);
  const found = await findPaths(folder, patternOfTestsOf(path));
  const existing = chooseTestFile(path, found);
  if (existing !== undefined)
    return targetIn(
      await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, existing)),
      maxOutputTokens,
    );
  const proposed = proposeTestPath(path, await findPaths(folder, patternOfTests(path)));
  const chosen = await askForPath(folder, proposed, findNewFile);
  return chosen && { place: createNewFilePlace(chosen, document.languageId), kind: 'new' };
}

function targetIn(document: vscode.TextDocument, maxOutputTokens: number): TestTarget {
  const text = document.getText();
  const end = document.positionAt(text.length);
  // The response must have as much room for new tests as for the existing ones.
  const isLong = text.length > longestWholeFile || estimateTokens(text) * 2 > maxOutputTokens;
  const start = isLong ? end : new vscode.Position(0, 0);
  const range = new vscode.Range(start, end);
  const kind = isLong ? 'end' : 'whole';
  return { place: createDocumentPlace({ document, range, isSelected: false }), kind };
}

async function findPaths(folder: vscode.WorkspaceFolder, pattern: string): Promise<string[]> {
  const uris = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, pattern),
    new vscode.RelativePattern(folder, ignored),
    mostTestFiles,
  );
  return uris.map((uri) => pathIn(folder, uri));
}

/** Within this folder: VS Code's own function takes a path from the innermost folder, which may be another one. */
function pathIn(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
  return posix.relative(folder.uri.path, uri.path);
}

async function askForPath(
  folder: vscode.WorkspaceFolder,
  proposed: string,
  findNewFile: FindNewFile,
): Promise<{ readonly uri: vscode.Uri; readonly path: string } | undefined> {
  const { t } = vscode.l10n;
  async function find(written: string) {
    const found = await findNewFile([written], folder.uri);
    if (!found) return undefined;
    // Accept only the file that was checked: in another folder, it is refused.
    const isHere = found.uri.toString() === vscode.Uri.joinPath(folder.uri, found.path).toString();
    return isHere ? found : undefined;
  }
  const path = await vscode.window.showInputBox({
    title: t('Write Tests'),
    prompt: t('Path of the test file, relative to {0}', folder.name),
    value: proposed,
    valueSelection: [proposed.lastIndexOf('/') + 1, proposed.length],
    ignoreFocusOut: true,
    validateInput: async (written) =>
      (await find(written))
        ? undefined
        : t('Enter the path of a file that does not exist yet in this folder.'),
  });
  return path === undefined ? undefined : find(path);
}

/** A file that is made when its text is accepted, and not before; `path` is from its workspace folder on. */
function createNewFilePlace(
  { uri, path }: { readonly uri: vscode.Uri; readonly path: string },
  language: string,
): RewritePlace {
  const { t } = vscode.l10n;
  const never = new vscode.EventEmitter<void>();
  return {
    name: path,
    language,
    // Assume the indentation of the active editor.
    style: indentStyleOf(vscode.window.activeTextEditor),
    path: uri.path,
    uri: undefined,
    text: () => ({ before: '', old: '', after: '' }),
    isTouched: false,
    onDidChange: never.event,
    reset() {},
    async write(code) {
      const to = code.endsWith('\n') ? code : `${code}\n`;
      const conflict = t('{0} could not be created.', path);
      const [problem] = await editFiles([{ uri, from: undefined, to, isSaved: false, conflict }]);
      return problem;
    },
    async show() {
      await vscode.window.showTextDocument(uri, { preview: false });
    },
    dispose: () => never.dispose(),
  };
}

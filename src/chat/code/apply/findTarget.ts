import * as vscode from 'vscode';
import { searchSymbols } from '../../../platform/codeSymbols.ts';
import { type IndentStyle, indentStyleOf } from '../../../platform/diffPreview/indentation.ts';
import { readText } from '../../../platform/diffPreview/proposedTexts.ts';
import type { LastEditor } from '../../../platform/lastEditor.ts';
import { type CodeDescription, withoutPathLine } from '../../../text/describeCode.ts';
import { languageIdOf } from '../../../text/languages.ts';
import { findOpenDocument } from '../../context/sources/fileContent.ts';
import { findNewFile, findSuggested, isNamed, openFiles } from './chooseFile.ts';
import { type Merge, mergeCode } from './mergeCode.ts';
import { readOutline } from './outline.ts';

/** Maximum number of open files to look at. */
const mostLookedAt = 30;
const longestLookedAt = 2_000_000;
/** No model writes so much at once that a person would review it. */
const longestCode = 500_000;

/** Merges code into a document as it is now; undefined if its place is unclear. */
export function mergeInto(
  document: vscode.TextDocument,
  code: string,
  lastEditor: LastEditor,
): Merge | undefined {
  const text = readText(document);
  if (text.length > longestLookedAt || code.length > longestCode) return undefined;
  return mergeCode(text, withoutPathLine(code, text), {
    style: styleOf(document),
    cursor: lastEditor.selectionsIn(document)[0]?.active.line,
  });
}

export function styleOf(document: vscode.TextDocument): IndentStyle {
  return indentStyleOf(vscode.window.visibleTextEditors.find((each) => each.document === document));
}

/**
 * The file that code is clearly for: the one that it names; else one that has its declarations or its lines, the active
 * one first; else the active one, if the language matches. Undefined if the person has to choose.
 */
export async function findTarget(
  code: string,
  { paths, language }: CodeDescription,
  lastEditor: LastEditor,
): Promise<{ readonly uri: vscode.Uri; readonly isNew: boolean } | undefined> {
  const active = lastEditor.document;
  if (paths.length > 0) {
    const named = (await findSuggested(paths)).filter((uri) => isNamed(uri, paths));
    const isOne = new Set(named.map(String)).size === 1;
    const only = isOne ? named[0] : named.find((uri) => uri.toString() === active?.uri.toString());
    if (only) return { uri: only, isNew: false };
    const fresh = named.length === 0 ? await findNewFile(paths, active?.uri) : undefined;
    return fresh && { uri: fresh.uri, isNew: true };
  }
  const open = openFiles(active?.uri).slice(0, mostLookedAt);
  for (const uri of open) {
    const document = findOpenDocument(uri);
    if (document && mergeInto(document, code, lastEditor)?.isFound) return { uri, isNew: false };
  }
  const declaring = await findDeclaring(code);
  if (declaring) return { uri: declaring, isNew: false };
  const isOfLanguage = language === '' || languageIdOf(language) === active?.languageId;
  return active && isOfLanguage ? { uri: active.uri, isNew: false } : undefined;
}

/** The only workspace file that declares the code's first declaration, according to VS Code's symbols. */
async function findDeclaring(code: string): Promise<vscode.Uri | undefined> {
  const [name] = readOutline(code.split('\n'), 4).map((each) => each.name);
  if (name === undefined) return undefined;
  const uris = (await searchSymbols(name))
    .filter((symbol) => symbol.name.replace(/\(.*$/, '') === name)
    .map(({ location }) => location.uri)
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  return new Set(uris.map(String)).size === 1 ? uris[0] : undefined;
}

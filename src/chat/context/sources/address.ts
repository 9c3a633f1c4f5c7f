import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { fileTypeOf } from '../../../platform/fileType.ts';

/**
 * A file or folder by its address or its path, which counts from a workspace folder on where it is not absolute. Undefined
 * for addresses of the web, and for what is neither.
 */
export async function parseAddress(address: string): Promise<vscode.Uri | undefined> {
  const text = address.trim();
  // Letters of drives are schemes of one letter.
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) return parseUri(text);
  if (isAbsolute(text)) return vscode.Uri.file(text);
  if (text === '') return undefined;
  const places = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, text));
  const types = await Promise.all(places.map(fileTypeOf));
  return places.find((_, index) => types[index] !== undefined) ?? places[0];
}

function parseUri(text: string): vscode.Uri | undefined {
  let uri: vscode.Uri;
  try {
    uri = vscode.Uri.parse(text, true);
  } catch {
    return undefined;
  }
  const { scheme } = uri;
  // The window's own name for files of the machine on which this runs.
  if (scheme === 'vscode-remote' && vscode.env.remoteName !== undefined) return vscode.Uri.file(uri.path);
  const isFile =
    scheme === 'file' ||
    scheme === 'untitled' ||
    vscode.workspace.fs.isWritableFileSystem(scheme) !== undefined;
  return isFile && !/^https?$/.test(scheme) ? uri : undefined;
}

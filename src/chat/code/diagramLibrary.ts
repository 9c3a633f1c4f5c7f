import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import * as vscode from 'vscode';

/** The script that draws diagrams. It is read for each tab anew: that takes some 20 ms, and nobody else has to keep 3 MB. */
export async function readDiagramLibrary(extensionUri: vscode.Uri): Promise<string> {
  const packed = await readFile(vscode.Uri.joinPath(extensionUri, 'dist', 'mermaid.js.br').fsPath);
  return (await promisify(brotliDecompress)(packed)).toString();
}

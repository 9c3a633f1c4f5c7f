import * as vscode from 'vscode';

type DataPartClass = new (data: Uint8Array, mimeType: string) => object;

/** Data for an answer; undefined where the editor has no such part. */
export function createDataPart(data: Uint8Array, mimeType: string): object | undefined {
  // In every editor that we support, though not in the types that we check against.
  const found: unknown = Reflect.get(vscode, 'LanguageModelDataPart');
  return typeof found === 'function' ? new (found as DataPartClass)(data, mimeType) : undefined;
}

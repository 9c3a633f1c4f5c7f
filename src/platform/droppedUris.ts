import * as vscode from 'vscode';

/** The files of addresses that were dropped: of files alone, whatever else a drag may carry. */
export function parseAddresses(addresses: readonly string[]): readonly vscode.Uri[] {
  return addresses.flatMap((address) => {
    try {
      const uri = vscode.Uri.parse(address, true);
      return /^(https?|command|data)$/i.test(uri.scheme) ? [] : uri;
    } catch {
      return [];
    }
  });
}

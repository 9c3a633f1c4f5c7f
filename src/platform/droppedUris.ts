import * as vscode from 'vscode';

/** The file URIs among dropped ones. A drag may also carry web addresses and the like, which are left out. */
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

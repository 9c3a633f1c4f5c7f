import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

interface WebviewPageOptions {
  readonly webview: vscode.Webview;
  readonly extensionUri: vscode.Uri;
  readonly name: 'chat' | 'reader' | 'settings' | 'diagram' | 'images' | 'tasks';
  readonly body: string;
  readonly title: string;
  /** Further content security directives, such as `media-src blob:`. */
  readonly allow?: readonly string[];
  /** Allows inline styles, for a library that needs them. */
  readonly allowsInlineStyles?: boolean;
  /** The state that the page saved before its tab was closed; undefined if the page saves none. */
  readonly keptState?: unknown;
}

/** The style sheets of each page, in `media/`. */
const styleSheets = {
  chat: ['markdown', 'page', 'chat', 'chatTurn', 'chatInput', 'chatMenu', 'chatConversation'],
  reader: ['page', 'reader'],
  settings: ['page', 'settings'],
  diagram: ['page', 'diagram'],
  images: ['page', 'generationTab', 'images'],
  tasks: ['page', 'generationTab', 'tasks'],
} as const satisfies Record<WebviewPageOptions['name'], readonly string[]>;

/** What a view may load: our own files and those in given folders, nothing else. */
export function webviewOptions(extensionUri: vscode.Uri, ...more: vscode.Uri[]): vscode.WebviewOptions {
  const own = ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
  return { enableScripts: true, localResourceRoots: [...own, ...more] };
}

/** The page of one of our views. Only our own bundle runs in it, and it can reach no other host. */
export function createWebviewPage({
  webview,
  extensionUri,
  name,
  body,
  title,
  allow = [],
  allowsInlineStyles = false,
  keptState,
}: WebviewPageOptions): string {
  // The scripts in `dist/`, in order. The extension host uses `text.cjs`, too.
  const scripts = [...(name === 'chat' ? ['text.cjs'] : []), `${name}.js`];
  const nonce = randomBytes(16).toString('base64');
  const uri = (...path: string[]) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path));
  const policy = [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}${allowsInlineStyles ? ` 'unsafe-inline'` : ''}`,
    `font-src ${webview.cspSource}`,
    ...allow,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${uri('dist', 'codicon.css')}">
${styleSheets[name].map((sheet) => `<link rel="stylesheet" href="${uri('media', `${sheet}.css`)}">`).join('\n')}
${writeJson('l10n-bundle', vscode.l10n.bundle ?? {})}
${keptState === undefined ? '' : writeJson('kept-state', keptState)}
</head>
<body>
${body}
${scripts.map((script) => `<script nonce="${nonce}" src="${uri('dist', script)}"></script>`).join('\n')}
</body>
</html>`;
}

/** JSON for the page's script. It may hold any text: no "<" can end the element early. */
function writeJson(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

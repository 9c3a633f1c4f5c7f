import type { HostMessage, WebviewMessage } from '../../src/protocol/chatPageProtocol.ts';
import { pictures } from './pictures.ts';
import themes from './themes.json' with { type: 'json' };
import { openViewPage, type ViewPage, type ViewPageOptions } from './viewPage.ts';

type ChatTheme = keyof typeof themes;
export const chatThemes = Object.keys(themes) as ChatTheme[];

/** The chat's page, in a browser, with the test in the host's place. */
export type ChatPage = ViewPage<HostMessage, WebviewMessage, ChatTheme>;
export type ChatPageOptions = ViewPageOptions<ChatTheme>;

/** Opens the page as the host makes it, and waits until it is ready. */
export function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  return openViewPage(
    {
      name: 'chat',
      entry: 'src/webview/chat/main.ts',
      title: 'Chat',
      element: 'relay-chat',
      styleSheets: ['markdown', 'controls', 'chat', 'chatTurn', 'chatInput', 'chatMenu', 'chatConversation'],
      allow: ['img-src data: blob: http://chat-view.test'],
      pictures,
      themes: chatThemes,
      bodyClassOf: (theme: ChatTheme) => themes[theme].body,
      themeCss,
      defaults: { theme: 'dark', width: 400, height: 700 },
    },
    options,
  );
}

/** What VS Code gives every view before its own styles. */
function themeCss(theme: ChatTheme): string {
  const variables = Object.entries(themes[theme].variables).map(
    ([name, value]) => `--vscode-${name}: ${value};`,
  );
  return `@layer vscode-default {
  body { padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
  code { padding: 1px 3px; border-radius: 4px; background: var(--vscode-textPreformat-background); }
}
:root { ${variables.join(' ')} }
html { background: var(--vscode-sideBar-background); scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }`;
}

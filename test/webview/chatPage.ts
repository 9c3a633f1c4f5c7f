import type { Locator } from 'playwright-core';
import type { HostMessage, WebviewMessage } from '../../src/protocol/chatPageProtocol.ts';
import { later } from '../later.ts';
import { makeSnapshot } from './chatFacts.ts';
import { pictures } from './pictures.ts';
import themes from './themes.json' with { type: 'json' };
import { openViewPage, type ViewPage, type ViewPageOptions } from './viewPage.ts';

export type ChatTheme = keyof typeof themes;
export const chatThemes = Object.keys(themes) as ChatTheme[];

/** The chat's page, in a browser, with the test in the host's place. */
export interface ChatPage extends ViewPage<HostMessage, WebviewMessage, ChatTheme> {
  /** What the page told the host so far in this test, of these types. */
  sent<Type extends WebviewMessage['type']>(...types: Type[]): Extract<WebviewMessage, { type: Type }>[];
  /** The texts of elements as a person sees them, without empty lines. */
  texts(selector: string): Promise<string[]>;
  /** A button by its name, without the text of the prompt that it belongs to. */
  button(name: string): Locator;
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** What `look` finds after each key, which is the name of the focused element unless it says otherwise. */
  walk(keys: readonly string[], look?: () => Promise<string>): Promise<string>;
  /** The name of the element that has the focus, without the text of the prompt that it belongs to. */
  focused(): Promise<string>;
  /** Shows the messages to a page that another test has used: nothing is left of what that showed, typed and announced. */
  beginAnew(messages: readonly HostMessage[]): Promise<void>;
}
export type ChatPageOptions = ViewPageOptions<ChatTheme>;

/** Opens the page as the host makes it, and waits until it is ready. */
export async function openChatPage(options: ChatPageOptions = {}): Promise<ChatPage> {
  const view = await openViewPage<HostMessage, WebviewMessage, ChatTheme>(
    {
      name: 'chat',
      entry: 'src/webview/chat/main.ts',
      title: 'Chat',
      element: 'relay-chat',
      styleSheets: ['markdown', 'page', 'chat', 'chatTurn', 'chatInput', 'chatMenu', 'chatConversation'],
      allow: ['img-src data: blob: http://chat-view.test'],
      pictures,
      ...chatLooks,
      defaults: { theme: 'dark', width: 400, height: 700 },
    },
    options,
  );
  const { page, intents } = view;
  const focused = () => page.evaluate(nameFocused);
  const size = page.viewportSize() ?? { width: 400, height: 700 };
  let known = 0;
  return Object.assign(view, {
    sent<Type extends WebviewMessage['type']>(...types: Type[]) {
      return intents
        .slice(known)
        .filter((intent): intent is Extract<WebviewMessage, { type: Type }> =>
          (types as string[]).includes(intent.type),
        );
    },
    async texts(selector: string) {
      const texts = await page.locator(selector).allInnerTexts();
      return texts.map((text) => text.trim().replace(/\s*\n\s*/g, '\n'));
    },
    button: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(: |$)`) }),
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text: string) => page.keyboard.type(text),
    async walk(keys: readonly string[], look = focused) {
      const way: string[] = [];
      for (const key of keys) {
        await page.keyboard.press(key);
        await view.drawn();
        way.push(await look());
      }
      return way.join(' > ');
    },
    focused,
    async beginAnew(messages: readonly HostMessage[]) {
      const input = page.locator('.composer textarea');
      if (await input.inputValue()) {
        await input.fill('');
        await view.intent('draft');
      }
      await page.setViewportSize(size);
      await view.tell({ ...makeSnapshot(), conversationId: 'of another test' }, ...messages);
      await page.evaluate(() => document.querySelector('.announcements')?.replaceChildren());
      known = intents.length;
      view.skipIntents();
    },
  });
}

function nameFocused(): string {
  const focused = document.activeElement?.cloneNode(true);
  if (!(focused instanceof Element)) return '';
  for (const hidden of focused.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  const name = focused.ariaLabel ?? focused.textContent;
  const ownName = focused.matches('.icon-button') ? name.replace(/: .*/s, '') : name;
  return ownName.trim().replace(/\s+/g, ' ');
}

interface SuiteOptions extends ChatPageOptions {
  /** Whether all tests of the suite have the same page, which gets the messages again before each. */
  readonly isShared?: boolean;
}

/** The page of each test of this suite, which has got these messages. */
export function useChatPage(
  { isShared = false, ...options }: SuiteOptions = {},
  ...messages: HostMessage[]
): ChatPage {
  let current: ChatPage | undefined;
  const [begin, end] = isShared ? [before, after] : [beforeEach, afterEach];
  begin(async () => {
    current = await openChatPage(options);
    if (messages.length > 0) await current.tell(...messages);
  });
  if (isShared) beforeEach(() => current?.beginAnew(messages));
  end(() => current?.close());
  return later(() => current);
}

/** The themes of pages that are shown like the chat. */
export const chatLooks = {
  themes: chatThemes,
  bodyClassOf: (theme: ChatTheme) => themes[theme].body,
  themeCss,
};

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

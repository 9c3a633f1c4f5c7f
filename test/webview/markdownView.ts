import { type ChatTheme, chatLooks } from './chatPage.ts';
import type { MarkdownPage } from './markdownPage.ts';
import { openViewPage, type ViewPage } from './viewPage.ts';

declare const markdownPage: MarkdownPage;

/** A page with nothing but a drawn text, with the content security policy and the styles of the chat. */
export interface MarkdownView extends ViewPage<never, { readonly type: string }, ChatTheme> {
  show(text: string): Promise<void>;
}

export async function openMarkdownView(width: number): Promise<MarkdownView> {
  const view = await openViewPage<never, { readonly type: string }, ChatTheme>(
    {
      name: 'markdown',
      entry: 'test/webview/markdownPage.ts',
      title: 'Markdown',
      element: 'main',
      body: '<main><h1>Chat</h1><h2>Answer</h2><div id="answer"></div></main>',
      styleSheets: ['markdown', 'page', 'chat'],
      allow: ['img-src data:'],
      trustedTypes: [`require-trusted-types-for 'script'`, `trusted-types 'none'`],
      ...chatLooks,
      defaults: { theme: 'dark', width, height: 800 },
    },
    {},
  );
  const { page, problems } = view;
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return Object.assign(view, {
    async show(text: string) {
      await page.evaluate((all) => markdownPage.show(all), text);
      await view.drawn();
    },
  });
}

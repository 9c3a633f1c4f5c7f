/** The part of the benchmark that runs in the browser: it streams a text into the view's own renderer. */

import { MarkdownStream } from '../../src/webview/markdown/stream.ts';
import type { StreamingTimes } from '../bench/streaming.bench.ts';

function stream(text: string, chunkLength: number): StreamingTimes {
  const root = document.createElement('div');
  root.className = 'markdown';
  document.querySelector('.conversation')?.replaceChildren(root);
  const markdown = new MarkdownStream(root);
  const times: StreamingTimes = { drawMs: 0, layoutMs: 0, longestMs: 0 };
  const draw = (): boolean => {
    const start = performance.now();
    const hasMore = markdown.flush();
    const drawn = performance.now();
    root.parentElement?.scrollTo(0, root.scrollHeight);
    const end = performance.now();
    times.drawMs += drawn - start;
    times.layoutMs += end - drawn;
    times.longestMs = Math.max(times.longestMs, end - start);
    return hasMore;
  };
  for (let at = 0; at < text.length; at += chunkLength) {
    markdown.append(text.slice(at, at + chunkLength));
    draw();
  }
  markdown.end();
  while (draw());
  return times;
}

Object.assign(globalThis, { streamText: stream });

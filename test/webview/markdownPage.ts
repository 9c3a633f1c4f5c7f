/** The part of the test that runs in the browser: Markdown drawn whole and drawn as it streams. */

import { createNormalizer, parseMarkdown } from '../../src/webview/markdown/parseMarkdown.ts';
import { labelsIn, levelHeadings } from '../../src/webview/markdown/pieces.ts';
import { appendInGroups, renderBlocks } from '../../src/webview/markdown/renderBlocks.ts';
import { MarkdownStream } from '../../src/webview/markdown/stream.ts';
import { createRandom } from '../randomNumbers.ts';

/** The reference: the whole text, parsed and drawn at once, without any of the streaming. */
function drawWhole(text: string): string {
  const source = createNormalizer()(text, true);
  const { root } = parseMarkdown(source);
  levelHeadings(root.children, 2);
  const { definitions } = labelsIn(root.children);
  const container = document.createElement('div');
  const blocks = renderBlocks(root.children, {
    source,
    definition: (label) => definitions.find(({ identifier }) => identifier === label),
  });
  for (const block of blocks) appendInGroups(container, block);
  return container.innerHTML;
}

/** By default, the clock advances so far from one flush to the next that each chunk is drawn by itself. */
function createStream(container: HTMLElement, flushMs = 7_000): MarkdownStream {
  let nowMs = 0;
  return new MarkdownStream(container, () => {
    nowMs += flushMs;
    return nowMs;
  });
}

function streamInto(container: HTMLElement, chunks: readonly string[], flushMs?: number): void {
  const stream = createStream(container, flushMs);
  for (const chunk of chunks) {
    stream.append(chunk);
    stream.flush();
  }
  stream.end();
  while (stream.flush());
}

function drawStreamed(chunks: readonly string[], flushMs?: number): string {
  const container = document.createElement('div');
  streamInto(container, chunks, flushMs);
  return container.innerHTML;
}

/** A new place for a response, in the page itself. */
function placeAnswer(): HTMLElement {
  const root = document.createElement('div');
  root.className = 'markdown';
  document.getElementById('answer')?.replaceChildren(root);
  return root;
}

/** Draws text that comes at its times, in milliseconds; no text is the end. Returns what is drawn after each. */
function drawInTime(steps: readonly (readonly [atMs: number, text?: string])[]): string[] {
  const container = document.createElement('div');
  let nowMs = 0;
  const stream = new MarkdownStream(container, () => nowMs);
  return steps.map(([atMs, text]) => {
    nowMs = atMs;
    if (text === undefined) stream.end();
    else stream.append(text);
    stream.flush();
    return container.innerHTML;
  });
}

/** Draws a text, selects an element of it, and draws more, in steps of a second. Returns what is selected then. */
function keepSelection(text: string, selector: string, more: readonly string[]): string | undefined {
  const root = placeAnswer();
  const stream = createStream(root);
  stream.append(text);
  stream.flush();
  getSelection()?.selectAllChildren(root.querySelector(selector) ?? document.body);
  for (const chunk of more) {
    stream.append(chunk);
    stream.flush();
  }
  return getSelection()?.toString();
}

/** Draws a text, and then a second of more, in steps of a frame. Returns in how many frames the shown text changed. */
function countChanges(text: string, more: string): number {
  const container = document.createElement('div');
  let nowMs = 0;
  const stream = new MarkdownStream(container, () => nowMs);
  stream.append(text);
  while (stream.flush()) nowMs += 1000;
  const frames = 60;
  let [shown, changes] = [container.textContent, 0];
  for (let frame = 0; frame < frames; frame += 1) {
    nowMs += 1000 / frames;
    const [from, to] = [frame, frame + 1].map((place) => Math.round((more.length * place) / frames));
    stream.append(more.slice(from, to));
    stream.flush();
    if (container.textContent !== shown) changes += 1;
    shown = container.textContent;
  }
  return changes;
}

function cut(text: string, random: () => number): string[] {
  const meanLength = [1, 3, 12, 60, 400][Math.floor(random() * 5)] ?? 1;
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * meanLength * 2);
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}

interface Difference {
  chunks: string[];
  whole: string;
  streamed: string;
}

/** Draws each text in many random cuts. Returns the first cut of each text that came out unlike the whole. */
function findDifferences(texts: readonly string[], cuts: number, seed: number): Difference[] {
  const random = createRandom(seed);
  return texts.flatMap((text) => {
    const whole = drawWhole(text);
    for (let count = 0; count < cuts; count += 1) {
      const chunks = count === 0 ? [text] : count === 1 ? [...text] : cut(text, random);
      // Every other time, some words are shown before they are parsed.
      const streamed = drawStreamed(chunks, count % 2 === 0 ? undefined : 25);
      if (streamed !== whole) return [{ chunks, whole, streamed }];
    }
    return [];
  });
}

/** Texts made by joining random fragments. */
function makeTexts(fragments: readonly string[], count: number, seed: number): string[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () =>
    Array.from(
      { length: 2 + Math.floor(random() * 12) },
      () => fragments[Math.floor(random() * fragments.length)] ?? '',
    ).join(''),
  );
}

/** A node with all below it. */
function countNodes(node: Node): number {
  return [...node.childNodes].reduce((count, child) => count + countNodes(child), 1);
}

function countChangedNodes(records: readonly MutationRecord[]): number {
  const changed = records.flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
  return changed.reduce((count, node) => count + countNodes(node), 0);
}

/** Streams a text, and passes on what each chunk changed. */
function watchChanges(
  text: string,
  chunkLength: number,
  note: (records: readonly MutationRecord[], container: Element) => void,
  flushMs?: number,
): void {
  const container = document.createElement('div');
  const stream = createStream(container, flushMs);
  const observer = new MutationObserver(() => {});
  observer.observe(container, { subtree: true, childList: true, characterData: true, attributes: true });
  for (let at = 0; at < text.length; at += chunkLength) {
    stream.append(text.slice(at, at + chunkLength));
    stream.flush();
    note(observer.takeRecords(), container);
  }
  stream.end();
  while (stream.flush());
  note(observer.takeRecords(), container);
}

/** Streams a text, a chunk in every 50 ms. Returns how many nodes were put in and taken out in all. */
function measureWork(text: string, chunkLength: number): number {
  let changedNodes = 0;
  const note = (records: readonly MutationRecord[]) => {
    changedNodes += countChangedNodes(records);
  };
  watchChanges(text, chunkLength, note, 50);
  return changedNodes;
}

/**
 * Streams a text. Returns how often something changed in a block that had been followed by two finished ones, and
 * whether all of these are in the page in the end.
 */
function watchClosedBlocks(
  text: string,
  chunkLength: number,
): { readonly changes: number; readonly areSame: boolean } {
  const closed = new Set<Node>();
  let blocks: Node[] = [];
  let changes = 0;
  watchChanges(text, chunkLength, (records, container) => {
    for (const { target, removedNodes } of records) {
      for (let node: Node | null = target; node; node = node.parentNode) {
        if (closed.has(node)) changes += 1;
      }
      for (const node of removedNodes) if (closed.has(node)) changes += 1;
    }
    blocks = [...container.querySelectorAll(':scope > :not(.group), :scope > .group > *')];
    for (const block of blocks.slice(0, -3)) closed.add(block);
  });
  return { changes, areSame: [...closed].every((block, place) => blocks[place] === block) };
}

/** Draws a text in the page itself, and lets the page do other work after each flush. Returns their number. */
async function showInTurns(text: string): Promise<number> {
  const stream = createStream(placeAnswer());
  stream.append(text);
  stream.end();
  const { port1, port2 } = new MessageChannel();
  let turns = 1;
  for (; stream.flush(); turns += 1) {
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    });
  }
  return turns;
}

/** Draws a text in the page itself, as it comes in chunks. */
function show(...chunks: readonly string[]): void {
  streamInto(placeAnswer(), chunks);
}

const api = {
  show,
  showInTurns,
  drawWhole,
  drawStreamed,
  drawInTime,
  countChanges,
  keepSelection,
  findDifferences,
  makeTexts,
  measureWork,
  watchClosedBlocks,
};
export type MarkdownPage = typeof api;
Object.assign(globalThis, { markdownPage: api });
Object(globalThis).tellHost({ type: 'ready' });

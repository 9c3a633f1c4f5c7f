import type { Blockquote, FootnoteDefinition, List, ListItem, Nodes, PhrasingContent } from 'mdast';
import type { MathBlock } from '../../../text/markdown/mathSyntax.ts';
import type { BlockKind, NarratedBlock } from '../block.ts';
import type { Narrator } from '../narrator.ts';
import type { TextRange } from '../text/ranges.ts';
import { type BlockContext, endBlock, type Lead, startBlock } from './context.ts';
import { formulaInWords } from './formulas.ts';
import { narrateHtml } from './html.ts';
import { narrateCodeBlock } from './narrateCodeBlock.ts';
import { inSource, narrateInline, touches } from './narrateInline.ts';
import { rangeOf } from './parseForNarration.ts';
import { narrateTable } from './tables.ts';

/** The blocks of a node and of all within it, in order. */
export function* narrateNode(node: Nodes, context: BlockContext): Generator<NarratedBlock> {
  if (node.type !== 'root' && !touches(context.reading, rangeOf(node))) return;
  switch (node.type) {
    case 'root':
      for (const child of node.children) yield* narrateNode(child, context);
      break;
    case 'paragraph':
      yield* narrateText(node.children, rangeOf(node), context, { kind: context.kind });
      break;
    case 'heading':
      yield* narrateText(node.children, rangeOf(node), context, { kind: 'heading', depth: node.depth });
      break;
    case 'list':
      yield* narrateList(node, context);
      break;
    case 'blockquote':
      yield* narrateQuote(node, context);
      break;
    case 'footnoteDefinition':
      yield* narrateFootnote(node, context);
      break;
    case 'code':
      yield* narrateCodeBlock(node, context);
      break;
    case 'html':
      yield* narrateHtml(node, context);
      break;
    case 'math':
      yield* narrateFormula(node, context);
      break;
    case 'table':
      yield* narrateTable(node, context);
      break;
    default:
      // Rules, definitions of links and front matter have nothing to say.
      break;
  }
}

interface TextKind {
  readonly kind: BlockKind;
  readonly depth?: number;
}

function* narrateText(
  nodes: readonly PhrasingContent[],
  range: TextRange,
  context: BlockContext,
  { kind, depth }: TextKind,
): Generator<NarratedBlock> {
  const { reading } = context;
  const narrator = startBlock(context, range);
  narrateInline(nodes, narrator, reading);
  yield* endBlock(context, narrator.build(kind, { ...(depth !== undefined && { depth, ends: true }) }));
}

/** A formula on lines of its own, with what stands behind it. */
function* narrateFormula(node: MathBlock, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { start, end } = rangeOf(node);
  const narrator = startBlock(context, { start, end });
  const trailing = end - node.trailing.length;
  narrator.say(formulaInWords(node.source, narrator.words), inSource(reading, { start, end: trailing }));
  narrator.copy(inSource(reading, { start: trailing, end }));
  yield* endBlock(context, narrator.build(context.kind));
}

function* narrateList(list: List, context: BlockContext): Generator<NarratedBlock> {
  let number = list.start ?? 1;
  for (const item of list.children) {
    const leads = leadsOfItem(item, list.ordered ? number : undefined, context);
    // What is said in front of the list is said in front of its first item.
    const inItem: BlockContext = { ...context, kind: 'listItem', leads: [...context.leads, ...leads] };
    const before = inItem.leads.length;
    for (const child of item.children) yield* narrateNode(child, inItem);
    if (inItem.leads.length < before) context.leads.length = 0;
    number += 1;
  }
}

function leadsOfItem(item: ListItem, number: number | undefined, { reading }: BlockContext): Lead[] {
  const { start, end } = inSource(reading, rangeOf(item));
  if (start < reading.part.start) return [];
  const text = reading.source.slice(start, end);
  const marker = /^(?:\d{1,9}[.)]|[-+*])/.exec(text)?.[0] ?? '';
  const leads: Lead[] = [];
  if (number !== undefined) {
    leads.push((narrator) => narrator.lead(`${number}.`, { start, end: start + marker.length }));
  }
  if (typeof item.checked === 'boolean') {
    const box = start + Math.max(0, text.indexOf('['));
    leads.push((narrator) => {
      const { done, toDo } = narrator.words;
      narrator.lead(item.checked ? done : toDo, { start: box, end: box + 3 });
    });
  }
  return leads;
}

const alert = /^\[!(?<name>[A-Za-z][\w-]{0,30})\][+-]?[ \t]*/;

/** A quote, or one of GitHub's alerts: a quote whose first words say what it is. */
function* narrateQuote(quote: Blockquote, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { start, end } = inSource(reading, rangeOf(quote));
  const first = quote.children[0];
  const textStart = first?.type === 'paragraph' ? inSource(reading, rangeOf(first)).start : end;
  const found = alert.exec(reading.source.slice(textStart, textStart + 60));
  const name = found?.groups?.['name'];
  const isNested = context.kind === 'quote';
  const leads: Lead[] = [...context.leads];
  let inside = reading;
  if (found && name !== undefined) {
    if (textStart >= reading.part.start) {
      leads.push((narrator) => narrator.insert(alertWord(name, narrator)));
    }
    const from = Math.max(reading.part.start, textStart + found[0].length);
    inside = { ...reading, part: { start: from, end: Math.max(from, reading.part.end) } };
  } else if (!isNested && start >= reading.part.start) {
    leads.push((narrator) => narrator.insert(narrator.words.quote));
  }
  const inQuote: BlockContext = { reading: inside, kind: 'quote', leads };
  const before = leads.length;
  for (const child of quote.children) yield* narrateNode(child, inQuote);
  if (leads.length < before) context.leads.length = 0;
}

function alertWord(name: string, { words }: Narrator): string {
  const spoken = name.toLowerCase().replaceAll(/[-_]+/g, ' ');
  return words.alert(name.toLowerCase()) ?? `${spoken}${words.comma === ',' ? ':' : '：'}`;
}

function* narrateFootnote(footnote: FootnoteDefinition, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const { start } = inSource(reading, rangeOf(footnote));
  const leads: Lead[] = [...context.leads];
  if (start >= reading.part.start) {
    const label = /^\d+$/.test(footnote.identifier) ? footnote.identifier : '';
    leads.push((narrator) => narrator.insert(narrator.words.footnote(label)));
  }
  for (const child of footnote.children) yield* narrateNode(child, { ...context, leads });
}
